"""Movers to be judged: nets at a depth, levels, and anything else that ranks plays.

All of them play for money without a cube.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sixprime.compiled.arrays import Boards
from sixprime.core import Position, Roll
from sixprime.engine.bots.level_evaluators import LevelEvaluator
from sixprime.engine.bots.levels import Level
from sixprime.engine.net.evaluators import Judge, NetEvaluator
from sixprime.engine.net.nets import Net
from sixprime.engine.search.searchers import Searcher
from sixprime.training.judging.decisions import Asked, Mover


def mover_of(judge: Judge) -> Mover:
    """A mover that plays what a judge ranks first."""

    def move(position: Position, roll: Roll, boards: Boards) -> int:
        best = np.array(judge.rank(position, roll)[0].play.result.points, dtype=np.int8)
        return _number_of(best, boards)

    return move


class NetMover:
    """A mover that plays what a net likes best without looking ahead, as its players choose: the deep net has the last
    word on the plays that the smaller ones let through."""

    def __init__(self, evaluator: NetEvaluator) -> None:
        self._evaluator = evaluator

    def __call__(self, position: Position, roll: Roll, boards: Boards) -> int:
        return self.choose_many([Asked(position, roll, boards)])[0]

    def choose_many(self, asked: Sequence[Asked]) -> list[int]:
        """What it plays in each of several games."""
        positions = np.array([one.position.points for one in asked], dtype=np.int8)
        rolls = np.array([(one.roll.first, one.roll.second) for one in asked], dtype=np.int8)
        best, _ = self._evaluator.best_of_many(positions, rolls)
        return [_number_of(board, one.boards) for board, one in zip(best, asked, strict=True)]


def _number_of(board: Boards, boards: Boards) -> int:
    """Which of the boards it is."""
    return int(np.flatnonzero((boards == board).all(axis=1))[0])


def net_mover(net: Net | None, plies: int, threads: int | None = None) -> Mover:
    """A net that looks so many plies ahead; the one that comes with the program if none is given."""
    if plies:
        return mover_of(Searcher(plies, net=net, threads=threads))
    return NetMover(NetEvaluator(net) if net is not None else NetEvaluator.default())


def level_mover(level: Level) -> Mover:
    """A level, which errs as its players do."""
    return mover_of(LevelEvaluator(level))
