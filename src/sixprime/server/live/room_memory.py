"""How much memory a room takes: an estimate from counts that are at hand, because measuring would walk every object.

`tests/server/live/test_room_memory.py` compares it with what Python allocates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from sixprime.server.matches.logs import Log

ROOM_BYTES = 7_000
"""The room itself, its lock, seats and caches."""
ENTRY_BYTES = 900
"""An entry with its event, the moment after it and the state of the game."""
GAME_BYTES = 900
"""The result of a game, with the sentence that says how it was won."""
DETAIL_BYTES = 150
"""A detail, besides its letters."""


class CachedText(Protocol):
    """Text that is kept for a language."""

    @property
    def size(self) -> int: ...


def room_memory(log: Log, details: Mapping[str, str], texts: Iterable[CachedText]) -> int:
    """Bytes that a room takes with its log, the details of its match and the texts that it keeps."""
    size = ROOM_BYTES + ENTRY_BYTES * log.version + GAME_BYTES * log.now.state.game
    size += sum(DETAIL_BYTES + len(name) + len(value) for name, value in details.items())
    return size + sum(text.size for text in texts)
