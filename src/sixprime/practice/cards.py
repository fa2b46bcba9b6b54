"""Questions of cards: errors of a player in a reviewed match, and single positions. Equal positions are one question.

A card has all that is needed to ask and to judge an answer: the position as a record, and what the engine found.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.figures import Mark, Marks
from sixprime.analysis.json_values import InvalidValue, from_json, to_json
from sixprime.analysis.reviewing import decision_at
from sixprime.analysis.reviews import (
    ActionsFinding,
    DecisionReview,
    Finding,
    MatchReview,
    PlayCandidate,
    PlaysFinding,
)
from sixprime.core import Match, Phase, Play, Player, SixprimeError, State
from sixprime.core.match import records
from sixprime.core.match.transitions import legal_actions
from sixprime.core.situations import Situation
from sixprime.engine.analyses import AnalysedAction, AnalysedPlay, Analysis
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.cube.kernels import CubeValues
from sixprime.engine.cube.views import CubeView
from sixprime.engine.phases import GamePhase, phase_of
from sixprime.messages import Message, text

DECIDED: Mapping[Phase, DecisionKind] = {
    Phase.TO_PLAY: DecisionKind.PLAY,
    Phase.TO_ROLL: DecisionKind.DOUBLE,
    Phase.TO_ANSWER_CUBE: DecisionKind.ANSWER,
}
"""What a card may ask, by the phase of its position."""
KEPT_CANDIDATES = 8
"""Plays that a card keeps, besides the one that was made."""
DIGITS = 5
CUBE_TOPICS: Mapping[str, Message] = {
    "double": text("doubling"),
    "redouble": text("redoubling"),
    "take": text("take or pass"),
}
"""What decisions with the cube count as in statistics; plays count as their kind of position."""


class NoQuestion(SixprimeError):
    """A position in which there is nothing to decide that a card could ask."""


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """What a card asks."""

    record: str
    """The position as a record of a match, without names."""
    kind: DecisionKind
    topic: str
    subject: str
    """A digest of the question; colours and the games before do not matter."""

    @classmethod
    def of_state(cls, state: State) -> CardQuestion:
        """The question that a state asks; `NoQuestion` if it asks none."""
        kind = DECIDED.get(state.phase)
        if kind is None:
            raise NoQuestion(text("there is nothing to decide that a card could ask"))
        record = records.dumps(Situation.from_state(state).to_match(state.rules))
        return cls(record, kind, topic_of(state, kind), subject_of(state))

    @property
    def state(self) -> State:
        return records.loads(self.record).state


@dataclass(frozen=True, slots=True)
class CardError:
    """An error of a match that becomes a card."""

    question: CardQuestion
    finding: Finding
    loss: float
    event: int
    played: str
    """The notation of the play, or the name of the action."""


def errors_of(match: Match, review: MatchReview, player: Player, marks: Marks | None = None) -> Iterator[CardError]:
    """The errors and blunders of a player, in the order of the match; resignations are left out."""
    limits = marks or Marks()
    for entry in review.decisions:
        is_asked = entry.decision.kind in DECIDED.values() and not entry.is_forced
        if entry.decision.player is player and is_asked and limits.of(entry.loss) in (Mark.ERROR, Mark.BLUNDER):
            yield card_of(match, entry)


def card_of(match: Match, entry: DecisionReview) -> CardError:
    """A decision of a match as a card; `NoQuestion` if a card cannot ask it."""
    state, made = decision_at(match, entry.decision, match.events[entry.decision.event])
    question = CardQuestion.of_state(state)
    played = made.notation() if made is not None else entry.decision.action.value
    return CardError(question, _kept(entry.finding, entry.played), entry.loss, entry.decision.event, played)


def _kept(finding: Finding, played: int | None) -> Finding:
    """A finding with no more candidates than a card keeps."""
    if not isinstance(finding, PlaysFinding):
        return finding
    kept = [one for number, one in enumerate(finding.candidates) if number < KEPT_CANDIDATES or number == played]
    return replace(finding, candidates=tuple(kept))


def topic_of(state: State, kind: DecisionKind) -> str:
    """What a question counts as in statistics: the kind of position of a play, what is decided with the cube."""
    if kind is DecisionKind.PLAY:
        return phase_of(state.position).value
    if kind is DecisionKind.ANSWER:
        return "take"
    return "double" if state.cube.owner is None else "redouble"


def topic_label(topic: str) -> Message | None:
    """What a topic is called; None if it is none of a card."""
    phase = next((phase for phase in GamePhase if phase.value == topic), None)
    return CUBE_TOPICS.get(topic) if phase is None else phase.label


def subject_of(state: State) -> str:
    """A digest of what is asked: the position in the view of the player on roll, roll, cube, distances and rules."""
    mover = state.on_roll or Player.WHITE

    def side(player: Player | None) -> str | None:
        return None if player is None else "mine" if player is mover else "theirs"

    away = None
    if state.length is not None:
        away = [state.length - state.points_of(player) for player in (mover, mover.opponent)]
    offer = None if state.offer is None else [state.offer.kind.value, side(state.offer.by), state.offer.value]
    told = [
        state.phase.value, state.position.points, None if state.roll is None else sorted(state.roll.numbers),
        state.cube.value, side(state.cube.owner), offer, away, state.is_crawford,
        {name: value for name, value in state.rules.to_json().items() if name != "stake"},
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def dump_finding(finding: Finding) -> str:
    """A finding as JSON, for `load_finding`."""
    return json.dumps(to_json(finding, DIGITS), separators=(",", ":"))


def check_finding(state: State, finding: Finding) -> None:
    """Raise `NoQuestion` if what was found is not about the position: plays that its roll has, or its actions."""
    if isinstance(finding, PlaysFinding):
        turn = state.turn()
        try:
            for one in finding.candidates:
                turn.play_of(one.steps)
        except SixprimeError:
            raise NoQuestion(text("what is known about the card is damaged")) from None
    elif state.to_act is None or not {one.action for one in finding.actions} <= {*legal_actions(state, state.to_act)}:
        raise NoQuestion(text("what is known about the card is damaged"))


def load_finding(written: str, kind: DecisionKind) -> Finding:
    """What `dump_finding` wrote; `NoQuestion` if it is none that answers a question of the kind."""
    finding: Finding
    try:
        found = json.loads(written)
        finding = from_json(PlaysFinding, found) if kind is DecisionKind.PLAY else from_json(ActionsFinding, found)
    except (InvalidValue, ValueError, RecursionError):
        raise NoQuestion(text("what is known about the card is damaged")) from None
    is_empty = not finding.candidates if isinstance(finding, PlaysFinding) else not finding.actions
    if is_empty:
        raise NoQuestion(text("what is known about the card is damaged"))
    return finding


def losses_of(state: State, finding: Finding) -> dict[str, float]:
    """What each answer loses, the best first: plays by notation, actions by name."""
    if isinstance(finding, PlaysFinding):
        best = finding.candidates[0].equity
        return {
            Play.of_legal_steps(state.position, one.steps).notation(): max(best - one.equity, 0.0)
            for one in finding.candidates
        }
    ranked = sorted(finding.actions, key=lambda entry: -entry.equity)
    return {one.action.value: ranked[0].equity - one.equity for one in ranked}


def analysis_of(state: State, finding: Finding) -> Analysis | None:
    """What was found as an `Analysis`, for explaining it; None where an engine has to be asked again."""
    player = state.to_act
    assert player is not None
    if isinstance(finding, PlaysFinding):
        best = finding.candidates[0]
        plays = tuple(_analysed(state, one, best.equity) for one in finding.candidates)
        return Analysis(player, plays, (), best.chances, best.equity, best.depth)
    if finding.double is None:
        return None
    view = CubeView.of(state.changed(phase=Phase.TO_ROLL, offer=None))
    values = (finding.double.no_double, finding.double.double_take, finding.double.double_pass)
    cube = CubeDecision.from_values(CubeValues(*(view.chance(value) for value in values)), view)
    ranked = sorted(finding.actions, key=lambda entry: -entry.equity)
    actions = tuple(AnalysedAction(one.action, one.equity, ranked[0].equity - one.equity) for one in ranked)
    return Analysis(player, (), actions, finding.chances, ranked[0].equity, finding.depth, cube)


def _analysed(state: State, candidate: PlayCandidate, best: float) -> AnalysedPlay:
    play = Play.of_legal_steps(state.position, candidate.steps)
    return AnalysedPlay(
        play, candidate.chances, candidate.equity, max(best - candidate.equity, 0.0), candidate.depth,
        candidate.match_chance,
    )  # fmt: skip
