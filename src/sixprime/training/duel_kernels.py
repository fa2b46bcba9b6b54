"""Pairs of games between two nets, in machine code: the same dice for both seatings."""

import numpy as np
import numpy.typing as npt

from sixprime.core import kernels as core
from sixprime.core.jit import float_kernel
from sixprime.engine.net_kernels import LookUps, Room, Weights, best_of, evaluate_plays, make_consistent, new_room

Board = npt.NDArray[np.int8]

MAX_TURNS = 600


@float_kernel
def play_out(
    start: Board, checkers: int, seed: int, first: Weights, second: Weights, tables: LookUps, room: Room, board: Board
) -> float:
    """A game by two nets without a cube; the points that the first, who has the first roll, wins."""
    state = np.empty(1, dtype=np.uint64)
    state[0] = np.uint64(seed)
    core.copy_into(start, board)
    for turn in range(MAX_TURNS):
        high = 1 + core.random_below(state, 6)
        low = 1 + core.random_below(state, 6)
        while turn == 0 and low == high:
            low = 1 + core.random_below(state, 6)
        net = first if turn % 2 == 0 else second
        found = evaluate_plays(board, checkers, high, low, 0, net, tables, room)
        if found > 0:
            core.copy_into(room.results[best_of(room.chances, found)], board)
            if core.rearmost(board) == 0:
                make_consistent(board, checkers, room.chances[0])
                points = float(1.0 + room.chances[0, 1] + room.chances[0, 2])
                return points if turn % 2 == 0 else -points
        core.flip(board)
    return 0.0


@float_kernel
def play_pairs(
    start: Board,
    checkers: int,
    seed: int,
    first: Weights,
    second: Weights,
    tables: LookUps,
    points: npt.NDArray[np.float64],
) -> None:
    """Fill `points` with what the first net wins a game in each pair."""
    room = new_room()
    board = np.empty(26, dtype=np.int8)
    for pair in range(points.shape[0]):
        dice = seed * 1_000_003 + pair
        won = play_out(start, checkers, dice, first, second, tables, room, board)
        lost = play_out(start, checkers, dice, second, first, tables, room, board)
        points[pair] = (won - lost) / 2.0
