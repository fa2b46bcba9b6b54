"""Movers to be judged: nets at a depth, levels, and anything else that ranks plays.

All of them play for money without a cube.
"""

from __future__ import annotations

import numpy as np

from sixprime.compiled.arrays import Boards
from sixprime.core import Position, Roll
from sixprime.engine.bots.level_evaluators import LevelEvaluator
from sixprime.engine.bots.levels import Level
from sixprime.engine.net.evaluators import Judge, NetEvaluator
from sixprime.engine.net.nets import Net
from sixprime.engine.search.searchers import Searcher
from sixprime.training.judging.decisions import Mover


def mover_of(judge: Judge) -> Mover:
    """A mover that plays what a judge ranks first."""

    def move(position: Position, roll: Roll, boards: Boards) -> int:
        best = np.array(judge.rank(position, roll)[0].play.result.points, dtype=np.int8)
        return int(np.flatnonzero((boards == best).all(axis=1))[0])

    return move


def net_mover(net: Net | None, plies: int, threads: int | None = None) -> Mover:
    """A net that looks so many plies ahead; the one that comes with the program if none is given."""
    if plies:
        return mover_of(Searcher(plies, net=net, threads=threads))
    return mover_of(NetEvaluator(net) if net is not None else NetEvaluator.default())


def level_mover(level: Level) -> Mover:
    """A level, which errs as its players do."""
    return mover_of(LevelEvaluator(level))
