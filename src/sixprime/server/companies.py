"""Who is in a room: watchers of this process, those that other processes speak of, and when players were last there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from sixprime.core import Player
from sixprime.server.entries import SeatKind
from sixprime.server.logs import Moment
from sixprime.server.storage import now

GONE_AFTER = 24 * 3600 * 1000
"""After so many milliseconds of absence a match of two may be aborted by the other side."""

Holders = Mapping[Player, str | None]


class Watcher(Protocol):
    """Somebody who is told what happens in a room."""

    holder: str | None
    language: str

    @property
    def is_awake(self) -> bool: ...

    def send(self, message: str) -> None: ...


class Company:
    """All who are there; who holds which seat is told by `holders`, hashes of secrets by player."""

    def __init__(self, seen: Mapping[Player, int | None]) -> None:
        self.watchers: set[Watcher] = set()
        self.seen: dict[Player, int | None] = dict(seen)
        self._elsewhere: dict[Player, int] = {}  # until when a holder counts as present elsewhere

    def here(self, holders: Holders) -> dict[Player, bool]:
        """Whose holder is connected to this process."""
        here = {watcher.holder for watcher in self.watchers if watcher.is_awake} - {None}
        return {player: holders.get(player) in here for player in Player}

    def present(self, moment: Moment, holders: Holders) -> dict[Player, bool]:
        """Who is there now; the bot always is."""
        time = now()
        here = self.here(holders)
        return {
            player: here[player] or moment.seat(player).kind is SeatKind.BOT or self._elsewhere.get(player, 0) > time
            for player in Player
        }

    def hear_of(self, players: set[Player], until: int) -> None:
        """Another process says who is there, for some time."""
        for player in players:
            self._elsewhere[player] = until

    def is_gone(self, player: Player, moment: Moment, holders: Holders) -> bool:
        """Whether a player has been away so long that the other need not wait."""
        seen = self.seen.get(player)
        return seen is not None and now() - seen > GONE_AFTER and not self.present(moment, holders)[player]
