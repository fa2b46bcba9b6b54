"""The bridge between positions and the compiled kernels: arrays on one side, tuples on the other.

Import this module only where moves are generated: it loads numba.
"""

from __future__ import annotations

from threading import local

import numpy as np

from sixprime.compiled import moves as kernels
from sixprime.core.dice import Roll
from sixprime.core.plays import Play
from sixprime.core.positions import Position
from sixprime.core.rules import BearOff

BEAR_OFF_CODES = {
    BearOff.STANDARD: kernels.BEAR_OFF_STANDARD,
    BearOff.REARMOST_ONLY: kernels.BEAR_OFF_REARMOST,
    BearOff.EXACT_ONLY: kernels.BEAR_OFF_EXACT,
}


def to_board(position: Position) -> kernels.Board:
    """The position as kernels want it."""
    return np.array(position.points, dtype=np.int8)


def to_position(board: kernels.Board, checkers: int) -> Position:
    """The position of a board that a kernel made from a good one."""
    return Position._known_good(tuple(board.tolist()), checkers)


class PlayTable:
    """Room for all plays of one roll, filled by `fill`; reuse one to generate without allocating.

    After `fill`, the first `found` rows of `results` are the boards after each play in the mover's view,
    of `sources` the points the steps start from, of `low_first` whether the smaller die comes first.
    """

    def __init__(self) -> None:
        self.results = np.empty((kernels.MAX_PLAYS, 26), dtype=np.int8)
        self.sources = np.empty((kernels.MAX_PLAYS, kernels.MAX_STEPS), dtype=np.int8)
        self.low_first = np.empty(kernels.MAX_PLAYS, dtype=np.int8)
        self.keys = np.empty(kernels.MAX_PLAYS, dtype=np.uint64)
        self.found = 0
        self.dice_used = 0

    def fill(self, board: kernels.Board, roll: Roll, bear_off: BearOff = BearOff.STANDARD) -> int:
        """Generate the plays of `roll` on `board`; how many there are."""
        self.found, self.dice_used = kernels.generate_plays(
            board,
            roll.first,
            roll.second,
            BEAR_OFF_CODES[bear_off],
            self.results,
            self.sources,
            self.low_first,
            self.keys,
        )
        return self.found


_tables = local()


def shared_table() -> PlayTable:
    """A table of this thread's own, to be used and forgotten."""
    if not hasattr(_tables, "table"):
        _tables.table = PlayTable()
    table: PlayTable = _tables.table
    return table


def plays_with_dice(
    position: Position, roll: Roll, bear_off: BearOff
) -> list[tuple[tuple[tuple[int, int], ...], Position]]:
    """For each distinct result its moves, as (source, die) in playing order, and the position."""
    table = shared_table()
    found = table.fill(to_board(position), roll, bear_off)
    orders = (roll.numbers, roll.numbers if roll.is_double else (roll.low, roll.high))
    used = table.dice_used
    make, checkers = Position._known_good, position.checkers
    return [
        (tuple(zip(sources, orders[low_first], strict=False)), make(tuple(result), checkers))
        for sources, low_first, result in zip(
            table.sources[:found, :used].tolist(),
            table.low_first[:found].tolist(),
            table.results[:found].tolist(),
            strict=True,
        )
    ]


def play_of_row(position: Position, roll: Roll, sources: kernels.Board, low_first: int, result: kernels.Board) -> Play:
    """The play in one row of what `kernels.generate_plays` found."""
    order = roll.numbers if roll.is_double or not low_first else (roll.low, roll.high)
    moves = tuple([(source, die) for source, die in zip(sources.tolist(), order, strict=False) if source])
    return Play._of_moves(position, moves, to_position(result, position.checkers))


def most_steps(board: kernels.Board, numbers: tuple[int, ...], bear_off: BearOff, table: PlayTable) -> int:
    """How many of these dice can be played at most: one die, two different ones, or up to four alike."""
    if not numbers:
        return 0
    code = BEAR_OFF_CODES[bear_off]
    if len(set(numbers)) == 1:
        _, steps = kernels.equal_dice_plays(board, numbers[0], len(numbers), code, table.results, table.sources)
        return steps
    table.fill(board, Roll(numbers[0], numbers[1]), bear_off)
    return table.dice_used


def landing(board: kernels.Board, source: int, die: int, bear_off: BearOff) -> int:
    """Where a checker from `source` lands with `die`: a point, 0 for off, -1 where it may not go."""
    return kernels.landing(board, source, die, BEAR_OFF_CODES[bear_off], kernels.rearmost(board))


def after_step(board: kernels.Board, source: int, target: int) -> tuple[kernels.Board, bool]:
    """The board after one step, and whether it hit."""
    after = board.copy()
    hit = kernels.make_step(after, source, target)
    return after, hit
