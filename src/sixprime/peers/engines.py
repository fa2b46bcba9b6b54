"""What the peers need of an engine: somebody who decides for a match, and somebody who says what positions are worth.

Neither is tied to a net: anything that fulfils `MatchPlayer` and `Judge` can be served to others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sixprime.engine.bots.net_players import NetPlayer
from sixprime.engine.bots.players import MatchPlayer
from sixprime.engine.cube.judges import ByChances, CubeJudge
from sixprime.engine.net.evaluators import Judge, NetEvaluator
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.engine.search.searchers import MAX_PLIES, Searcher


@dataclass(frozen=True, slots=True)
class Engine:
    """A player and the judgement behind it. Not to be shared by threads."""

    player: MatchPlayer
    judge: Judge
    searcher: CubeJudge | None = None
    """Weighs with the cube and the score in mind, if it has one that does."""

    @property
    def cube_judge(self) -> CubeJudge:
        """Weighs with the cube and the score in mind; formulas do so by the judge's chances where nobody else does."""
        return ByChances(self.judge) if self.searcher is None else self.searcher


@dataclass(frozen=True, slots=True)
class EngineKind:
    """Makes engines that look so many plies ahead (0 is the net alone) with so many threads at most, None for all.

    Each thread that asks gets one of its own.
    """

    make: Callable[[int, int | None], Engine]
    deepest: int = 0


def _engine(plies: int, threads: int | None) -> Engine:
    judge: Judge = Searcher(plies, threads=threads) if plies else NetEvaluator.default()
    searcher = CubeSearcher(plies, threads=threads)
    return Engine(NetPlayer(searcher), judge, searcher)


NET = EngineKind(_engine, MAX_PLIES)
"""The net that comes with the program, with as much look-ahead as is asked for."""
