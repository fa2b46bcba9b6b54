"""The result of reading a match file: its matches with comments and analyses, and its problems.

A file is read as far as possible. What contradicts the rules or itself becomes a `Problem` with its place; the rest is
kept in a `Match` that obeys the rules from its first event to its last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sixprime.core import Match, SixprimeError
from sixprime.formats.reading.analyses import ImportedAnalysis
from sixprime.messages import Message, text

MAX_FILE_BYTES = 100_000_000
MAX_EVENTS = 500_000
"""Events of a file after so many are not kept; it would take years to play them."""
MAX_PROBLEMS = 1000
MAX_COMMENT = 100_000


class UnreadableFile(SixprimeError):
    """A file has no match that can be read: it is of another kind, too large, or damaged.

    >>> from sixprime.formats import read_match_bytes
    >>> read_match_bytes(b"")
    Traceback (most recent call last):
    ...
    sixprime.formats.reading.results.UnreadableFile: the file is empty
    """


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that could not be kept, and its place: a line, counted from 1, or a byte.

    >>> print(Problem(text("the dice are missing"), line=7))
    line 7: the dice are missing
    """

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
    """A match of a file, with comments and analyses by the number of their event, counted from 0.

    The analysis of a play belongs to the event of the play; that of a double to the double or, if nobody doubled, to
    the roll; that of its answer to the take or drop.

    >>> ReadMatch(Match(length=5), comments={0: "a club evening"}).comments[0]
    'a club evening'
    """

    match: Match
    comments: Mapping[int, str] = field(default_factory=dict)
    analyses: Mapping[int, tuple[ImportedAnalysis, ...]] = field(default_factory=dict)
    """Those of other programs; they are never replaced by our own."""
    review: Mapping[str, object] | None = None
    """sixprime's own review of the match, as JSON that `sixprime.analysis` reads and writes."""


@dataclass(frozen=True, slots=True)
class MatchFile:
    """The contents of a match file.

    There is more than one match if the file has several, or if one breaks off so that its events do not connect: then
    the rest is a match of its own, which begins from the score or the position that the file states.

    >>> MatchFile("mat", (ReadMatch(Match(length=5)),)).match.length
    5
    """

    format: str
    """The short name of the format: `mat`, `sgf`, `xg`, ..."""
    matches: tuple[ReadMatch, ...]
    problems: tuple[Problem, ...] = ()
    writer: str = ""
    """The program or site that wrote the file, if that is known."""
    problems_left_out: int = 0
    """How many more problems there were than are listed."""

    @property
    def match(self) -> Match:
        """The first match."""
        return self.matches[0].match
