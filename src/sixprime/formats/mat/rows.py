"""Splits the rows of a `.mat` game into cells. There are two columns, the left one White's, of any width.

A cell begins at two dice with a colon, or at a word about the cube or the result; widths do not help, because a long
cell may be only one space away from the next. The text column of a cell shows whose it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sixprime.core import Player

LEFT_COLUMN = 5
USUAL_RIGHT_COLUMN = 33

_ROW_NUMBER = re.compile(r"\s*[0-9]{1,5}(?:\)|[.](?![0-9]))")
_CELL = re.compile(
    r"(?<![-0-9/*])(?P<dice>[1-6][-,]?[1-6]|00) ?:"
    r"|\b(?P<double>doubles?|redoubles?|doubled)\b\s*(?:=+>?\s*(?P<value>[0-9]{1,8}))?"
    r"|\b(?P<beaver>beavers?)\b\s*(?:=+>?\s*[0-9]{1,8})?"
    r"|\b(?P<raccoon>rac+oons?)\b\s*(?:=+>?\s*[0-9]{1,8})?"
    r"|\b(?P<take>takes?|accepts?)\b"
    r"|\b(?P<drop>drops?|pass(?:es)?|rejects?)\b"
    r"|\b(?P<win>wins?)\s+(?P<won>[0-9]{1,6})\s+points?(?P<match>\s+and\s+(?:the\s+)?match)?"
    r"|\b(?P<loss>loss(?:es)?|loses?)\s+(?P<lost>[0-9]{1,6})\s+points?"
    r"|\b(?P<resign>resign\w*|concedes?)\b[ ]?(?P<worth>normal|single|gammon|backgammon|game|match)?",
    re.IGNORECASE,
)
_PLAIN = re.compile(r" *[0-9]{1,5}\) *(?:([1-6][1-6]):([ 0-9/*]*?))?(?:(?<= )([1-6][1-6]):([ 0-9/*]*))?")
"""A row with two rolls and plays in digits, the most common kind."""
_REMARK = re.compile(r"[;#](?:(?!  [1-6][1-6]:).)*|\{[^{}]*\}|\[[^][]*\]|\((?!\s*[0-9]+\s*\))[^()]*\)")
"""A remark in a row. A number in parentheses is none: it says how many checkers move like that."""
_MARKS = re.compile(r"(?<=[0-9a-z*)]) *[?!]+", re.IGNORECASE)
"""Marks of good and bad plays."""
_ILLEGAL = re.compile(r"illegal play\s*\(([^()]*;[^()]*)\)", re.IGNORECASE)


class Cell(NamedTuple):
    """What a player does in one row: a roll with the text of its play, or an action with cube or result."""

    kind: str
    """`dice`, `double`, `beaver`, `raccoon`, `take`, `drop`, `win`, `loss` or `resign`."""
    column: int
    words: str = ""
    """The text of the play."""
    dice: str = ""
    number: int | None = None
    """The new value of the cube, the points won or lost, or the multiple of the cube that is resigned."""
    ends_match: bool = False
    illegal: str = ""
    """The position line after a play that is declared as illegal."""
    remark: str = ""


class Row(NamedTuple):
    """The cells of a line, and its number in the file."""

    line: int
    cells: tuple[Cell, ...]
    left_over: str = ""
    """Text before the first cell, where there should be none."""


def read_row(line: int, written: str) -> Row:
    """Split a line of a game into its cells."""
    plain = _PLAIN.fullmatch(written)
    if plain is None:
        return _read_any_row(line, written)
    left, left_play, right, right_play = plain.groups()
    cells = []
    if left:
        cells.append(Cell("dice", plain.start(1), left_play.strip(), left))
    if right:
        cells.append(Cell("dice", plain.start(3), right_play.strip(), right))
    return Row(line, tuple(cells))


def _read_any_row(line: int, written: str) -> Row:
    numbered = _ROW_NUMBER.match(written)
    start = numbered.end() if numbered else 0
    declared = _ILLEGAL.search(written, start) if "(" in written else None
    if declared is not None:
        written = _blanked(written, declared)
    whole, remarks = written, list(_REMARK.finditer(written, start))
    for remark in remarks:
        written = _blanked(written, remark)
    found = list(_CELL.finditer(written, start))
    cells: list[Cell] = []
    for place, cell in enumerate(found):
        end = found[place + 1].start() if place + 1 < len(found) else len(written)
        said = " ".join(one[0].strip(";#{}[]() ") for one in remarks if cell.end() <= one.start() < end)
        if cell["dice"]:
            words = _MARKS.sub("", _without_row_number(written[cell.end() : end].strip()))
            illegal = declared[1] if declared is not None and cell.end() <= declared.start() < end else ""
            dice = re.sub("[-,]", "", cell["dice"])
            cells.append(Cell("dice", cell.start(), words, dice, illegal=illegal, remark=said))
        else:
            cells.append(_word_cell(cell)._replace(remark=said))
    before = written[start : found[0].start()] if found else whole[start:]
    return Row(line, tuple(cells), before.strip())


def _without_row_number(words: str) -> str:
    """A play without the number of the next row, which some files write behind it."""
    play, _, last = words.rpartition(" ")
    return play.rstrip() if last.endswith(")") and last[:-1].isdecimal() else words


def _blanked(written: str, part: re.Match[str]) -> str:
    """A row with a part of it replaced by spaces, so that the rest keeps its columns."""
    return written[: part.start()] + " " * (part.end() - part.start()) + written[part.end() :]


def _word_cell(cell: re.Match[str]) -> Cell:
    kind = next(kind for kind in _WORDS if cell[kind])
    number = cell["value"] or cell["won"] or cell["lost"] or _WORTHS.get((cell["worth"] or "").lower())
    return Cell(kind, cell.start(), cell[0], number=int(number) if number else None, ends_match=bool(cell["match"]))


_WORTHS = {"normal": 1, "single": 1, "gammon": 2, "backgammon": 3}
_WORDS = ("double", "beaver", "raccoon", "take", "drop", "win", "loss", "resign")


def right_column(rows: Iterable[Row], name_column: int | None) -> int:
    """Where the right column begins: where most second cells begin, or else where the second name does."""
    starts = Counter(row.cells[1].column for row in rows if len(row.cells) > 1 and row.cells[1].kind != "win")
    if starts:
        return starts.most_common(1)[0][0]
    return name_column or USUAL_RIGHT_COLUMN


def sides(row: Row, border: float) -> list[Player]:
    """The player of each cell of a row.

    The second cell is the right player's, however close it is, unless it is a result: GNU Backgammon writes results
    directly after a roll that was not played. Who drops has not won, so that a result after that is the other's.
    """
    owners: list[Player] = []
    for place, cell in enumerate(row.cells):
        follows = place > 0 and (cell.kind != "win" or row.cells[place - 1].kind == "drop")
        owners.append(Player.BLACK if follows or cell.column >= border else Player.WHITE)
    return owners


def begins_on_the_right(rows: Sequence[Row]) -> bool:
    """Whether the only roll of a game's first row is the right player's, though it stands near the left column.

    So it is where runs of spaces have shrunk on the way, as they do on a web page: the roll stands farther right than
    those of the left column, and the left player is the next to act.
    """
    if len(rows) < 2 or len(rows[0].cells) != 1 or not rows[1].cells:
        return False
    first, following = rows[0].cells[0], rows[1].cells[0]
    left = [row.cells[0].column for row in rows[1:] if len(row.cells) > 1 and row.cells[0].kind == "dice"]
    acts = following.kind in ("dice", "double") and len(rows[1].cells) > 1
    return first.kind == "dice" and acts and bool(left) and first.column > min(left)
