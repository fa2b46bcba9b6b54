"""Whether the database works: it answers, it takes writes, and its disk has room."""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from pathlib import Path

from sqlalchemy import text as sql

from sixprime.server.store.databases import Database
from sixprime.server.store.errors import describe_error

log = logging.getLogger("sixprime.health")

FRESH_SECONDS = 5.0
"""An answer holds so long, because finding it out costs a sync of the disk."""
ANSWER_SECONDS = 10.0
LEAST_FREE_BYTES = 16_000_000
"""With less room than this on the disk of a SQLite file, the server is not ready: it would soon fail in a match."""
_WRITE = sql("UPDATE alembic_version SET version_num = version_num")


class DatabaseHealth:
    """Finds out whether the database works, by a write that changes nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = asyncio.Lock()
        self._is_well = False
        self._until = 0.0

    async def is_well(self) -> bool:
        async with self._lock:
            if time.monotonic() >= self._until:
                self._is_well = await self._check()
                self._until = time.monotonic() + FRESH_SECONDS
            return self._is_well

    async def _check(self) -> bool:
        try:
            if self._database.is_sqlite and free_bytes(self._database) < LEAST_FREE_BYTES:
                log.error("the disk of the database is full")
                return False
            async with asyncio.timeout(ANSWER_SECONDS), self._database.writing.begin() as connection:
                await connection.execute(_WRITE)
        except Exception as error:  # noqa: BLE001  # whatever it is, the database cannot be used
            log.error("the database does not take writes: %s", describe_error(error))
            return False
        return True


def free_bytes(database: Database) -> int:
    """How much room is left where a SQLite file is."""
    return shutil.disk_usage(Path(database.url.database or "").parent).free
