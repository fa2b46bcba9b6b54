"""Rules of thumb for doubling in a race: Keith's count, and Trice's rule 62.

Both look at the pips of both sides with the player on roll about to roll, for money, without gammons.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sixprime.core import Position


class RaceAction(Enum):
    """What a rule of thumb advises."""

    NO_DOUBLE = "no-double"
    DOUBLE_TAKE = "double-take"
    DOUBLE_PASS = "double-pass"


def keith_penalty(position: Position) -> int:
    """What Keith's count adds to the mover's pips for a bad distribution.

    2 for each checker beyond the first on the 1 point, 1 for each beyond the first on the 2 point, 1 for each beyond
    the third on the 3 point, 1 for each of the points 4, 5 and 6 that is empty.

    >>> keith_penalty(Position.of({6: 2, 5: 2, 2: 2, 1: 3}, {6: 1}))
    6
    """
    points = [max(count, 0) for count in position.points]
    crowded = 2 * max(points[1] - 1, 0) + max(points[2] - 1, 0) + max(points[3] - 3, 0)
    return crowded + sum(points[point] == 0 for point in (4, 5, 6))


@dataclass(frozen=True, slots=True)
class KeithCount:
    """Keith's counts of both sides; the doubler's is raised by a seventh, rounded down."""

    doubler: int
    opponent: int

    @property
    def raised(self) -> int:
        return self.doubler + self.doubler // 7

    @property
    def lead(self) -> int:
        """By how much the raised count of the doubler exceeds the opponent's."""
        return self.raised - self.opponent

    def action(self, *, redouble: bool = False) -> RaceAction:
        """Double up to a lead of 4, redouble up to 3; the opponent takes from 2 on."""
        if self.lead > (3 if redouble else 4):
            return RaceAction.NO_DOUBLE
        return RaceAction.DOUBLE_TAKE if self.lead >= 2 else RaceAction.DOUBLE_PASS


def keith_count(position: Position) -> KeithCount:
    """Keith's count, the mover being about to double."""
    other = position.flipped()
    return KeithCount(position.pips + keith_penalty(position), other.pips + keith_penalty(other))


@dataclass(frozen=True, slots=True)
class Rule62:
    """Trice's rule: how many pips the opponent may be behind and still take, by the doubler's pips alone."""

    pips: int
    behind: int
    """How many pips the opponent is behind."""

    @property
    def last_take(self) -> int:
        """Up to 62 pips a seventh of the pips less five, rounded down; above a tenth and one more, rounded up.

        The two halves meet at 62, which gave the rule its name.

        >>> Rule62(62, 0).last_take, Rule62(63, 0).last_take, Rule62(100, 0).last_take
        (8, 8, 11)
        """
        return (self.pips - 5) // 7 if self.pips <= 62 else -(-self.pips // 10) + 1

    def action(self, *, redouble: bool = False) -> RaceAction:
        """Double from three pips before the last take on, redouble from two."""
        if self.behind < self.last_take - (2 if redouble else 3):
            return RaceAction.NO_DOUBLE
        return RaceAction.DOUBLE_TAKE if self.behind <= self.last_take else RaceAction.DOUBLE_PASS


def rule_62(position: Position) -> Rule62:
    """Trice's rule for the mover, who is about to double."""
    return Rule62(position.pips, position.opponent_pips - position.pips)
