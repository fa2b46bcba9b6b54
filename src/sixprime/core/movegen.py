"""The bridge between positions and the compiled kernels: arrays on one side, tuples on the other.

Import this module only where moves are generated: it loads numba.
"""

from __future__ import annotations

from threading import local

import numpy as np

from sixprime.compiled import moves as kernels
from sixprime.compiled.arrays import Board
from sixprime.core.dice import Roll
from sixprime.core.plays import ROW, Play, PlayRows
from sixprime.core.positions import Position
from sixprime.core.rules import BearOff

BEAR_OFF_CODES = {
    BearOff.STANDARD: kernels.BEAR_OFF_STANDARD,
    BearOff.REARMOST_ONLY: kernels.BEAR_OFF_REARMOST,
    BearOff.EXACT_ONLY: kernels.BEAR_OFF_EXACT,
}


def to_board(position: Position) -> Board:
    """The position as an array, as kernels take it."""
    return np.array(position.points, dtype=np.int8)


def to_position(board: Board, checkers: int) -> Position:
    """The position of a board that a kernel made from a valid one."""
    return Position._known_good(tuple(board.tolist()), checkers)


class PlayTable:
    """Buffers for all plays of one roll, filled by `fill`; reuse one to generate moves without allocating.

    After `fill`, the first `found` rows of `results` are the boards after each play in the mover's view,
    of `sources` the points the steps start from, of `low_first` whether the smaller die comes first.
    """

    def __init__(self) -> None:
        # The arrays share their memory with these bytes, which plain Python reads and writes faster.
        self._board_bytes = bytearray(ROW.size)
        self._result_bytes = bytearray(kernels.MAX_PLAYS * ROW.size)
        self._source_bytes = bytearray(kernels.MAX_PLAYS * kernels.MAX_STEPS)
        self._low_first_bytes = bytearray(kernels.MAX_PLAYS)
        self._board = np.frombuffer(self._board_bytes, dtype=np.int8)
        self.results = np.frombuffer(self._result_bytes, dtype=np.int8).reshape(kernels.MAX_PLAYS, ROW.size)
        self.sources = np.frombuffer(self._source_bytes, dtype=np.int8).reshape(kernels.MAX_PLAYS, kernels.MAX_STEPS)
        self.low_first = np.frombuffer(self._low_first_bytes, dtype=np.int8)
        self.keys = np.empty(kernels.MAX_PLAYS, dtype=np.uint64)
        self.found = 0
        self.dice_used = 0

    def fill(self, board: Board, roll: Roll, bear_off: BearOff = BearOff.STANDARD) -> int:
        """Generate the plays of `roll` on `board`. Returns how many there are."""
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

    def rows(self, position: Position, roll: Roll, bear_off: BearOff) -> PlayRows:
        """Generate the plays of `roll`; the rows are a copy."""
        ROW.pack_into(self._board_bytes, 0, *position.points)
        found = self.fill(self._board, roll, bear_off)
        return PlayRows(
            found,
            self._result_bytes[: ROW.size * found],
            self._source_bytes[: kernels.MAX_STEPS * found],
            self._low_first_bytes[:found],
            self.dice_used,
        )


_tables = local()


def shared_table() -> PlayTable:
    """The table of this thread. Its contents last until the next call that uses it."""
    if not hasattr(_tables, "table"):
        _tables.table = PlayTable()
    table: PlayTable = _tables.table
    return table


def play_rows(position: Position, roll: Roll, bear_off: BearOff) -> PlayRows:
    """All plays of a roll, as rows of bytes."""
    return shared_table().rows(position, roll, bear_off)


def play_of_row(position: Position, roll: Roll, sources: Board, low_first: int, result: Board) -> Play:
    """The play in one row of what `kernels.generate_plays` found."""
    order = roll.numbers if roll.is_double or not low_first else (roll.low, roll.high)
    starts = tuple([source for source in sources.tolist() if source])
    return Play._of_sources(position, starts, order, to_position(result, position.checkers))


def most_steps(board: Board, numbers: tuple[int, ...], bear_off: BearOff, table: PlayTable) -> int:
    """How many of these dice can be played at most: one die, two different ones, or up to four alike."""
    if not numbers:
        return 0
    code = BEAR_OFF_CODES[bear_off]
    if len(set(numbers)) == 1:
        _, steps = kernels.equal_dice_plays(board, numbers[0], len(numbers), code, table.results, table.sources)
        return steps
    table.fill(board, Roll(numbers[0], numbers[1]), bear_off)
    return table.dice_used


def landing(board: Board, source: int, die: int, bear_off: BearOff) -> int:
    """Where a checker from `source` lands with `die`: a point, 0 for off, -1 where it may not go."""
    return kernels.landing(board, source, die, BEAR_OFF_CODES[bear_off], kernels.rearmost(board))


def after_step(board: Board, source: int, target: int) -> tuple[Board, bool]:
    """The board after one step, and whether it hit."""
    after = board.copy()
    hit = kernels.make_step(after, source, target)
    return after, hit
