"""`LogPages`: parts of logs as JSON, written in slices between which the event loop serves everybody else."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sixprime.server.matches.logs import Log, LogEntry
from sixprime.server.views.entries import entries_list

SLICE = 100
"""How many entries are written at a time, which takes about a millisecond."""


class LogPages:
    """Writes for all rooms of a process, one slice at a time, however many ask."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    def written(self, entries: Sequence[LogEntry]) -> str:
        """The JSON of a slice, without brackets."""
        return entries_list(entries)

    async def page(
        self, log: Log, after: int, *, entries: int | None = None, characters: int | None = None
    ) -> tuple[str, int]:
        """The entries of a log after a version as a JSON list, and the version of the last one in it.

        There are at most so many `entries`, and no more once there are so many `characters`.
        """
        parts: list[str] = []
        last = after
        until = log.version if entries is None else min(log.version, after + entries)
        while last < until and (characters is None or sum(map(len, parts)) < characters):
            some = log.entries[last : min(last + SLICE, until)]
            if parts or len(some) == SLICE:
                async with self._turn:
                    parts.append(self.written(some))
                    await asyncio.sleep(0)  # only one slice is written before everybody else has had a turn
            else:
                parts.append(self.written(some))
            last += len(some)
        return f"[{','.join(parts)}]", last
