"""Comparing two plays of a roll: every difference that can be measured, with the side it favours.

`PlayMeasures` is what is known of one play: its hits, the shape it leaves, what the 36 rolls of both sides can do next,
what being hit costs, and the engine's chances. `compare_plays` turns two of them into reasons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from sixprime.analysis.reasons.kinds import Reason, ReasonKind
from sixprime.analysis.reasons.rolls import BEARING_IN, Replies, ways
from sixprime.analysis.reasons.shapes import FIRST_ANCHOR, HOME, PRIME, Shape, is_in_the_way
from sixprime.analysis.reasons.weights import PER_PIP_HIT, PER_POINT_KEPT, PER_POINT_MADE, PER_UNIT, WITH_BAR
from sixprime.core import BearOff, Phase, Play, Position, State
from sixprime.engine.analyses import AnalysedPlay
from sixprime.engine.bearoff.databases import OneSided, TwoSided
from sixprime.engine.chances import Chances
from sixprime.engine.cube.views import CubeView
from sixprime.engine.engines import Engine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SMALL_CHANCE = 0.005
"""Chances that differ by less are told as equal."""
HIT_RISK = 0.6
"""A hit is no reason if it is not worth this part of what it risks."""
LIKE_SHOTS = 2
"""Shots that differ by less are as many."""
COSTLY = 0.1
"""Shots are a reason from this cost of a hit on."""


class PlayMeasures:
    """What is measured of a play; each part when it is first asked for."""

    def __init__(self, state: State, analysed: AnalysedPlay, engine: Engine, tables: BearoffTables) -> None:
        self.state = state
        self.analysed = analysed
        self.engine = engine
        self.tables = tables

    @property
    def play(self) -> Play:
        return self.analysed.play

    @property
    def chances(self) -> Chances:
        """After the play, the player's."""
        return self.analysed.chances

    @property
    def result(self) -> Position:
        return self.play.result

    @cached_property
    def shape(self) -> Shape:
        return Shape.of(self.result)

    @cached_property
    def opponents_shape(self) -> Shape:
        return Shape.of(self.result.flipped())

    @cached_property
    def replies(self) -> Replies:
        """What the opponent's rolls can do now."""
        return Replies.of(self.result.flipped(), self.state.rules)

    @cached_property
    def follow_ups(self) -> Replies:
        """What the own rolls could do if the opponent stood still."""
        return Replies.of(self.result, self.state.rules)

    @cached_property
    def hit_pips(self) -> int:
        """Pips that hits cost the opponent."""
        return self.result.opponent_pips - self.play.position.opponent_pips

    @cached_property
    def hit_cost(self) -> float:
        """What being hit costs on average: the opponent's equity after rolls that hit less that after all others, if
        both sides go on well. 0 if nothing hits, or everything does."""
        hitting = self.replies.hitting
        if not hitting or ways(hitting) == 36:
            return 0.0
        assert self.state.on_roll is not None
        after = self.state.changed(
            position=self.result.flipped(), on_roll=self.state.on_roll.opponent, roll=None, phase=Phase.TO_ROLL
        )
        rolls = self.engine.analyse_rolls(after).rolls
        hit = sum(entry.ways * entry.equity for entry in rolls if entry.roll in hitting) / ways(hitting)
        missed = sum(entry.ways * entry.equity for entry in rolls if entry.roll not in hitting)
        return hit - missed / (36 - ways(hitting))

    @property
    def risk(self) -> float:
        """What the opponent's shots cost, weighted by how often they hit."""
        return self.replies.shots / 36 * self.hit_cost


@dataclass(slots=True)
class BearoffTables:
    """The exact tables, loaded when first needed."""

    _one_sided: OneSided | None = None
    _two_sided: TwoSided | None = None

    @property
    def one_sided(self) -> OneSided:
        if self._one_sided is None:
            self._one_sided = OneSided.load()
        return self._one_sided

    @property
    def two_sided(self) -> TwoSided:
        if self._two_sided is None:
            self._two_sided = TwoSided.load()
        return self._two_sided


def compare_plays(first: PlayMeasures, second: PlayMeasures) -> list[Reason]:
    """All measured differences between two plays of the same roll, those worth most first."""
    if first.result == second.result:
        return []
    found = [*_of_race(first, second)] if _is_race(first, second) else [*_of_contact(first, second)]
    found += _of_chances(first, second)
    return sorted(found, key=lambda reason: -reason.worth)


def _is_race(first: PlayMeasures, second: PlayMeasures) -> bool:
    return first.result.is_race and second.result.is_race


def _difference(
    kind: ReasonKind,
    values: tuple[float, float],
    *,
    more_is_better: bool,
    per_unit: float | None = None,
    detail: float | None = None,
) -> Iterator[Reason]:
    """A reason of what one play has more of than the other."""
    first, second = values
    if first == second:
        return
    favours_first = (first > second) is more_is_better
    value, other = (first, second) if favours_first else (second, first)
    worth = (PER_UNIT[kind] if per_unit is None else per_unit) * abs(first - second)
    yield Reason(kind, favours_first, value, other, worth, detail=detail)


# With contact


def _of_contact(first: PlayMeasures, second: PlayMeasures) -> Iterator[Reason]:
    yield from _of_hits(first, second)
    yield from _of_shots(first, second)
    yield from _of_points(first, second)
    yield from _of_primes(first, second)
    yield from _of_back_checkers(first, second)
    yield from _of_next_rolls(first, second)
    yield from _of_checkers_off(first, second)


def _of_hits(first: PlayMeasures, second: PlayMeasures) -> Iterator[Reason]:
    hits = first.play.hits, second.play.hits
    if hits[0] == hits[1]:
        return
    more, less = (first, second) if hits[0] > hits[1] else (second, first)
    pips = more.hit_pips - less.hit_pips
    closed = more.shape.home_points
    worth = PER_UNIT[ReasonKind.HIT] * closed * abs(hits[0] - hits[1]) + PER_PIP_HIT * pips
    if worth > HIT_RISK * (more.risk - less.risk):  # a hit that risks much more than it wins is no reason
        yield Reason(
            ReasonKind.HIT, more is first, max(hits), min(hits), worth, detail=pips, rolls=more.replies.dancing
        )


def _of_shots(first: PlayMeasures, second: PlayMeasures) -> Iterator[Reason]:
    less, more = (first, second) if first.risk <= second.risk else (second, first)
    shots, other = less.replies.shots, more.replies.shots
    worth = more.risk - less.risk
    if other - shots >= LIKE_SHOTS and more.hit_cost >= COSTLY:
        yield Reason(ReasonKind.SHOTS, less is first, shots, other, worth, detail=more.hit_cost)
    if abs(shots - other) < LIKE_SHOTS and 0 < less.hit_cost < more.hit_cost:
        yield Reason(ReasonKind.HIT_COST, less is first, less.hit_cost, more.hit_cost, worth)


def _of_points(first: PlayMeasures, second: PlayMeasures) -> Iterator[Reason]:
    """Points that one play holds and the other does not: made or kept, and anchors apart."""
    before = Shape.of(first.play.position).made
    only = first.shape.made - second.shape.made, second.shape.made - first.shape.made
    kinds: tuple[tuple[ReasonKind, Mapping[int, float], Callable[[int], bool]], ...] = (
        (ReasonKind.MAKES_POINT, PER_POINT_MADE, lambda point: point not in before and point < FIRST_ANCHOR),
        (ReasonKind.KEEPS_POINT, PER_POINT_KEPT, lambda point: point in before and point < FIRST_ANCHOR),
        (ReasonKind.MAKES_ANCHOR, PER_POINT_MADE, lambda point: point not in before and point >= FIRST_ANCHOR),
        (ReasonKind.KEEPS_ANCHOR, PER_POINT_KEPT, lambda point: point in before and point >= FIRST_ANCHOR),
    )
    for kind, worths, belongs in kinds:
        chosen = [
            {
                point: worths[point] * (WITH_BAR if point in HOME and measures.result.opponent_bar else 1.0)
                for point in sorted(points, reverse=True)
                if point in worths and belongs(point) and is_in_the_way(measures.result, point)
            }
            for points, measures in zip(only, (first, second), strict=True)
        ]
        sums = [sum(points.values()) for points in chosen]
        if sums[0] == sums[1]:
            continue
        favours_first = sums[0] > sums[1]
        points, others = chosen if favours_first else reversed(chosen)
        worth = abs(sums[0] - sums[1])
        yield Reason(kind, favours_first, len(points), len(others), worth, (*points, *others))


def _of_primes(first: PlayMeasures, second: PlayMeasures) -> Iterator[Reason]:
    shapes = first.shape, second.shape
    longest = max(shapes, key=lambda shape: shape.prime)
    if longest.prime >= PRIME:
        for reason in _difference(
            ReasonKind.PRIME, (shapes[0].prime, shapes[1].prime), more_is_better=True
        ):  # fmt: skip
            yield replace(reason, points=longest.prime_points)
    if shapes[0].made != shapes[1].made:
        return  # what is made counts more than what may come of the spare checkers
    if shapes[0].needs_time and shapes[1].needs_time and shapes[0].back == shapes[1].back:
        yield from _difference(
            ReasonKind.TIMING, (shapes[0].spare_pips, shapes[1].spare_pips), more_is_better=True
        )  # fmt: skip
    yield from _difference(ReasonKind.STACK, (shapes[0].stacked, shapes[1].stacked), more_is_better=False)


def _of_back_checkers(first: PlayMeasures, second: PlayMeasures) -> Iterator[Reason]:
    yield from _difference(ReasonKind.LEAVES, (first.shape.back, second.shape.back), more_is_better=False)
    mine = first.follow_ups.escaping, second.follow_ups.escaping
    like = first.shape.back == second.shape.back and first.shape.anchors == second.shape.anchors
    primed = min(measures.opponents_shape.prime for measures in (first, second)) >= PRIME
    if mine[0] is not None and mine[1] is not None and like and primed:
        yield from _difference(ReasonKind.ESCAPES, (mine[0], mine[1]), more_is_better=True)
    theirs = first.replies.escaping, second.replies.escaping
    if theirs[0] is not None and theirs[1] is not None and first.play.hits == second.play.hits:
        yield from _difference(ReasonKind.BLOCKS, (theirs[0], theirs[1]), more_is_better=False)


def _of_next_rolls(first: PlayMeasures, second: PlayMeasures) -> Iterator[Reason]:
    bars = first.result.opponent_bar, second.result.opponent_bar
    if all(bars) and first.play.hits == second.play.hits:
        yield from _difference(
            ReasonKind.ENTERING, (first.replies.dancing, second.replies.dancing), more_is_better=True
        )  # fmt: skip
    nexts = first.follow_ups, second.follow_ups
    if max(first.result.rearmost, second.result.rearmost) <= BEARING_IN:
        yield from _difference(ReasonKind.CLEARING, (nexts[0].exposing, nexts[1].exposing), more_is_better=False)
    if first.play.hits != second.play.hits:
        return
    yield from _difference(
        ReasonKind.HINDERS, (first.replies.good_points, second.replies.good_points), more_is_better=False
    )
    if first.shape.made != second.shape.made:
        return
    yield from _difference(
        ReasonKind.BUILDERS, (nexts[0].blocking_points, nexts[1].blocking_points), more_is_better=True
    )  # fmt: skip
    if not any(bars):
        yield from _difference(ReasonKind.THREATS, (nexts[0].shots, nexts[1].shots), more_is_better=True)


def _of_checkers_off(first: PlayMeasures, second: PlayMeasures) -> Iterator[Reason]:
    before = first.play.position.off
    off = first.result.off - before, second.result.off - before
    yield from _difference(ReasonKind.CHECKERS_OFF, off, more_is_better=True)


# Races


def _of_race(first: PlayMeasures, second: PlayMeasures) -> Iterator[Reason]:
    results = first.result, second.result
    yield from _of_checkers_off(first, second)
    if not all(result.all_home for result in results):
        outside = first.shape.to_bring_home, second.shape.to_bring_home
        yield from _difference(ReasonKind.BROUGHT_HOME, outside, more_is_better=False)
        return
    if any(result.is_over for result in results) or first.state.rules.bear_off is not BearOff.STANDARD:
        return  # the tables are for the standard rule
    if all(first.tables.two_sided.covers(result.flipped()) for result in results):
        wins = tuple(1 - first.tables.two_sided.win_chance(result.flipped()) for result in results)
        yield from _difference(ReasonKind.EXACT_CHANCE, (wins[0], wins[1]), more_is_better=True, per_unit=2.0)
        return
    rolls = tuple(first.tables.one_sided.mean_rolls(result) for result in results)
    yield from _difference(ReasonKind.ROLLS_TO_GO, (rolls[0], rolls[1]), more_is_better=False)


# What comes of it


def _of_chances(first: PlayMeasures, second: PlayMeasures) -> Iterator[Reason]:
    """The engine's chances; gammons where they count."""
    weights = CubeView.of(first.state, equities=first.engine.equities).gammon_weights
    mine, theirs = first.chances, second.chances
    outcomes = (
        (ReasonKind.WINS, mine.win, theirs.win, True, 2.0),
        (ReasonKind.GAMMONS_WON, mine.win_gammon, theirs.win_gammon, True, weights[0]),
        (ReasonKind.GAMMONS_LOST, mine.lose_gammon, theirs.lose_gammon, False, weights[2]),
    )
    for kind, one, other, more_is_better, per_unit in outcomes:
        if abs(one - other) >= SMALL_CHANCE and per_unit > 0:
            yield from _difference(kind, (one, other), more_is_better=more_is_better, per_unit=per_unit)
