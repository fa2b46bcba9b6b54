"""Compiles the kernels and makes the tables of the engine before they are first needed.

Installers call it, so that the first move of a bot does not have to wait: python -m sixprime.engine.readiness
"""

from __future__ import annotations

from sixprime.core import Position, Roll
from sixprime.core.turn_graphs import turn_graph
from sixprime.engine.cube.views import CubeView
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.engine.search.searchers import Searcher


def get_ready() -> None:
    """Compile the engine and work out the bear-off tables, unless that has been done."""
    start = Position.standard()
    list(start.legal_plays(Roll(3, 1)))
    searcher = Searcher(2, threads=1)
    searcher.chances(start)
    searcher.rank(start, Roll(3, 1))
    turn_graph(start, Roll(3, 1))
    with_cube = CubeSearcher(2, threads=1)
    for view in (CubeView.money(), CubeView.match(5, 5)):
        with_cube.look(start, view)
        with_cube.weigh(start, Roll(3, 1), view)


if __name__ == "__main__":
    get_ready()
