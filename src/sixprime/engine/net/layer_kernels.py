"""The layers of the net in machine code: the first one, which sums up columns and features, and those above it.

The sum of the first layer stays in registers while columns and features are added to it. Of its units only those that
are on are looked at further.
"""

import math

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Floats, Shorts
from sixprime.compiled.bits import lowest_one
from sixprime.compiled.jit import inlined_float_kernel, lean_float_kernel, lean_kernel
from sixprime.compiled.simd import add_rows, last_rows, points_that_differ, positive_rows, sigmoid_inplace


@lean_float_kernel
def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))


@lean_kernel
def _note_differences(place: int, side: int, before: int, after: int, changes: Shorts, used: int) -> int:
    """Note the columns of one side on one point; how many changes there are then."""
    step = 1 if after > before else -1
    while before != after:
        changes[used] = step * (core.point_column(place, side, max(before, before + step)) + 1)
        used += 1
        before += step
    return used


@lean_kernel
def column_differences(board: Board, result: Board, borne_off: int, changes: Shorts) -> int:
    """Which columns a play switches on and off, as `core.column_changes` has them, from the boards before and after it.

    `borne_off` counts the mover's checkers that are off before the play. Returns how many changes there are.
    """
    used = 0
    fewer = 0
    points = points_that_differ(board, result)
    while points:
        point = lowest_one(points)
        points &= points - 1
        before = int(board[point])
        after = int(result[point])
        own_before = max(before, 0)
        own_after = max(after, 0)
        fewer += own_before - own_after
        used = _note_differences(point, 0, own_before, own_after, changes, used)
        if before < 0:
            place = core.BAR if point == 0 else point
            used = _note_differences(place, 1, -before, max(-after, 0), changes, used)
        elif after < 0:
            used = _note_differences(core.BAR, 1, 0, -after, changes, used)
    for number in range(fewer):
        changes[used] = core.OFF_COLUMN + borne_off + number + 1
        used += 1
    return used


@lean_float_kernel
def base_sum(board: Board, checkers: int, weights: Floats, bias: Floats, columns: Shorts, total: Floats) -> None:
    """The first layer's sum over all checkers of a board."""
    used = core.board_columns(board, checkers, columns)
    for entry in range(used):
        columns[entry] += 1
    add_rows(bias, columns, used, weights, columns, bias, 0, weights, total)


@inlined_float_kernel
def changed_sum(
    base: Floats,
    changes: Shorts,
    used: int,
    weights: Floats,
    features: Shorts,
    differences: Floats,
    listed: int,
    feature_weights: Floats,
    total: Floats,
) -> None:
    """The first layer's sum of a position that differs from a known one by some columns and some features."""
    add_rows(base, changes, used, weights, features, differences, listed, feature_weights, total)


@inlined_float_kernel
def upper_layers(total: Floats, top: Floats, top_bias: Floats, last: Floats, inner: Floats, chances: Floats) -> None:
    """From the first layer's sum to the five chances. `inner` is scratch."""
    positive_rows(total, top, top_bias, inner)
    last_rows(inner, last.shape[0], last)
    sigmoid_inplace(inner, 0)
    for output in range(5):
        chances[output] = inner[output]
