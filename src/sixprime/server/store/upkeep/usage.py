"""What fills a database: matches by kind, entries, notes, secrets, analyses, practice, what would expire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Column, ColumnElement, LargeBinary, Subquery, case, cast, func, select
from sqlalchemy import text as sql
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from sixprime.messages import text
from sixprime.server.limits import Limits
from sixprime.server.store import schema
from sixprime.server.store.databases import Database, is_sqlite, open_database
from sixprime.server.store.errors import first_line
from sixprime.server.store.expiry import Expiry
from sixprime.server.store.migrating import DatabaseProblem, newest, revision_of

MOST_BIGGEST = 10


@dataclass(frozen=True, slots=True)
class KindUsage:
    """All matches of a kind. Sizes are the bytes of what is kept, without indexes and the like."""

    kind: str
    matches: int
    unfinished: int
    entries: int
    notes: int
    size: int


@dataclass(frozen=True, slots=True)
class MatchUsage:
    """One match; times are milliseconds since 1970."""

    match: str
    kind: str
    entries: int
    notes: int
    size: int
    created: int
    updated: int
    is_finished: bool


@dataclass(frozen=True, slots=True)
class Usage:
    """What fills a database."""

    kinds: Sequence[KindUsage]
    biggest: Sequence[MatchUsage]
    secrets: int
    """Secrets of dice, one for each match."""
    analyses: int
    """Analyses of matches and positions."""
    results: int
    """Bytes of what they have found."""
    learners: int
    """Visitors who practise."""
    cards: int
    attempts: int
    """What they have answered."""
    untouched: int
    """Matches in which nobody has ever moved, and whose time is over."""
    unfinished: int
    """Unfinished matches that nobody has moved in for too long, those not counted in which nobody ever has."""
    disk: int
    """Bytes on disk, with indexes and what is not used."""
    free: int
    """Bytes on disk that new matches will use first; known of SQLite only."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


async def measure(url: URL, limits: Limits) -> Usage:
    """Look into a database, also while a server uses it; `DatabaseProblem` if that is not possible."""
    if is_sqlite(url) and not Path(url.database or "").is_file():
        raise DatabaseProblem(text("there is no database at {path}", path=url.database))
    database = open_database(url)
    try:
        async with database.reading.connect() as connection:
            found = await connection.run_sync(revision_of)
            if found != newest():
                raise DatabaseProblem(
                    text(
                        "the database has revision {found}, and this version needs {wanted}; see sixprime migrate",
                        found=found or "0000", wanted=newest(),
                    )
                )  # fmt: skip
            return await _measure(connection, database, limits)
    except (SQLAlchemyError, OSError) as error:
        raise DatabaseProblem(text("the database cannot be used: {why}", why=first_line(error))) from None
    finally:
        await database.close()


async def _measure(connection: AsyncConnection, database: Database, limits: Limits) -> Usage:
    each = _each_match(database)
    kinds = select(
        each.c.kind,
        func.count(),
        func.sum(case((each.c.finished.is_(None), 1), else_=0)),
        func.sum(each.c.entries),
        func.sum(each.c.notes),
        func.sum(each.c.size),
    ).group_by(each.c.kind)
    biggest = select(each).order_by(each.c.size.desc(), each.c.id).limit(MOST_BIGGEST)
    expiry = Expiry(database, limits)
    disk, free = await _disk(connection, database)
    return Usage(
        [
            KindUsage(row[0], *(int(number) for number in row[1:]))
            for row in sorted((await connection.execute(kinds)).all(), key=lambda row: str(row[0]))
        ],
        [
            MatchUsage(
                row.id, row.kind, row.entries, row.notes, row.size, row.created, row.updated, row.finished is not None
            )
            for row in await connection.execute(biggest)
        ],
        await _count(connection, select(func.count()).select_from(schema.dice)),
        await _count(connection, select(func.count()).select_from(schema.analyses)),
        await _count(connection, select(func.coalesce(func.sum(schema.analysis_results.c.size), 0))),
        await _count(connection, select(func.count()).select_from(schema.learners)),
        await _count(connection, select(func.count()).select_from(schema.cards)),
        await _count(connection, select(func.count()).select_from(schema.attempts)),
        await _count(connection, select(func.count()).select_from(schema.matches).where(expiry.untouched())),
        await _count(
            connection,
            select(func.count()).select_from(schema.matches).where(expiry.unfinished(), ~expiry.untouched()),
        ),
        disk,
        free,
    )


async def _count(connection: AsyncConnection, query: Any) -> int:
    return int((await connection.execute(query)).scalar_one())


def _each_match(database: Database) -> Subquery:
    """A query with a row for each match: how many entries and notes it has, and how many bytes."""

    def size(column: Column[Any]) -> ColumnElement[int]:
        octets = func.length(cast(column, LargeBinary)) if database.is_sqlite else func.octet_length(column)
        return func.coalesce(octets, 0)

    entries, notes, matches = schema.entries.c, schema.notes.c, schema.matches.c
    of_entries = (
        select(entries.match, func.count().label("count"), func.sum(size(entries.entry)).label("size"))
        .group_by(entries.match)
        .subquery()
    )
    of_notes = (
        select(
            notes.match,
            func.count().label("count"),
            func.sum(size(notes.comment) + size(notes.analyses)).label("size"),
        )
        .group_by(notes.match)
        .subquery()
    )
    all_sizes = size(matches.details) + func.coalesce(of_entries.c.size, 0) + func.coalesce(of_notes.c.size, 0)
    return (
        select(
            matches.id,
            matches.kind,
            matches.created,
            matches.updated,
            matches.finished,
            func.coalesce(of_entries.c.count, 0).label("entries"),
            func.coalesce(of_notes.c.count, 0).label("notes"),
            all_sizes.label("size"),
        )
        .outerjoin(of_entries, of_entries.c.match == matches.id)
        .outerjoin(of_notes, of_notes.c.match == matches.id)
        .subquery()
    )


async def _disk(connection: AsyncConnection, database: Database) -> tuple[int, int]:
    """Bytes on disk, and how many of them are free."""
    if not database.is_sqlite:
        return await _count(connection, sql("SELECT pg_database_size(current_database())")), 0
    page = await _count(connection, sql("PRAGMA page_size"))
    free = page * await _count(connection, sql("PRAGMA freelist_count"))
    path = database.url.database or ""
    files = [Path(path), Path(f"{path}-wal"), Path(f"{path}-shm")]
    return sum(file.stat().st_size for file in files if file.exists()), free
