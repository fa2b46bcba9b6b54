"""Acknowledgements: what a command has brought, once it is on disk, as clients are told it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from sixprime.server.encoding import compact_json
from sixprime.server.matches.logs import LogEntry
from sixprime.server.views.states import logged_json


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """What a command has brought."""

    key: str
    entries: Sequence[LogEntry]

    def to_json(self) -> dict[str, object]:
        return {
            "type": "ack",
            "key": self.key,
            "version": self.entries[-1].seq,
            "entries": [logged_json(logged) for logged in self.entries],
        }

    def text(self, entries: str) -> str:
        """The same as JSON; `entries` is what has been written of them already."""
        return f'{{"type":"ack","key":{compact_json(self.key)},"version":{self.entries[-1].seq},"entries":{entries}}}'


def entries_text(entries: Sequence[LogEntry], written: Sequence[str] | None = None) -> str:
    """Entries of a log as JSON; `written` is what the database was given of each, where that is at hand."""
    if written is None:
        return compact_json([logged_json(logged) for logged in entries])
    return f"[{','.join(_text(logged, entry) for logged, entry in zip(entries, written, strict=True))}]"


async def let_answers_out() -> None:
    """Let others go first: whose commands were committed together should all have their acknowledgements, which are
    short, before anybody is told states, which take longer to make."""
    await asyncio.sleep(0)  # the others of this commit queue theirs
    await asyncio.sleep(0)  # and these are sent


def _text(logged: LogEntry, entry: str) -> str:
    by = "null" if logged.by is None else f'"{logged.by.value}"'
    return f'{{"seq":{logged.seq},"by":{by},"entry":{entry}}}'
