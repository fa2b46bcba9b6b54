"""What was done in a decision, and what would have been best, in words or in the notation of a play."""

from __future__ import annotations

from collections.abc import Mapping

from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.figures import cube_error_of
from sixprime.analysis.reviews import DecisionReview, PlaysFinding
from sixprime.core import Match
from sixprime.core.match import events as ev
from sixprime.core.match.events import Action
from sixprime.core.plays import Play
from sixprime.engine.analyses import ACTION_WORDS
from sixprime.messages import Message, decimal, text

DONE_WORDS: Mapping[Action, Message] = {**ACTION_WORDS, Action.ROLL: text("no double")}
"""What players did: to roll where a double was possible is not to double."""


def done_words(match: Match, entry: DecisionReview, *, with_equity: bool = False) -> Message:
    """What the player did, and which error with the cube it was."""
    if isinstance(entry.finding, PlaysFinding):
        return play_words(match, entry, entry.played or 0, with_equity=with_equity)
    event = match.events[entry.decision.event]
    if isinstance(event, ev.Resigned):
        return text("resign: {win}", win=event.win.label)
    word, kind = DONE_WORDS[entry.decision.action], cube_error_of(entry)
    return word if kind is None else text("{action} ({error})", action=word, error=kind.label)


def best_words(match: Match, entry: DecisionReview, *, with_equity: bool = False) -> Message:
    """What the player should have done."""
    if isinstance(entry.finding, PlaysFinding):
        return play_words(match, entry, 0, with_equity=with_equity)
    if entry.decision.kind is DecisionKind.RESIGNATION:
        return text("play on") if entry.loss else DONE_WORDS[Action.RESIGN]
    return DONE_WORDS[max(entry.finding.actions, key=lambda one: one.equity).action]


def play_words(match: Match, entry: DecisionReview, number: int, *, with_equity: bool = False) -> Message:
    """A candidate in the notation of a play."""
    assert isinstance(entry.finding, PlaysFinding)
    candidate = entry.finding.candidates[number]
    notation = notation_at(match, entry.decision.event, candidate.steps)
    if not notation:
        return text("cannot move")
    if with_equity:
        return text("{play} {equity}", play=notation, equity=decimal(candidate.equity, 3, sign=True))
    return Message("{play}", {"play": notation})


def notation_at(match: Match, event: int, steps: tuple[tuple[int, int], ...]) -> str:
    """The notation of legal steps in the position of a decision."""
    return Play.of_legal_steps(match.state_at(event).position, steps).notation()
