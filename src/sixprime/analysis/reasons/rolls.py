"""How many of the 36 rolls do something: hit, enter, escape, make a point, leave a shot. Legal plays are all tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from sixprime.core import BAR, OFF, STANDARD, Position, Roll, RuleSet
from sixprime.core.dice import ALL_ROLLS

GOOD_POINTS = (4, 5, 7, 18, 20, 21)
"""Points that both sides fight for, as each counts them."""
BLOCKING = range(3, 9)
OUTSIDE = 18
"""Who has come as far as this has left the enemy's home board."""
BEARING_IN = 12
"""A side whose rearmost checker has come as far as this brings its checkers home."""

Points = tuple[int, ...]


def ways(rolls: Iterable[Roll]) -> int:
    """How many of the 36 ways two dice can fall these rolls are."""
    return sum(1 if roll.is_double else 2 for roll in rolls)


@dataclass(frozen=True, slots=True)
class Replies:
    """What the rolls of the player to roll can do, in ways of 36; the position is in that player's view."""

    hitting: frozenset[Roll]
    """Rolls with which a checker can be hit."""
    dancing: int
    """Rolls with which a checker on the bar cannot enter; 0 if there is none."""
    escaping: int | None
    """Rolls with which one of the back checkers gets past all that blocks it; None if there are no back checkers."""
    good_points: int
    """Rolls that make one of the points both sides fight for."""
    blocking_points: int
    """Rolls that make one more point between the 3 and the 8, and break none of them."""
    exposing: int
    """Rolls that leave a blot in front of an enemy checker, however they are played."""

    @property
    def shots(self) -> int:
        return ways(self.hitting)

    @classmethod
    def of(cls, position: Position, rules: RuleSet = STANDARD) -> Replies:
        """Count them."""
        return _replies(position, rules)


@lru_cache(maxsize=4096)
def _replies(position: Position, rules: RuleSet) -> Replies:
    before = position.points
    enemy_bar = before[OFF]
    beyond = _beyond_the_block(before)
    is_away = _away(before, beyond) if beyond is not None else None
    good, blocking = _new_point(before, GOOD_POINTS), _one_more(before)
    hitting: list[Roll] = []
    dancing: list[Roll] = []
    escaping: list[Roll] = []
    making: list[Roll] = []
    building: list[Roll] = []
    exposing: list[Roll] = []
    for roll in ALL_ROLLS:
        results = [play.result.points for play in position.legal_plays(roll, rules)]
        if not results:
            if before[BAR] > 0:
                dancing.append(roll)
            results = [before]
        if any(points[OFF] < enemy_bar for points in results):
            hitting.append(roll)
        if is_away is not None and any(map(is_away, results)):
            escaping.append(roll)
        if any(map(good, results)):
            making.append(roll)
        if any(map(blocking, results)):
            building.append(roll)
        if all(map(_is_exposed, results)):
            exposing.append(roll)
    return Replies(
        frozenset(hitting),
        ways(dancing),
        None if is_away is None else ways(escaping),
        ways(making),
        ways(building),
        ways(exposing),
    )


def _beyond_the_block(points: Points) -> int | None:
    """The last point of the enemy's that a back checker must get past, or the edge of the enemy's home board.

    Only points between the rear checker and the middle of the board count. None if nobody is back there.
    """
    rear = next((point for point in range(BAR, OUTSIDE, -1) if points[point] > 0), None)
    if rear is None:
        return None
    walls = [point for point in range(13, rear) if points[point] <= -2]
    return min([*walls, OUTSIDE + 1])


def _away(before: Points, beyond: int) -> Callable[[Points], bool]:
    """Tells whether a back checker has got past a point: fewer are behind it, and fewer in the enemy's home board."""

    def behind(points: Points, first: int) -> int:
        return sum(count for count in points[first:] if count > 0)

    held, back = behind(before, beyond), behind(before, OUTSIDE + 1)
    return lambda points: behind(points, beyond) < held and behind(points, OUTSIDE + 1) < back


def _new_point(before: Points, wanted: tuple[int, ...]) -> Callable[[Points], bool]:
    open_points = [point for point in wanted if before[point] < 2]
    return lambda points: any(points[point] >= 2 for point in open_points)


def _one_more(before: Points) -> Callable[[Points], bool]:
    """Tells whether a side has made a point more between the 3 and the 8, and broken none there."""
    made = [point for point in BLOCKING if before[point] >= 2]
    open_points = [point for point in BLOCKING if before[point] < 2]

    def more(points: Points) -> bool:
        if not any(points[point] >= 2 for point in open_points):
            return False
        return all(points[point] >= 2 for point in made)

    return more


def _is_exposed(points: Points) -> bool:
    """Whether a blot stands in front of an enemy checker."""
    foremost = next((point for point, count in enumerate(points) if count < 0), BAR)
    return any(count == 1 for count in points[foremost + 1 : BAR])
