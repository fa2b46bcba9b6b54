"""Who draws a position when a notebook asks. The core draws nothing itself: it only knows whom to ask.

`painter` is a function from a position to SVG, or the name of one, which is looked up when a picture is first wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from sixprime.core.positions import Position

Painter = Callable[["Position"], str]

painter: Painter | str = "sixprime.formats.svg:svg_board"


def svg_of(position: Position) -> str:
    """The picture of a position, by whoever paints."""
    global painter
    if isinstance(painter, str):
        module, _, name = painter.partition(":")
        painter = cast("Painter", getattr(import_module(module), name))
    return painter(position)
