"""`Searcher`: an evaluator that looks ahead. It ranks plays and judges positions one, two or three plies deep.

Plies are counted as players of GNU Backgammon do: none is the net by itself. All plays are looked at; those that come
near the best are searched, and the deeper a search goes the fewer plays it takes along. The result does not depend on
the number of threads. With a limit of time the search deepens until the clock says stop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from sixprime.compiled.arrays import Boards, Floats
from sixprime.core import STANDARD, BearOff, Position, Roll, RuleSet, SixprimeError
from sixprime.core.movegen import to_board
from sixprime.engine.bearoff.kernels import HOME_POINTS
from sixprime.engine.chances import Chances
from sixprime.engine.choice.net_stack_kernels import NetStack
from sixprime.engine.choice.net_stacks import DEEP_KEEP, DEEP_MARGIN, KEEP, MARGIN, Filters, net_stack
from sixprime.engine.net.evaluators import NetEvaluator, RankedPlay, as_chances, shared_tables
from sixprime.engine.search import kernels
from sixprime.engine.search.thread_pools import NO_LIMIT, Limit, OutOfTime, ThreadPool
from sixprime.messages import text

if TYPE_CHECKING:
    from sixprime.engine.net.nets import Net

MAX_PLIES = 3
ROLLS_AT_ONCE = 3
"""How many of the 21 rolls are one piece of work: enough to be worth a thread, few enough to stop in time."""


class SearchProblem(SixprimeError):
    """A search that cannot be done as asked."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which plays go on to a depth: so many at most, and none that is further behind the best than the margin."""

    keep: int
    margin: float


FILTERS: Mapping[int, Filter] = {1: Filter(8, 0.16), 2: Filter(6, 0.16), 3: Filter(3, 0.05)}
"""For each depth, by what was seen at the depth before it."""
DEPTHS: Mapping[int, tuple[int, ...]] = {1: (1,), 2: (2,), 3: (2, 3)}
"""The depths that a search of so many plies goes through. One ply ranks hard positions badly, and is passed over."""


class Searcher:
    """Looks `plies` ahead; with `seconds` as well, as deep as the time allows and no deeper than that.

    One searcher does one thing at a time; its threads share the work on it.
    """

    def __init__(
        self,
        plies: int = 2,
        *,
        net: Net | None = None,
        threads: int | None = None,
        seconds: float | None = None,
        filters: Mapping[int, Filter] = FILTERS,
        keep: int = KEEP,
        margin: float = MARGIN,
        deep_keep: int = DEEP_KEEP,
        deep_margin: float = DEEP_MARGIN,
    ) -> None:
        if not 0 <= plies <= MAX_PLIES:
            raise SearchProblem(text("a search goes 0 to {most} plies deep, not {plies}", most=MAX_PLIES, plies=plies))
        if min(keep, deep_keep) < 1 or not (margin >= 0 and deep_margin >= 0):
            raise SearchProblem(text("a search looks at one answer at least, and none may be ahead of the best"))
        self.plies = plies
        self.depth = 0
        """How many plies ahead was looked when `chances` was last asked for."""
        self._static = NetEvaluator(net) if net is not None else NetEvaluator.default()
        self._seconds = seconds
        self._filters = filters
        self._answers = Filters(keep=keep, margin=margin, deep_keep=deep_keep, deep_margin=deep_margin)
        self._pool = ThreadPool(threads, kernels.new_search_buffers)
        self._game: tuple[int, BearOff] | None = None

    def after_plays(self, boards: Boards, checkers: int, rules: RuleSet = STANDARD) -> Floats:
        """Chances of the player who has just moved, for boards (n, 26) in that player's view; (n, 5)."""
        return (
            self._values(boards, checkers, rules, self.plies, NO_LIMIT)
            if self.plies
            else self._look(boards, checkers, rules)
        )

    def chances(self, position: Position, rules: RuleSet = STANDARD, stop: Event | None = None) -> Chances:
        """The chances of the player on roll, before the roll; if `stop` is set meanwhile, as found so far."""
        flipped = to_board(position.flipped()).reshape(1, 26)
        limit = Limit.of_seconds(self._seconds, stop)
        if (self._seconds is None and stop is None) or not self.plies:
            self.depth = self.plies
            return as_chances(self.after_plays(flipped, position.checkers, rules)[0]).for_opponent()
        self.depth = 0
        best = self._look(flipped, position.checkers, rules)
        for plies in (self.plies,) if self._seconds is None else range(1, self.plies + 1):
            try:
                best = self._values(flipped, position.checkers, rules, plies, limit)
                self.depth = plies
            except OutOfTime:
                break
        return as_chances(best[0]).for_opponent()

    def rank(
        self, position: Position, roll: Roll, rules: RuleSet = STANDARD, stop: Event | None = None
    ) -> list[RankedPlay]:
        """The legal plays of a roll, the best first: those looked at most deeply, then the others.

        If `stop` is set meanwhile, what has been found so far is the answer.
        """
        ranked = self._static.rank(position, roll, rules)
        if len(ranked) < 2 or not self.plies:
            return ranked
        limit = Limit.of_seconds(self._seconds, stop)
        for plies in DEPTHS[self.plies] if self._seconds is None else range(1, self.plies + 1):
            try:
                ranked = self._deepen(ranked, position.checkers, rules, plies, limit)
            except OutOfTime:
                break
        return ranked

    def close(self) -> None:
        """End the threads."""
        self._pool.close()

    def _look(self, boards: Boards, checkers: int, rules: RuleSet) -> Floats:
        return self._static.after_plays(boards, checkers, rules)

    def _deepen(
        self, ranked: Sequence[RankedPlay], checkers: int, rules: RuleSet, plies: int, limit: Limit
    ) -> list[RankedPlay]:
        """Search the plays that pass the filter; they come first."""
        chosen = self._filters[plies]
        depth, best = ranked[0].plies, ranked[0].chances.equity
        passed = [
            entry
            for entry in ranked[: chosen.keep]
            if entry.plies == depth and entry.chances.equity >= best - chosen.margin
        ]
        boards = np.array([entry.play.result.points for entry in passed], dtype=np.int8)
        values = self._values(boards, checkers, rules, plies, limit)
        searched = [RankedPlay(entry.play, as_chances(row), plies) for entry, row in zip(passed, values, strict=True)]
        return [*sorted(searched, key=lambda entry: -entry.chances.equity), *ranked[len(passed) :]]

    def _stack(self, rules: RuleSet) -> NetStack:
        return net_stack(self._static.net, shared_tables(), rules.bear_off, **self._answers)

    def _values(self, boards: Boards, checkers: int, rules: RuleSet, plies: int, limit: Limit) -> Floats:
        """The boards' chances at a depth, worked out by all threads."""
        stack = self._stack(rules)
        if self._game != (checkers, rules.bear_off):
            # What the caches hold is true of one kind of game only.
            self._game = (checkers, rules.bear_off)
            self._pool.clear_buffers()
        answers = np.zeros((len(boards), kernels.ROLLS, 5), dtype=np.float32)
        at_once = kernels.ROLLS if plies == 1 else ROLLS_AT_ONCE
        pieces = [
            (row, roll)
            for row in range(len(boards))
            if not self._is_known(boards[row], stack)
            for roll in range(0, kernels.ROLLS, at_once)
        ]

        def work(buffers: kernels.SearchBuffers, piece: tuple[int, int]) -> None:
            row, roll = piece
            kernels.search_rolls(boards[row], checkers, plies, roll, roll + at_once, stack, buffers, answers[row])

        self._pool.share(pieces, work, limit)
        return self._means(boards, checkers, rules, stack, answers)

    def _means(self, boards: Boards, checkers: int, rules: RuleSet, stack: NetStack, answers: Floats) -> Floats:
        values = np.empty((len(boards), 5), dtype=np.float32)
        for row, board in enumerate(boards):
            if self._is_known(board, stack):
                values[row] = self._look(boards[row : row + 1], checkers, rules)[0]
            else:
                kernels.mean_of_answers(board, checkers, answers[row], values[row])
        return values

    @staticmethod
    def _is_known(board: Boards, stack: NetStack) -> bool:
        """Whether the game is over, or the bear-off tables know the board: nothing is gained by searching it."""
        own, enemies = np.flatnonzero(board > 0), np.flatnonzero(board < 0)
        if not len(own) or not len(enemies):
            return True
        return len(stack.tables.rolls) > 0 and own[-1] <= HOME_POINTS and enemies[0] > 24 - HOME_POINTS
