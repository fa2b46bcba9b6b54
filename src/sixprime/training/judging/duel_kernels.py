"""Pairs of games between two nets, in machine code: the same dice for both seatings."""

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Doubles
from sixprime.compiled.jit import float_kernel
from sixprime.engine.choice.net_stack_kernels import MONEY, NetStack
from sixprime.engine.choice.selection_kernels import (
    SelectionBuffers,
    answer_by_selection,
    new_selection_buffers,
    prepare_selection,
)
from sixprime.engine.net.kernels import OUTPUTS, make_consistent

MAX_TURNS = 600


@float_kernel
def play_out(
    start: Board, checkers: int, seed: int, first: NetStack, second: NetStack, buffers: SelectionBuffers, boards: Board
) -> float:
    """A game without a cube; the points that the first player, who has the first roll, wins. `boards` is scratch."""
    state = np.empty(1, dtype=np.uint64)
    state[0] = np.uint64(seed)
    chances = np.empty(OUTPUTS, dtype=np.float32)
    core.copy_into(start, boards[0])
    for turn in range(MAX_TURNS):
        high = 1 + core.random_below(state, 6)
        low = 1 + core.random_below(state, 6)
        while turn == 0 and low == high:
            low = 1 + core.random_below(state, 6)
        stack = first if turn % 2 == 0 else second
        prepared = prepare_selection(boards[0], checkers, stack, buffers)
        over = answer_by_selection(high, low, prepared, stack, MONEY, True, buffers, boards[1], chances)
        if over:
            make_consistent(boards[1], checkers, chances)
            points = float(1.0 + chances[1] + chances[2])
            return points if turn % 2 == 0 else -points
        core.copy_into(boards[1], boards[0])
        core.flip(boards[0])
    return 0.0


@float_kernel
def play_pairs(start: Board, checkers: int, seed: int, first: NetStack, second: NetStack, points: Doubles) -> None:
    """Fill `points` with what the first player wins a game in each pair."""
    buffers = new_selection_buffers()
    boards = np.empty((2, 26), dtype=np.int8)
    for pair in range(points.shape[0]):
        dice = seed * 1_000_003 + pair
        won = play_out(start, checkers, dice, first, second, buffers, boards)
        lost = play_out(start, checkers, dice, second, first, buffers, boards)
        points[pair] = (won - lost) / 2.0
