"""The HTTP interface to the tutor: what an action would give away, for the holder of the seat, before it is taken.

Nothing of it enters the log or reaches anybody else.
"""

from __future__ import annotations

import logging
from typing import Annotated

from fastapi import APIRouter, Body, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.exc import SQLAlchemyError
from starlette.background import BackgroundTask
from starlette.responses import Response

from sixprime.analysis.tutor import Judgement
from sixprime.core import Player
from sixprime.core.numbering import Numbering
from sixprime.languages import catalogue
from sixprime.messages import text
from sixprime.server.http.advice import ask_engine, could_be_any_position, require_no_live_match
from sixprime.server.http.parameters import Language, MatchId
from sixprime.server.http.request_context import holder_of_request, lobby_of
from sixprime.server.http.responses import answers, json_answer
from sixprime.server.live.rooms import Room
from sixprime.server.matches.commands import ActionName, Pair, SideName, check_action, require_playing
from sixprime.server.matches.entries import MatchKind
from sixprime.server.refusals import Forbidden, Malformed
from sixprime.server.schemas.tutor import AdviceAnswer, AdviceStage
from sixprime.server.store.analyses import TutorNote, TutorNotes
from sixprime.server.store.errors import describe_error
from sixprime.server.views.tutor import Named, advice

log = logging.getLogger("sixprime.tutor")

router = APIRouter(prefix="/api", tags=["tutor"])

WEIGHED = ("play", "roll", "double", "take", "drop", "beaver", "raccoon", "resign", "accept", "decline")
"""The actions that decide something."""


class AdviceRequest(BaseModel):
    """What a seat is about to do, as in a command; without an action, only what the situation is worth."""

    model_config = ConfigDict(extra="forbid", strict=True)

    version: Annotated[int, Field(ge=0, le=2**31)]
    seat: SideName
    action: ActionName | None = None
    steps: Annotated[list[Pair], Field(max_length=4)] | None = None
    value: Annotated[int, Field(ge=1, le=3)] | None = None
    stage: AdviceStage = "weigh"


@router.post(
    "/matches/{match}/advice",
    summary="What an action would give away, before it is taken",
    responses=answers(AdviceAnswer, 400, 404, 409, 413, 503),
)
async def ask_tutor(
    request: Request,
    language: Language,
    match: MatchId,
    wanted: Annotated[AdviceRequest, Body()],
    numbering: Annotated[Numbering, Query(description="How reasons name points.")] = Numbering.OWN,
) -> Response:
    named = _named(wanted)
    lobby = lobby_of(request)
    lobby.require_open()
    room = await lobby.room(match)
    moment, player = room.moment, Player(wanted.seat)
    if moment.kind is not MatchKind.BOT:
        raise Forbidden(text("the tutor is for matches against the bot"))
    room.require_seat(holder_of_request(request), player)
    require_playing(moment)
    room.require_version(wanted.version)
    if could_be_any_position(moment):
        await require_no_live_match(request)
    words, tutor = catalogue(language), lobby.engine_threads.tutor
    shown = wanted.stage == "show"
    answer, judged = await ask_engine(
        request, lambda: advice(moment, player, named, tutor, words, shown=shown, numbering=numbering)
    )
    response = json_answer(answer)
    note = _note(room, player, moment.state.game, wanted, judged)
    if note is not None:  # written when the answer has been sent: who asked does not wait for the disk
        room.tutored_games.add((player, note.game))
        notes = lobby.analyses.tutor_notes
        response.background = BackgroundTask(_write, notes, room.id, wanted.version + 1, note)
    return response


def _named(wanted: AdviceRequest) -> Named | None:
    """The action, with what belongs to it."""
    if wanted.action is None:
        if wanted.steps is not None or wanted.value is not None or wanted.stage != "weigh":
            raise Malformed(text("the field {field} is missing", field="action"))
        return None
    check_action(wanted.action, steps=wanted.steps, value=wanted.value)
    if wanted.action not in WEIGHED:
        raise Malformed(text("there is nothing to weigh about {action}", action=wanted.action))
    steps = tuple((source, target) for source, target in wanted.steps or ())
    return wanted.action, steps, wanted.value


def _note(room: Room, player: Player, game: int, wanted: AdviceRequest, judged: Judgement | None) -> TutorNote | None:
    """What is kept of a request: that the tutor was asked in this game, and what it asked about."""
    if wanted.stage == "weigh" or judged is None or judged.loss <= 0:
        return None if (player, game) in room.tutored_games else TutorNote(player, game)
    choice: dict[str, object] = {"action": wanted.action}
    if wanted.steps is not None:
        choice["steps"] = wanted.steps
    if wanted.value is not None:
        choice["value"] = wanted.value
    return TutorNote(player, game, choice, round(judged.loss, 6), wanted.stage == "show")


async def _write(notes: TutorNotes, match: str, seq: int, note: TutorNote) -> None:
    try:
        await notes.write(match, seq, note)
    except (SQLAlchemyError, OSError) as error:  # the game goes on without its note
        log.error("a note of the tutor was not written: %s", describe_error(error))
