"""`CubeSearcher`: looks ahead with the cube and at the score. It values plays and cube actions.

It goes as deep, and through the same plays, as `searchers.Searcher`; but whoever is on roll on the way doubles where
that is right, and what the leaves are worth depends on who has the cube and on the score.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from sixprime.compiled.arrays import Boards, Doubles, Floats
from sixprime.core import STANDARD, Match, Position, Roll, RuleSet, State
from sixprime.core.movegen import to_board
from sixprime.core.situations import Situation
from sixprime.engine.chances import Chances
from sixprime.engine.choice.net_stack_kernels import GammonWeights, NetStack
from sixprime.engine.choice.net_stacks import net_stack
from sixprime.engine.cube.board_kernels import DEFAULT_EFFICIENCIES, Efficiencies
from sixprime.engine.cube.decisions import CubeDecision, cube_values
from sixprime.engine.cube.judges import CubefulPlay, CubeLook, in_order
from sixprime.engine.cube.kernels import CubeValues
from sixprime.engine.cube.views import CubeView
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.engine.net.evaluators import NetEvaluator, as_chances, shared_tables
from sixprime.engine.search import cube_kernels as kernels
from sixprime.engine.search import kernels as search_kernels
from sixprime.engine.search.kernels import ROLLS, SearchBuffers
from sixprime.engine.search.searchers import DEPTHS, FILTERS, MAX_PLIES, ROLLS_AT_ONCE, SearchProblem
from sixprime.engine.search.thread_pools import NO_LIMIT, Limit, OutOfTime, ThreadPool
from sixprime.messages import text

if TYPE_CHECKING:
    from sixprime.engine.net.nets import Net

AFTER_DOUBLE = 2
"""The cube state in which the leader has doubled and the opponent has taken."""


class CubeSearcher:
    """Looks `plies` ahead with the cube; with `seconds` as well, as deep as the time allows and no deeper than that.

    One searcher does one thing at a time; its threads share the work on it.
    """

    def __init__(
        self,
        plies: int = 2,
        *,
        net: Net | None = None,
        threads: int | None = None,
        seconds: float | None = None,
        efficiencies: Efficiencies = DEFAULT_EFFICIENCIES,
        keep: int = 6,
        margin: float = 0.2,
    ) -> None:
        if not 0 <= plies <= MAX_PLIES:
            raise SearchProblem(text("a search goes 0 to {most} plies deep, not {plies}", most=MAX_PLIES, plies=plies))
        self.plies = plies
        self.efficiencies = efficiencies
        self._static = NetEvaluator(net) if net is not None else NetEvaluator.default()
        self._seconds = seconds
        self._keep, self._margin = keep, margin
        self._pool = ThreadPool(threads, _new_buffers)
        self._cube_buffers = kernels.new_cube_search_buffers()

    def decide(
        self,
        source: Match | State | Situation,
        *,
        rules: RuleSet = STANDARD,
        equities: MatchEquities | None = None,
    ) -> CubeDecision:
        """The cube decision of the player on roll. What an id does not say about the rules is as in `rules`."""
        state = source.state if isinstance(source, Match) else source
        view = CubeView.of(state, rules=rules, equities=equities)
        played = state.rules if isinstance(state, State) else rules
        return CubeDecision.from_values(self.look(state.position, view, played).values, view)

    def look(
        self,
        position: Position,
        view: CubeView,
        rules: RuleSet = STANDARD,
        stop: Event | None = None,
        progress: Callable[[CubeLook], object] | None = None,
    ) -> CubeLook:
        """The chances of the player on roll, whose view it is, and what doubling or not is worth to that player.

        If `stop` is set meanwhile, what has been found so far is the answer. `progress` is called after each depth.
        """
        chances = self._static.chances(position, rules)
        at_once = cube_values(position, view, chances, rules, self.efficiencies)
        stack = self._stack(rules)
        table = self._table(view)
        look = CubeLook(chances, at_once, 0)
        if progress is not None:
            progress(look)
        if not self.plies or position.is_over or kernels.is_exact(to_board(position), position.checkers, stack, table):
            return look
        flipped = to_board(position.flipped()).reshape(1, 26)
        limit = Limit.of_seconds(self._seconds, stop)
        for plies in (self.plies,) if self._seconds is None else range(1, self.plies + 1):
            try:
                found, values = self._search(flipped, position.checkers, plies, stack, table, limit, leading=True)
            except OutOfTime:
                break
            searched = CubeValues(
                float(kernels.mean_of_values(values[0], 0)),
                float(kernels.mean_of_values(values[0], AFTER_DOUBLE)),
                at_once.double_pass,
            )
            look = CubeLook(as_chances(found[0]).for_opponent(), searched, plies)
            if progress is not None:
                progress(look)
        return look

    def weigh(
        self,
        position: Position,
        roll: Roll,
        view: CubeView,
        rules: RuleSet = STANDARD,
        stop: Event | None = None,
        progress: Callable[[list[CubefulPlay]], object] | None = None,
        including: Collection[Position] = (),
    ) -> list[CubefulPlay]:
        """The legal plays of a roll, the best first: those looked at most deeply, then the others.

        The view is that of the player who moves; cube and score are as they are when the roll has fallen. If `stop` is
        set meanwhile, what has been found so far is the answer. `progress` is called after each depth. Plays that lead
        to the positions `including` are searched as deeply as the best ones, even if the filters would drop them.
        """
        plain = self._static.rank(position, roll, rules)
        if not plain:
            return []
        stack, table = self._stack(rules), self._table(view)
        boards = np.array([entry.play.result.points for entry in plain], dtype=np.int8)
        chances = np.array([_numbers(entry.chances) for entry in plain], dtype=np.float32)
        values = np.empty(len(plain))
        kernels.look_at_plays(boards, position.checkers, chances, stack, table, self._cube_buffers, values)
        ranked = in_order(
            [
                CubefulPlay(entry.play, entry.chances, equity, float(value))
                for entry, value, equity in zip(plain, values, view.equities(values), strict=True)
            ]
        )
        if progress is not None:
            progress(ranked)
        if len(ranked) < 2 or not self.plies:
            return ranked
        limit = Limit.of_seconds(self._seconds, stop)
        for plies in DEPTHS[self.plies] if self._seconds is None else range(1, self.plies + 1):
            try:
                ranked = self._deepen(ranked, position.checkers, plies, view, stack, table, limit, including)
            except OutOfTime:
                break
            if progress is not None:
                progress(ranked)
        return ranked

    def close(self) -> None:
        """End the threads."""
        self._pool.close()

    def _deepen(
        self, ranked: Sequence[CubefulPlay], checkers: int, plies: int, view: CubeView, stack: NetStack,
        table: kernels.CubeTable, limit: Limit, including: Collection[Position] = (),
    ) -> list[CubefulPlay]:  # fmt: skip
        """Search the plays that pass the filter, and those asked for; they come first."""
        chosen = FILTERS[plies]
        depth, best = ranked[0].plies, ranked[0].equity
        passed = [
            entry
            for rank, entry in enumerate(ranked)
            if (rank < chosen.keep and entry.plies == depth and entry.equity >= best - chosen.margin)
            or entry.play.result in including
        ]
        searched: list[CubefulPlay] = []
        open_ones = [entry for entry in passed if not self._is_known(entry.play.result, checkers, stack, table)]
        boards = np.array([entry.play.result.points for entry in open_ones], dtype=np.int8).reshape(-1, 26)
        found, values = self._search(boards, checkers, plies, stack, table, limit, leading=False)
        rows = {id(entry): row for row, entry in enumerate(open_ones)}
        for entry in passed:
            if id(entry) not in rows:
                searched.append(CubefulPlay(entry.play, entry.chances, entry.equity, entry.value, plies))
                continue
            row = rows[id(entry)]
            no_double = kernels.mean_of_values(values[row], 0)
            taken = kernels.mean_of_values(values[row], AFTER_DOUBLE - 1)
            value = float(kernels.decided(no_double, taken, 0, table, False))
            searched.append(CubefulPlay(entry.play, as_chances(found[row]), view.equity(value), value, plies))
        left_out = {id(entry) for entry in passed}
        return [*in_order(searched), *(entry for entry in ranked if id(entry) not in left_out)]

    def value_rolls(
        self, position: Position, view: CubeView, rules: RuleSet = STANDARD
    ) -> tuple[list[tuple[Roll, float]], Chances]:
        """What each of the 21 rolls is worth to the player on roll, who has not doubled: the value after its best play;
        and that player's chances before the roll.

        The leaves are valued by the net alone, however deep the searcher looks otherwise.
        """
        flipped = to_board(position.flipped()).reshape(1, 26)
        stack, table = self._stack(rules), self._table(view)
        chances, values = self._search(flipped, position.checkers, 1, stack, table, leading=True)
        rolls = [Roll(high, low) for high in range(1, 7) for low in range(1, high + 1)]
        valued = [(roll, float(values[0, number, 0])) for number, roll in enumerate(rolls)]
        return valued, as_chances(chances[0]).for_opponent()

    @staticmethod
    def _is_known(result: Position, checkers: int, stack: NetStack, table: kernels.CubeTable) -> bool:
        """Whether a position after a play needs no search: the game is over, or the tables know it with the cube."""
        return result.is_over or kernels.is_exact(to_board(result.flipped()), checkers, stack, table)

    def _search(
        self,
        boards: Boards,
        checkers: int,
        plies: int,
        stack: NetStack,
        table: kernels.CubeTable,
        limit: Limit = NO_LIMIT,
        *,
        leading: bool,
    ) -> tuple[Floats, Doubles]:
        """The mover's chances after each play (n, 5); for each roll and cube state, what it is worth to the leader."""
        answers = np.zeros((len(boards), ROLLS, 5), dtype=np.float32)
        values = np.zeros((len(boards), ROLLS, kernels.MAX_STATES))
        at_once = ROLLS if plies == 1 else ROLLS_AT_ONCE
        pieces = [(row, roll) for row in range(len(boards)) for roll in range(0, ROLLS, at_once)]

        def work(buffers: tuple[SearchBuffers, kernels.CubeSearchBuffers], piece: tuple[int, int]) -> None:
            row, roll = piece
            kernels.search_cube_rolls(
                boards[row], checkers, plies, roll, roll + at_once, leading, stack, table, *buffers, answers[row],
                values[row],
            )  # fmt: skip

        self._pool.share(pieces, work, limit)
        chances = np.empty((len(boards), 5), dtype=np.float32)
        for row, board in enumerate(boards):
            search_kernels.mean_of_answers(board, checkers, answers[row], chances[row])
        return chances, values

    def _stack(self, rules: RuleSet) -> NetStack:
        return net_stack(self._static.net, shared_tables(), rules.bear_off, keep=self._keep, margin=self._margin)

    def _table(self, view: CubeView) -> kernels.CubeTable:
        return kernels.CubeTable(view.situation, view.stakes, self.efficiencies, GammonWeights(*view.gammon_weights))


def _new_buffers() -> tuple[SearchBuffers, kernels.CubeSearchBuffers]:
    return search_kernels.new_search_buffers(), kernels.new_cube_search_buffers()


def _numbers(chances: Chances) -> tuple[float, ...]:
    return chances.win, chances.win_gammon, chances.win_backgammon, chances.lose_gammon, chances.lose_backgammon
