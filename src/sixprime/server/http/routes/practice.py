"""The HTTP interface to practice: what a learner has set and answered, figures, and everything as one file.

All of it is the caller's own: a learner is the holder of a cookie.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from sixprime.languages import catalogue
from sixprime.practice.glicko import Glicko, bounded
from sixprime.practice.schedules import NEW_A_DAY, RETENTION, Grade
from sixprime.server.http.parameters import Language
from sixprime.server.http.queued_work import until_left
from sixprime.server.http.request_context import SessionCookie, holder_of_request, lobby_of, visitor_of
from sixprime.server.http.responses import answers, json_answer, json_text
from sixprime.server.identities import origin_of
from sixprime.server.live.imports.practice_files import check_detail, read_practice_file
from sixprime.server.live.practice import Practice
from sixprime.server.matches.texts import check_name
from sixprime.server.schemas.practice import (
    AttemptId,
    AttemptKindName,
    AttemptListAnswer,
    AttemptsKeptAnswer,
    GradeNumber,
    Key,
    LearnerNameAnswer,
    LearnerNamesAnswer,
    Loss,
    Milliseconds,
    PracticeDeletedAnswer,
    PracticeFileAnswer,
    PracticeImportedAnswer,
    PracticeSettingsAnswer,
    PracticeStatisticsAnswer,
    RatingAnswer,
    Topic,
)
from sixprime.server.store.practice import Attempt, AttemptKind, Learner, Rating
from sixprime.server.views.practice import attempt_answer, kept_card, rating_answer, statistics_answer

router = APIRouter(prefix="/api/practice", tags=["practice"])

MOST_AT_ONCE = 200
"""Attempts in a request."""
DAY = 24 * 3600 * 1000

Days = Annotated[int, Query(ge=1, le=3660, description="Of so many days, up to today.")]
Offset = Annotated[
    int, Query(ge=-14 * 60, le=14 * 60, description="By how many minutes the client's clock is ahead of UTC.")
]


class AttemptRequest(BaseModel):
    """An answer that a learner gave."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: AttemptId
    kind: AttemptKindName
    key: Key
    topic: Topic = ""
    grade: GradeNumber
    loss: Loss | None = None
    milliseconds: Milliseconds | None = None
    ago: Annotated[int, Field(ge=0, le=2**47)] = 0
    detail: dict[str, Any] = {}


class AttemptsRequest(BaseModel):
    """Answers that a learner gave."""

    model_config = ConfigDict(extra="forbid", strict=True)

    attempts: Annotated[list[AttemptRequest], Field(max_length=MOST_AT_ONCE)]


class SettingsRequest(PracticeSettingsAnswer):
    """What a learner sets."""


class LearnerNamesRequest(BaseModel):
    """Which names of players are the learner."""

    model_config = ConfigDict(extra="forbid", strict=True)

    names: Annotated[list[LearnerNameAnswer], Field(max_length=100)]


def practice_of(request: Request) -> Practice:
    return lobby_of(request).practice


async def learner_of(request: Request, cookie: SessionCookie) -> Learner:
    """The learner who asks; a visitor who asks to keep something becomes one."""
    lobby_of(request).require_open()
    origin = origin_of(None if request.client is None else request.client.host)
    return await practice_of(request).learner(cookie.holder, origin)


# Attempts


@router.post(
    "/attempts",
    summary="Keep answers that you gave",
    responses=answers(AttemptsKeptAnswer, 400, 413, 503),
)
async def send_attempts(request: Request, sent: Annotated[AttemptsRequest, Body()]) -> Response:
    practice = practice_of(request)
    time = practice.clock()
    made = [_attempt(one, time) for one in sent.attempts]
    cookie = SessionCookie(request)
    kept = await practice.keep(await learner_of(request, cookie), made)
    return cookie.set_on(json_answer(AttemptsKeptAnswer(kept=[one.id for one in kept])))


def _attempt(sent: AttemptRequest, time: int) -> Attempt:
    check_detail(sent.detail)
    return Attempt(
        sent.id, AttemptKind(sent.kind), sent.key, sent.topic, Grade(sent.grade), max(time - sent.ago, 0),
        sent.loss, sent.milliseconds, sent.detail,
    )  # fmt: skip


@router.get("/attempts", summary="Your latest answers", responses=answers(AttemptListAnswer))
async def list_attempts(
    request: Request,
    kind: Annotated[AttemptKindName | None, Query()] = None,
    key: Annotated[str | None, Query(max_length=64)] = None,
    before: Annotated[int | None, Query(ge=0, le=2**47, description="Before this time, in ms since 1970.")] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    holder = holder_of_request(request)
    wanted = None if kind is None else AttemptKind(kind)
    found: list[Attempt] = []
    if holder is not None:
        found = await practice_of(request).attempts.latest(holder, kind=wanted, key=key, before=before, most=limit + 1)
    listed = [attempt_answer(one) for one in found[:limit]]
    return json_answer(AttemptListAnswer(attempts=listed, more=len(found) > limit))


@router.get("/statistics", summary="Figures about your answers", responses=answers(PracticeStatisticsAnswer))
async def statistics(request: Request, language: Language, days: Days = 365, offset: Offset = 0) -> Response:
    practice = practice_of(request)
    holder = holder_of_request(request)
    if holder is None:
        return json_answer(PracticeStatisticsAnswer(kinds=[], ratings=[]))
    ahead = offset * 60_000
    today = (practice.clock() + ahead) // DAY
    topics, by_day = await practice.attempts.counts(holder, (today - days + 1) * DAY - ahead, ahead)
    ratings = await practice.ratings.of_learner(holder)
    return json_answer(statistics_answer(topics, by_day, ratings, catalogue(language)))


# Settings and names


@router.get("/settings", summary="What you have set", responses=answers(PracticeSettingsAnswer))
async def show_settings(request: Request) -> Response:
    holder = holder_of_request(request)
    learner = None if holder is None else await practice_of(request).learners.get(holder)
    return json_answer(_settings(learner))


@router.put("/settings", summary="Set how you practise", responses=answers(PracticeSettingsAnswer, 400, 413, 503))
async def change_settings(request: Request, wanted: Annotated[SettingsRequest, Body()]) -> Response:
    cookie = SessionCookie(request)
    learner = await learner_of(request, cookie)
    await practice_of(request).learners.change(learner.holder, wanted.retention, wanted.new_a_day)
    return cookie.set_on(json_answer(_settings(await practice_of(request).learners.get(learner.holder))))


def _settings(learner: Learner | None) -> PracticeSettingsAnswer:
    if learner is None:
        return PracticeSettingsAnswer(retention=RETENTION, new_a_day=NEW_A_DAY)
    return PracticeSettingsAnswer(retention=learner.retention, new_a_day=learner.new_a_day)


@router.get("/names", summary="Which names of players are yours", responses=answers(LearnerNamesAnswer))
async def show_names(request: Request) -> Response:
    holder = holder_of_request(request)
    found = {} if holder is None else await practice_of(request).learners.names(holder)
    return json_answer(_names(found))


@router.put(
    "/names", summary="Say which names of players are yours", responses=answers(LearnerNamesAnswer, 400, 413, 503)
)
async def change_names(request: Request, wanted: Annotated[LearnerNamesRequest, Body()]) -> Response:
    for one in wanted.names:
        check_name(one.name)
    cookie = SessionCookie(request)
    learner = await learner_of(request, cookie)
    await practice_of(request).name(learner, {one.name: one.me for one in wanted.names})
    return cookie.set_on(json_answer(_names(await practice_of(request).learners.names(learner.holder))))


def _names(names: dict[str, bool]) -> LearnerNamesAnswer:
    return LearnerNamesAnswer(names=[LearnerNameAnswer(name=name, me=me) for name, me in names.items()])


# Everything


@router.get("/export", summary="Everything that you have, as a file", responses=answers(PracticeFileAnswer))
async def export_all(request: Request) -> Response:
    practice = practice_of(request)
    holder = holder_of_request(request) or ""
    learner = await practice.learners.get(holder)
    names = await practice.learners.names(holder)
    attempts = await practice.attempts.latest(holder, most=None)
    ratings = await practice.ratings.of_learner(holder)
    cards = await practice.cards.all(holder)

    def written() -> str:
        answer = PracticeFileAnswer(
            format="sixprime-practice",
            version=1,
            settings=_settings(learner),
            names=_names(names).names,
            cards=[kept_card(one) for one in cards],
            attempts=[attempt_answer(one) for one in attempts],
            ratings=[rating_answer(pool, one) for pool, one in ratings.items()],
        )
        return answer.model_dump_json()

    response = json_text(await until_left(request, lambda asker: lobby_of(request).writing.run(written, asker)))
    response.headers["content-disposition"] = 'attachment; filename="sixprime-practice.json"'
    return response


@router.post(
    "/import",
    summary="Bring everything that you exported elsewhere",
    responses=answers(PracticeImportedAnswer, 400, 413, 503),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/PracticeFileAnswer"}}},
        }
    },
)
async def import_all(request: Request) -> Response:
    body = await request.body()
    processes = lobby_of(request).import_processes
    brought, cards = await processes.run(visitor_of(request), read_practice_file, body)
    practice = practice_of(request)
    cookie = SessionCookie(request)
    learner = await learner_of(request, cookie)
    time = practice.clock()
    attempts = [
        Attempt(
            one.id, AttemptKind(one.kind), one.key, one.topic, Grade(one.grade), min(one.at, time), one.loss,
            one.milliseconds, one.detail,
        )
        for one in brought.attempts
    ]  # fmt: skip
    await practice.learners.change(learner.holder, brought.settings.retention, brought.settings.new_a_day)
    await practice.name(learner, {one.name: one.me for one in brought.names})
    await practice.ratings.set_of_learner(
        learner.holder,
        {one.pool: _rating(one, time) for one in brought.ratings},
    )
    before = len(await practice.cards.all(learner.holder))
    await practice.add(learner, cards)
    new_cards = len(await practice.cards.all(learner.holder)) - before
    count = await practice.bring(learner, attempts)
    return cookie.set_on(json_answer(PracticeImportedAnswer(cards=new_cards, attempts=count)))


def _rating(brought: RatingAnswer, time: int) -> Rating:
    kept = bounded(Glicko(brought.rating, brought.deviation, brought.volatility))
    return Rating(kept.rating, kept.deviation, kept.volatility, brought.attempts, time)


@router.delete("", summary="Delete everything that you have", responses=answers(PracticeDeletedAnswer, 400, 413, 503))
async def delete_all(request: Request) -> Response:
    lobby_of(request).require_open()
    holder = holder_of_request(request)
    deleted = holder is not None and await practice_of(request).learners.delete(holder)
    return json_answer(PracticeDeletedAnswer(deleted=deleted))
