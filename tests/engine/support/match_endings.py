"""What the cube is worth at the end of a bear-off in a match, by plain recursion over everything that can happen."""

from __future__ import annotations

from functools import cache

from sixprime import Position, Roll
from sixprime.core.dice import ALL_ROLLS
from sixprime.engine.cube.kernels import THEIRS, CubeSituation, CubeValues, may_double, settled, turned, with_cube
from sixprime.engine.cube.views import CubeView

Home = tuple[int, ...]
"""How many checkers of a side are on each of its six home points; all others are off."""


@cache
def homes_after(home: Home, roll: Roll) -> frozenset[Home]:
    """What the legal plays of a roll make of a side's home."""
    place = Position.of({point: count for point, count in enumerate(home, 1) if count}, {1: 1})
    return frozenset(tuple(play.result.points[1:7]) for play in place.legal_plays(roll))


class MatchEnding:
    """The values of all bear-offs at a score, both sides playing and doubling as well as can be."""

    def __init__(self, view: CubeView) -> None:
        self._stakes = view.stakes
        self._situations = {True: view.situation, False: turned(view.situation)}
        self.rolled = cache(self._rolled)
        self._decided = cache(self._decide)

    def values(self, mine: Home, theirs: Home) -> CubeValues:
        """What the cube actions of the player on roll, whose view it is, are worth."""
        situation = self._situations[True]
        return CubeValues(
            self.rolled(mine, theirs, situation.cube, situation.owner, True),
            self.rolled(mine, theirs, 2 * situation.cube, THEIRS, True),
            settled(1, situation, self._stakes),
        )

    def _situation(self, cube: int, owner: int, first: bool) -> CubeSituation:
        return with_cube(self._situations[first], cube, owner)

    def _rolled(self, mine: Home, theirs: Home, cube: int, owner: int, first: bool) -> float:
        """The chance of the player on roll to win the match, who does not double before this roll."""
        won = settled(1, self._situation(cube, owner, first), self._stakes)
        total = 0.0
        for roll in ALL_ROLLS:
            best = max(
                1 - self._decided(theirs, home, cube, -owner, not first) if any(home) else won
                for home in homes_after(mine, roll)
            )
            total += best if roll.is_double else 2 * best
        return total / 36

    def _decide(self, mine: Home, theirs: Home, cube: int, owner: int, first: bool) -> float:
        """The chance of the player on roll to win the match, who may double."""
        situation = self._situation(cube, owner, first)
        no_double = self.rolled(mine, theirs, cube, owner, first)
        if not may_double(situation):
            return no_double
        taken = self.rolled(mine, theirs, 2 * cube, THEIRS, first)
        return max(no_double, min(taken, settled(1, situation, self._stakes)))
