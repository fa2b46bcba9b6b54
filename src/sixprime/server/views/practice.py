"""Answers about practice: attempts, and figures about them in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sixprime.engine.phases import GamePhase
from sixprime.messages import Catalogue, Message, text
from sixprime.practice.drills import Drill
from sixprime.practice.lessons import Chapter
from sixprime.server.schemas.practice import (
    AttemptAnswer,
    AttemptCountAnswer,
    KindStatisticsAnswer,
    PracticeStatisticsAnswer,
    RatingAnswer,
)
from sixprime.server.store.practice.attempts import Attempt, AttemptCount, AttemptKind
from sixprime.server.store.practice.ratings import Rating

PHASES = {phase.value: phase.label for phase in GamePhase}
STAGES = {"first": text("First rolls"), "reply": text("Replies"), "third": text("Third rolls")}
TOPICS: Mapping[AttemptKind, Mapping[str, Message]] = {
    AttemptKind.CARD: PHASES,
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
