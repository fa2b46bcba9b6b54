"""Learning by playing: games of the net against itself, each position pulled towards what came after it.

After a game the targets are worked out from its end to its beginning: the value of a position is what the
next one was worth, mixed with what that one's target was. Each position then moves the weights a little.
"""

import numpy as np
import numpy.typing as npt

from sixprime.core import kernels as core
from sixprime.core.jit import float_kernel
from sixprime.engine.feature_kernels import FEATURES, fill_features
from sixprime.engine.net_kernels import (
    CONTACT,
    HIDDEN,
    OUTPUTS,
    RACE,
    WIDTH,
    add_features,
    base_sum,
    equity,
    evaluate_plays,
    is_race,
    make_consistent,
    sigmoid,
    turn_round,
)

Floats = npt.NDArray[np.float32]
Board = npt.NDArray[np.int8]

MAX_TURNS = 600


@float_kernel
def learn(
    board: Board,
    checkers: int,
    target: Floats,
    rate: float,
    weights: Floats,
    bias: Floats,
    feature_weights: Floats,
    top: Floats,
    top_bias: Floats,
    shots: npt.NDArray[np.int32],
    escapes: npt.NDArray[np.int8],
    columns: npt.NDArray[np.int16],
    scratch: Board,
    sums: Floats,
    features: Floats,
) -> float:
    """Move the first layer and its direct connections to the outputs towards a target. The squared error before."""
    phase = RACE if is_race(board) else CONTACT
    base_sum(board, checkers, weights[phase], bias[phase], columns, sums[0])
    if phase == CONTACT:
        fill_features(board, scratch, shots, escapes, features[1])
        add_features(features[1], features[2], feature_weights[phase], sums[0])
    error = 0.0
    gradient = sums[1]
    for unit in range(WIDTH):
        gradient[unit] = 0.0
    for output in range(OUTPUTS):
        value = top_bias[phase, HIDDEN + output]
        for unit in range(WIDTH):
            value += max(sums[0, unit], np.float32(0.0)) * top[phase, unit, HIDDEN + output]
        miss = target[output] - sigmoid(value)
        error += miss * miss
        step = np.float32(rate * miss)
        top_bias[phase, HIDDEN + output] += step
        for unit in range(WIDTH):
            gradient[unit] += step * top[phase, unit, HIDDEN + output]
        for unit in range(WIDTH):
            top[phase, unit, HIDDEN + output] += step * max(sums[0, unit], np.float32(0.0))
    for unit in range(WIDTH):
        if sums[0, unit] <= 0.0:
            gradient[unit] = 0.0
        bias[phase, unit] += gradient[unit]
    used = core.board_columns(board, checkers, columns)
    for entry in range(used):
        column = columns[entry]
        for unit in range(WIDTH):
            weights[phase, column, unit] += gradient[unit]
    if phase == CONTACT:
        for feature in range(FEATURES):
            value = features[1, feature]
            if value != 0.0:
                for unit in range(WIDTH):
                    feature_weights[phase, feature, unit] += value * gradient[unit]
    return error


@float_kernel
def learn_by_playing(
    starts: Board,
    checkers: int,
    games: int,
    seed: int,
    rate: float,
    decay: float,
    weights: Floats,
    bias: Floats,
    feature_weights: Floats,
    top: Floats,
    top_bias: Floats,
    last: Floats,
    shots: npt.NDArray[np.int32],
    escapes: npt.NDArray[np.int8],
    rolls: Floats,
    next_off: Floats,
    two_sided: Floats,
    totals: npt.NDArray[np.float64],
) -> None:
    """Play games from randomly chosen starts and learn from each.

    `totals` becomes: positions learnt from, their squared error, gammons, games cut off.
    """
    results = np.empty((core.MAX_PLAYS, 26), dtype=np.int8)
    sources = np.empty((core.MAX_PLAYS, core.MAX_STEPS), dtype=np.int8)
    low_first = np.empty(core.MAX_PLAYS, dtype=np.int8)
    keys = np.empty(core.MAX_PLAYS, dtype=np.uint64)
    scratch = np.empty((2, 26), dtype=np.int8)
    columns = np.empty(64, dtype=np.int16)
    active = np.empty(WIDTH + 1, dtype=np.int16)
    sums = np.empty((3, WIDTH), dtype=np.float32)
    features = np.zeros((3, FEATURES), dtype=np.float32)
    chances = np.empty((core.MAX_PLAYS, OUTPUTS), dtype=np.float32)
    boards = np.empty((MAX_TURNS, 26), dtype=np.int8)
    values = np.empty((MAX_TURNS, OUTPUTS), dtype=np.float32)
    target = np.empty(OUTPUTS, dtype=np.float32)
    board = np.empty(26, dtype=np.int8)
    state = np.empty(1, dtype=np.uint64)
    state[0] = np.uint64(seed)
    totals[:] = 0.0
    for _ in range(games):
        board[:] = starts[core.random_below(state, starts.shape[0])]
        turns = 0
        over = False
        while turns < MAX_TURNS and not over:
            first = 1 + core.random_below(state, 6)
            second = 1 + core.random_below(state, 6)
            found = evaluate_plays(
                board, checkers, first, second, 0, weights, bias, feature_weights, top, top_bias, last, shots, escapes,
                rolls, next_off, two_sided, results, sources, low_first, keys, scratch, columns, active, sums,
                features, chances,
            )  # fmt: skip
            best = -1
            most = -9.0
            for play in range(found):
                worth = equity(chances[play])
                if worth > most:
                    most = worth
                    best = play
            if best >= 0:
                board[:] = results[best]
                over = core.rearmost(board) == 0
                values[turns, :] = chances[best]
            else:
                values[turns, :] = -1.0
            boards[turns, :] = board
            turns += 1
            core.flip(board)
        if not over:
            totals[3] += 1
            continue
        # The last board is the winner's: its chances are exact. What came before learns, from the end backwards.
        make_consistent(boards[turns - 1], checkers, target)
        totals[2] += target[1]
        for turn in range(turns - 2, -1, -1):
            turn_round(target)
            error = learn(
                boards[turn], checkers, target, rate, weights, bias, feature_weights, top, top_bias, shots, escapes,
                columns, scratch[0], sums, features,
            )  # fmt: skip
            totals[0] += 1
            totals[1] += error
            if values[turn, 0] >= 0.0:
                for output in range(OUTPUTS):
                    target[output] = decay * target[output] + (1.0 - decay) * values[turn, output]
