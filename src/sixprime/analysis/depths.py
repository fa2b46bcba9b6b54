"""How deeply a match is analysed: `instant`, `fast`, `deep` or `rollout`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sixprime.core import SixprimeError
from sixprime.messages import Message, shown, text


class UnknownDepth(SixprimeError):
    """A name that no depth has."""


CLOSE = (0.005, 0.08)
"""What plays lose that are close, if a depth does not say otherwise."""
CLOSE_CUBE = (-0.04, 0.4)
"""What cube actions lose that are close: those that are right by little, and nearly all that seem wrong."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How far the engine looks ahead, and what it does about close decisions."""

    name: str
    label: Message
    plies: int
    close_plies: int
    """How far it looks ahead where the decision is close by the first look."""
    games: int = 0
    """How many games are rolled out where the decision is still close; 0 for none."""
    close: tuple[float, float] = CLOSE
    """A play is close if it loses at least the first and less than the second."""
    close_cube: tuple[float, float] = CLOSE_CUBE
    """So is a cube action; the loss of one that is right is negative, how much worse the other one is."""
    truncate: int = 0
    """After so many rolls games are cut off, in which the deep net plays and values the end; 0 plays whole games."""


DEPTHS: Mapping[str, Depth] = {
    depth.name: depth
    for depth in (
        Depth("instant", text("instant: the net alone"), 0, 0),
        Depth("fast", text("fast: one ply, close decisions two"), 1, 2, close=(0.002, 0.2)),
        Depth(
            "deep",
            text("deep: two plies, close decisions rolled out briefly"),
            plies=2,
            close_plies=2,
            games=36,
            close=(0.03, 0.08),
            truncate=7,
        ),
        Depth("rollout", text("rollout: two plies, close decisions rolled out"), 2, 2, games=1296),
    )
}
DEFAULT_DEPTH = "deep"


def depth_named(name: object) -> Depth:
    """The depth with a name.

    >>> depth_named("fast").plies
    1
    """
    if isinstance(name, Depth):
        return name
    if not isinstance(name, str) or name not in DEPTHS:
        names = ", ".join(DEPTHS)
        raise UnknownDepth(text("there is no depth {name}; there are {names}", name=shown(name), names=names))
    return DEPTHS[name]
