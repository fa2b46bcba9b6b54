"""Boards and questions in plain Python, as all judges understand them.

A board is 26 whole numbers in the mover's view: 1..24 the points, the mover's checkers positive and moving
down, the opponent's negative; 25 the mover's bar, 0 the opponent's bar (negative).
"""

from typing import NamedTuple

Board = tuple[int, ...]
Dice = tuple[int, int]

BAR = 25
OFF = 0


class Question(NamedTuple):
    """Which plays does this roll allow on this board, where each side plays with so many checkers?"""

    board: Board
    dice: Dice
    checkers: int = 15

    @property
    def has_bar(self) -> bool:
        """Whether the mover has to enter first."""
        return self.board[BAR] > 0

    @property
    def is_bear_off(self) -> bool:
        """Whether the mover may bear off from the start of the turn."""
        return all(count <= 0 for count in self.board[7:])

    @property
    def is_double(self) -> bool:
        return self.dice[0] == self.dice[1]


def flipped(board: Board) -> Board:
    """The same checkers, seen by the other player."""
    return tuple(-count for count in reversed(board))
