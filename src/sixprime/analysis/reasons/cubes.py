"""Comparing two cube actions: to double or to roll, to take or to drop.

An exchange is one roll of each side, played well; what the game is worth after it says how the market moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sixprime.analysis.reasons.kinds import Reason, ReasonKind
from sixprime.core import Phase, State
from sixprime.core.dice import ALL_ROLLS
from sixprime.core.match.events import Action
from sixprime.core.movegen import to_board
from sixprime.engine.analyses import Analysis
from sixprime.engine.chances import Chances
from sixprime.engine.cube.board_kernels import DEFAULT_EFFICIENCIES, efficiency_of
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.cube.views import CubeView
from sixprime.engine.cube.windows import NO_GAMMONS, Window, doubling_window
from sixprime.engine.engines import Engine

MANY_LOSERS = 0.2
"""From this share of exchanges on, losing the market is a reason to double; half of it is too little to hurry."""
VOLATILE, QUIET = 0.45, 0.2
"""From this standard deviation on a position is volatile; up to the other it is quiet."""
DEAR_CUBE = 0.05
"""From this equity on, owning the cube is worth telling."""
CLEAR = 0.005
"""Chances that are nearer to a point than this are at it."""
DROPPED = 1 - 1e-6

DOUBLING = frozenset({Action.DOUBLE, Action.ROLL})
ANSWERING = frozenset({Action.TAKE, Action.DROP})


@dataclass(frozen=True, slots=True)
class ExchangeValues:
    """What the game is worth to the player on roll after one exchange, by all 36 times 36 ways it can fall."""

    values: tuple[tuple[float, int], ...]
    """Equities without a double now, and in how many of the 1,296 ways each comes."""

    @property
    def mean(self) -> float:
        return sum(value * ways for value, ways in self.values) / self._total

    @property
    def deviation(self) -> float:
        mean = self.mean
        return math.sqrt(sum((value - mean) ** 2 * ways for value, ways in self.values) / self._total)

    @property
    def lost_market(self) -> float:
        """The share of exchanges after which the opponent would drop."""
        return sum(ways for value, ways in self.values if value >= DROPPED) / self._total

    @property
    def _total(self) -> int:
        return sum(ways for _, ways in self.values)


def exchange_of(engine: Engine, state: State) -> ExchangeValues:
    """Play every roll of the player on roll well, and then every roll of the opponent."""
    assert state.on_roll is not None
    values: list[tuple[float, int]] = []
    for roll in ALL_ROLLS:
        ways = 1 if roll.is_double else 2
        rolled = state.changed(roll=roll, phase=Phase.TO_PLAY, offer=None)
        analysis = engine.analyse(rolled)
        result = analysis.plays[0].play.result if analysis.plays else state.position
        if result.is_over:
            values.append((analysis.equity, 36 * ways))
            continue
        after = state.changed(
            position=result.flipped(), on_roll=state.on_roll.opponent, phase=Phase.TO_ROLL, roll=None, offer=None
        )
        values += [(-entry.equity, ways * entry.ways) for entry in engine.analyse_rolls(after).rolls]
    return ExchangeValues(tuple(values))


class CubeMeasures:
    """What is measured of a cube decision: in the view of the player on roll, who may double or has doubled."""

    def __init__(self, state: State, analysis: Analysis, engine: Engine) -> None:
        self.state = state.changed(phase=Phase.TO_ROLL, offer=None, roll=None)
        self.analysis = analysis
        self.engine = engine

    @property
    def decision(self) -> CubeDecision:
        assert self.analysis.cube is not None
        return self.analysis.cube

    @cached_property
    def view(self) -> CubeView:
        return CubeView.of(self.state, equities=self.engine.equities)

    @cached_property
    def chances(self) -> Chances:
        """Those of the player on roll."""
        chances = self.analysis.chances
        return chances if self.analysis.player is self.state.on_roll else chances.for_opponent()

    @cached_property
    def window(self) -> Window | None:
        """The doubling window with these gammons at this score."""
        return self._window(self.chances)

    @cached_property
    def window_without_gammons(self) -> Window | None:
        """The doubling window at this score if there were no gammons."""
        return self._window(NO_GAMMONS)

    def _window(self, chances: Chances) -> Window | None:
        efficiency = float(efficiency_of(to_board(self.state.position), DEFAULT_EFFICIENCIES))
        window = doubling_window(self.view, chances, efficiency=efficiency)
        return None if window is None else window.effective

    @cached_property
    def exchange(self) -> ExchangeValues:
        return exchange_of(self.engine, self.state)

    @property
    def gammon_share(self) -> float:
        """The part of the wins that are gammons; 0 where gammons count nothing after a double."""
        weight = self.view.doubled().gammon_weights[0]
        return self.chances.win_gammon / self.chances.win if self.chances.win > 0 and weight > 0 else 0.0

    @property
    def recube(self) -> float:
        """What owning the cube is worth to the player who takes: what the doubler loses by it, in units of the cube
        before the double."""
        taken = self.view.doubled()
        dead = taken.cubeless(self.chances)
        factor = 2.0 if self.view.is_money else 1.0
        if not self.view.is_money:
            dead = self.view.equity(taken.chance(dead))
        return factor * dead - self.decision.double_take

    @property
    def can_recube(self) -> bool:
        """Whether the player who takes could ever double again with sense."""
        return self.view.doubled().turned().may_double


def compare_actions(measures: CubeMeasures, first: Action, second: Action) -> list[Reason]:
    """All measured differences between two cube actions, those worth most first."""
    actions = {first, second}
    if actions == DOUBLING:
        found = [*_of_doubling(measures)]
        favoured = Action.DOUBLE
    elif actions == ANSWERING:
        found = [*_of_answers(measures)]
        favoured = Action.TAKE
    else:
        return []
    if first is not favoured:
        found = [reason.turned() for reason in found]
    return sorted(found, key=lambda reason: -reason.worth)


def _of_doubling(measures: CubeMeasures) -> Iterator[Reason]:
    """Reasons to double come as favouring the first choice, reasons to roll as favouring the second."""
    decision, window, win = measures.decision, measures.window, measures.chances.win
    if window is None:
        return
    gap = abs(decision.no_double - decision.doubled)
    if decision.no_double > decision.double_pass:
        yield Reason(
            ReasonKind.TOO_GOOD, False, decision.no_double, decision.double_pass, gap,
            detail=measures.chances.win_gammon,
        )  # fmt: skip
        return
    if not decision.take:
        if 1 - win < window.take - CLEAR:
            yield Reason(ReasonKind.CASH, True, 1 - win, window.take, gap, detail=decision.no_double)
        return
    # The points of the window are those of an average position: where the engine sees it otherwise, they say nothing.
    if window.double is not None and abs(win - window.double) > CLEAR and (win > window.double) is decision.double:
        yield Reason(ReasonKind.DOUBLING_POINT, win > window.double, win, window.double, 0.5 * gap)
    lost = measures.exchange.lost_market
    if lost >= MANY_LOSERS or lost <= MANY_LOSERS / 2:
        yield Reason(ReasonKind.MARKET_LOSERS, lost >= MANY_LOSERS, lost, MANY_LOSERS, gap)
    swing = measures.exchange.deviation
    if swing >= VOLATILE or swing <= QUIET:
        yield Reason(ReasonKind.VOLATILITY, swing >= VOLATILE, swing, VOLATILE, 0.4 * gap)
    if not measures.can_recube and window.double is not None and win > window.double:
        yield Reason(ReasonKind.NO_RECUBE, True, 0, 0, 0.8 * gap)
    elif measures.recube >= DEAR_CUBE:
        yield Reason(ReasonKind.CUBE_GIVEN_UP, False, measures.recube, 0, 0.3 * gap)


def _of_answers(measures: CubeMeasures) -> Iterator[Reason]:
    """Reasons to take come as favouring the first choice, reasons to drop as favouring the second."""
    decision, window = measures.decision, measures.window
    if window is None:
        return
    gap = abs(decision.double_take - decision.double_pass)
    needed, has = window.take, 1 - measures.chances.win
    if abs(has - needed) > CLEAR and (has > needed) is decision.take:
        yield Reason(ReasonKind.TAKE_POINT, has > needed, has, needed, gap)
    without = measures.window_without_gammons
    if without is not None and without.take <= has < needed:
        yield Reason(ReasonKind.GAMMONS_AGAINST, False, measures.gammon_share, without.take, 0.9 * gap, detail=needed)
    if measures.can_recube and measures.recube >= DEAR_CUBE:
        yield Reason(ReasonKind.OWNED_CUBE, True, measures.recube, 0, 0.4 * gap)
