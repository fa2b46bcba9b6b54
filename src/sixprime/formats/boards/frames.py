"""Reads the frame of a board in plain characters: which column is which point, and whose checkers are there.

The edges have the numbers of the points above their columns. The text right of the frame is read by `side_text`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from sixprime.core import Player, SixprimeError
from sixprime.messages import shown, text

MOST_LINES = 40
"""How far below the upper edge of a frame its lower edge is searched, in lines, which may be double-spaced."""
MOST_WORDS = 200
"""How many characters right of the frame are read."""
PLAYERS = {"X": Player.BLACK, "O": Player.WHITE}

_EDGE = re.compile(r"\+-{0,3}[0-9]{1,2}(?:[-+]{1,12}[0-9]{1,2}){11}-{0,3}\+")
_UPPER = [list(range(13, 25)), list(range(24, 12, -1))]
_LOWER = [list(range(12, 0, -1)), list(range(1, 13))]
_ALIKE = str.maketrans({"\u00a0": " ", "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2212": "-"})


class InvalidBoard(SixprimeError):
    """There is no board in this text, or it cannot be read, or it contradicts its id.

    >>> from sixprime.formats import read_ascii_board
    >>> read_ascii_board("no board")
    Traceback (most recent call last):
    ...
    sixprime.formats.boards.frames.InvalidBoard: ...
    """


def has_frame(pasted: str) -> bool:
    """Whether a text contains something that looks like the frame of a board."""
    return _EDGE.search(pasted.translate(_ALIKE)) is not None


def edges_in(pasted: str) -> int:
    """How many lines of a text are edges of boards; each board has two."""
    return sum(_EDGE.search(line) is not None for line in pasted.translate(_ALIKE).splitlines())


def plain_lines(pasted: str) -> list[str]:
    """The lines of a text, with plain spaces and dashes in place of their typographic forms."""
    return [line.expandtabs().translate(_ALIKE) for line in pasted.splitlines()]


@dataclass(frozen=True, slots=True)
class FramePlace:
    """Where the first whole frame in a text begins and ends, in lines."""

    start: int
    top: int
    bottom: int
    end: int

    @classmethod
    def find(cls, lines: list[str]) -> FramePlace | None:
        edges = [number for number, line in enumerate(lines) if _EDGE.search(line)]
        for place, (top, bottom) in enumerate(pairwise(edges)):
            if bottom - top <= MOST_LINES:
                start = edges[place - 1] + 1 if place else 0
                end = edges[place + 2] if place + 2 < len(edges) else len(lines)
                return cls(start, top, bottom, end)
        return None

    def cut(self, lines: list[str], above: int, below: int) -> tuple[list[str], list[str], list[str]]:
        """Up to so many lines above the frame, the frame, and up to so many below it; none of another board."""
        before = lines[max(self.start, self.top - above) : self.top]
        after = lines[self.bottom + 1 : min(self.end, self.bottom + 1 + below)]
        next_board = next((number for number, line in enumerate(after) if "GNU Backgammon" in line), len(after))
        return before, lines[self.top : self.bottom + 1], after[:next_board]


@dataclass(frozen=True, slots=True)
class Picture:
    """The contents of a frame: the checkers by Black's points, and the text right of it."""

    points: tuple[int, ...]
    off: Mapping[Player, int]
    home_right: bool
    numbered_for: Player
    at_bottom: Player
    beside: Mapping[str, str]
    """The text right of the edges and of the rows, by their names."""
    mark: str
    """`v` or `^` beside the middle row, which shows who is on roll."""

    @classmethod
    def read(cls, lines: list[str]) -> Picture:
        upper, upper_columns, width, top_label = _edge(lines[0])
        lower, lower_columns, _, bottom_label = _edge(lines[-1])
        if upper in _UPPER and lower == _LOWER[_UPPER.index(upper)]:
            turned, home_right = False, upper[0] == 13
        elif upper in _LOWER and lower == _UPPER[_LOWER.index(upper)]:
            turned, home_right = True, upper[0] == 12
        else:
            raise InvalidBoard(text("the edges of the board do not have the points 1 to 24"))
        named = re.match(r"\s*([XOxo])\s*:", bottom_label)
        at_bottom = PLAYERS[named[1].upper()] if named else Player.BLACK
        numbered_for = at_bottom.opponent if turned else at_bottom
        rows = [_row(line, width) for line in lines[1:-1] if "|" in line]
        middle = next((n for n, row in enumerate(rows) if "BAR" in row[1].upper()), None)
        if middle is None:
            middle = len(rows) // 2 if len(rows) % 2 else None
        top_rows = rows[: len(rows) // 2 if middle is None else middle]
        bottom_rows = rows[len(top_rows) + (middle is not None) :]
        points = [0] * 26
        for numbers, columns, half in ((upper, upper_columns, top_rows), (lower, lower_columns, bottom_rows)):
            for number, column in zip(numbers, columns, strict=True):
                count = _pile([row[1][column - 1 : column + 2] for row in half], number)
                points[number if numbered_for is Player.BLACK else 25 - number] = count
            bar = _pile([row[1][columns[5] + 1 : columns[6] - 1].strip(" |") for row in half], None)
            points[25 if bar > 0 else 0] += bar
        beside = {"top": top_label, "bottom": bottom_label}
        if len(top_rows) > 1 and len(bottom_rows) > 1:
            beside |= {"top points": top_rows[0][2], "top deed": top_rows[1][2]}
            beside |= {"bottom deed": bottom_rows[-2][2], "bottom points": bottom_rows[-1][2]}
        mark = ""
        if middle is not None:
            before, _, after = rows[middle]
            mark = next((sign for sign in (before.strip()[-1:], after.strip()[:1]) if sign in ("v", "^")), "")
            beside["middle"] = after.strip().removeprefix(mark) if after.strip().startswith(("v", "^")) else after
        off = _off([*top_rows, *bottom_rows])
        return cls(tuple(points), off, home_right, numbered_for, at_bottom, beside, mark)


def _edge(line: str) -> tuple[list[int], list[int], int, str]:
    """The numbers of an edge, their columns, its width, and the text right of it."""
    edge = _EDGE.search(line)
    assert edge is not None
    found = list(re.finditer("[0-9]+", edge[0]))
    return (
        [int(number[0]) for number in found],
        [number.end() - 1 for number in found],
        len(edge[0]),
        line[edge.end() :][:MOST_WORDS],
    )


def _row(line: str, width: int) -> tuple[str, str, str]:
    """The parts of a row left of the frame, in it, and right of it."""
    for wall in re.finditer(r"\|", line):
        end = wall.start() + width
        if line[end - 1 : end] == "|" and line.count("|", wall.start(), end) >= 4:
            return line[: wall.start()], line[wall.start() : end], line[end:][:MOST_WORDS]
    raise InvalidBoard(text("this row is not as wide as the frame: {row}", row=shown(line.strip())))


def _pile(cells: list[str], point: int | None) -> int:
    """How many checkers a stack has, positive for X and negative for O; a digit in it counts a high stack."""
    where = text("the bar") if point is None else text("the {point} point", point=point)
    letters = {cell.strip().upper() for cell in cells} - {""}
    marks = letters & PLAYERS.keys()
    numbers = [_number(cell) for cell in letters - marks]
    if len(marks) > 1 or len(numbers) > 1 or None in numbers or (numbers and not marks):
        raise InvalidBoard(text("{where} does not show one pile of X or O", where=where))
    count = (numbers[0] or 0) if numbers else sum(bool(cell.strip()) for cell in cells)
    return count if marks == {"X"} else -count


def _number(cell: str) -> int | None:
    if re.fullmatch("[0-9]{1,2}", cell):
        return int(cell)
    return int(cell, 16) if re.fullmatch("[A-F]", cell) else None


def _off(rows: list[tuple[str, str, str]]) -> dict[Player, int]:
    """How many borne-off checkers are drawn beside the rows, as one, two or three letters in a row."""
    off = dict.fromkeys(Player, 0)
    for left, _, right in rows:
        for beside in (left[-4:], right[:4]):
            if drawn := re.fullmatch(r"\s*(X{1,3}|O{1,3})\s*", beside.upper()):
                off[PLAYERS[drawn[1][0]]] += len(drawn[1])
    return off
