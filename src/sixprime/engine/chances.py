"""`Chances`: how a game may end, for one player."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chances:
    """How a game may end, for one player. Gammons include backgammons, wins include both.

    >>> from sixprime.engine import Chances
    >>> chances = Chances(0.5, 0.25, 0.0, 0.125, 0.0)
    >>> chances.equity
    0.125
    >>> chances.for_opponent().win_gammon
    0.125
    """

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @property
    def equity(self) -> float:
        """Points a game at a cube of 1 that nobody turns, for that player."""
        return 2 * self.win - 1 + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon

    def for_opponent(self) -> Chances:
        """The chances of the other player."""
        return Chances(1 - self.win, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon)
