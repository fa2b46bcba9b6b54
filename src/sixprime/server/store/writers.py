"""Writers commit a group of writes in one transaction: to SQLite from a thread, to PostgreSQL over a connection.

Commands wait for this, so the statements are compiled by SQLAlchemy once and then given to the drivers as text:
SQLAlchemy's work for each statement takes longer than most of the statements themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Protocol

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import PoolProxiedConnection

from sixprime.server.store import schema
from sixprime.server.store.databases import Database, writing_engine
from sixprime.server.store.errors import DatabaseUnavailable, describe_error, is_about_values
from sixprime.server.store.writes import (
    CHANNEL,
    STANDING,
    STATEMENTS,
    Write,
    batches,
    inserted,
    last_seen,
    notices,
    send,
    standings,
)

TRIES = 3


class WriteConflict(Exception):
    """Another process has written the same entry first."""


class Writer(Protocol):
    """Commits writes in one transaction.

    `WriteConflict` if another process was faster with one of them, `DatabaseUnavailable` if the database takes none;
    any other error is about the values of one of them.
    """

    async def commit(self, writes: Sequence[Write]) -> None: ...

    async def close(self) -> None: ...


def writer_for(database: Database) -> Writer:
    """The writer for a kind of database."""
    return SqliteWriter(database) if database.is_sqlite else PostgresWriter(database)


class SqliteWriter:
    """Writes to SQLite from a thread of its own, a whole transaction at a time."""

    def __init__(self, database: Database) -> None:
        self._engine = writing_engine(database.url)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._connection: PoolProxiedConnection | None = None

    async def commit(self, writes: Sequence[Write]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, writes)

    def _commit(self, writes: Sequence[Write]) -> None:
        if self._connection is None:
            self._connection = self._engine.raw_connection()
        driver = self._connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        texts = _sqlite_texts()
        try:
            driver.execute("BEGIN IMMEDIATE")
            for statement, rows in batches(writes):
                written, names = texts[statement]
                driver.executemany(written, [[row.get(name) for name in names] for row in rows])
            driver.execute("COMMIT")
        except BaseException as error:
            if driver.in_transaction:
                driver.execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise WriteConflict from None
            if isinstance(error, sqlite3.OperationalError):  # the disk is full or broken, or somebody holds a lock
                raise DatabaseUnavailable(describe_error(error)) from None
            raise

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


@cache
def _sqlite_texts() -> dict[Any, tuple[str, Sequence[str]]]:
    """By statement, its text for SQLite and the names of its parameters, in their order."""
    texts: dict[Any, tuple[str, Sequence[str]]] = {}
    for statement in STATEMENTS:
        compiled: Any = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"))
        texts[statement] = str(compiled), tuple(compiled.positiontup)
    return texts


class PostgresWriter:
    """Writes to PostgreSQL over one connection, and reconnects when that is lost."""

    def __init__(self, database: Database) -> None:
        self._engine = database.writing
        self._connection: AsyncConnection | None = None
        self._errors: Any = importlib.import_module("asyncpg.exceptions")
        # The last of them is raised if the connection ends while something is being sent.
        self._lost = self._errors.PostgresError, self._errors.InterfaceError, self._errors.InternalClientError

    async def commit(self, writes: Sequence[Write]) -> None:
        for attempt in range(TRIES):
            try:
                connection = await self._connected()
                if all(write.is_of_play for write in writes):
                    await self._commit_play(connection, writes)
                else:
                    async with connection.begin():
                        await connection.run_sync(send, writes)
                return
            except (IntegrityError, self._errors.IntegrityConstraintViolationError):
                raise WriteConflict from None
            except (DBAPIError, OSError, *self._lost) as error:
                if is_about_values(error):
                    raise
                # If the lost transaction was committed, the next attempt conflicts, and the room reads what is there.
                await self.close()
                if attempt + 1 == TRIES:
                    raise DatabaseUnavailable(describe_error(error)) from None
                await asyncio.sleep(0.1 * (attempt + 1))

    async def _commit_play(self, connection: AsyncConnection, writes: Sequence[Write]) -> None:
        """Write everything by one statement, which is a transaction and one round trip."""
        driver: Any = (await connection.get_raw_connection()).driver_connection
        rows = (inserted(writes, schema.entries), standings(writes), last_seen(writes))
        await driver.execute(_play_text(), *(json.dumps(each) for each in rows), notices(writes))

    async def _connected(self) -> AsyncConnection:
        if self._connection is None or self._connection.closed or self._connection.invalidated:
            await self.close()
            self._connection = await self._engine.connect()
        return self._connection

    async def close(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with contextlib.suppress(DBAPIError, OSError):
                await connection.invalidate() if _is_lost(connection) else await connection.close()


def _is_lost(connection: AsyncConnection) -> bool:
    """Whether the driver has lost the connection; SQLAlchemy does not notice, because it was not used."""
    raw = connection.sync_connection
    driver: Any = None if raw is None or raw.closed or raw.invalidated else raw.connection.driver_connection
    return driver is not None and driver.is_closed()


@cache
def _play_text() -> str:
    """One statement for entries, standings and times, each a parameter with a list in JSON, and for notices.

    Rows are locked in one order before they are updated, because an update alone may lock in any order.
    """
    entries = tuple(schema.entries.c.keys())
    standing = ("id", *STANDING)
    seen = ("match", "side", "seen")
    changes = ", ".join(f"{name} = new.{name}" for name in STANDING)
    return f"""
        WITH added AS (
            INSERT INTO entries ({_quoted(entries)})
            SELECT {_quoted(entries)} FROM {_rows(1, schema.entries, entries)}
        ), standing AS (
            SELECT matches.id FROM matches JOIN {_rows(2, schema.matches, ("id",))} USING (id)
            ORDER BY id FOR NO KEY UPDATE OF matches
        ), stood AS (
            UPDATE matches SET {changes} FROM standing JOIN {_rows(2, schema.matches, standing)} USING (id)
            WHERE matches.id = standing.id
        ), sitting AS (
            SELECT seats.match, seats.side FROM seats JOIN {_rows(3, schema.seats, seen[:2])} USING (match, side)
            ORDER BY match, side FOR NO KEY UPDATE OF seats
        ), sat AS (
            UPDATE seats SET seen = new.seen FROM sitting JOIN {_rows(3, schema.seats, seen)} USING (match, side)
            WHERE seats.match = sitting.match AND seats.side = sitting.side
        )
        SELECT pg_notify('{CHANNEL}', notice) FROM unnest($4::text[]) AS notice
    """


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _rows(parameter: int, table: Table, names: Sequence[str]) -> str:
    """SQL that reads a parameter, a list of objects in JSON, as rows with columns of a table."""
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    columns = ", ".join(f'"{name}" {table.c[name].type.compile(dialect)}' for name in names)
    return f"json_to_recordset(${parameter}::json) AS new({columns})"
