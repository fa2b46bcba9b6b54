"""Looking a ply ahead with any evaluator: against a plain loop over rolls and plays."""

import numpy as np
import pytest

from sixprime import Position, Roll
from sixprime.engine.net.evaluators import NetEvaluator
from sixprime.training.judging.decisions import Plays
from sixprime.training.judging.neutral.look_ahead import (
    CANDIDATES,
    EvaluatorMover,
    equities,
    equities_one_ply_ahead,
)

EVALUATOR = NetEvaluator.default()
START = Position.standard()


def slow_equity(position: Position) -> float:
    """What a position after a play is worth to who made it, the opponent answering every roll of 36 in turn."""
    other = position.flipped()
    total = 0.0
    for first in range(1, 7):
        for second in range(1, 7):
            results = [play.result for play in other.legal_plays((first, second))] or [other]
            boards = np.array([result.points for result in results], dtype=np.int8)
            total += float(equities(EVALUATOR, boards).max())
    return -total / 36


def test_it_is_the_mean_over_the_best_answers() -> None:
    closed_out = Position.of({6: 3, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2}, {25: 1, 6: 5, 5: 4, 4: 5})
    positions = [next(iter(START.legal_plays((3, 1)))).result, closed_out]
    found = equities_one_ply_ahead(
        EVALUATOR, np.array([position.points for position in positions], dtype=np.int8), Plays()
    )
    assert found.tolist() == pytest.approx([slow_equity(position) for position in positions], abs=1e-5)


def test_a_game_that_is_over_is_worth_its_points() -> None:
    boards = np.array([Position.of({}, {12: 15}).points], dtype=np.int8)
    assert equities_one_ply_ahead(EVALUATOR, boards, Plays()).tolist() == [2.0]


def test_movers_play_what_they_value_most() -> None:
    plays = Plays()
    for roll in (Roll(3, 1), Roll(6, 2), Roll(5, 5)):
        boards = plays(START, roll)
        alone = equities(EVALUATOR, boards)
        assert EvaluatorMover(EVALUATOR, 0)(START, roll, boards) == int(alone.argmax())
        near = np.argsort(-alone, kind="stable")[:CANDIDATES]
        ahead = equities_one_ply_ahead(EVALUATOR, boards[near], plays)
        assert EvaluatorMover(EVALUATOR, 1)(START, roll, boards) == int(near[ahead.argmax()])
