"""Resignations: what is offered and what is accepted, for money and at any score."""

import pytest
from hypothesis import given, settings

from engine.support.chance_strategies import chances
from sixprime import Win
from sixprime.engine.chances import Chances
from sixprime.engine.cube.kernels import MINE, THEIRS
from sixprime.engine.cube.resignations import Resignations
from sixprime.engine.cube.views import CubeView


def judged(view: CubeView, chance: Chances, *, winner_on_roll: bool = True) -> Resignations:
    """From the chances of the player on roll, in whose view all is."""
    return Resignations.judge(view.cube_action(chance, 0.68), view, winner_on_roll=winner_on_roll)


SURE = Chances(1.0, 0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("chance", "offered", "least_accepted"),
    [
        (SURE, Win.SINGLE, Win.SINGLE),
        (Chances(1.0, 1.0, 0.0, 0.0, 0.0), Win.GAMMON, Win.GAMMON),
        (Chances(1.0, 1.0, 1.0, 0.0, 0.0), Win.BACKGAMMON, Win.BACKGAMMON),
        (Chances(1.0, 0.5, 0.0, 0.0, 0.0), None, Win.GAMMON),
        (Chances(1.0, 0.005, 0.0, 0.0, 0.0), Win.SINGLE, Win.SINGLE),
        (Chances(0.98, 0.0, 0.0, 0.0, 0.0), None, Win.SINGLE),
        (Chances(0.9995, 0.0, 0.0, 0.0, 0.0), Win.SINGLE, Win.SINGLE),
        (Chances(0.5, 0.1, 0.0, 0.1, 0.0), None, Win.SINGLE),
    ],
)
def test_money(chance: Chances, offered: Win | None, least_accepted: Win) -> None:
    """The opponent owns the cube, so that nobody can end the game by doubling."""
    prospects = judged(CubeView.money(2, THEIRS), chance)
    assert prospects.offer() is offered
    assert next(win for win in Win if prospects.is_acceptable(win)) is least_accepted


def test_a_winner_with_the_cube_can_cash() -> None:
    prospects = judged(CubeView.money(2, MINE), Chances(0.98, 0.0, 0.0, 0.0, 0.0))
    assert prospects.playing_on == 1
    assert prospects.offer() is Win.SINGLE


def test_the_loser_on_roll() -> None:
    prospects = judged(CubeView.money(), SURE.for_opponent(), winner_on_roll=False)
    assert prospects.playing_on == pytest.approx(1)
    assert prospects.offer() is Win.SINGLE
    match = judged(CubeView.match(3, 5), SURE.for_opponent(), winner_on_roll=False)
    assert match.playing_on == pytest.approx(1)
    assert match.offer() is Win.SINGLE


def test_the_jacoby_rule_makes_every_loss_single() -> None:
    prospects = judged(CubeView.money(jacoby=True), Chances(1.0, 1.0, 0.5, 0.0, 0.0))
    assert prospects.gammon == prospects.single == 1
    assert prospects.offer() is Win.SINGLE


def test_gammons_that_do_not_count_are_not_asked_for() -> None:
    """Who is 1 away wins the match with any win; at 2 away a backgammon is no more than a gammon."""
    certain = Chances(1.0, 1.0, 1.0, 0.0, 0.0)
    assert judged(CubeView.match(1, 4, crawford=True), certain).offer() is Win.SINGLE
    prospects = judged(CubeView.match(2, 4), certain)
    assert prospects.offer() is Win.GAMMON
    assert prospects.backgammon == prospects.gammon
    assert prospects.error_of_accepting(Win.SINGLE) == pytest.approx(prospects.gammon - 1)


def test_errors() -> None:
    prospects = judged(CubeView.money(2, THEIRS), Chances(1.0, 0.5, 0.0, 0.0, 0.0))
    assert prospects.playing_on == pytest.approx(1.5)
    assert prospects.error_of_accepting(Win.SINGLE) == pytest.approx(0.5)
    assert prospects.error_of_offering(Win.SINGLE) == 0
    assert prospects.error_of_offering(Win.GAMMON) == pytest.approx(0.5)
    assert not prospects.is_acceptable(Win.SINGLE)
    assert prospects.is_acceptable(Win.SINGLE, grace=0.6)
    assert prospects.offer(free=0.6) is Win.GAMMON


@settings(deadline=None)
@given(chances())
def test_an_offer_costs_nobody_more_than_a_little(chance: Chances) -> None:
    for view in (CubeView.money(), CubeView.money(2, THEIRS), CubeView.match(3, 4), CubeView.match(2, 7)):
        prospects = judged(view, chance)
        offered = prospects.offer()
        if offered is not None:
            assert prospects.is_acceptable(offered)
            assert prospects.error_of_offering(offered) < 0.002
            assert prospects.error_of_accepting(offered) <= 0.01
        assert prospects.is_acceptable(Win.BACKGAMMON)
