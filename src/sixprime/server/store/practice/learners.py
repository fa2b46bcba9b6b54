"""Learners: visitors who practise, what they have set, and which names of players are theirs.

Everything that a learner has goes with the learner: deleting the row deletes cards, attempts and ratings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from sqlalchemy import Insert, Table, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from sixprime.practice.schedules import NEW_A_DAY, RETENTION
from sixprime.server.store import schema
from sixprime.server.store.databases import Database

SEEN_EVERY = 24 * 3600 * 1000
"""Milliseconds after which it is noted again that a learner is here."""
LEARNERS_AT_ONCE = 20

_TABLE = schema.learners.c
_NAMES = schema.learner_names.c


@dataclass(frozen=True, slots=True)
class Learner:
    """A visitor who practises."""

    holder: str
    retention: float
    """Which share of cards is to be known when they come back."""
    new_a_day: int
    """How many new cards are wanted a day."""
    seen: int


_COLUMNS = [_TABLE[known.name] for known in fields(Learner)]


def insert_missing(database: Database, table: Table) -> Insert:
    """An insert that leaves out rows whose key is there already."""
    if database.is_sqlite:
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


class LearnerStore:
    """Reads and writes learners."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, holder: str) -> Learner | None:
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(select(*_COLUMNS).where(_TABLE.holder == holder))).first()
        return None if row is None else Learner(*row)

    async def begin(self, holder: str, origin: str | None, most_of_origin: int, time: int) -> Learner | None:
        """The learner of a holder, who may be new; None if too many have begun from an address."""
        found = await self.get(holder)
        if found is not None:
            if time - found.seen >= SEEN_EVERY:
                async with self._database.writing.begin() as connection:
                    await connection.execute(update(schema.learners).where(_TABLE.holder == holder).values(seen=time))
            return found
        row = {
            "holder": holder, "origin": origin, "retention": RETENTION, "new_a_day": NEW_A_DAY, "created": time,
            "seen": time,
        }  # fmt: skip
        async with self._database.writing.begin() as connection:
            if origin is not None:
                count = select(func.count()).select_from(schema.learners).where(_TABLE.origin == origin)
                if (await connection.execute(count)).scalar_one() >= most_of_origin:
                    return None
            await connection.execute(insert_missing(self._database, schema.learners).values(row))
        return await self.get(holder)

    async def change(self, holder: str, retention: float, new_a_day: int) -> None:
        change = update(schema.learners).where(_TABLE.holder == holder)
        async with self._database.writing.begin() as connection:
            await connection.execute(change.values(retention=retention, new_a_day=new_a_day))

    async def delete(self, holder: str) -> bool:
        """Delete everything that a learner has; returns whether there was anything."""
        async with self._database.writing.begin() as connection:
            found = await connection.execute(delete(schema.learners).where(_TABLE.holder == holder))
        return bool(found.rowcount)

    async def delete_unseen(self, before: int) -> int:
        """Delete some of the learners who have not been here since a time; returns how many."""
        async with self._database.writing.begin() as connection:
            query = select(_TABLE.holder).where(_TABLE.seen < before).limit(LEARNERS_AT_ONCE)
            found = list((await connection.execute(query)).scalars())
            if found:
                await connection.execute(delete(schema.learners).where(_TABLE.holder.in_(found), _TABLE.seen < before))
        return len(found)

    # Names of players of imported matches

    async def names(self, holder: str) -> dict[str, bool]:
        """By name of a player, folded, whether that is the learner."""
        query = select(_NAMES.name, _NAMES.is_learner).where(_NAMES.holder == holder).order_by(_NAMES.name)
        async with self._database.reading.connect() as connection:
            return {row.name: row.is_learner for row in await connection.execute(query)}

    async def set_names(self, holder: str, names: Mapping[str, bool], most: int) -> bool:
        """Note whether players of some names, folded, are the learner; returns False if that were too many names."""
        async with self._database.writing.begin() as connection:
            await connection.execute(
                delete(schema.learner_names).where(_NAMES.holder == holder, _NAMES.name.in_(list(names)))
            )
            rows = [{"holder": holder, "name": name, "is_learner": known} for name, known in names.items()]
            if rows:
                await connection.execute(insert(schema.learner_names), rows)
            if await _count_names(connection, holder) > most:
                await connection.rollback()
                return False
        return True


async def _count_names(connection: AsyncConnection, holder: str) -> int:
    count = select(func.count()).select_from(schema.learner_names).where(_NAMES.holder == holder)
    return int((await connection.execute(count)).scalar_one())


def folded_name(name: str) -> str:
    """A name as names are compared: without regard to case and spaces."""
    return " ".join(name.casefold().split())[:100]
