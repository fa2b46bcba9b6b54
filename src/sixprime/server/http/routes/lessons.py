"""The HTTP interface to lessons: the list for a set of rules, one of them, and answers to it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Depends, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from sixprime.core import InvalidRules, RuleSet, SixprimeError
from sixprime.core.numbering import Numbering
from sixprime.languages import catalogue
from sixprime.messages import text
from sixprime.practice.lessons import Lesson, LessonProblem, lesson_named
from sixprime.server.http.parameters import Language
from sixprime.server.http.responses import answers, json_answer
from sixprime.server.refusals import Invalid, Malformed, NotAllowed, NotFound
from sixprime.server.schemas.lessons import CourseAnswer, LessonAnswer, LessonVerdictAnswer
from sixprime.server.views.lessons import course_answer, lesson_answer, refusal_answer, verdict_answer

router = APIRouter(prefix="/api/lessons", tags=["lessons"])

Pair = Annotated[list[Annotated[int, Field(ge=0, le=25)]], Field(min_length=2, max_length=2)]


def _preset(
    rules: Annotated[str, Query(max_length=32, description="The name of a preset of rules.")] = "standard",
) -> str:
    try:
        RuleSet.preset(rules)
    except InvalidRules as error:
        raise Invalid(error.message) from None
    return rules


Preset = Annotated[str, Depends(_preset)]


def _lesson(lesson: Annotated[str, Path(max_length=64, description="The name of a lesson.")], preset: Preset) -> Lesson:
    try:
        return lesson_named(lesson, RuleSet.preset(preset))
    except LessonProblem as error:
        raise NotFound(error.message) from None


Named = Annotated[Lesson, Depends(_lesson)]


class LessonReply(BaseModel):
    """An answer to a lesson: the steps of a play, or an option; or a point from which nothing could be moved."""

    model_config = ConfigDict(extra="forbid", strict=True)

    steps: Annotated[list[Pair], Field(max_length=4)] | None = None
    option: Annotated[str, Field(max_length=64)] | None = None
    source: Annotated[int, Field(ge=1, le=25)] | None = None
    numbering: Annotated[Numbering, Field(strict=False)] = Numbering.OWN


@router.get("", summary="All lessons for a set of rules", responses=answers(CourseAnswer))
async def lessons(language: Language, preset: Preset) -> Response:
    return json_answer(course_answer(preset, catalogue(language)))


@router.get("/{lesson}", summary="A lesson", responses=answers(LessonAnswer, 404))
async def show_lesson(language: Language, lesson: Named) -> Response:
    return json_answer(lesson_answer(lesson, catalogue(language)))


@router.post(
    "/{lesson}/answers",
    summary="Whether an answer to a lesson is right",
    responses=answers(LessonVerdictAnswer, 400, 404, 409, 413),
)
async def answer_lesson(language: Language, lesson: Named, reply: Annotated[LessonReply, Body()]) -> Response:
    words = catalogue(language)
    if (reply.steps is None) is (reply.option is None):
        raise Malformed(text("an answer to a lesson is a play or an option, one of the two"))
    try:
        if reply.option is not None:
            return json_answer(verdict_answer(lesson.check_option(reply.option), words))
        steps = [(source, target) for source, target in reply.steps or []]
        if reply.source is not None:
            return json_answer(refusal_answer(lesson, steps, reply.source, reply.numbering, words))
        return json_answer(verdict_answer(lesson.check_play(steps), words))
    except SixprimeError as error:
        raise NotAllowed(error.message) from None
