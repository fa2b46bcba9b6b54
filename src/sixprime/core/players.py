"""The two players."""

from __future__ import annotations

from sixprime.core.choices import Choice
from sixprime.messages import Message, text


class Player(Choice):
    """White or Black. Who begins is decided by the opening roll.

    >>> Player.WHITE.opponent
    Player.BLACK
    """

    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Player:
        """The other player."""
        return Player.BLACK if self is Player.WHITE else Player.WHITE

    @property
    def label(self) -> Message:
        """The player's name in the reader's language."""
        return text("White") if self is Player.WHITE else text("Black")

    def __str__(self) -> str:
        return str(self.label)
