"""`Tutor`: what a play or another action that is about to be made gives away, and why something else is better.

A tutor judges a choice before it is made. Whether the player is asked to look again is a matter of `QuestionLimits`;
forced plays and equal ones give nothing away and are never asked about.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Self

from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.figures import DEFAULT_MARKS, Mark
from sixprime.analysis.reasons import Explainer
from sixprime.analysis.reasons.explaining import state_of
from sixprime.analysis.reasons.sentences import Label
from sixprime.core import IllegalAction, Match, Phase, Play, Player, State, Win
from sixprime.core.match import events as ev
from sixprime.core.match.events import Action
from sixprime.core.match.transitions import advance
from sixprime.core.notation import parse_play
from sixprime.engine.analyses import ACTION_WORDS, AnalysedPlay, Analysis
from sixprime.engine.chances import Chances
from sixprime.engine.engines import Engine, Source
from sixprime.messages import Message, percent, text

Choice = Play | Action | Win | str
"""A play, also in notation; another action; or how much is resigned."""


@dataclass(frozen=True, slots=True)
class QuestionLimits:
    """From which loss on a tutor asks the player to look again.

    >>> QuestionLimits().of(DecisionKind.PLAY), QuestionLimits().of(DecisionKind.ANSWER)
    (0.04, 0.08)
    """

    play: float = 0.04
    cube: float = 0.08
    """For doubles, answers to them, and resignations."""

    def of(self, kind: DecisionKind) -> float:
        """The limit for a kind of decision."""
        return self.play if kind is DecisionKind.PLAY else self.cube


DEFAULT_LIMITS = QuestionLimits()


@dataclass(frozen=True, slots=True)
class Judgement:
    """A choice that is about to be made, what it gives away, and what is best instead."""

    state: State
    """Where the decision stands."""
    kind: DecisionKind
    chosen: Play | Action
    """What was chosen; for a resignation `Action.RESIGN`."""
    best: Play | Action
    """What is best; to play on instead of resigning is `Action.DECLINE`."""
    loss: float
    """How much less the choice is worth than the best, as an equity of the player who decides."""
    is_forced: bool
    """Whether there was nothing to choose."""
    analysis: Analysis
    """What the engine found; for a resignation, about the position in which the opponent answers it."""

    @property
    def mark(self) -> Mark:
        return DEFAULT_MARKS.of(self.loss)

    @property
    def chances(self) -> Chances:
        """The player's chances after the play that was chosen; without a play, as the position stands."""
        if isinstance(self.chosen, Play) and self.analysis.plays:
            return _found(self.analysis, self.chosen).chances
        return self.analysis.chances.for_opponent() if self.kind is DecisionKind.RESIGNATION else self.analysis.chances

    @property
    def best_words(self) -> Message:
        """What is best, in words; a play in its notation."""
        if isinstance(self.best, Play):
            return Message("{play}", {"play": self.best.notation()})
        return text("play on") if self.kind is DecisionKind.RESIGNATION else ACTION_WORDS[self.best]

    def is_questionable(self, limits: QuestionLimits = DEFAULT_LIMITS) -> bool:
        """Whether the player should be asked to look again; a loss that is shown as reaching the limit reaches it."""
        return not self.is_forced and self.chosen != self.best and round(self.loss, 4) >= limits.of(self.kind)


class Tutor:
    """Judges choices before they are made; any number of threads may ask it. Leave its `with` block to end it.

    The engine is its own, so that nothing that it looks at changes what others find; by default it looks as far ahead
    as the strongest bot, and sees the same numbers.

    >>> from sixprime import Match
    >>> match = Match(length=5)
    >>> _ = match.open((3, 1))
    >>> with Tutor(Engine(plies=0, threads=1)) as tutor:
    ...     judgement = tutor.judge(match, "24/23 13/10")
    >>> str(judgement.best), judgement.is_questionable()
    ('8/5 6/5', True)
    """

    def __init__(self, engine: Engine | None = None) -> None:
        self._given = engine
        self.explainer = Explainer()
        """Who tells reasons."""

    @cached_property
    def engine(self) -> Engine:
        """Who weighs plays and actions."""
        return self._given if self._given is not None else Engine(level="champion", threads=1)

    def close(self) -> None:
        """End the engine."""
        if self._given is not None or "engine" in self.__dict__:
            self.engine.close()
        self.explainer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def prepare(self, source: Source) -> Analysis:
        """Weigh what can be done in a situation, so that `judge` has its answer at hand."""
        return self.engine.analyse(source)

    def luck(self, source: Source) -> float | None:
        """By how much the roll on the table is better than the mean of all rolls; None where there is no roll.

        A match knows whether it was the opening roll, which is compared with the rolls of both players.
        """
        state = state_of(source)
        if state.phase is not Phase.TO_PLAY or state.roll is None:
            return None
        is_opening = isinstance(source, Match) and isinstance(source.events[-1], ev.OpeningRolled)
        return self.engine.analyse_rolls(state, opening=is_opening).luck(state.roll)

    def judge(self, source: Source, choice: Choice, player: Player | None = None) -> Judgement | None:
        """What a choice of the player to act gives away; None where it decides nothing, such as a roll before which
        nobody may double. What the rules do not allow is refused. `player` is who resigns, if not the player to act."""
        state = state_of(source)
        if isinstance(choice, Win):
            return self._resignation(state, choice, player or state.to_act)
        if state.phase is Phase.TO_PLAY:
            return self._play(state, choice)
        try:
            action = choice if isinstance(choice, Action) else Action(str(choice))
        except ValueError:
            raise IllegalAction(text("{name} is no cube action", name=str(choice))) from None
        return self._action(state, action)

    def why(self, judgement: Judgement, label: Label = str) -> tuple[Message, ...]:
        """Why the best choice is better than the one that was made, in at most three sentences, or none."""
        if judgement.loss <= 0 or judgement.best == judgement.chosen:
            return ()
        if judgement.kind is DecisionKind.RESIGNATION:
            return (_chances_left(judgement.chances),)
        best, chosen, analysis = judgement.best, judgement.chosen, judgement.analysis
        return self.explainer.explain(judgement.state, best, chosen, analysis=analysis, label=label).sentences

    def _play(self, state: State, choice: Play | Action | str) -> Judgement:
        legal = state.legal_plays
        if isinstance(choice, Action):
            raise IllegalAction(text("{name} is not possible here", name=choice.value))
        if not legal:
            if str(choice):
                raise IllegalAction(text("no play is possible with {roll}", roll=state.roll))
            nothing = Play.of_legal_steps(state.position, ())
            analysis = self.engine.analyse(state)
            return Judgement(state, DecisionKind.PLAY, nothing, nothing, 0.0, True, analysis)
        play = choice if isinstance(choice, Play) and choice in legal else parse_play(str(choice), state.turn())
        analysis = self.engine.analyse(state)  # known already, if it was prepared
        if _found(analysis, play).depth != analysis.plays[0].depth:
            analysis = self.engine.analyse(state, including=(play,))
        made = _found(analysis, play)
        best = play if made.loss <= 0 else analysis.plays[0].play
        return Judgement(state, DecisionKind.PLAY, play, best, made.loss, len(analysis.plays) < 2, analysis)

    def _action(self, state: State, action: Action) -> Judgement | None:
        analysis = self.engine.analyse(state)
        worth = {entry.action: entry.equity for entry in analysis.actions}
        if action not in worth:
            raise IllegalAction(text("{name} is not possible here", name=action.value))
        if len(worth) < 2:
            return None
        best = max(worth, key=lambda one: (worth[one], one is action))
        loss = max(worth[best] - worth[action], 0.0)
        return Judgement(state, _KINDS[state.phase], action, best, loss, False, analysis)

    def _resignation(self, state: State, win: Win, player: Player | None) -> Judgement:
        if player is None:
            raise IllegalAction(text("there is nothing to decide"))
        offered = advance(state, ev.Resigned(player, win))
        analysis = self.engine.analyse(offered)
        worth = {entry.action: entry.equity for entry in analysis.actions}
        # What the offer gives away if it is accepted; the values are those of the player who answers.
        loss = max(worth[Action.ACCEPT] - worth[Action.DECLINE], 0.0)
        best = Action.DECLINE if loss else Action.RESIGN
        return Judgement(state, DecisionKind.RESIGNATION, Action.RESIGN, best, loss, False, analysis)


_KINDS = {
    Phase.TO_ROLL: DecisionKind.DOUBLE,
    Phase.TO_ANSWER_CUBE: DecisionKind.ANSWER,
    Phase.TO_ANSWER_RESIGNATION: DecisionKind.RESIGNATION_ANSWER,
}


def _found(analysis: Analysis, play: Play) -> AnalysedPlay:
    return next(entry for entry in analysis.plays if entry.play == play)


def _chances_left(chances: Chances) -> Message:
    """What speaks for playing on."""
    return text(
        "You still win {wins} of such games, and lose a gammon in {gammons} of them.",
        wins=percent(chances.win), gammons=percent(chances.lose_gammon),
    )  # fmt: skip
