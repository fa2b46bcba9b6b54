"""The tables in which features are looked up: which rolls hit a blot, and how many rolls get a checker away.

They are made in NumPy, for all patterns of blocked points at once, in milliseconds.
"""

from __future__ import annotations

import numpy as np

from sixprime.compiled.arrays import Flags, Ints, SignedBytes
from sixprime.engine.net.feature_kernels import REACH


def shots_table() -> Ints:
    """`[distance, blocked]`: a mask of the 21 rolls that hit a blot so many pips away.

    Bit j of `blocked` is the point j + 1 pips in front of the blot.
    """
    table = np.zeros((REACH + 1, 1 << (REACH - 1)), dtype=np.int32)
    is_open = _open_points(REACH - 1)
    always = np.ones(table.shape[1], dtype=bool)
    for distance in range(1, REACH + 1):
        for first in range(1, 7):
            for second in range(first, 7):
                hits = ~always
                if distance in (first, second):
                    hits = always
                elif first != second and first + second == distance:
                    hits = is_open[first] | is_open[second]  # over either point in between
                elif first == second and distance % first == 0 and distance // first <= 4:
                    hits = always
                    for stop in range(first, distance, first):
                        hits = hits & is_open[stop]
                table[distance, hits] |= roll_bit(first, second)
    return table


def escapes_table() -> SignedBytes:
    """`[blocked]`: how many of the 36 rolls take a checker away by the whole roll.

    Bit j of `blocked` is the point j + 1 pips in front of the checker.
    """
    is_open = _open_points(REACH)
    table: SignedBytes = np.zeros(1 << REACH, dtype=np.int8)
    for first in range(1, 7):
        for second in range(1, 7):
            table += (is_open[first] | is_open[second]) & is_open[first + second]
    return table


def _open_points(reach: int) -> dict[int, Flags]:
    """For each distance up to `reach`: in which patterns of blocked points the one so many pips away is not blocked."""
    patterns = np.arange(1 << reach)
    return {pips: (patterns >> (pips - 1)) & 1 == 0 for pips in range(1, reach + 1)}


def roll_bit(low: int, high: int) -> int:
    """The bit of a roll in a mask of the 21 rolls: doubles are the bits 0 to 5, other rolls the bits 6 to 20."""
    if low == high:
        return 1 << (low - 1)
    return 1 << (6 + (high - 1) * (high - 2) // 2 + low - 1)
