"""`sixprime bearoff`: makes a larger table of exact bear-offs."""

from __future__ import annotations

from rich.console import Console

from sixprime.cli.shared.options import whole_number
from sixprime.messages import Catalogue, counted, text


def make_table(checkers: str, words: Catalogue) -> None:
    """Make the table for this many checkers a side, unless there is one; the engine uses the largest."""
    from sixprime.engine.bearoff.databases import MOST_TWO_SIDED_CHECKERS, TwoSided

    wanted = whole_number("N", checkers, 1, MOST_TWO_SIDED_CHECKERS)
    table = TwoSided.load(wanted)
    used = TwoSided.largest()
    console = Console(highlight=False, emoji=False)
    console.print(
        counted(
            "{count} position is known exactly.", "{count} positions are known exactly.", table.table.shape[0] ** 2
        ).in_language(words),
        markup=False,
    )
    console.print(
        text("The engine uses the table for {checkers} checkers a side.", checkers=used.checkers).in_language(words),
        markup=False,
    )
