"""Matches to a number of points: the Crawford rule, dead cubes, what is not in force there, and how a match ends."""

import pytest
from at_the_board import (
    BLACK,
    WHITE,
    game_from,
    last_checker_off,
    open_game,
    opened,
    steps,
    throw,
    why_not,
    win_game,
    won_by_white,
)

from sixprime import (
    STANDARD,
    Action,
    Cube,
    Match,
    OpeningTie,
    Phase,
    Player,
    Position,
    RecordedDice,
    RuleSet,
    Win,
)
from sixprime.core.match.events import Beavered, Doubled, PositionSet, SessionEnded

START = Position.standard()


def both_try_to_double(match: Match) -> tuple[bool, bool]:
    """Open the game and see who may double on the own first turn after the opening: White, Black."""
    open_game(match)
    black = Action.DOUBLE in match.actions(BLACK)
    throw(match, "42")
    match.play(steps("8/4 6/4"))
    white = Action.DOUBLE in match.actions(WHITE)
    match.undo_to(match.version - 4)
    return white, black


# The Crawford game


@pytest.mark.parametrize("leader", list(Player))
def test_crawford_nobody_doubles_in_the_first_game_at_match_point(leader: Player) -> None:
    match = Match(length=5)
    win_game(match, leader, Win.GAMMON)
    before = match.state
    win_game(match, leader, Win.GAMMON)
    assert match.away(leader) == 1
    assert (before.is_crawford, match.state.is_crawford) == (False, True)
    assert both_try_to_double(match) == (False, False)
    open_game(match)
    assert "nobody may double in the Crawford game" in why_not(match, Doubled(BLACK))


def test_crawford_afterwards_the_trailer_doubles_again() -> None:
    match = Match(length=5)
    win_game(match, WHITE, Win.GAMMON)
    win_game(match, WHITE, Win.GAMMON)
    win_game(match, BLACK)  # the Crawford game: 4-1
    assert not match.state.is_crawford
    # White is one point away and has no use for the cube; Black has.
    assert both_try_to_double(match) == (False, True)


def test_crawford_there_is_exactly_one_in_a_match() -> None:
    match = Match(length=3)
    crawford: list[bool] = []
    for winner in (WHITE, BLACK, WHITE, BLACK, WHITE):
        crawford.append(match.state.is_crawford)
        win_game(match, winner)
    # 0-0, 1-0, 1-1, 2-1 (the Crawford game), 2-2
    assert crawford == [False, False, False, True, False]
    assert match.phase is Phase.OVER


def test_crawford_it_counts_gammons_and_goes_to_the_leader_as_any_game() -> None:
    match = Match(length=5)
    win_game(match, WHITE, Win.GAMMON)
    win_game(match, WHITE, Win.GAMMON)
    win_game(match, BLACK, Win.BACKGAMMON)
    assert match.score == {WHITE: 4, BLACK: 3}


def test_crawford_none_in_money_play_nor_in_a_match_to_one_point() -> None:
    money = Match()
    win_game(money, WHITE, Win.GAMMON)
    assert not money.state.is_crawford
    assert both_try_to_double(money) == (True, True)
    assert not Match(length=1).state.is_crawford


def test_crawford_none_where_the_rules_have_none() -> None:
    match = Match(RuleSet(crawford=False), length=3)
    win_game(match, WHITE, Win.GAMMON)
    assert not match.state.is_crawford
    assert both_try_to_double(match) == (False, True)


def test_crawford_no_automatic_double_in_it() -> None:
    match = Match(RuleSet(opening_tie=OpeningTie.AUTOMATIC_DOUBLE), length=3)
    match.open(RecordedDice(["22"]))
    assert match.state.cube == Cube(2)
    match.resign(Win.SINGLE, BLACK)
    match.accept()
    assert match.state.is_crawford
    match.open(RecordedDice(["22"]))
    assert match.state.cube == Cube(1)


def test_crawford_a_set_up_game_can_be_the_crawford_game() -> None:
    match = Match(length=5)
    match.apply(PositionSet(START, WHITE, score=(1, 4), crawford=True))
    assert "nobody may double in the Crawford game" in why_not(match, Doubled(WHITE))
    match.resign(Win.SINGLE, BLACK)
    match.accept()
    assert match.score == {WHITE: 2, BLACK: 4}
    assert not match.state.is_crawford


@pytest.mark.parametrize(
    ("length", "event"),
    [
        (None, PositionSet(START, WHITE, crawford=True)),  # money play
        (1, PositionSet(START, WHITE, crawford=True)),  # a match to one point has none
        (5, PositionSet(START, WHITE, score=(3, 2), crawford=True)),  # nobody is at match point
        (5, PositionSet(START, WHITE, score=(4, 4), crawford=True)),  # who came to 4 first has had it
        (5, PositionSet(START, WHITE, score=(4, 2), crawford=True, crawford_over=True)),  # one only
        (5, PositionSet(START, WHITE, score=(3, 2), crawford_over=True)),  # over before anybody is at match point
    ],
)
def test_crawford_a_set_up_that_contradicts_the_score_is_refused(length: int | None, event: PositionSet) -> None:
    assert "Crawford" in why_not(Match(length=length), event)


def test_crawford_a_set_up_game_at_match_point_that_is_not_it_comes_after_it() -> None:
    match = game_from(START, length=5, score=(4, 1))
    match.resign(Win.SINGLE, WHITE)
    match.accept()
    # The first game at 4 points, of which the Crawford rule speaks, has been played.
    assert match.score == {WHITE: 4, BLACK: 2}
    assert not match.state.is_crawford


# Dead cubes


@pytest.mark.parametrize(
    ("score", "cube", "dead"),
    [
        ((0, 0), Cube(1), False),
        ((3, 0), Cube(1), False),
        ((4, 0), Cube(1), True),
        ((3, 0), Cube(2, WHITE), True),
        ((2, 0), Cube(2, WHITE), False),
        ((1, 4), Cube(4, WHITE), True),
        ((0, 4), Cube(4, WHITE), False),
    ],
)
def test_dead_cube_no_double_by_who_wins_the_match_without(score: tuple[int, int], cube: Cube, dead: bool) -> None:
    match = game_from(START, RuleSet(crawford=False), length=5, score=score, cube=cube)
    assert (Action.DOUBLE in match.actions(WHITE)) is not dead
    if dead:
        assert "the cube is dead" in why_not(match, Doubled(WHITE))


def test_dead_cube_in_a_match_to_one_point() -> None:
    assert "the cube is dead" in why_not(opened(length=1), Doubled(BLACK))


def test_dead_cube_unknown_to_money_play() -> None:
    match = game_from(START, score=(100, 0), cube=Cube(64, WHITE))
    match.double()
    assert match.phase is Phase.TO_ANSWER_CUBE


# What is for money only


def test_match_has_no_beavers_and_no_raccoons() -> None:
    match = opened(RuleSet(beavers=True, raccoons=True), length=9)
    match.double()
    assert "money play, not for matches" in why_not(match, Beavered(WHITE))
    assert set(match.actions(WHITE)) == {Action.TAKE, Action.DROP}


def test_match_has_no_jacoby_rule() -> None:
    assert won_by_white({6: 15}, RuleSet(jacoby=True), length=9).points == 2


def test_match_has_automatic_doubles_where_the_rules_have_them() -> None:
    match = Match(RuleSet(opening_tie=OpeningTie.AUTOMATIC_DOUBLE), length=9)
    match.open(RecordedDice(["33"]))
    assert match.state.cube == Cube(2)


# The end


def test_match_ends_when_a_player_has_the_points() -> None:
    match = Match(length=3)
    win_game(match, BLACK, Win.GAMMON)
    assert match.phase is not Phase.OVER
    win_game(match, BLACK, Win.BACKGAMMON)
    assert match.result is not None
    assert (match.result.winner, match.result.score) == (BLACK, (0, 5))
    assert str(match.result.why) == "Black has reached 3 points"
    assert match.away(BLACK) == 0
    assert match.actions(WHITE) == match.actions(BLACK) == ()
    assert "the match is over" in why_not(match, Doubled(BLACK))


def test_match_is_not_ended_by_agreement() -> None:
    assert "a match is played to its end" in why_not(Match(length=3), SessionEnded())


def test_match_is_won_by_the_last_checker_off_and_by_a_dropped_cube() -> None:
    match = game_from(Position.of({1: 1}, {6: 14}), length=3, score=(2, 2))
    last_checker_off(match)
    assert match.result is not None
    assert match.result.winner is WHITE
    match = game_from(START, STANDARD, length=3, score=(1, 0), cube=Cube(1))
    match.double()
    match.drop()
    assert match.result is None
    assert match.score == {WHITE: 2, BLACK: 0}
    match = game_from(START, STANDARD, length=5, score=(1, 0), cube=Cube(2, WHITE))
    match.double()
    match.take()
    match.resign(Win.SINGLE, BLACK)
    match.accept()
    assert match.result is not None
    assert match.result.score == (5, 0)
