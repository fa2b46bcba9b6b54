"""The engine: what positions, plays and cube actions are worth, and players that decide by it.

`Engine` answers questions; the packages below are what it is made of. The public names are loaded when they are first
used, because most need the compiler.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sixprime.engine.analyses import AnalysedAction, AnalysedPlay, AnalysedRoll, Analysis, Evaluation, RollAnalysis
    from sixprime.engine.bots.levels import LEVELS, Level, UnknownLevel, level_named
    from sixprime.engine.chances import Chances
    from sixprime.engine.cube.decisions import CubeDecision, Verdict
    from sixprime.engine.engines import Engine, EngineProblem
    from sixprime.engine.match_equity.equities import MatchEquities
    from sixprime.engine.match_equity.tables import InvalidEquities
    from sixprime.engine.rollout.results import CandidateResult, Estimate, RolloutResult
    from sixprime.engine.rollout.rollouts import RolloutProblem, RolloutSettings

__all__ = [
    "LEVELS",
    "AnalysedAction",
    "AnalysedPlay",
    "AnalysedRoll",
    "Analysis",
    "CandidateResult",
    "Chances",
    "CubeDecision",
    "Engine",
    "EngineProblem",
    "Estimate",
    "Evaluation",
    "InvalidEquities",
    "Level",
    "MatchEquities",
    "RollAnalysis",
    "RolloutProblem",
    "RolloutResult",
    "RolloutSettings",
    "UnknownLevel",
    "Verdict",
    "level_named",
]

_HOMES = {
    "analyses": ("AnalysedAction", "AnalysedPlay", "AnalysedRoll", "Analysis", "Evaluation", "RollAnalysis"),
    "bots.levels": ("LEVELS", "Level", "UnknownLevel", "level_named"),
    "chances": ("Chances",),
    "cube.decisions": ("CubeDecision", "Verdict"),
    "engines": ("Engine", "EngineProblem"),
    "match_equity.equities": ("MatchEquities",),
    "match_equity.tables": ("InvalidEquities",),
    "rollout.results": ("CandidateResult", "Estimate", "RolloutResult"),
    "rollout.rollouts": ("RolloutProblem", "RolloutSettings"),
}
"""Which module each public name is loaded from."""


def __getattr__(name: str) -> object:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(f"{__name__}.{home}"), name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
