"""The inputs of the nets as plain rows of numbers, in plain Python: what the kernels' lists are compared with."""

from collections.abc import Iterable

import numpy as np

from sixprime import Position
from sixprime.compiled.arrays import Floats
from sixprime.compiled.moves import COLUMNS, COLUMNS_PER_SIDE, OFF_COLUMN
from sixprime.core.movegen import to_board
from sixprime.engine.net.feature_kernels import INPUTS, MOST_PAIRS, fill_features
from sixprime.engine.net.nets import Tables


def count_inputs(position: Position) -> Floats:
    """How often each count column applies: on every point and the bar up to four columns a side, and checkers off."""
    inputs = np.zeros(COLUMNS, dtype=np.float32)
    for side, sign in ((0, 1), (1, -1)):
        base = side * COLUMNS_PER_SIDE
        left = position.checkers
        bar = 25 if side == 0 else 0
        for point in range(26):
            count = max(sign * position.points[point], 0)
            left -= count
            first = base + (4 * 24 if point == bar else 4 * (point - 1))
            for number in range(count):
                inputs[first + min(number, 3)] += 1
        inputs[base + OFF_COLUMN : base + OFF_COLUMN + left] += 1
    return inputs


def feature_inputs(position: Position, tables: Tables) -> Floats:
    """The features, then a one for each pair of points that is there; all zero in a race."""
    inputs = np.zeros(INPUTS, dtype=np.float32)
    if position.has_contact:
        pairs, scratch = np.empty(MOST_PAIRS, dtype=np.int16), np.empty(26, dtype=np.int8)
        noted = fill_features(to_board(position), scratch, tables.shots, tables.escapes, inputs, pairs)
        inputs[pairs[:noted]] = 1.0
    return inputs


def dense_inputs(positions: Iterable[Position], tables: Tables) -> Floats:
    """A row for each position: counts, features, pairs."""
    return np.array(
        [np.concatenate([count_inputs(position), feature_inputs(position, tables)]) for position in positions]
    )
