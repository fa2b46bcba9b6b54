"""Errands: work that is done to its end, whether or not who asked for it still waits."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")


async def finish(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Do all of it; who goes away while waiting does not take the work with them."""
    errand = asyncio.ensure_future(work)
    errand.add_done_callback(pass_over)
    return await asyncio.shield(errand)


def pass_over(done: asyncio.Future[Any]) -> None:
    """Whoever waits is told how it went; if nobody does, that is no complaint."""
    if not done.cancelled():
        done.exception()
