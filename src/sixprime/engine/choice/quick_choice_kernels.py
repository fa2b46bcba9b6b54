"""Choosing a play at a glance, in machine code: what a rollout does millions of times.

The quick net values all plays of a roll; only if others come near its favourite is the full net asked, and only about
these. Plays are generated so that those with the same first steps follow each other: the quick net's sum after these
steps is made once, and the last step is added while the outputs are summed up. What belongs to the board alone is
prepared once for all its rolls.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.jit import inlined_float_kernel, kernel, lean_float_kernel
from sixprime.compiled.simd import LANES, copy_board, points_above, points_below, squash
from sixprime.engine.choice.net_stack_kernels import Brain, Prices, worth_of
from sixprime.engine.net.kernels import (
    CONTACT,
    OUTPUTS,
    RACE,
    WIDTH,
    Before,
    Board,
    Floats,
    Room,
    evaluate_generated,
    exact_ending,
    forget_bases,
    is_race,
    look_before,
    make_consistent,
    new_room,
    phase_after,
)
from sixprime.engine.net.quick_kernels import quick_base, quick_outputs

NO_PLAY = -1
ELSEWHERE = -1.0

# How closely the play that was chosen has been looked at.
NOT_AT_ALL = 0
AT_A_GLANCE = 1
CLOSELY = 2


class Glance(NamedTuple):
    """Room to choose plays in; one for each thread."""

    room: Room
    """The plays of the last roll, what each is worth at a first look, and the chances of those looked at closely."""
    sums: Floats
    """The quick net's sums before the roll and after one, two and three steps, and one for anything else."""
    boards: Board
    """The boards of these sums."""
    logits: Floats
    """The quick net's outputs, then the chances: a column for each play."""
    kept: Floats
    """For each play 1, or 0 if it bears a checker off; `ELSEWHERE` if its chances are not among `logits`."""


class Prepared(NamedTuple):
    """What is known of a board before any roll."""

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
def new_glance() -> Glance:
    return Glance(
        new_room(),
        np.empty((core.MAX_STEPS + 1, WIDTH), dtype=np.float32),
        np.empty((core.MAX_STEPS + 1, 26), dtype=np.int8),
        np.zeros((OUTPUTS, core.MAX_PLAYS + LANES), dtype=np.float32),
        np.zeros(core.MAX_PLAYS, dtype=np.float32),
    )


@lean_float_kernel
def prepare(board: Board, checkers: int, brain: Brain, glance: Glance) -> Prepared:
    """Get ready to choose plays on a board; it is kept in `glance`, and so are sums that its rolls share."""
    phase = RACE if is_race(board) else CONTACT
    copy_board(board, glance.boards[0])
    quick_base(board, checkers, brain.quick.weights[phase], brain.quick.bias[phase], glance.room, glance.sums[0])
    forget_bases(glance.room)
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
def special_play(play: int, checkers: int, prepared: Prepared, brain: Brain, glance: Glance) -> bool:
    """Value a play that leads to a race from a position with contact, or to an ending that the tables know.

    False for any other play.
    """
    room = glance.room
    result = room.results[play]
    if phase_after(result, prepared.before) == CONTACT:
        return False
    chances = room.chances[play]
    if brain.bear_off == core.BEAR_OFF_STANDARD:
        if exact_ending(result, checkers, brain.tables, room.scratch[1], chances):
            return True
    if prepared.phase == RACE:
        return False
    spare = glance.sums[core.MAX_STEPS]
    quick_base(result, checkers, brain.quick.weights[RACE], brain.quick.bias[RACE], room, spare)
    quick_outputs(spare, brain.quick.top[RACE], brain.quick.top_bias[RACE], chances)
    make_consistent(result, checkers, chances)
    return True


@inlined_float_kernel
def note_chances(play: int, checkers: int, prepared: Prepared, glance: Glance) -> None:
    """Note the chances of a play that has been glanced at, in `room.chances`."""
    logits, kept = glance.logits, glance.kept[play]
    chances = glance.room.chances[play]
    if kept == ELSEWHERE:
        return
    for output in range(OUTPUTS):
        chances[output] = logits[output, play]
    if prepared.last:
        make_consistent(glance.room.results[play], checkers, chances)
        return
    chances[1] = min(chances[1], chances[0]) * prepared.gammon
    chances[2] = min(chances[2], chances[1]) * prepared.backgammon
    chances[3] = min(chances[3], np.float32(1.0) - chances[0]) * prepared.lost_gammon * kept
    chances[4] = min(chances[4], chances[3]) * prepared.lost_backgammon * kept


@inlined_float_kernel
def value_plays(found: int, checkers: int, prepared: Prepared, prices: Prices, glance: Glance) -> None:
    """From the outputs of the quick net to the chances, and what each play is worth."""
    logits = glance.logits
    for output in range(OUTPUTS):
        for first in range(0, found, LANES):
            squash(logits[output], first)
    for play in range(found):
        note_chances(play, checkers, prepared, glance)
        glance.room.worth[play] = worth_of(glance.room.chances[play], prices)


@inlined_float_kernel
def glance_at_plays(
    checkers: int, first: int, second: int, prepared: Prepared, brain: Brain, prices: Prices, glance: Glance
) -> int:
    """Generate the plays of a roll on the prepared board and note in `room.worth` what the quick net thinks of each.

    Returns how many there are. Rows are named by their number: views of them would be counted by the memory manager.
    """
    room = glance.room
    results, sources, low_first = room.results, room.sources, room.low_first
    boards, sums, logits, kept = glance.boards, glance.sums, glance.logits, glance.kept
    weights, top, top_bias = brain.quick.weights, brain.quick.top, brain.quick.top_bias
    found, most_steps = core.generate_plays(
        boards[0], first, second, brain.bear_off, results, sources, low_first, room.keys
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
        if special and special_play(play, checkers, prepared, brain, glance):
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
    value_plays(found, checkers, prepared, prices, glance)
    return found


@inlined_float_kernel
def look_closely(
    play: int, checkers: int, first: int, second: int, prepared: Prepared, brain: Brain, prices: Prices, glance: Glance
) -> float:
    """What the full net, or an exact table, says of a play; its chances are noted."""
    room = glance.room
    evaluate_generated(
        glance.boards[0], checkers, first, second, brain.bear_off, prepared.before, play, brain.net, brain.tables, room
    )
    return worth_of(room.chances[play], prices)


@lean_float_kernel
def likeliest(worth: Floats, found: int) -> int:
    """The play that is worth most at a first look; of equal ones the first."""
    most = worth[0]
    for play in range(1, found):
        most = max(most, worth[play])
    for play in range(found):
        if worth[play] == most:
            return play
    return 0


@lean_float_kernel
def choose_twice(
    checkers: int,
    first: int,
    second: int,
    prepared: Prepared,
    brain: Brain,
    keep: int,
    margin: float,
    prices: Prices,
    closely: bool,
    glance: Glance,
) -> tuple[int, int, int]:
    """The plays of a roll that look best on the prepared board to two players, rows of the room; `NO_PLAY` if none is.

    If others come within `brain.margin` of what the quick net likes best, the full net decides among the `brain.keep`
    best of them, for the first player; for the second it is within `margin`, among the `keep` best. Also how closely
    the plays chosen have been looked at; if `closely` asks for it, always closely.
    """
    room = glance.room
    found = glance_at_plays(checkers, first, second, prepared, brain, prices, glance)
    if found == 0:
        return NO_PLAY, NO_PLAY, NOT_AT_ALL
    if found == 1:
        if not closely:
            return 0, 0, NOT_AT_ALL
        room.worth[0] = 0.0
    likely = likeliest(room.worth, found)
    highest = room.worth[likely]
    if not closely:
        floor = highest - max(brain.margin, margin)
        near = 0
        for play in range(found):
            near += room.worth[play] >= floor
        if min(near, max(brain.keep, keep)) == 1:
            return likely, likely, AT_A_GLANCE
    best = int(np.int64(-1))
    most = -9.0
    other_best = int(np.int64(-1))
    other_most = -9.0
    looked = 0
    while True:
        near_one = looked < brain.keep and room.worth[likely] >= highest - brain.margin
        near_other = looked < keep and room.worth[likely] >= highest - margin
        if not (near_one or near_other):
            return best, other_best, CLOSELY
        room.worth[likely] = -99.0
        worth = look_closely(likely, checkers, first, second, prepared, brain, prices, glance)
        if near_one and (worth > most or (worth == most and likely < best)):
            most = worth
            best = likely
        if near_other and (worth > other_most or (worth == other_most and likely < other_best)):
            other_most = worth
            other_best = likely
        looked += 1
        likely = likeliest(room.worth, found)


@lean_float_kernel
def choose_at_a_glance(
    checkers: int,
    first: int,
    second: int,
    prepared: Prepared,
    brain: Brain,
    prices: Prices,
    closely: bool,
    glance: Glance,
) -> tuple[int, int]:
    """The same for one player."""
    best, _, seen = choose_twice(
        checkers, first, second, prepared, brain, brain.keep, brain.margin, prices, closely, glance
    )  # fmt: skip
    return best, seen
