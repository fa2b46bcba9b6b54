"""What can be seen of a position without dice: points, primes, anchors, stacks, and pips that can be spared.

Everything is in the view of the player whose checkers are positive.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sixprime.core import BAR, Position

HOME = range(1, 7)
ENEMY_HOME = range(19, 25)
LAST_BLOCK = 12
"""Points up to here block the enemy's back checkers; further ones are landing places."""
FIRST_ANCHOR = 18
STACKED = 3
"""Checkers on a point beyond this number stand on each other's way."""
PRIME = 4
"""From so many points in a row it is a prime."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What can be seen of one side's checkers."""

    made: frozenset[int]
    """Points with two checkers or more."""
    prime: int
    """The most points in a row that an enemy checker has still to pass."""
    prime_points: tuple[int, ...]
    """These points, from the rear."""
    back: int
    """Checkers in the enemy's home board and on the bar."""
    stacked: int
    """Checkers beyond three on a point."""
    tallest: int
    """The most checkers on a point."""
    spare_pips: int
    """Pips that can be played before points and anchors must be given up."""
    to_bring_home: int
    """Checkers that are not in the home board yet."""

    @classmethod
    def of(cls, position: Position) -> Shape:
        """The shape of the checkers of the player whose view it is."""
        return _shape(position)

    @property
    def anchors(self) -> frozenset[int]:
        """Points made in the enemy's home board, and its bar point."""
        return frozenset(point for point in self.made if point >= FIRST_ANCHOR)

    @property
    def home_points(self) -> int:
        """Points made in the own home board."""
        return sum(point in self.made for point in HOME)

    @property
    def needs_time(self) -> bool:
        """Whether something would be lost by running out of other moves: a prime, or an anchor."""
        return self.prime >= PRIME or bool(self.anchors)


def is_in_the_way(position: Position, point: int) -> bool:
    """Whether an enemy checker has still to pass a point."""
    return any(count < 0 for count in position.points[:point])


@lru_cache(maxsize=4096)
def _shape(position: Position) -> Shape:
    points = position.points
    made = frozenset(point for point in range(1, BAR) if points[point] >= 2)
    prime = _longest_prime(position, made)
    stacks = [count for count in points[1:BAR] if count > 0]
    return Shape(
        made=made,
        prime=len(prime),
        prime_points=prime,
        back=sum(max(count, 0) for count in points[ENEMY_HOME.start :]),
        stacked=sum(max(count - STACKED, 0) for count in stacks),
        tallest=max(stacks, default=0),
        spare_pips=_spare_pips(position),
        to_bring_home=sum(max(count, 0) for count in points[HOME.stop :]),
    )


def _longest_prime(position: Position, made: frozenset[int]) -> tuple[int, ...]:
    """The points of the longest row that an enemy checker has still to pass; of equal ones the foremost."""
    best: tuple[int, ...] = ()
    row: list[int] = []
    for point in range(1, LAST_BLOCK + 2):
        if point in made and point <= LAST_BLOCK:
            row.append(point)
            continue
        if len(row) > len(best) and is_in_the_way(position, row[0]):
            best = tuple(reversed(row))
        row = []
    return best


def _spare_pips(position: Position) -> int:
    """Pips of the checkers that no point needs: those beyond two on a point, and blots on the way home.

    Outside the home board a spare checker can go to the 6 point; in it, to the 1 point.
    """
    spare = 0
    for point, count in enumerate(position.points):
        if count > 2:
            spare += (count - 2) * (point - 6 if point > 6 else (point - 1) // 2)
        elif count == 1 and 6 < point < ENEMY_HOME.start:
            spare += point - 6
    return spare
