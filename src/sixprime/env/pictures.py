"""Pictures of games for `render`: pixels drawn with NumPy alone, and a page that shows the board to a person.

The pixels have the places and colours of the SVG boards in `sixprime.formats.svg`, without their fine details.
"""

from __future__ import annotations

import sys
import tempfile
import webbrowser
from functools import cache
from pathlib import Path

import numpy as np

from sixprime import notices
from sixprime.compiled.arrays import Octets
from sixprime.core import BAR, Player, Roll
from sixprime.core.situations import Situation
from sixprime.files import write_atomically
from sixprime.formats.boards.descriptions import has_cube, offered_value
from sixprime.formats.svg.boards import svg_board
from sixprime.formats.svg.layouts import (
    BAR_WIDTH,
    EDGE,
    FIELD_HEIGHT,
    HALF,
    LEFT,
    MARGIN,
    PITCH,
    POINT_HEIGHT,
    RADIUS,
    SHOWN,
    SLAB,
    TRAY_WIDTH,
    WIDTH,
    BoardLayout,
)
from sixprime.formats.svg.themes import THEMES
from sixprime.messages import text

THEME = THEMES["classic"]
LAYOUT = BoardLayout(Player.WHITE, with_captions=False)
DIE = 40
DIGITS = (
    "####.##.##.####", ".#.##..#..#.###", "###..#####..###", "###..#.##..####", "#.##.####..#..#",
    "####..###..####", "####..####.####", "###..#.#..#..#.", "####.#####.####", "####.####..####",
)  # fmt: skip
"""The ten digits, three dots wide and five high."""
PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip
REFRESH_MS = 400


class Canvas:
    """Pixels to draw on; coordinates are those of the SVG board."""

    def __init__(self, pixels: Octets) -> None:
        self.pixels = pixels

    def rectangle(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Fill a rectangle, given by its upper left corner."""
        self.pixels[round(y) : round(y + height), round(x) : round(x + width)] = _rgb(colour)

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """Fill a circle with smooth edges."""
        left, top, size = int(x - radius) - 1, int(y - radius) - 1, int(2 * radius) + 4
        rows, columns = np.ogrid[top : top + size, left : left + size]
        cover = np.clip(radius + 0.5 - np.hypot(columns - x, rows - y), 0, 1)[..., np.newaxis]
        part = self.pixels[top : top + size, left : left + size]
        part[:] = np.round(part * (1 - cover) + _rgb(colour) * cover)

    def triangle(self, x: float, base: float, tip: float, half_width: float, colour: str) -> None:
        """Fill a point of the board, which has its base along a horizontal edge."""
        for y in range(round(min(base, tip)), round(max(base, tip))):
            half = half_width * abs(tip - y) / abs(tip - base)
            self.pixels[y, round(x - half) : round(x + half)] = _rgb(colour)

    def number(self, x: float, y: float, value: int, scale: int, colour: str) -> None:
        """Write a number, centred."""
        digits = str(value)
        left = round(x - (4 * len(digits) - 1) * scale / 2)
        for place, digit in enumerate(digits):
            for dot, mark in enumerate(DIGITS[int(digit)]):
                if mark == "#":
                    across = left + (4 * place + dot % 3) * scale
                    self.rectangle(across, y + (dot // 3 - 2.5) * scale, scale, scale, colour)


@cache
def _rgb(colour: str) -> Octets:
    return np.frombuffer(bytes.fromhex(colour[1:]), dtype=np.uint8)


@cache
def _empty_board() -> Octets:
    canvas = Canvas(np.empty((round(LAYOUT.height), round(WIDTH), 3), dtype=np.uint8))
    canvas.pixels[:] = _rgb("#ffffff" if THEME.background == "none" else THEME.background)
    canvas.rectangle(MARGIN, LAYOUT.board_top, WIDTH - 2 * MARGIN, FIELD_HEIGHT + 2 * EDGE, THEME.frame)
    for x in (LEFT, LEFT + HALF + BAR_WIDTH):
        canvas.rectangle(x, LAYOUT.top, HALF, FIELD_HEIGHT, THEME.field)
    for point in range(1, 25):
        base, away = (LAYOUT.top, POINT_HEIGHT) if LAYOUT.is_above(point) else (LAYOUT.end, -POINT_HEIGHT)
        colour = THEME.light_point if point % 2 else THEME.dark_point
        canvas.triangle(LAYOUT.point_x(point), base, base + away, PITCH / 2 - 1.5, colour)
        y = LAYOUT.top - EDGE / 2 if LAYOUT.is_above(point) else LAYOUT.end + EDGE / 2
        canvas.number(LAYOUT.point_x(point), y, point, 2, THEME.frame_ink)
    high = FIELD_HEIGHT / 2 - 6
    for y in (LAYOUT.top, LAYOUT.end - high):
        canvas.rectangle(LAYOUT.tray_x - TRAY_WIDTH / 2, y, TRAY_WIDTH, high, THEME.tray)
    return canvas.pixels


def rgb_board(situation: Situation, dice_left: tuple[int, ...] = ()) -> Octets:
    """The board as pixels (height, width, red green blue), White at the bottom; `dice_left` are shown as dice.

    >>> from sixprime import Position
    >>> rgb_board(Situation(Position.standard())).shape
    (562, 760, 3)
    """
    canvas = Canvas(_empty_board().copy())
    for player in Player:
        face, rim, ink = _colours(player)
        position = situation.position_for(player)
        for point in range(1, BAR + 1):
            count = max(position.points[point], 0)
            for place in range(min(count, SHOWN)):
                x, y = LAYOUT.spot(player, point, place)
                canvas.disc(x, y, RADIUS - 0.75, rim)
                canvas.disc(x, y, RADIUS - 2.5, face)
                if place == SHOWN - 1 and count > SHOWN:
                    canvas.number(x, y, count, 3, ink)
        for place in range(position.off):
            left, middle = LAYOUT.tray_x - TRAY_WIDTH / 2 + 3, LAYOUT.slab_y(player, place)
            canvas.rectangle(left, middle - SLAB / 2 + 1, TRAY_WIDTH - 6, SLAB - 2, rim)
            canvas.rectangle(left + 1, middle - SLAB / 2 + 2, TRAY_WIDTH - 8, SLAB - 4, face)
    _draw_dice(canvas, situation.on_roll or Player.WHITE, dice_left)
    if has_cube(situation):
        offered = situation.offer is not None and situation.to_act is not None
        spot = LAYOUT.cube(situation.cube.owner)
        x, y = (LAYOUT.half_x(situation.to_act), LAYOUT.middle) if offered and situation.to_act else spot
        canvas.rectangle(x - 20, y - 20, 40, 40, THEME.cube_ink)
        canvas.rectangle(x - 18, y - 18, 36, 36, THEME.cube)
        value = offered_value(situation)
        canvas.number(x, y, value, 4 if value < 100 else 2, THEME.cube_ink)
    return canvas.pixels


def _colours(player: Player) -> tuple[str, str, str]:
    if player is Player.WHITE:
        return THEME.white, THEME.white_rim, THEME.white_ink
    return THEME.black, THEME.black_rim, THEME.black_ink


def _draw_dice(canvas: Canvas, player: Player, dice: tuple[int, ...]) -> None:
    face, rim, ink = _colours(player)
    for place, die in enumerate(dice):
        x = LAYOUT.half_x(player) + (place - (len(dice) - 1) / 2) * (DIE + 9)
        canvas.rectangle(x - DIE / 2, LAYOUT.middle - DIE / 2, DIE, DIE, rim)
        canvas.rectangle(x - DIE / 2 + 2, LAYOUT.middle - DIE / 2 + 2, DIE - 4, DIE - 4, face)
        for across, down in PIPS[die]:
            canvas.disc(x + 10.5 * across, LAYOUT.middle + 10.5 * down, 4, ink)


PAGE = """<!doctype html>
<meta charset="utf-8">
<title>sixprime</title>
<style>
  body {{ margin: 0; background: #222 }}
  img {{ display: block; max-height: 100vh; max-width: 100%; margin: auto }}
</style>
<img src="board.svg" alt="">
<script>
  const board = document.querySelector("img");
  setInterval(() => {{ board.src = "board.svg?" + Date.now(); }}, {refresh});
</script>
"""


class BoardWindow:
    """Shows a game to a person: in a notebook as its output, otherwise on a page in the browser that keeps up with it.

    The page is a file in a folder of its own, which `close` removes.
    """

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @property
    def folder(self) -> Path | None:
        """Where the page and its picture are, once something has been shown outside a notebook."""
        return None if self._folder is None else Path(self._folder.name)

    def show(self, situation: Situation, dice_left: tuple[int, ...]) -> None:
        """Show a moment of the game."""
        played = _played(situation.roll, dice_left)
        picture = svg_board(situation, bottom=Player.WHITE, dice_played=played)
        shell = sys.modules.get("IPython")
        if shell is not None and shell.get_ipython() is not None:
            shell.display.clear_output(wait=True)
            shell.display.display(shell.display.SVG(picture))
            return
        opens = self._folder is None
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="sixprime-")
        folder = Path(self._folder.name)
        write_atomically(folder / "board.svg", picture)
        if opens:
            page = folder / "index.html"
            write_atomically(page, PAGE.format(refresh=REFRESH_MS))
            if not webbrowser.open(page.as_uri()):
                notices.tell(text("the board is shown in {path}", path=str(page)))

    def close(self) -> None:
        """Remove the page."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def _played(roll: Roll | None, left: tuple[int, ...]) -> tuple[int, ...]:
    played = list(roll.numbers) if roll is not None else []
    for die in left:
        played.remove(die)
    return tuple(played)
