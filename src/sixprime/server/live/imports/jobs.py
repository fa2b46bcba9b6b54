"""What is read in an import process: match files, and long texts with an id or a board.

Jobs are functions of a module, and what they take and return can be pickled. A request for a match from a record is
another job, `propose` in `matches.proposals`.
"""

from __future__ import annotations

from dataclasses import dataclass

from sixprime.core import SixprimeError
from sixprime.core.situations import Situation
from sixprime.formats.boards import from_ascii_board, has_frame
from sixprime.formats.ids import IdKind, find_id
from sixprime.formats.match_files import read_match_bytes
from sixprime.messages import Message
from sixprime.server.matches.notes import notes_of
from sixprime.server.matches.proposals import Proposal, propose_study
from sixprime.server.refusals import Unreadable

MOST_MATCHES = 100
"""So many matches of one file are taken over."""
MOST_EVENTS = 100_000
"""So many events of one file are taken over, because the server replays each of them."""


@dataclass(frozen=True, slots=True)
class Study:
    """A match of a file: a proposal for a study of it, for how many events notes and how many details were left out."""

    proposal: Proposal
    notes_lost: int
    details_lost: int


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What a file holds: its format, its matches, what was wrong, and how many matches were left out."""

    format: str
    studies: tuple[Study, ...]
    problems: tuple[Message, ...]
    left_out: int


def read_file(contents: bytes, name: str, most_details: int) -> ReadFile:
    """The matches of a file, with at most so many bytes of details each; `Unreadable` if it has none."""
    try:
        found = read_match_bytes(contents, name)
        problems = [problem.describe() for problem in found.problems]
        studies: list[Study] = []
        events = taken = 0
        for read in found.matches[:MOST_MATCHES]:
            events += read.match.version
            if taken and events > MOST_EVENTS:
                break
            taken += 1
            kept, lost = notes_of(read)
            try:
                proposal, details_lost = propose_study(read.match, kept).with_details_of(most_details)
                studies.append(Study(proposal, lost, details_lost))
            except SixprimeError as error:
                problems.append(error.message)
    except SixprimeError as error:
        raise Unreadable(error.message) from None
    return ReadFile(found.format, tuple(studies), tuple(problems), len(found.matches) - taken)


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """What a text says about a position; `kind` is that of its id, None for a board in plain characters."""

    kind: IdKind | None
    situation: Situation


def read_position(written: str) -> ReadPosition:
    """The id in a text or, if it has none, the board that is drawn there; `Unreadable` if there is neither."""
    try:
        found = find_id(written)
    except SixprimeError as error:
        if not has_frame(written):
            raise Unreadable(error.message) from None
    else:
        return ReadPosition(found.kind, found.situation)
    try:
        return ReadPosition(None, from_ascii_board(written))
    except SixprimeError as error:
        raise Unreadable(error.message) from None
