"""Notes of a match file: comments and analyses of other programs, by the event they belong to.

Analyses are kept as the JSON that clients get (docs/protocol.md), and made into values again for files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sixprime.core import Match
from sixprime.formats.reading import AnalysedPlay as Candidate
from sixprime.formats.reading import CheckerAnalysis, CubeAnalysis, ReadMatch
from sixprime.formats.reading import FileAnalysis as Analysis
from sixprime.formats.reading import FileChances as Chances

DIGITS = 6
"""How many decimals of equities and chances are kept."""

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
        note = Note(read.comments.get(event) or None, written)
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


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)


def _chances_to_json(chances: Chances | None) -> Json | None:
    if chances is None:
        return None
    return {
        "win": _rounded(chances.win),
        "win_gammon": _rounded(chances.win_gammon),
        "win_backgammon": _rounded(chances.win_backgammon),
        "lose_gammon": _rounded(chances.lose_gammon),
        "lose_backgammon": _rounded(chances.lose_backgammon),
    }


def _chances_from_json(written: Json | None) -> Chances | None:
    return None if written is None else Chances(**written)


def analysis_to_json(analysis: Analysis) -> Json:
    """An analysis as clients get it."""
    if isinstance(analysis, CheckerAnalysis):
        return {
            "type": "plays",
            "plays": [_candidate_to_json(candidate) for candidate in analysis.candidates],
            "played": analysis.played,
            "luck": _rounded(analysis.luck),
            "error": _rounded(analysis.error),
        }
    return {
        "type": "cube",
        "no_double": _rounded(analysis.no_double),
        "double_take": _rounded(analysis.double_take),
        "double_drop": _rounded(analysis.double_drop),
        "in_winning_chances": analysis.is_match_winning_chance,
        "cubeless": _rounded(analysis.cubeless),
        "chances": _chances_to_json(analysis.chances),
        "chances_after_double": _chances_to_json(analysis.chances_after_double),
        "level": analysis.level,
        "plies": analysis.plies,
        "rollout": analysis.is_rollout,
        "error": _rounded(analysis.error),
        "answer_error": _rounded(analysis.answer_error),
    }


def _candidate_to_json(candidate: Candidate) -> Json:
    return {
        "notation": candidate.play,
        "steps": [list(step) for step in candidate.steps],
        "equity": _rounded(candidate.equity),
        "chances": _chances_to_json(candidate.chances),
        "win_chance": _rounded(candidate.win_chance),
        "level": candidate.level,
        "plies": candidate.plies,
        "rollout": candidate.is_rollout,
    }


def analysis_from_json(written: Json) -> Analysis:
    """An analysis from what `analysis_to_json` gave."""
    if written["type"] == "plays":
        return CheckerAnalysis(
            tuple(_candidate_from_json(play) for play in written["plays"]),
            written["played"],
            written["luck"],
            written["error"],
        )
    return CubeAnalysis(
        no_double=written["no_double"],
        double_take=written["double_take"],
        double_drop=written["double_drop"],
        chances=_chances_from_json(written["chances"]),
        chances_after_double=_chances_from_json(written["chances_after_double"]),
        cubeless=written["cubeless"],
        level=written["level"],
        plies=written["plies"],
        is_rollout=written["rollout"],
        is_match_winning_chance=written["in_winning_chances"],
        error=written["error"],
        answer_error=written["answer_error"],
    )


def _candidate_from_json(written: Json) -> Candidate:
    return Candidate(
        written["notation"],
        tuple((source, target) for source, target in written["steps"]),
        written["equity"],
        _chances_from_json(written["chances"]),
        written["level"],
        written["plies"],
        written["rollout"],
        written["win_chance"],
    )
