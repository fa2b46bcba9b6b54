"""Tables and progress bars that the judging commands share."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

YARDSTICK = "gnubg 0-ply"
"""The player that others are compared with."""


@contextmanager
def progress_bar(console: Console) -> Iterator[Progress]:
    """A progress bar that disappears when the work is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        yield bar


def thousandths(loss: float, error: float, decimals: int = 2) -> str:
    """A loss in thousandths of a point with its standard error, if there is one."""
    written = f"{1000 * loss:.{decimals}f}"
    return written if math.isnan(error) else f"{written} ±{1000 * error:.{decimals}f}"


def figures_table(title: str, first: str, *columns: str) -> Table:
    """A table with a column of names and further ones of figures."""
    table = Table(title=title, box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(first, no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right")
    return table
