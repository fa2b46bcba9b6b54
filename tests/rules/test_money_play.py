"""Money sessions: automatic doubles, the Jacoby rule, beavers and raccoons, and the end of a session."""

from decimal import Decimal

import pytest
from at_the_board import (
    BLACK,
    WHITE,
    game_from,
    last_checker_off,
    opened,
    steps,
    throw,
    why_not,
    win_game,
    won_by_white,
)

from sixprime import Action, Cube, Ending, Match, OpeningTie, Phase, Position, RecordedDice, Roll, RuleSet, Win
from sixprime.core.match.events import Beavered, Doubled, PositionSet, Raccooned, Rolled, SessionEnded

AUTOMATIC = RuleSet(opening_tie=OpeningTie.AUTOMATIC_DOUBLE)
BEAVERS = RuleSet(beavers=True)
RACCOONS = RuleSet(beavers=True, raccoons=True)
JACOBY = RuleSet(jacoby=True)


# Automatic doubles


def test_automatic_double_leaves_the_cube_to_both() -> None:
    match = Match(AUTOMATIC)
    match.open(RecordedDice(["66"]))
    match.open(RecordedDice(["31"]))
    match.play(steps("8/5 6/5"))
    assert match.state.cube == Cube(2, None)
    assert Action.DOUBLE in match.actions(BLACK)
    match.double()
    match.take()
    assert match.state.cube == Cube(4, WHITE)


def test_automatic_double_raises_the_price_of_the_game() -> None:
    match = Match(AUTOMATIC.replace(stake=Decimal(3)))
    match.open(RecordedDice(["66"]))
    match.open(RecordedDice(["31"]))
    match.play(steps("8/5 6/5"))
    match.double()
    match.drop()
    assert [(game.winner, game.points, paid) for game, paid in match.ledger] == [(BLACK, 2, Decimal(6))]
    # The next game starts from 1 again, and may have automatic doubles of its own.
    assert match.state.cube == Cube(1)
    match.open(RecordedDice(["22"]))
    assert match.state.cube == Cube(2)


def test_automatic_double_counts_anew_in_each_game() -> None:
    match = Match(AUTOMATIC.replace(automatic_double_limit=1))
    for _ in range(2):
        match.open(RecordedDice(["66"]))
        match.open(RecordedDice(["66"]))
        assert match.state.cube == Cube(2)
        match.open(RecordedDice(["31"]))
        match.resign(Win.SINGLE, BLACK)
        match.accept()
    assert match.score == {WHITE: 4, BLACK: 0}


def test_automatic_double_stops_at_the_limit_of_the_cube() -> None:
    match = Match(AUTOMATIC.replace(cube_limit=4))
    for value in (2, 4, 4, 4):
        match.open(RecordedDice(["11"]))
        assert match.state.cube == Cube(value)
    match.open(RecordedDice(["31"]))
    match.play(steps("8/5 6/5"))
    assert "at its limit, 4" in why_not(match, Doubled(BLACK))


# The Jacoby rule


def test_jacoby_an_automatic_double_does_not_count_as_turned() -> None:
    result = won_by_white({6: 15}, JACOBY, cube=Cube(2, None))
    assert (result.win, result.points) == (Win.GAMMON, 2)
    assert "by the Jacoby rule it counts once" in str(result.why)


def test_jacoby_after_a_taken_double_gammons_count() -> None:
    match = opened(JACOBY)
    before = match.state
    match.double()
    match.take()
    assert (before.gammons_count, match.state.gammons_count) == (False, True)
    result = won_by_white({25: 1, 6: 14}, JACOBY, cube=Cube(2, WHITE))
    assert (result.points, str(result.why)) == (6, "Black has borne off no checker and has one on the bar")


def test_jacoby_makes_no_difference_to_a_single_game() -> None:
    result = won_by_white({6: 14}, JACOBY)
    assert (result.points, str(result.why)) == (1, "Black has borne off 1 checker")


def test_jacoby_a_new_game_starts_unturned() -> None:
    match = opened(JACOBY)
    match.double()
    match.take()
    match.resign(Win.GAMMON, BLACK)
    match.accept()
    assert match.results[0].points == 4
    assert not match.state.gammons_count


# Beavers and raccoons


def doubled(rules: RuleSet, cube: Cube = Cube(1)) -> Match:  # noqa: B008  # a value
    """White has just doubled from the start position; Black has to answer."""
    match = game_from(Position.standard(), rules, cube=cube)
    match.double()
    return match


def test_beaver_the_doubler_takes_it_and_rolls() -> None:
    match = doubled(BEAVERS)
    assert set(match.actions(BLACK)) == {Action.TAKE, Action.DROP, Action.BEAVER}
    match.beaver()
    assert (match.phase, match.to_act) == (Phase.TO_ANSWER_CUBE, WHITE)
    assert set(match.actions(WHITE)) == {Action.TAKE, Action.DROP}
    assert match.actions(BLACK) == ()
    match.take()
    assert (match.phase, match.to_act, match.state.cube) == (Phase.TO_ROLL, WHITE, Cube(4, BLACK))


def test_beaver_the_doubler_may_drop_it_for_the_doubled_stake() -> None:
    match = doubled(BEAVERS)
    match.beaver()
    match.drop()
    (game,) = match.results
    assert (game.winner, game.ending, game.points) == (BLACK, Ending.DROPPED, 2)
    assert str(game.why) == "White drops the cube at 4"


def test_beaver_the_doubled_player_may_still_just_take_or_drop() -> None:
    match = doubled(BEAVERS)
    match.take()
    assert match.state.cube == Cube(2, BLACK)
    match = doubled(BEAVERS)
    match.drop()
    assert (match.results[0].winner, match.results[0].points) == (WHITE, 1)


def test_beaver_its_owner_may_redouble_later() -> None:
    match = doubled(BEAVERS)
    match.beaver()
    match.take()
    throw(match, "31")
    match.play(steps("8/5 6/5"))
    match.double()
    match.take()
    assert match.state.cube == Cube(8, WHITE)


def test_beaver_answers_redoubles_too() -> None:
    match = doubled(BEAVERS, Cube(2, WHITE))
    match.beaver()
    match.take()
    assert match.state.cube == Cube(8, BLACK)


def test_beaver_answers_doubles_only() -> None:
    match = game_from(Position.standard(), RACCOONS)
    assert "White has to roll or double" in why_not(match, Beavered(BLACK))
    match.double()
    assert "not White's turn" in why_not(match, Beavered(WHITE))
    match.beaver()
    assert "a beaver answers a double" in why_not(match, Beavered(WHITE))
    assert "White has to answer the double" in why_not(match, Rolled(WHITE, Roll(2, 1)))


def test_beaver_does_not_pass_the_limit_of_the_cube() -> None:
    match = doubled(BEAVERS.replace(cube_limit=2))
    assert "beyond its limit, 2" in why_not(match, Beavered(BLACK))
    assert Action.BEAVER not in match.actions(BLACK)
    match = doubled(BEAVERS.replace(cube_limit=4))
    match.beaver()
    match.take()
    assert match.state.cube == Cube(4, BLACK)


def test_beaver_counts_as_a_turned_cube() -> None:
    match = doubled(BEAVERS.replace(jacoby=True))
    match.beaver()
    match.take()
    assert match.state.gammons_count


def test_raccoon_turns_the_cube_a_third_time_and_the_beaver_keeps_it() -> None:
    match = doubled(RACCOONS)
    assert "a raccoon answers a beaver" in why_not(match, Raccooned(BLACK))
    match.beaver()
    assert set(match.actions(WHITE)) == {Action.TAKE, Action.DROP, Action.RACCOON}
    match.raccoon()
    assert (match.to_act, set(match.actions(BLACK))) == (BLACK, {Action.TAKE, Action.DROP})
    assert "a raccoon answers a beaver" in why_not(match, Raccooned(BLACK))
    assert "a beaver answers a double" in why_not(match, Beavered(BLACK))
    match.take()
    assert (match.to_act, match.state.cube) == (WHITE, Cube(8, BLACK))


def test_raccoon_dropped_costs_what_the_beaver_asked() -> None:
    match = doubled(RACCOONS)
    match.beaver()
    match.raccoon()
    match.drop()
    (game,) = match.results
    assert (game.winner, game.points, str(game.why)) == (WHITE, 4, "Black drops the cube at 8")


def test_raccoon_does_not_pass_the_limit_of_the_cube() -> None:
    match = doubled(RACCOONS.replace(cube_limit=4))
    match.beaver()
    assert "beyond its limit, 4" in why_not(match, Raccooned(WHITE))
    assert set(match.actions(WHITE)) == {Action.TAKE, Action.DROP}


# The end of a session


def test_session_is_ended_between_two_games() -> None:
    match = Match(RuleSet(stake=Decimal(2)))
    win_game(match, BLACK, Win.GAMMON)
    match.end()
    assert match.result is not None
    assert (match.result.winner, match.result.score) == (BLACK, (0, 2))
    assert str(match.result.why) == "the session was ended"
    assert (match.phase, match.balance(BLACK)) == (Phase.OVER, Decimal(4))
    assert "the match is over" in why_not(match, SessionEnded())
    assert match.actions(WHITE) == ()


def test_session_can_end_level() -> None:
    match = Match()
    match.end()
    assert match.result is not None
    assert (match.result.winner, match.result.score) == (None, (0, 0))


def test_session_is_not_ended_during_a_game() -> None:
    match = opened(AUTOMATIC)
    assert "only between two games" in why_not(match, SessionEnded())
    throw(match, "42")
    assert "only between two games" in why_not(match, SessionEnded())
    match = opened()
    match.double()
    assert "only between two games" in why_not(match, SessionEnded())
    # An automatic double has been thrown: this game has begun.
    match = Match(AUTOMATIC)
    match.open(RecordedDice(["44"]))
    assert "only between two games" in why_not(match, SessionEnded())


def test_session_goes_on_however_high_the_score() -> None:
    match = game_from(Position.of({1: 1}, {6: 15}), cube=Cube(64, BLACK), score=(9_000, 0))
    last_checker_off(match)
    assert match.score == {WHITE: 9_128, BLACK: 0}
    assert match.phase is Phase.OPENING


def test_session_a_position_set_up_later_keeps_the_score_and_the_ledger_in_step() -> None:
    match = Match()
    win_game(match, WHITE, Win.GAMMON)
    match.apply(PositionSet(Position.standard(), WHITE, score=(2, 0)))
    assert match.score[WHITE] == match.balance(WHITE) == 2


@pytest.mark.parametrize("score", [(0, 0), (7, 0)])
def test_session_a_position_set_up_later_cannot_change_the_score(score: tuple[int, int]) -> None:
    match = Match()
    win_game(match, WHITE, Win.GAMMON)
    assert "score" in why_not(match, PositionSet(Position.standard(), WHITE, score=score))
