"""What reading a match file gives: the matches in it, what else it tells about them, and what was wrong with it.

A file is read as far as it goes. What contradicts the rules or itself becomes a `Problem` with its place, and all the
rest is kept in a `Match` that obeys the rules from its first event to its last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sixprime.core import Match, SixprimeError
from sixprime.formats.reading.analyses import Analysis
from sixprime.messages import Message, text

MAX_FILE_BYTES = 100_000_000
MAX_EVENTS = 500_000
"""More events than this in a file are not kept; it would take some years at a board to get there."""
MAX_PROBLEMS = 1000
MAX_COMMENT = 100_000


class UnreadableFile(SixprimeError):
    """Nothing in a file can be read as a match: it is something else, too large, or broken from the start."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that could not be kept as it stands, and where: a line, counted from 1, or a byte."""

    message: Message
    line: int | None = None
    offset: int | None = None

    def describe(self) -> Message:
        """The problem with its place in front."""
        if self.line is not None:
            return text("line {line}: {problem}", line=self.line, problem=self.message)
        if self.offset is not None:
            return text("byte {offset}: {problem}", offset=self.offset, problem=self.message)
        return self.message

    def __str__(self) -> str:
        return str(self.describe())


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """A match of a file. Comments and analyses stand under the number of their event, counted from 0.

    A play's analysis belongs to the event of the play; that of a double to the double or, where nobody doubled, to
    the roll; that of its answer to the take or drop.
    """

    match: Match
    comments: Mapping[int, str] = field(default_factory=dict)
    analyses: Mapping[int, tuple[Analysis, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchFile:
    """All that a file holds.

    There is more than one match where the file has several, and where one breaks off in a way that no record can
    bridge: then the rest is a match of its own that begins from the score, or the position, that the file states.
    """

    format: str
    """The short name of the format: `mat`, `sgf`, `xg`, ..."""
    matches: tuple[ReadMatch, ...]
    problems: tuple[Problem, ...] = ()
    writer: str = ""
    """The program or site that wrote the file, where it can be told."""
    problems_left_out: int = 0
    """How many more problems there were than are listed."""

    @property
    def match(self) -> Match:
        """The first match."""
        return self.matches[0].match
