"""Migrating a database to the newest revision, and refusing one of a newer version of the program."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy import text as sql
from sqlalchemy.ext.asyncio import AsyncEngine

from sixprime.core import SixprimeError
from sixprime.messages import text

FOLDER = Path(__file__).parent / "migrations"
LOCK = 0x51784D41
"""The PostgreSQL advisory lock that a process holds while it migrates."""


class DatabaseProblem(SixprimeError):
    """The database cannot be used; the message says why."""


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def newest() -> str:
    """The revision that this program works with."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def revision_of(connection: Connection) -> str | None:
    """The revision of a database; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(revision: str | None) -> bool:
    """Whether this program can migrate a database of a revision."""
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    return revision is None or revision in known


def _migrate(connection: Connection, target: str) -> tuple[str | None, str]:
    if connection.dialect.name == "postgresql":
        connection.execute(sql("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    before = revision_of(connection)
    if not is_known(before):
        raise DatabaseProblem(
            text("the database is of a newer version of sixprime (revision {revision})", revision=before)
        )
    if before != target:
        command.upgrade(_config(connection), target)
    return before, target


async def migrate(engine: AsyncEngine, target: str | None = None) -> tuple[str | None, str]:
    """Migrate a database in one transaction; returns the revisions before and after."""
    async with engine.begin() as connection:
        return await connection.run_sync(_migrate, target or newest())
