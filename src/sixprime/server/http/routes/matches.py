"""The HTTP interface to matches: create, list, look, join, act, watch live."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Query, Request, WebSocket
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from sixprime.core import Player
from sixprime.languages import catalogue
from sixprime.messages import is_text, text
from sixprime.server.encoding import compact_json, json_object
from sixprime.server.http.parameters import Language, MatchId, Version
from sixprime.server.http.request_context import SessionCookie, base_url, holder_of_request, language_of, lobby_of
from sixprime.server.http.responses import answers, json_answer, json_text
from sixprime.server.live.connections import Connection
from sixprime.server.matches.commands import SeatCommand, check_fields
from sixprime.server.matches.proposals import Hexadecimal, Name, NewMatchRequest, propose
from sixprime.server.refusals import Invalid, NotFound, Refusal
from sixprime.server.schemas.base import ErrorAnswer
from sixprime.server.schemas.matches import (
    AckAnswer,
    CreatedAnswer,
    JoinedAnswer,
    LinksAnswer,
    LogPartAnswer,
    MatchListAnswer,
    RefusedAnswer,
)
from sixprime.server.schemas.states import StateAnswer
from sixprime.server.views.entries import ack_answer, entry_answer
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


@router.post("", status_code=201, summary="A new match", responses=answers(CreatedAnswer, 400, 413, 503, status=201))
async def create(request: Request, language: Language, wanted: Annotated[NewMatchRequest, Body()]) -> Response:
    # A record or position may take long to read, and must not block the event loop.
    is_plain = wanted.record is None and wanted.position is None
    proposal = propose(wanted) if is_plain else await asyncio.to_thread(propose, wanted)
    cookie = SessionCookie(request)
    room = await lobby_of(request).create(proposal, cookie.holder)
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
    before: Annotated[str | None, Query(max_length=64)] = None,
    phase: Annotated[Literal["open", "ended"] | None, Query()] = None,
    kind: Annotated[Literal["bot", "screen", "link", "study"] | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    holder = holder_of_request(request)
    if holder is None:
        return json_answer(MatchListAnswer(matches=[], more=False))
    lobby = lobby_of(request)
    is_open = None if phase is None else phase == "open"
    found, more = await lobby.storage.matches_of(holder, before=before, is_open=is_open, kind=kind, most=limit)
    words = catalogue(language)
    shown = []
    for listed in found:
        room = lobby.known(listed.match)
        present = room.present() if room is not None else _only_bots(listed.seats)
        shown.append(summary_answer(listed, present, words))
    return json_answer(MatchListAnswer(matches=shown, more=more))


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
    return json_text(room.state(room.viewer(holder_of_request(request), language), moment))


@router.get("/{match}/entries", summary="The log of a match", responses=answers(LogPartAnswer, 404))
async def entries(
    request: Request,
    match: MatchId,
    after: Annotated[int, Query(ge=0, le=2**31)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_ENTRIES)] = MOST_ENTRIES,
) -> Response:
    room = await lobby_of(request).room(match)
    found = room.log.after(after)
    shown = [entry_answer(logged) for logged in found[:limit]]
    return json_answer(LogPartAnswer(entries=shown, version=room.log.version, more=len(found) > limit))


@router.post("/{match}/join", summary="Take the free seat", responses=answers(JoinedAnswer, 400, 404, 409, 413, 503))
async def join(
    request: Request, language: Language, match: MatchId, wanted: Annotated[JoinRequest, Body()]
) -> Response:
    if not is_text(wanted.name):
        raise Invalid(text("a name has characters that cannot be written down"))
    lobby = lobby_of(request)
    lobby.require_open()
    room = await lobby.room(match)
    cookie = SessionCookie(request)
    commitment = None if wanted.seed_commitment is None else wanted.seed_commitment.lower()
    await room.join(cookie.holder, wanted.invitation, wanted.name, commitment)
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
    except Refusal as refusal:
        error = error_answer(refusal, language_of(socket))
        await socket.send_denial_response(JSONResponse(error.model_dump(), refusal.status))
        return
    await socket.accept()
    await lobby.serve(Connection(socket, room, holder_of_request(socket), language_of(socket)))
