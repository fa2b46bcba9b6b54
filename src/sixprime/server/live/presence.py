"""Who is in a room: watchers of this process, those that other processes speak of, and when players were last there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from sixprime.core import Player
from sixprime.server.encoding import now
from sixprime.server.matches.entries import MatchKind, SeatKind
from sixprime.server.matches.logs import Moment

GONE_AFTER = 24 * 3600 * 1000
"""After so many milliseconds of absence a match of two may be aborted by the other side."""
SEEN_EVERY = 10 * 60 * 1000
"""For who stays, the time on disk is at most about so many milliseconds old, whenever the process may end."""
RETURN = 60 * 1000
"""So many milliseconds after a start, everybody whose page stayed open has come back."""

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

    def __init__(self, seen: Mapping[Player, int | None], since: int = 0) -> None:
        """`since` is when this process began to serve."""
        self.watchers: set[Watcher] = set()
        self.seen: dict[Player, int | None] = dict(seen)
        self.since = since
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

    def see(self, changed: set[Player], moment: Moment, holders: Holders, time: int) -> list[Player]:
        """Note the time for those who have come or gone, and for who has been here for long; whose it is to be kept.

        Only in a match of two it matters how long somebody has been away.
        """
        seen = [player for player in Player if player in changed and holders.get(player)]
        if moment.kind is MatchKind.LINK and not moment.is_finished:
            late = [player for player in Player if time - (self.seen.get(player) or time) >= SEEN_EVERY]
            seen += [player for player in late if player not in seen and self.here(holders)[player]]
        for player in seen:
            self.seen[player] = time
        return seen

    def is_gone(self, player: Player, moment: Moment, holders: Holders) -> bool:
        """Whether a player has been away so long that the other need not wait: for certain, and with the time to come
        back if it was the server that was away."""
        seen, time = self.seen.get(player), now()
        if seen is None or time - seen <= GONE_AFTER + SEEN_EVERY or time - self.since <= RETURN:
            return False
        return not self.present(moment, holders)[player]
