"""Tuning of Python's garbage collection, so that its pauses are too short for players to notice.

A collection stops the process while it walks over every live object. Modules, kernels and tables are most of these and
are never freed, so they are frozen once they are loaded. The young generation is collected often, a few milliseconds at
a time; the old one, which grows with the matches in memory, only while the server is idle. The switch interval of
threads is short, so that the event loop never waits long for another thread.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable

YOUNG, MIDDLE, NEVER = 500, 4, 2**31 - 1
"""Thresholds of `gc.set_threshold`: the youngest generation after so many allocations less deallocations, the middle
one after so many collections of the youngest, and the oldest never by itself."""
SOME, MANY = 25, 1500
"""After so many collections of the middle generation the oldest is collected, if the server is idle or in any case."""
IDLE_SECONDS = 1.0
"""The server is idle if nobody has acted for so long."""
SWITCH_SECONDS = 0.0005
"""The interval after which Python switches threads."""


def configure() -> None:
    """Set thresholds and switch interval, for a process that does nothing but serve."""
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    sys.setswitchinterval(SWITCH_SECONDS)


async def freeze_when_loaded(*loaded: asyncio.Event) -> None:
    """Each time one of the events says that something has been loaded, exempt all live objects from collection."""
    for event in loaded:
        await event.wait()
        gc.freeze()


async def collect_when_idle(acted: Callable[[], int]) -> None:
    """Collect the oldest generation while the server is idle; `acted` counts what players have done so far."""
    while True:
        before = acted()
        await asyncio.sleep(IDLE_SECONDS)
        looks = gc.get_count()[2]
        if looks >= MANY or (looks >= SOME and acted() == before):
            gc.collect()
