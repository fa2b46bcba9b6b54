"""The HTTP interface to what is not play: plays and hints, replays, files in and out, dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from sixprime.core import Player, SixprimeError
from sixprime.core.numbering import Numbering
from sixprime.languages import catalogue
from sixprime.messages import counted, text
from sixprime.server.http.advice import ask_engine, could_be_any_position, require_no_live_match
from sixprime.server.http.analysis_answers import comment_refusal, match_notes, review_to_write, tutor_notes
from sixprime.server.http.dice_counts import DiceCounts
from sixprime.server.http.parameters import Language, MatchId, Version
from sixprime.server.http.queued_work import until_left
from sixprime.server.http.request_context import (
    SessionCookie,
    holder_of_request,
    lobby_of,
    settings_of,
    visitor_of,
)
from sixprime.server.http.responses import answers, json_answer, json_text
from sixprime.server.http.uploads import read_upload
from sixprime.server.live.imports.jobs import read_file
from sixprime.server.live.rooms import Room
from sixprime.server.matches.entries import MatchKind
from sixprime.server.matches.logs import Moment
from sixprime.server.refusals import Forbidden, NotFound
from sixprime.server.schemas.base import TextBySide
from sixprime.server.schemas.replays import ReplayAnswer
from sixprime.server.schemas.service import DiceStatisticsAnswer, DiceTranscriptAnswer
from sixprime.server.schemas.studies import (
    HintAnswer,
    ImportAnswer,
    ImportedMatchAnswer,
    LegalPlaysAnswer,
    StepRefusalAnswer,
)
from sixprime.server.views.exports import FORMATS, WITH_REVIEWS, dice_transcript, export, file_name
from sixprime.server.views.hints import hint, step_refusal
from sixprime.server.views.hints import legal_plays as plays_answer
from sixprime.server.views.replays import replay, replay_text
from sixprime.server.views.tutor import tutor_details

router = APIRouter(prefix="/api", tags=["studies"])

_BINARY = {"type": "string", "format": "binary"}
FILE = {
    "application/octet-stream": {"schema": _BINARY},
    "multipart/form-data": {"schema": {"type": "object", "properties": {"file": _BINARY}, "required": ["file"]}},
}


def _moment(room: Room, version: int | None) -> Moment:
    moment = room.moment if version is None else room.log.at(version)
    if moment is None:
        raise NotFound(text("the match has no version {version}", version=version))
    return moment


@router.get("/matches/{match}/plays", summary="The legal plays", responses=answers(LegalPlaysAnswer, 404, 409))
async def legal_plays(request: Request, match: MatchId, version: Version = None) -> Response:
    moment = _moment(await lobby_of(request).room(match), version)
    return json_answer(plays_answer(moment))


@router.get(
    "/matches/{match}/refusal", summary="Why nothing moves there", responses=answers(StepRefusalAnswer, 404, 409)
)
async def explain_refusal(
    request: Request,
    language: Language,
    match: MatchId,
    source: Annotated[int, Query(ge=1, le=25, description="The point, in the view of who plays; 25 is the bar.")],
    steps: Annotated[
        str, Query(max_length=40, description="The steps made so far, each as source/target/die: 13/7/6,8/7/1.")
    ] = "",
    numbering: Annotated[Numbering, Query(description="How the answer names points.")] = Numbering.OWN,
) -> Response:
    moment = (await lobby_of(request).room(match)).moment
    return json_answer(step_refusal(moment, source, steps, numbering, catalogue(language)))


@router.get("/matches/{match}/hint", summary="What the engine would do", responses=answers(HintAnswer, 404, 409))
async def ask_hint(
    request: Request,
    language: Language,
    match: MatchId,
    version: Version = None,
    why: Annotated[bool, Query(description="Whether to tell the reasons.")] = False,
    numbering: Annotated[Numbering, Query(description="How reasons name points.")] = Numbering.OWN,
) -> Response:
    lobby = lobby_of(request)
    room = await lobby.room(match)
    moment = _moment(room, version)
    if moment.kind is MatchKind.LINK and not room.moment.is_finished:
        raise Forbidden(text("there are no hints in a match between two people"))
    if moment.kind is not MatchKind.STUDY and not room.seats_of(holder_of_request(request)):
        raise Forbidden(text("only players can ask for hints"))
    if could_be_any_position(moment):
        await require_no_live_match(request)
    words = catalogue(language)
    threads = lobby.engine_threads
    explainer = threads.tutor.explainer if why else None
    return json_answer(
        await ask_engine(
            request, lambda: hint(moment, threads.engine(), words, explainer=explainer, numbering=numbering)
        )
    )


@router.get("/matches/{match}/replay", summary="Every position of a match", responses=answers(ReplayAnswer, 404))
async def show_replay(
    request: Request,
    language: Language,
    match: MatchId,
    analyses: Annotated[bool, Query(description="Whether to tell the analyses that the file of a study had.")] = False,
) -> Response:
    lobby = lobby_of(request)
    room = await lobby.room(match)
    notes = await match_notes(request, room)
    comments = await lobby.analyses.comments.of_match(room.id)
    told = partial(
        replay, room.id, room.moment, room.details, notes, catalogue(language), with_analyses=analyses,
        comments=comments, may_comment=comment_refusal(request, room) is None,
        tutor_notes=await tutor_notes(request, room),
    )  # fmt: skip
    return json_text(await _write(request, lambda: replay_text(told())))


async def _write(request: Request, write: Callable[[], str]) -> str:
    """Write something of any length about a match, when it is the turn of who asks."""
    return await until_left(request, lambda asker: lobby_of(request).writing.run(write, asker))


@router.get("/matches/{match}/export/{form}", summary="A match as a file", responses=answers(None, 404))
async def export_match(
    request: Request, language: Language, match: MatchId, form: Annotated[Literal["json", "mat", "sgf", "txt"], Path()]
) -> Response:
    lobby = lobby_of(request)
    room = await lobby.room(match)
    words = catalogue(language)
    notes = await match_notes(request, room)
    review = await review_to_write(request, room) if form in WITH_REVIEWS else None
    details = {**room.details, **tutor_details(await tutor_notes(request, room))}
    written = await _write(
        request, partial(export, room.id, room.moment, room.log.created, details, form, words, notes, review)
    )
    headers = {
        "content-disposition": f'attachment; filename="{file_name(room.id, form)}"',
        "cache-control": "no-store",
    }
    return Response(written.encode("utf-8", "replace"), media_type=FORMATS[form], headers=headers)


@router.get("/matches/{match}/dice", summary="The transcript of the dice", responses=answers(DiceTranscriptAnswer, 404))
async def show_dice(request: Request, match: MatchId) -> Response:
    room = await lobby_of(request).room(match)
    moment = room.moment
    return json_text(await _write(request, lambda: dice_transcript(room.id, moment).to_text()))


@router.get(
    "/dice/statistics", summary="How all dice of this server were spread", responses=answers(DiceStatisticsAnswer)
)
async def dice_statistics(request: Request) -> Response:
    counts: DiceCounts = request.app.state.dice_counts
    return json_answer(DiceStatisticsAnswer.model_validate((await counts.tally()).to_json()))


@router.post(
    "/imports",
    summary="A file becomes studies",
    status_code=201,
    responses=answers(ImportAnswer, 400, 413, 503, status=201),
    openapi_extra={"requestBody": {"required": True, "content": FILE}},
)
async def import_file(
    request: Request,
    language: Language,
    name: Annotated[str, Query(max_length=200, description="The name of the file, where it is sent bare.")] = "",
) -> Response:
    lobby = lobby_of(request)
    lobby.require_open()
    limits = settings_of(request).limits
    upload = await read_upload(request, name, limits.upload)
    words = catalogue(language)
    found = await lobby.import_processes.run(
        visitor_of(request), read_file, upload.contents, upload.name, limits.details
    )
    cookie = SessionCookie(request)
    made: list[ImportedMatchAnswer] = []
    problems = [problem.in_language(words) for problem in found.problems]
    for study in found.studies:
        try:
            room = await lobby.create(study.proposal, cookie.holder)
        except SixprimeError as error:
            problems.append(error.in_language(words))
            continue
        if study.notes_lost:
            more = counted(
                "the notes of {count} event were left out",
                "the notes of {count} events were left out",
                study.notes_lost,
            )
            problems.append(more.in_language(words))
        if study.details_lost:
            more = counted(
                "{count} detail was too long and left out",
                "{count} details were too long and left out",
                study.details_lost,
            )
            problems.append(more.in_language(words))
        moment = room.moment
        names = study.proposal.names
        made.append(
            ImportedMatchAnswer(
                match=room.id,
                names=TextBySide(white=names[Player.WHITE], black=names[Player.BLACK]),
                length=moment.state.length,
                version=moment.version,
                games=len(moment.state.results),
            )
        )
    if found.left_out:
        more = counted("{count} more match was left out", "{count} more matches were left out", found.left_out)
        problems.append(more.in_language(words))
    return cookie.set_on(json_answer(ImportAnswer(format=found.format, matches=made, problems=problems), 201))
