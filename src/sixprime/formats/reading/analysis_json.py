"""Analyses of other programs as JSON: in records (docs/record.md), in the server's store and in its answers.

Reading is strict: an unknown or missing field, or a value of the wrong kind, is refused with the name of the field.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeVar

from sixprime.core import InvalidRecord
from sixprime.formats.reading.analyses import (
    CheckerAnalysis,
    CubeAnalysis,
    FileChances,
    ImportedAnalysis,
    ImportedPlay,
)
from sixprime.messages import is_text, shown, text

DIGITS = 6
"""How many decimals of equities and chances are kept."""
MOST_WORDS = 1000
MOST_STEPS = 8

Json = dict[str, Any]
Value = TypeVar("Value")


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)


# Writing


def analysis_to_json(analysis: ImportedAnalysis) -> Json:
    """An analysis as JSON can hold it."""
    if isinstance(analysis, CheckerAnalysis):
        return {
            "type": "plays",
            "plays": [_play_to_json(play) for play in analysis.candidates],
            "played": analysis.played,
            "luck": _rounded(analysis.luck),
            "error": _rounded(analysis.error),
            **_program_to_json(analysis),
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
        **_program_to_json(analysis),
    }


def _program_to_json(analysis: ImportedAnalysis) -> Json:
    return {"program": analysis.program} if analysis.program else {}


def _play_to_json(play: ImportedPlay) -> Json:
    return {
        "notation": play.play,
        "steps": [list(step) for step in play.steps],
        "equity": _rounded(play.equity),
        "chances": _chances_to_json(play.chances),
        "win_chance": _rounded(play.win_chance),
        "level": play.level,
        "plies": play.plies,
        "rollout": play.is_rollout,
    }


def _chances_to_json(chances: FileChances | None) -> Json | None:
    if chances is None:
        return None
    return {
        "win": _rounded(chances.win),
        "win_gammon": _rounded(chances.win_gammon),
        "win_backgammon": _rounded(chances.win_backgammon),
        "lose_gammon": _rounded(chances.lose_gammon),
        "lose_backgammon": _rounded(chances.lose_backgammon),
    }


# Reading


def analysis_from_json(written: object) -> ImportedAnalysis:
    """An analysis from what `analysis_to_json` gave; an error says which field is wrong."""
    fields = _Fields(written)
    kind = fields.take("type")
    if kind == "plays":
        plays = fields.take("plays")
        if not isinstance(plays, list):
            raise _refuse("plays", plays)
        candidates = tuple(_play_from_json(play) for play in plays)
        played = fields.whole("played")
        if played is not None and played >= len(candidates):
            raise _refuse("played", played)
        luck, error = fields.number("luck"), fields.number("error")
        return fields.all_taken(CheckerAnalysis(candidates, played, luck, error, fields.words("program", "")))
    if kind != "cube":
        raise _refuse("type", kind)
    return fields.all_taken(
        CubeAnalysis(
            no_double=fields.number("no_double"),
            double_take=fields.number("double_take"),
            double_drop=fields.number("double_drop"),
            chances=_chances_from_json(fields.take("chances")),
            chances_after_double=_chances_from_json(fields.take("chances_after_double")),
            cubeless=fields.number("cubeless"),
            level=fields.words("level"),
            plies=fields.whole("plies"),
            is_rollout=fields.flag("rollout"),
            is_match_winning_chance=fields.flag("in_winning_chances"),
            error=fields.number("error"),
            answer_error=fields.number("answer_error"),
            program=fields.words("program", ""),
        )
    )


def _play_from_json(written: object) -> ImportedPlay:
    fields = _Fields(written)
    return fields.all_taken(
        ImportedPlay(
            fields.words("notation"),
            _steps(fields.take("steps")),
            fields.number("equity"),
            _chances_from_json(fields.take("chances")),
            fields.words("level"),
            fields.whole("plies"),
            fields.flag("rollout"),
            fields.number("win_chance"),
        )
    )


def _chances_from_json(written: object) -> FileChances | None:
    if written is None:
        return None
    fields = _Fields(written)
    names = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
    shares = [fields.number(name) for name in names]
    for name, share in zip(names, shares, strict=True):
        if share is None or not 0 <= share <= 1:
            raise _refuse(name, share)
    return fields.all_taken(FileChances(*(share for share in shares if share is not None)))


def _steps(written: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(written, list) or len(written) > MOST_STEPS:
        raise _refuse("steps", written)
    for step in written:
        if not isinstance(step, list) or len(step) != 2 or not all(_is_point(point) for point in step):
            raise _refuse("steps", step)
    return tuple((source, target) for source, target in written)


def _is_point(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 25


def _refuse(field: str, value: object) -> InvalidRecord:
    return InvalidRecord(text("the field {field} cannot be {value}", field=field, value=shown(value)))


class _Fields:
    """The fields of an object, taken one by one and checked for their kind."""

    def __init__(self, written: object) -> None:
        if not isinstance(written, dict):
            raise InvalidRecord(text("an analysis is a set of named fields, not {value}", value=shown(written)))
        self._fields: dict[str, object] = dict(written)

    def take(self, name: str) -> object:
        if name not in self._fields:
            raise InvalidRecord(text("the field {field} is missing", field=name))
        return self._fields.pop(name)

    def all_taken(self, value: Value) -> Value:
        """The value that was made of the fields; an error if there are more of them."""
        if self._fields:
            raise InvalidRecord(text("unknown field {field}", field=shown(next(iter(self._fields)))))
        return value

    def number(self, name: str) -> float | None:
        value = self.take(name)
        if value is None:
            return None
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not math.isfinite(value)
            or abs(value) > 1000
        ):
            raise _refuse(name, value)
        return float(value)

    def whole(self, name: str) -> int | None:
        value = self.take(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1000:
            raise _refuse(name, value)
        return value

    def flag(self, name: str) -> bool:
        value = self.take(name)
        if not isinstance(value, bool):
            raise _refuse(name, value)
        return value

    def words(self, name: str, default: str | None = None) -> str:
        value = self.take(name) if default is None else self._fields.pop(name, default)
        if not is_text(value) or not isinstance(value, str) or len(value) > MOST_WORDS:
            raise _refuse(name, value)
        return value


# The notes of a record


def notes_to_json(
    comments: Mapping[int, str], analyses: Mapping[int, tuple[ImportedAnalysis, ...]]
) -> dict[str, dict[int, object]]:
    """The fields of a record for comments and analyses, by the number of their event."""
    return {
        "comments": dict(sorted(comments.items())),
        "analyses": {event: [analysis_to_json(one) for one in found] for event, found in sorted(analyses.items())},
    }


def notes_from_json(
    record: Mapping[str, object], events: int
) -> tuple[dict[int, str], dict[int, tuple[ImportedAnalysis, ...]]]:
    """The comments and analyses of a record with so many events."""
    comments: dict[int, str] = {}
    for number, words in _by_event(record, "comments", events):
        if not is_text(words) or not isinstance(words, str):
            raise _refuse("comments", words)
        comments[number] = words
    analyses: dict[int, tuple[ImportedAnalysis, ...]] = {}
    for number, found in _by_event(record, "analyses", events):
        if not isinstance(found, list):
            raise _refuse("analyses", found)
        analyses[number] = tuple(analysis_from_json(one) for one in found)
    return comments, analyses


def _by_event(record: Mapping[str, object], field: str, events: int) -> list[tuple[int, object]]:
    """The notes of a field with the numbers of their events, which must be there."""
    notes = record.get(field, {})
    if not isinstance(notes, dict):
        raise _refuse(field, notes)
    found: list[tuple[int, object]] = []
    for key, note in notes.items():
        if not key.isascii() or not key.isdecimal() or len(key) > 9 or int(key) >= max(events, 1):
            raise InvalidRecord(text("{field}: there is no event {number}", field=field, number=shown(key)))
        found.append((int(key), note))
    return found
