"""`Position`: where the checkers stand, seen by the player who moves.

A position is a value: immutable, hashable, and always possible on a real board. It knows nothing of
dice, cube or score. What a roll allows is asked with `legal_plays` and answered in `sixprime.core.plays`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from operator import neg
from typing import TYPE_CHECKING, Any, Self

from sixprime.core.errors import InvalidPosition
from sixprime.messages import Message, listed, shown, text

if TYPE_CHECKING:
    from sixprime.core.dice import RollLike
    from sixprime.core.plays import LegalPlays
    from sixprime.core.rules import RuleSet

BAR = 25
OFF = 0
MAX_CHECKERS = 15

STANDARD_SETUP: Mapping[int, int] = {24: 2, 13: 5, 8: 3, 6: 5}
NACKGAMMON_SETUP: Mapping[int, int] = {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}
LONGGAMMON_SETUP: Mapping[int, int] = {24: 15}


def find_defects(points: Iterable[object], checkers: int = MAX_CHECKERS) -> list[Message]:
    """Everything that keeps these numbers from being a position; an empty list if nothing does.

    >>> [str(defect) for defect in find_defects([0] * 26)]
    ['both sides have borne off all their checkers']
    """
    numbers = list(points)
    if len(numbers) != 26:
        return [text("a position is 26 numbers, not {count}", count=len(numbers))]
    defects: list[Message] = []
    if isinstance(checkers, bool) or not isinstance(checkers, int) or not 1 <= checkers <= MAX_CHECKERS:
        defects.append(
            text("a side has 1 to {most} checkers, not {checkers}", most=MAX_CHECKERS, checkers=shown(checkers))
        )
        return defects
    counts: list[int] = []
    for point, number in enumerate(numbers):
        if isinstance(number, bool) or not isinstance(number, int):
            defects.append(
                text("point {point} holds {number}, which is not a whole number", point=point, number=shown(number))
            )
        else:
            counts.append(number)
    if defects:
        return defects
    if counts[OFF] > 0:
        defects.append(
            text(
                "point 0 is the opponent's bar: its number must not be positive, it is {number}",
                number=shown(counts[OFF]),
            )
        )
    if counts[BAR] < 0:
        defects.append(
            text(
                "point 25 is the mover's bar: its number must not be negative, it is {number}",
                number=shown(counts[BAR]),
            )
        )
    mover = sum(count for count in counts if count > 0)
    opponent = -sum(count for count in counts if count < 0)
    if mover > checkers:
        defects.append(
            text("the mover has {number} checkers, {checkers} at most", number=shown(mover), checkers=checkers)
        )
    if opponent > checkers:
        defects.append(
            text("the opponent has {number} checkers, {checkers} at most", number=shown(opponent), checkers=checkers)
        )
    if mover == 0 and opponent == 0:
        defects.append(text("both sides have borne off all their checkers"))
    if counts[BAR] > 0 and counts[OFF] < 0:
        if all(count >= 2 for count in counts[1:7]) and all(count <= -2 for count in counts[19:25]):
            defects.append(text("both sides are on the bar against a closed board: nobody could ever move"))
    return defects


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """26 numbers, mover's view: 1..24 the points, the mover's checkers positive and moving from 24 to 1,
    the opponent's negative; 25 the mover's bar; 0 the opponent's bar (negative or zero).

    `checkers` is how many each side plays with; those not on the board or the bar have been borne off.

    >>> start = Position.standard()
    >>> start.pips, start.points[24], start.points[1]
    (167, 2, -2)
    >>> start.flipped() == start
    True
    """

    points: tuple[int, ...]
    checkers: int = MAX_CHECKERS

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", tuple(self.points))
        defects = find_defects(self.points, self.checkers)
        if defects:
            raise InvalidPosition(text("not a position: {defects}", defects=listed(defects)))

    @classmethod
    def _known_good(cls, points: tuple[int, ...], checkers: int) -> Self:
        """Make a position without checking it, from points that follow from a legal play of a valid position."""
        position = object.__new__(cls)
        _set_points(position, points)
        _set_checkers(position, checkers)
        return position

    @classmethod
    def of(cls, mover: Mapping[int, int], opponent: Mapping[int, int], checkers: int = MAX_CHECKERS) -> Self:
        """From checkers per point, each side counted from its own home; 25 is the bar of either.

        >>> Position.of({6: 2, 25: 1}, {1: 2}, checkers=3).bar
        1
        """
        points = [0] * 26
        for side, sign in ((mover, 1), (opponent, -1)):
            for point, count in side.items():
                if isinstance(point, bool) or not isinstance(point, int) or not 1 <= point <= BAR:
                    raise InvalidPosition(
                        text("there is no {point} point: points are 1 to 24, and 25 for the bar", point=shown(point))
                    )
                if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                    raise InvalidPosition(
                        text(
                            "{count} checkers on the {point} point: a whole number from 0 up is needed",
                            point=point,
                            count=shown(count),
                        )
                    )
                place = point if sign > 0 else 25 - point
                if points[place] and count:
                    raise InvalidPosition(text("both sides stand on the mover's {point} point", point=place))
                if count:
                    points[place] = sign * count
        return cls(tuple(points), checkers)

    @classmethod
    def standard(cls) -> Self:
        """The start of backgammon: 2 checkers on the 24 point, 5 on 13, 3 on 8, 5 on 6."""
        return cls.of(STANDARD_SETUP, STANDARD_SETUP)

    @classmethod
    def nackgammon(cls) -> Self:
        """Nack Ballard's start: two more checkers back, on the 23 point."""
        return cls.of(NACKGAMMON_SETUP, NACKGAMMON_SETUP)

    @classmethod
    def longgammon(cls) -> Self:
        """All fifteen checkers on the 24 point."""
        return cls.of(LONGGAMMON_SETUP, LONGGAMMON_SETUP)

    @classmethod
    def hypergammon(cls, checkers: int = 3) -> Self:
        """One to three checkers a side, one each on the points from 24 down."""
        if checkers not in (1, 2, 3):
            raise InvalidPosition(
                text("hypergammon has 1, 2 or 3 checkers a side, not {checkers}", checkers=shown(checkers))
            )
        setup = dict.fromkeys(range(24, 24 - checkers, -1), 1)
        return cls.of(setup, setup, checkers)

    @property
    def bar(self) -> int:
        """The mover's checkers on the bar."""
        return self.points[BAR]

    @property
    def opponent_bar(self) -> int:
        """The opponent's checkers on the bar."""
        return -self.points[OFF]

    @property
    def off(self) -> int:
        """How many checkers the mover has borne off."""
        return self.checkers - sum(count for count in self.points if count > 0)

    @property
    def opponent_off(self) -> int:
        """How many checkers the opponent has borne off."""
        return self.checkers + sum(count for count in self.points if count < 0)

    @property
    def pips(self) -> int:
        """How far the mover still has to go, in pips."""
        return sum(point * count for point, count in enumerate(self.points) if count > 0)

    @property
    def opponent_pips(self) -> int:
        """How far the opponent still has to go, in pips."""
        return sum((25 - point) * -count for point, count in enumerate(self.points) if count < 0)

    @property
    def rearmost(self) -> int:
        """The mover's hindmost checker: its point, 25 on the bar, 0 if all are off."""
        points = self.points
        for point in range(BAR, OFF, -1):
            if points[point] > 0:
                return point
        return OFF

    @property
    def has_contact(self) -> bool:
        """Whether some checker still has to pass an enemy one."""
        return any(count < 0 for count in self.points[: self.rearmost])

    @property
    def is_race(self) -> bool:
        """Whether the sides have passed each other."""
        return not self.has_contact

    @property
    def all_home(self) -> bool:
        """Whether the mover may bear off."""
        return self.rearmost <= 6

    @property
    def is_over(self) -> bool:
        """Whether one side has borne off all its checkers."""
        return max(self.points) <= 0 or min(self.points) >= 0

    def flipped(self) -> Position:
        """This position as the other player sees it."""
        return Position._known_good(tuple(map(neg, self.points[::-1])), self.checkers)

    def legal_plays(self, roll: RollLike, rules: RuleSet | None = None) -> LegalPlays:
        """The legal plays of a roll, each resulting position once. By the standard rules unless told otherwise.

        >>> [str(play) for play in Position.standard().legal_plays("66")][:2]
        ['24/18(2) 13/7(2)', '24/18(2) 13/7 8/2']
        """
        return _legal_plays()(self, roll, rules)

    def __repr__(self) -> str:
        checkers = "" if self.checkers == MAX_CHECKERS else f", checkers={self.checkers}"
        return f"Position({self.points!r}{checkers})"

    def __str__(self) -> str:
        from sixprime.core.boards import ascii_board

        return ascii_board(self)

    def _repr_svg_(self) -> str:
        """The board as SVG, which notebooks show."""
        from sixprime.core import hooks

        return str(hooks.ask("svg", self))


@cache
def _legal_plays() -> type[LegalPlays]:
    """The class is imported late, because its module imports this one."""
    from sixprime.core.plays import LegalPlays

    return LegalPlays


# The slots themselves: a frozen dataclass sets its fields the slow way, and plays make many positions.
_set_points: Any = Position.__dict__["points"].__set__
_set_checkers: Any = Position.__dict__["checkers"].__set__
