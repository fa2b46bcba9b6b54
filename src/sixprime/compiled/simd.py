"""SIMD operations for kernels: one instruction works on many numbers at once.

The compiler vectorises most loops over arrays by itself. Here is what it does not find: masks and lists of places made
by comparing many numbers without a branch, and sums of rows that stay in registers until they are complete. The
compiler chooses the width of the registers.

Here the operations are in plain Python, for when nothing is compiled; `simd_instructions` has them as LLVM
instructions.
"""

import numpy as np

from sixprime.compiled.arrays import Board, Flags, Floats, Shorts
from sixprime.compiled.jit import with_instruction

INSTRUCTIONS = "sixprime.compiled.simd_instructions"

LANES = 8
"""Places that are listed together: arrays for lists need this many places to spare."""
BLOCK = 64
"""Numbers of a sum that are kept in registers together: the rows of `add_rows` have a multiple of this."""
ROW = 24
"""Numbers in a row of `positive_rows`."""
WORD = 64
"""Numbers that `positive_rows` looks at together."""
AT_ONCE = 2
"""Rows that `positive_rows` adds together."""


def _orders() -> Shorts:
    """For each mask of some places these places, the marked ones first."""
    rows = [sorted(range(LANES), key=lambda place: not mask >> place & 1) for mask in range(1 << LANES)]
    return np.array(rows, dtype=np.int16)


ORDERS = _orders()
"""For each mask of LANES places the marked places first: lists of places are put together from its rows."""


def _mask(points: Flags) -> int:
    marked: list[int] = np.flatnonzero(points).tolist()
    return sum(1 << point for point in marked)


@with_instruction(INSTRUCTIONS)
def points_above(board: Board, count: int) -> int:
    """A mask of the points that hold more than so many checkers of the mover; bit p for point p."""
    return _mask(board > count)


@with_instruction(INSTRUCTIONS)
def points_below(board: Board, count: int) -> int:
    """A mask of the points whose number of checkers is below `count`; bit p for point p.

    The opponent's checkers count negative: below 0 are the opponent's points, below -1 those with two or more.
    """
    return _mask(board < count)


@with_instruction(INSTRUCTIONS)
def points_that_differ(board: Board, other: Board) -> int:
    """A mask of the points where two boards differ."""
    return _mask(board != other)


@with_instruction(INSTRUCTIONS)
def copy_board(board: Board, other: Board) -> None:
    """Copy a board to `other`."""
    other[:] = board


@with_instruction(INSTRUCTIONS)
def turn_board(board: Board, other: Board) -> None:
    """Copy a board, as the opponent sees it, to `other`, which may be the board itself."""
    other[:] = -board[::-1]


@with_instruction(INSTRUCTIONS)
def sigmoid_inplace(values: Floats, start: int) -> None:
    """Replace LANES values, from `start` on, by their logistic function."""
    some = values[start : start + LANES]
    some[:] = 1 / (1 + np.exp(-np.clip(some, -80, 80)))


@with_instruction(INSTRUCTIONS)
def list_changes(
    now: Floats,
    before: Floats,
    length: int,
    orders: Shorts,  # noqa: ARG001  # what the instructions put the list together from
    places: Shorts,
    differences: Floats,
) -> int:
    """List the places where two rows of numbers, a multiple of LANES, differ. Returns how many there are.

    `differences` gets the difference at each place.
    """
    found = np.flatnonzero(now[:length] != before[:length])
    places[: len(found)] = found
    differences[:length] = now[:length] - before[:length]
    return len(found)


@with_instruction(INSTRUCTIONS)
def add_rows(
    base: Floats,
    changes: Shorts,
    used: int,
    weights: Floats,
    places: Shorts,
    factors: Floats,
    listed: int,
    more_weights: Floats,
    total: Floats,
) -> None:
    """`base` plus some rows of two matrices becomes `total`.

    Each of the first `used` of `changes` adds a row of `weights`, or takes one away: +(row + 1) or -(row + 1). Each
    of the first `listed` of `places` adds that row of `more_weights`, times the factor at that place.
    """
    rows = changes[:used]
    listed_rows = places[:listed]
    signs = np.sign(rows).astype(np.float32)
    width = weights.shape[1]
    more = factors[listed_rows] @ more_weights[listed_rows] if listed else np.float32(0.0)
    total[:width] = base[:width] + signs @ weights[abs(rows) - 1] + more


@with_instruction(INSTRUCTIONS)
def positive_rows(numbers: Floats, weights: Floats, bias: Floats, total: Floats) -> None:
    """`bias` plus the rows of `weights` where a number is positive becomes `total`, each row times its number.

    The numbers are a multiple of WORD, the rows have ROW numbers.
    """
    total[:ROW] = bias + np.maximum(numbers, 0) @ weights


@with_instruction(INSTRUCTIONS)
def last_rows(numbers: Floats, count: int, weights: Floats) -> None:
    """Put a layer of LANES units on `count` others, in place.

    The first LANES of the numbers become those behind `count`, plus a row of `weights` for each of the others that
    is positive, times that.
    """
    numbers[:LANES] = numbers[count : count + LANES] + np.maximum(numbers[:count], 0) @ weights
