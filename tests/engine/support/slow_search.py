"""Looking ahead as anybody would write it down: what the search is compared with."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from engine.support.deep_examples import with_deep
from sixprime import ALL_ROLLS, STANDARD, BearOff, Position, Roll, RuleSet
from sixprime.compiled.arrays import Floats
from sixprime.compiled.moves import MAX_PLAYS
from sixprime.compiled.rolls import number_of_roll
from sixprime.core.movegen import BEAR_OFF_CODES, to_board
from sixprime.engine.choice.net_stacks import DEEP_KEEP, DEEP_MARGIN
from sixprime.engine.net import kernels as net_kernels
from sixprime.engine.net.deep_kernels import NO_DEEP
from sixprime.engine.net.evaluators import NetEvaluator, shared_tables
from sixprime.engine.net.nets import Net
from sixprime.engine.net.quick_kernels import quick_plays
from sixprime.engine.search.kernels import GROUPS, ROLL_GROUPS, group_of

ALL = MAX_PLAYS


@dataclass
class Slow:
    """Looks ahead as anybody would write it down. Only what single plays are worth at a look comes from kernels."""

    net: Net
    rules: RuleSet = STANDARD
    keep: int = ALL
    margin: float = 9.0
    deep_keep: int = DEEP_KEEP
    deep_margin: float = DEEP_MARGIN
    known: dict[tuple[Position, int, bool], Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._evaluator = NetEvaluator(self.net)
        self._full_evaluator = NetEvaluator(with_deep(self.net, NO_DEEP))
        self._plays, self._quick_plays = net_kernels.new_evaluation_buffers(), net_kernels.new_evaluation_buffers()
        self._code = BEAR_OFF_CODES[self.rules.bear_off]
        self._standard = self.rules.bear_off is BearOff.STANDARD
        self._tables = shared_tables().arrays(exact_endings=self._standard)

    def at_a_look(self, position: Position, *, deeply: bool = True) -> Floats:
        """The chances of who has just moved, by the deep net if there is one and it is asked."""
        evaluator = self._evaluator if deeply else self._full_evaluator
        return np.array(evaluator.after_plays(to_board(position).reshape(1, 26), position.checkers, self.rules)[0])

    def answer(self, position: Position, roll: Roll, *, deeply: bool) -> Position:
        """The position after the play that the player on roll would choose at a look.

        The full net chooses among what the quick net likes; if the deep net is asked, it has the last word about those
        that the full net likes.
        """
        asked = (to_board(position), position.checkers, roll.high, roll.low, self._code)
        quick, full = self._quick_plays, self._plays
        found = net_kernels.evaluate_plays(*asked, self.net.arrays(), self._tables, full)
        if found == 0:
            return position
        results = [Position(tuple(row.tolist()), position.checkers) for row in full.results[:found]]
        worth = [net_kernels.equity(row) for row in full.chances[:found]]
        quick_plays(*asked, self.net.quick_arrays(), self._tables, quick)
        first_look = [net_kernels.equity(row) for row in quick.chances[:found]]
        likely = best_first(range(found), first_look, self.keep, self.margin)
        if deeply and self.net.has_deep:
            likely = best_first(likely, worth, self.deep_keep, self.deep_margin)
            worth = [net_kernels.equity(self.at_a_look(result)) for result in results]
        return results[max(sorted(likely), key=lambda play: worth[play])]

    def value(self, position: Position, plies: int, *, top: bool = True) -> Floats:
        """The chances of who has just moved, so many plies deep; `top` where the search begins."""
        if plies == 0 or position.is_over or (self._standard and is_bear_off(position)):
            return self.at_a_look(position)
        if (position, plies, top) not in self.known:
            total = np.zeros(5)
            for roll in ALL_ROLLS:
                total += self._after_roll(position, roll, plies, top=top) * (1 if roll.is_double else 2)
            chances = (total / 36).astype(np.float32)
            net_kernels.turn_round(chances)
            net_kernels.make_consistent(to_board(position), position.checkers, chances)
            self.known[position, plies, top] = chances
        return self.known[position, plies, top]

    def _after_roll(self, position: Position, roll: Roll, plies: int, *, top: bool) -> Floats:
        """The chances of the player who answers a roll, before the mean over all rolls is taken."""
        if plies > 1:
            answered = self.answer(position.flipped(), roll, deeply=False)
            return self.value(answered, plies - 1, top=False)
        deep, full = (
            self.at_a_look(self.answer(position.flipped(), roll, deeply=deeply), deeply=deeply)
            for deeply in (True, False)
        )
        if top or not self.net.has_deep:
            return deep
        if ROLL_GROUPS[number_of_roll(roll.high, roll.low)] != group_of(to_board(position)):
            return full
        return GROUPS * deep - (GROUPS - 1) * full


def best_first(plays: Iterable[int], worth: list[float], keep: int, margin: float) -> list[int]:
    """At most so many plays, the best of them first, none further behind it than the margin."""
    ordered = sorted(plays, key=lambda play: -worth[play])[:keep]
    return [play for play in ordered if worth[play] >= worth[ordered[0]] - margin]


def is_bear_off(position: Position) -> bool:
    return all(count == 0 for count in (*position.points[7:19], position.points[0], position.points[25])) and not (
        any(count < 0 for count in position.points[1:7]) or any(count > 0 for count in position.points[19:25])
    )
