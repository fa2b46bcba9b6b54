"""The HTTP interface to analyses: start, look, cancel; reviews of matches and single decisions; comments."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request, WebSocket
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from sixprime.analysis import MatchReview
from sixprime.analysis.reviews import fingerprint_of
from sixprime.core import Match, SixprimeError
from sixprime.core.match import records
from sixprime.core.situations import Situation
from sixprime.languages import catalogue
from sixprime.messages import text
from sixprime.server.http.analysis_answers import (
    comment_refusal,
    decision_result,
    job_answer,
    require_may_read,
    require_may_start,
    room_of,
)
from sixprime.server.http.analysis_sockets import AnalysisSocket
from sixprime.server.http.parameters import Language, MatchId
from sixprime.server.http.pasted_positions import read_pasted
from sixprime.server.http.queued_work import until_left
from sixprime.server.http.request_context import (
    SessionCookie,
    holder_of_request,
    language_of,
    lobby_of,
)
from sixprime.server.http.responses import answers, json_answer, json_text
from sixprime.server.identities import origin_of
from sixprime.server.live.analyses import AnalysedMatch, FoundDecision
from sixprime.server.live.analyses.runs import KINDS, subject_of_event
from sixprime.server.live.analyses.versions import analysed_version, is_stale
from sixprime.server.live.rooms import Room
from sixprime.server.matches.texts import has_control_characters
from sixprime.server.refusals import Forbidden, Invalid, Malformed, NotAllowed, NotFound, Refusal, TooMany
from sixprime.server.schemas.analyses import (
    AnalysisAnswer,
    CommentAnswer,
    DecisionAnswer,
    DepthName,
    ReviewAnswer,
)
from sixprime.server.store.analyses import AnalysisJob, JobState, JobSubject
from sixprime.server.views.analyses import ReviewView, review_text
from sixprime.server.views.refusals import error_answer

router = APIRouter(prefix="/api", tags=["analyses"])

MOST_GAMES = 20_736
MOST_COMMENT, MOST_COMMENTS = 2000, 200_000
"""Characters of a comment, and of all comments of a match."""
ENDED = (JobState.CANCELLED, JobState.FAILED)

AnalysisId = Annotated[str, Path(max_length=64, description="The number of an analysis.")]
EventNumber = Annotated[int, Path(ge=0, le=2**31, description="The number of an event, counted from 0.")]
WantedDepth = Annotated[DepthName | None, Query(description="Of this depth; the deepest that is complete, if none.")]


class AnalysisRequest(BaseModel):
    """What is to be analysed: a match, one of its decisions, or a position."""

    model_config = ConfigDict(extra="forbid", strict=True)

    match: Annotated[str, Field(max_length=64)] | None = None
    event: Annotated[int, Field(ge=0, le=2**31)] | None = None
    position: Annotated[str, Field(max_length=20_000)] | None = None
    depth: DepthName = "deep"
    games: Annotated[int, Field(ge=36, le=MOST_GAMES)] | None = None


class CommentRequest(BaseModel):
    """A comment; an empty one removes what was there."""

    model_config = ConfigDict(extra="forbid", strict=True)

    comment: Annotated[str, Field(max_length=MOST_COMMENT)]


# Jobs


@router.post(
    "/analyses",
    status_code=201,
    summary="Analyse a match, a decision or a position",
    responses=answers(AnalysisAnswer, 400, 404, 413, 503, status=201) | {200: {"model": AnalysisAnswer}},
)
async def start(request: Request, language: Language, wanted: Annotated[AnalysisRequest, Body()]) -> Response:
    lobby = lobby_of(request)
    lobby.require_open()
    _check_fields(wanted)
    room = None if wanted.match is None else await lobby.room(wanted.match)
    await require_may_start(request, room)
    subject = await (
        _subject_of_position(request, wanted) if room is None else _subject_of_match(request, room, wanted)
    )
    cookie = SessionCookie(request)
    origin = origin_of(None if request.client is None else request.client.host)
    job, is_new = await lobby.analyses.ask(subject, cookie.holder, origin)
    answer = await job_answer(request, job, room, language)
    answer.mine = job.holder == cookie.holder
    return cookie.set_on(json_answer(answer, 201 if is_new else 200))


def _check_fields(wanted: AnalysisRequest) -> None:
    if (wanted.match is None) is (wanted.position is None):
        raise Malformed(text("an analysis is of a match or of a position, one of the two"))
    if wanted.event is not None and wanted.match is None:
        raise Malformed(text("an event needs the match that it is part of"))
    if wanted.games is not None and (wanted.depth != "rollout" or (wanted.match and wanted.event is None)):
        raise Malformed(text("a number of games can be given for the rollout of a position or of one decision"))


async def _subject_of_position(request: Request, wanted: AnalysisRequest) -> JobSubject:
    found = await read_pasted(request, wanted.position or "")
    engine = await lobby_of(request).analyses.engine()
    record = await asyncio.to_thread(_record_of, found.situation)
    return JobSubject(wanted.depth, engine, situation=record, games=wanted.games or 0)


def _record_of(situation: Situation) -> str:
    """A position as it is kept; refused if there is nothing to decide."""
    try:
        match = situation.to_match()
    except SixprimeError as error:
        raise Invalid(error.message) from None
    if match.phase not in KINDS or match.to_act is None:
        raise Invalid(text("there is nothing to decide"))
    return records.dumps(match)


async def _subject_of_match(request: Request, room: Room, wanted: AnalysisRequest) -> JobSubject:
    analyses = lobby_of(request).analyses
    version = analysed_version(room.moment)
    if wanted.event is not None:
        analysed = await analyses.match_at(room, version)
        if wanted.event >= analysed.match.version:
            raise NotFound(text("the match has no event {event}", event=wanted.event))
        if await asyncio.to_thread(subject_of_event, analysed.match, wanted.event) is None:
            raise Invalid(text("event {event} of the match is no decision", event=wanted.event))
        # What follows the event does not matter, so a match that goes on keeps its analyses.
        version = analysed.versions[wanted.event]
    engine = await analyses.engine()
    return JobSubject(wanted.depth, engine, room.id, version, wanted.event, games=wanted.games or 0)


@router.get("/analyses/{analysis}", summary="How far an analysis is", responses=answers(AnalysisAnswer, 404))
async def show(request: Request, language: Language, analysis: AnalysisId) -> Response:
    job = await lobby_of(request).analyses.job(analysis)
    return json_answer(await job_answer(request, job, await room_of(request, job), language))


@router.delete("/analyses/{analysis}", summary="Cancel your analysis", responses=answers(AnalysisAnswer, 400, 404))
async def cancel(request: Request, language: Language, analysis: AnalysisId) -> Response:
    analyses = lobby_of(request).analyses
    job = await analyses.job(analysis)
    if holder_of_request(request) != job.holder:
        raise Forbidden(text("only the visitor who asked for an analysis can cancel it"))
    await analyses.cancel(job.id)
    job = await analyses.job(analysis)
    return json_answer(await job_answer(request, job, await room_of(request, job), language))


@router.get(
    "/analyses/{analysis}/result",
    summary="What was found about a position or a decision",
    responses=answers(DecisionAnswer, 404, 409),
)
async def result(request: Request, language: Language, analysis: AnalysisId) -> Response:
    job = await lobby_of(request).analyses.job(analysis)
    room = await room_of(request, job)
    await require_may_read(request, room)
    if job.is_of_match:
        raise NotFound(text("this is the analysis of a whole match"))
    content = await lobby_of(request).analyses.content_of(job)
    if not isinstance(content, FoundDecision):
        raise NotAllowed(text("nothing has been found yet"))
    return json_answer(await decision_result(request, job, room, content, language))


@router.websocket("/analyses/{analysis}/live")
async def live(socket: WebSocket, analysis: str) -> None:
    lobby = lobby_of(socket)
    try:
        lobby.require_open()
        job = await lobby.analyses.job(analysis)
        await require_may_read(socket, await room_of(socket, job))
    except Refusal as refusal:
        error = error_answer(refusal, language_of(socket))
        await socket.send_denial_response(JSONResponse(error.model_dump(), refusal.status))
        return
    await socket.accept()
    await AnalysisSocket(socket, job.id, language_of(socket)).serve()


# Reviews


@router.get("/matches/{match}/analysis", summary="What was found about a match", responses=answers(ReviewAnswer, 404))
async def review(request: Request, language: Language, match: MatchId, depth: WantedDepth = None) -> Response:
    room = await lobby_of(request).room(match)
    await require_may_read(request, room)
    jobs = [job for job in await lobby_of(request).analyses.of_match(room.id) if job.is_of_match]
    job, found, analysed = await _review(request, room, best_job(room, jobs, depth))
    told = await job_answer(request, job, room, language)
    available = [await job_answer(request, one, room, language) for one in jobs]
    view = ReviewView(found, analysed.match, catalogue(language), analysed.versions)

    def written() -> str:
        return review_text(view.answer(told, available))

    return json_text(await until_left(request, lambda asker: lobby_of(request).writing.run(written, asker)))


@router.get(
    "/matches/{match}/analysis/decisions/{event}",
    summary="Everything about a decision",
    responses=answers(DecisionAnswer, 404),
)
async def decision(
    request: Request, language: Language, match: MatchId, event: EventNumber, depth: WantedDepth = None
) -> Response:
    room = await lobby_of(request).room(match)
    await require_may_read(request, room)
    jobs = [job for job in await lobby_of(request).analyses.of_match(room.id) if job.is_of_match]
    _, found, analysed = await _review(request, room, best_job(room, jobs, depth))
    view = ReviewView(found, analysed.match, catalogue(language), analysed.versions)
    answer = await asyncio.to_thread(view.decision, event)
    if answer is None:
        raise NotFound(text("event {event} of the match has not been analysed", event=event))
    return json_answer(answer)


def best_job(room: Room, jobs: list[AnalysisJob], depth: str | None) -> AnalysisJob:
    """The analysis to be shown: the deepest one that is complete, else one that goes on, else what there is."""
    wanted = [job for job in jobs if depth in (None, job.depth)]
    if not wanted:
        raise NotFound(text("the match has not been analysed"))

    def preference(job: AnalysisJob) -> int:
        if is_stale(room.log, job.version):
            return 3
        return 0 if job.state is JobState.DONE else 2 if job.state in ENDED else 1

    return min(wanted, key=preference)  # of those that are alike the deepest and latest, which come first


async def _review(request: Request, room: Room, job: AnalysisJob) -> tuple[AnalysisJob, MatchReview, AnalysedMatch]:
    """A job, what it has found, and the match it is about; an empty review if nothing was found yet."""
    analyses = lobby_of(request).analyses
    analysed = await analyses.match_at(room, job.version)
    found = await analyses.review_of(room, job)
    if found is None:  # if it was damaged, the job has begun anew
        return await analyses.job(job.id), _nothing_yet(analysed.match, job), analysed
    return job, found, analysed


def _nothing_yet(match: Match, job: AnalysisJob) -> MatchReview:
    names = tuple(match.names.values())
    return MatchReview((names[0], names[1]), match.length, job.depth, job.engine, fingerprint_of(match), (), (), 1)


# Comments


@router.put(
    "/matches/{match}/comments/{event}",
    summary="Write a comment beside an event",
    responses=answers(CommentAnswer, 400, 404, 413, 503),
)
async def comment(
    request: Request, match: MatchId, event: EventNumber, wanted: Annotated[CommentRequest, Body()]
) -> Response:
    lobby = lobby_of(request)
    lobby.require_open()
    room = await lobby.room(match)
    refused = comment_refusal(request, room)
    if refused is not None:
        raise Forbidden(refused)
    holder = holder_of_request(request) or ""
    applied = room.moment.event_at(event + 1)
    if applied is None or applied.count != event + 1:
        raise NotFound(text("the match has no event {event}", event=event))
    written = wanted.comment.strip()
    if has_control_characters(written):
        raise Invalid(text("a comment cannot have control characters in it"))
    if not await lobby.analyses.comments.write(room.id, applied.seq, written, holder, MOST_COMMENTS):
        raise TooMany(text("the comments of a match have at most {most} characters", most=MOST_COMMENTS))
    return json_answer(CommentAnswer(match=room.id, event=event, comment=written))
