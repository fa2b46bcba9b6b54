"""The doubling cube: what it shows, who may turn it, and an offer that waits for its answer."""

from __future__ import annotations

from dataclasses import dataclass

from sixprime.core.choices import Choice
from sixprime.core.players import Player


@dataclass(frozen=True, slots=True)
class Cube:
    """The number the game is played for, and who owns the cube; in the middle, nobody does and both may double."""

    value: int = 1
    owner: Player | None = None

    @property
    def was_turned(self) -> bool:
        """Whether a double has been accepted. Automatic doubles leave the cube in the middle and don't count."""
        return self.owner is not None

    def may_be_turned_by(self, player: Player) -> bool:
        """Whether a player owns the cube, or nobody does."""
        return self.owner is None or self.owner is player


CENTRED = Cube()
"""The cube at the start of a game."""


class Offer(Choice):
    """The three ways to turn the cube: a double, a beaver in answer to it, a raccoon in answer to that."""

    DOUBLE = "double"
    BEAVER = "beaver"
    RACCOON = "raccoon"


@dataclass(frozen=True, slots=True)
class CubeOffer:
    """A turned cube that waits for an answer.

    Taken, the cube shows `value` and belongs to `owner`; dropped, the game is lost for half of that.
    """

    kind: Offer
    by: Player
    value: int
    owner: Player

    @property
    def to_answer(self) -> Player:
        return self.by.opponent

    @property
    def price_of_dropping(self) -> int:
        return self.value // 2
