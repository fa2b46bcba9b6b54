"""The quick net in machine code: one incremental layer over the count columns, and five outputs.

It makes the first passes of searches, and self-play from nothing, where speed is worth more than finesse. Its width is
that of its arrays, at most that of the full net.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Floats
from sixprime.compiled.jit import lean_float_kernel
from sixprime.engine.net.kernels import (
    CONTACT,
    PHASES,
    RACE,
    EvaluationBuffers,
    LookUps,
    exact_ending,
    forget_bases,
    limit,
    look_before,
    make_consistent,
    phase_after,
    sigmoid,
)
from sixprime.engine.net.layer_kernels import base_sum


class QuickWeights(NamedTuple):
    """The quick net's numbers; the first axis is the phase."""

    weights: Floats
    bias: Floats
    top: Floats
    top_bias: Floats


@lean_float_kernel
def quick_base(
    board: Board, checkers: int, weights: Floats, bias: Floats, plays: EvaluationBuffers, total: Floats
) -> None:
    """The layer's sum over all checkers of a board."""
    base_sum(board, checkers, weights, bias, plays.columns, total)


@lean_float_kernel
def quick_outputs(total: Floats, top: Floats, top_bias: Floats, chances: Floats) -> None:
    """From the sum to the five chances."""
    win = top_bias[0]
    gammon = top_bias[1]
    backgammon = top_bias[2]
    lost = top_bias[3]
    lost_backgammon = top_bias[4]
    for unit in range(top.shape[1]):
        value = max(total[unit], np.float32(0.0))
        win += value * top[0, unit]
        gammon += value * top[1, unit]
        backgammon += value * top[2, unit]
        lost += value * top[3, unit]
        lost_backgammon += value * top[4, unit]
    chances[0] = sigmoid(win)
    chances[1] = sigmoid(gammon)
    chances[2] = sigmoid(backgammon)
    chances[3] = sigmoid(lost)
    chances[4] = sigmoid(lost_backgammon)


@lean_float_kernel
def quick_plays(
    board: Board,
    checkers: int,
    first: int,
    second: int,
    bear_off: int,
    net: QuickWeights,
    tables: LookUps,
    plays: EvaluationBuffers,
) -> int:
    """Generate the plays of a roll and evaluate each: row i of `plays.chances` is for the mover after play i."""
    found, _ = core.generate_plays(
        board, first, second, bear_off, plays.results, plays.sources, plays.low_first, plays.keys
    )
    width = net.bias.shape[1]
    before = look_before(board, checkers)
    forget_bases(plays)
    total = plays.sums[PHASES]
    for play in range(found):
        result = plays.results[play]
        phase = phase_after(result, before)
        if (
            phase == RACE
            and bear_off == core.BEAR_OFF_STANDARD
            and exact_ending(result, checkers, tables, plays.scratch[1], plays.chances[play])
        ):
            continue
        weights = net.weights[phase]
        base = plays.sums[phase]
        if not plays.has_base[phase]:
            quick_base(board, checkers, weights, net.bias[phase], plays, base)
            plays.has_base[phase] = 1
        used = core.column_changes(
            board,
            before.off,
            first,
            second,
            plays.sources[play],
            plays.low_first[play],
            plays.scratch[0],
            plays.columns,
        )
        for unit in range(width):
            total[unit] = base[unit]
        for entry in range(used):
            change = plays.columns[entry]
            if change > 0:
                for unit in range(width):
                    total[unit] += weights[change - 1, unit]
            else:
                for unit in range(width):
                    total[unit] -= weights[-change - 1, unit]
        quick_outputs(total, net.top[phase], net.top_bias[phase], plays.chances[play])
        if phase == CONTACT and before.untouched:
            limit(plays.chances[play])
        else:
            make_consistent(result, checkers, plays.chances[play])
    return found
