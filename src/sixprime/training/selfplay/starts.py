"""Where the games of self-play begin: most at the starting position, some in kinds of positions that such games seldom
reach, such as backgames and containment."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from sixprime.compiled.arrays import Boards
from sixprime.core import Position
from sixprime.training.selfplay.setups import SETUPS, set_up

COMMON = ("blitz", "race", "bear-off")
"""Kinds that come up by themselves: they are set up half as often as the others."""
LATE = "late backgame"
KINDS = tuple(kind for kind in SETUPS if kind != LATE for _ in range(1 if kind in (*COMMON, "scattered") else 2))
"""Where self-play may begin; late backgames take a net that knows how they are reached."""
LABEL_KINDS = (*KINDS, "scattered", "scattered", "scattered", LATE, LATE, LATE)
"""Where labelled games may begin. What nobody planned comes more often, because such a game is soon like any other;
late backgames do, because no other games lead there."""


def standard_starts(count: int, set_up_share: float) -> int:
    """How many of so many boards are the starting position; they come first."""
    return count - round(count * set_up_share)


def starting_boards(count: int, set_up_share: float, seed: str, kinds: Sequence[str] = KINDS) -> Boards:
    """Boards in which games begin, in the view of the player on roll: the starting position, and a share of others."""
    random = Random(seed)
    standard = standard_starts(count, set_up_share)
    boards = np.empty((count, 26), dtype=np.int8)
    boards[:standard] = Position.standard().points
    for number in range(standard, count):
        boards[number] = set_up(random.choice(kinds), random).points
    return boards
