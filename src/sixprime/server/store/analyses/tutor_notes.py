"""What is kept of the tutor: in which games it was asked, and what was chosen before it made a player look again.

A note belongs to the entry of the log that the decision became; it is no part of the log, and only the holder of the
seat is told. If the move is taken back, its note is not shown.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from sixprime.core import Player
from sixprime.server.encoding import compact_json, now
from sixprime.server.store import schema
from sixprime.server.store.databases import Database

_TABLE = schema.tutor_notes.c


@dataclass(frozen=True, slots=True)
class TutorNote:
    """One decision that a tutor was asked about."""

    side: Player
    game: int
    choice: Mapping[str, Any] | None = None
    """The action, with its steps or its value, that was chosen when the tutor asked to look again."""
    lost: float | None = None
    """What it would have lost."""
    shown: bool = False
    """Whether the player had the answer shown."""


class TutorNotes:
    """Reads and writes the notes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_match(self, match: str, sides: Collection[Player]) -> dict[int, TutorNote]:
        """The notes of some sides of a match, by the numbers of the entries."""
        query = select(schema.tutor_notes).where(_TABLE.match == match, _TABLE.side.in_([side.value for side in sides]))
        async with self._database.reading.connect() as connection:
            return {row.seq: _note(row) for row in await connection.execute(query)}

    async def tutored(self, matches: Collection[str]) -> dict[str, set[Player]]:
        """Those of some matches in which a tutor was asked, and by which sides."""
        query = select(_TABLE.match, _TABLE.side).where(_TABLE.match.in_(list(matches))).distinct()
        found: dict[str, set[Player]] = {}
        async with self._database.reading.connect() as connection:
            for row in await connection.execute(query):
                found.setdefault(row.match, set()).add(Player(row.side))
        return found

    async def write(self, match: str, seq: int, note: TutorNote) -> None:
        """Write a note. The first choice that the tutor asked about is kept, and that an answer was shown.

        Nothing is written if there is no such match any more.
        """
        key = (_TABLE.match == match, _TABLE.seq == seq)
        row = {
            "match": match, "seq": seq, "side": note.side.value, "game": note.game, "lost": note.lost,
            "choice": None if note.choice is None else compact_json(note.choice), "shown": note.shown, "updated": now(),
        }  # fmt: skip
        for _ in range(2):  # another request may insert it meanwhile
            async with self._database.writing.begin() as connection:
                if note.choice is not None:
                    change = {name: row[name] for name in ("choice", "lost", "updated")}
                    is_first = _TABLE.choice.is_(None)
                    await connection.execute(update(schema.tutor_notes).where(*key, is_first).values(change))
                if note.shown:
                    await connection.execute(update(schema.tutor_notes).where(*key).values(shown=True))
                if (await connection.execute(select(_TABLE.seq).where(*key))).first() is not None:
                    return
            try:
                async with self._database.writing.begin() as connection:
                    await connection.execute(insert(schema.tutor_notes).values(row))
                return
            except IntegrityError:
                continue


def _note(row: Row[Any]) -> TutorNote:
    choice = None if row.choice is None else json.loads(row.choice)
    return TutorNote(Player(row.side), row.game, choice, row.lost, row.shown)
