"""The HTTP interface to the opening book and the opening trainer."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from sixprime.analysis.finders import finding_of as finding_of_analysis
from sixprime.analysis.reasons import Explainer
from sixprime.analysis.reviews import PlaysFinding
from sixprime.core import SixprimeError
from sixprime.languages import catalogue
from sixprime.practice.openings.books import ALL_ROLLS, FIRST_ROLLS, InvalidBook, OpeningBook, opening_book
from sixprime.practice.openings.training import (
    checked_line,
    choose_line,
    finding_of,
    judge_line,
    lines_of,
    situation_of,
    stage_of,
)
from sixprime.server.http.advice import ask_engine, require_no_live_match
from sixprime.server.http.parameters import Language
from sixprime.server.http.request_context import holder_of_request, lobby_of
from sixprime.server.http.responses import answers, json_answer
from sixprime.server.http.routes.practice import practice_of
from sixprime.server.refusals import Invalid, NotFound
from sixprime.server.schemas.base import Step
from sixprime.server.schemas.questions import (
    OpeningBookAnswer,
    OpeningLineAnswer,
    OpeningQuestionAnswer,
    OpeningSummaryAnswer,
    StageName,
    VerdictAnswer,
)
from sixprime.server.store.practice import AttemptKind
from sixprime.server.views.questions import decision_of, opening_summary, play_names, question_answer, verdict_answer

router = APIRouter(prefix="/api/openings", tags=["openings"])

REMEMBERED = 2000
"""How many of a learner's latest answers decide what is asked."""
MOST_STEPS = 4

Line = Annotated[str, Path(max_length=20, description="The rolls of a line, such as `31-64`.")]
Rolls = Annotated[
    str | None, Query(max_length=100, pattern=r"^[1-6]{2}(,[1-6]{2})*$", description="Rolls such as `31,42`.")
]


class PlayRequest(BaseModel):
    """A play, as steps."""

    model_config = ConfigDict(extra="forbid", strict=False)

    steps: Annotated[list[Step], Field(max_length=MOST_STEPS)]


async def _book() -> OpeningBook:
    return await asyncio.to_thread(opening_book)


@router.get("", summary="The first rolls of the opening book", responses=answers(OpeningBookAnswer))
async def show_book(language: Language) -> Response:
    book, words = await _book(), catalogue(language)
    settings = book.settings
    first = [opening_summary(book, line, words) for line in book.first]
    return json_answer(
        OpeningBookAnswer(
            first=first,
            games=settings.games,
            reply_games=settings.reply_games,
            truncate=settings.truncate,
            command=book.command,
            program=book.program,
            engine=book.engine,
        )
    )


@router.get("/next", summary="A line to practise", responses=answers(OpeningQuestionAnswer))
async def next_question(
    request: Request,
    language: Language,
    stage: Annotated[StageName, Query()] = "first",
    first: Rolls = None,
    replies: Rolls = None,
    last: Annotated[str | None, Query(max_length=20, description="The line that was asked before.")] = None,
) -> Response:
    book, words = await _book(), catalogue(language)
    lines = lines_of(stage, _known(first, FIRST_ROLLS), _known(replies, ALL_ROLLS))
    history = await _history(request)
    line = choose_line(lines, history, Random(), last)
    return json_answer(
        OpeningQuestionAnswer(
            line=line,
            stage=stage,
            before=_before(book, line, language),
            question=question_answer(situation_of(book, line), words),
        )
    )


def _known(written: str | None, rolls: tuple[str, ...]) -> list[str]:
    """The rolls that are among those that can be; all of them if none was given."""
    given = ["".join(sorted(roll, reverse=True)) for roll in written.split(",")] if written else []
    return [roll for roll in rolls if roll in given] or list(rolls)


async def _history(request: Request) -> dict[str, list[bool]]:
    """By line, whether the caller's answers were right, the last one first."""
    holder = holder_of_request(request)
    found: dict[str, list[bool]] = {}
    if holder is not None:
        latest = practice_of(request).attempts.latest(holder, kind=AttemptKind.OPENING, most=REMEMBERED)
        for attempt in await latest:
            found.setdefault(attempt.key, []).append(attempt.grade.is_right)
    return found


def _before(book: OpeningBook, line: str, language: str) -> list[OpeningSummaryAnswer]:
    rolls = line.split("-")
    return [opening_summary(book, "-".join(rolls[:count]), catalogue(language)) for count in range(1, len(rolls))]


@router.get("/{line}", summary="A line of the opening book", responses=answers(OpeningLineAnswer, 404))
async def show_line(request: Request, language: Language, line: Line) -> Response:
    book, words = await _book(), catalogue(language)
    _check(line)
    finding = finding_of(book, line)
    engine_name = book.engine
    if finding is None:
        await require_no_live_match(request)
        engine = lobby_of(request).engine_threads.engine()
        state = situation_of(book, line).to_match().state

        def think() -> PlaysFinding:
            found = finding_of_analysis(engine.analyse(state), state)
            assert isinstance(found, PlaysFinding)
            return found

        finding, engine_name = await ask_engine(request, think), engine.identity
    replies = [f"{line}-{roll}" for roll in ALL_ROLLS] if stage_of(line) == "first" else []
    return json_answer(
        OpeningLineAnswer(
            line=line,
            stage=stage_of(line),
            before=_before(book, line, language),
            decision=decision_of(situation_of(book, line), finding, engine_name, words),
            names=play_names(book, line, words),
            replies=[opening_summary(book, one, words) for one in replies],
        )
    )


def _check(line: str) -> None:
    try:
        checked_line(line)
    except InvalidBook as error:
        raise NotFound(error.message) from None


@router.post(
    "/{line}/verdict",
    summary="What a play of a line is worth, and why",
    responses=answers(VerdictAnswer, 400, 404, 413),
)
async def verdict(request: Request, language: Language, line: Line, answer: Annotated[PlayRequest, Body()]) -> Response:
    await require_no_live_match(request)
    book, words = await _book(), catalogue(language)
    _check(line)
    situation = situation_of(book, line)
    engine = lobby_of(request).engine_threads.engine()
    try:
        play = situation.to_match().state.turn().play_of(answer.steps)
    except SixprimeError as error:
        raise Invalid(error.message) from None

    def think() -> VerdictAnswer:
        with Explainer() as explainer:
            return verdict_answer(situation, judge_line(book, line, play, engine, explainer), engine, words)

    return json_answer(await ask_engine(request, think))
