"""Answers about drills."""

from __future__ import annotations

from typing import Literal

from sixprime.server.schemas.base import AnswerModel, Board, CubeValueAnswer, Dice
from sixprime.server.schemas.states import TurnGraphAnswer


class DrillAnswer(AnswerModel):
    """Something that can be drilled."""

    name: str
    title: str
    words: str
    """what it is about"""


class DrillListAnswer(AnswerModel):
    """All drills."""

    drills: list[DrillAnswer]
    levels: int
    """levels go from 1 to this"""


class DrillActionAnswer(AnswerModel):
    """A cube action to choose."""

    name: str
    words: str


class DrillProblemAnswer(AnswerModel):
    """A problem of a drill. White is the reader, and on roll."""

    drill: str
    level: int
    seed: int
    """with drill and level it makes the same problem again"""
    kind: Literal["number", "percent", "play", "action"]
    """what is asked for"""
    question: str
    board: Board | None
    """`null` where a score alone is asked about"""
    checkers: int
    roll: Dice | None
    cube: CubeValueAnswer
    turn: TurnGraphAnswer | None
    """the legal steps, where a play is asked for"""
    actions: list[DrillActionAnswer]


class DrillVerdictAnswer(AnswerModel):
    """What became of an answer, and how to get to the right one."""

    right: bool
    words: str
    working: list[str]
