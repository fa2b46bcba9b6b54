"""What an answer is worth: how much it gives away, and why, in words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sixprime.analysis.finders import finding_of, number_of
from sixprime.analysis.reasons import Explainer
from sixprime.analysis.reviews import ActionsFinding, Finding, PlayCandidate, PlaysFinding
from sixprime.core import Play
from sixprime.core.match.events import Action
from sixprime.core.situations import Situation
from sixprime.engine.engines import Engine
from sixprime.messages import Message, text

SAME = 0.0005
"""An answer that gives away less is as good as the best."""


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """An answer beside the best one."""

    finding: Finding
    """What may be done, with what was done among it."""
    best: Play | Action
    choice: Play | Action
    loss: float
    sentences: tuple[Message, ...]
    """Why the best is better; empty if the answer is as good, or if nothing measured explains it."""

    @property
    def is_best(self) -> bool:
        return self.loss < SAME


def question_words(situation: Situation) -> Message:
    """What a situation asks of the player to act."""
    if situation.roll is not None:
        return text("You have rolled {roll}. Which play is best?", roll=situation.roll)
    if situation.offer is not None:
        return text("You are doubled. Do you take or drop?")
    return text("You are on roll. Do you double?")


def judge(
    situation: Situation,
    choice: Play | Action,
    engine: Engine,
    explainer: Explainer,
    known: PlaysFinding | None = None,
) -> JudgedAnswer:
    """What a play or a cube action gives away, and why.

    `known` is what rollouts have found about the plays; a search says what others are worth, and all where nothing is
    known.
    """
    state = situation.to_match().state
    made = choice if isinstance(choice, Play) else None
    analysis = engine.analyse(state, including=() if made is None else (made,))
    finding: Finding = finding_of(analysis, state, made) if known is None else known
    best: Play | Action
    if isinstance(finding, PlaysFinding):
        assert made is not None
        finding = _with_play(finding, made, finding_of(analysis, state, made))
        best = Play.of_legal_steps(situation.position, finding.candidates[0].steps)
        loss = finding.candidates[0].equity - finding.candidates[number_of(finding, made)].equity
    else:
        best = max(finding.actions, key=lambda one: one.equity).action
        equities = {one.action: one.equity for one in finding.actions}
        assert isinstance(choice, Action)
        loss = equities[best] - equities[choice]
    verdict = JudgedAnswer(finding, best, choice, max(loss, 0.0), ())
    if verdict.is_best:
        return verdict
    return replace(verdict, sentences=explainer.explain(state, best, choice, analysis=analysis).sentences)


def _with_play(known: PlaysFinding, made: Play, searched: Finding) -> PlaysFinding:
    """What is known about plays, with one that a search alone has looked at: it is behind all that were rolled out."""
    plays = [Play.of_legal_steps(made.position, one.steps) for one in known.candidates]
    if made in plays or isinstance(searched, ActionsFinding):
        return known
    found = {Play.of_legal_steps(made.position, one.steps): one for one in searched.candidates}
    mine, other = found[made], found.get(plays[0], searched.candidates[0])
    behind = max(other.equity - mine.equity, known.candidates[0].equity - known.candidates[-1].equity)
    added = PlayCandidate(made.pairs, mine.chances, known.candidates[0].equity - behind, mine.depth)
    return replace(known, candidates=(*known.candidates, added))
