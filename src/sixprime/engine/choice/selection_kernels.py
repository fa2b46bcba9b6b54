"""Choosing a play by all nets in turn, in machine code: the quick net, then the full net, then the deep net.

Each looks only at what the one before it let through (see `Brain`), so that the deep net, which takes ten times as long
as the others, is asked about two or three plays of a roll.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.jit import float_kernel, kernel, lean_float_kernel, plain
from sixprime.compiled.simd import copy_board
from sixprime.engine.choice.net_stack_kernels import Brain, Prices, worth_of
from sixprime.engine.choice.quick_choice_kernels import (
    NO_PLAY,
    Glance,
    Prepared,
    glance_at_plays,
    likeliest,
    look_closely,
    new_glance,
    prepare,
)
from sixprime.engine.net.deep_kernels import (
    DeepBuffers,
    deep_buffers,
    evaluate_board_deeply,
    evaluate_deeply,
    forget_deep_bases,
    has_deep,
    new_deep_buffers,
)
from sixprime.engine.net.kernels import Board, Floats, Ints, evaluate_board

PASSED_ON = -99.0
"""Less than any play is worth: the mark of one that has been passed on."""


class SelectionBuffers(NamedTuple):
    """Arrays to choose plays in; one set for each thread."""

    glance: Glance
    deep: DeepBuffers
    looked: Ints
    """The plays that the full net has looked at."""
    worth: Floats
    """What it thinks of each."""


@kernel
def new_selection_buffers() -> SelectionBuffers:
    return SelectionBuffers(
        new_glance(),
        new_deep_buffers(),
        np.empty(core.MAX_PLAYS, dtype=np.int16),
        np.empty(core.MAX_PLAYS, dtype=np.float32),
    )


def selection_buffers() -> SelectionBuffers:
    """Buffers made by plain Python: loading machine code for it would take longer."""
    return SelectionBuffers(
        plain(new_glance)(),
        deep_buffers(),
        np.empty(core.MAX_PLAYS, dtype=np.int16),
        np.empty(core.MAX_PLAYS, dtype=np.float32),
    )


@lean_float_kernel
def prepare_selection(board: Board, checkers: int, brain: Brain, buffers: SelectionBuffers) -> Prepared:
    """Get ready to choose plays on a board, for any number of rolls."""
    forget_deep_bases(buffers.deep)
    return prepare(board, checkers, brain, buffers.glance)


@lean_float_kernel
def look_at_likely_plays(
    checkers: int, first: int, second: int, prepared: Prepared, brain: Brain, prices: Prices, buffers: SelectionBuffers
) -> int:
    """Let the full net look at the plays of a roll that the quick net likes. Returns how many these are.

    They stand in `buffers.looked` with what they are worth, and their chances in the room.
    """
    room = buffers.glance.room
    found = glance_at_plays(checkers, first, second, prepared, brain, prices, buffers.glance)
    if found == 0:
        return 0
    if found == 1:
        room.worth[0] = 0.0
    floor = room.worth[likeliest(room.worth, found)] - brain.margin
    looked = int(np.int64(0))
    for _ in range(min(found, brain.keep)):
        likely = likeliest(room.worth, found)
        if room.worth[likely] < floor:
            break
        room.worth[likely] = PASSED_ON
        buffers.looked[looked] = likely
        buffers.worth[looked] = look_closely(likely, checkers, first, second, prepared, brain, prices, buffers.glance)
        looked += 1
    return looked


@lean_float_kernel
def select_play(
    checkers: int,
    first: int,
    second: int,
    prepared: Prepared,
    brain: Brain,
    prices: Prices,
    deeply: bool,
    buffers: SelectionBuffers,
) -> int:
    """The play of a roll that is worth most, a row of the room with its chances; `NO_PLAY` if there is none.

    The deep net is asked only if `deeply` says so. Of equal plays it is the first.
    """
    room = buffers.glance.room
    looked = look_at_likely_plays(checkers, first, second, prepared, brain, prices, buffers)
    if looked == 0:
        return NO_PLAY
    deep = deeply and has_deep(brain.deep)
    floor = buffers.worth[likeliest(buffers.worth, looked)] - (brain.deep_margin if deep else 0.0)
    best = int(np.int64(-1))
    most = -9.0
    for _ in range(min(looked, brain.deep_keep) if deep else looked):
        place = likeliest(buffers.worth, looked)
        worth = float(buffers.worth[place])
        if worth < floor:
            break
        buffers.worth[place] = PASSED_ON
        play = int(buffers.looked[place])
        if deep:
            evaluate_deeply(
                buffers.glance.boards[0], checkers, brain.bear_off, prepared.before, play, brain.deep, brain.tables,
                room, buffers.deep,
            )  # fmt: skip
            worth = worth_of(room.chances[play], prices)
        if worth > most or (worth == most and play < best):
            most = worth
            best = play
    return best


@lean_float_kernel
def answer_by_selection(
    checkers: int,
    first: int,
    second: int,
    prepared: Prepared,
    brain: Brain,
    prices: Prices,
    deeply: bool,
    buffers: SelectionBuffers,
    answer: Board,
    chances: Floats,
) -> bool:
    """The board after the best play on the prepared board and the mover's chances; true if the game is over then.

    Where there is no play the board stays as it is.
    """
    room = buffers.glance.room
    row = select_play(checkers, first, second, prepared, brain, prices, deeply, buffers)
    if row == NO_PLAY:
        copy_board(buffers.glance.boards[0], answer)
        if deeply and has_deep(brain.deep):
            evaluate_board_deeply(answer, checkers, brain.deep, brain.tables, room, buffers.deep, chances)
        else:
            evaluate_board(answer, checkers, brain.net, brain.tables, room, chances)
        return False
    copy_board(room.results[row], answer)
    core.copy_into(room.chances[row], chances)
    return core.rearmost(answer) == 0


@lean_float_kernel
def best_play(
    board: Board, checkers: int, first: int, second: int, brain: Brain, prices: Prices, buffers: SelectionBuffers
) -> int:
    """The best play of a roll on a board, a row of the room with its chances; `NO_PLAY` if there is none."""
    prepared = prepare_selection(board, checkers, brain, buffers)
    return select_play(checkers, first, second, prepared, brain, prices, True, buffers)


@float_kernel
def best_plays(
    boards: Board, rolls: Board, checkers: int, brain: Brain, prices: Prices, results: Board, chances: Floats
) -> None:
    """For each board and roll the board after the best play and the mover's chances; without a play, as it stands."""
    buffers = new_selection_buffers()
    for row in range(boards.shape[0]):
        prepared = prepare_selection(boards[row], checkers, brain, buffers)
        high, low = max(rolls[row, 0], rolls[row, 1]), min(rolls[row, 0], rolls[row, 1])
        answer_by_selection(
            checkers, int(high), int(low), prepared, brain, prices, True, buffers, results[row], chances[row]
        )
