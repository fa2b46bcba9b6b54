"""Matches while they are played: the lobby with its rooms, WebSocket connections, presence, and threads for the engine.

A room takes commands one after another; each is checked, committed, acknowledged and then broadcast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sixprime.server.live.connections import Connection as Connection
    from sixprime.server.live.engine_threads import EngineThreads as EngineThreads
    from sixprime.server.live.lobby import Lobby as Lobby
    from sixprime.server.live.rooms import Room as Room

__all__ = ["Connection", "EngineThreads", "Lobby", "Room"]


def __getattr__(name: str) -> object:
    """Load a public name when it is first used: an import process needs none of them, nor a database."""
    if name == "Connection":
        from sixprime.server.live.connections import Connection

        return Connection
    if name == "EngineThreads":
        from sixprime.server.live.engine_threads import EngineThreads

        return EngineThreads
    if name == "Lobby":
        from sixprime.server.live.lobby import Lobby

        return Lobby
    if name == "Room":
        from sixprime.server.live.rooms import Room

        return Room
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
