"""Whole games between two players, each pair of games with the same dice and the seats changed.

Cubeless games for money: a win counts one, a gammon two, a backgammon three points. What luck gives to one player in
the first game it gives to the other in the second, so that fewer games tell as much.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from sixprime.core import Position, Roll
from sixprime.training.judging.decisions import Asked, Mover, MoverOfMany, Plays, throws
from sixprime.training.judging.gnubg_reference import points_won

MOST_TURNS = 2000
SIDE_BY_SIDE = 128
"""So many pairs of games are played at once."""


@dataclass(frozen=True, slots=True)
class DuelScore:
    """How a duel stands, for the first player."""

    games: int
    points: float
    """Points won a game, on average."""
    standard_error: float


class _DuelGame:
    """A game at work; what it comes to is told for the player who began."""

    def __init__(self, movers: Sequence[Mover], seed: str) -> None:
        self.position = Position.standard()
        self.points: int | None = None
        self.roll: Roll
        self._movers = movers
        self._rolls = throws(Random(seed), opening=True)
        self._turn = -1

    def asks(self, plays: Plays) -> tuple[Mover, Asked] | None:
        """The next question to a player, turns without a choice being played; None once the game is over.

        Players without any plan can go on hitting each other for ever: after `MOST_TURNS` a game is nobody's.
        """
        while self.points is None:
            self._turn += 1
            if self._turn == MOST_TURNS:
                self.points = 0
                break
            roll = next(self._rolls)
            boards = plays(self.position, roll)
            if len(boards):
                return self._movers[self._turn % 2], Asked(self.position, roll, boards)
            self.position = self.position.flipped()
        return None

    def play(self, board: Sequence[int]) -> None:
        """Go on with the board after the play that was chosen."""
        self.position = Position(tuple(board)).flipped()
        if self.position.is_over:
            won = points_won(board)
            self.points = won if self._turn % 2 == 0 else -won


def play_games(games: Sequence[tuple[Mover, Mover, str]], plays: Plays) -> list[int]:
    """Points that the first player of each game wins, or loses if negative. That player has the first move.

    A game has its two players and the seed of its dice.
    """
    begun = [_DuelGame((first, second), seed) for first, second, seed in games]
    while True:
        questions: dict[int, tuple[Mover, list[_DuelGame], list[Asked]]] = {}
        for game in begun:
            if (question := game.asks(plays)) is not None:
                mover, asked = question
                _, waiting, together = questions.setdefault(id(mover), (mover, [], []))
                waiting.append(game)
                together.append(asked)
        if not questions:
            return [game.points or 0 for game in begun]
        for mover, waiting, together in questions.values():
            for game, asked, chosen in zip(waiting, together, choose_many(mover, together), strict=True):
                game.play(asked.boards[chosen].tolist())


def choose_many(mover: Mover, asked: Sequence[Asked]) -> Sequence[int]:
    """What a player chooses in each of several games: all at once if it can, otherwise one by one."""
    if isinstance(mover, MoverOfMany):
        return mover.choose_many(asked)
    return [mover(*one) for one in asked]


def duel(first: Mover, second: Mover, pairs: int, seed: int = 1) -> Iterator[DuelScore]:
    """Play so many pairs of games, yielding the score after each pair."""
    plays = Plays()
    points: list[float] = []
    for begun in range(0, pairs, SIDE_BY_SIDE):
        dice = [f"{seed}/{pair}" for pair in range(begun, min(begun + SIDE_BY_SIDE, pairs))]
        won = play_games([(first, second, one) for one in dice] + [(second, first, one) for one in dice], plays)
        for mine, theirs in zip(won[: len(dice)], won[len(dice) :], strict=True):
            points.append((mine - theirs) / 2)
            error = float(np.std(points, ddof=1)) / math.sqrt(len(points)) if len(points) > 1 else math.nan
            yield DuelScore(2 * len(points), float(np.mean(points)), error)
