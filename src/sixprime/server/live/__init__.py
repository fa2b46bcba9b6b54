"""Matches while they are played: the lobby with its rooms, WebSocket connections, presence, and threads for the engine.

A room takes commands one after another; each is checked, committed, acknowledged and then broadcast.
"""

from sixprime.server.live.connections import Connection
from sixprime.server.live.engine_threads import EngineThreads
from sixprime.server.live.lobby import Lobby
from sixprime.server.live.rooms import Room

__all__ = ["Connection", "EngineThreads", "Lobby", "Room"]
