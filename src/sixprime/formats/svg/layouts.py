"""Where everything is on a drawn board: checkers, points, bar, trays, dice, cube. Numbers only.

A layout knows who sits at the bottom and on which side that player bears off; points are numbered for that player, and
25 is the bar of both. All lengths are in the units of the picture, which is `WIDTH` by `HEIGHT`.
"""

from __future__ import annotations

from dataclasses import dataclass

from sixprime.core import BAR, Player
from sixprime.formats.svg.shapes import Spot

RADIUS = 21.0
PITCH = 46.0
SHOWN = 5
"""How many checkers of a stack are drawn; the innermost one shows the number of a higher stack."""

MARGIN = 14.0
CAPTION = 38.0
EDGE = 27.0
SIDE = 64.0
BAR_WIDTH = 52.0
HALF = 6 * PITCH
FIELD_WIDTH = 2 * HALF + BAR_WIDTH
FIELD_HEIGHT = 2 * SHOWN * 2 * RADIUS + 60
POINT_HEIGHT = 202.0
WIDTH = 2 * MARGIN + 2 * SIDE + FIELD_WIDTH
LEFT = MARGIN + SIDE
TRAY_WIDTH = 44.0
SLAB = 12.5
"""How much of a tray a borne-off checker takes."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The places on a board for the player at the bottom."""

    bottom: Player
    home_right: bool = True
    with_captions: bool = True

    @property
    def board_top(self) -> float:
        return MARGIN + (CAPTION if self.with_captions else 0)

    @property
    def top(self) -> float:
        """The upper edge of the field."""
        return self.board_top + EDGE

    @property
    def end(self) -> float:
        """The lower edge of the field."""
        return self.top + FIELD_HEIGHT

    @property
    def middle(self) -> float:
        return self.top + FIELD_HEIGHT / 2

    @property
    def height(self) -> float:
        """The height of the whole picture."""
        return self.end + EDGE + MARGIN + (CAPTION if self.with_captions else 0)

    def across(self, x: float) -> float:
        """A distance from the left if the home is on the right, mirrored if it is on the left."""
        return x if self.home_right else WIDTH - x

    def is_above(self, point: int) -> bool:
        """Whether a point of the player at the bottom is in the upper half."""
        return point > 12

    def point_x(self, point: int) -> float:
        """The middle of a point of the player at the bottom."""
        column = 12 - point if point <= 12 else point - 13
        bar = BAR_WIDTH if column >= 6 else 0.0
        return self.across(LEFT + bar + (column + 0.5) * PITCH)

    def checker(self, point: int, place: int) -> Spot:
        """The middle of a checker in its stack, counted from 0 at the edge; surplus ones are on the last place."""
        depth = (2 * min(place, SHOWN - 1) + 1) * RADIUS + 1
        y = self.top + depth if self.is_above(point) else self.end - depth
        return self.point_x(point), y

    def bar_checker(self, player: Player, place: int) -> Spot:
        """The middle of a checker on the bar, counted from the middle of the board, in the half in which it enters."""
        away = 27 + 2 * RADIUS * min(place, SHOWN - 1)
        return WIDTH / 2, self.middle + (-away if player is self.bottom else away)

    def spot(self, player: Player, point: int, place: int) -> Spot:
        """The middle of a checker on a point of its own player."""
        if point == BAR:
            return self.bar_checker(player, place)
        return self.checker(point if player is self.bottom else 25 - point, place)

    @property
    def tray_x(self) -> float:
        """The middle of the tray for checkers borne off."""
        return self.across(WIDTH - MARGIN - SIDE / 2)

    def slab_y(self, player: Player, place: int) -> float:
        """The middle of a checker that has been borne off, counted from the edge."""
        depth = 10 + (place + 0.5) * SLAB
        return self.end - depth if player is self.bottom else self.top + depth

    def half_x(self, player: Player) -> float:
        """The middle of the half with a player's dice, and with the cube that is offered to that player."""
        away = (HALF + BAR_WIDTH) / 2
        return self.across(WIDTH / 2 + (away if player is self.bottom else -away))

    def cube(self, owner: Player | None) -> Spot:
        """The middle of the cube: beside the board, opposite the trays."""
        x = self.across(MARGIN + SIDE / 2)
        if owner is None:
            return x, self.middle
        return x, self.end - 34 if owner is self.bottom else self.top + 34
