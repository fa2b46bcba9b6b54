"""Fitting in machine code: positions as short lists of inputs, the first layer over them, and the optimiser.

A position has 30 to 60 of the 846 inputs, so that the first layer and its gradient are sums over lists. The layers
above are matrix products, which NumPy does.
"""

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Floats, Ints, Longs, Shorts, SignedBytes
from sixprime.compiled.jit import float_kernel
from sixprime.compiled.simd import add_rows
from sixprime.engine.net.feature_kernels import MOST_PAIRS, fill_features
from sixprime.engine.net.kernels import RACE_PLAN, is_race, plan_of

MOST_ONES = 64 + MOST_PAIRS
"""A position cannot have more columns and pairs."""


@float_kernel
def game_plans(boards: Board, plans: Board) -> None:
    """The game plan of each board, `RACE_PLAN` without contact."""
    for row in range(boards.shape[0]):
        plans[row] = RACE_PLAN if is_race(boards[row]) else plan_of(boards[row])


@float_kernel
def list_inputs(
    boards: Board,
    checkers: int,
    with_features: bool,
    shots: Ints,
    escapes: SignedBytes,
    ends: Longs,
    ones: Shorts,
    features: Floats,
) -> None:
    """List the inputs of each board: columns and pairs that are there, counted from 1, and the features.

    Those of board b stand in `ones` from `ends[b]` to `ends[b + 1]`. Without features there are no pairs either.
    """
    columns = np.empty(64, dtype=np.int16)
    scratch = np.empty(26, dtype=np.int8)
    pairs = np.empty(MOST_PAIRS, dtype=np.int16)
    filled = 0
    ends[0] = 0
    for row in range(boards.shape[0]):
        used = core.board_columns(boards[row], checkers, columns)
        for entry in range(used):
            ones[filled] = columns[entry] + 1
            filled += 1
        if with_features:
            noted = fill_features(boards[row], scratch, shots, escapes, features[row], pairs)
            for pair in range(noted):
                ones[filled] = core.COLUMNS + pairs[pair] + 1
                filled += 1
        ends[row + 1] = filled


@float_kernel
def first_layer_sums(
    ends: Longs, ones: Shorts, features: Floats, listed: int, weights: Floats, bias: Floats, sums: Floats
) -> None:
    """The first layer's sums of some positions, as `list_inputs` gave them; `listed` features of each count."""
    places = np.arange(listed + 1).astype(np.int16)
    for row in range(sums.shape[0]):
        first, end = ends[row], ends[row + 1]
        add_rows(
            bias, ones[first:end], end - first, weights, places, features[row], listed, weights[core.COLUMNS :],
            sums[row],
        )  # fmt: skip


@float_kernel
def first_layer_gradient(ends: Longs, ones: Shorts, below: Floats, gradient: Floats) -> None:
    """Add up the gradient of the first layer's weights for columns and pairs; `below` is that of its sums."""
    width = below.shape[1]
    for row in range(below.shape[0]):
        for entry in range(ends[row], ends[row + 1]):
            column = ones[entry] - 1
            for unit in range(width):
                gradient[column, unit] += below[row, unit]


@float_kernel
def adam_step(
    parameters: Floats, gradients: Floats, means: Floats, squares: Floats, averages: Floats, scale: float, follow: float
) -> None:
    """One step of Adam, and of the running average of the parameters. All arrays are flat; `gradients` is zeroed."""
    rate = np.float32(scale)
    share = np.float32(follow)
    for place in range(parameters.shape[0]):
        gradient = gradients[place]
        gradients[place] = 0.0
        mean = means[place] + np.float32(0.1) * (gradient - means[place])
        square = squares[place] + np.float32(0.001) * (gradient * gradient - squares[place])
        means[place] = mean
        squares[place] = square
        parameters[place] -= rate * mean / (np.sqrt(square) + np.float32(1e-8))
        averages[place] += share * (parameters[place] - averages[place])
