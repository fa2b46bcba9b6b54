"""Resignations: offered at one, two or three times the cube, accepted or declined, in every phase that allows it."""

from collections.abc import Callable

import pytest
from at_the_board import BLACK, WHITE, game_from, opened, throw, why_not, win_game

from sixprime import Action, Cube, Ending, IllegalAction, Match, Phase, Player, Position, Roll, RuleSet, Win
from sixprime.core.match.events import Doubled, Played, ResignationAccepted, ResignationDeclined, Resigned, Rolled


def before_the_opening() -> Match:
    return Match()


def before_the_roll() -> Match:
    return opened()


def before_the_play() -> Match:
    match = opened()
    throw(match, "65")
    return match


RUNNING: list[tuple[Callable[[], Match], Phase]] = [
    (before_the_opening, Phase.OPENING),
    (before_the_roll, Phase.TO_ROLL),
    (before_the_play, Phase.TO_PLAY),
]


@pytest.mark.parametrize("win", list(Win))
@pytest.mark.parametrize("loser", list(Player))
@pytest.mark.parametrize(("begin", "phase"), RUNNING)
def test_resignation_accepted_ends_the_game(begin: Callable[[], Match], phase: Phase, loser: Player, win: Win) -> None:
    match = begin()
    assert match.phase is phase
    match.resign(win, loser)
    assert (match.phase, match.to_act) == (Phase.TO_ANSWER_RESIGNATION, loser.opponent)
    match.accept()
    (game,) = match.results
    assert (game.winner, game.ending, game.win, game.points) == (loser.opponent, Ending.RESIGNED, win, int(win))
    assert str(game.why).startswith(f"{loser} resigns")
    assert match.phase is Phase.OPENING


@pytest.mark.parametrize("win", list(Win))
@pytest.mark.parametrize("loser", list(Player))
@pytest.mark.parametrize(("begin", "phase"), RUNNING)
def test_resignation_declined_leaves_everything_as_it_was(
    begin: Callable[[], Match], phase: Phase, loser: Player, win: Win
) -> None:
    match = begin()
    before = match.state
    match.resign(win, loser)
    match.decline()
    assert match.state == before
    assert match.phase is phase
    # It may be offered again.
    match.resign(Win.BACKGAMMON, loser)
    match.accept()
    assert match.results[0].points == 3


def test_resignation_is_answered_by_the_other_player_before_the_game_goes_on() -> None:
    match = before_the_roll()
    match.resign(Win.SINGLE, BLACK)
    assert match.actions(BLACK) == ()
    assert set(match.actions(WHITE)) == {Action.ACCEPT, Action.DECLINE}
    assert "not Black's turn" in why_not(match, ResignationAccepted(BLACK))
    assert "not Black's turn" in why_not(match, ResignationDeclined(BLACK))
    assert "White has to answer the resignation" in why_not(match, Rolled(BLACK, Roll(6, 5)))
    assert "White has to answer the resignation" in why_not(match, Doubled(BLACK))
    assert "White has to answer the resignation" in why_not(match, Played(BLACK))
    assert "White has to answer the resignation" in why_not(match, Resigned(WHITE, Win.SINGLE))


@pytest.mark.parametrize("player", list(Player))
def test_resignation_is_not_offered_while_the_cube_waits(player: Player) -> None:
    match = opened()
    match.double()
    assert "White has to answer the double" in why_not(match, Resigned(player, Win.SINGLE))
    assert Action.RESIGN not in match.actions(player)


def test_resignation_is_not_offered_after_the_end() -> None:
    match = Match(length=1)
    win_game(match, WHITE)
    assert "the match is over" in why_not(match, Resigned(BLACK, Win.SINGLE))


def test_resignation_there_is_nothing_to_answer_without_one() -> None:
    match = opened()
    assert "Black has to roll or double" in why_not(match, ResignationAccepted(BLACK))
    assert "Black has to roll or double" in why_not(match, ResignationDeclined(WHITE))


@pytest.mark.parametrize("win", list(Win))
def test_resignation_counts_times_the_cube(win: Win) -> None:
    match = game_from(Position.standard(), cube=Cube(4, WHITE))
    match.resign(win, BLACK)
    match.accept()
    assert match.results[0].points == 4 * win


@pytest.mark.parametrize("win", [Win.GAMMON, Win.BACKGAMMON])
def test_resignation_of_a_gammon_under_jacoby_needs_a_turned_cube(win: Win) -> None:
    match = opened(RuleSet(jacoby=True))
    assert "by the Jacoby rule gammons do not count" in why_not(match, Resigned(BLACK, win))
    assert Action.RESIGN in match.actions(BLACK)
    match.double()
    match.take()
    match.resign(win, BLACK)
    match.accept()
    assert match.results[0].points == 2 * win


def test_resignation_of_a_single_game_under_jacoby_is_always_possible() -> None:
    match = opened(RuleSet(jacoby=True))
    match.resign(Win.SINGLE, WHITE)
    match.accept()
    assert match.results[0].points == 1


def test_resignation_of_a_gammon_in_a_match_ignores_jacoby() -> None:
    match = opened(RuleSet(jacoby=True), length=7)
    match.resign(Win.GAMMON, WHITE)
    match.accept()
    assert match.score == {WHITE: 0, BLACK: 2}


def test_resignation_can_lose_the_match() -> None:
    match = opened(length=3)
    match.resign(Win.BACKGAMMON, WHITE)
    match.accept()
    assert match.result is not None
    assert (match.result.winner, str(match.result.why)) == (BLACK, "Black has reached 3 points")


@pytest.mark.parametrize("value", [0, 4, "gammon", None])
def test_resignation_of_another_value_is_refused_with_the_reason(value: object) -> None:
    match = opened()
    with pytest.raises(IllegalAction, match="a resignation is 1, 2 or 3"):
        match.resign(value, BLACK)  # type: ignore[arg-type]
    assert match.phase is Phase.TO_ROLL
