"""Once an hour expired matches are removed, and finished ones forget the address they were created from."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection

from sixprime.server.encoding import now
from sixprime.server.store.expiry import Expiry

log = logging.getLogger("sixprime.expiry")

ROUND_SECONDS = 3600.0
PAUSE_SECONDS = 0.1
"""Between two transactions, so that players' commands come first."""
JUMP_SECONDS = 60.0
"""If the clock of the machine has moved so much more or less than time has passed, nothing is removed in this round."""


class ExpiryRounds:
    """Removes what has expired."""

    def __init__(
        self,
        expiry: Expiry,
        process: str,
        watched: Callable[[], Collection[str]],
        forget: Callable[[str], None],
        *,
        clock: Callable[[], int] = now,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`watched` gives the matches that somebody is connected to here; `forget` is called for each removed one."""
        self._expiry = expiry
        self._process = process
        self._watched = watched
        self._forget = forget
        self._clock = clock
        self._monotonic = monotonic
        self._offset = self._clock_offset()

    def _clock_offset(self) -> float:
        """By how many seconds the clock of the machine is ahead of the time that has passed."""
        return self._clock() / 1000 - self._monotonic()

    def has_jumped(self) -> bool:
        """Whether the clock has jumped since the last call. What it says is believed again in the next round."""
        before, self._offset = self._offset, self._clock_offset()
        return abs(self._offset - before) > JUMP_SECONDS

    async def run(self) -> None:
        """Make a round every hour, until cancelled."""
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                if self.has_jumped():
                    log.warning("the clock has been changed; matches expire an hour later")
                else:
                    await self.make_round()
            except Exception:  # tried again in an hour
                log.exception("expired matches could not be removed")

    async def make_round(self) -> int:
        """Remove all that has expired; returns how many matches that were."""
        await self._expiry.forget_origins()
        count = 0
        after: str | None = "" if self._expiry.is_on else None
        while after is not None:
            removed, after = await self._expiry.remove_some(after, self._watched(), f"{self._process} expired")
            for match in removed:
                self._forget(match)
            count += len(removed)
            await asyncio.sleep(PAUSE_SECONDS)
        if count:
            log.info("removed expired matches: %d", count)
        return count
