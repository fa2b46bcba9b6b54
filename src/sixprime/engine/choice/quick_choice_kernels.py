"""Choosing a play with the quick net and the full net, in machine code: what a rollout does millions of times.

The quick net values all plays of a roll. Only if others come near its favourite is the full net asked, and only about
these. Plays are generated so that those with the same first steps follow each other: the quick net's sum after these
steps is made once, and the last step is added while the outputs are summed up. What belongs to the board alone is
prepared once for all its rolls.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Floats, Shorts
from sixprime.compiled.jit import inlined_float_kernel, kernel, lean_float_kernel
from sixprime.compiled.simd import LANES, copy_board, points_above, points_below, sigmoid_inplace
from sixprime.engine.choice.net_stack_kernels import GammonWeights, TwoNets, worth_of
from sixprime.engine.net.kernels import (
    CONTACT,
    OUTPUTS,
    RACE,
    WIDTH,
    Before,
    EvaluationBuffers,
    evaluate_generated,
    exact_ending,
    forget_bases,
    is_race,
    look_before,
    make_consistent,
    new_evaluation_buffers,
    phase_after,
)
from sixprime.engine.net.quick_kernels import quick_base, quick_outputs

NO_PLAY = -1
ELSEWHERE = -1.0
USED_UP = -99.0
"""Less than any play is worth: stands in for the worth of a play that has been taken out of the list."""

# Which net has evaluated the play that was chosen.
NOT_EVALUATED = 0
BY_QUICK_NET = 1
BY_FULL_NET = 2


class QuickBuffers(NamedTuple):
    """Arrays to choose plays in; one set for each thread."""

    plays: EvaluationBuffers
    """The plays of the last roll, what each is worth by the quick net, and its chances by the last net asked."""
    sums: Floats
    """The quick net's sums before the roll and after one, two and three steps, and one for anything else."""
    boards: Board
    """The boards of these sums."""
    logits: Floats
    """The quick net's outputs, then the chances: a column for each play."""
    kept: Floats
    """For each play 1, or 0 if it bears a checker off; `ELSEWHERE` if its chances are not among `logits`."""
    favourites: Shorts
    """The plays that the full net has evaluated, the quick net's favourite first."""
    favourite_worth: Floats
    """What each of these is worth by its chances, for filters that come after."""


class Prepared(NamedTuple):
    """What is known of a board before any roll."""

    checkers: int
    """How many checkers each side has in this game."""
    before: Before
    phase: int
    special_from: int
    """From so many steps on, a play may lead to another phase or to an ending that the tables know."""
    last: bool
    """Whether a play may end the game, or save the mover's last straggler from a backgammon: then each result is looked
    at by itself."""
    gammon: float
    """1 if the mover can still win a gammon, otherwise 0; the others alike. For the mover's losses, before the play."""
    backgammon: float
    lost_gammon: float
    lost_backgammon: float


@kernel
def new_quick_buffers() -> QuickBuffers:
    return QuickBuffers(
        new_evaluation_buffers(),
        np.empty((core.MAX_STEPS + 1, WIDTH), dtype=np.float32),
        np.empty((core.MAX_STEPS + 1, 26), dtype=np.int8),
        np.zeros((OUTPUTS, core.MAX_PLAYS + LANES), dtype=np.float32),
        np.zeros(core.MAX_PLAYS, dtype=np.float32),
        np.zeros(core.MAX_PLAYS, dtype=np.int16),
        np.zeros(core.MAX_PLAYS, dtype=np.float32),
    )


@lean_float_kernel
def prepare(board: Board, checkers: int, stack: TwoNets, buffers: QuickBuffers) -> Prepared:
    """Get ready to choose plays on a board; `buffers` keeps the board and the sums that its rolls share."""
    phase = RACE if is_race(board) else CONTACT
    copy_board(board, buffers.boards[0])
    quick_base(board, checkers, stack.quick.weights[phase], stack.quick.bias[phase], buffers.plays, buffers.sums[0])
    forget_bases(buffers.plays)
    before = look_before(board, checkers)
    own = checkers - before.off
    enemy = 0
    behind = 0
    outside = 0
    enemy_outside = 0
    for point in range(26):
        count = int(board[point])
        enemy -= min(count, 0)
        behind += max(count, 0) * (point > before.front)
        outside += max(count, 0) * (point > 6)
        enemy_outside -= min(count, 0) * (point < 19)
    own_far = points_above(board, 0) >> 19 != 0
    enemy_far = points_below(board, 0) & 127 != 0
    special_from = behind if phase == CONTACT else (outside if enemy_outside == 0 else core.MAX_STEPS + 1)
    return Prepared(
        checkers,
        before,
        phase,
        special_from,
        own <= core.MAX_STEPS or (phase == RACE and own_far),
        1.0 if enemy == checkers else 0.0,
        1.0 if enemy == checkers and (phase == CONTACT or enemy_far) else 0.0,
        1.0 if own == checkers else 0.0,
        1.0 if own == checkers and (phase == CONTACT or own_far) else 0.0,
    )


@inlined_float_kernel
def sum_after(
    sums: Floats, row: int, weights: Floats, phase: int, left: int, reached: int, target_row: int, width: int
) -> None:
    """A sum from which one column is taken and to which another is added, into another row."""
    for unit in range(width):
        sums[target_row, unit] = sums[row, unit] - weights[phase, left, unit] + weights[phase, reached, unit]


@inlined_float_kernel
def outputs_after(
    sums: Floats,
    row: int,
    weights: Floats,
    phase: int,
    left: int,
    reached: int,
    top: Floats,
    top_bias: Floats,
    width: int,
    logits: Floats,
    play: int,
) -> None:
    """The five outputs when one column is taken from a sum and another added to it, into a column of `logits`."""
    win = top_bias[phase, 0]
    gammon = top_bias[phase, 1]
    backgammon = top_bias[phase, 2]
    lost = top_bias[phase, 3]
    lost_backgammon = top_bias[phase, 4]
    for unit in range(width):
        value = sums[row, unit] - weights[phase, left, unit] + weights[phase, reached, unit]
        value = max(value, np.float32(0.0))
        win += value * top[phase, 0, unit]
        gammon += value * top[phase, 1, unit]
        backgammon += value * top[phase, 2, unit]
        lost += value * top[phase, 3, unit]
        lost_backgammon += value * top[phase, 4, unit]
    logits[0, play] = win
    logits[1, play] = gammon
    logits[2, play] = backgammon
    logits[3, play] = lost
    logits[4, play] = lost_backgammon


@lean_float_kernel
def special_play(play: int, prepared: Prepared, stack: TwoNets, buffers: QuickBuffers) -> bool:
    """Value a play that leads to a race from a position with contact, or to an ending that the tables know.

    False for any other play.
    """
    plays = buffers.plays
    result = plays.results[play]
    if phase_after(result, prepared.before) == CONTACT:
        return False
    chances = plays.chances[play]
    if stack.bear_off == core.BEAR_OFF_STANDARD:
        if exact_ending(result, prepared.checkers, stack.tables, plays.scratch[1], chances):
            return True
    if prepared.phase == RACE:
        return False
    spare = buffers.sums[core.MAX_STEPS]
    quick_base(result, prepared.checkers, stack.quick.weights[RACE], stack.quick.bias[RACE], plays, spare)
    quick_outputs(spare, stack.quick.top[RACE], stack.quick.top_bias[RACE], chances)
    make_consistent(result, prepared.checkers, chances)
    return True


@inlined_float_kernel
def note_chances(play: int, prepared: Prepared, buffers: QuickBuffers) -> None:
    """Note in `plays.chances` what the quick net says of a play."""
    logits, kept = buffers.logits, buffers.kept[play]
    chances = buffers.plays.chances[play]
    if kept == ELSEWHERE:
        return
    for output in range(OUTPUTS):
        chances[output] = logits[output, play]
    if prepared.last:
        make_consistent(buffers.plays.results[play], prepared.checkers, chances)
        return
    chances[1] = min(chances[1], chances[0]) * prepared.gammon
    chances[2] = min(chances[2], chances[1]) * prepared.backgammon
    chances[3] = min(chances[3], np.float32(1.0) - chances[0]) * prepared.lost_gammon * kept
    chances[4] = min(chances[4], chances[3]) * prepared.lost_backgammon * kept


@inlined_float_kernel
def value_plays(found: int, prepared: Prepared, gammons: GammonWeights, buffers: QuickBuffers) -> None:
    """From the outputs of the quick net to the chances, and what each play is worth."""
    logits = buffers.logits
    for output in range(OUTPUTS):
        for first in range(0, found, LANES):
            sigmoid_inplace(logits[output], first)
    for play in range(found):
        note_chances(play, prepared, buffers)
        buffers.plays.worth[play] = worth_of(buffers.plays.chances[play], gammons)


@inlined_float_kernel
def evaluate_plays_quickly(
    first: int,
    second: int,
    prepared: Prepared,
    stack: TwoNets,
    gammons: GammonWeights,
    buffers: QuickBuffers,
) -> int:
    """Generate the plays of a roll on the prepared board; `plays.worth` gets what each is worth by the quick net.

    Returns how many there are. Rows are named by their number: views of them would be counted by the memory manager.
    """
    plays = buffers.plays
    results, sources, low_first = plays.results, plays.sources, plays.low_first
    boards, sums, logits, kept = buffers.boards, buffers.sums, buffers.logits, buffers.kept
    weights, top, top_bias = stack.quick.weights, stack.quick.top, stack.quick.top_bias
    found, most_steps = core.generate_plays(
        boards[0], first, second, stack.bear_off, results, sources, low_first, plays.keys
    )
    if found < 2:
        return found
    phase = prepared.phase
    before = prepared.before
    special = prepared.special_from <= most_steps
    width = top.shape[2]
    high, low = max(first, second), min(first, second)
    ready = 0
    for play in range(found):
        if special and special_play(play, prepared, stack, buffers):
            kept[play] = ELSEWHERE
            ready = 0  # its steps have not been made
            continue
        # The steps shared with the play before are done.
        step = int(np.int64(0))
        if ready > 0 and low_first[play] == low_first[play - 1]:
            while step < ready and sources[play, step] == sources[play - 1, step]:
                step += 1
        bears_off = False
        for earlier in range(step):
            die = low if low_first[play] == 1 - earlier else high
            bears_off = bears_off or int(sources[play, earlier]) <= die
        while True:
            source = int(sources[play, step])
            die = low if low_first[play] == 1 - step else high
            left = core.point_column(source, 0, int(boards[step, source]))
            row = step
            if source > die:
                target = source - die
                count = int(boards[step, target])
                reached = core.point_column(target, 0, max(count, 0) + 1)
                if count < 0:
                    sum_after(
                        sums, step, weights, phase, core.point_column(target, 1, 1),
                        core.point_column(core.BAR, 1, 1 - int(boards[step, 0])), core.MAX_STEPS, width,
                    )  # fmt: skip
                    row = core.MAX_STEPS
            else:
                target = 0
                reached = core.OFF_COLUMN + before.off
                for point in range(1, 26):
                    reached += max(int(boards[0, point]), 0) - max(int(boards[step, point]), 0)
            bears_off = bears_off or target == 0
            if step == most_steps - 1:
                outputs_after(sums, row, weights, phase, left, reached, top, top_bias, width, logits, play)
                break
            sum_after(sums, row, weights, phase, left, reached, step + 1, width)
            copy_board(boards[step], boards[step + 1])
            boards[step + 1, source] -= 1
            if target > 0:
                if boards[step + 1, target] < 0:
                    boards[step + 1, target] = 0
                    boards[step + 1, 0] -= 1
                boards[step + 1, target] += 1
            step += 1
        ready = most_steps - 1
        kept[play] = 0.0 if bears_off else 1.0
    value_plays(found, prepared, gammons, buffers)
    return found


@inlined_float_kernel
def evaluate_fully(play: int, prepared: Prepared, stack: TwoNets, buffers: QuickBuffers) -> None:
    """Note in `plays.chances` what the full net, or an exact table, says of a play."""
    evaluate_generated(
        buffers.boards[0],
        prepared.checkers,
        stack.bear_off,
        prepared.before,
        play,
        stack.full,
        stack.tables,
        buffers.plays,
    )


@lean_float_kernel
def index_of_highest(values: Floats, count: int) -> int:
    """The index of the highest of the first `count` values; of equal ones the first."""
    highest = values[0]
    for index in range(1, count):
        highest = max(highest, values[index])
    for index in range(count):
        if values[index] == highest:
            return index
    return 0


@inlined_float_kernel
def count_favourites(worth: Floats, found: int, highest: float, keep: int, margin: float) -> int:
    """How many plays a filter lets through: at most `keep`, none more than `margin` behind the highest worth."""
    floor = highest - margin
    near = int(np.int64(0))
    for play in range(found):
        near += worth[play] >= floor
    return min(near, keep)


@inlined_float_kernel
def evaluate_favourites(count: int, found: int, prepared: Prepared, stack: TwoNets, buffers: QuickBuffers) -> None:
    """Let the full net evaluate the `count` plays that the quick net values most, of the `found` plays of a roll.

    `buffers.favourites` lists them, the quick net's favourite first. Their values in `plays.worth` are used up.
    """
    plays = buffers.plays
    for rank in range(count):
        play = index_of_highest(plays.worth, found)
        plays.worth[play] = USED_UP
        buffers.favourites[rank] = play
        evaluate_fully(play, prepared, stack, buffers)


@inlined_float_kernel
def best_favourite(count: int, gammons: GammonWeights, buffers: QuickBuffers) -> int:
    """The play whose chances are worth most among the first `count` favourites; of equal ones the first generated."""
    best = int(np.int64(-1))
    most = -9.0
    for rank in range(count):
        play = int(buffers.favourites[rank])
        worth = worth_of(buffers.plays.chances[play], gammons)
        if worth > most or (worth == most and play < best):
            most = worth
            best = play
    return best


@lean_float_kernel
def choose_two_plays(
    first: int,
    second: int,
    prepared: Prepared,
    stack: TwoNets,
    keep: int,
    margin: float,
    gammons: GammonWeights,
    always_fully: bool,
    buffers: QuickBuffers,
) -> tuple[int, int, int]:
    """Choose a play of a roll on the prepared board by each of two filters: rows of `plays`, or `NO_PLAY`.

    The full net decides between the plays that a filter lets through: that of `stack` for the first choice, `keep` and
    `margin` for the second. Where only the quick net's favourite gets through, the full net isn't asked unless
    `always_fully` says so. The third number tells which net has evaluated the plays chosen.
    """
    plays = buffers.plays
    found = evaluate_plays_quickly(first, second, prepared, stack, gammons, buffers)
    if found == 0:
        return NO_PLAY, NO_PLAY, NOT_EVALUATED
    if found == 1:
        if not always_fully:
            return 0, 0, NOT_EVALUATED
        plays.worth[0] = 0.0
    favourite = index_of_highest(plays.worth, found)
    highest = plays.worth[favourite]
    if not always_fully:
        widest = max(stack.margin, margin)
        if count_favourites(plays.worth, found, highest, max(stack.keep, keep), widest) == 1:
            return favourite, favourite, BY_QUICK_NET
    ours = count_favourites(plays.worth, found, highest, stack.keep, stack.margin)
    others = ours
    if keep != stack.keep or margin != stack.margin:
        others = count_favourites(plays.worth, found, highest, keep, margin)
    evaluate_favourites(max(ours, others), found, prepared, stack, buffers)
    best = best_favourite(ours, gammons, buffers)
    other_best = best
    if others != ours:
        other_best = best_favourite(others, gammons, buffers)
    return best, other_best, BY_FULL_NET


@lean_float_kernel
def choose_play(
    first: int,
    second: int,
    prepared: Prepared,
    stack: TwoNets,
    gammons: GammonWeights,
    always_fully: bool,
    buffers: QuickBuffers,
) -> tuple[int, int]:
    """Choose a play of a roll on the prepared board: a row of `plays`, and which net has evaluated it.

    The row is `NO_PLAY` if there is no legal play. See `choose_two_plays` for when the full net is asked.
    """
    best, _, evaluated = choose_two_plays(
        first, second, prepared, stack, stack.keep, stack.margin, gammons, always_fully, buffers
    )
    return best, evaluated
