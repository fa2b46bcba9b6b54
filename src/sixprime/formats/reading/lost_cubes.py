"""`LostCube`: where the cube goes in a part of a game that is left out, so that the game can end as the file says."""

from __future__ import annotations

from sixprime.core import Cube, Player

HIGHEST = 1 << 20
"""Higher cubes are not followed."""


class LostCube:
    """The cube of a game, followed by doubles and takes alone; nothing is checked."""

    def __init__(self, cube: Cube | None = None) -> None:
        self.cube = cube or Cube()
        self._offered: int | None = None

    def double(self, player: Player, value: int | None = None) -> None:
        """A player doubles, to `value` if the file says so; in answer to a double this is a beaver."""
        if self._offered is not None:
            self.beaver(player)
            return
        doubled = value if value is not None and value > 1 and value & (value - 1) == 0 else self.cube.value * 2
        self._offered = min(doubled, HIGHEST)

    def take(self, player: Player) -> None:
        """A player accepts."""
        if self._offered is not None:
            self.cube, self._offered = Cube(self._offered, player), None

    def beaver(self, player: Player) -> None:
        """A player turns the cube again and keeps it."""
        if self._offered is not None:
            self.cube, self._offered = Cube(min(self._offered * 2, HIGHEST), player), None
