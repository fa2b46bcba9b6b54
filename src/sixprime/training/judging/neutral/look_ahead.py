"""Looking a ply ahead with any evaluator, in plain NumPy: for nets of other programs, which no search of ours knows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sixprime.compiled.arrays import Boards, Doubles
from sixprime.core import Position, Roll
from sixprime.core.positions import MAX_CHECKERS
from sixprime.engine.net.chance_arrays import equities_of
from sixprime.engine.net.evaluators import Evaluator
from sixprime.training.judging.decisions import Asked, Plays
from sixprime.training.judging.gnubg_reference import points_won

CANDIDATES, MARGIN = 6, 0.16
"""So many plays are looked at more deeply, if they come so near the best."""
ROLLS = tuple(Roll(high, low) for high in range(1, 7) for low in range(1, high + 1))


def equities(evaluator: Evaluator, boards: Boards) -> Doubles:
    """What boards after a play are worth to the player who made it, by the evaluator alone: cubeless, for money."""
    return np.asarray(equities_of(evaluator.after_plays(boards, MAX_CHECKERS)), dtype=np.float64)


def equities_one_ply_ahead(evaluator: Evaluator, boards: Boards, plays: Plays) -> Doubles:
    """What boards after a play are worth to the player who made it, if the opponent answers each roll with what the
    evaluator values most: the mean over all rolls."""
    return np.array([_one_ply_ahead(evaluator, board, plays) for board in boards], dtype=np.float64)


def _one_ply_ahead(evaluator: Evaluator, board: Boards, plays: Plays) -> float:
    if (board <= 0).all():
        return float(points_won(board.tolist()))
    position = Position(tuple(board.tolist())).flipped()
    stay = np.array([position.points], dtype=np.int8)
    answers = [found if len(found := plays(position, roll)) else stay for roll in ROLLS]
    values = equities(evaluator, np.concatenate(answers))
    starts = np.cumsum([0, *(len(found) for found in answers[:-1])])
    best = np.maximum.reduceat(values, starts)
    weights = np.array([1 if roll.is_double else 2 for roll in ROLLS])
    return -float(best @ weights) / 36


class EvaluatorMover:
    """A mover that makes the play an evaluator values most, alone or a ply ahead."""

    def __init__(self, evaluator: Evaluator, plies: int) -> None:
        self._evaluator = evaluator
        self._plies = plies
        self._plays = Plays()

    def __call__(self, position: Position, roll: Roll, boards: Boards) -> int:
        return self.choose_many([Asked(position, roll, boards)])[0]

    def choose_many(self, asked: Sequence[Asked]) -> list[int]:
        """What it plays in each of several games, all boards of which are evaluated together."""
        values = equities(self._evaluator, np.concatenate([one.boards for one in asked]))
        ends = np.cumsum([len(one.boards) for one in asked])
        return [self._choose(one.boards, own) for one, own in zip(asked, np.split(values, ends[:-1]), strict=True)]

    def _choose(self, boards: Boards, values: Doubles) -> int:
        best = int(np.argmax(values))
        if self._plies == 0:
            return best
        order = np.argsort(-values, kind="stable")[:CANDIDATES]
        near = order[values[order] >= values[best] - MARGIN]
        if len(near) < 2:
            return best
        return int(near[np.argmax(equities_one_ply_ahead(self._evaluator, boards[near], self._plays))])
