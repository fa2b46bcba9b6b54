"""Opening databases: from a URL to SQLAlchemy engines for reading and writing.

SQLite is one file with a write-ahead log (WAL) that is synced at every commit, so acknowledged entries survive a crash
of the process and a loss of power. One engine writes through one connection, another reads; PostgreSQL has one engine.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from sixprime.files import make_private
from sixprime.messages import shown, text
from sixprime.messages.system_errors import reason
from sixprime.server.store.migrating import DatabaseProblem

BUSY_MILLISECONDS = 10_000
READERS = 4
SQLITE_HEADER = b"SQLite format 3\0"
"""How a file begins that is a SQLite database."""


@dataclass(frozen=True, slots=True)
class Database:
    """Where matches are kept."""

    url: URL
    writing: AsyncEngine
    reading: AsyncEngine

    @property
    def is_sqlite(self) -> bool:
        return is_sqlite(self.url)

    async def close(self) -> None:
        await self.writing.dispose()
        if self.reading is not self.writing:
            await self.reading.dispose()


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def database_url(written: str) -> URL:
    """The URL of a database from a URL or the path of a file, as a user writes it."""
    if "://" not in written:
        if not written.strip():
            raise DatabaseProblem(text("a database is a file, or a URL like postgresql://user@host/name"))
        return URL.create("sqlite+aiosqlite", database=str(Path(written).expanduser().absolute()))
    try:
        url = make_url(written)
    except (ArgumentError, ValueError):
        raise DatabaseProblem(
            text("this is not the URL of a database; write a file, or postgresql://user@host/name")
        ) from None
    backend = url.get_backend_name()
    if backend == "sqlite":
        if not url.database or ":memory:" in url.database:
            raise DatabaseProblem(text("a database in memory would forget every match; name a file"))
        return url.set(drivername="sqlite+aiosqlite")
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+asyncpg")
    raise DatabaseProblem(text("the databases are SQLite and PostgreSQL, not {name}", name=shown(url.drivername)))


def open_database(url: URL) -> Database:
    """Make the engines for a database; they connect when they are first used."""
    if is_sqlite(url):
        assert url.database is not None
        folder = Path(url.database).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DatabaseProblem(
                text("the folder {path} cannot be made: {why}", path=folder, why=reason(error))
            ) from None
        _require_sqlite(Path(url.database))  # before anything about the file is changed
        _make_sqlite_private(Path(url.database))
        writing = create_async_engine(url, pool_size=1, max_overflow=0, hide_parameters=True)
        reading = create_async_engine(url, pool_size=READERS, max_overflow=0, hide_parameters=True)
        _prepare_sqlite(writing.sync_engine, "BEGIN IMMEDIATE")
        _prepare_sqlite(reading.sync_engine, "BEGIN")
        return Database(url, writing, reading)
    if importlib.util.find_spec("asyncpg") is None:
        raise DatabaseProblem(text("PostgreSQL needs a package more: pip install 'sixprime[postgres]'"))
    engine = create_async_engine(url, pool_size=READERS + 2, max_overflow=2, pool_pre_ping=True, hide_parameters=True)
    return Database(url, engine, engine)


def _require_sqlite(path: Path) -> None:
    """Refuse a file that is something else than a SQLite database; one that is empty or missing becomes one."""
    try:
        with path.open("rb") as file:
            beginning = file.read(len(SQLITE_HEADER))
    except FileNotFoundError:
        return
    except OSError as error:
        raise _unusable(error) from None
    if beginning not in (b"", SQLITE_HEADER):
        raise DatabaseProblem(text("the database cannot be used: {why}", why="file is not a database"))


def _make_sqlite_private(path: Path) -> None:
    """Let only its owner read a database; SQLite gives the files beside it the same permissions.

    A file that cannot be made is refused here: the driver's thread would print a traceback of its own.
    """
    try:
        make_private(path)
    except OSError as error:
        if not path.exists():
            raise _unusable(error) from None


def _unusable(error: OSError) -> DatabaseProblem:
    return DatabaseProblem(text("the database cannot be used: {why}", why=reason(error)))


def writing_engine(url: URL) -> Engine:
    """A synchronous engine that writes to a SQLite file, to be used in a thread."""
    engine = create_engine(url.set(drivername="sqlite"), pool_size=1, max_overflow=0, hide_parameters=True)
    _prepare_sqlite(engine, "BEGIN IMMEDIATE")
    return engine


def _prepare_sqlite(engine: Engine, begin: str) -> None:
    """Begin transactions ourselves: the driver would begin them too late to protect changes of tables."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, record: object) -> None:  # noqa: ARG001
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={BUSY_MILLISECONDS}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "temp_store=MEMORY",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def start(connection: Any) -> None:
        connection.exec_driver_sql(begin)
