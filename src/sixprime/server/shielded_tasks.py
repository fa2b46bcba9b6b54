"""Run a coroutine to completion even if the caller is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


async def run_to_completion(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine as a task and wait for it. A caller that is cancelled meanwhile does not cancel the task."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(ignore_outcome)
    return await asyncio.shield(task)


def ignore_outcome(done: asyncio.Future[Any]) -> None:
    """Callback that marks an exception as seen, so that asyncio does not complain when nobody waits for the result."""
    if not done.cancelled():
        done.exception()
