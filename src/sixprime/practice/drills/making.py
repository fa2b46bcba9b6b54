"""Makes problems of all drills from a seed and a level."""

from __future__ import annotations

from functools import cache

from sixprime.engine.bearoff.databases import TwoSided
from sixprime.engine.engines import Engine
from sixprime.messages import shown, text
from sixprime.practice.drills import pips, races, scores
from sixprime.practice.drills.models import LEVELS, SEEDS, Drill, DrillProblem, DrillTask


@cache
def _table() -> TwoSided:
    return TwoSided.load()


def make_problem(drill: Drill, seed: int, level: int, engine: Engine) -> DrillTask:
    """The problem of a drill for a seed and a level; the engine judges races.

    Numbers out of range are a `DrillProblem`.
    """
    if type(level) is not int or not 1 <= level <= LEVELS:
        raise DrillProblem(text("there are levels 1 to {most}, not {level}", most=LEVELS, level=shown(level)))
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise DrillProblem(text("there is no problem {number}", number=shown(seed)))
    match drill:
        case Drill.PIPS:
            return pips.make(seed, level)
        case Drill.EQUITY:
            return scores.make_equity(seed, level)
        case Drill.TAKE_POINT:
            return scores.make_take_point(seed, level)
        case Drill.RACE:
            return races.make_race(seed, level, engine)
        case Drill.BEAR_OFF:
            return races.make_bear_off(seed, level, _table())
