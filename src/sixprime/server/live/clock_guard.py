"""Guards what is judged by the wall clock against jumps of it: by hand, by a time server, or by a machine that slept.

Times on disk must be wall-clock times, because processes come and go. Within a process the wall clock is compared with
the monotonic one, and at the start with the last time on disk. Nobody counts as gone until a whole period has passed
since a jump.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from sixprime.server.encoding import now

log = logging.getLogger("sixprime.clock")

TOLERANCE = 60_000
"""Milliseconds by which the two clocks may drift apart between two looks."""


class ClockGuard:
    """Knows whether times of the last `period` milliseconds can be compared with the time of now."""

    def __init__(
        self, period: int, wall: Callable[[], int] = now, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._period = period
        self._wall = wall
        self._monotonic = monotonic
        self._last = wall(), monotonic()
        self._jumped: float | None = None

    def look(self) -> None:
        """Compare the clocks; to be called every few seconds."""
        wall, monotonic = self._wall(), self._monotonic()
        passed = (monotonic - self._last[1]) * 1000
        if abs(wall - self._last[0] - passed) > TOLERANCE:
            self._jump(monotonic)
        self._last = wall, monotonic

    def compare(self, latest: int | None) -> None:
        """Compare the clock at the start with the latest time on disk.

        If that is in the future, the clock was set back. If it is long past, the clock was set forward, or the server
        was off, and nobody could have come.
        """
        if latest is not None and not -TOLERANCE <= self._wall() - latest <= self._period:
            self._jump(self._monotonic())

    def _jump(self, at: float) -> None:
        log.info("the clock has jumped, or the server was off for long: players get the whole time to come back")
        self._jumped = at

    @property
    def trusted_from(self) -> int:
        """When a whole period will have passed since the last jump, by the wall clock; 0 if there was none."""
        if self._jumped is None:
            return 0
        return self._wall() + self._period - round((self._monotonic() - self._jumped) * 1000)

    @property
    def is_trusted(self) -> bool:
        """Whether a whole period has passed since the last jump."""
        self.look()
        return self._jumped is None or (self._monotonic() - self._jumped) * 1000 > self._period
