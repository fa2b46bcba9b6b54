"""Lessons as clients get them, in their language."""

from __future__ import annotations

from sixprime.core import Player, RuleSet
from sixprime.core.notation import parse_play
from sixprime.core.numbering import Numbering
from sixprime.core.turn_graphs import turn_graph
from sixprime.messages import Catalogue
from sixprime.practice.lessons import Lesson, LessonVerdict, course
from sixprime.server.schemas.base import NumberBySide
from sixprime.server.schemas.lessons import (
    ChapterAnswer,
    CourseAnswer,
    LessonAnswer,
    LessonOptionAnswer,
    LessonSummaryAnswer,
    LessonVerdictAnswer,
)
from sixprime.server.schemas.states import CubeAnswer, CubeOfferAnswer, TurnGraphAnswer
from sixprime.server.views.titles import preset_title


def course_answer(preset: str, catalogue: Catalogue) -> CourseAnswer:
    """The list of lessons for a preset of rules."""
    lessons = course(RuleSet.preset(preset))
    chapters = dict.fromkeys(lesson.chapter for lesson in lessons)
    return CourseAnswer(
        preset=preset,
        preset_title=preset_title(preset, catalogue),
        chapters=[ChapterAnswer(name=it.value, title=it.title.in_language(catalogue)) for it in chapters],
        lessons=[
            LessonSummaryAnswer(
                name=lesson.name, title=lesson.title.in_language(catalogue), chapter=lesson.chapter.value
            )
            for lesson in lessons
        ],
    )


def lesson_answer(lesson: Lesson, catalogue: Catalogue) -> LessonAnswer:
    """A lesson with everything that a board needs."""
    setting = lesson.setting
    is_board = not lesson.options
    offer = CubeOfferAnswer(by="black", value=2 * setting.cube.value, beavers=0) if setting.is_doubled else None
    owner = setting.cube.owner
    turn: TurnGraphAnswer | None = None
    if is_board and setting.roll is not None:
        turn = TurnGraphAnswer.model_validate({"nodes": turn_graph(setting.position, setting.roll, lesson.rules)})
    return LessonAnswer(
        name=lesson.name,
        chapter=lesson.chapter.value,
        title=lesson.title.in_language(catalogue),
        words=lesson.words.in_language(catalogue),
        task=lesson.task.in_language(catalogue),
        hint=lesson.hint.in_language(catalogue),
        rule=lesson.rule,
        leaflet=None if lesson.leaflet is None else lesson.leaflet.in_language(catalogue),
        board=list(setting.position.points),
        checkers=setting.position.checkers,
        on_roll="black" if setting.is_doubled else "white",
        to_act="white",
        roll=None if setting.roll is None else (setting.roll.first, setting.roll.second),
        cube=CubeAnswer(value=setting.cube.value, owner=None if owner is None else owner.value, offered=offer),
        length=setting.length,
        score=NumberBySide(white=setting.score[0], black=setting.score[1]),
        crawford=setting.crawford,
        rules=lesson.rules.to_json(),
        turn=turn,
        options=[LessonOptionAnswer(name=it.name, words=it.label.in_language(catalogue)) for it in lesson.options],
        solution=list(parse_play(lesson.solution, lesson.turn()).pairs) if is_board else [],
    )


def verdict_answer(verdict: LessonVerdict, catalogue: Catalogue) -> LessonVerdictAnswer:
    """What became of an answer, in words."""
    return LessonVerdictAnswer(right=verdict.is_right, words=verdict.words.in_language(catalogue))


def refusal_answer(
    lesson: Lesson, steps: list[tuple[int, int]], source: int, numbering: Numbering, catalogue: Catalogue
) -> LessonVerdictAnswer:
    """Why nothing can be played from a point after some steps."""
    turn = lesson.turn()
    for step in steps:
        turn = turn.move(*step)
    why = turn.why_not_from(source, numbering.labels(Player.WHITE))
    return LessonVerdictAnswer(right=False, words=why.in_language(catalogue))
