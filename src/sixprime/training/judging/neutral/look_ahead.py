"""Looking a ply ahead with any evaluator, in plain NumPy: for nets of other programs, which no search of ours knows."""

from __future__ import annotations

import numpy as np

from sixprime.compiled.arrays import Boards, Doubles
from sixprime.core import Position, Roll
from sixprime.core.positions import MAX_CHECKERS
from sixprime.engine.net.chance_arrays import equities_of
from sixprime.engine.net.evaluators import Evaluator
from sixprime.training.judging.decisions import Mover, Plays
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


def evaluator_mover(evaluator: Evaluator, plies: int) -> Mover:
    """A mover that makes the play an evaluator values most, alone or a ply ahead."""
    plays = Plays()

    def move(position: Position, roll: Roll, boards: Boards) -> int:  # noqa: ARG001
        values = equities(evaluator, boards)
        best = int(np.argmax(values))
        if plies == 0:
            return best
        order = np.argsort(-values, kind="stable")[:CANDIDATES]
        near = order[values[order] >= values[best] - MARGIN]
        if len(near) < 2:
            return best
        return int(near[np.argmax(equities_one_ply_ahead(evaluator, boards[near], plays))])

    return move
