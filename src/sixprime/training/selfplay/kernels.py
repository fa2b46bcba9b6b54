"""Learning by self-play, in machine code: the value of each position moves towards that of the next ones.

After a game the targets are worked out from its end to its beginning: the value of a position is what the
next one was worth, mixed with what that one's target was. Each position then moves the weights a little.
"""

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Doubles, Floats
from sixprime.compiled.jit import float_kernel
from sixprime.engine.net.kernels import (
    CONTACT,
    OUTPUTS,
    RACE,
    EvaluationBuffers,
    LookUps,
    equity,
    is_race,
    make_consistent,
    new_evaluation_buffers,
    sigmoid,
    turn_round,
)
from sixprime.engine.net.quick_kernels import QuickWeights, quick_base, quick_plays

MAX_TURNS = 600


@float_kernel
def learn(
    board: Board, checkers: int, target: Floats, rate: float, net: QuickWeights, plays: EvaluationBuffers
) -> float:
    """Move a net towards a target. Returns the squared error before that."""
    phase = RACE if is_race(board) else CONTACT
    width = net.bias.shape[1]
    total = plays.sums[0]
    gradient = plays.sums[1]
    weights = net.weights[phase]
    bias = net.bias[phase]
    quick_base(board, checkers, weights, bias, plays, total)
    for unit in range(width):
        total[unit] = max(total[unit], np.float32(0.0))
        gradient[unit] = 0.0
    error = 0.0
    for output in range(OUTPUTS):
        top = net.top[phase, output]
        value = net.top_bias[phase, output]
        for unit in range(width):
            value += total[unit] * top[unit]
        miss = target[output] - sigmoid(value)
        error += miss * miss
        step = np.float32(rate * miss)
        net.top_bias[phase, output] += step
        for unit in range(width):
            gradient[unit] += step * top[unit]
            top[unit] += step * total[unit]
    for unit in range(width):
        gradient[unit] = gradient[unit] if total[unit] > 0.0 else np.float32(0.0)
        bias[unit] += gradient[unit]
    used = core.board_columns(board, checkers, plays.columns)
    for entry in range(used):
        column = plays.columns[entry]
        for unit in range(width):
            weights[column, unit] += gradient[unit]
    return error


@float_kernel
def learn_by_playing(
    starts: Board,
    checkers: int,
    games: int,
    seed: int,
    rate: float,
    decay: float,
    net: QuickWeights,
    tables: LookUps,
    totals: Doubles,
) -> None:
    """Play games from randomly chosen starts and learn from each.

    `totals` becomes: positions learnt from, their squared error, gammons, games cut off.
    """
    plays = new_evaluation_buffers()
    boards = np.empty((MAX_TURNS, 26), dtype=np.int8)
    values = np.empty((MAX_TURNS, OUTPUTS), dtype=np.float32)
    target = np.empty(OUTPUTS, dtype=np.float32)
    board = np.empty(26, dtype=np.int8)
    state = np.empty(1, dtype=np.uint64)
    state[0] = np.uint64(seed)
    totals[:] = 0.0
    for _ in range(games):
        core.copy_into(starts[core.random_below(state, starts.shape[0])], board)
        turns = 0
        over = False
        while turns < MAX_TURNS and not over:
            first = 1 + core.random_below(state, 6)
            second = 1 + core.random_below(state, 6)
            found = quick_plays(board, checkers, first, second, 0, net, tables, plays)
            best = -1
            most = -9.0
            for play in range(found):
                worth = equity(plays.chances[play])
                if worth > most:
                    most = worth
                    best = play
            if best >= 0:
                core.copy_into(plays.results[best], board)
                over = core.rearmost(board) == 0
                core.copy_into(plays.chances[best], values[turns])
            else:
                values[turns, :] = -1.0
            core.copy_into(board, boards[turns])
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
            error = learn(boards[turn], checkers, target, rate, net, plays)
            totals[0] += 1
            totals[1] += error
            if values[turn, 0] >= 0.0:
                for output in range(OUTPUTS):
                    target[output] = decay * target[output] + (1.0 - decay) * values[turn, output]
