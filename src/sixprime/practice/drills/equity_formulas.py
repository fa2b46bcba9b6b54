"""Rules of thumb for match equities, and take points from a table of them. Chances are from 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from sixprime.engine.match_equity.equities import MatchEquities

NEIL = ((3, 10.0), (4, 9.0), (5, 8.0), (6, 7.0), (8, 6.0), (11, 5.0), (15, 4.0))
"""Neil Kazaross' numbers: points that the trailer needs, and what each point of the lead is worth in per cent."""


def _by_lead(away: int, opponent_away: int, worth: float) -> float:
    """The chance of a player if each point of a lead is worth so much."""
    return 0.5 + (opponent_away - away) * worth


def janowski(away: int, opponent_away: int) -> float:
    """Janowski's rule: 85 per cent of the lead, divided by what the trailer needs and six, over one half.

    >>> round(janowski(3, 8), 2), round(janowski(8, 3), 2)
    (0.8, 0.2)
    """
    return _by_lead(away, opponent_away, 0.85 / (max(away, opponent_away) + 6))


def neils_number(trailer_away: int) -> float:
    """What each point of a lead is worth, in per cent; between the numbers of the list by a straight line.

    >>> neils_number(5), neils_number(7)
    (8.0, 6.5)
    """
    if trailer_away <= NEIL[0][0]:
        return NEIL[0][1]
    for (low, more), (high, less) in pairwise(NEIL):
        if trailer_away <= high:
            return more + (less - more) * (trailer_away - low) / (high - low)
    return NEIL[-1][1]


def neil(away: int, opponent_away: int) -> float:
    """The chance by Neil's numbers.

    >>> round(neil(4, 7), 3)
    0.695
    """
    return _by_lead(away, opponent_away, neils_number(max(away, opponent_away)) / 100)


@dataclass(frozen=True, slots=True)
class TakePoint:
    """The chance to win that is needed for a take if nobody doubles again, and what it comes from.

    `dropped`, `won` and `lost` are the chances to win the match after a drop, and after a take that wins or loses.
    """

    dropped: float
    won: float
    lost: float

    @property
    def risk(self) -> float:
        """What a take that loses costs."""
        return self.dropped - self.lost

    @property
    def gain(self) -> float:
        """What a take that wins brings."""
        return self.won - self.dropped

    @property
    def chance(self) -> float:
        """Risk divided by risk and gain."""
        return self.risk / (self.risk + self.gain)


def take_point(
    away: int, opponent_away: int, cube: int, gammons: float = 0.0, equities: MatchEquities | None = None
) -> TakePoint:
    """The take point of a player who is doubled from `cube` to twice that.

    `gammons` is the part of the doubler's wins that are gammons. Nobody is 1 away.

    >>> round(take_point(2, 2, 1).chance, 2)
    0.32
    """
    table = equities or MatchEquities.default()

    def after(points: int) -> float:
        return table.after(points, away, opponent_away)

    lost = (1 - gammons) * after(-2 * cube) + gammons * after(-4 * cube)
    return TakePoint(after(-cube), after(2 * cube), lost)


def gammon_value(away: int, opponent_away: int, cube: int, equities: MatchEquities | None = None) -> float:
    """What winning a gammon adds to winning, in units of what winning adds to losing: 0.5 for money.

    >>> round(gammon_value(4, 4, 2), 2)
    0.5
    """
    table = equities or MatchEquities.default()
    won, lost, gammon = (table.after(points * cube, away, opponent_away) for points in (1, -1, 2))
    return (gammon - won) / (won - lost)
