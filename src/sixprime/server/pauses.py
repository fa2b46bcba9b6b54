"""Pauses of the whole process, kept so short that no player notices them.

Python looks for garbage by walking over everything that is alive, and everybody waits meanwhile. Modules, kernels and
tables are most of that and stay for ever: once they are loaded they are set aside. What is new is looked at in small
portions; the whole, which grows with the matches in memory, only now and then. And a thread that has work for the
event loop, or the event loop itself, does not wait longer than necessary until another thread lets it go on.
"""

from __future__ import annotations

import asyncio
import gc
import sys

YOUNG, MIDDLE, OLD = 5_000, 5, 20
"""After so many new objects the youngest are looked at; after so many such looks the next older ones, and then all."""
TURN_SECONDS = 0.0005
"""For so long a thread may go on while another one waits."""


def keep_pauses_short() -> None:
    """For a process that does nothing but serve."""
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    sys.setswitchinterval(TURN_SECONDS)


async def set_aside_what_stays(*loaded: asyncio.Event) -> None:
    """Whenever something has been loaded, take all there is out of the search for garbage."""
    for event in loaded:
        await event.wait()
        gc.freeze()
