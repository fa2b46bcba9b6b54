"""`PackedMatch`: a match whose events are kept as numbers until they are asked for.

The numbers come from `game_kernels`, which has checked them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from sixprime.core import Event, Player, Roll, RuleSet, Win
from sixprime.core.match import events as ev
from sixprime.formats.reading.lazy_matches import UNKNOWN, LazyMatch

if TYPE_CHECKING:
    from sixprime.compiled.arrays import Board

_PLAYERS = (Player.WHITE, Player.BLACK)


class PackedMatch(LazyMatch):
    """A match whose events are given as rows of numbers, one for each event."""

    def __init__(
        self,
        rules: RuleSet,
        packed: Board,
        *,
        length: int | None = None,
        names: Mapping[Player, str] | None = None,
        details: Mapping[str, str] | None = None,
    ) -> None:
        self._packed: Board | None = None
        super().__init__(rules, length=length, names=names, details=details)
        self._packed = packed
        self._states += [UNKNOWN] * len(packed)

    @property
    def _events(self) -> list[Event]:
        packed = self._packed
        if packed is not None:
            self._unpacked = unpack(packed)  # assigned when it is complete, because other threads may read it
            self._packed = None
        return self._unpacked

    @_events.setter
    def _events(self, events: list[Event]) -> None:
        self._unpacked = events

    @property
    def version(self) -> int:
        return len(self._states) - 1


def unpack(packed: Board) -> list[Event]:
    """The events of rows of numbers."""
    written, size = packed.tobytes(), packed.shape[1]
    return [_event_of(written[start : start + size]) for start in range(0, len(written), size)]


@lru_cache(maxsize=1 << 15)
def _event_of(row: bytes) -> Event:
    """The event of a row; most events occur again and again."""
    return _MAKERS[row[0]](_PLAYERS[row[1]], row)


def _opened(_: Player, row: bytes) -> Event:
    return ev.OpeningRolled(row[2], row[3])


def _rolled(player: Player, row: bytes) -> Event:
    return ev.Rolled(player, Roll(row[2], row[3]))


def _played(player: Player, row: bytes) -> Event:
    ends = 3 + 2 * row[2]
    return ev.Played(player, tuple(zip(row[3:ends:2], row[4:ends:2], strict=True)))


def _resigned(player: Player, row: bytes) -> Event:
    return ev.Resigned(player, Win(row[2]))


_MAKERS: tuple[Callable[[Player, bytes], Event], ...] = (
    _opened,
    _rolled,
    _played,
    lambda player, _: ev.Doubled(player),
    lambda player, _: ev.Taken(player),
    lambda player, _: ev.Dropped(player),
    _resigned,
    lambda player, _: ev.ResignationAccepted(player),
)
"""What makes an event of a row, by the kinds of events of `game_kernels`."""
