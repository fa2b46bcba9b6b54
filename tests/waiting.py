"""How tests wait: for a condition, never for a time, and so long that a busy machine does not fail them."""

import asyncio
import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds until a test gives up. What comes at all comes much sooner; what never comes is told just as well later."""


def wait_until(condition: Callable[[], object], what: str = "what the test waits for", pause: float = 0.01) -> None:
    """Look again and again until the condition holds."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, f"in vain: {what}"
        time.sleep(pause)


async def wait_in_loop(condition: Callable[[], object], what: str = "what the test waits for") -> None:
    """Look again and again until the condition holds, and let others in the loop work meanwhile."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, f"in vain: {what}"
        await asyncio.sleep(0.005)
