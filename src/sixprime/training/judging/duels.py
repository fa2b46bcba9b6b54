"""Whole games between two players, each pair of games with the same dice and the seats changed.

Cubeless games for money: a win counts one, a gammon two, a backgammon three points. What luck gives to one player in
the first game it gives to the other in the second, so that fewer games tell as much.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

import numpy as np

from sixprime.core import Position
from sixprime.training.judging.decisions import Mover, Plays, throws, turns
from sixprime.training.judging.gnubg_reference import points_won

MOST_TURNS = 2000


@dataclass(frozen=True, slots=True)
class DuelScore:
    """How a duel stands, for the first player."""

    games: int
    points: float
    """Points won a game, on average."""
    standard_error: float


def play_game(first: Mover, second: Mover, seed: str, plays: Plays) -> int:
    """Points that the first player wins, or loses if negative. That player has the first move.

    Players without any plan can go on hitting each other for ever: after `MOST_TURNS` a game is nobody's.
    """
    rolls = islice(throws(Random(seed), opening=True), MOST_TURNS)
    *played, (end, _, _) = turns(Position.standard(), rolls, [first, second], plays)
    if not end.is_over:
        return 0
    # The end is in the view of the player who would be next, and that is the loser.
    won = points_won(end.flipped().points)
    return won if len(played) % 2 == 1 else -won


def duel(first: Mover, second: Mover, pairs: int, seed: int = 1) -> Iterator[DuelScore]:
    """Play so many pairs of games, yielding the score after each pair."""
    plays = Plays()
    points: list[float] = []
    for pair in range(pairs):
        dice = f"{seed}/{pair}"
        points.append((play_game(first, second, dice, plays) - play_game(second, first, dice, plays)) / 2)
        error = float(np.std(points, ddof=1)) / math.sqrt(len(points)) if pair else math.nan
        yield DuelScore(2 * len(points), float(np.mean(points)), error)
