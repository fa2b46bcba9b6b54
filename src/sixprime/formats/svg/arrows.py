"""Draws the arrows of a play: one for each checker that moves, with an arc for each die and a ring for each hit."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from sixprime.core import OFF, Play, Player, Step
from sixprime.formats.svg.layouts import RADIUS, SHOWN, BoardLayout
from sixprime.formats.svg.shapes import Spot, element, group, polygon, smooth
from sixprime.formats.svg.themes import Theme

HEAD = 19.0


def arrows(play: Play, player: Player, layout: BoardLayout, theme: Theme) -> str:
    """The arrows over a board that shows the position before the play."""
    left: Counter[int] = Counter()
    arrived: Counter[int] = Counter()
    ghosts: list[str] = []
    lines: list[str] = []
    hits: list[Spot] = []

    def pile(point: int) -> int:
        """How many of the player's checkers are on a point at this moment."""
        return max(play.position.points[point], 0) + arrived[point]

    def stand(step: Step) -> Spot:
        """Where a checker lands: on top of the player's own, or on the blot that it hits."""
        if step.target == OFF:
            return layout.tray_x, layout.slab_y(player, play.position.off + arrived[OFF])
        x, y = layout.spot(player, step.target, pile(step.target))
        beyond = RADIUS + 3 if pile(step.target) >= SHOWN else 0  # and does not cover the number of a high stack
        return x, y + (beyond if y < layout.middle else -beyond)

    legs = _legs(play)
    leaving = Counter(leg[0].source for leg in legs)
    for leg in legs:
        source, target = leg[0].source, leg[-1].target
        standing = min(play.position.points[source], SHOWN)
        # Of several checkers that leave a point, the highest goes last and lands highest, so that arrows do not cross.
        stops = [layout.spot(player, source, standing - leaving[source] + left[source])]
        stops += [stand(step) for step in leg]
        hits += [stop for step, stop in zip(leg, stops[1:], strict=True) if step.hit]
        if target != OFF and not leg[-1].hit and pile(target) < SHOWN:
            ghosts.append(element("circle", cx=stops[-1][0], cy=stops[-1][1], r=RADIUS - 1.5))
        lines.append(_arrow(stops, layout, theme))
        left[source] += 1
        arrived[target] += 1
    face = theme.white if player is Player.WHITE else theme.black
    marks = [_hit_mark(spot, theme) for spot in dict.fromkeys(hits)]
    return "\n".join(
        part
        for part in (
            group(ghosts, fill=face, fill_opacity=0.45, stroke=theme.arrow, stroke_width=2, stroke_dasharray="5 4"),
            group(marks, fill="none", stroke_linecap="round"),
            group(lines, stroke_linecap="round", stroke_linejoin="round"),
        )
        if part
    )


def _legs(play: Play) -> list[list[Step]]:
    """The steps of each checker that moves; a checker that has landed goes on from there."""
    legs: list[list[Step]] = []
    for step in play.steps:
        leg = next((leg for leg in legs if leg[-1].target == step.source != OFF), None)
        if leg is None:
            legs.append([step])
        else:
            leg.append(step)
    return legs


def _arrow(stops: list[Spot], layout: BoardLayout, theme: Theme) -> str:
    """A smooth line with an arc from each stop to the next."""
    spots = [stops[0]]
    for start, end in pairwise(stops):
        spots += [_crest(start, end, layout), end]
    dx, dy = smooth(spots)[1]
    x, y = spots[-1][0] + 5 * dx, spots[-1][1] + 5 * dy
    back = (x - HEAD * dx, y - HEAD * dy)
    line, _ = smooth([*spots[:-1], (x - 0.8 * HEAD * dx, y - 0.8 * HEAD * dy)])
    side = 0.5 * HEAD
    head = polygon([(x, y), (back[0] - side * dy, back[1] + side * dx), (back[0] + side * dy, back[1] - side * dx)])
    dots = [element("circle", cx=spot[0], cy=spot[1], r=5) for spot in stops[:-1]]
    return "\n".join(
        (
            element("path", d=line, fill="none", stroke=theme.arrow_edge, stroke_width=8, opacity=0.8),
            group(dots, fill=theme.arrow, stroke=theme.arrow_edge, stroke_width=1.5),
            element("path", d=head, fill=theme.arrow, stroke=theme.arrow_edge, stroke_width=2.5),
            element("path", d=line, fill="none", stroke=theme.arrow, stroke_width=4.5),
        )
    )


def _crest(start: Spot, end: Spot, layout: BoardLayout) -> Spot:
    """The highest spot of an arc: towards the middle of the board within one half, slightly bent across both."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    same_side = (start[1] < layout.middle) is (end[1] < layout.middle)
    wide = abs(start[0] - end[0])
    if same_side:
        rise = min(14 + 0.16 * wide, 46)
        return x, y + (rise if y < layout.middle else -rise)
    bow = 0.1 * (end[1] - start[1])
    return x + (bow if wide > 1 and start[0] < end[0] else -bow), y


def _hit_mark(spot: Spot, theme: Theme) -> str:
    """A ring round a checker that goes to the bar."""
    x, y = spot
    return "\n".join(
        element("circle", cx=x, cy=y, r=RADIUS + 1, stroke=colour, stroke_width=width)
        for colour, width in ((theme.arrow_edge, 6.5), (theme.hit, 4))
    )
