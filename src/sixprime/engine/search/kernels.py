"""Looking ahead, in machine code: what a position is worth after the next rolls have been played out.

One ply is the mean over all 21 rolls of what the best answer is worth; each further ply does the same from there. The
player who answers chooses by the nets in turn (`selection_kernels`); the chosen answer is searched one ply less deeply.

The deep net takes more than half of the time of a search, and is asked at the last ply only. Where that ply has been
reached by 21 rolls or more, it answers every third roll of each position, drawn by lot; what it says differently from
the full net there, times three, stands for all of them. The mean of a ply is the same on the average, and what the lots
add is small beside what nets get wrong.

Values of whole plies are kept in a cache. They depend on the position alone, never on how it was reached, so that a
search gives the same numbers whatever was searched before and in whichever thread.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Floats, Longs
from sixprime.compiled.jit import lean_float_kernel, lean_kernel
from sixprime.compiled.rolls import dice_of_roll
from sixprime.engine.choice.net_stack_kernels import MONEY, NetStack
from sixprime.engine.choice.selection_kernels import (
    SelectionBuffers,
    answer_by_selection,
    prepare_selection,
    selection_buffers,
)
from sixprime.engine.net.deep_kernels import has_deep
from sixprime.engine.net.kernels import OUTPUTS, exact_ending, make_consistent, turn_round

ROLLS = 21
MAX_DEPTH = 4
CACHED = 1 << 14
"""Positions that a cache holds; a power of two."""
ROLL_GROUPS = np.array([0, 2, 1, 2, 1, 2, 1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 1, 2, 2, 1, 0], dtype=np.int8)
"""For each roll its group: two doubles and five others, with the same sum of pips in all groups."""
GROUPS = 3


class Cache(NamedTuple):
    """Values by position: where a slot is taken, the board, its depth and the mover's chances after the play."""

    boards: Board
    depths: Board
    chances: Floats


class SearchBuffers(NamedTuple):
    """A thread's own buffers: what it needs on the way through the tree, a row for each depth, and its cache."""

    selection: SelectionBuffers
    after: Board
    """The position after a play, in the view of the player who made it."""
    turned: Board
    """That position in the view of the player who answers."""
    numbers: Longs
    """The number of the next roll to answer."""
    answers: Floats
    """The chances of the player who answers, by roll."""
    cache: Cache


def new_search_buffers() -> SearchBuffers:
    return SearchBuffers(
        selection_buffers(),
        np.empty((MAX_DEPTH + 1, 26), dtype=np.int8),
        np.empty((MAX_DEPTH + 1, 26), dtype=np.int8),
        np.empty(MAX_DEPTH + 1, dtype=np.int64),
        np.empty((MAX_DEPTH + 1, ROLLS, OUTPUTS), dtype=np.float32),
        Cache(
            np.empty((CACHED, 26), dtype=np.int8),
            np.zeros(CACHED, dtype=np.int8),
            np.empty((CACHED, OUTPUTS), dtype=np.float32),
        ),
    )


@lean_kernel
def slot_of(board: Board) -> int:
    """Where in the cache a board belongs."""
    key = np.uint64(14695981039346656037)
    for point in range(26):
        key = (key ^ np.uint64(np.uint8(board[point]))) * np.uint64(1099511628211)
    return int((key ^ (key >> np.uint64(29))) & np.uint64(CACHED - 1))


@lean_kernel
def recall(cache: Cache, slot: int, board: Board, depth: int, chances: Floats) -> bool:
    """Fill in what is known of a board at a depth; false if nothing is."""
    if cache.depths[slot] != depth:
        return False
    for point in range(26):
        if cache.boards[slot, point] != board[point]:
            return False
    core.copy_into(cache.chances[slot], chances)
    return True


@lean_kernel
def remember(cache: Cache, slot: int, board: Board, depth: int, chances: Floats) -> None:
    core.copy_into(board, cache.boards[slot])
    cache.depths[slot] = depth
    core.copy_into(chances, cache.chances[slot])


@lean_kernel
def mean_of_answers(board: Board, checkers: int, answers: Floats, chances: Floats) -> None:
    """The chances of the player who has just moved, from those of the opponent after each of the 21 rolls."""
    for output in range(OUTPUTS):
        total = 0.0
        number = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                total += (1.0 if high == low else 2.0) * answers[number, output]
                number += 1
        chances[output] = total / 36.0
    turn_round(chances)
    make_consistent(board, checkers, chances)


@lean_kernel
def group_of(board: Board) -> int:
    """The group of rolls that the deep net answers after a play at the last ply: by lot, but always the same one."""
    return slot_of(board) % GROUPS


@lean_kernel
def stand_for_all_groups(full_chances: Floats, chances: Floats) -> None:
    """Replace the deep net's chances after a roll by such that the mean over all rolls comes to: what the full net sees
    there, corrected by what the deep net sees differently in this roll's group."""
    for output in range(OUTPUTS):
        chances[output] = GROUPS * chances[output] - (GROUPS - 1) * full_chances[output]


@lean_float_kernel
def search_rolls(
    board: Board,
    checkers: int,
    plies: int,
    first_roll: int,
    end_roll: int,
    stack: NetStack,
    buffers: SearchBuffers,
    answers: Floats,
) -> None:
    """Look so many plies ahead after some of the 21 rolls; row r of `answers` gets the answerer's chances after roll r.

    The board is a position after a play; the rolls are counted 11, 21, 22, 31 and so on. The tree is walked by a loop,
    because functions that call each other take long to compile.
    """
    core.copy_into(board, buffers.turned[0])
    core.flip(buffers.turned[0])
    buffers.numbers[0] = first_roll
    answer = buffers.after[MAX_DEPTH]
    depth = int(np.int64(0))
    ready = depth
    group = depth
    prepared = prepare_selection(buffers.turned[0], checkers, stack, buffers.selection)
    while True:
        number = buffers.numbers[depth]
        if depth > 0 and number == ROLLS:
            above = buffers.answers[depth - 1, buffers.numbers[depth - 1] - 1]
            mean_of_answers(buffers.after[depth], checkers, buffers.answers[depth], above)
            slot = slot_of(buffers.after[depth])
            remember(buffers.cache, slot, buffers.after[depth], plies - depth, above)
            depth -= 1
            continue
        if number == end_roll and depth == 0:
            break
        buffers.numbers[depth] += 1
        high, low = dice_of_roll(number)
        row = buffers.answers[depth, number]
        last = depth == plies - 1
        if ready != depth:
            ready = depth
            prepared = prepare_selection(buffers.turned[depth], checkers, stack, buffers.selection)
        deeply = last and (depth == 0 or ROLL_GROUPS[number] == group)
        over = answer_by_selection(high, low, prepared, stack, MONEY, deeply, buffers.selection, answer, row)
        if deeply and depth > 0 and not over and has_deep(stack.deep):
            stand_for_all_groups(buffers.selection.full_chances, row)
        scratch = buffers.selection.quick.plays.scratch[1]
        if over or last or exact_ending(answer, checkers, stack.tables, scratch, row):
            continue
        if recall(buffers.cache, slot_of(answer), answer, plies - 1 - depth, row):
            continue
        depth += 1
        core.copy_into(answer, buffers.after[depth])
        core.copy_into(answer, buffers.turned[depth])
        core.flip(buffers.turned[depth])
        buffers.numbers[depth] = 0
        ready = -1
        group = group_of(answer)
    for number in range(first_roll, end_roll):
        core.copy_into(buffers.answers[0, number], answers[number])
