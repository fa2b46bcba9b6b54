"""Drills as clients get them, in their language."""

from __future__ import annotations

from sixprime.core.turn_graphs import turn_graph
from sixprime.messages import Catalogue
from sixprime.practice.drills import LEVELS, Drill, DrillTask, DrillVerdict
from sixprime.practice.drills.race_formulas import RaceAction
from sixprime.practice.drills.races import ACTION_WORDS
from sixprime.server.schemas.base import CubeValueAnswer
from sixprime.server.schemas.drills import (
    DrillActionAnswer,
    DrillAnswer,
    DrillListAnswer,
    DrillProblemAnswer,
    DrillVerdictAnswer,
)
from sixprime.server.schemas.states import TurnGraphAnswer


def drills_answer(catalogue: Catalogue) -> DrillListAnswer:
    """All drills."""
    drills = [
        DrillAnswer(name=it.value, title=it.title.in_language(catalogue), words=it.words.in_language(catalogue))
        for it in Drill
    ]
    return DrillListAnswer(drills=drills, levels=LEVELS)


def problem_answer(problem: DrillTask, catalogue: Catalogue) -> DrillProblemAnswer:
    """A problem with everything that a page needs."""
    position, roll, owner = problem.position, problem.roll, problem.cube.owner
    turn: TurnGraphAnswer | None = None
    if position is not None and roll is not None:
        turn = TurnGraphAnswer.model_validate({"nodes": turn_graph(position, roll)})
    return DrillProblemAnswer(
        drill=problem.drill.value,
        level=problem.level,
        seed=problem.seed,
        kind=problem.kind.value,
        question=problem.question.in_language(catalogue),
        board=None if position is None else list(position.points),
        checkers=15 if position is None else position.checkers,
        roll=None if roll is None else (roll.high, roll.low),
        cube=CubeValueAnswer(value=problem.cube.value, owner=None if owner is None else owner.value),
        turn=turn,
        actions=[
            DrillActionAnswer(name=name, words=ACTION_WORDS[RaceAction(name)].in_language(catalogue))
            for name in problem.actions
        ],
    )


def drill_verdict_answer(verdict: DrillVerdict, catalogue: Catalogue) -> DrillVerdictAnswer:
    """What became of an answer, in words."""
    return DrillVerdictAnswer(
        right=verdict.is_right,
        words=verdict.words.in_language(catalogue),
        working=[line.in_language(catalogue) for line in verdict.working],
    )
