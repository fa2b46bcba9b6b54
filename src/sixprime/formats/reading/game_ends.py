"""Finds out how a game ended from what a file says: capped points, resignations that only the score shows."""

from __future__ import annotations

from sixprime.core import Cube, GameResult, Phase, Play, Player, State, Win
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


def bear_off_play(state: State) -> Play | None:
    """The play of the roll on the table that bears off most checkers; None unless this is a race with all at home."""
    position = state.position
    if state.phase is not Phase.TO_PLAY or not position.all_home:
        return None
    if any(count < 0 for count in position.points[: position.rearmost]):
        return None
    return max(state.legal_plays, key=lambda play: play.result.off)


def cube_of_result(state: State, followed: Cube, winner: Player, points: int) -> Cube:
    """The cube at which a game counts so many points; `followed` is where the file's doubles left it.

    The points may be all that the winner needed; then the cube is as followed, or as high as that takes.
    """
    factors = [int(win) for win in Win]
    needed = None if state.length is None else state.length - state.points_of(winner)
    for cube in (followed, state.cube):
        most = cube.value * factors[-1]
        if any(cube.value * factor == points for factor in factors):
            return cube
        if needed is not None and points >= needed and most >= needed:
            return cube
    wanted = points if needed is None else min(points, needed)
    for factor in factors:
        value, rest = divmod(wanted, factor)
        if rest == 0 and value & (value - 1) == 0 and value > 0:
            return Cube(value, followed.owner if value > 1 else None)
    return followed


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
