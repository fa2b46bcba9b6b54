"""The doubling cube: what it shows, who may turn it, and an offer that waits for its answer."""

from __future__ import annotations

from dataclasses import dataclass

from sixprime.core.choices import Choice
from sixprime.core.players import Player


@dataclass(frozen=True, slots=True)
class Cube:
    """The number the game is played for, and who owns the cube: None while it is in the middle and both may double.

    >>> Cube(2, Player.WHITE).may_be_turned_by(Player.BLACK), Cube().may_be_turned_by(Player.BLACK)
    (False, True)
    """

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
    """The three ways to turn the cube: a double, a beaver in answer to it, a raccoon in answer to that.

    >>> [offer.value for offer in Offer]
    ['double', 'beaver', 'raccoon']
    """

    DOUBLE = "double"
    BEAVER = "beaver"
    RACCOON = "raccoon"


@dataclass(frozen=True, slots=True)
class CubeOffer:
    """A turned cube that waits for an answer.

    Taken, the cube shows `value` and belongs to `owner`; dropped, the game is lost for half of that.

    >>> offer = CubeOffer(Offer.DOUBLE, Player.WHITE, 4, Player.BLACK)
    >>> offer.to_answer, offer.price_of_dropping
    (Player.BLACK, 2)
    """

    kind: Offer
    by: Player
    value: int
    owner: Player

    @property
    def to_answer(self) -> Player:
        """The player who has to answer."""
        return self.by.opponent

    @property
    def price_of_dropping(self) -> int:
        """How many points a player who drops loses."""
        return self.value // 2
