"""Answers about lessons."""

from __future__ import annotations

from sixprime.server.schemas.base import AnswerModel, Board, Dice, NumberBySide, Rules, Side, Step
from sixprime.server.schemas.states import CubeAnswer, TurnGraphAnswer


class LessonSummaryAnswer(AnswerModel):
    """A lesson in the list."""

    name: str
    title: str
    chapter: str
    """the name of the chapter that it belongs to"""


class ChapterAnswer(AnswerModel):
    """A chapter of the course."""

    name: str
    title: str


class CourseAnswer(AnswerModel):
    """All lessons for a set of rules, in their order."""

    preset: str
    preset_title: str
    chapters: list[ChapterAnswer]
    lessons: list[LessonSummaryAnswer]


class LessonOptionAnswer(AnswerModel):
    """One of the answers to choose from."""

    name: str
    words: str


class LessonAnswer(AnswerModel):
    """A lesson: White is the reader, and a board is to be played on, or one of several answers to be chosen."""

    name: str
    chapter: str
    title: str
    words: str
    """what there is to know"""
    task: str
    hint: str
    rule: str
    """the place in the rule book, `/rules#RULE`"""
    leaflet: str | None
    """what the chosen rules say differently from tournament rules here"""
    board: Board
    checkers: int
    on_roll: Side
    to_act: Side
    roll: Dice | None
    cube: CubeAnswer
    length: int | None
    score: NumberBySide
    crawford: bool
    rules: Rules
    turn: TurnGraphAnswer | None
    """the legal steps; `null` if there is nothing to play"""
    options: list[LessonOptionAnswer]
    """none where a play is asked for"""
    solution: list[Step]
    """a play that solves the lesson; none where an option is to be chosen"""


class LessonVerdictAnswer(AnswerModel):
    """What became of an answer."""

    right: bool
    words: str
