"""Notices between processes that serve one PostgreSQL database: a match has new entries, a player is connected.

A process that commits entries notifies the others in the same transaction; they read the entries and tell their own
watchers. After a lost connection every open match is read again, because notices may have been missed.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from sixprime.server.store.databases import Database
from sixprime.server.store.writes import CHANNEL

log = logging.getLogger("sixprime.channels")

Listener = Callable[[str], Awaitable[None]]
RETRY_SECONDS = 2.0
CHECK_SECONDS = 15.0


class Channel:
    """Listens to the notices of other processes."""

    def __init__(self, database: Database, hear: Listener, recover: Callable[[], Awaitable[None]]) -> None:
        """`hear` gets each notice; `recover` is called when some may have been missed."""
        self._database = database
        self._hear = hear
        self._recover = recover
        self._task: asyncio.Task[None] | None = None
        self._heard: asyncio.Queue[str] = asyncio.Queue()

    def start(self) -> None:
        """Listen, where the database allows several processes."""
        if not self._database.is_sqlite:
            self._task = asyncio.create_task(self._listen_forever(), name="channel")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen_forever(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:  # noqa: BLE001  # whatever it was, try again
                log.warning("the channel between processes broke: %s", type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        connection = await self._connect()
        try:
            await connection.add_listener(CHANNEL, lambda *notice: self._heard.put_nowait(notice[3]))
            await self._recover()
            while True:
                try:
                    async with asyncio.timeout(CHECK_SECONDS):
                        notice = await self._heard.get()
                except TimeoutError:
                    await connection.execute("SELECT 1")  # fails if the connection is gone
                    continue
                try:
                    await self._hear(notice)
                except Exception:  # notices of other matches must still be heard
                    log.exception("a notice could not be followed")
        finally:
            await connection.close(timeout=2)

    async def _connect(self) -> Any:
        """A connection of its own, because a listening one cannot be shared."""
        driver = importlib.import_module("asyncpg")
        url = self._database.url.set(drivername="postgresql")
        return await driver.connect(url.render_as_string(hide_password=False))
