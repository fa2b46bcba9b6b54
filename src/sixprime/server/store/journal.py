"""The one writer of a process: everything that waits is committed together, and then everybody is told.

A commit costs a sync of the disk. While one is under way others gather, and go into the next transaction as one; so
hundreds of matches share a few syncs, and nobody is told before what was asked for is on disk. `(match, seq)` is
unique: of two processes that write the same entry one is told `Conflict`, and has changed nothing.
"""

from __future__ import annotations

import asyncio
import logging

from sixprime.server.shielded_tasks import pass_over
from sixprime.server.store.databases import Database
from sixprime.server.store.writers import Conflict as Conflict
from sixprime.server.store.writers import writer
from sixprime.server.store.writes import Write

log = logging.getLogger("sixprime.journal")

MOST_TOGETHER = 200


class NotWritten(Exception):
    """The database did not take it; whether it did after all is seen by reading."""


class Journal:
    """Takes writes and commits them, in the order in which they came."""

    def __init__(self, database: Database) -> None:
        self._writer = writer(database)
        self._waiting: list[tuple[Write, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self.commits = 0
        self.writes = 0

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="journal")

    async def write(self, write: Write) -> None:
        """Commit; when this returns, it is on disk."""
        if self._closing:
            raise NotWritten("the journal is closed")
        await self._enqueue(write)  # who goes away while waiting does not take the write with them

    def write_later(self, write: Write) -> None:
        """Commit what nobody waits for."""
        if not self._closing:
            self._enqueue(write).add_done_callback(pass_over)  # a failure has been logged

    def _enqueue(self, write: Write) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, future))
        self._wake.set()
        return future

    async def close(self) -> None:
        """Commit what waits, and end."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await self._writer.close()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            if not self._waiting and not self._closing:
                self._wake.clear()
            if batch:
                await self._commit(batch)
            elif self._closing:
                return

    async def _commit(self, batch: list[tuple[Write, asyncio.Future[None]]]) -> None:
        try:
            await self._writer.commit([write for write, _ in batch])
        except Conflict:
            if len(batch) == 1:
                _tell(batch[0][1], Conflict())
                return
            for one in batch:  # who of them was too late shows when each is alone
                await self._commit([one])
            return
        except Exception as error:  # whatever happened: nobody may wait for ever
            log.exception("a transaction failed")
            for _, future in batch:
                _tell(future, NotWritten(str(error)))
            return
        self.commits += 1
        self.writes += len(batch)
        for _, future in batch:
            _tell(future, None)


def _tell(future: asyncio.Future[None], error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
