"""The HTTP interface to what is not play: plays and hints, replays, files in and out, dice."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from sixprime.core import Player, SixprimeError
from sixprime.formats.match_files import MatchFile, read_match_bytes
from sixprime.languages import catalogue
from sixprime.messages import counted, text
from sixprime.server.http.parameters import Language, MatchId, Version
from sixprime.server.http.request_context import SessionCookie, holder_of_request, lobby_of
from sixprime.server.http.responses import answers, json_answer, json_text
from sixprime.server.http.uploads import read_upload
from sixprime.server.live.lobby import Lobby
from sixprime.server.live.rooms import Room
from sixprime.server.matches.entries import MatchKind
from sixprime.server.matches.logs import Moment
from sixprime.server.matches.notes import Note, Notes, notes_of
from sixprime.server.matches.proposals import propose_study
from sixprime.server.refusals import Forbidden, NotFound, Unreadable
from sixprime.server.schemas.base import TextBySide
from sixprime.server.schemas.replays import ReplayAnswer
from sixprime.server.schemas.service import DiceStatisticsAnswer, DiceTranscriptAnswer
from sixprime.server.schemas.studies import HintAnswer, ImportAnswer, ImportedMatchAnswer, LegalPlaysAnswer
from sixprime.server.store.dice_counts import DiceCounts
from sixprime.server.views.exports import FORMATS, dice_transcript, export, file_name
from sixprime.server.views.hints import hint
from sixprime.server.views.hints import legal_plays as plays_answer
from sixprime.server.views.replays import replay

router = APIRouter(prefix="/api", tags=["studies"])

_BINARY = {"type": "string", "format": "binary"}
FILE = {
    "application/octet-stream": {"schema": _BINARY},
    "multipart/form-data": {"schema": {"type": "object", "properties": {"file": _BINARY}, "required": ["file"]}},
}
MOST_MATCHES = 100
"""So many matches of one file are taken over."""


def _moment(room: Room, version: int | None) -> Moment:
    moment = room.moment if version is None else room.log.at(version)
    if moment is None:
        raise NotFound(text("the match has no version {version}", version=version))
    return moment


@router.get("/matches/{match}/plays", summary="The legal plays", responses=answers(LegalPlaysAnswer, 404, 409))
async def legal_plays(request: Request, match: MatchId, version: Version = None) -> Response:
    moment = _moment(await lobby_of(request).room(match), version)
    return json_answer(plays_answer(moment))


@router.get("/matches/{match}/hint", summary="What the engine would do", responses=answers(HintAnswer, 404, 409))
async def ask_hint(request: Request, language: Language, match: MatchId, version: Version = None) -> Response:
    lobby = lobby_of(request)
    room = await lobby.room(match)
    moment = _moment(room, version)
    if moment.kind is MatchKind.LINK and not room.moment.is_finished:
        raise Forbidden(text("there are no hints in a match of two"))
    if moment.kind is not MatchKind.STUDY and not room.seats_of(holder_of_request(request)):
        raise Forbidden(text("hints are for who plays"))
    words = catalogue(language)
    threads = lobby.engine_threads
    return json_answer(await threads.ask(lambda: hint(moment, threads.engine(), words)))


@router.get("/matches/{match}/replay", summary="Every position of a match", responses=answers(ReplayAnswer, 404))
async def show_replay(
    request: Request,
    language: Language,
    match: MatchId,
    analyses: Annotated[bool, Query(description="Whether to tell the analyses that the file of a study had.")] = False,
) -> Response:
    lobby = lobby_of(request)
    room = await lobby.room(match)
    notes = await _notes(lobby, room)
    told = partial(replay, room.id, room.moment, room.details, notes, catalogue(language), with_analyses=analyses)
    return json_text(await asyncio.to_thread(lambda: told().model_dump_json(exclude_unset=True)))


async def _notes(lobby: Lobby, room: Room) -> Notes:
    """What stood beside the events of an imported match."""
    return await lobby.storage.notes_of(room.id) if room.moment.kind is MatchKind.STUDY else {}


@router.get("/matches/{match}/export/{form}", summary="A match as a file", responses=answers(None, 404))
async def export_match(
    request: Request, language: Language, match: MatchId, form: Annotated[Literal["json", "mat", "sgf", "txt"], Path()]
) -> Response:
    lobby = lobby_of(request)
    room = await lobby.room(match)
    words = catalogue(language)
    notes = await _notes(lobby, room)
    written = await asyncio.to_thread(export, room.id, room.moment, room.log.created, room.details, form, words, notes)
    headers = {
        "content-disposition": f'attachment; filename="{file_name(room.id, form)}"',
        "cache-control": "no-store",
    }
    return Response(written.encode("utf-8", "replace"), media_type=FORMATS[form], headers=headers)


@router.get("/matches/{match}/dice", summary="The transcript of the dice", responses=answers(DiceTranscriptAnswer, 404))
async def show_dice(request: Request, match: MatchId) -> Response:
    room = await lobby_of(request).room(match)
    transcript = await asyncio.to_thread(dice_transcript, room.id, room.moment)
    return json_answer(DiceTranscriptAnswer.model_validate(transcript.to_json()))


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
    upload = await read_upload(request, name)
    words = catalogue(language)
    found, notes = await asyncio.to_thread(_read, upload.contents, upload.name)
    cookie = SessionCookie(request)
    made: list[ImportedMatchAnswer] = []
    problems = [problem.describe().in_language(words) for problem in found.problems]
    for read, (kept, lost) in zip(found.matches, notes, strict=False):
        try:
            room = await lobby.create(propose_study(read.match, kept), cookie.holder)
        except SixprimeError as error:
            problems.append(error.in_language(words))
            continue
        if lost:
            more = counted(
                "the notes of {count} event were left out", "the notes of {count} events were left out", lost
            )
            problems.append(more.in_language(words))
        moment = room.moment
        names = read.match.names
        made.append(
            ImportedMatchAnswer(
                match=room.id,
                names=TextBySide(white=names[Player.WHITE], black=names[Player.BLACK]),
                length=moment.state.length,
                version=moment.version,
                games=len(moment.state.results),
            )
        )
    left = len(found.matches) - MOST_MATCHES
    if left > 0:
        more = counted("{count} more match was left out", "{count} more matches were left out", left)
        problems.append(more.in_language(words))
    return cookie.set_on(json_answer(ImportAnswer(format=found.format, matches=made, problems=problems), 201))


def _read(contents: bytes, name: str) -> tuple[MatchFile, list[tuple[dict[int, Note], int]]]:
    """A file, and the notes of those of its matches that are taken over."""
    try:
        found = read_match_bytes(contents, name)
        for read in found.matches[:MOST_MATCHES]:
            _ = read.match.version
    except SixprimeError as error:
        raise Unreadable(error.message) from None
    return found, [notes_of(read) for read in found.matches[:MOST_MATCHES]]
