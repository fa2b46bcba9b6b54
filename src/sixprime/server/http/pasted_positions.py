"""Positions that visitors paste: any id, or a board in plain characters, alone or among other words."""

from __future__ import annotations

import asyncio

from starlette.requests import Request

from sixprime.server.http.request_context import lobby_of, visitor_of
from sixprime.server.live.imports.jobs import ReadPosition, read_position

SHORT_TEXT = 2000
"""A longer text may take long to read, and goes to an import process."""


async def read_pasted(request: Request, written: str) -> ReadPosition:
    """The position in a text; `Unreadable` if there is none."""
    if len(written) <= SHORT_TEXT:
        return await asyncio.to_thread(read_position, written)
    return await lobby_of(request).import_processes.run(visitor_of(request), read_position, written)
