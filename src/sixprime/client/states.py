"""`MatchState`: the state of a match as the server tells it, with names for what a player program needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sixprime.core import Roll

Steps = list[tuple[int, int]]
"""The steps of a play, each from a point to a point, in the view of who plays."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """What the server told; `fields` has all of it, as in docs/protocol.md."""

    fields: Mapping[str, Any]

    @property
    def match(self) -> str:
        return str(self.fields["match"])

    @property
    def version(self) -> int:
        return int(self.fields["version"])

    @property
    def phase(self) -> str:
        return str(self.fields["phase"])

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.phase in ("over", "aborted")

    @property
    def you(self) -> list[str]:
        """The seats that this client holds."""
        return list(self.fields["you"])

    @property
    def to_act(self) -> str | None:
        """Whose decision it is."""
        found: str | None = self.fields["to_act"]
        return found

    @property
    def rematch(self) -> str | None:
        """The match in which the players of this one play again, once one of them has asked for it."""
        found = self.fields.get("rematch")
        return None if found is None else str(found["match"])

    @property
    def score(self) -> dict[str, int]:
        return dict(self.fields["score"])

    @property
    def roll(self) -> Roll | None:
        """The dice on the table."""
        dice = self.fields["roll"]
        return None if dice is None else Roll.of(dice)

    def actions(self, seat: str | None = None) -> list[str]:
        """What a seat may do now; of all seats that this client holds, if none is named."""
        told: Mapping[str, list[str]] = self.fields["actions"]
        seats = self.you if seat is None else [seat]
        return [action for one in seats for action in told[one]]

    def seats_that_may(self, action: str) -> list[str]:
        """The seats of this client that may do something now."""
        return [seat for seat in self.you if action in self.actions(seat)]

    def plays(self) -> Iterator[Steps]:
        """The plays of the roll, by the steps that the server offers; several may lead to the same position."""
        turn = self.fields["turn"]
        if turn is None:
            return
        nodes = turn["nodes"]
        waiting: list[tuple[int, Steps]] = [(0, [])]
        while waiting:
            node, steps = waiting.pop()
            if not nodes[node]:
                yield steps
            waiting.extend((step[4], [*steps, (step[0], step[1])]) for step in reversed(nodes[node]))
