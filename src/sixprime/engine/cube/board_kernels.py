"""What the board tells about the cube, in machine code: its efficiency, and exact values at the end of a race."""

from typing import NamedTuple

import numpy as np

from sixprime.compiled.arrays import Board, Floats
from sixprime.compiled.jit import kernel
from sixprime.engine.bearoff.kernels import (
    CENTRED,
    CUBELESS,
    HOME_POINTS,
    OPPONENTS,
    OWNED,
    is_bearoff,
    opponent_rank_of,
    rank_of,
)
from sixprime.engine.cube.kernels import MINE, NOBODYS, CubeSituation, CubeValues, turns_left
from sixprime.engine.net.kernels import is_race

ENOUGH_TURNS = 3
"""From so many doubles left, a limit of the cube makes no difference at the end of a race."""


class Efficiencies(NamedTuple):
    """How near the cube comes to a live one, by the phase of the game. In races it grows with the pips to go."""

    contact: float
    race: float
    race_by_pip: float
    race_least: float
    race_most: float
    bearoff: float


GNUBG_EFFICIENCIES = Efficiencies(0.68, 0.55, 0.00125, 0.6, 0.7, 0.6)
"""The efficiencies that GNU Backgammon takes."""
DEFAULT_EFFICIENCIES = Efficiencies(0.76, 0.71, 0.00085, 0.74, 0.8, 0.76)
"""Our own, fitted by rollouts (benchmarks/efficiency.py)."""


@kernel
def efficiency_of(board: Board, efficiencies: Efficiencies) -> float:
    """The cube's efficiency in a position, seen by the player on roll."""
    if is_bearoff(board):
        return efficiencies.bearoff
    if not is_race(board):
        return efficiencies.contact
    pips = 0
    for point in range(1, 26):
        pips += point * max(int(board[point]), 0)
    linear = efficiencies.race + efficiencies.race_by_pip * pips
    return min(max(linear, efficiencies.race_least), efficiencies.race_most)


@kernel
def exact_action(board: Board, checkers: int, situation: CubeSituation, two_sided: Floats) -> tuple[bool, CubeValues]:
    """What `cube_action` gives, exactly, from the two-sided bear-off table; false where the position is not in it.

    The board is the view of the player on roll, `checkers` how many each side began with. The table is for money, for
    checkers borne off by the standard rule, and knows no limit of the cube; no gammon can happen any more, so
    that the Jacoby rule changes nothing, and nobody should double who could be beavered.
    """
    nothing = CubeValues(0.0, 0.0, 0.0)
    if situation.away > 0 or two_sided.shape[0] == 0 or not is_bearoff(board):
        return False, nothing
    my_checkers = 0
    their_checkers = 0
    for point in range(1, HOME_POINTS + 1):
        my_checkers += board[point]
        their_checkers -= board[25 - point]
    if my_checkers >= checkers or their_checkers >= checkers:
        return False, nothing
    mine = rank_of(board)
    theirs = opponent_rank_of(board)
    turns = turns_left(situation)
    if max(mine, theirs) >= two_sided.shape[0] or 0 < turns < ENOUGH_TURNS:
        return False, nothing
    if turns == 0:
        dead = np.float64(two_sided[mine, theirs, CUBELESS])
        return True, CubeValues(dead, 2.0 * dead, 1.0)
    column = OWNED if situation.owner == MINE else (CENTRED if situation.owner == NOBODYS else OPPONENTS)
    taken = np.float64(two_sided[mine, theirs, OPPONENTS])
    return True, CubeValues(np.float64(two_sided[mine, theirs, column]), 2.0 * taken, 1.0)
