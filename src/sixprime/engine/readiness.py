"""Everything that the engine compiles, in steps, each of which calls some kernels once.

`sixprime.analysis.readiness` has these steps with those of other packages. `get_ready` does what bots need, here and
now.
"""

from __future__ import annotations

from sixprime.compiled.preparation import CompileStep
from sixprime.core import Position, Roll, Turn
from sixprime.core.situations import Situation
from sixprime.core.turn_graphs import turn_graph
from sixprime.engine.cube.kernels import best_value
from sixprime.engine.cube.views import CubeView
from sixprime.engine.engines import Engine
from sixprime.engine.net.evaluators import NetEvaluator, shared_tables
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.engine.search.searchers import Searcher

START = Position.standard()
OPENING = Roll(3, 1)


def prepare_moves() -> None:
    """All that a play or its refusal calls."""
    for roll in (OPENING, Roll(4, 4)):
        list(START.legal_plays(roll))
        turn_graph(START, roll)
        turn = Turn(START, roll)
        while turn.next_steps:
            turn = turn.step(turn.next_steps[0])
        Turn(START, roll).why_not(24, 0)


def prepare_tables() -> None:
    """Work out the bear-off tables."""
    shared_tables()


def prepare_evaluation() -> None:
    """Evaluate with the net alone."""
    evaluator = NetEvaluator.default()
    evaluator.chances(START)
    evaluator.rank(START, OPENING)
    evaluator.best(START, OPENING)


def prepare_search() -> None:
    """Look ahead without the cube."""
    searcher = Searcher(2, threads=1)
    searcher.chances(START)
    searcher.rank(START, OPENING)


def prepare_cube_search() -> None:
    """Look ahead with the cube."""
    with_cube = CubeSearcher(2, threads=1)
    for view in (CubeView.money(), CubeView.match(5, 5)):
        look = with_cube.look(START, view)
        best_value(look.values, view.turned().situation)  # where a roll cannot be played
        with_cube.weigh(START, OPENING, view)
        with_cube.value_rolls(START, view)


def prepare_rollouts() -> None:
    """Play positions out, with and without a cube, for money and in a match."""
    with Engine(plies=0, threads=1) as engine:
        engine.rollout(Situation(START, roll=OPENING), games=1, plays=1)
        engine.rollout(Situation(START), games=1)


def get_ready() -> None:
    """Compile or load what bots need, and work out the bear-off tables, unless that has been done."""
    for step in (prepare_moves, prepare_evaluation, prepare_search, prepare_cube_search):
        step()


def _step(function: str, seconds: float) -> CompileStep:
    return CompileStep(f"{__name__}:{function}", seconds)


STEPS = (
    _step(prepare_tables.__name__, 4.0),
    _step(prepare_rollouts.__name__, 20.0),
    _step(prepare_cube_search.__name__, 8.0),
    _step(prepare_search.__name__, 6.0),
    _step(prepare_evaluation.__name__, 3.0),
    _step(prepare_moves.__name__, 3.0),
)
"""The longest ones first, so that two processes end at about the same time; before them the tables, which all read."""
