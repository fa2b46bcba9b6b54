"""`sixprime openings`: shows lines of the opening book, or makes a book by rollouts."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sixprime import __version__
from sixprime.cli.practice.making import making_bar
from sixprime.cli.shared.options import BadOption, whole_number
from sixprime.cli.shared.tables import figure, print_board, print_table
from sixprime.cli.shared.workers import thread_count
from sixprime.engine.rollout.results import STRATA
from sixprime.messages import Catalogue, Message, shown, text
from sixprime.practice.openings.books import (
    ALL_ROLLS,
    FIRST_ROLLS,
    BookSettings,
    OpeningBook,
    load_book,
    opening_book,
    save_book,
)
from sixprime.practice.openings.making import make_book
from sixprime.practice.openings.names import name_of

MOST_GAMES = 1_000_000
_LINE = re.compile(r"([1-6][1-6])(?:-([1-6][1-6]))?")


def show_book(line: str | None, path: Path | None, *, as_json: bool, words: Catalogue) -> None:
    """Print the plays of a line with a board, or the best play of each first roll."""
    book = opening_book() if path is None else load_book(path)
    if line is not None:
        line = read_line(line)
    lines = [line] if line is not None else list(book.first)
    if as_json:
        print(json.dumps({each: [asdict(play) for play in book.plays(each)] for each in lines}, ensure_ascii=False))
        return
    console = Console(highlight=False, emoji=False)
    if line is not None:
        print_board(console, book.position(line))
        print_table(console, line_table(book, line, words))
    else:
        print_table(console, first_table(book, words))
    console.print()
    console.print(Text(how_made(book).in_language(words), style="dim"), soft_wrap=True)


def read_line(written: str) -> str:
    """A line as the book names it: `13` is `31`, and `13-46` is `31-64`."""
    found = _LINE.fullmatch(written.strip())
    rolls = ["".join(sorted(roll, reverse=True)) for roll in found.groups() if roll] if found else []
    if not rolls or rolls[0] not in FIRST_ROLLS:
        raise BadOption(
            text("{line} is no line of the opening book: write a first roll such as 31, or 31-64", line=shown(written))
        )
    return "-".join(rolls)


def how_made(book: OpeningBook) -> Message:
    """How a book was made, for those who read it."""
    return text(
        "Money play without a cube: rollouts of up to {games} games a first play and {replies} a reply, cut off after "
        "{rolls} rolls, luck taken out. ± is the standard error.",
        games=book.settings.games,
        replies=book.settings.reply_games,
        rolls=book.settings.truncate,
    )


def line_table(book: OpeningBook, line: str, words: Catalogue) -> Table:
    """The plays of a line, the best first."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    headings = (text("play"), text("equity"), text("lost"), text("wins"), text("gammons"), text("games"), None)
    for number, heading in enumerate(headings):
        title = "" if heading is None else heading.in_language(words)
        table.add_column(title, justify="right" if 0 < number < 6 else "left", no_wrap=True)
    plays = book.plays(line)
    for play in plays:
        name = name_of(book.play(line, play)) if "-" not in line else None
        lost = play.equity - plays[0].equity
        table.add_row(
            play.notation,
            f"{figure(play.equity, 4, words, sign=True)} ± {figure(play.error, 4, words)}",
            figure(lost, 4, words, sign=True) if lost else "",
            f"{figure(100 * play.chances.win, 1, words)} %",
            f"{figure(100 * play.chances.win_gammon, 1, words)}:{figure(100 * play.chances.lose_gammon, 1, words)}",
            str(play.games),
            "" if name is None else name.in_language(words),
        )
    return table


def first_table(book: OpeningBook, words: Catalogue) -> Table:
    """Each first roll with its best play and the next one."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    headings = (text("First roll"), text("best"), text("equity"), text("next best"), text("lost"))
    for number, heading in enumerate(headings):
        table.add_column(heading.in_language(words), justify="right" if number in (2, 4) else "left", no_wrap=True)
    for line, plays in book.first.items():
        best, *others = plays
        second = (
            (others[0].notation, figure(others[0].equity - best.equity, 4, words, sign=True)) if others else ("", "")
        )
        table.add_row(
            line, best.notation, f"{figure(best.equity, 4, words, sign=True)} ± {figure(best.error, 4, words)}", *second
        )
    return table


def make_book_file(
    path: Path, *, games: str | None, reply_games: str | None, seed: str, threads: str | None, words: Catalogue
) -> None:
    """Make a book, or go on making it; Ctrl-C stops, and the lines that are done are in the file."""
    usual = BookSettings()
    settings = BookSettings(
        games=usual.games if games is None else whole_number("--games", games, 2 * STRATA, MOST_GAMES),
        reply_games=usual.reply_games
        if reply_games is None
        else whole_number("--reply-games", reply_games, 2 * STRATA, MOST_GAMES),
        seed=whole_number("--seed", seed, 0, 2**31),
    )
    begun = load_book(path) if path.exists() else None
    total = len(FIRST_ROLLS) * (1 + len(ALL_ROLLS))
    with making_bar(text("Opening book"), total, words) as show:
        show(0 if begun is None else len(begun.first) + len(begun.replies))
        for book in make_book(settings, program=__version__, begun=begun, threads=thread_count(threads)):
            save_book(book, path)
            show(len(book.first) + len(book.replies))
    written = text("The opening book is in {path}", path=path)
    Console(highlight=False, emoji=False).print(written.in_language(words), markup=False, soft_wrap=True)
