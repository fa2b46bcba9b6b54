"""`OpeningBook`: what the first plays of a game and the replies to them are worth, as rollouts have found it.

    >>> from sixprime.practice.openings.books import opening_book
    >>> book = opening_book()
    >>> print(book.plays("31")[0].notation)
    8/5 6/5
    >>> len(book.first), len(book.replies)
    (15, 315)

A line is named by its rolls: `31` is a first roll, and `31-64` the roll 64 in reply to the best play of 31. Equities
are those of the player who moves, for money without a cube. The book that comes with the program is data, which
`sixprime openings` makes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

from sixprime.core import Play, Position, Roll, SixprimeError
from sixprime.core.notation import parse_play
from sixprime.core.turns import Turn
from sixprime.engine.chances import Chances
from sixprime.files import write_atomically
from sixprime.messages import shown, text
from sixprime.messages.system_errors import reason

FORMAT, VERSION = "sixprime-openings", 1
OWN_FILE = Path(__file__).parent.parent / "data" / "openings.json"
MOST_BYTES = 5_000_000
FIRST_ROLLS = tuple(f"{high}{low}" for high in range(2, 7) for low in range(1, high))
"""The 15 rolls that can begin a game, as they are written here: the higher number first."""
COLUMNS = ["play", "equity", "error", "games", *(each.name.replace("_", " ") for each in fields(Chances))]
ALL_ROLLS = tuple(f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1))


class InvalidBook(SixprimeError):
    """A file that is no opening book, or a line that it does not have."""


@dataclass(frozen=True, slots=True)
class BookPlay:
    """A play of a line, and what it is worth to the player who makes it."""

    notation: str
    equity: float
    error: float
    """The standard error of the equity."""
    games: int
    """How many games were played; plays that were clearly worse had fewer."""
    chances: Chances


@dataclass(frozen=True, slots=True)
class BookSettings:
    """How a book was made."""

    games: int = 1296
    """Games of each first play that is not clearly worse."""
    reply_games: int = 216
    """Games of each reply that is not clearly worse."""
    truncate: int = 12
    """After so many rolls the net says what the position is worth."""
    plies: int = 2
    """How far the search looks that chooses the plays to be rolled out."""
    margin: float = 0.08
    """Plays are rolled out that the search holds worse than the best by no more than this."""
    most: int = 6
    """At most so many plays of a roll are rolled out."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class OpeningBook:
    """First plays and replies by their lines, the best play first."""

    settings: BookSettings
    engine: str
    """Which engine has made it: `Engine.identity`."""
    program: str
    """The version of the program."""
    first: Mapping[str, tuple[BookPlay, ...]] = field(default_factory=dict)
    replies: Mapping[str, tuple[BookPlay, ...]] = field(default_factory=dict)

    @property
    def command(self) -> str:
        """The command that makes this book."""
        usual, own = BookSettings(), self.settings
        words = [
            f" --{name.replace('_', '-')} {getattr(own, name)}"
            for name in ("games", "reply_games", "seed")
            if getattr(own, name) != getattr(usual, name)
        ]
        return "sixprime openings --make openings.json" + "".join(words)

    @property
    def is_whole(self) -> bool:
        """Whether all lines are there."""
        return len(self.first) == len(FIRST_ROLLS) and len(self.replies) == len(FIRST_ROLLS) * len(ALL_ROLLS)

    def has(self, line: str) -> bool:
        """Whether a line has been rolled out."""
        return line in self.first or line in self.replies

    def plays(self, line: str) -> tuple[BookPlay, ...]:
        """The plays of a line, the best first."""
        found = self.first.get(line) or self.replies.get(line)
        if found is None:
            raise InvalidBook(text("the opening book has no line {line}", line=shown(line)))
        return found

    def position(self, line: str) -> Position:
        """Where a line stands before its last roll is played, in the view of the player who plays it."""
        before, _, _ = line.rpartition("-")
        start = Position.standard()
        return self.play(before, self.plays(before)[0]).result.flipped() if before else start

    def play(self, line: str, entry: BookPlay) -> Play:
        """A play of a line as the rules have it."""
        return parse_play(entry.notation, Turn(self.position(line), Roll.of(line[-2:])))

    def lines(self) -> Iterator[str]:
        """All lines, each first roll before its replies."""
        for roll in FIRST_ROLLS:
            yield roll
            for reply in ALL_ROLLS:
                yield f"{roll}-{reply}"


def dump_book(book: OpeningBook) -> str:
    """The content of a file: a line of JSON for each line of the book, so that two books can be compared."""
    header = {
        "format": FORMAT,
        "version": VERSION,
        "command": book.command,
        "program": book.program,
        "engine": book.engine,
        "settings": asdict(book.settings),
        "columns": COLUMNS,
    }
    lines = ",\n".join(
        f'"{line}":{json.dumps([_row(play) for play in plays], separators=(",", ":"))}'
        for line, plays in (*book.first.items(), *book.replies.items())
    )
    return f'{json.dumps(header)[:-1]},\n"lines":{{\n{lines}\n}}}}\n'


def save_book(book: OpeningBook, path: Path) -> None:
    """Write a book into a file, whole or not at all."""
    try:
        path.parent.stat()  # a folder that is missing is an error here: its name may be mistyped
        write_atomically(path, dump_book(book))
    except OSError as error:
        raise InvalidBook(text("cannot write {path}: {why}", path=path, why=reason(error))) from error


def load_book(path: Path) -> OpeningBook:
    """Read a book, whole or begun."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InvalidBook(text("cannot read {path}: {why}", path=path, why=reason(error))) from error
    return parse_book(raw, str(path))


def parse_book(raw: str | bytes, path: str) -> OpeningBook:
    """Read the content of a file; errors name the path."""
    try:
        content = json.loads(raw) if len(raw) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InvalidBook(text("{path} is not an opening book", path=path))
    if content.get("version") != VERSION:
        raise InvalidBook(text("{path} is an opening book of another version of this program", path=path))
    try:
        book = OpeningBook(BookSettings(**content["settings"]), str(content["engine"]), str(content["program"]))
        lines = {str(line): tuple(_entry(row) for row in rows) for line, rows in content["lines"].items()}
        known = dict.fromkeys(book.lines())
        if not all(line in known and plays for line, plays in lines.items()):
            raise ValueError
        first = {line: plays for line, plays in lines.items() if "-" not in line}
        replies = {line: plays for line, plays in lines.items() if "-" in line}
        book = OpeningBook(book.settings, book.engine, book.program, first, replies)
        for line, plays in lines.items():
            for play in plays:
                book.play(line, play)
        return book
    except (SixprimeError, KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InvalidBook(text("{path} is a damaged opening book", path=path)) from error


@cache
def opening_book() -> OpeningBook:
    """The book that comes with the program."""
    return load_book(OWN_FILE)


def _row(play: BookPlay) -> list[str | float | int]:
    chances = asdict(play.chances).values()
    return [
        play.notation,
        round(play.equity, 4),
        round(play.error, 4),
        play.games,
        *(round(each, 4) for each in chances),
    ]


def _entry(row: Any) -> BookPlay:
    notation, equity, error, games, *chances = row
    numbers = [float(number) for number in (equity, error, *chances)]
    if type(notation) is not str or type(games) is not int or len(chances) != 5 or not all(map(math.isfinite, numbers)):
        raise ValueError
    return BookPlay(notation, numbers[0], numbers[1], games, Chances(*numbers[2:]))
