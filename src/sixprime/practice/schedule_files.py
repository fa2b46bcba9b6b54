"""Schedules of cards in a file, by question: what `sixprime quiz` remembers, written atomically after each answer."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from sixprime.core import SixprimeError
from sixprime.files import write_atomically
from sixprime.messages import text
from sixprime.messages.system_errors import reason
from sixprime.practice.schedules import CardSchedule, CardScheduler, Grade

FORMAT = "sixprime-schedules"
VERSION = 1
MAX_BYTES = 20_000_000
_FLOATS = {"stability", "difficulty"}
_OPTIONAL = {"step", "last", *_FLOATS}


class InvalidSchedules(SixprimeError):
    """A file that holds no schedules, or is damaged."""


class ScheduleFile:
    """The schedules of a file; one that does not exist is empty."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._schedules = _read(path)

    def of(self, subject: str, now: int) -> CardSchedule:
        """The schedule of a question; one that was never asked is due now."""
        return self._schedules.get(subject) or CardSchedule(due=now)

    def is_due(self, subject: str, now: int) -> bool:
        return self.of(subject, now).due <= now

    def answer(self, subject: str, grade: Grade, now: int, scheduler: CardScheduler) -> CardSchedule:
        """Note an answer, and write the file."""
        self._schedules[subject] = scheduler.after(self.of(subject, now), grade, now)
        told = {"format": FORMAT, "version": VERSION, "cards": {one: asdict(it) for one, it in self._schedules.items()}}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path, json.dumps(told, indent=1))
        return self._schedules[subject]


def _read(path: Path) -> dict[str, CardSchedule]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise _damaged(path)
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise InvalidSchedules(text("cannot read {path}: {why}", path=path, why=reason(error))) from error
    except (ValueError, RecursionError) as error:
        raise _damaged(path) from error
    is_right = isinstance(found, dict) and (found.get("format"), found.get("version")) == (FORMAT, VERSION)
    if not is_right or not isinstance(found.get("cards"), dict):
        raise _damaged(path)
    return {subject: _schedule(written, path) for subject, written in found["cards"].items()}


def _schedule(written: Any, path: Path) -> CardSchedule:
    """A schedule whose values can be right; a damaged one is refused, because its answers would be lost silently."""
    if not isinstance(written, dict) or set(written) != {known.name for known in fields(CardSchedule)}:
        raise _damaged(path)
    for name, value in written.items():
        kinds = (int, float) if name in _FLOATS else (int,)
        is_good = value is None if value is None else type(value) in kinds and 0 <= value < 2**53
        if not is_good or (value is None and name not in _OPTIONAL):
            raise _damaged(path)
    schedule = CardSchedule(**written)
    if not schedule.is_sound or max(schedule.due, schedule.last or 0) > 2**47:
        raise _damaged(path)
    return schedule


def _damaged(path: Path) -> InvalidSchedules:
    return InvalidSchedules(text("{path} holds no schedules of cards, or is damaged", path=path))
