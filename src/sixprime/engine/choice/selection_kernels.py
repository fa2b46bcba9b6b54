"""Choosing a play by all nets in turn, in machine code: the quick net, then the full net, then the deep net.

Each net evaluates only what the one before it let through (see `NetStack`), so that the deep net, which takes ten times
as long as the others, is asked about two or three plays of a roll.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Floats
from sixprime.compiled.jit import float_kernel, kernel, lean_float_kernel, plain
from sixprime.compiled.simd import copy_board
from sixprime.engine.choice.net_stack_kernels import GammonWeights, NetStack, TwoNets, without_deep, worth_of
from sixprime.engine.choice.quick_choice_kernels import (
    NO_PLAY,
    USED_UP,
    Prepared,
    QuickBuffers,
    count_favourites,
    evaluate_favourites,
    evaluate_plays_quickly,
    index_of_highest,
    new_quick_buffers,
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
from sixprime.engine.net.kernels import OUTPUTS, evaluate_board


class SelectionBuffers(NamedTuple):
    """Arrays to choose plays in; one set for each thread."""

    quick: QuickBuffers
    deep: DeepBuffers
    full_chances: Floats
    """Where the deep net has answered a roll: the chances that the full net sees after its own answer."""


@kernel
def new_selection_buffers() -> SelectionBuffers:
    return SelectionBuffers(
        new_quick_buffers(),
        new_deep_buffers(),
        np.empty(OUTPUTS, dtype=np.float32),
    )


def selection_buffers() -> SelectionBuffers:
    """Buffers made by plain Python: loading machine code for it would take longer."""
    return SelectionBuffers(
        plain(new_quick_buffers)(),
        deep_buffers(),
        np.empty(OUTPUTS, dtype=np.float32),
    )


@lean_float_kernel
def prepare_selection(board: Board, checkers: int, stack: NetStack, buffers: SelectionBuffers) -> Prepared:
    """Get ready to choose plays on a board, for any number of rolls."""
    forget_deep_bases(buffers.deep)
    return prepare(board, checkers, without_deep(stack), buffers.quick)


@lean_float_kernel
def evaluate_likely_plays(
    first: int,
    second: int,
    prepared: Prepared,
    stack: TwoNets,
    keep: int,
    gammons: GammonWeights,
    quick: QuickBuffers,
) -> tuple[int, int]:
    """Let the full net evaluate the plays of a roll that the quick net's filter lets through.

    Returns how many these are, at most `keep` whatever the stack says, and how many plays there are at all. They are
    listed in `quick.favourites`, with what each is worth in `quick.favourite_worth`.
    """
    found = evaluate_plays_quickly(first, second, prepared, stack, gammons, quick)
    if found == 0:
        return 0, 0
    if found == 1:
        quick.plays.worth[0] = 0.0
    highest = quick.plays.worth[index_of_highest(quick.plays.worth, found)]
    count = count_favourites(quick.plays.worth, found, highest, keep, stack.margin)
    evaluate_favourites(count, found, prepared, stack, quick)
    for rank in range(count):
        quick.favourite_worth[rank] = worth_of(quick.plays.chances[int(quick.favourites[rank])], gammons)
    return count, found


@lean_float_kernel
def select_play(
    first: int,
    second: int,
    prepared: Prepared,
    stack: NetStack,
    gammons: GammonWeights,
    deeply: bool,
    buffers: SelectionBuffers,
) -> int:
    """The play of a roll that is worth most, a row of `plays` with its chances; `NO_PLAY` if there is none.

    The deep net is asked only if `deeply` says so; `full_chances` are then those of the full net's own choice. Of equal
    plays it is the first.
    """
    plays = buffers.quick.plays
    worths = buffers.quick.favourite_worth
    evaluated, _ = evaluate_likely_plays(
        first, second, prepared, without_deep(stack), stack.keep, gammons, buffers.quick
    )  # fmt: skip
    if evaluated == 0:
        return NO_PLAY
    deep = deeply and has_deep(stack.deep)
    favourite = index_of_highest(worths, evaluated)
    floor = worths[favourite] - (stack.deep_margin if deep else 0.0)
    if deep:
        core.copy_into(plays.chances[int(buffers.quick.favourites[favourite])], buffers.full_chances)
    best = int(np.int64(-1))
    most = -9.0
    for _ in range(min(evaluated, stack.deep_keep) if deep else evaluated):
        rank = index_of_highest(worths, evaluated)
        worth = float(worths[rank])
        if worth < floor:
            break
        worths[rank] = USED_UP
        play = int(buffers.quick.favourites[rank])
        if deep:
            evaluate_deeply(
                buffers.quick.boards[0], prepared.checkers, stack.bear_off, prepared.before, play, stack.deep,
                stack.tables, plays, buffers.deep,
            )  # fmt: skip
            worth = worth_of(plays.chances[play], gammons)
        if worth > most or (worth == most and play < best):
            most = worth
            best = play
    return best


@lean_float_kernel
def answer_by_selection(
    first: int,
    second: int,
    prepared: Prepared,
    stack: NetStack,
    gammons: GammonWeights,
    deeply: bool,
    buffers: SelectionBuffers,
    answer: Board,
    chances: Floats,
) -> bool:
    """The board after the best play on the prepared board and the mover's chances; true if the game is over then.

    Where there is no play the board stays as it is.
    """
    plays = buffers.quick.plays
    row = select_play(first, second, prepared, stack, gammons, deeply, buffers)
    if row == NO_PLAY:
        copy_board(buffers.quick.boards[0], answer)
        evaluate_board(answer, prepared.checkers, stack.full, stack.tables, plays, chances)
        if deeply and has_deep(stack.deep):
            core.copy_into(chances, buffers.full_chances)
            evaluate_board_deeply(answer, prepared.checkers, stack.deep, stack.tables, plays, buffers.deep, chances)
        return False
    copy_board(plays.results[row], answer)
    core.copy_into(plays.chances[row], chances)
    return core.rearmost(answer) == 0


@lean_float_kernel
def best_play(
    board: Board,
    checkers: int,
    first: int,
    second: int,
    stack: NetStack,
    gammons: GammonWeights,
    buffers: SelectionBuffers,
) -> int:
    """The best play of a roll on a board, a row of `plays` with its chances; `NO_PLAY` if there is none."""
    prepared = prepare_selection(board, checkers, stack, buffers)
    return select_play(first, second, prepared, stack, gammons, True, buffers)


@float_kernel
def best_plays(
    boards: Board, rolls: Board, checkers: int, stack: NetStack, gammons: GammonWeights, results: Board, chances: Floats
) -> None:
    """For each board and roll the board after the best play and the mover's chances; without a play, as it stands."""
    buffers = new_selection_buffers()
    for row in range(boards.shape[0]):
        prepared = prepare_selection(boards[row], checkers, stack, buffers)
        high, low = max(rolls[row, 0], rolls[row, 1]), min(rolls[row, 0], rolls[row, 1])
        answer_by_selection(int(high), int(low), prepared, stack, gammons, True, buffers, results[row], chances[row])
