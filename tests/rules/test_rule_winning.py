"""R16 and R18: who has won, how much a win counts, and what is paid."""

from decimal import Decimal

import pytest
from at_the_board import BLACK, WHITE, game_from, last_checker_off, opened, steps, throw, win_game, won_by_white

from sixprime import Cube, Ending, Match, Phase, Position, RuleSet, Win

# Rule 16: single, gammon, backgammon. White wins; Black's checkers are counted from Black's own home, so that
# Black's points 19 to 24 are White's home.


def test_r16_the_first_to_bear_off_all_checkers_wins() -> None:
    match = game_from(Position.of({1: 3}, {1: 1}))
    throw(match, "65")
    match.play(steps("1/off 1/off"))
    # One is left: no game has ended, and Black, with one left too, is first after all.
    assert not match.results
    assert (match.phase, match.to_act) == (Phase.TO_ROLL, BLACK)
    result = last_checker_off(match)
    assert (result.winner, result.loser, result.ending) == (BLACK, WHITE, Ending.BORNE_OFF)


@pytest.mark.parametrize("left", [14, 1])
def test_r16_single_when_the_loser_has_borne_off_at_least_one(left: int) -> None:
    result = won_by_white({6: left})
    assert (result.winner, result.win, result.points) == (WHITE, Win.SINGLE, 1)
    assert str(result.why) == f"Black has borne off {15 - left} checker{'s' if left == 1 else ''}"


@pytest.mark.parametrize("loser", [{6: 15}, {7: 1, 6: 14}, {18: 1, 6: 14}])
def test_r16_gammon_when_the_loser_has_borne_off_none(loser: dict[int, int]) -> None:
    # Checkers in either outer board make no difference: 18 is the last point before White's home.
    result = won_by_white(loser)
    assert (result.winner, result.win, result.points) == (WHITE, Win.GAMMON, 2)
    assert str(result.why) == "Black has borne off no checker"


@pytest.mark.parametrize("point", range(19, 25))
def test_r16_backgammon_when_a_checker_stands_in_the_winners_home(point: int) -> None:
    result = won_by_white({point: 1, 6: 14}, last=2 if point != 23 else 1)
    assert (result.winner, result.win, result.points) == (WHITE, Win.BACKGAMMON, 3)
    assert str(result.why) == "Black has borne off no checker and has one in the winner's home"


def test_r16_backgammon_when_a_checker_is_on_the_bar() -> None:
    result = won_by_white({25: 1, 6: 14})
    assert (result.winner, result.win, result.points) == (WHITE, Win.BACKGAMMON, 3)
    assert str(result.why) == "Black has borne off no checker and has one on the bar"


@pytest.mark.parametrize("place", [25, 22])
def test_r16_no_backgammon_once_the_loser_has_borne_off_one(place: int) -> None:
    result = won_by_white({place: 1, 6: 13})
    assert (result.win, result.points) == (Win.SINGLE, 1)


def test_r16_black_wins_by_the_same_measure() -> None:
    result = last_checker_off(game_from(Position.of({1: 1}, {25: 1, 6: 14}), on_roll=BLACK))
    assert (result.winner, result.win) == (BLACK, Win.BACKGAMMON)
    assert str(result.why) == "White has borne off no checker and has one on the bar"


# Rule 18: what is paid


@pytest.mark.parametrize(
    ("loser", "win", "points", "amount"),
    [
        ({6: 14}, Win.SINGLE, 4, "2.00"),
        ({6: 15}, Win.GAMMON, 8, "4.00"),
        ({25: 1, 6: 14}, Win.BACKGAMMON, 12, "6.00"),
    ],
)
def test_r18_stake_times_cube_times_one_two_or_three(loser: dict[int, int], win: Win, points: int, amount: str) -> None:
    # The stake is 0.50, the cube stands at 4.
    match = game_from(Position.of({1: 1}, loser), RuleSet(stake=Decimal("0.50")), cube=Cube(4, BLACK))
    last_checker_off(match)
    ((game, paid),) = match.ledger
    assert (game.winner, game.win, game.points, paid) == (WHITE, win, points, Decimal(amount))
    assert match.balance(WHITE) == Decimal(amount)
    assert match.balance(BLACK) == -Decimal(amount)
    assert match.score == {WHITE: points, BLACK: 0}


def test_r18_a_dropped_cube_pays_the_stake_before_the_double() -> None:
    match = opened(RuleSet(stake=Decimal(5)))
    match.double()
    match.take()
    throw(match, "42")
    match.play(steps("8/4 6/4"))
    match.double()  # White, who took at 2, offers 4
    match.drop()
    assert [(game.winner, paid) for game, paid in match.ledger] == [(WHITE, Decimal(10))]


def test_r18_the_ledger_adds_up_over_several_games() -> None:
    match = Match(RuleSet(stake=Decimal("2.50")))
    win_game(match, WHITE, Win.GAMMON)
    win_game(match, BLACK)
    win_game(match, BLACK, Win.BACKGAMMON)
    assert [(game.number, game.winner, paid) for game, paid in match.ledger] == [
        (1, WHITE, Decimal("5.00")),
        (2, BLACK, Decimal("2.50")),
        (3, BLACK, Decimal("7.50")),
    ]
    assert match.balance(WHITE) == Decimal("-5.00")
    assert match.balance(BLACK) == Decimal("5.00")


def test_r18_a_match_counts_points_and_pays_nothing() -> None:
    match = Match(RuleSet(stake=Decimal("2.50")), length=7)
    win_game(match, WHITE, Win.GAMMON)
    assert match.score == {WHITE: 2, BLACK: 0}
    assert match.ledger == []
    assert match.balance(WHITE) == 0
