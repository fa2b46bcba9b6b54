"""Draws a board as SVG for pages, notebooks and print, in any theme, from either side, in any language.

    svg_board(recognise("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"), theme="felt")

Equal arguments give equal pictures. They have a title and a description for people who cannot see them.
`sixprime.formats.svg.rasters` turns them into PNG.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from zlib import crc32

from sixprime.core import IllegalPlay, Play, Player, Position, SixprimeError
from sixprime.core.numbering import Numbering
from sixprime.core.situations import Situation
from sixprime.formats.boards import descriptions
from sixprime.formats.svg.arrows import arrows
from sixprime.formats.svg.layouts import (
    BAR_WIDTH,
    CAPTION,
    EDGE,
    FIELD_HEIGHT,
    HALF,
    LEFT,
    MARGIN,
    PITCH,
    POINT_HEIGHT,
    TRAY_WIDTH,
    WIDTH,
    BoardLayout,
)
from sixprime.formats.svg.pieces import checker_fills, checkers, cube_picture, dice_picture, face_ink
from sixprime.formats.svg.shapes import FONT, element, fitting, group, mixed, number, polygon, width_of, words
from sixprime.formats.svg.themes import Theme, theme_named
from sixprime.messages import ENGLISH, Catalogue, Message, shown, text

MAX_WIDTH = 20_000


class InvalidPicture(SixprimeError):
    """The picture cannot be drawn with these arguments."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """What the parts of a picture need to know."""

    situation: Situation
    is_bare: bool
    """Whether there is only a position: no turn, no cube, no score."""
    layout: BoardLayout
    theme: Theme
    numbering: Numbering
    names: Mapping[Player, str]
    catalogue: Catalogue
    key: str
    """The prefix of the element ids, because a page may have several pictures; those of one theme share their ids."""

    def say(self, message: Message) -> str:
        return message.in_language(self.catalogue)


def svg_board(
    board: Situation | Position,
    *,
    theme: Theme | str = "classic",
    bottom: Player | None = None,
    home_right: bool = True,
    numbering: Numbering = Numbering.OWN,
    play: Play | None = None,
    dice_played: Sequence[int] = (),
    names: Mapping[Player, str] | None = None,
    captions: bool = True,
    catalogue: Catalogue = ENGLISH,
    width: int | None = None,
) -> str:
    """The picture of a situation, or of a bare position, which is drawn in White's view.

    The player at the bottom is the one on roll, unless `bottom` says otherwise, and the points have that player's
    numbers. `play` is shown by arrows over the position before it. `dice_played` are the dice that have been played
    already. `width` is for pages that do not set one.

    >>> svg_board(Position.standard(), theme="felt")[:4]
    '<svg'
    """
    is_bare = isinstance(board, Position)
    situation = Situation(board) if isinstance(board, Position) else board
    mover = situation.on_roll or Player.WHITE
    if play is not None and play.position != situation.position:
        raise IllegalPlay(text("this play is not made from this position"))
    if width is not None and (type(width) is not int or not 1 <= width <= MAX_WIDTH):
        raise InvalidPicture(
            text("a picture is 1 to {most} dots wide, not {width}", most=MAX_WIDTH, width=shown(width))
        )
    colours = theme if isinstance(theme, Theme) else theme_named(theme)
    layout = BoardLayout(bottom or mover, home_right, captions)
    key = f"sixprime-{crc32(repr(astuple(colours)).encode()):08x}"
    scene = _Scene(situation, is_bare, layout, colours, numbering, names or {}, catalogue, key)
    parts = [
        *_words_for_all(scene, play),
        _definitions(scene),
        *_boards(scene),
        _numbers(scene),
        *checkers(situation, layout, colours, key),
        *_cube(scene),
        *_dice(scene, dice_played),
        arrows(play, mover, layout, colours) if play else "",
        *(_captions(scene) if captions else ()),
    ]
    high = layout.height
    return (
        element(
            "svg",
            "\n" + "\n".join(part for part in parts if part) + "\n",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(WIDTH)} {number(high)}",
            width=width,
            height=round(width * high / WIDTH) if width else None,
            role="img",
            font_family=FONT,
            text_anchor="middle",
        )
        + "\n"
    )


def _words_for_all(scene: _Scene, play: Play | None) -> Iterator[str]:
    """Title and description for screen readers."""
    situation, names = scene.situation, descriptions.coloured(scene.names)
    title = text("Backgammon board") if scene.is_bare else descriptions.turn_line(situation, names)
    yield element("title", _escaped(scene.say(title)))
    lines = [
        descriptions.checkers_line(situation, player, names, scene.numbering)
        for player in (scene.layout.bottom, scene.layout.bottom.opponent)
    ]
    if not scene.is_bare:
        lines += [descriptions.match_line(situation), descriptions.score_line(situation)]
        if descriptions.has_cube(situation):
            lines.append(descriptions.cube_line(situation.cube, names))
    if play:
        labels = scene.numbering.labels(situation.on_roll or Player.WHITE)
        lines.append(text("Play: {play}", play=play.notation(labels)))
    yield element("desc", _escaped(". ".join(scene.say(line) for line in lines) + "."))


def _escaped(said: str) -> str:
    """Text between tags, escaped like all other text."""
    return words((0.0, 0.0), said, 1.0).partition(">")[2].rpartition("</")[0]


def _definitions(scene: _Scene) -> str:
    """The gradients of wood and checkers."""
    theme = scene.theme
    if theme.is_flat:
        return ""
    wood = "".join(
        element("stop", offset=offset, stop_color=mixed(theme.frame, "#ffffff", share))
        for offset, share in ((0, 0.1), (0.5, 0), (1, 0.06))
    )
    return element(
        "defs",
        element("linearGradient", wood, id=f"{scene.key}-frame", x1=0, y1=0, x2=1, y2=1)
        + checker_fills(theme, scene.key),
    )


# The board


def _boards(scene: _Scene) -> Iterator[str]:
    """Frame, field, points, bar and trays."""
    theme, layout = scene.theme, scene.layout
    if theme.background != "none":
        yield element("rect", width=WIDTH, height=layout.height, fill=theme.background)
    frame = theme.frame if theme.is_flat else f"url(#{scene.key}-frame)"
    yield element(
        "rect",
        x=MARGIN,
        y=layout.board_top,
        width=WIDTH - 2 * MARGIN,
        height=FIELD_HEIGHT + 2 * EDGE,
        rx=12,
        fill=frame,
        stroke=theme.frame_line,
        stroke_width=1.5,
    )
    halves = [
        element("rect", x=x, y=layout.top, width=HALF, height=FIELD_HEIGHT) for x in (LEFT, LEFT + HALF + BAR_WIDTH)
    ]
    yield group(halves, fill=theme.field)
    for colour, remainder in ((theme.light_point, 1), (theme.dark_point, 0)):
        triangles = "".join(_triangle(layout, point) for point in range(1, 25) if point % 2 == remainder)
        yield element("path", d=triangles, fill=colour)
    yield group(halves, fill="none", stroke=theme.frame_line, stroke_width=1.5)
    yield from _bar_and_trays(scene)


def _triangle(layout: BoardLayout, point: int) -> str:
    x, half = layout.point_x(point), PITCH / 2 - 1.5
    base, away = (layout.top, POINT_HEIGHT) if layout.is_above(point) else (layout.end, -POINT_HEIGHT)
    return polygon([(x - half, base), (x + half, base), (x, base + away)])


def _bar_and_trays(scene: _Scene) -> Iterator[str]:
    theme, layout = scene.theme, scene.layout
    yield element(
        "path", d=f"M{number(WIDTH / 2)} {number(layout.top)}v{number(FIELD_HEIGHT)}", stroke=theme.frame_line
    )
    x = layout.tray_x - TRAY_WIDTH / 2
    high = FIELD_HEIGHT / 2 - 6
    trays = [element("rect", x=x, y=y, width=TRAY_WIDTH, height=high, rx=5) for y in (layout.top, layout.end - high)]
    yield group(trays, fill=theme.tray, stroke=theme.frame_line, stroke_width=1.5)


def _numbers(scene: _Scene) -> str:
    """The names of the points along both edges."""
    layout = scene.layout
    labels = [
        words(
            (layout.point_x(point), layout.top - EDGE / 2 if layout.is_above(point) else layout.end + EDGE / 2),
            scene.numbering.label(point, layout.bottom),
            13.5,
        )
        for point in range(24, 0, -1)
    ]
    return group(labels, fill=scene.theme.frame_ink, font_weight=600)


# Cube and dice


def _cube(scene: _Scene) -> Iterator[str]:
    """The cube; while it is offered, it is on the board before the player who has to answer."""
    situation, layout = scene.situation, scene.layout
    if scene.is_bare or not descriptions.has_cube(situation):
        return
    value = descriptions.offered_value(situation)
    if situation.offer is not None and situation.to_act is not None:
        spot = (layout.half_x(situation.to_act), layout.middle)
        yield cube_picture(spot, value, scene.theme, is_offered=True)
    else:
        yield cube_picture(layout.cube(situation.cube.owner), value, scene.theme)


def _dice(scene: _Scene, played: Sequence[int]) -> Iterator[str]:
    """The dice, in the half of the player who rolled; four for a double once one of them has been played."""
    roll, player = scene.situation.roll, scene.situation.on_roll
    left = list(roll.numbers) if roll is not None else []
    for die in played:
        if die not in left:
            raise InvalidPicture(text("there is no {die} left to be played", die=shown(die)))
        left.remove(die)
    if roll is None or player is None:
        return
    dice = roll.numbers if roll.is_double and played else (roll.high, roll.low)
    remaining = list(left)
    faces: list[tuple[int, bool]] = []
    for die in dice:
        faces.append((die, die not in remaining))
        if die in remaining:
            remaining.remove(die)
    spot = (scene.layout.half_x(player), scene.layout.middle)
    yield dice_picture(spot, faces, player, scene.theme)


# Above and below the board


def _captions(scene: _Scene) -> Iterator[str]:
    """Each player's name, pips and points at that player's edge; between them the match, and whose turn it is."""
    layout, situation = scene.layout, scene.situation
    top, bottom = MARGIN + CAPTION / 2 - 5, layout.height - MARGIN - CAPTION / 2 + 5
    turn = descriptions.turn_line(situation, descriptions.plain(scene.names))
    yield from _caption(scene, layout.bottom.opponent, descriptions.match_line(situation), top)
    yield from _caption(scene, layout.bottom, turn, bottom)


def _caption(scene: _Scene, player: Player, between: Message, y: float) -> Iterator[str]:
    situation, theme = scene.situation, scene.theme
    face, rim, _ = face_ink(player, theme)
    x = MARGIN + 14
    yield element("circle", cx=x, cy=y, r=8.5, fill=face, stroke=rim, stroke_width=1.5)
    if situation.to_act is player and not scene.is_bare:
        yield element("circle", cx=x, cy=y, r=12, fill="none", stroke=theme.arrow, stroke_width=2.5)
    left = x + 20
    said, size = fitting(scene.say(descriptions.plain(scene.names)(player)), 16.5, 190)
    yield words((left, y), said, size, fill=theme.ink, font_weight=600, text_anchor="start")
    left += width_of(said, size)
    right = WIDTH - MARGIN
    if not scene.is_bare:
        points = str(situation.points_of(player))
        wide = max(30.0, 12 + 10.0 * len(points))
        right -= wide
        yield element("rect", x=right, y=y - 13, width=wide, height=26, rx=6, fill=theme.frame)
        yield words((right + wide / 2, y), points, 16.5, fill=theme.frame_ink, font_weight=700)
        right -= 12
    pips = scene.say(text("pips: {pips}", pips=situation.position_for(player).pips))
    said, size = fitting(pips, 14.5, 150)
    yield words((right, y), said, size, fill=theme.ink, text_anchor="end")
    right -= width_of(said, size)
    if not scene.is_bare:
        room = 2 * min(WIDTH / 2 - left, right - WIDTH / 2) - 24
        said, size = fitting(scene.say(between), 14.5, room)
        yield words((WIDTH / 2, y), said, size, fill=theme.faint_ink)
