"""A plot of a training run as SVG: the loss of each fit, and what the gate said, round by round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

WIDTH, HEIGHT = 720, 150
LEFT, TOP, GAP = 64, 34, 46
COLOURS = ("#1b6ca8", "#c8553d", "#2e8b57", "#8a5fb0", "#b8860b", "#555555")
FIT = re.compile(r"round (\d+), (.+): epoch (\d+) of (\d+), loss ([\d.]+)")
GAMES = re.compile(r"games (\d+), rate [\d.]+, error ([\d.]+)")

Points = Sequence[tuple[float, float]]
"""Numbers across and up."""


def plot(log: str, figures: Sequence[dict[str, Any]]) -> str:
    """The picture of a run, from its log and from what the gate said in each round."""
    panels: list[tuple[str, dict[str, Points]]] = [
        ("error in self-play, by games", {"error": [(float(a), float(b)) for a, b in GAMES.findall(log)]}),
        ("loss of each pass, by round", _losses(log)),
    ]
    for judge in ("decisions", "rollouts", "games"):
        gains, total = [], 0.0
        for entry in sorted(figures, key=lambda one: int(one["round"])):
            for opinion in entry["opinions"]:
                if opinion["of"] == judge:
                    gains.append((float(entry["round"]), total + float(opinion["gain"])))
                    total += float(opinion["gain"]) if entry["accepted"] else 0.0
        panels.append((f"gained so far by {judge}, by round", {judge: gains}))
    shown = [(title, lines) for title, lines in panels if any(lines.values())]
    body = "".join(_panel(title, lines, number) for number, (title, lines) in enumerate(shown))
    height = TOP + len(shown) * (HEIGHT + GAP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="12"><rect width="{WIDTH}" height="{height}" fill="#ffffff"/>{body}</svg>\n'
    )


def _losses(log: str) -> dict[str, Points]:
    """The loss of each pass over the labels, for each kind of net, at the round and the share of it that is done."""
    found: dict[str, list[tuple[float, float]]] = {}
    for number, name, epoch, epochs, loss in FIT.findall(log):
        if "race" not in name:
            found.setdefault(name, []).append((int(number) - 1 + int(epoch) / int(epochs), float(loss)))
    return dict(found)


def _panel(title: str, lines: dict[str, Points], number: int) -> str:
    """One diagram, with its title, its limits written at the axes, and a line for each name."""
    across = [x for points in lines.values() for x, _ in points]
    up = [y for points in lines.values() for _, y in points]
    left, right, low, high = min(across), max(across), min(up), max(up)
    top = TOP + number * (HEIGHT + GAP)

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            LEFT + (WIDTH - LEFT - 20) * (x - left) / ((right - left) or 1),
            top + HEIGHT * (1 - (y - low) / ((high - low) or 1)),
        )

    drawn = [f'<text x="{LEFT}" y="{top - 10}" font-weight="bold">{title}</text>']
    drawn.append(
        f'<path d="M{LEFT} {top}V{top + HEIGHT}H{WIDTH - 20}" fill="none" stroke="#999999"/>'
        f'<text x="{LEFT - 6}" y="{top + 8}" text-anchor="end">{high:.4g}</text>'
        f'<text x="{LEFT - 6}" y="{top + HEIGHT}" text-anchor="end">{low:.4g}</text>'
        f'<text x="{LEFT}" y="{top + HEIGHT + 16}">{left:.6g}</text>'
        f'<text x="{WIDTH - 20}" y="{top + HEIGHT + 16}" text-anchor="end">{right:.6g}</text>'
    )
    for colour, (name, points) in zip(_colours(len(lines)), lines.items(), strict=True):
        drawn += [_stroke(place(*one), place(*other), colour) for one, other in pairwise(points)]
        drawn += [_dot(place(*point), colour) for point in points[-1:]]
        if len(lines) > 1:
            row = list(lines).index(name)
            drawn.append(f'<text x="{WIDTH - 160}" y="{top + 12 + 15 * row}" fill="{colour}">{name}</text>')
    return "".join(drawn)


def _colours(count: int) -> Iterable[str]:
    return (COLOURS[number % len(COLOURS)] for number in range(count))


def _stroke(one: tuple[float, float], other: tuple[float, float], colour: str) -> str:
    (x, y), (to_x, to_y) = one, other
    return f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="{colour}" stroke-width="1.5" fill="none"/>'


def _dot(point: tuple[float, float], colour: str) -> str:
    x, y = point
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>'
