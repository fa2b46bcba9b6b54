"""Why the best answer to a card is better than the others, in words: one explanation for each wrong answer."""

from __future__ import annotations

from sixprime.analysis.reasons import Explainer, Explanation
from sixprime.analysis.reviews import Finding
from sixprime.core import State
from sixprime.practice.cards import analysis_of, losses_of

LEAST_LOSS = 0.005
"""Answers that lose less than this need no reason."""


def explanations_of(state: State, finding: Finding, explainer: Explainer) -> dict[str, Explanation]:
    """By answer (the notation of a play or the name of an action), why the best is better; silence is left out."""
    analysis = analysis_of(state, finding)
    best, *others = losses_of(state, finding).items()
    found = {
        answer: explainer.explain(state, best[0], answer, analysis=analysis)
        for answer, loss in others
        if loss >= LEAST_LOSS
    }
    return {answer: explanation for answer, explanation in found.items() if explanation}
