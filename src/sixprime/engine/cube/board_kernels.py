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
from sixprime.engine.cube.kernels import (
    MINE,
    NOBODYS,
    THEIRS,
    CubeSituation,
    CubeValues,
    OwnerEfficiencies,
    turns_left,
)
from sixprime.engine.cube.live_kernels import live_value
from sixprime.engine.net.kernels import is_race

ENOUGH_TURNS = 3
"""From so many doubles left, a limit of the cube makes no difference at the end of a race."""
LAST_TAKE, LAST_CASH = 0.2, 0.8
"""The take and cash point of a live cube for money where nobody can win a gammon."""
LEAST_SPREAD = 1e-6
"""Where a live cube is worth no more than a dead one its efficiency does not matter."""


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
def table_place(board: Board, checkers: int, two_sided: Floats) -> tuple[int, int]:
    """Row and column of a position in the two-sided bear-off table; -1 and -1 where it is not in it.

    The board is the view of the player on roll, `checkers` how many each side began with: a side that has borne off
    none could still lose a gammon, of which the table knows nothing.
    """
    if two_sided.shape[0] == 0 or not is_bearoff(board):
        return -1, -1
    my_checkers = 0
    their_checkers = 0
    for point in range(1, HOME_POINTS + 1):
        my_checkers += board[point]
        their_checkers -= board[25 - point]
    if my_checkers >= checkers or their_checkers >= checkers:
        return -1, -1
    mine = rank_of(board)
    theirs = opponent_rank_of(board)
    return (mine, theirs) if max(mine, theirs) < two_sided.shape[0] else (-1, -1)


@kernel
def exact_action(board: Board, checkers: int, situation: CubeSituation, two_sided: Floats) -> tuple[bool, CubeValues]:
    """What `cube_action` gives, exactly, from the two-sided bear-off table; false where the position is not in it.

    The board is the view of the player on roll, `checkers` how many each side began with. The table is for money, for
    checkers borne off by the standard rule, and knows no limit of the cube; no gammon can happen any more, so
    that the Jacoby rule changes nothing, and nobody should double who could be beavered.
    """
    nothing = CubeValues(0.0, 0.0, 0.0)
    if situation.away > 0:
        return False, nothing
    mine, theirs = table_place(board, checkers, two_sided)
    turns = turns_left(situation)
    if mine < 0 or 0 < turns < ENOUGH_TURNS:
        return False, nothing
    if turns == 0:
        dead = np.float64(two_sided[mine, theirs, CUBELESS])
        return True, CubeValues(dead, 2.0 * dead, 1.0)
    column = OWNED if situation.owner == MINE else (CENTRED if situation.owner == NOBODYS else OPPONENTS)
    taken = np.float64(two_sided[mine, theirs, OPPONENTS])
    return True, CubeValues(np.float64(two_sided[mine, theirs, column]), 2.0 * taken, 1.0)


@kernel
def table_efficiency(dead: float, exact: float, owner: int) -> float:
    """The efficiency by which Janowski's formula for money gives an exact value of the two-sided table."""
    live = live_value((dead + 1.0) / 2.0, -1.0, -1.0, 1.0, 1.0, LAST_TAKE, LAST_CASH, owner)
    if abs(live - dead) < LEAST_SPREAD:
        return 0.0
    return min(max((exact - dead) / (live - dead), 0.0), 1.0)


@kernel
def efficiencies_on(
    board: Board, checkers: int, playing_match: bool, two_sided: Floats, efficiencies: Efficiencies
) -> OwnerEfficiencies:
    """The cube's efficiencies in a position, seen by the player on roll; `checkers` is how many each side began with.

    In a match the bear-off table does not know what the cube is worth; but how much of a live cube's worth is left in
    the last few rolls, where it is turned once more or never, is much the same as for money, and follows from it. That
    is not so if the opponent risks nothing by doubling, and so doubles at the next turn whatever the position.
    """
    if playing_match:
        mine, theirs = table_place(board, checkers, two_sided)
        if mine >= 0:
            dead = np.float64(two_sided[mine, theirs, CUBELESS])
            return OwnerEfficiencies(
                table_efficiency(dead, np.float64(two_sided[mine, theirs, OWNED]), MINE),
                table_efficiency(dead, np.float64(two_sided[mine, theirs, CENTRED]), NOBODYS),
                table_efficiency(dead, np.float64(two_sided[mine, theirs, OPPONENTS]), THEIRS),
                efficiencies.bearoff,
            )
    efficiency = efficiency_of(board, efficiencies)
    return OwnerEfficiencies(efficiency, efficiency, efficiency, efficiency)
