"""Finds out how a game ended from what a file says: capped points, resignations that only the score shows."""

from __future__ import annotations

from sixprime.core import GameResult, Phase, Player, State, Win
from sixprime.core.match import events as ev


def resignation_worth(state: State, points: int | None) -> Win:
    """What was resigned if it scored so many points at this cube; at most a backgammon."""
    if points is None or points <= state.cube.value:
        return Win.SINGLE
    return Win.GAMMON if points <= 2 * state.cube.value else Win.BACKGAMMON


def finishing_play(state: State, winner: Player) -> ev.Played | None:
    """The play that bears off the winner's last checkers, if it is legal with the roll on the table."""
    if state.phase is not Phase.TO_PLAY or state.on_roll is not winner:
        return None
    position = state.position
    if position.checkers - position.off > 4 or not position.all_home:
        return None
    for play in state.legal_plays:
        if play.result.off == play.result.checkers:
            return ev.Played(winner, play.pairs)
    return None


def is_capped(after: State, game: GameResult, points: int) -> bool:
    """Whether the points of a file are those of the game, written in another way.

    Some sites write the points that the winner still needed, or a very high number if a player left. In both cases the
    match is over.
    """
    if after.phase is not Phase.OVER or after.length is None:
        return False
    needed = after.length - (after.points_of(game.winner) - game.points)
    return points >= needed


def score_difference(before: tuple[int, int], after: tuple[int, int] | None) -> tuple[Player, int] | None:
    """Who won how many points between two scores; None if the scores do not show it."""
    if after is None:
        return None
    white, black = after[0] - before[0], after[1] - before[1]
    if white > 0 and black == 0:
        return Player.WHITE, white
    if black > 0 and white == 0:
        return Player.BLACK, black
    return None
