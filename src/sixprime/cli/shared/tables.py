"""Tables in the terminal whose figures are never cut.

A terminal may be narrower than a table. Then headings are broken into lines and, if need be, shortened; the cells
below them are not, because half a figure is a wrong one. What is still too wide goes on in the terminal's next line.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from sixprime.messages import Catalogue, decimal


def print_table(console: Console, table: Table) -> None:
    """Print a table of texts, with columns as narrow as the terminal asks for and as wide as their cells are."""
    terminal = console.width
    beside = terminal - sum(table.padding[1] + table.padding[3] for _ in table.columns)
    least = [_cell_width(column) for column in table.columns]
    widths = [max(width, _longest_word(column)) for width, column in zip(least, table.columns, strict=True)]
    wanted = [max(width, _heading_width(column)) for width, column in zip(widths, table.columns, strict=True)]
    widths = wanted if sum(wanted) <= beside else widths
    while sum(widths) > beside and widths != least:
        room = [width - needed for width, needed in zip(widths, least, strict=True)]
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


def _heading_width(column: Column) -> int:
    return cell_len(str(column.header))


def _longest_word(column: Column) -> int:
    return max((cell_len(word) for word in str(column.header).split()), default=0)
