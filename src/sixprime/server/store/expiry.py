"""Expiry: unfinished matches that nobody has cared for in a long time are removed. A finished one never is.

Each transaction removes some whole matches, so a stop at any moment leaves none in part, and several processes may do
so at once. A process that lets somebody in notes the visit first; that and a removal exclude each other, because both
change the row of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, exists, false, func, not_, or_, select, update
from sqlalchemy import text as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from sixprime.server.encoding import now
from sixprime.server.limits import Limits
from sixprime.server.matches.entries import AbortAsked, MatchKind, SeedRevealed
from sixprime.server.store import schema
from sixprime.server.store.databases import Database
from sixprime.server.store.writes import CHANNEL

VISIT_EVERY = 6 * 3600 * 1000
"""Milliseconds after which a visit is noted again while somebody stays connected."""
VISIT_GRACE = 24 * 3600 * 1000
"""Milliseconds for which a match is kept after a visit, whatever its age."""
MATCHES_AT_ONCE = 20
ENTRIES_AT_ONCE = 5_000
"""So much is removed in one transaction at most, so that players do not wait for it."""
NO_MOVES = (SeedRevealed.name, AbortAsked.name)
"""Types of entries that commands of players may add without moving."""


def _moves() -> Select[Any]:
    """The commands of people in a match that are part of the game."""
    columns = schema.entries.c
    others = [not_(columns.entry.startswith(f'{{"type":"{name}"', autoescape=True)) for name in NO_MOVES]
    return select(columns.seq).where(columns.match == schema.matches.c.id, columns.key.is_not(None), *others)


class Expiry:
    """Which matches expire, and their removal."""

    def __init__(self, database: Database, limits: Limits, clock: Callable[[], int] = now) -> None:
        self._database = database
        self._limits = limits
        self.clock = clock

    @property
    def is_on(self) -> bool:
        return self._limits.untouched is not None or self._limits.unfinished is not None

    # Which

    def untouched(self) -> ColumnElement[bool]:
        """Whether nobody has ever moved in a match, and its time is over."""
        if self._limits.untouched is None:
            return false()
        return and_(self._is_unattended(self._limits.untouched), not_(exists(_moves().correlate(schema.matches))))

    def unfinished(self) -> ColumnElement[bool]:
        """Whether nothing has happened in an unfinished match for too long."""
        return false() if self._limits.unfinished is None else self._is_unattended(self._limits.unfinished)

    def _is_unattended(self, seconds: int) -> ColumnElement[bool]:
        columns = schema.matches.c
        time = self.clock()
        return and_(
            columns.finished.is_(None),
            columns.kind != MatchKind.STUDY.value,
            columns.updated < time - seconds * 1000,
            func.coalesce(columns.visited, 0) < time - VISIT_GRACE,
        )

    # Visits

    def is_due(self, visited: int) -> bool:
        """Whether a visit is to be noted again."""
        return self.clock() - visited >= VISIT_EVERY

    async def note_visit(self, match: str) -> int | None:
        """Keep a match from expiring for a while; returns the time that was noted, None if the match is gone."""
        time = self.clock()
        change = update(schema.matches).where(schema.matches.c.id == match).values(visited=time)
        async with self._database.writing.begin() as connection:
            found = (await connection.execute(change)).rowcount
        return time if found else None

    # Removal

    async def remove_some(self, after: str, spared: Collection[str], notice: str) -> tuple[list[str], str | None]:
        """Remove some of the expired matches with ids after one, in one transaction.

        Returns the ids of those that were removed, and the id to go on after, None at the end. `spared` are left alone;
        other processes are told by a `notice` before each id.
        """
        columns = schema.matches.c
        is_expired = or_(self.untouched(), self.unfinished())
        found = select(columns.id).where(columns.id > after, is_expired).order_by(columns.id).limit(MATCHES_AT_ONCE)
        async with self._database.reading.connect() as connection:  # a search may take long, and must not block writes
            candidates = list((await connection.execute(found)).scalars())
            taken = await _some_of(connection, candidates)
        wanted = [match for match in taken if match not in spared]
        removed = await self._remove(wanted, is_expired, notice) if wanted else []
        is_last = len(taken) == len(candidates) < MATCHES_AT_ONCE
        return removed, None if is_last else taken[-1]

    async def _remove(self, matches: Sequence[str], is_expired: ColumnElement[bool], notice: str) -> list[str]:
        """Remove those of some matches that are still expired."""
        columns = schema.matches.c
        query = select(columns.id).where(columns.id.in_(matches), is_expired).order_by(columns.id)
        if not self._database.is_sqlite:  # a match that is being written to is not expired
            query = query.with_for_update(skip_locked=True, of=schema.matches)
        async with self._database.writing.begin() as connection:
            removed = list((await connection.execute(query)).scalars())
            if removed:
                await connection.execute(delete(schema.matches).where(columns.id.in_(removed)))
                if not self._database.is_sqlite:
                    await _notify(connection, [f"{notice} {match}" for match in removed])
        return removed

    async def forget_origins(self) -> None:
        """Forget from which address matches were created that do not count any more."""
        columns = schema.matches.c
        is_over = and_(columns.origin.is_not(None), columns.finished.is_not(None))
        async with self._database.writing.begin() as connection:
            await connection.execute(update(schema.matches).where(is_over).values(origin=None))


async def _some_of(connection: AsyncConnection, matches: Sequence[str]) -> list[str]:
    """The first of some matches, with not too many entries in all."""
    columns = schema.entries.c
    query = select(columns.match, func.count()).where(columns.match.in_(matches)).group_by(columns.match)
    counts = {row[0]: row[1] for row in await connection.execute(query)} if matches else {}
    taken: list[str] = []
    entries = 0
    for match in matches:
        entries += counts.get(match, 0)
        if taken and entries > ENTRIES_AT_ONCE:
            break
        taken.append(match)
    return taken


async def _notify(connection: AsyncConnection, notices: Sequence[str]) -> None:
    for notice in notices:
        await connection.execute(sql("SELECT pg_notify(:channel, :notice)"), {"channel": CHANNEL, "notice": notice})
