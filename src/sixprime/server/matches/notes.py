"""Notes of a match file: comments and analyses of other programs, by the event they belong to.

Analyses are kept as the JSON that clients get (docs/protocol.md), and made into values again for files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sixprime.core import Match
from sixprime.formats.reading import ReadMatch
from sixprime.formats.reading.analysis_json import analysis_from_json, analysis_to_json
from sixprime.server.matches.texts import without_control_characters

MOST_CHARACTERS = 10_000_000
"""How much is kept of one match; a long, closely analysed one has a tenth of it."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Note:
    """The notes of one event: a comment, and analyses as the text of a JSON list."""

    comment: str | None = None
    analyses: str | None = None

    def analyses_json(self) -> list[Json]:
        """The analyses as clients get them."""
        found: list[Json] = [] if self.analyses is None else json.loads(self.analyses)
        return found


Notes = Mapping[int, Note]
"""By the number of their event, counted from 0."""


def notes_of(read: ReadMatch) -> tuple[dict[int, Note], int]:
    """The notes of a file, and for how many events notes were dropped because there are too many."""
    notes: dict[int, Note] = {}
    left = MOST_CHARACTERS
    events = sorted({*read.comments, *read.analyses})
    for event in events:
        analyses = [analysis_to_json(analysis) for analysis in read.analyses.get(event, ())]
        written = json.dumps(analyses, separators=(",", ":")) if analyses else None
        note = Note(without_control_characters(read.comments.get(event, "")) or None, written)
        left -= len(note.comment or "") + len(note.analyses or "")
        if left < 0:
            break
        notes[event] = note
    return notes, len(events) - len(notes)


def with_notes(match: Match, notes: Notes) -> ReadMatch:
    """A match with its notes, as it is written to a file."""
    comments = {event: note.comment for event, note in notes.items() if note.comment}
    analyses = {
        event: tuple(analysis_from_json(written) for written in note.analyses_json())
        for event, note in notes.items()
        if note.analyses
    }
    return ReadMatch(match, comments, analyses)
