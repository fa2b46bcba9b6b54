"""Writes SVG: elements with every text escaped, short numbers, mixed colours, smooth lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from xml.sax.saxutils import escape, quoteattr

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
LETTER_WIDTH = 0.57
"""The average width of a letter, relative to the font size; good enough to see whether a name fits."""

Spot = tuple[float, float]

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def written(value: object) -> str:
    """Text as XML allows it: characters that XML forbids become replacement characters."""
    return _NOT_IN_XML.sub("\ufffd", str(value))


def number(value: float) -> str:
    """A number without needless digits."""
    rounded = f"{value:.1f}"
    return "0" if rounded in ("0.0", "-0.0") else rounded.removesuffix(".0")


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """An element. Attribute names have _ for -; attributes that are None are left out; `content` is SVG."""
    pairs = "".join(
        f" {key.replace('_', '-')}={quoteattr(number(value) if isinstance(value, float) else written(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{pairs}>{content}</{name}>" if content else f"<{name}{pairs}/>"


def group(parts: Sequence[str], **attributes: object) -> str:
    """A group of elements with common attributes; empty if there are no elements."""
    return element("g", "\n".join(parts), **attributes) if parts else ""


def words(spot: Spot, said: str, size: float, **attributes: object) -> str:
    """A line of text, centred vertically on a spot."""
    x, y = spot
    return element("text", escape(written(said)), x=x, y=y + 0.355 * size, font_size=size, **attributes)


def width_of(said: str, size: float) -> float:
    """About how wide a text is."""
    return len(said) * LETTER_WIDTH * size


def fitting(said: str, size: float, width: float) -> tuple[str, float]:
    """A text and a font size that fit into a width: the font becomes smaller first, then the text is cut."""
    wanted = max(len(said), 1) * LETTER_WIDTH
    fitted = min(size, max(width / wanted, 0.82 * size))
    most = int(width / (LETTER_WIDTH * fitted))
    return (said if len(said) <= most else said[: max(most - 1, 1)].rstrip() + "…"), fitted


def mixed(colour: str, other: str, share: float) -> str:
    """A mixture of two colours."""
    one, two = _channels(colour), _channels(other)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(one, two, strict=True))


def _channels(colour: str) -> tuple[int, int, int]:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    red, green, blue = (int(digits[place : place + 2], 16) for place in (0, 2, 4))
    return red, green, blue


def polygon(spots: Sequence[Spot]) -> str:
    """The path of a polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots) + "Z"


def smooth(spots: Sequence[Spot]) -> tuple[str, Spot]:
    """The path of a curve through some spots, and the direction of its end as a unit vector."""
    path = f"M{number(spots[0][0])} {number(spots[0][1])}"
    around = [spots[0], *spots, spots[-1]]
    last = spots[0]
    for place, (start, end) in enumerate(pairwise(spots)):
        before, after = around[place], around[place + 3]
        first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        last = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        path += "C" + " ".join(f"{number(x)} {number(y)}" for x, y in (first, last, end))
    dx, dy = spots[-1][0] - last[0], spots[-1][1] - last[1]
    length = hypot(dx, dy) or 1.0
    return path, (dx / length, dy / length)
