"""The deep net in machine code: a wide incremental first layer, three layers above it, five outputs.

It judges the few plays that the smaller nets let through. Its first layer is summed up like theirs: one column for each
checker, the features and the pairs, with the sum of the position before the roll kept. About a quarter of the units of
a layer are positive for a given position; only their rows of the next layer's weights are read.

Contact and races have weights of their own. A net without a deep part has arrays without numbers here.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Floats, Shorts
from sixprime.compiled.jit import kernel, lean_float_kernel, plain
from sixprime.compiled.simd import BLOCK, LANES, ORDERS, add_rows, last_rows, list_changes, sigmoid_inplace
from sixprime.engine.net.feature_kernels import FEATURES
from sixprime.engine.net.kernels import (
    CONTACT,
    OUTPUTS,
    PHASES,
    RACE,
    Before,
    EvaluationBuffers,
    LookUps,
    changed_features,
    exact_ending,
    is_race,
    limit,
    look_before,
    make_consistent,
    new_evaluation_buffers,
    phase_after,
)
from sixprime.engine.net.layer_kernels import base_sum, changed_sum, column_differences

MOST_UNITS = 1024
"""No layer is wider."""


class DeepWeights(NamedTuple):
    """The numbers of one phase: a matrix and a bias for each layer. Widths are multiples of `BLOCK`.

    The rows of `last` and its bias have LANES numbers, OUTPUTS of which count.
    """

    weights: Floats
    feature_weights: Floats
    bias: Floats
    second: Floats
    second_bias: Floats
    third: Floats
    third_bias: Floats
    fourth: Floats
    fourth_bias: Floats
    last: Floats
    last_bias: Floats


class Deep(NamedTuple):
    """The deep nets of both phases."""

    contact: DeepWeights
    race: DeepWeights


def _no_weights() -> DeepWeights:
    matrix, vector = np.zeros((0, 0), dtype=np.float32), np.zeros(0, dtype=np.float32)
    return DeepWeights(matrix, matrix, vector, matrix, vector, matrix, vector, matrix, vector, matrix, vector)


NO_DEEP = Deep(_no_weights(), _no_weights())
"""What stands in where a net has no deep part, or where it is not wanted."""


class DeepBuffers(NamedTuple):
    """Arrays to evaluate in; one set for each thread."""

    base: Floats
    """For each phase the first layer's sum of the position before the roll."""
    has_base: Board
    """For which phases it has been made."""
    layers: Floats
    """The sums of the layers of the position worked on."""
    values: Floats
    """The positive units of a layer."""
    places: Shorts
    """Which units are positive."""
    zeros: Floats


@kernel
def new_deep_buffers() -> DeepBuffers:
    return DeepBuffers(
        np.empty((PHASES, MOST_UNITS), dtype=np.float32),
        np.zeros(PHASES, dtype=np.int8),
        np.empty((4, MOST_UNITS), dtype=np.float32),
        np.empty(MOST_UNITS, dtype=np.float32),
        np.empty(MOST_UNITS + LANES, dtype=np.int16),
        np.zeros(MOST_UNITS, dtype=np.float32),
    )


@lean_float_kernel
def has_deep(deep: Deep) -> bool:
    """Whether there is a deep net at all."""
    return len(deep.contact.bias) > 0


@lean_float_kernel
def layer_above(below: Floats, weights: Floats, bias: Floats, buffers: DeepBuffers, above: Floats) -> None:
    """The sums of a layer from those of the layer below, which become positive parts of themselves."""
    width = weights.shape[0]
    for unit in range(width):
        below[unit] = max(below[unit], np.float32(0.0))
    listed = list_changes(below, buffers.zeros, width, ORDERS, buffers.places, buffers.values)
    add_rows(bias, buffers.places, 0, weights, buffers.places, buffers.values, listed, weights, above)


@lean_float_kernel
def layers_above_first(net: DeepWeights, buffers: DeepBuffers, chances: Floats) -> None:
    """From the first layer's sum, in the first row of `buffers.layers`, to the five chances."""
    layers = buffers.layers
    layer_above(layers[0], net.second, net.second_bias, buffers, layers[1])
    layer_above(layers[1], net.third, net.third_bias, buffers, layers[2])
    layer_above(layers[2], net.fourth, net.fourth_bias, buffers, layers[3])
    units = net.last.shape[0]
    for output in range(LANES):
        layers[3, units + output] = net.last_bias[output]
    last_rows(layers[3], units, net.last)
    sigmoid_inplace(layers[3], 0)
    for output in range(OUTPUTS):
        chances[output] = layers[3, output]


@lean_float_kernel
def first_layer(
    board: Board,
    checkers: int,
    contact: bool,
    net: DeepWeights,
    tables: LookUps,
    plays: EvaluationBuffers,
    total: Floats,
) -> None:
    """The first layer's sum of a board: its columns, and with contact its features; no pairs."""
    base_sum(board, checkers, net.weights, net.bias, plays.columns, total)
    if contact:
        plays.features[2, :FEATURES] = 0.0
        listed, _ = changed_features(board, 0, 2, tables, plays)
        changed_sum(
            total, plays.columns, 0, net.weights, plays.active, plays.features[3], listed, net.feature_weights, total
        )


@lean_float_kernel
def forget_deep_bases(buffers: DeepBuffers) -> None:
    """Another board is evaluated from now on."""
    for phase in range(PHASES):
        buffers.has_base[phase] = 0


@lean_float_kernel
def deep_sum(
    board: Board,
    checkers: int,
    before: Before,
    result: Board,
    contact: bool,
    net: DeepWeights,
    tables: LookUps,
    plays: EvaluationBuffers,
    buffers: DeepBuffers,
) -> None:
    """The first layer's sum after a play, from that of the board before the roll."""
    phase = CONTACT if contact else RACE
    base = buffers.base[phase]
    if not buffers.has_base[phase]:
        first_layer(board, checkers, contact, net, tables, plays, base)
        buffers.has_base[phase] = 1
    used = column_differences(board, result, before.off, plays.columns)
    listed = int(np.int64(0))
    if contact:
        _, listed = changed_features(result, 1, 0, tables, plays)
    changed_sum(
        base, plays.columns, used, net.weights, plays.active, plays.features[3], listed, net.feature_weights,
        buffers.layers[0],
    )  # fmt: skip


@lean_float_kernel
def evaluate_deeply(
    board: Board,
    checkers: int,
    bear_off: int,
    before: Before,
    play: int,
    deep: Deep,
    tables: LookUps,
    plays: EvaluationBuffers,
    buffers: DeepBuffers,
) -> None:
    """Evaluate one of the plays that have been generated into `plays`; its row of `chances` is for the mover."""
    result = plays.results[play]
    chances = plays.chances[play]
    if phase_after(result, before) == RACE:
        # The tables know the standard bear-off only.
        if bear_off == core.BEAR_OFF_STANDARD and exact_ending(result, checkers, tables, plays.scratch[1], chances):
            return
        deep_sum(board, checkers, before, result, False, deep.race, tables, plays, buffers)
        layers_above_first(deep.race, buffers, chances)
        make_consistent(result, checkers, chances)
        return
    deep_sum(board, checkers, before, result, True, deep.contact, tables, plays, buffers)
    layers_above_first(deep.contact, buffers, chances)
    if before.untouched:
        limit(chances)
    else:
        make_consistent(result, checkers, chances)


@lean_float_kernel
def evaluate_plays_deeply(
    board: Board,
    checkers: int,
    first: int,
    second: int,
    bear_off: int,
    deep: Deep,
    tables: LookUps,
    plays: EvaluationBuffers,
    buffers: DeepBuffers,
) -> int:
    """Generate the plays of a roll and evaluate each: row i of `plays.chances` is for the mover after play i."""
    found, _ = core.generate_plays(
        board, first, second, bear_off, plays.results, plays.sources, plays.low_first, plays.keys
    )
    before = look_before(board, checkers)
    forget_deep_bases(buffers)
    for play in range(found):
        evaluate_deeply(board, checkers, bear_off, before, play, deep, tables, plays, buffers)
    return found


@lean_float_kernel
def evaluate_board_deeply(
    board: Board,
    checkers: int,
    deep: Deep,
    tables: LookUps,
    plays: EvaluationBuffers,
    buffers: DeepBuffers,
    chances: Floats,
) -> None:
    """Evaluate a position after a play, in the view of the player who has just moved."""
    total = buffers.layers[0]
    if is_race(board):
        if exact_ending(board, checkers, tables, plays.scratch[1], chances):
            return
        first_layer(board, checkers, False, deep.race, tables, plays, total)
        layers_above_first(deep.race, buffers, chances)
    else:
        base_sum(board, checkers, deep.contact.weights, deep.contact.bias, plays.columns, total)
        plays.features[2, :FEATURES] = 0.0
        _, listed = changed_features(board, 1, 2, tables, plays)
        changed_sum(
            total, plays.columns, 0, deep.contact.weights, plays.active, plays.features[3], listed,
            deep.contact.feature_weights, total,
        )  # fmt: skip
        layers_above_first(deep.contact, buffers, chances)
    make_consistent(board, checkers, chances)


@kernel
def evaluate_boards_deeply(boards: Board, checkers: int, deep: Deep, tables: LookUps, chances: Floats) -> None:
    """Evaluate positions after a play, each in the view of the player who has just moved."""
    plays = new_evaluation_buffers()
    buffers = new_deep_buffers()
    for row in range(boards.shape[0]):
        evaluate_board_deeply(boards[row], checkers, deep, tables, plays, buffers, chances[row])


def deep_buffers() -> DeepBuffers:
    """Buffers made by plain Python: loading machine code for it would take longer."""
    return plain(new_deep_buffers)()


assert MOST_UNITS % BLOCK == 0
