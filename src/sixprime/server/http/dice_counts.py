"""Statistics of all dice thrown on this server, cached for a while."""

from __future__ import annotations

import asyncio
import time

from sixprime.core import Roll
from sixprime.server.dice.statistics import DiceTally
from sixprime.server.store.storage import Storage

FRESH_SECONDS = 30.0
PAGE = 20_000


class DiceCounts:
    """The statistics of a server; they are counted again when the cached ones are old."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._lock = asyncio.Lock()
        self._counted: DiceTally | None = None
        self._until = 0.0

    async def tally(self) -> DiceTally:
        async with self._lock:
            if self._counted is None or time.monotonic() > self._until:
                began = time.monotonic()
                self._counted = await self._count()
                # The longer counting takes, the longer the result is kept.
                self._until = time.monotonic() + max(FRESH_SECONDS, 20 * (time.monotonic() - began))
            return self._counted

    async def _count(self) -> DiceTally:
        tally = DiceTally()
        place: tuple[str, int] | None = None
        match: str | None = None
        rolls: list[Roll] = []
        while page := await self._storage.throws(place, PAGE):
            for found, _, throw in page:
                if found != match:
                    tally.add(rolls)
                    match, rolls = found, []
                rolls.append(Roll(throw // 10, throw % 10))
            place = page[-1][:2]
            await asyncio.sleep(0)
        tally.add(rolls)
        return tally
