"""Draws the pieces of a board: checkers on points, on the bar and in trays, dice, and the cube."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sixprime.core import BAR, Player
from sixprime.core.situations import Situation
from sixprime.formats.svg.layouts import RADIUS, SHOWN, SLAB, TRAY_WIDTH, BoardLayout
from sixprime.formats.svg.shapes import Spot, element, group, mixed, words
from sixprime.formats.svg.themes import Theme

DIE = 41.0
CUBE = 45.0

_SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def face_ink(player: Player, theme: Theme) -> tuple[str, str, str]:
    """Face, rim and ink of a player's checkers."""
    if player is Player.WHITE:
        return theme.white, theme.white_rim, theme.white_ink
    return theme.black, theme.black_rim, theme.black_ink


def checker_fills(theme: Theme, key: str) -> str:
    """The gradients of the checkers of both players, for themes that are not flat."""
    fills = ""
    for player in Player:
        face, rim, _ = face_ink(player, theme)
        stops = "".join(
            element("stop", offset=offset, stop_color=colour)
            for offset, colour in ((0, mixed(face, "#ffffff", 0.28)), (0.55, face), (1, mixed(face, rim, 0.4)))
        )
        fills += element("radialGradient", stops, id=f"{key}-{player.value}", cx=0.38, cy=0.32, r=0.75)
    return fills


def checkers(situation: Situation, layout: BoardLayout, theme: Theme, key: str) -> Iterator[str]:
    """All checkers of both sides, with numbers on high stacks."""
    for player in Player:
        position = situation.position_for(player)
        face, rim, ink = face_ink(player, theme)
        piles = [(point, position.points[point]) for point in range(1, BAR + 1) if position.points[point] > 0]
        spots = [layout.spot(player, point, n) for point, count in piles for n in range(min(count, SHOWN))]
        discs = [element("circle", cx=x, cy=y, r=RADIUS - 0.75) for x, y in spots]
        rings = [element("circle", cx=x, cy=y, r=RADIUS - 7.5) for x, y in spots]
        if theme.is_flat:
            yield group(discs, fill=face, stroke=rim, stroke_width=1.5)
        else:
            shadows = [element("circle", cx=x + 1.5, cy=y + 2.5, r=RADIUS) for x, y in spots]
            yield group(shadows, fill="#000", opacity=0.22)
            yield group(discs, fill=f"url(#{key}-{player.value})", stroke=rim, stroke_width=1.5)
        ring = mixed(face, rim, 0.55) if player is Player.WHITE else mixed(face, theme.black_ink, 0.3)
        yield group(rings, fill="none", stroke=ring, stroke_width=1.5)
        numbers = [
            element("circle", cx=x, cy=y, r=RADIUS - 7.5, fill=face)
            + words((x, y), str(count), 19.0, fill=ink, font_weight=700)
            for point, count in piles
            if count > SHOWN
            for x, y in (layout.spot(player, point, SHOWN - 1),)
        ]
        yield group(numbers)
        yield _tray(player, position.off, layout, theme)


def _tray(player: Player, off: int, layout: BoardLayout, theme: Theme) -> str:
    """The checkers borne off, seen from the side."""
    face, rim, _ = face_ink(player, theme)
    wide, high = TRAY_WIDTH - 6, SLAB - 1.5
    slabs = [
        element(
            "rect", x=layout.tray_x - wide / 2, y=layout.slab_y(player, n) - high / 2, width=wide, height=high, rx=3
        )
        for n in range(off)
    ]
    return group(slabs, fill=face, stroke=rim, stroke_width=1.2)


def dice_picture(spot: Spot, faces: Sequence[tuple[int, bool]], player: Player, theme: Theme) -> str:
    """Dice in a row, in the player's colours; those that have been played are pale."""
    face, rim, ink = face_ink(player, theme)
    middle, y = spot
    gap = DIE + 9
    dice: list[str] = []
    for place, (die, is_played) in enumerate(faces):
        x = middle + (place - (len(faces) - 1) / 2) * gap
        spots = [element("circle", cx=x + 10.5 * dx, cy=y + 10.5 * dy, r=3.9) for dx, dy in _SPOTS[die]]
        square = element(
            "rect", x=x - DIE / 2, y=y - DIE / 2, width=DIE, height=DIE, rx=8, fill=face, stroke=rim, stroke_width=1.5
        )
        dice.append(group([square, group(spots, fill=ink)], opacity=0.4 if is_played else None))
    return "\n".join(dice)


def cube_picture(spot: Spot, value: int, theme: Theme, *, is_offered: bool = False) -> str:
    """The cube with its number; while it is offered, with a mark round it."""
    x, y = spot
    side = CUBE
    digits = str(value)
    size = {1: 25.0, 2: 23.0, 3: 18.0, 4: 14.5}.get(len(digits), 60 / len(digits))

    def square(grown: float, **attributes: object) -> str:
        reach = side / 2 + grown
        return element("rect", x=x - reach, y=y - reach, width=2 * reach, height=2 * reach, rx=7 + grown, **attributes)

    parts = []
    if is_offered:
        parts.append(square(6, fill="none", stroke=theme.arrow, stroke_width=3))
    if not theme.is_flat:
        parts.append(
            element("rect", x=x - side / 2 + 1.5, y=y - side / 2 + 2.5, width=side, height=side, rx=7, opacity=0.25)
        )
    parts.append(square(0, fill=theme.cube, stroke=mixed(theme.cube, theme.cube_ink, 0.55), stroke_width=1.5))
    parts.append(square(-5, fill="none", stroke=mixed(theme.cube, theme.cube_ink, 0.18), stroke_width=1))
    parts.append(words(spot, digits, size, fill=theme.cube_ink, font_weight=700))
    return "\n".join(parts)
