"""Ways to count pips: point by point, by half-crossovers, and by clusters. All give the same number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sixprime.core import Position

MIDDLE = 12
"""Clusters are counted apart on the near side of the board, up to this point, and on the far side."""


@dataclass(frozen=True, slots=True)
class HalfCrossovers:
    """The count by groups of three points, each checker taken to stand in the middle of its group.

    A checker on 4 to 6 needs no half-crossover, one on 7 to 9 needs one, and so on; one on 1 to 3 counts one less than
    none. Each is worth 3 pips, and every checker at home 5; then a pip is added for each checker on the high point
    of its group and taken off for each on the low one.

    >>> count = half_crossovers(Position.standard())
    >>> count.crossovers, count.high, count.low, count.pips
    (30, 7, 5, 167)
    """

    checkers: int
    crossovers: int
    high: int
    low: int

    @property
    def pips(self) -> int:
        return 3 * self.crossovers + 5 * self.checkers + self.high - self.low


def half_crossovers(position: Position) -> HalfCrossovers:
    """The count of the mover's pips by half-crossovers."""
    standing = list(_standing(position))
    return HalfCrossovers(
        checkers=sum(count for _, count in standing),
        crossovers=sum(((point - 1) // 3 - 1) * count for point, count in standing),
        high=sum(count for point, count in standing if point % 3 == 0),
        low=sum(count for point, count in standing if point % 3 == 1),
    )


@dataclass(frozen=True, slots=True)
class Cluster:
    """Checkers that are counted together: as if all stood on the point in their middle, and what that is off by."""

    checkers: int
    point: int
    rest: int

    @property
    def pips(self) -> int:
        return self.checkers * self.point + self.rest


def clusters(position: Position) -> tuple[Cluster, ...]:
    """The mover's checkers as one cluster on the near side and one on the far side, where there are any.

    >>> [(it.checkers, it.point, it.rest) for it in clusters(Position.standard())]
    [(8, 7, -2), (7, 16, 1)]
    """
    standing = list(_standing(position))
    sides = ([entry for entry in standing if (entry[0] <= MIDDLE) is near] for near in (True, False))
    return tuple(_cluster(side) for side in sides if side)


def _cluster(side: Sequence[tuple[int, int]]) -> Cluster:
    checkers = sum(count for _, count in side)
    pips = sum(point * count for point, count in side)
    point = (2 * pips + checkers) // (2 * checkers)
    return Cluster(checkers, point, pips - checkers * point)


def point_by_point(position: Position) -> str:
    """The plain sum, from the rear.

    >>> point_by_point(Position.standard())
    '2×24 + 5×13 + 3×8 + 5×6'
    """
    return " + ".join(f"{count}×{point}" for point, count in reversed(list(_standing(position))))


def _standing(position: Position) -> list[tuple[int, int]]:
    """Points with the mover's checkers, and how many there are; the bar is point 25."""
    return [(point, count) for point, count in enumerate(position.points) if count > 0]
