"""The two players."""

from __future__ import annotations

from sixprime.core.choices import Choice
from sixprime.messages import Message, text


class Player(Choice):
    """White or Black. Each has a mover's view of the board; neither is the first by right."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Player:
        return Player.BLACK if self is Player.WHITE else Player.WHITE

    @property
    def label(self) -> Message:
        return text("White") if self is Player.WHITE else text("Black")

    def __str__(self) -> str:
        return str(self.label)
