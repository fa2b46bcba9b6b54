"""The HTTP interface to matches: create, list, look, join, act, watch live."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Query, Request, WebSocket
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from sixprime.core import Player
from sixprime.core.match.matches import MAX_NAME
from sixprime.languages import catalogue
from sixprime.messages import text
from sixprime.server.encoding import compact_json, json_object
from sixprime.server.http.parameters import Language, MatchId, Version
from sixprime.server.http.request_context import (
    SessionCookie,
    base_url,
    holder_of_request,
    language_of,
    lobby_of,
    renew_cookie,
    renewing_headers,
    visitor_of,
)
from sixprime.server.http.responses import answers, json_answer, json_text
from sixprime.server.identities import origin_of
from sixprime.server.live.connections import Connection
from sixprime.server.matches.commands import SeatCommand, check_fields
from sixprime.server.matches.proposals import Hexadecimal, Name, NewMatchRequest, propose
from sixprime.server.matches.texts import check_name
from sixprime.server.refusals import NotFound, Refusal
from sixprime.server.schemas.base import ErrorAnswer, Kind
from sixprime.server.schemas.matches import (
    AckAnswer,
    CreatedAnswer,
    JoinedAnswer,
    LinksAnswer,
    LogPartAnswer,
    MatchListAnswer,
    RefusedAnswer,
    RemovedAnswer,
)
from sixprime.server.schemas.states import StateAnswer
from sixprime.server.views.entries import ack_answer
from sixprime.server.views.refusals import error_answer, refusal_answer
from sixprime.server.views.states import summary_answer

router = APIRouter(prefix="/api/matches", tags=["matches"])

MOST_ENTRIES = 1000


class JoinRequest(BaseModel):
    """Who takes the free seat."""

    model_config = ConfigDict(extra="forbid", strict=True)

    invitation: Annotated[str, Field(max_length=100)]
    name: Name = ""
    seed_commitment: Hexadecimal | None = None


class RematchRequest(BaseModel):
    """Who plays again."""

    model_config = ConfigDict(extra="forbid", strict=True)

    seed_commitment: Hexadecimal | None = None


@router.post("", status_code=201, summary="A new match", responses=answers(CreatedAnswer, 400, 413, 503, status=201))
async def create(request: Request, language: Language, wanted: Annotated[NewMatchRequest, Body()]) -> Response:
    lobby = lobby_of(request)
    if wanted.record is not None:  # may take long to read
        proposal = await lobby.import_processes.run(visitor_of(request), propose, wanted)
    elif wanted.position is not None:
        proposal = await asyncio.to_thread(propose, wanted)
    else:
        proposal = propose(wanted)
    cookie = SessionCookie(request)
    origin = origin_of(None if request.client is None else request.client.host)
    room = await lobby.create(proposal, cookie.holder, origin)
    await room.prepare(language)
    watch = f"{base_url(request)}/match/{room.id}"
    play = None if proposal.invitation is None else f"{watch}#join={proposal.invitation}"
    links = LinksAnswer(play=play, watch=watch).model_dump_json()
    state = room.state(room.viewer(cookie.holder, language))
    answer = json_object(state=state, links=links, invitation=compact_json(proposal.invitation))
    return cookie.set_on(json_text(answer, 201))


@router.get("", summary="Your matches, the latest first", responses=answers(MatchListAnswer))
async def list_matches(
    request: Request,
    language: Language,
    before: Annotated[str | None, Query(pattern=r"^[A-Za-z0-9]{22}$", description="The number of a match.")] = None,
    phase: Annotated[Literal["open", "ended"] | None, Query()] = None,
    kind: Annotated[list[Kind] | None, Query(max_length=4)] = None,
    name: Annotated[str, Query(max_length=MAX_NAME, description="A part of a player's name.")] = "",
    since: Annotated[AwareDatetime | None, Query(description="From when on the last entry came.")] = None,
    until: Annotated[AwareDatetime | None, Query(description="Before when the last entry came.")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    check_name(name)
    holder = holder_of_request(request)
    if holder is None:
        return json_answer(MatchListAnswer(matches=[], more=False))
    lobby = lobby_of(request)
    is_open = None if phase is None else phase == "open"
    found, more = await lobby.storage.matches_of(
        holder, before=before, is_open=is_open, kinds=kind or (), name=name.strip(), since=_milliseconds(since),
        until=_milliseconds(until), most=limit,
    )  # fmt: skip
    words = catalogue(language)
    tutored = await lobby.analyses.tutor_notes.tutored([listed.match for listed in found])
    shown = []
    for listed in found:
        room = lobby.known(listed.match)
        present = room.present() if room is not None else _only_bots(listed.seats)
        mine = {player for player, seat in listed.seats.items() if seat.is_mine}
        is_tutored = bool(mine & tutored.get(listed.match, set()))
        shown.append(summary_answer(listed, present, words, tutored=is_tutored))
    return renew_cookie(request, json_answer(MatchListAnswer(matches=shown, more=more)))


def _milliseconds(moment: datetime | None) -> int | None:
    return None if moment is None else round(moment.timestamp() * 1000)


def _only_bots(seats: Any) -> dict[Player, bool]:
    return {player: seat.kind == "bot" for player, seat in seats.items()}


@router.get("/{match}", summary="The state of a match", responses=answers(StateAnswer, 404))
async def state(request: Request, language: Language, match: MatchId, version: Version = None) -> Response:
    room = await lobby_of(request).room(match)
    moment = None
    if version is not None:
        moment = room.log.at(version)
        if moment is None:
            raise NotFound(text("the match has no version {version}", version=version))
    await room.prepare(language, moment)
    return renew_cookie(request, json_text(room.state(room.viewer(holder_of_request(request), language), moment)))


@router.delete("/{match}", summary="Take a match off your list", responses=answers(RemovedAnswer, 400, 404, 503))
async def remove(request: Request, match: MatchId) -> Response:
    is_deleted = await lobby_of(request).remove(match, holder_of_request(request))
    return json_answer(RemovedAnswer(match=match, deleted=is_deleted))


@router.get("/{match}/entries", summary="The log of a match", responses=answers(LogPartAnswer, 404))
async def entries(
    request: Request,
    match: MatchId,
    after: Annotated[int, Query(ge=0, le=2**31)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_ENTRIES)] = MOST_ENTRIES,
) -> Response:
    room = await lobby_of(request).room(match)
    written, last = await room.pages.page(room.log, after, entries=limit)
    version = room.log.version
    return json_text(json_object(entries=written, version=str(version), more=compact_json(last < version)))


@router.post("/{match}/rematch", summary="Play again", responses=answers(JoinedAnswer, 400, 404, 409, 413, 503))
async def rematch(
    request: Request, language: Language, match: MatchId, wanted: Annotated[RematchRequest, Body()]
) -> Response:
    lobby = lobby_of(request)
    lobby.require_open()
    over = await lobby.room(match)
    holder = holder_of_request(request)
    origin = origin_of(None if request.client is None else request.client.host)
    commitment = None if wanted.seed_commitment is None else wanted.seed_commitment.lower()
    room = await lobby.rematches.ask(over, holder, origin, commitment)
    await room.prepare(language)
    return renew_cookie(request, json_text(json_object(state=room.state(room.viewer(holder, language)))))


@router.post("/{match}/join", summary="Take the free seat", responses=answers(JoinedAnswer, 400, 404, 409, 413, 503))
async def join(
    request: Request, language: Language, match: MatchId, wanted: Annotated[JoinRequest, Body()]
) -> Response:
    check_name(wanted.name)
    lobby = lobby_of(request)
    lobby.require_open()
    room = await lobby.room(match)
    cookie = SessionCookie(request)
    commitment = None if wanted.seed_commitment is None else wanted.seed_commitment.lower()
    await room.join(cookie.holder, wanted.invitation, wanted.name, commitment)
    await room.prepare(language)
    return cookie.set_on(json_text(json_object(state=room.state(room.viewer(cookie.holder, language)))))


@router.post(
    "/{match}/commands",
    summary="Act in a match",
    responses=answers(AckAnswer, 400, 404, 413, 503)
    | {status: {"model": RefusedAnswer | ErrorAnswer} for status in (403, 409)},
)
async def act(
    request: Request, language: Language, match: MatchId, command: Annotated[SeatCommand, Body()]
) -> Response:
    check_fields(command)
    lobby = lobby_of(request)
    lobby.require_open()
    room = await lobby.room(match)
    try:
        entries = await room.command(holder_of_request(request), command)
    except Refusal as refusal:
        error = refusal_answer(refusal, language)
        refused = RefusedAnswer(type="refused", key=command.key, version=room.log.version, error=error)
        return JSONResponse(refused.model_dump(), refusal.status)
    return json_answer(ack_answer(command.key, entries))


@router.websocket("/{match}/live")
async def live(socket: WebSocket, match: str) -> None:
    lobby = lobby_of(socket)
    try:
        lobby.require_open()
        room = await lobby.room(match)
        await lobby.let_in(room)
    except Refusal as refusal:
        error = error_answer(refusal, language_of(socket))
        await socket.send_denial_response(JSONResponse(error.model_dump(), refusal.status))
        return
    await socket.accept(headers=renewing_headers(socket))
    await lobby.serve(Connection(socket, room, holder_of_request(socket), language_of(socket)))
