"""Quotas: how many unfinished matches a visitor, and an address, may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sixprime.messages import text
from sixprime.server.limits import Limits
from sixprime.server.refusals import TooMany
from sixprime.server.store.storage import Storage


class Quotas:
    """Counts unfinished matches in the database, and those that this process is about to write."""

    def __init__(self, storage: Storage, limits: Limits) -> None:
        self._storage = storage
        self._limits = limits
        self._coming: Counter[str] = Counter()

    @asynccontextmanager
    async def one_more(self, holder: str, origin: str | None) -> AsyncIterator[None]:
        """For the time in which a match is created; `TooMany` if the visitor or the address has too many already."""
        keys = [holder] if origin is None else [holder, origin]
        self._coming.update(keys)
        try:
            most = max(self._limits.visitor_matches, self._limits.address_matches)
            of_holder, of_origin = await self._storage.unfinished_of(holder, origin, most)
            if of_holder + self._coming[holder] > self._limits.visitor_matches:
                raise TooMany(
                    text(
                        "you have {count} unfinished matches, and more are not kept; finish or abort some",
                        count=of_holder,
                    )
                )
            if origin is not None and of_origin + self._coming[origin] > self._limits.address_matches:
                raise TooMany(text("too many unfinished matches come from your address; finish or abort some"))
            yield
        finally:
            self._coming.subtract(keys)
            for key in keys:
                if not self._coming[key]:
                    del self._coming[key]
