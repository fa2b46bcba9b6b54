"""Why the best answer to a card is better than the others, in words: one explanation for each wrong answer."""

from __future__ import annotations

from sixprime.analysis.reasons import Explainer, Explanation
from sixprime.analysis.reviews import Finding, PlaysFinding
from sixprime.core import State
from sixprime.practice.cards import analysis_of

LEAST_LOSS = 0.005
"""Answers that lose less than this need no reason."""


def explanations_of(state: State, finding: Finding, explainer: Explainer) -> dict[str, Explanation]:
    """By answer (the notation of a play or the name of an action), why the best is better; silence is left out."""
    found: dict[str, Explanation] = {}
    if isinstance(finding, PlaysFinding):
        analysis = analysis_of(state, finding)
        best = analysis.plays[0].play
        for entry in analysis.plays[1:]:
            if entry.loss >= LEAST_LOSS:
                found[entry.play.notation()] = explainer.explain(state, best, entry.play, analysis=analysis)
    else:
        ranked = sorted(finding.actions, key=lambda entry: -entry.equity)
        for other in ranked[1:]:
            if ranked[0].equity - other.equity >= LEAST_LOSS:
                found[other.action.value] = explainer.explain(state, ranked[0].action, other.action)
    return {answer: explanation for answer, explanation in found.items() if explanation}
