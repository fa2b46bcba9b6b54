"""`RunningGame`: rolls and plays in the middle of a game, followed without a `State` for every turn.

This is a second, faster copy of what `core.match.transitions` does with a roll and with a play that does not end the
game; every other event is left to `transitions`. The legal plays are those of `core`: a play is legal if the board it
leads to is among the results of the move generator.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from sixprime.core import OFF, Event, Phase, Player, Position, Roll, State
from sixprime.core.match import events as ev
from sixprime.formats.reading.written_plays import Hops, points_after

if TYPE_CHECKING:
    from sixprime.core.movegen import PlayTable

Steps = tuple[tuple[int, int], ...]

PLACES = 26


@lru_cache(maxsize=128)
def rolled(player: Player, roll: Roll) -> ev.Rolled:
    """The event of a roll; there are not many different ones."""
    return ev.Rolled(player, roll)


@lru_cache(maxsize=1 << 15)
def played(player: Player, steps: Steps) -> ev.Played:
    """The event of a play; most plays occur again and again."""
    return ev.Played(player, steps)


class RunningGame:
    """A game from one state on, as long as only dice are rolled and checkers moved."""

    def __init__(self, state: State) -> None:
        self._base = state
        self._points: Sequence[int] = state.position.points
        self._table: PlayTable | None = None
        self.is_open = state.phase in (Phase.TO_ROLL, Phase.TO_PLAY)
        """Whether the player on roll has to roll or to play; if not, nothing can be followed."""
        self.on_roll = state.on_roll
        self.roll = state.roll
        """The dice on the table; None while the player is to roll or double."""

    def follow(self, event: Event) -> bool:
        """Go on by a roll or play that is known to be legal.

        Any other event, and a play that ends the game, is refused: False is returned and nothing has changed.
        """
        if not self.is_open:
            return False
        if isinstance(event, ev.Rolled) and self.roll is None:
            self.roll = event.roll
            return True
        if isinstance(event, ev.Played) and self.roll is not None:
            points = points_after(self._points, event.steps)
            if points is not None and max(points) > 0:
                self._end_turn(points)
                return True
        return False

    def play(self, hops: Hops) -> Steps | None:
        """Make the legal play that leads to the same board as these moves, and return its steps.

        Without moves, it is the play of a roll that allows none or only one. None is returned, and nothing has
        changed, if there is no such play, if there are several, or if the play would end the game.
        """
        roll = self.roll
        assert roll is not None
        points = points_after(self._points, hops)
        if points is None:
            return None
        table = self._table or self._prepare()
        self._board[:] = self._points
        found = table.fill(self._board, roll, self._base.rules.bear_off)
        steps: Steps = ()
        if hops or found:
            row = _row_of(array("b", points).tobytes(), table.results[:found].tobytes()) if hops else 1 - found
            if row < 0:
                return None
            numbers = roll.numbers[::-1] if table.low_first[row] else roll.numbers
            sources = table.sources[row, : table.dice_used].tolist()
            steps = tuple([(source, max(source - die, OFF)) for source, die in zip(sources, numbers, strict=False)])
            if not hops:
                points = table.results[row].tolist()
            if max(points) <= 0:
                return None
        self._end_turn(points)
        return steps

    def _prepare(self) -> PlayTable:
        """Load what generates moves; reading a file without a play does not need it."""
        import numpy as np

        from sixprime.core import movegen

        self._board = np.empty(PLACES, dtype=np.int8)
        self._table = movegen.shared_table()
        return self._table

    def _end_turn(self, points: list[int]) -> None:
        """Turn the board round for the opponent, who is to roll; `points` is used up."""
        assert self.on_roll is not None
        points.reverse()
        self._points = [-count for count in points]
        self.on_roll = self.on_roll.opponent
        self.roll = None

    def state(self) -> State:
        """The state that the game has reached."""
        base = self._base
        position = base.position
        if self._points is position.points and self.roll is base.roll:
            return base
        if self._points is not position.points:
            position = Position(tuple(self._points), position.checkers)
        phase = Phase.TO_ROLL if self.roll is None else Phase.TO_PLAY
        self._base = replace(base, phase=phase, on_roll=self.on_roll, position=position, roll=self.roll)
        self._points = position.points
        return self._base


def _row_of(target: bytes, results: bytes) -> int:
    """The number of the board, of those that stand one after the other, that equals the target; -1 if none does."""
    place = results.find(target)
    while place % PLACES and place >= 0:
        place = results.find(target, place + 1)
    return place // PLACES if place >= 0 else -1
