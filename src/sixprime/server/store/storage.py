"""Reading matches: their logs, their seats, and the lists of a holder's matches. `journal` writes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Row, and_, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from sixprime.core import Phase, Player
from sixprime.server.matches.dice_boxes import DiceBox
from sixprime.server.matches.entries import MatchKind, SeatKind, entry_from_json
from sixprime.server.matches.logs import ABORTED, SEATS, Log, LogEntry
from sixprime.server.matches.notes import Note, Notes
from sixprime.server.store import schema
from sixprime.server.store.databases import Database

LONG = 60
"""Logs with more entries than this are folded in a thread, so that the event loop is not blocked."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The match in which the players of a finished one play again."""

    match: str
    seated: tuple[Player, ...]
    """Who has come; the players keep their sides."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it is on disk."""

    log: Log
    dice: DiceBox
    holders: Mapping[Player, str | None]
    """Hashes of the secrets of the seats' holders."""
    seen: Mapping[Player, int | None]
    invitation: str | None
    details: Mapping[str, str]
    visited: int = 0
    """When somebody was last connected."""
    awaited: Mapping[Player, str] = field(default_factory=dict)
    """The names of those for whom free seats are kept."""
    rematch_of: str | None = None
    """The finished match of which this is the rematch."""
    rematch: Rematch | None = None
    """The rematch of this one, once it is over."""


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A seat in a list of matches."""

    side: Player
    kind: str
    level: str | None
    name: str
    is_taken: bool
    is_mine: bool


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match in a list."""

    match: str
    kind: str
    length: int | None
    phase: str
    to_act: str | None
    score: tuple[int, int]
    winner: str | None
    created: int
    updated: int
    seats: Mapping[Player, SeatSummary]


class Storage:
    """Queries on the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, match: str) -> StoredMatch | None:
        """A match with its whole log; None if there is none of that id."""
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(select(schema.matches).where(schema.matches.c.id == match))).first()
            if row is None:
                return None
            seats = (await connection.execute(select(schema.seats).where(schema.seats.c.match == match))).all()
            dice = await _read_dice(connection, match)
            entries = await _entry_rows(connection, match, 0)
            may_have_rematch = row.finished is not None and row.kind == MatchKind.LINK.value
            rematch = await _read_rematch(connection, match) if may_have_rematch else None
        if len(entries) > LONG:
            log = await asyncio.to_thread(_fold, match, row.created, entries)
        else:
            log = _fold(match, row.created, entries)
        return StoredMatch(
            log,
            dice,
            {Player(seat.side): seat.holder for seat in seats},
            {Player(seat.side): seat.seen for seat in seats},
            row.invitation,
            json.loads(row.details),
            row.visited or 0,
            {Player(seat.side): seat.name for seat in seats if seat.holder is None},
            row.rematch_of,
            rematch,
        )

    async def rematch_of(self, match: str) -> Rematch | None:
        """The rematch of a finished match; None if nobody has asked for one, or if it was abandoned or has expired."""
        async with self._database.reading.connect() as connection:
            return await _read_rematch(connection, match)

    async def entries_after(self, match: str, version: int) -> list[LogEntry]:
        """The entries after a version, which another process may have added."""
        async with self._database.reading.connect() as connection:
            return [_log_entry(row) for row in await _entry_rows(connection, match, version)]

    async def notes_of(self, match: str) -> Notes:
        """What the file of an imported match says besides the game."""
        async with self._database.reading.connect() as connection:
            columns = schema.notes.c
            query = select(columns.event, columns.comment, columns.analyses).where(columns.match == match)
            return {row.event: Note(row.comment, row.analyses) for row in await connection.execute(query)}

    async def seats_of(self, match: str) -> dict[Player, tuple[str | None, int | None]]:
        """By player, the holder of the seat and when they were last seen."""
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(select(schema.seats).where(schema.seats.c.match == match))).all()
        return {Player(row.side): (row.holder, row.seen) for row in rows}

    async def is_kept(self, match: str) -> bool:
        """Whether a match is on disk."""
        async with self._database.reading.connect() as connection:
            found = await connection.execute(select(schema.matches.c.id).where(schema.matches.c.id == match))
            return found.first() is not None

    async def waiting_for_bot(self, older_than: int, most: int = 1000) -> list[str]:
        """Matches in which the bot has to act, and nothing has happened since a time."""
        columns = schema.matches.c
        query = select(columns.id).where(columns.bot_waits, columns.updated < older_than).limit(most)
        async with self._database.reading.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def matches_of(
        self, holder: str, *, before: str | None = None, is_open: bool | None = None, kinds: Collection[str] = (),
        name: str = "", since: int | None = None, until: int | None = None, most: int = 50,
    ) -> tuple[list[MatchSummary], bool]:  # fmt: skip
        """The matches that a holder lists, the latest first, and whether there are more.

        `kinds` are those wanted, none for all; `name` is a part of a player's name; `since` and `until` are times
        between which the last entry came, the second not included.
        """
        table = schema.matches.c
        mine = select(schema.seats.c.match).where(schema.seats.c.holder == holder, schema.seats.c.removed.is_(None))
        query = select(schema.matches).where(table.id.in_(mine))
        if is_open is not None:
            ended = or_(table.finished.is_not(None), table.phase == ABORTED, table.kind == MatchKind.STUDY.value)
            query = query.where(~ended if is_open else ended)
        if kinds:
            query = query.where(table.kind.in_(kinds))
        if name:
            named = select(schema.seats.c.match).where(schema.seats.c.name.icontains(name, autoescape=True))
            query = query.where(table.id.in_(named))
        if since is not None:
            query = query.where(table.updated >= since)
        if until is not None:
            query = query.where(table.updated < until)
        if before is not None:
            last = select(table.updated).where(table.id == before).scalar_subquery()
            query = query.where(or_(table.updated < last, and_(table.updated == last, table.id < before)))
        query = query.order_by(table.updated.desc(), table.id.desc()).limit(most + 1)
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(query)).all()
            wanted = [row.id for row in rows[:most]]
            seats = (await connection.execute(select(schema.seats).where(schema.seats.c.match.in_(wanted)))).all()
        return [
            _match_summary(row, [seat for seat in seats if seat.match == row.id], holder) for row in rows[:most]
        ], len(rows) > most

    async def unfinished_of(self, holder: str, origin: str | None, most: int) -> tuple[int, int]:
        """How many unfinished matches a holder lists, and how many come from an origin; at `most` counting stops."""
        table = schema.matches.c
        is_open = and_(table.finished.is_(None), table.kind != MatchKind.STUDY.value)
        mine = select(schema.seats.c.match).where(schema.seats.c.holder == holder, schema.seats.c.removed.is_(None))
        async with self._database.reading.connect() as connection:
            counts = [
                (await connection.execute(select(func.count()).select_from(query.limit(most).subquery()))).scalar_one()
                for query in (
                    select(table.id).where(is_open, table.id.in_(mine)),
                    select(table.id).where(is_open, table.origin == origin),
                )
            ]
        return counts[0], counts[1]

    async def plays_against_person(self, holder: str) -> bool:
        """Whether a holder has a seat in a match of two browsers that has begun and is not over."""
        table, seat = schema.matches.c, schema.seats.c
        mine = select(seat.match).where(seat.holder == holder)
        is_played = table.phase.not_in((SEATS, Phase.OVER.value, ABORTED))
        query = select(table.id).where(table.id.in_(mine), table.kind == MatchKind.LINK.value, is_played).limit(1)
        async with self._database.reading.connect() as connection:
            return (await connection.execute(query)).first() is not None

    async def throws(self, after: tuple[str, int] | None, most: int) -> list[tuple[str, int, int]]:
        """Dice thrown here, as (match, seq, throw) in the order of matches and entries, beginning after a place."""
        columns = schema.entries.c
        query = select(columns.match, columns.seq, columns.throw).where(columns.throw.is_not(None))
        if after is not None:
            query = query.where(tuple_(columns.match, columns.seq) > after)
        query = query.order_by(columns.match, columns.seq).limit(most)
        async with self._database.reading.connect() as connection:
            return [(row.match, row.seq, row.throw) for row in await connection.execute(query)]

    async def latest_change(self) -> int | None:
        """When any match was last changed; None if there is none."""
        async with self._database.reading.connect() as connection:
            latest: int | None = (await connection.execute(select(func.max(schema.matches.c.updated)))).scalar()
            return latest


async def _read_dice(connection: AsyncConnection, match: str) -> DiceBox:
    """The dice of a match that exists. Nothing else reads their secrets from the database."""
    found = await connection.execute(select(schema.dice.c.secret).where(schema.dice.c.match == match))
    return DiceBox(match, found.scalar_one())


async def _read_rematch(connection: AsyncConnection, match: str) -> Rematch | None:
    table, seat = schema.matches.c, schema.seats.c
    query = select(seat.match, seat.side, seat.holder).join(schema.matches, table.id == seat.match)
    rows = (await connection.execute(query.where(table.rematch_of == match, table.phase != ABORTED))).all()
    if not rows:
        return None
    here = {Player(row.side) for row in rows if row.holder is not None}
    return Rematch(rows[0].match, tuple(player for player in Player if player in here))


async def _entry_rows(connection: AsyncConnection, match: str, after: int) -> Sequence[Any]:
    columns = schema.entries.c
    query = select(columns.seq, columns.by, columns.entry, columns.key, columns.part, columns.sender)
    query = query.where(columns.match == match, columns.seq > after).order_by(columns.seq)
    return (await connection.execute(query)).all()


def _log_entry(row: Row[Any]) -> LogEntry:
    by = None if row.by is None else Player(row.by)
    sender = None if row.sender is None else Player(row.sender)
    return LogEntry(row.seq, by, entry_from_json(json.loads(row.entry)), row.key, row.part, sender)


def _fold(match: str, created: int, rows: Sequence[Row[Any]]) -> Log:
    return Log(match, created, [_log_entry(row) for row in rows])


def _match_summary(row: Row[Any], seats: Sequence[Row[Any]], holder: str) -> MatchSummary:
    return MatchSummary(
        row.id, row.kind, row.length, row.phase, row.to_act, (row.white_points, row.black_points), row.winner,
        row.created, row.updated,
        {
            Player(seat.side): SeatSummary(
                Player(seat.side), seat.kind, seat.level, seat.name,
                row.kind == MatchKind.STUDY.value or seat.kind == SeatKind.BOT.value or seat.holder is not None,
                seat.holder == holder,
            )
            for seat in seats
        },
    )  # fmt: skip
