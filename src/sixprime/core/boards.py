"""A board in plain characters, for `print(position)`.

The mover is X and moves from the 24 point, top right, round to the home board at the bottom right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sixprime.core.positions import Position

HEIGHT = 5


def _stack(count: int, mark: str) -> list[str]:
    """The five rows of a stack of checkers, from the edge of the board inwards."""
    cells = [f" {mark} " if row < count else "   " for row in range(HEIGHT)]
    if count > HEIGHT:
        cells[HEIGHT - 1] = f"{count:^3d}"
    return cells


def _column(position: Position, point: int) -> list[str]:
    count = position.points[point]
    return _stack(abs(count), "X" if count > 0 else "O")


def _half(position: Position, outer: range, bar: list[str], home: range) -> list[str]:
    columns = [_column(position, point) for point in outer]
    home_columns = [_column(position, point) for point in home]
    return [
        f"|{''.join(column[row] for column in columns)}|{bar[row]}|{''.join(column[row] for column in home_columns)}|"
        for row in range(HEIGHT)
    ]


def ascii_board(position: Position) -> str:
    """The position as the mover sees it, with both pip counts and the checkers borne off."""
    top = _half(position, range(13, 19), _stack(position.opponent_bar, "O"), range(19, 25))
    bottom = _half(position, range(12, 6, -1), _stack(position.bar, "X"), range(6, 0, -1))
    lines = [
        "+" + "".join(f"{p:-^3d}" for p in range(13, 19)) + "+---+" + "".join(f"{p:-^3d}" for p in range(19, 25)) + "+",
        *top,
        "|" + " " * 18 + "|BAR|" + " " * 18 + "|",
        *reversed(bottom),
        "+"
        + "".join(f"{p:-^3d}" for p in range(12, 6, -1))
        + "+---+"
        + "".join(f"{p:-^3d}" for p in range(6, 0, -1))
        + "+",
    ]
    lines[1] += f"  O: {position.opponent_pips} pips, {position.opponent_off} off"
    lines[-2] += f"  X: {position.pips} pips, {position.off} off"
    return "\n".join(lines)
