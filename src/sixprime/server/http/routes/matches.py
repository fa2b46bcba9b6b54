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
from sixprime.server.encoding import compact_json
from sixprime.server.http.parameters import MatchId, Tongue, Version
from sixprime.server.http.request_context import Introduction, base_of, caller, language_of, lobby_of
from sixprime.server.http.responses import answers, json_text
from sixprime.server.live.connections import Connection
from sixprime.server.matches.commands import Command, check_fields
from sixprime.server.matches.proposals import Hexadecimal, Name, NewMatch, propose
from sixprime.server.refusals import Invalid, NotFound, Refusal
from sixprime.server.schemas.matches import Acknowledged, Created, Error, Joined, LogPart, MatchList, Refused, State
from sixprime.server.views.states import listed_json, logged_json

router = APIRouter(prefix="/api/matches", tags=["matches"])

MOST_ENTRIES = 1000


class Join(BaseModel):
    """Who takes the free seat."""

    model_config = ConfigDict(extra="forbid", strict=True)

    invitation: Annotated[str, Field(max_length=100)]
    name: Name = ""
    seed_commitment: Hexadecimal | None = None


@router.post("", status_code=201, summary="A new match", responses=answers(Created, 400, 413, 503, status=201))
async def create(request: Request, tongue: Tongue, wanted: Annotated[NewMatch, Body()]) -> Response:
    # What is brought along may be long, and others should not have to wait for it.
    is_plain = wanted.record is None and wanted.position is None
    proposal = propose(wanted) if is_plain else await asyncio.to_thread(propose, wanted)
    introduction = Introduction(request)
    room = await lobby_of(request).create(proposal, introduction.holder)
    watch = f"{base_of(request)}/match/{room.id}"
    links = {"play": None if proposal.invitation is None else f"{watch}#join={proposal.invitation}", "watch": watch}
    state = room.state(room.onlooker(introduction.holder, tongue))
    answer = f'{{"state":{state},"links":{compact_json(links)},"invitation":{compact_json(proposal.invitation)}}}'
    return introduction.answer(json_text(answer, 201))


@router.get("", summary="Your matches, the latest first", responses=answers(MatchList))
async def list_matches(
    request: Request,
    tongue: Tongue,
    before: Annotated[str | None, Query(max_length=64)] = None,
    phase: Annotated[Literal["open", "ended"] | None, Query()] = None,
    kind: Annotated[Literal["bot", "screen", "link", "study"] | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    holder = caller(request)
    if holder is None:
        return json_text('{"matches":[],"more":false}')
    lobby = lobby_of(request)
    is_open = None if phase is None else phase == "open"
    found, more = await lobby.storage.listed(holder, before=before, is_open=is_open, kind=kind, most=limit)
    words = catalogue(tongue)
    shown = []
    for listed in found:
        room = lobby.known(listed.match)
        present = room.present() if room is not None else _only_bots(listed.seats)
        shown.append(listed_json(listed, present, words))
    return json_text(compact_json({"matches": shown, "more": more}))


def _only_bots(seats: Any) -> dict[Player, bool]:
    return {player: seat.kind == "bot" for player, seat in seats.items()}


@router.get("/{match}", summary="The state of a match", responses=answers(State, 404))
async def state(request: Request, tongue: Tongue, match: MatchId, version: Version = None) -> Response:
    room = await lobby_of(request).room(match)
    moment = None
    if version is not None:
        moment = room.log.at(version)
        if moment is None:
            raise NotFound(text("the match has no version {version}", version=version))
    return json_text(room.state(room.onlooker(caller(request), tongue), moment))


@router.get("/{match}/entries", summary="The log of a match", responses=answers(LogPart, 404))
async def entries(
    request: Request,
    match: MatchId,
    after: Annotated[int, Query(ge=0, le=2**31)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_ENTRIES)] = MOST_ENTRIES,
) -> Response:
    room = await lobby_of(request).room(match)
    found = room.log.after(after)
    shown = [logged_json(logged) for logged in found[:limit]]
    return json_text(compact_json({"entries": shown, "version": room.log.version, "more": len(found) > limit}))


@router.post("/{match}/join", summary="Take the free seat", responses=answers(Joined, 400, 404, 409, 413, 503))
async def join(request: Request, tongue: Tongue, match: MatchId, wish: Annotated[Join, Body()]) -> Response:
    if not is_text(wish.name):
        raise Invalid(text("a name has characters that cannot be written down"))
    lobby = lobby_of(request)
    lobby.require_open()
    room = await lobby.room(match)
    introduction = Introduction(request)
    commitment = None if wish.seed_commitment is None else wish.seed_commitment.lower()
    await room.join(introduction.holder, wish.invitation, wish.name, commitment)
    return introduction.answer(json_text(f'{{"state":{room.state(room.onlooker(introduction.holder, tongue))}}}'))


@router.post(
    "/{match}/commands",
    summary="Act in a match",
    responses=answers(Acknowledged, 400, 404, 413, 503) | {status: {"model": Refused | Error} for status in (403, 409)},
)
async def act(request: Request, tongue: Tongue, match: MatchId, command: Annotated[Command, Body()]) -> Response:
    check_fields(command)
    lobby = lobby_of(request)
    lobby.require_open()
    room = await lobby.room(match)
    try:
        ack = await room.command(caller(request), command)
    except Refusal as refusal:
        error = refusal.to_json(catalogue(tongue))
        refused = {"type": "refused", "key": command.key, "version": room.log.version, "error": error}
        return JSONResponse(refused, refusal.status)
    return json_text(compact_json(ack.to_json()))


@router.websocket("/{match}/live")
async def live(socket: WebSocket, match: str) -> None:
    lobby = lobby_of(socket)
    try:
        lobby.require_open()
        room = await lobby.room(match)
    except Refusal as refusal:
        error = refusal.to_json(catalogue(language_of(socket)))
        await socket.send_denial_response(JSONResponse({"error": error}, refusal.status))
        return
    await socket.accept()
    await lobby.serve(Connection(socket, room, caller(socket), language_of(socket)))
