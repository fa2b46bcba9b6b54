"""`LazyMatch`: a match that works out its states when they are asked for.

Whoever reads a file wants its events checked, and rarely looks at every state between them. Events that are known to be
legal are added without a state; a state that is asked for is worked out from the last known one before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from sixprime.core import Event, Match, Player, RuleSet, State
from sixprime.core.match.transitions import advance
from sixprime.formats.reading.running_games import RunningGame

UNKNOWN = cast("State", None)


class LazyMatch(Match):
    """A match to which events can be added that need no check."""

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
        """Add an event that is known to be legal now."""
        self._events.append(event)
        self._states.append(UNKNOWN)

    def know_state(self, state: State) -> None:
        """Set the state after the last event."""
        self._states[-1] = state

    @property
    def state(self) -> State:
        return self._worked_out(len(self._states) - 1)

    def state_at(self, version: int) -> State:
        """The state after the first `version` events."""
        super().state_at(version)  # refuses a version that is not there
        return self._worked_out(version)

    def _worked_out(self, place: int) -> State:
        states = self._states
        if states[place] is not UNKNOWN:
            return states[place]
        start = place
        while states[start] is UNKNOWN:
            start -= 1
        game = RunningGame(states[start])
        for number, event in enumerate(self._events[start:place], start):
            if not game.follow(event):
                states[number] = game.state()
                states[number + 1] = advance(states[number], event)
                game = RunningGame(states[number + 1])
        states[place] = game.state()
        return states[place]
