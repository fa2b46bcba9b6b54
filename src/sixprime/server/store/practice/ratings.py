"""Ratings of learners and of what they are asked, such as puzzles: three numbers of Glicko-2, kept in pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Row, Table, and_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from sixprime.server.store import schema
from sixprime.server.store.databases import Database


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a learner is, or how hard a puzzle; those of Glicko-2 begin like this."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    attempts: int = 0
    updated: int = 0


_FIELDS = [known.name for known in fields(Rating)]


class RatingStore:
    """Reads and writes ratings, by pool: what is rated together."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_learner(self, holder: str) -> dict[str, Rating]:
        """The ratings of a learner, by pool."""
        table = schema.ratings
        query = select(table.c.pool, *(table.c[name] for name in _FIELDS)).where(table.c.holder == holder)
        async with self._database.reading.connect() as connection:
            return {row[0]: Rating(*row[1:]) for row in await connection.execute(query)}

    async def of_item(self, pool: str, key: str) -> Rating | None:
        """The rating of what is asked; None if nobody has tried it."""
        async with self._database.reading.connect() as connection:
            return _rating(await _row(connection, schema.item_ratings, pool=pool, key=key))

    async def change(
        self, holder: str, pool: str, key: str, first: Rating, rule: Callable[[Rating, Rating], tuple[Rating, Rating]]
    ) -> tuple[Rating, Rating]:
        """Change the rating of a learner and of what was asked together, by a rule from both before to both after.

        `first` is what an item has that nobody has tried. Returns both after; the learner has begun before.
        """
        async with self._database.writing.begin() as connection:
            of_learner = await _row(connection, schema.ratings, holder=holder, pool=pool)
            of_item = await _row(connection, schema.item_ratings, pool=pool, key=key)
            made = rule(_rating(of_learner) or Rating(), _rating(of_item) or first)
            await _replace(connection, schema.ratings, made[0], holder=holder, pool=pool)
            await _replace(connection, schema.item_ratings, made[1], pool=pool, key=key)
        return made

    async def set_of_learner(self, holder: str, ratings: dict[str, Rating]) -> None:
        """Set ratings that a learner has brought from elsewhere, in pools where there is none yet."""
        known = await self.of_learner(holder)
        async with self._database.writing.begin() as connection:
            for pool, rating in ratings.items():
                if pool not in known:
                    await _replace(connection, schema.ratings, rating, holder=holder, pool=pool)


def _rating(row: Row[Any] | None) -> Rating | None:
    return None if row is None else Rating(*(getattr(row, name) for name in _FIELDS))


async def _row(connection: AsyncConnection, table: Table, **key: str) -> Row[Any] | None:
    query = select(table).where(and_(*(table.c[name] == value for name, value in key.items())))
    if connection.dialect.name == "postgresql":
        query = query.with_for_update()
    return (await connection.execute(query)).first()


async def _replace(connection: AsyncConnection, table: Table, rating: Rating, **key: str) -> None:
    await connection.execute(delete(table).where(and_(*(table.c[name] == value for name, value in key.items()))))
    await connection.execute(insert(table).values(**key, **{name: getattr(rating, name) for name in _FIELDS}))
