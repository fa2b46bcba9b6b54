"""Drills: pips, match equities, take points, doubling in races and bear-offs, made from seeds and always new.

`make_problem` makes a problem; its `judge` says whether an answer is right, and shows the calculation in words. The
formulas are functions of their own, for use elsewhere.
"""

from sixprime.practice.drills.making import make_problem
from sixprime.practice.drills.models import LEVELS, SEEDS, AnswerKind, Drill, DrillProblem, DrillTask, DrillVerdict

__all__ = ["LEVELS", "SEEDS", "AnswerKind", "Drill", "DrillProblem", "DrillTask", "DrillVerdict", "make_problem"]
