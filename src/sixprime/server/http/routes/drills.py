"""The HTTP interface to drills: problems made from seeds, and answers to them. Nothing is kept between the two."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from sixprime.core import SixprimeError
from sixprime.languages import catalogue
from sixprime.messages import shown, text
from sixprime.practice.drills import LEVELS, SEEDS, Drill, DrillProblem, DrillTask, make_problem
from sixprime.server.http.advice import ask_engine
from sixprime.server.http.parameters import Language
from sixprime.server.http.request_context import lobby_of
from sixprime.server.http.responses import answers, json_answer
from sixprime.server.refusals import Malformed, NotAllowed, NotFound
from sixprime.server.schemas.drills import DrillListAnswer, DrillProblemAnswer, DrillVerdictAnswer
from sixprime.server.views.drills import drill_verdict_answer, drills_answer, problem_answer

router = APIRouter(prefix="/api/drills", tags=["drills"])

DrillName = Annotated[str, Path(max_length=32, description="The name of a drill.")]
Level = Annotated[int, Field(ge=1, le=LEVELS)]
Seed = Annotated[int, Field(ge=0, lt=SEEDS)]
Pair = Annotated[list[Annotated[int, Field(ge=0, le=25)]], Field(min_length=2, max_length=2)]


class DrillReply(BaseModel):
    """An answer to the problem of a level and a seed: a number, the steps of a play, or an action."""

    model_config = ConfigDict(extra="forbid", strict=True)

    level: Level
    seed: Seed
    number: Annotated[float, Field(ge=-1e6, le=1e6, strict=False)] | None = None
    steps: Annotated[list[Pair], Field(max_length=4)] | None = None
    action: Annotated[str, Field(max_length=32)] | None = None


@router.get("", summary="All drills", responses=answers(DrillListAnswer))
async def drills(language: Language) -> Response:
    return json_answer(drills_answer(catalogue(language)))


@router.get("/{drill}", summary="A problem of a drill", responses=answers(DrillProblemAnswer, 404))
async def show_problem(
    request: Request,
    language: Language,
    drill: DrillName,
    level: Annotated[int, Query(ge=1, le=LEVELS, description="How hard it is.")] = 1,
    seed: Annotated[int | None, Query(ge=0, lt=SEEDS, description="A problem that was made before.")] = None,
) -> Response:
    number = secrets.randbelow(SEEDS) if seed is None else seed
    problem = await ask_engine(request, lambda: _problem(request, drill, number, level))
    return json_answer(problem_answer(problem, catalogue(language)))


@router.post(
    "/{drill}/answers",
    summary="Whether an answer to a drill is right, and the calculation",
    responses=answers(DrillVerdictAnswer, 400, 404, 409, 413),
)
async def answer_problem(
    request: Request, language: Language, drill: DrillName, reply: Annotated[DrillReply, Body()]
) -> Response:
    given = [answer for answer in (reply.number, reply.action, _steps(reply)) if answer is not None]
    if len(given) != 1:
        raise Malformed(text("an answer to a drill is a number, a play or an action, one of the three"))
    try:
        verdict = await ask_engine(request, lambda: _problem(request, drill, reply.seed, reply.level).judge(given[0]))
    except NotFound:
        raise
    except SixprimeError as error:
        raise NotAllowed(error.message) from None
    return json_answer(drill_verdict_answer(verdict, catalogue(language)))


def _steps(reply: DrillReply) -> list[tuple[int, int]] | None:
    return None if reply.steps is None else [(source, target) for source, target in reply.steps]


def _problem(request: Request, name: str, seed: int, level: int) -> DrillTask:
    try:
        drill = Drill(name)
    except ValueError:
        raise NotFound(text("there is no drill {name}", name=shown(name))) from None
    try:
        return make_problem(drill, seed, level, lobby_of(request).engine_threads.engine())
    except DrillProblem as error:
        raise NotFound(error.message) from None
