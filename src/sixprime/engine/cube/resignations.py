"""Resignations: what to offer in a game that is decided, and what to accept."""

from __future__ import annotations

from dataclasses import dataclass

from sixprime.core import Win
from sixprime.engine.cube import kernels
from sixprime.engine.cube.kernels import CubeValues
from sixprime.engine.cube.views import CubeView

FREE = 0.002
"""An offer that costs its maker less than this, as an equity, is made for the sake of ending the game."""
GRACE = 0.01
"""What the winner gives away for the same reason."""


@dataclass(frozen=True, slots=True)
class Resignations:
    """The prospects of a game in the view of the player who would win it by the other's resignation.

    Equities are normalised to the cube as it stands.
    """

    playing_on: float
    """What the game is worth to the winner if it is played on and both use the cube well."""
    single: float
    gammon: float
    backgammon: float

    @classmethod
    def judge(cls, values: CubeValues, view: CubeView, *, winner_on_roll: bool) -> Resignations:
        """From what the cube actions are worth to the player on roll, in whose view they and `view` are."""
        best = float(kernels.best_value(values, view.situation))
        winner = view if winner_on_roll else view.turned()
        if winner_on_roll:
            playing_on = best
        else:
            playing_on = -best if view.is_money else 1 - best
        return cls(winner.equity(playing_on), *(winner.equity(winner.won(win)) for win in Win))

    def equity(self, win: Win) -> float:
        """What the winner gets by accepting such a resignation."""
        return (self.single, self.gammon, self.backgammon)[win - 1]

    def is_acceptable(self, win: Win, grace: float = GRACE) -> bool:
        """Whether the winner should accept it: it gives what playing on does, but for a little grace."""
        return self.equity(win) >= self.playing_on - grace

    def error_of_accepting(self, win: Win) -> float:
        """What the winner gives away by accepting."""
        return max(self.playing_on - self.equity(win), 0.0)

    def error_of_offering(self, win: Win) -> float:
        """What the loser gives away by offering it, if it is accepted."""
        return max(self.equity(win) - self.playing_on, 0.0)

    def offer(self, free: float = FREE, grace: float = GRACE) -> Win | None:
        """What the loser should offer: the least that will be accepted, if it costs nothing; None to play on."""
        least = next((win for win in Win if self.is_acceptable(win, grace)), Win.BACKGAMMON)
        return least if self.error_of_offering(least) < free else None
