"""Pauses of the whole process, kept so short that no player notices them.

Python looks for garbage by walking over everything that is alive, and everybody waits meanwhile. Modules, kernels and
tables are most of that and stay for ever: once they are loaded they are set aside. What is new is looked at in small
portions, a few milliseconds each; the whole, which grows with the matches in memory, when nobody acts. And a thread
that has work for the event loop, or the event loop itself, does not wait longer than necessary until another thread
lets it go on.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable

YOUNG, MIDDLE, NEVER = 500, 4, 2**31 - 1
"""After so many new objects the youngest are looked at; after so many such looks the next older ones, and all by itself
never. Those that go are counted against those that come, so that the youngest may be many times as many."""
SOME, MANY = 25, 1500
"""After so many looks at the next older ones all are looked at, when it is calm or whether it is or not."""
CALM_SECONDS = 1.0
"""It is calm if nobody has acted for so long."""
TURN_SECONDS = 0.0005
"""For so long a thread may go on while another one waits."""


def keep_pauses_short() -> None:
    """For a process that does nothing but serve."""
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    sys.setswitchinterval(TURN_SECONDS)


async def set_aside_what_stays(*loaded: asyncio.Event) -> None:
    """Whenever something has been loaded, take all there is out of the search for garbage."""
    for event in loaded:
        await event.wait()
        gc.freeze()


async def look_through_all(acted: Callable[[], int]) -> None:
    """From time to time, when there may be something to find, look for garbage everywhere; `acted` counts what players
    do, and tells that it is calm."""
    while True:
        before = acted()
        await asyncio.sleep(CALM_SECONDS)
        looks = gc.get_count()[2]
        if looks >= MANY or (looks >= SOME and acted() == before):
            gc.collect()
