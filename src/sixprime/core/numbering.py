"""The two ways in which boards are numbered: 1 to 24 from each player's home, or 1 to 12 and 1A to 12A for both.

On a board with 1-12 and 1A-12A White moves from 1A via 12A and 12 to 1, Black from 1 via 12 and 12A to 1A.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from sixprime.core.players import Player


class Numbering(Enum):
    """How the points of a board are named."""

    OWN = "24"
    """Each player counts 1 to 24 from home."""
    SHEET = "12a"
    """The points have one name for both players: 1 to 12 and 1A to 12A."""

    def label(self, point: int, player: Player) -> str:
        """The name of a player's own point (1 to 24)."""
        if self is Numbering.OWN:
            return str(point)
        on_far_side = point > 12
        number = 25 - point if on_far_side else point
        return f"{number}A" if on_far_side is (player is Player.WHITE) else str(number)

    def labels(self, player: Player) -> Callable[[int], str]:
        """The names of a player's points, as a function."""
        return lambda point: self.label(point, player)

    def point(self, label: str, player: Player) -> int | None:
        """The player's own point of that name, or None if there is none."""
        wanted = label.upper()
        return next((point for point in range(1, 25) if self.label(point, player) == wanted), None)
