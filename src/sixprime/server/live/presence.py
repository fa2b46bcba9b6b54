"""Presence: who is connected to a room, here or at another process, and when each player was last seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from sixprime.core import Player
from sixprime.server.encoding import now
from sixprime.server.live.clock_guard import ClockGuard
from sixprime.server.matches.entries import MatchKind, SeatKind
from sixprime.server.matches.logs import Moment

GONE_AFTER = 24 * 3600 * 1000
"""Milliseconds of absence after which the other side may abort a match of two."""
SEEN_EVERY = 10 * 60 * 1000
"""Milliseconds after which the time on disk is renewed for a player who stays connected."""
PERIOD = GONE_AFTER + SEEN_EVERY
RETURN = 60 * 1000
"""Milliseconds after a start of the process in which players may reconnect before they count as gone."""

Holders = Mapping[Player, str | None]


class Absence(NamedTuple):
    """How long a player of a match of two has been away. Both are times in milliseconds."""

    since: int
    abort_from: int
    """From when the other side may end the match without asking."""


class Watcher(Protocol):
    """Somebody who watches a room and is sent what happens in it."""

    holder: str | None
    language: str

    is_catching_up: bool
    """Whether the answer to a hello is under way, which brings everything that happens meanwhile."""

    @property
    def is_awake(self) -> bool: ...

    def send(self, message: str) -> None: ...


class Presence:
    """The watchers of a room. `holders`, which most methods take, are hashes of secrets: who holds which seat."""

    def __init__(
        self, seen: Mapping[Player, int | None], since: int = 0, clock_guard: ClockGuard | None = None
    ) -> None:
        """`since` is when this process began to serve."""
        self.watchers: set[Watcher] = set()
        self.seen: dict[Player, int | None] = dict(seen)
        self.since = since
        self._clock_guard = clock_guard or ClockGuard(PERIOD)
        self._elsewhere: dict[Player, int] = {}  # until when a holder counts as present elsewhere

    def here(self, holders: Holders) -> dict[Player, bool]:
        """By player, whether the holder of the seat is connected to this process."""
        here = {watcher.holder for watcher in self.watchers if watcher.is_awake} - {None}
        return {player: holders.get(player) in here for player in Player}

    def present(self, moment: Moment, holders: Holders) -> dict[Player, bool]:
        """By player, whether anybody is there now; a bot always is."""
        time = now()
        here = self.here(holders)
        return {
            player: here[player] or moment.seat(player).kind is SeatKind.BOT or self._elsewhere.get(player, 0) > time
            for player in Player
        }

    def hear_of(self, players: set[Player], until: int) -> None:
        """Note that another process has these players connected; it holds until a time in milliseconds."""
        for player in players:
            self._elsewhere[player] = until

    def see(self, changed: set[Player], moment: Moment, holders: Holders, time: int) -> list[Player]:
        """Note the time for players who have come or gone, and for those whose time on disk is old.

        Returns the players whose time is to be written. Only in a match of two does the length of an absence matter.
        """
        seen = [player for player in Player if player in changed and holders.get(player)]
        if moment.kind is MatchKind.LINK and not moment.is_finished:
            late = [player for player in Player if time - (self.seen.get(player) or time) >= SEEN_EVERY]
            seen += [player for player in late if player not in seen and self.here(holders)[player]]
        for player in seen:
            self.seen[player] = time
        return seen

    def absences(self, moment: Moment, holders: Holders) -> dict[Player, Absence]:
        """Those players of a match of two that goes on who are away, and since when."""
        if moment.kind is not MatchKind.LINK or moment.is_finished:
            return {}
        present, time = self.present(moment, holders), now()
        earliest = max(self.since + RETURN, self._clock_guard.trusted_from)
        return {
            player: Absence(min(seen, time), max(seen + PERIOD, earliest))
            for player in Player
            if holders.get(player) and not present[player] and (seen := self.seen.get(player)) is not None
        }

    def is_gone(self, player: Player, moment: Moment, holders: Holders) -> bool:
        """Whether a player has been away so long that the opponent need not wait.

        The times on disk may be old by `SEEN_EVERY`, and after a start of the server players get time to reconnect.
        A time in the future is from before the clock was set back.
        """
        seen, time = self.seen.get(player), now()
        if seen is None or 0 <= time - seen <= PERIOD or 0 <= time - self.since <= RETURN:
            return False
        if not self._clock_guard.is_trusted:
            return False
        return not self.present(moment, holders)[player]
