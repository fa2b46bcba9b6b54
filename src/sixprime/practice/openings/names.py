"""What players call the plays of a first roll: split, slot, running play, lover's leap and so on."""

from __future__ import annotations

from sixprime.core import Play, Position
from sixprime.messages import Message, text

BAR_POINT = 7
MIDPOINT = 13
OUT = 18
"""A back checker that has got past here has run."""
BACK = 24


def name_of(play: Play) -> Message | None:
    """The name of a play from the usual start; None where players have none.

    >>> from sixprime import Position
    >>> start = Position.standard()
    >>> [str(name_of(play)) for play in start.legal_plays("65") if str(play) == "24/13"]
    ['lover’s leap']
    """
    before, after = Position.standard().points, play.result.points
    near = range(1, BAR_POINT + 1)
    made = [point for point in near if before[point] < 2 <= after[point]]
    slots = [point for point in near if before[point] == 0 and after[point] == 1]
    gone = before[BACK] - after[BACK]
    ahead = [after[point] for point in range(OUT, BACK) if after[point] > 0]
    if made:
        return text("bar point") if made == [BAR_POINT] else text("makes the {point} point", point=made[0])
    if gone == 1 and not ahead:
        return text("lover’s leap") if after[MIDPOINT] > before[MIDPOINT] else text("running play")
    if slots:
        return text("slot")
    if gone:
        return text("anchor") if 2 in ahead else text("split") if gone == 1 else None
    return text("builders") if before[MIDPOINT] - after[MIDPOINT] == 2 else None
