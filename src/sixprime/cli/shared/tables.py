"""Tables in the terminal whose figures are never cut.

A terminal may be narrower than a table. Then headings are broken into lines, after them those cells that are words, and
if need be headings are shortened; figures are not, because half a figure is a wrong one. What is still too wide goes on
in the terminal's next line.
"""

from __future__ import annotations

from collections.abc import Collection

from rich.cells import cell_len
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from sixprime.messages import Catalogue, decimal


def print_table(console: Console, table: Table, *, words: Collection[int] = ()) -> None:
    """Print a table of texts, with columns as narrow as the terminal asks for and as wide as their cells are.

    The cells of the columns `words`, counted from 0, may be broken between words.
    """
    terminal = console.width
    beside = terminal - sum(table.padding[1] + table.padding[3] for _ in table.columns)
    cells = [_cell_width(column) for column in table.columns]
    least = [
        _longest_word(*column.cells) if place in words else cells[place] for place, column in enumerate(table.columns)
    ]
    headings = [_longest_word(column.header) for column in table.columns]
    wanted = [max(cell, cell_len(str(column.header))) for cell, column in zip(cells, table.columns, strict=True)]
    widths = wanted if sum(wanted) <= beside else [max(both) for both in zip(cells, headings, strict=True)]
    for narrowest in ([max(both) for both in zip(least, headings, strict=True)], least):
        while sum(widths) > beside and widths != narrowest:
            room = [width - needed for width, needed in zip(widths, narrowest, strict=True)]
            widths[room.index(max(room))] -= 1
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width
    console.width = max(sum(widths) + terminal - beside, terminal)  # what is printed is never wider than the console
    console.print(table, crop=False)
    console.width = terminal


def print_board(console: Console, board: object) -> None:
    """Print a board in plain characters; the terminal breaks lines that are too long for it, not the board."""
    console.print(Text(str(board)), soft_wrap=True)


def figure(value: float, digits: int, words: Catalogue, *, sign: bool = False) -> str:
    """A number of a table, with the point or the comma of the user's language."""
    return decimal(value, digits, sign=sign).in_language(words)


def _cell_width(column: Column) -> int:
    return max((cell_len(str(cell)) for cell in column.cells), default=0)


def _longest_word(*cells: object) -> int:
    return max((cell_len(word) for cell in cells for word in str(cell).split()), default=0)
