"""`CubeJudge`: the protocol of whatever values plays and cube actions at a given cube and score.

`ByChances` makes one of a `Judge`, which gives chances alone: formulas say what these are worth with the cube.
`Engine` is the way to ask for answers; judges are what it is made of.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from sixprime.core import STANDARD, Position, Roll, RuleSet, Win
from sixprime.core.plays import Play
from sixprime.engine.chances import Chances
from sixprime.engine.cube.board_kernels import DEFAULT_EFFICIENCIES, Efficiencies
from sixprime.engine.cube.decisions import cube_values
from sixprime.engine.cube.kernels import CubeValues, best_value
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.evaluators import Judge


@dataclass(frozen=True, slots=True)
class CubefulPlay:
    """A legal play and what it is worth with the cube and at the score."""

    play: Play
    chances: Chances
    equity: float
    """Normalised: 1 is winning the number that the cube shows now."""
    value: float
    """The chance to win the match; for money, the equity again."""
    plies: int = 0


@dataclass(frozen=True, slots=True)
class CubeLook:
    """What was found about a position before a roll: the player's chances, and what each cube action is worth."""

    chances: Chances
    values: CubeValues
    plies: int


@runtime_checkable
class CubeJudge(Protocol):
    """Values plays and cube actions. The view is that of the player on roll."""

    def look(self, position: Position, view: CubeView, rules: RuleSet = STANDARD) -> CubeLook:
        """The chances of the player on roll, and what doubling or not is worth to that player."""
        ...

    def weigh(self, position: Position, roll: Roll, view: CubeView, rules: RuleSet = STANDARD) -> list[CubefulPlay]:
        """The legal plays of a roll, the best first. Cube and score are as they are when the roll has fallen."""
        ...


class ByChances:
    """A `CubeJudge` made of a judge of chances: formulas say what these are worth with the cube."""

    def __init__(self, judge: Judge, efficiencies: Efficiencies = DEFAULT_EFFICIENCIES) -> None:
        self._judge = judge
        self._efficiencies = efficiencies

    def look(self, position: Position, view: CubeView, rules: RuleSet = STANDARD) -> CubeLook:
        chances = self._judge.chances(position, rules)
        depth = int(getattr(self._judge, "depth", 0))
        return CubeLook(chances, cube_values(position, view, chances, rules, self._efficiencies), depth)

    def weigh(self, position: Position, roll: Roll, view: CubeView, rules: RuleSet = STANDARD) -> list[CubefulPlay]:
        weighed: list[CubefulPlay] = []
        theirs = view.turned()
        for entry in self._judge.rank(position, roll, rules):
            value = self._after(entry.play.result, entry.chances, view, theirs, rules)
            weighed.append(CubefulPlay(entry.play, entry.chances, view.equity(value), value, entry.plies))
        return in_order(weighed)

    def _after(self, result: Position, chances: Chances, view: CubeView, theirs: CubeView, rules: RuleSet) -> float:
        """What a position after a play is worth to the player who made it."""
        if result.is_over:
            return view.won(Win(1 + (chances.win_gammon > 0.5) + (chances.win_backgammon > 0.5)))
        values = cube_values(result.flipped(), theirs, chances.for_opponent(), rules, self._efficiencies)
        best = float(best_value(values, theirs.situation))
        return -best if view.is_money else 1 - best


def in_order(plays: list[CubefulPlay]) -> list[CubefulPlay]:
    """The most deeply weighed first, among these the best; of equal ones, the one with more points without the cube."""
    return sorted(plays, key=lambda entry: (-entry.plies, -entry.value, -entry.chances.equity))
