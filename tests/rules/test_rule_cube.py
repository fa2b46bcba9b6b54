"""R17: the doubling cube as all sheets that have one describe it."""

import pytest
from at_the_board import BLACK, WHITE, game_from, opened, steps, throw, why_not

from sixprime import Action, Cube, Ending, Match, Phase, Position, RecordedDice, Roll, Win
from sixprime.core.match.events import Doubled, Dropped, Rolled, Taken


def test_r17_the_cube_starts_in_the_middle_at_one() -> None:
    match = Match()
    assert match.state.cube == Cube(1, None)
    match = opened()
    assert match.state.cube == Cube(1, None)


def test_r17_from_the_middle_either_player_may_double() -> None:
    match = opened()
    assert Action.DOUBLE in match.actions(BLACK)
    throw(match, "42")
    match.play(steps("8/4 6/4"))
    assert Action.DOUBLE in match.actions(WHITE)
    match.double()
    assert (match.phase, match.to_act) == (Phase.TO_ANSWER_CUBE, BLACK)


def test_r17_a_double_comes_before_the_throw() -> None:
    match = Match()
    assert "opening roll comes first" in why_not(match, Doubled(WHITE))
    match.open(RecordedDice(["31"]))
    # The opening throw is White's throw: too late for the first turn.
    assert "White has to play the roll" in why_not(match, Doubled(WHITE))
    match.play(steps("8/5 6/5"))
    throw(match, "42")
    assert "Black has to play the roll" in why_not(match, Doubled(BLACK))


def test_r17_only_the_player_on_turn_doubles() -> None:
    match = opened()
    assert "not White's turn" in why_not(match, Doubled(WHITE))
    assert Action.DOUBLE not in match.actions(WHITE)


def test_r17_a_double_must_be_answered_by_the_other_player_before_the_game_goes_on() -> None:
    match = opened()
    match.double()
    assert match.actions(BLACK) == ()
    assert set(match.actions(WHITE)) == {Action.TAKE, Action.DROP}
    assert "not Black's turn" in why_not(match, Taken(BLACK))
    assert "White has to answer the double" in why_not(match, Rolled(BLACK, Roll(6, 5)))
    assert "White has to answer the double" in why_not(match, Doubled(BLACK))


@pytest.mark.parametrize("cube", [Cube(1), Cube(2, WHITE), Cube(16, WHITE)])
def test_r17_who_drops_loses_the_stake_before_the_double(cube: Cube) -> None:
    match = game_from(Position.standard(), cube=cube)
    match.double()
    match.drop()
    (game,) = match.results
    assert (game.winner, game.ending, game.win, game.points) == (WHITE, Ending.DROPPED, Win.SINGLE, cube.value)
    assert game.cube == cube
    assert str(game.why) == f"Black drops the cube at {2 * cube.value}"
    assert match.phase is Phase.OPENING


def test_r17_who_takes_plays_on_for_twice_as_much_and_owns_the_cube() -> None:
    match = opened()
    match.double()
    match.take()
    assert match.state.cube == Cube(2, WHITE)
    # The doubler has not thrown yet, and now does.
    assert (match.phase, match.to_act) == (Phase.TO_ROLL, BLACK)
    assert not match.results


def test_r17_only_the_taker_may_double_next() -> None:
    match = opened()
    match.double()
    match.take()
    assert "White owns the cube" in why_not(match, Doubled(BLACK))
    throw(match, "42")
    match.play(steps("8/4 6/4"))
    match.double()
    match.take()
    assert match.state.cube == Cube(4, BLACK)
    assert "Black owns the cube" in why_not(match, Doubled(WHITE))
    throw(match, "65")
    match.play(steps("24/18/13"))
    match.double()
    assert match.state.offer is not None
    assert (match.state.offer.value, match.state.offer.to_answer) == (8, WHITE)


def test_r17_there_is_nothing_to_answer_without_a_double() -> None:
    match = opened()
    for answer in (Taken(WHITE), Dropped(WHITE), Taken(BLACK), Dropped(BLACK)):
        assert "Black has to roll or double" in why_not(match, answer)


def test_r17_each_game_starts_with_the_cube_in_the_middle_again() -> None:
    match = opened()
    match.double()
    match.take()
    match.resign(Win.SINGLE, BLACK)
    match.accept()
    assert match.results[0].points == 2
    assert match.state.cube == Cube(1, None)
