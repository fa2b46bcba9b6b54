"""Answers about practice: attempts, and figures about them in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.reasons import Explanation
from sixprime.analysis.reviews import Finding
from sixprime.core import SixprimeError, State
from sixprime.core.match import records
from sixprime.core.situations import Situation
from sixprime.engine.phases import GamePhase
from sixprime.formats.ids.xgids import xgid
from sixprime.messages import Catalogue, Message, text
from sixprime.practice.cards import (
    CUBE_TOPICS,
    CardQuestion,
    NoQuestion,
    check_finding,
    load_finding,
    topic_label,
)
from sixprime.practice.drills import Drill
from sixprime.practice.lessons import Chapter
from sixprime.practice.lists import clean_tags
from sixprime.practice.schedules import CardSchedule
from sixprime.server.encoding import compact_json
from sixprime.server.identities import new_id
from sixprime.server.schemas.practice import (
    AttemptAnswer,
    AttemptCountAnswer,
    CardAnswer,
    CardReasonAnswer,
    CardSummaryAnswer,
    KeptCardAnswer,
    KindStatisticsAnswer,
    PracticeStatisticsAnswer,
    RatingAnswer,
)
from sixprime.server.store.practice.attempts import Attempt, AttemptCount, AttemptKind
from sixprime.server.store.practice.cards import Card
from sixprime.server.store.practice.ratings import Rating
from sixprime.server.views.analyses import position_decision

PHASES = {phase.value: phase.label for phase in GamePhase}
STAGES = {"first": text("First rolls"), "reply": text("Replies"), "third": text("Third rolls")}
TOPICS: Mapping[AttemptKind, Mapping[str, Message]] = {
    AttemptKind.CARD: {**PHASES, **CUBE_TOPICS},
    AttemptKind.PUZZLE: PHASES,
    AttemptKind.OPENING: STAGES,
    AttemptKind.DRILL: {drill.value: drill.title for drill in Drill},
    AttemptKind.LESSON: {chapter.value: chapter.title for chapter in Chapter},
}
"""What topics are called, by what was tried."""


def attempt_answer(attempt: Attempt) -> AttemptAnswer:
    return AttemptAnswer.model_validate(
        {
            "id": attempt.id, "kind": attempt.kind.value, "key": attempt.key, "topic": attempt.topic,
            "grade": int(attempt.grade), "loss": attempt.loss, "milliseconds": attempt.milliseconds,
            "at": attempt.at, "detail": attempt.detail or {},
        }
    )  # fmt: skip


def rating_answer(pool: str, rating: Rating) -> RatingAnswer:
    return RatingAnswer(
        pool=pool,
        rating=rating.rating,
        deviation=rating.deviation,
        volatility=rating.volatility,
        attempts=rating.attempts,
    )


def statistics_answer(
    topics: Sequence[AttemptCount], days: Sequence[AttemptCount], ratings: Mapping[str, Rating], words: Catalogue
) -> PracticeStatisticsAnswer:
    """What a learner has done, by kind."""
    kinds = []
    for kind in AttemptKind:
        of_kind = [one for one in topics if one.kind is kind]
        if of_kind:
            kinds.append(
                KindStatisticsAnswer(
                    kind=kind.value,
                    attempts=sum(one.attempts for one in of_kind),
                    right=sum(one.right for one in of_kind),
                    topics=[_count(one, words) for one in of_kind],
                    days=[_count(one, words) for one in days if one.kind is kind],
                )
            )
    return PracticeStatisticsAnswer(kinds=kinds, ratings=[rating_answer(*one) for one in ratings.items()])


def _count(count: AttemptCount, words: Catalogue) -> AttemptCountAnswer:
    label = TOPICS.get(count.kind, {}).get(count.name)
    return AttemptCountAnswer(
        name=count.name,
        label=count.name if label is None else label.in_language(words),
        attempts=count.attempts,
        right=count.right,
        loss=count.loss,
        milliseconds=count.milliseconds,
    )


def card_summary(card: Card, words: Catalogue) -> CardSummaryAnswer:
    """A card in a list."""
    label = topic_label(card.topic)
    return CardSummaryAnswer.model_validate(
        {
            "card": card.id, "kind": card.kind, "topic": card.topic,
            "label": card.topic if label is None else label.in_language(words), "xgid": _xgid(card),
            "due": card.schedule.due, "is_new": card.schedule.is_new, "is_suspended": card.is_suspended,
            "answers": card.schedule.answers, "lapses": card.schedule.lapses, "times": card.times, "loss": card.loss,
            "match": card.match, "event": card.event if card.match is not None else None,
            "tags": json.loads(card.tags),
        }
    )  # fmt: skip


def situation_of(card: Card) -> Situation:
    """The position of a card."""
    return Situation.from_state(records.loads(card.situation).state)


def _xgid(card: Card) -> str | None:
    try:
        return xgid(situation_of(card))
    except SixprimeError:
        return None


def card_answer(
    card: Card, state: State, finding: Finding, reasons: Mapping[str, Explanation], words: Catalogue
) -> CardAnswer:
    """A card with all that is needed to ask it and to judge the answer."""
    decision = position_decision(
        state, DecisionKind(card.kind), finding, card.depth or "instant", card.engine or "", words
    )
    played = None if card.played is None else json.loads(card.played)
    for play in decision.plays or ():
        play.played = play.notation == played
    for action in decision.actions or ():
        action.played = action.action == played
    return CardAnswer(
        card=card_summary(card, words),
        decision=decision,
        rules=state.rules.to_json(),
        checkers=state.position.checkers,
        reasons=[
            CardReasonAnswer(answer=answer, sentences=[message.in_language(words) for message in found.sentences])
            for answer, found in reasons.items()
        ],
    )


def kept_card(card: Card) -> KeptCardAnswer:
    """A card for a file."""
    plain = ("situation", "finding", "engine", "depth", "played", "loss", "times", "is_suspended", "created")
    return KeptCardAnswer.model_validate(
        {name: getattr(card, name) for name in plain} | asdict(card.schedule) | {"tags": json.loads(card.tags)}
    )


def brought_card(kept: KeptCardAnswer) -> Card:
    """A card of a file; refused if its position or what is known about it cannot be right."""
    state = records.loads(kept.situation).state
    question = CardQuestion.of_state(state)
    if kept.finding is not None:
        check_finding(state, load_finding(kept.finding, question.kind))
    schedule = CardSchedule(
        kept.due, kept.state, kept.step, kept.stability, kept.difficulty, kept.last, kept.answers, kept.lapses
    )
    if not schedule.is_sound:
        raise NoQuestion(text("what is known about the card is damaged"))
    played = None if kept.played is None else json.loads(kept.played)
    return Card(
        id=new_id(),
        subject=question.subject,
        situation=question.record,
        kind=question.kind.value,
        topic=question.topic,
        schedule=schedule,
        created=kept.created,
        finding=kept.finding,
        engine=kept.engine,
        depth=kept.depth,
        played=None if not isinstance(played, str) else compact_json(played),
        loss=kept.loss,
        times=kept.times,
        tags=compact_json(list(clean_tags(kept.tags))),
        is_suspended=kept.is_suspended,
    )
