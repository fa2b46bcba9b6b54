"""The worth of a game with the cube, written out slowly, each formula as it is printed."""

from dataclasses import dataclass
from itertools import pairwise

from sixprime.engine.chances import Chances
from sixprime.engine.match_equity.equities import MatchEquities


def janowski(chances: Chances, owner: int, x: float, *, jacoby: bool = False) -> float:
    """Janowski's equity for money: `owner` is 1 for the player, -1 for the opponent, 0 for nobody."""
    p = chances.win
    plain = jacoby and owner == 0
    dead = 2 * p - 1 if plain else chances.equity
    if p in (0, 1):
        return dead
    win = 1 + (chances.win_gammon + chances.win_backgammon) / p
    loss = 1 + (chances.lose_gammon + chances.lose_backgammon) / (1 - p)
    take = (loss - 0.5) / (win + loss + 0.5)
    cash = (loss + 1) / (win + loss + 0.5)
    if owner == 0:
        if p < take:
            live = -1 if plain else -loss + (loss - 1) * p / take
        elif p < cash:
            live = -1 + 2 * (p - take) / (cash - take)
        else:
            live = 1 if plain else 1 + (win - 1) * (p - cash) / (1 - cash)
    elif owner == 1:
        live = -loss + (1 + loss) * p / cash if p < cash else 1 + (win - 1) * (p - cash) / (1 - cash)
    else:
        live = -loss + (loss - 1) * p / take if p < take else -1 + (win + 1) * (p - take) / (1 - take)
    return (1 - x) * dead + x * live


@dataclass(frozen=True)
class Side:
    """One side of a match in progress: how far away, and the gammons and backgammons among its wins."""

    away: int
    gammons: float
    backgammons: float


class SlowMatch:
    """Values of a match with the cube, seen by the first of two sides."""

    def __init__(self, equities: MatchEquities, chances: Chances, away: int, opponent_away: int) -> None:
        self.equities = equities
        self.chances = chances
        p, q = chances.win, 1 - chances.win
        self.sides = (
            Side(away, *_parts(chances.win_gammon, chances.win_backgammon, p)),
            Side(opponent_away, *_parts(chances.lose_gammon, chances.lose_backgammon, q)),
        )

    def after(self, side: int, points: int) -> float:
        """A side's chance to win the match after it has won so many points, or lost them."""
        mine, theirs = self.sides[side].away, self.sides[1 - side].away
        return self.equities.after(points, mine, theirs, first=side == 0)

    def mean(self, side: int, cube: int, *, won: bool) -> float:
        winner = self.sides[side if won else 1 - side]
        sign = 1 if won else -1
        single = 1 - winner.gammons - winner.backgammons
        return (
            single * self.after(side, sign * cube)
            + winner.gammons * self.after(side, sign * 2 * cube)
            + winner.backgammons * self.after(side, sign * 3 * cube)
        )

    def cash_point(self, side: int, cube: int) -> float:
        """From which chance to win a side's double with a live cube is dropped."""
        mine, theirs = self.sides[side].away, self.sides[1 - side].away
        dropped = self.after(side, cube)
        if mine <= 2 * cube or theirs <= 2 * cube:
            stake = 4 * cube if mine <= 2 * cube < theirs else 2 * cube
            lost, won = self.mean(side, stake, won=False), self.mean(side, stake, won=True)
            return (dropped - lost) / (won - lost) if won > lost else 1.0
        won = self.mean(side, 2 * cube, won=True)
        twice_lost = self.after(side, -2 * cube)
        return 1 - self.cash_point(1 - side, 2 * cube) * (dropped - won) / (twice_lost - won)

    def value(self, cube: int, owner: int, x: float) -> float:
        """The chance to win the match."""
        p = self.chances.win
        mine, theirs = (side.away for side in self.sides)
        lost, won = self.mean(0, cube, won=False), self.mean(0, cube, won=True)
        dead = p * won + (1 - p) * lost
        if (mine <= cube and theirs <= cube) or (mine, theirs) == (2, 2) or p in (0, 1):
            return dead
        passed, cashed = self.after(0, -cube), self.after(0, cube)
        take, cash = 1 - self.cash_point(1, cube), self.cash_point(0, cube)
        points = [(0.0, lost)]
        if owner != 1:
            points.append((take, passed))
        if owner != -1:
            points.append((cash, cashed))
        points.append((1.0, won))
        for (left, low), (right, high) in pairwise(points):
            if left <= p <= right and right > left:
                return (1 - x) * dead + x * (low + (high - low) * (p - left) / (right - left))
        raise AssertionError(points)


def _parts(gammons: float, backgammons: float, wins: float) -> tuple[float, float]:
    return ((gammons - backgammons) / wins, backgammons / wins) if wins > 0 else (0.0, 0.0)
