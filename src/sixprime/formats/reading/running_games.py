"""`RunningGame`: the checkers of a game between two actions of the cube, followed without a state for every turn.

The rules are those of `core`: its move generation lists the results of a roll, and a play is legal if where it leads is
among them. Whatever is not a plain roll and play, and the play that ends the game, is not for here.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from sixprime.core import OFF, Phase, Player, Position, Roll, State
from sixprime.core import events as ev
from sixprime.formats.reading.written_plays import Hops, moved

Steps = tuple[tuple[int, int], ...]

PLACES = 26


@lru_cache(maxsize=128)
def rolled(player: Player, roll: Roll) -> ev.Rolled:
    """The event of a roll; there are not many."""
    return ev.Rolled(player, roll)


@lru_cache(maxsize=1 << 15)
def played(player: Player, steps: Steps) -> ev.Played:
    """The event of a play; most plays are made again and again."""
    return ev.Played(player, steps)


class RunningGame:
    """A game in which somebody is to roll or to play."""

    def __init__(self, state: State) -> None:
        import numpy as np  # not before moves are generated, as everywhere

        from sixprime.core import movegen

        assert state.on_roll is not None
        self._base = state
        self._table = movegen.shared_table()
        self._board = np.empty(PLACES, dtype=np.int8)
        self._points: Sequence[int] = state.position.points
        self.on_roll: Player = state.on_roll
        self.roll = state.roll
        """The dice on the table; None while the player is to roll or double."""

    @staticmethod
    def can_follow(state: State) -> bool:
        """Whether nothing but the checkers stands open."""
        return state.phase in (Phase.TO_ROLL, Phase.TO_PLAY) and state.on_roll is not None

    def play(self, hops: Hops) -> Steps | None:
        """Make the legal play that leads where these moves lead, and tell its steps.

        Without moves it is the play of a roll that allows none, or only one. None, with nothing done, where it is not
        as simple as that, or where the play would end the game.
        """
        roll = self.roll
        assert roll is not None
        points = moved(self._points, hops)
        if points is None:
            return None
        table = self._table
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
        points.reverse()
        self._points = [-count for count in points]
        self.on_roll = self.on_roll.opponent
        self.roll = None
        return steps

    def state(self) -> State:
        """Where the match stands."""
        base = self._base
        position = base.position
        if self._points is not position.points:
            position = Position(tuple(self._points), position.checkers)
        phase = Phase.TO_ROLL if self.roll is None else Phase.TO_PLAY
        self._base = replace(base, phase=phase, on_roll=self.on_roll, position=position, roll=self.roll)
        self._points = self._base.position.points
        return self._base


def _row_of(target: bytes, results: bytes) -> int:
    """Which of the boards that stand one after the other is the target; -1 if none is."""
    place = results.find(target)
    while place % PLACES and place >= 0:
        place = results.find(target, place + 1)
    return place // PLACES if place >= 0 else -1
