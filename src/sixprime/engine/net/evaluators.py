"""Evaluating positions: the protocols `Evaluator` and `Judge`, and `NetEvaluator`, which is both.

Kernels evaluate positions after a play; people ask about positions before a roll. Each function says whose chances it
gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Protocol

import numpy as np

from sixprime.compiled.arrays import Boards, Floats, Longs
from sixprime.compiled.jit import is_plain, plain
from sixprime.core import STANDARD, BearOff, Play, Position, Roll, RuleSet
from sixprime.core.movegen import BEAR_OFF_CODES, play_of_row, to_board
from sixprime.core.positions import MAX_CHECKERS
from sixprime.engine.chances import Chances
from sixprime.engine.choice.net_stack_kernels import MONEY, NetStack
from sixprime.engine.choice.net_stacks import Filters, net_stack
from sixprime.engine.choice.quick_choice_kernels import NO_PLAY
from sixprime.engine.choice.selection_kernels import best_play, best_plays, selection_buffers
from sixprime.engine.net import deep_kernels
from sixprime.engine.net import kernels as net_kernels
from sixprime.engine.net.nets import Net, Tables

DECISION_FILTERS: Filters = {"keep": 8, "margin": 0.24, "deep_keep": 5, "deep_margin": 0.12}
"""Where a single play is chosen, more plays get through to the next net than inside a search."""

DEFAULT_NET = Path(__file__).parent.parent / "data" / "default.net"


class Evaluator(Protocol):
    """Evaluates many positions after plays at once."""

    def after_plays(self, boards: Boards, checkers: int) -> Floats:
        """Chances of the player who has just moved, for boards (n, 26) in that player's view; (n, 5) in the order
        of `Chances`."""
        ...


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """A legal play and the chances it leaves the player who makes it."""

    play: Play
    chances: Chances
    plies: int = 0
    """How many plies ahead the chances were looked for."""


class Judge(Protocol):
    """Gives the chances of a position before a roll, and ranks the plays of a roll, without a cube.

    `Engine` is the way to ask for answers; judges are what it is made of.
    """

    def chances(self, position: Position, rules: RuleSet = STANDARD) -> Chances:
        """The chances of the player on roll, before the roll."""
        ...

    def rank(self, position: Position, roll: Roll, rules: RuleSet = STANDARD) -> list[RankedPlay]:
        """The legal plays of a roll, the best first."""
        ...


class NetEvaluator:
    """Evaluates positions and plays with a net. Threads must not share one: each makes its own, of the same net."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self._tables = shared_tables()
        self._plays = plain(net_kernels.new_evaluation_buffers)()
        self._arrays = net.arrays(), self._tables.arrays()
        self._bear_off = self._arrays[1][2:]
        if net.has_deep:
            self._selection = selection_buffers()
            self._plays = self._selection.quick.plays

    @classmethod
    def default(cls) -> NetEvaluator:
        """The net that comes with the program."""
        return cls(default_net())

    def after_plays(self, boards: Boards, checkers: int, rules: RuleSet = STANDARD) -> Floats:
        chances = np.empty((len(boards), net_kernels.OUTPUTS), dtype=np.float32)
        exact = rules.bear_off is BearOff.STANDARD
        tables = self._tables.arrays(exact_endings=exact)
        boards = np.ascontiguousarray(boards)
        if self.net.has_deep:
            deep_kernels.evaluate_boards_deeply(boards, checkers, self.net.deep, tables, chances)
        else:
            net_kernels.evaluate_boards(boards, checkers, self.net.arrays(), tables, chances)
        return chances

    def chances(self, position: Position, rules: RuleSet = STANDARD) -> Chances:
        """The chances of the player on roll, before the roll."""
        flipped = to_board(position.flipped()).reshape(1, 26)
        return as_chances(self.after_plays(flipped, position.checkers, rules)[0]).for_opponent()

    def rank(self, position: Position, roll: Roll, rules: RuleSet = STANDARD) -> list[RankedPlay]:
        """The legal plays of a roll, the best first; of equal ones, the one listed first."""
        ranked = [self._ranked(position, roll, number) for number in range(self._evaluate(position, roll, rules))]
        return sorted(ranked, key=lambda entry: -entry.chances.equity)

    def best(self, position: Position, roll: Roll, rules: RuleSet = STANDARD) -> RankedPlay | None:
        """The best play, in a fraction of the time that `rank` takes; None where there is none.

        It is the first of what `rank` gives, unless the smaller nets, which look first, think too little of that one.
        """
        if self.net.has_deep:
            return self._select(position, roll, rules)
        if is_plain():
            found = self._evaluate(position, roll, rules)
            best = net_kernels.best_of(self._plays.chances, found)
            return self._ranked(position, roll, best) if found else None
        best_play_at, addresses = self._single
        found, best = best_play_at(
            addresses, to_board(position), position.checkers, roll.first, roll.second,
            BEAR_OFF_CODES[rules.bear_off], *self._bear_off,
        )  # fmt: skip
        return self._ranked(position, roll, best) if found else None

    @cached_property
    def _single(self) -> tuple[Callable[..., tuple[int, int]], Longs]:
        """The kernel for a single decision, and the addresses of what it works on. It exists as machine code only."""
        from sixprime.engine.net.single_kernels import addresses_of, best_play_at

        return best_play_at, addresses_of(*self._arrays, self._plays)

    def best_of_many(
        self, boards: Boards, rolls: Boards, checkers: int = MAX_CHECKERS, rules: RuleSet = STANDARD
    ) -> tuple[Boards, Floats]:
        """The best plays of many decisions at once: boards (n, 26) in the mover's view and rolls (n, 2) in, the boards
        after the best plays and the mover's chances (n, 5) out. Where there is no play the board stays as it is."""
        boards = np.ascontiguousarray(boards)
        results = np.empty_like(boards)
        chances = np.empty((len(boards), net_kernels.OUTPUTS), dtype=np.float32)
        if self.net.has_deep:
            best_plays(boards, rolls, checkers, self._stack(rules), MONEY, results, chances)
            return results, chances
        tables = self._tables.arrays(exact_endings=rules.bear_off is BearOff.STANDARD)
        code = BEAR_OFF_CODES[rules.bear_off]
        net_kernels.choose_plays(boards, rolls, checkers, code, self.net.arrays(), tables, results, chances)
        return results, chances

    def _stack(self, rules: RuleSet) -> NetStack:
        return net_stack(self.net, self._tables, rules.bear_off, **DECISION_FILTERS)

    def _select(self, position: Position, roll: Roll, rules: RuleSet) -> RankedPlay | None:
        """The best play by all nets in turn."""
        if position.is_over:
            return None
        row = best_play(
            to_board(position), position.checkers, roll.high, roll.low, self._stack(rules), MONEY, self._selection
        )
        return None if row == NO_PLAY else self._ranked(position, roll, row)

    def _ranked(self, position: Position, roll: Roll, number: int) -> RankedPlay:
        """One of the plays that have been evaluated."""
        plays = self._plays
        play = play_of_row(position, roll, plays.sources[number], plays.low_first[number], plays.results[number])
        return RankedPlay(play, as_chances(plays.chances[number]))

    def _evaluate(self, position: Position, roll: Roll, rules: RuleSet) -> int:
        """Evaluate all plays of a roll; how many there are."""
        if position.is_over:
            return 0
        code = BEAR_OFF_CODES[rules.bear_off]
        if self.net.has_deep:
            return deep_kernels.evaluate_plays_deeply(
                to_board(position), position.checkers, roll.first, roll.second, code, self.net.deep,
                self._tables.arrays(), self._plays, self._selection.deep,
            )  # fmt: skip
        return net_kernels.evaluate_plays(
            to_board(position), position.checkers, roll.first, roll.second, code, self.net.arrays(),
            self._tables.arrays(), self._plays,
        )  # fmt: skip


def as_chances(row: Floats) -> Chances:
    """A row of five numbers, with names."""
    return Chances(*row.tolist())


def shared_tables() -> Tables:
    """The look-up tables, made once in a process; without exact endings while nothing is compiled.

    Working these out takes machine code, and looking a position up in plain Python longer than asking the net.
    """
    return _tables(exact_endings=not is_plain())


@cache
def _tables(*, exact_endings: bool) -> Tables:
    return Tables(exact_endings=exact_endings)


@cache
def default_net() -> Net:
    """The net that comes with the program, without what evaluating takes besides."""
    return Net.load(DEFAULT_NET)
