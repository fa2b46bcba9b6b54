"""Problems of the drills: the same seed gives the same problem, and every answer is judged."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sixprime import Engine
from sixprime.core import IllegalPlay
from sixprime.engine.bearoff.databases import TwoSided
from sixprime.practice.drills import LEVELS, AnswerKind, Drill, DrillProblem, DrillTask, make_problem
from sixprime.practice.drills.races import ranked_plays


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(plies=0, threads=1) as engine:
        yield engine


def right_number(problem: DrillTask) -> float:
    """The number that the verdict tells."""
    words = problem.judge(-1000).words
    return float(str(words.values["pips" if problem.drill is Drill.PIPS else "chance"]))


@pytest.mark.parametrize("drill", Drill)
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_problems_are_new_for_each_seed_and_alike_for_the_same(drill: Drill, level: int, engine: Engine) -> None:
    problems = [make_problem(drill, seed, level, engine) for seed in range(25)]
    again = [make_problem(drill, seed, level, engine) for seed in range(25)]
    assert [(it.question, it.position, it.roll) for it in problems] == [
        (it.question, it.position, it.roll) for it in again
    ]
    assert (
        len({(str(it.question), it.position, it.roll) for it in problems}) > 7
    )  # at level 1 there are only ten scores
    for problem in problems[:6]:
        check_judge(problem)


def check_judge(problem: DrillTask) -> None:
    """One answer is right, another is not, and both are told the calculation."""
    if problem.kind is AnswerKind.ACTION:
        verdicts = [problem.judge(action) for action in problem.actions]
    elif problem.kind is AnswerKind.PLAY:
        assert problem.position is not None
        assert problem.roll is not None
        ranked = ranked_plays(problem.position, problem.roll, TwoSided.load())
        verdicts = [problem.judge(play.pairs) for play, _ in ranked]
        assert [verdict.is_right for verdict in verdicts] == [True, *[False] * (len(ranked) - 1)]
        with pytest.raises(IllegalPlay):
            problem.judge([(24, 1)])
    else:
        number = right_number(problem)
        verdicts = [problem.judge(number), problem.judge(number + 5), problem.judge(number - 5)]
        assert [verdict.is_right for verdict in verdicts] == [True, False, False]
    assert {verdict.is_right for verdict in verdicts} == {True, False}
    assert all(verdict.working and str(verdict.words) for verdict in verdicts)
    with pytest.raises(DrillProblem):
        problem.judge("nonsense")


def test_races_are_real_races_near_the_window(engine: Engine) -> None:
    """All three actions come up, and the rules of thumb are right more often than not."""
    best = set()
    for seed in range(60):
        problem = make_problem(Drill.RACE, seed, 1 + seed % 4, engine)
        assert problem.position is not None
        assert problem.position.is_race
        best |= {action for action in problem.actions if problem.judge(action).is_right}
    assert best == {"no-double", "double-take", "double-pass"}


def test_bad_levels_and_seeds_are_refused(engine: Engine) -> None:
    for seed, level in ((0, 0), (0, 5), (-1, 1), (2**31, 1), (True, 1), (0, True)):
        with pytest.raises(DrillProblem):
            make_problem(Drill.PIPS, seed, level, engine)
