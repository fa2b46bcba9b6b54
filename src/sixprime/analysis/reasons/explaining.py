"""`explain`: why one play or cube action is better than another, in at most three sentences, or silence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Self

from sixprime.analysis.reasons.cubes import ANSWERING, DOUBLING, CubeMeasures, compare_actions
from sixprime.analysis.reasons.kinds import GROUPS, OUTCOMES, PRIORITIES, SHOWN, SMALLEST_WORTH, Reason, ReasonKind
from sixprime.analysis.reasons.plays import COSTLY, BearoffTables, PlayMeasures, compare_plays
from sixprime.analysis.reasons.sentences import NONE, Label, against_the_action, for_play, for_the_other, sentence
from sixprime.core import Match, Play, Situation, State
from sixprime.core.errors import IllegalAction
from sixprime.core.match.events import Action
from sixprime.core.notation import parse_play
from sixprime.engine.analyses import AnalysedPlay, Analysis
from sixprime.engine.engines import Engine, Source
from sixprime.messages import Catalogue, Message, text

SECOND = 0.25
"""A second reason is told if it is worth this part of the first or more."""
CONCESSION = 0.02
"""What speaks for the worse choice is told from this worth on."""
CONVINCING = 0.5
"""A reason explains nothing if what speaks against it is worth more than it by this factor."""
FAR_OFF = 0.1
"""A double is far off if so many wins are missing."""
LIKE_COSTS = 0.02
"""Costs of a hit that differ by less are no reason: 1.42 points instead of 1.42 would explain nothing."""
PART_OF_LOSS = 0.3
"""What comes of a play is told first only if it is this part of the difference in equity or more."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why one choice is better than another; empty, and so false, if nothing measured explains it."""

    reasons: tuple[Reason, ...] = ()
    """What speaks for the better one, the most important first."""
    concessions: tuple[Reason, ...] = ()
    """What speaks for the worse one."""
    sentences: tuple[Message, ...] = ()
    """All of it in words."""

    def __bool__(self) -> bool:
        return bool(self.sentences)

    def __str__(self) -> str:
        return " ".join(map(str, self.sentences))

    def in_language(self, catalogue: Catalogue) -> str:
        """All sentences, in the language of a catalogue."""
        return " ".join(message.in_language(catalogue) for message in self.sentences)


SILENCE = Explanation()


class Explainer:
    """Measures and explains; keeps an engine for measuring and the tables for bearing off.

    `engine` measures what being hit costs and how the market moves; the net alone will do, and is what it is if none is
    given. Chances and equities come from the analysis that is explained.
    """

    def __init__(self, engine: Engine | None = None) -> None:
        self._given = engine
        self._tables = BearoffTables()

    @cached_property
    def engine(self) -> Engine:
        return self._given if self._given is not None else Engine(plies=0, threads=1)

    def close(self) -> None:
        """End the engine, unless it was given."""
        if self._given is None and "engine" in self.__dict__:
            self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def compare(
        self, source: Source, first: PlayOrAction, second: PlayOrAction, analysis: Analysis | None = None
    ) -> list[Reason]:  # fmt: skip
        """All measured differences between two choices, whether they are shown or not, those worth most first."""
        state = state_of(source)
        one, other = _choice(state, first), _choice(state, second)
        analysis = self._analysis(state, (one, other), analysis)
        if isinstance(one, Play) and isinstance(other, Play):
            measures = [
                PlayMeasures(state, _found(analysis, play), self.engine, self._tables) for play in (one, other)
            ]  # fmt: skip
            return compare_plays(measures[0], measures[1])
        if isinstance(one, Action) and isinstance(other, Action) and analysis.cube is not None:
            if {one, other} in (DOUBLING, ANSWERING):
                return compare_actions(CubeMeasures(state, analysis, self.engine), one, other)
        return []

    def explain(
        self,
        source: Source,
        better: PlayOrAction,
        worse: PlayOrAction,
        *,
        analysis: Analysis | None = None,
        label: Label = str,
    ) -> Explanation:
        """Why one choice is better; silence if it is not, or if nothing measured explains it.

        `analysis` is what an engine found about the situation; without it the own engine is asked. `label` names the
        points, as in `Play.notation`.
        """
        state = state_of(source)
        one, other = _choice(state, better), _choice(state, worse)
        analysis = self._analysis(state, (one, other), analysis)
        lost = _equity(analysis, one) - _equity(analysis, other)
        if lost <= 0:
            return SILENCE
        return told(self.compare(state, one, other, analysis), one, other, lost, label)

    def _analysis(self, state: State, choices: Iterable[Play | Action], analysis: Analysis | None) -> Analysis:
        plays = [choice for choice in choices if isinstance(choice, Play)]
        if analysis is not None and {entry.play for entry in analysis.plays}.issuperset(plays):
            return analysis
        return self.engine.analyse(state, including=plays)


PlayOrAction = Play | Action | str
"""A play, also in notation, or a cube action, also by its name."""


def explain(
    source: Source,
    better: PlayOrAction,
    worse: PlayOrAction,
    *,
    analysis: Analysis | None = None,
    engine: Engine | None = None,
    label: Label = str,
) -> Explanation:
    """Why one play or cube action is better than another, in at most three sentences.

    >>> from sixprime import Situation
    >>> opening = Situation.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
    >>> print(explain(opening, "8/5 6/5", "13/10 6/5").reasons[0].kind)
    ReasonKind.MAKES_POINT
    """
    with Explainer(engine) as explainer:
        return explainer.explain(source, better, worse, analysis=analysis, label=label)


def told(
    reasons: list[Reason], better: Play | Action, worse: Play | Action, lost: float, label: Label = str
) -> Explanation:
    """What is told of all measured reasons: up to two for the better choice, and one for the worse, which loses so
    much."""
    far_off = any(_is_far_off(reason) for reason in reasons)
    ranked = sorted(
        (
            reason
            for reason in reasons
            if reason.kind in SHOWN and reason.worth >= SMALLEST_WORTH and not _is_idle(reason, far_off=far_off)
        ),
        key=_importance,
        reverse=True,
    )
    mine = [reason for reason in ranked if reason.favours_first and reason.kind is not ReasonKind.WINS]
    against = [reason for reason in ranked if not reason.favours_first]
    if not mine or (against and _importance(mine[0]) < CONVINCING * _importance(against[0])):
        return SILENCE
    if mine[0].kind in OUTCOMES and mine[0].worth < PART_OF_LOSS * lost:
        return SILENCE
    chosen = [mine[0]]
    group = GROUPS.get(mine[0].kind)
    seconds = [reason for reason in mine[1:] if group is None or GROUPS.get(reason.kind) != group]
    if seconds and _importance(seconds[0]) >= SECOND * _importance(mine[0]):
        chosen.append(seconds[0])
    concessions = [reason for reason in against if reason.worth >= CONCESSION][:1]
    return Explanation(tuple(chosen), tuple(concessions), tuple(_sentences(chosen, concessions, better, worse, label)))


def _is_far_off(reason: Reason) -> bool:
    """Whether a double is so far off that nobody would speak of the market."""
    return reason.kind is ReasonKind.DOUBLING_POINT and reason.other - reason.value >= FAR_OFF


def _is_idle(reason: Reason, *, far_off: bool) -> bool:
    """Whether a reason is true, but says nothing here: no market is lost far from a double, a double that needs no wins
    needs no words about them, and nobody compares hits that cost next to nothing, or nearly the same."""
    if reason.kind is ReasonKind.MARKET_LOSERS:
        return far_off and reason.value < reason.other
    if reason.kind is ReasonKind.HIT_COST:
        return reason.other < COSTLY or reason.other - reason.value < LIKE_COSTS
    return reason.kind is ReasonKind.DOUBLING_POINT and reason.other < NONE


def _importance(reason: Reason) -> float:
    return reason.worth * PRIORITIES.get(reason.kind, 1.0)


def _sentences(
    reasons: list[Reason], concessions: list[Reason], better: Play | Action, worse: Play | Action, label: Label
) -> Iterable[Message]:
    if isinstance(better, Play) and isinstance(worse, Play):
        yield for_play(better.notation(label), reasons, label)
        for reason in concessions:
            yield for_the_other(worse.notation(label), reason, label)
        return
    for reason in reasons:
        yield sentence(reason)
    if len(reasons) == 1:  # else it would be too much
        for reason in concessions:
            yield against_the_action(reason)


def state_of(source: Source) -> State:
    """The state in which the decision stands."""
    if isinstance(source, Situation):
        return source.to_match().state
    return source.state if isinstance(source, Match) else source


def _choice(state: State, choice: PlayOrAction) -> Play | Action:
    """The play or the action that is meant."""
    if isinstance(choice, Action):
        return choice
    if state.roll is None:
        try:
            return Action(str(choice))
        except ValueError:
            raise IllegalAction(text("{name} is no cube action", name=str(choice))) from None
    legal = state.legal_plays
    if isinstance(choice, Play) and choice in legal:
        return choice
    return parse_play(str(choice), state.turn())


def _found(analysis: Analysis, play: Play) -> AnalysedPlay:
    return next(entry for entry in analysis.plays if entry.play == play)


def _equity(analysis: Analysis, choice: Play | Action) -> float:
    if isinstance(choice, Play):
        return _found(analysis, choice).equity
    found = next((entry.equity for entry in analysis.actions if entry.action is choice), None)
    if found is None:
        raise IllegalAction(text("{name} is not possible here", name=choice.value))
    return found
