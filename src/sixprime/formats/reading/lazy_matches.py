"""`LazyMatch`: a match that works out its states when somebody asks for them.

Who reads a file wants its events checked, and rarely looks at every state between them. Plays that are known to be
legal can be added without a state; one that is asked for is folded from the last known state before it. Rolls and plays
in the middle of a game only move checkers; whatever else happens is folded by the rules in `core`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from sixprime.core import Event, Match, Phase, Player, Position, Roll, RuleSet, State
from sixprime.core import events as ev
from sixprime.core.transitions import advance
from sixprime.formats.reading.written_plays import moved

UNKNOWN = cast("State", None)


class LazyMatch(Match):
    """A match as any other, to which events can be added that need no check."""

    def __init__(
        self,
        rules: RuleSet,
        *,
        length: int | None = None,
        names: Mapping[Player, str] | None = None,
        details: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(rules, length=length, names=names, details=details)

    def add_legal(self, event: Event) -> None:
        """Let an event happen that is known to be possible now."""
        self._events.append(event)
        self._states.append(UNKNOWN)

    def know_state(self, state: State) -> None:
        """Say where the match stands after its last event."""
        self._states[-1] = state

    @property
    def state(self) -> State:
        return self._folded(len(self._states) - 1)

    def state_at(self, version: int) -> State:
        """The state after the first `version` events."""
        super().state_at(version)  # refuses a version that is not there
        return self._folded(version)

    def _folded(self, place: int) -> State:
        states = self._states
        if states[place] is not UNKNOWN:
            return states[place]
        start = place
        while states[start] is UNKNOWN:
            start -= 1
        walk = _Walk(states[start])
        for number, event in enumerate(self._events[start:place], start):
            if not walk.takes(event):
                states[number] = walk.state()
                states[number + 1] = advance(states[number], event)
                walk = _Walk(states[number + 1])
        states[place] = walk.state()
        return states[place]


class _Walk:
    """The checkers from one state on, through rolls and plays that are known to be legal and do not end the game."""

    def __init__(self, state: State) -> None:
        self._base = state
        self._points = list(state.position.points)
        self._on_roll, self._roll, self._phase = state.on_roll, state.roll, state.phase
        self._is_ahead = False

    def takes(self, event: Event) -> bool:
        """Go on by a plain roll or play; false, with nothing done, if this is none."""
        roll: Roll | None = None
        if isinstance(event, ev.Rolled) and self._phase is Phase.TO_ROLL:
            roll = event.roll
        elif isinstance(event, ev.Played) and self._phase is Phase.TO_PLAY and self._on_roll is not None:
            points = moved(self._points, event.steps)
            if points is None or max(points) <= 0:
                return False
            points.reverse()
            self._points = [-count for count in points]
            self._on_roll = self._on_roll.opponent
        else:
            return False
        self._roll, self._phase = roll, Phase.TO_ROLL if roll is None else Phase.TO_PLAY
        self._is_ahead = True
        return True

    def state(self) -> State:
        if not self._is_ahead:
            return self._base
        position = self._base.position
        if position.points != tuple(self._points):
            position = Position(tuple(self._points), position.checkers)
        return replace(self._base, phase=self._phase, on_roll=self._on_roll, position=position, roll=self._roll)
