"""The HTTP interface to single positions: reading and writing ids, and the answers that wildbg gives."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from sixprime.core import Cube, Player, Position, Roll, SixprimeError, find_defects
from sixprime.core.situations import Situation
from sixprime.formats.ids import IdKind
from sixprime.languages import catalogue
from sixprime.messages import Catalogue, text
from sixprime.peers import wildbg
from sixprime.server.http.advice import ask_engine, require_no_live_match
from sixprime.server.http.parameters import Language
from sixprime.server.http.pasted_positions import read_pasted
from sixprime.server.http.request_context import lobby_of
from sixprime.server.http.responses import answers, json_answer
from sixprime.server.matches.commands import SideName
from sixprime.server.refusals import Malformed, Refusal
from sixprime.server.schemas.base import CubeValueAnswer, NumberBySide, ResignationAnswer, Side
from sixprime.server.schemas.service import IdsAnswer, PositionAnswer

router = APIRouter(tags=["positions"])

WILDBG_LEVEL = "master"
WILDBG = answers(None) | {400: {"description": "The parameters do not describe a position that can be played"}}
Die = Annotated[int, Field(ge=1, le=6)]
Points = Annotated[int, Field(ge=0, le=9999)]


class CubeRequest(BaseModel):
    """A cube."""

    model_config = ConfigDict(extra="forbid", strict=True)

    value: Annotated[int, Field(ge=1, le=2**24)] = 1
    owner: SideName | None = None


class ScoreRequest(BaseModel):
    """Who has how many points."""

    model_config = ConfigDict(extra="forbid", strict=True)

    white: Points = 0
    black: Points = 0


class PositionRequest(BaseModel):
    """A text with an id or a drawn board in it, or a board as White sees it and what belongs to it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: Annotated[str, Field(max_length=20_000)] | None = None
    board: Annotated[list[Annotated[int, Field(ge=-15, le=15)]], Field(min_length=26, max_length=26)] | None = None
    checkers: Annotated[int, Field(ge=1, le=15)] = 15
    on_roll: SideName | None = "white"
    roll: Annotated[list[Die], Field(min_length=2, max_length=2)] | None = None
    cube: CubeRequest = CubeRequest()
    length: Annotated[int, Field(ge=1, le=9999)] | None = None
    score: ScoreRequest = ScoreRequest()
    crawford: bool = False
    jacoby: bool | None = None
    beavers: bool | None = None


@router.post(
    "/api/positions",
    summary="What an id or a board says, in all kinds of ids",
    responses=answers(PositionAnswer, 400, 413),
)
async def positions(request: Request, language: Language, question: Annotated[PositionRequest, Body()]) -> Response:
    words = catalogue(language)
    if (question.text is None) is (question.board is None):
        raise Malformed(text("a position is a text with an id or a board, one of the two"))
    if question.text is not None:
        found = await read_pasted(request, question.text)
        return json_answer(situation_answer(found.situation, found.kind.value if found.kind else None))
    return json_answer(_of_board(question, words))


def _of_board(question: PositionRequest, words: Catalogue) -> PositionAnswer:
    board = question.board or []
    defects = [defect.in_language(words) for defect in find_defects(board, question.checkers)]
    if not defects:
        try:
            return situation_answer(_situation(question), None)
        except SixprimeError as error:
            defects = [error.in_language(words)]
    return PositionAnswer(kind=None, board=board, checkers=question.checkers, defects=defects, ids=None)


def _situation(question: PositionRequest) -> Situation:
    position = Position(tuple(question.board or ()), question.checkers)
    on_roll = None if question.on_roll is None else Player(question.on_roll)
    owner = None if question.cube.owner is None else Player(question.cube.owner)
    money = question.length is None
    return Situation(
        position.flipped() if on_roll is Player.BLACK else position,
        on_roll,
        Cube(question.cube.value, owner),
        None if question.roll is None else Roll(question.roll[0], question.roll[1]),
        length=question.length,
        score=(question.score.white, question.score.black),
        crawford=question.crawford,
        jacoby=question.jacoby if money else None,
        beavers=question.beavers if money else None,
    )


def situation_answer(situation: Situation, kind: str | None) -> PositionAnswer:
    """A situation as clients get it, with every id that can say it; `kind` is that of the id it came from."""
    white = situation.position_for(Player.WHITE)
    resignation: ResignationAnswer | None = None
    if situation.resignation is not None and situation.resigned_by is not None:
        resignation = ResignationAnswer(by=situation.resigned_by.value, value=int(situation.resignation))
    ids = {known.name.lower(): _written(known, situation) for known in IdKind}
    return PositionAnswer(
        kind=kind,
        board=list(white.points),
        checkers=white.checkers,
        on_roll=_value(situation.on_roll),
        to_act=_value(situation.to_act),
        roll=None if situation.roll is None else (situation.roll.first, situation.roll.second),
        cube=CubeValueAnswer(value=situation.cube.value, owner=_value(situation.cube.owner)),
        offer=None if situation.offer is None else situation.offer.value,
        resignation=resignation,
        length=situation.length,
        score=NumberBySide(white=situation.score[0], black=situation.score[1]),
        crawford=situation.crawford,
        jacoby=situation.jacoby,
        beavers=situation.beavers,
        pips=NumberBySide(white=white.pips, black=white.opponent_pips),
        off=NumberBySide(white=white.off, black=white.opponent_off),
        defects=[],
        ids=IdsAnswer.model_validate(ids),
    )


def _value(player: Player | None) -> Side | None:
    return None if player is None else player.value


def _written(kind: IdKind, situation: Situation) -> str | None:
    try:
        return kind.write(situation)
    except SixprimeError:
        return None


@router.get("/move", summary="All plays, as wildbg answers", tags=["wildbg"], responses=WILDBG)
async def move(request: Request) -> Response:
    return await _wildbg(request, "move")


@router.get("/eval", summary="Chances and cube, as wildbg answers", tags=["wildbg"], responses=WILDBG)
async def evaluate(request: Request) -> Response:
    return await _wildbg(request, "eval")


async def _wildbg(request: Request, kind: Literal["move", "eval"]) -> Response:
    await require_no_live_match(request)
    query = dict(request.query_params)
    answer = wildbg.move if kind == "move" else wildbg.evaluate

    threads = lobby_of(request).engine_threads

    def think() -> dict[str, Any]:
        return answer(query, threads.engine(WILDBG_LEVEL))

    try:
        return JSONResponse(await ask_engine(request, think))
    except Refusal:
        raise
    except SixprimeError as error:
        return JSONResponse(wildbg.problem(error), 400)
