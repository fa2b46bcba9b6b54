"""Group commit: all writes of a process go through one journal, which commits those that wait in one transaction.

A commit costs a sync of the disk. Writes that arrive during one go into the next transaction together, so hundreds of
matches share a few syncs, and a write returns only when it is on disk. `(match, seq)` is unique: of two processes that
write the same entry one gets `WriteConflict`, and has changed nothing.
"""

from __future__ import annotations

import asyncio
import logging

from sixprime.server.shielded_tasks import ignore_outcome
from sixprime.server.store.databases import Database
from sixprime.server.store.errors import DatabaseUnavailable, describe_error
from sixprime.server.store.writers import WriteConflict as WriteConflict
from sixprime.server.store.writers import writer_for
from sixprime.server.store.writes import Write

log = logging.getLogger("sixprime.journal")

MOST_IN_A_COMMIT = 200


class WriteFailed(Exception):
    """The database reported an error. Whether the write was committed after all shows when it is read."""


class WriteRefused(WriteFailed):
    """The database works, but cannot keep this write; trying again is of no use."""


class Journal:
    """Commits writes in the order in which they came."""

    def __init__(self, database: Database) -> None:
        self._writer = writer_for(database)
        self._waiting: list[tuple[Write, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self.commits = 0
        self.writes = 0

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="journal")

    async def write(self, write: Write) -> None:
        """Commit; when this returns, the write is on disk."""
        if self._closing:
            raise WriteFailed("the journal is closed")
        await self._enqueue(write)  # a cancelled caller does not cancel the write

    def write_later(self, write: Write) -> None:
        """Commit without waiting for it."""
        if not self._closing:
            self._enqueue(write).add_done_callback(ignore_outcome)  # a failure has been logged

    def _enqueue(self, write: Write) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, future))
        self._wake.set()
        return future

    async def close(self) -> None:
        """Commit what waits, and stop."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await self._writer.close()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            batch, self._waiting = self._waiting[:MOST_IN_A_COMMIT], self._waiting[MOST_IN_A_COMMIT:]
            if not self._waiting and not self._closing:
                self._wake.clear()
            if batch:
                await self._commit(batch)
            elif self._closing:
                return

    async def _commit(self, batch: list[tuple[Write, asyncio.Future[None]]]) -> None:
        try:
            await self._writer.commit([write for write, _ in batch])
        except WriteConflict:
            if len(batch) == 1:
                _resolve(batch[0][1], WriteConflict())
                return
            for one in batch:  # one by one, to find which of them conflicts
                await self._commit([one])
            return
        except DatabaseUnavailable as error:
            log.error("the database does not take writes: %s", error)
            for _, future in batch:
                _resolve(future, WriteFailed(str(error)))
            return
        except Exception as error:  # noqa: BLE001  # one of the writes is at fault; the others must not suffer
            if len(batch) > 1:
                for one in batch:
                    await self._commit([one])
                return
            log.error("a write was refused: %s", describe_error(error))
            _resolve(batch[0][1], WriteRefused(describe_error(error)))
            return
        self.commits += 1
        self.writes += len(batch)
        for _, future in batch:
            _resolve(future, None)


def _resolve(future: asyncio.Future[None], error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
