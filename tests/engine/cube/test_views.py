"""Cube and score in a player's view: from matches and ids, and what points are worth there."""

import pytest

from sixprime import STANDARD, Cube, IllegalAction, Match, Player, Position, RuleSet, SixprimeError, Win
from sixprime.core.dice import RecordedDice, Roll
from sixprime.core.situations import Situation
from sixprime.engine.chances import Chances
from sixprime.engine.cube.kernels import MINE, NOBODYS, THEIRS
from sixprime.engine.cube.views import CubeView
from sixprime.engine.match_equity.equities import MatchEquities, winning_chance

START = Position.standard()


def match_at(
    length: int | None,
    score: tuple[int, int],
    *,
    rules: RuleSet = STANDARD,
    cube: Cube | None = None,
    crawford: bool = False,
) -> Match:
    match = Match(rules, length=length)
    match.set_up(START, Player.BLACK, score=score, cube=cube or Cube(), crawford=crawford)
    return match


def test_a_match_seen_by_both_players() -> None:
    match = match_at(7, (2, 4), cube=Cube(2, Player.WHITE))
    black = CubeView.of(match)
    assert black.situation[:6] == (2, THEIRS, 3, 5, False, False)
    assert black.turned().situation == CubeView.of(match, Player.WHITE).situation
    assert CubeView.of(match.state, Player.WHITE).situation[:6] == (2, MINE, 5, 3, False, True)
    equities = MatchEquities.default()
    assert black.won() == pytest.approx(equities.chance(1, 5))
    assert black.lost() == equities.chance(3, 3)
    assert black.lost(Win.GAMMON) == pytest.approx(equities.chance(3, 1))
    assert black.won(Win.GAMMON) == 1
    assert CubeView.of(Situation.from_match(match)).situation == black.situation


def test_the_crawford_game_and_after() -> None:
    crawford = CubeView.of(match_at(5, (4, 2), crawford=True))
    assert crawford.situation.crawford
    assert not crawford.may_double
    after = CubeView.of(match_at(5, (4, 2)))
    assert not after.situation.crawford
    assert after.may_double
    assert after.won() == crawford.won() == pytest.approx(0.48803)


def test_a_match_without_the_crawford_rule() -> None:
    rules = STANDARD.replace(crawford=False)
    view = CubeView.of(match_at(5, (2, 3), rules=rules))
    assert view.won() == 1 - 0.32264
    assert CubeView.of(Situation.from_match(match_at(5, (2, 3))), rules=rules).won() == view.won()
    assert CubeView.of(Situation.from_match(match_at(5, (2, 3)))).won() == pytest.approx(0.75076)


def test_money_rules_come_from_the_match_or_the_id() -> None:
    rules = RuleSet.preset("001-hu-optional")
    view = CubeView.of(match_at(None, (0, 0), rules=rules))
    assert (view.situation.jacoby, view.situation.beavers, view.situation.limit) == (True, True, 64)
    assert view.is_money
    unsaid = Situation(START, jacoby=None, beavers=None, cube_limit=None)
    assert CubeView.of(unsaid, rules=rules).situation[6:] == (True, True, 64)
    said = Situation(START, jacoby=False, beavers=False, cube_limit=8)
    assert CubeView.of(said, rules=rules).situation[6:] == (False, False, 8)
    # In a match neither rule is in force.
    assert CubeView.of(match_at(5, (0, 0), rules=rules)).situation[6:] == (False, False, 64)
    assert not CubeView.of(match_at(None, (0, 0), rules=STANDARD.replace(cube=False))).may_double


def test_another_table() -> None:
    coin = MatchEquities.default().without_crawford()
    view = CubeView.of(match_at(5, (2, 3)), equities=coin)
    assert view.won() == pytest.approx(1 - 0.32264)


def test_equities_stay_readable_where_a_single_game_decides_next_to_nothing() -> None:
    """Both are 2 away and the Crawford rule is not played: whoever wins a point is doubled at once in the next game."""
    view = CubeView.of(match_at(3, (1, 1), rules=STANDARD.replace(crawford=False)))
    assert view.won() - view.lost() < 0.03
    assert view.equity(1.0) == pytest.approx(3)
    assert view.equity(0.0) == pytest.approx(-3)
    assert view.equities([0.0, 0.25, 1.0]) == pytest.approx([-3, -1.5, 3])
    assert view.chance(view.equity(0.6)) == pytest.approx(0.6)
    state = match_at(3, (1, 1), rules=STANDARD.replace(crawford=False)).state
    assert winning_chance(state, Player.WHITE, view.equity(0.6)) == pytest.approx(0.6)


def test_a_match_before_its_opening_roll_and_one_that_is_over() -> None:
    match = Match(length=1)
    with pytest.raises(IllegalAction, match="nobody is on roll"):
        CubeView.of(match)
    assert CubeView.of(match, Player.WHITE).situation.away == 1
    match.open(RecordedDice([Roll(3, 1)]))
    match.play([(8, 5), (6, 5)])
    match.resign(Win.SINGLE, Player.BLACK)
    match.accept()
    with pytest.raises(IllegalAction, match="over"):
        CubeView.of(match)


def test_equities_and_chances_go_both_ways() -> None:
    view = CubeView.match(3, 5, 2, MINE)
    assert view.equity(view.won()) == pytest.approx(1)
    assert view.equity(view.lost()) == pytest.approx(-1)
    assert view.chance(view.equity(0.6)) == pytest.approx(0.6)
    money = CubeView.money(2, MINE)
    assert money.equity(0.3) == money.chance(0.3) == 0.3


def test_gammon_values() -> None:
    """At 2 away each, a gammon is worth what another game would be: see the first player's way to 1 away."""
    view = CubeView.match(2, 2)
    values = view.gammon_values
    assert values.win_gammon == pytest.approx((1 - 0.67736) / (0.67736 - 0.32264))
    assert values.win_backgammon == 0
    money = CubeView.money().gammon_values
    assert (money.win_gammon, money.lose_backgammon) == (0.5, 0.5)
    one_away = CubeView.match(1, 3, crawford=True)
    assert one_away.gammon_values.win_gammon == 0
    # The example of a match to 3 at 1-0.
    assert CubeView.match(2, 3).gammon_weights == pytest.approx((1.98788, 0, 1.41458, 2.57330), abs=1e-5)


def test_values_without_and_with_the_cube() -> None:
    even = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
    assert CubeView.money().cubeless(even) == pytest.approx(0)
    assert CubeView.money(2, MINE).cubeful(even, 0.68) > 0
    assert CubeView.money(2, THEIRS).cubeful(even, 0.68) < 0
    assert CubeView.money(1, NOBODYS).is_redouble is False


@pytest.mark.parametrize(
    "make",
    [
        lambda: CubeView.money(3),
        lambda: CubeView.money(128, limit=64),
        lambda: CubeView.money(0),
        lambda: CubeView.money(2, 5),
        lambda: CubeView.match(0, 3),
        lambda: CubeView.match(3, -1),
        lambda: CubeView.match(3, 20_000),
        lambda: CubeView.match(3, 4, crawford=True),
        lambda: CubeView.match(1, 4, 2, crawford=True),
        lambda: CubeView.match(1, 1, crawford=True),
    ],
)
def test_what_cannot_be(make: object) -> None:
    assert callable(make)
    with pytest.raises(SixprimeError):
        make()
