"""The replay of a match: every position, and what the file of an imported match says about it."""

from __future__ import annotations

from typing import Literal

from sixprime.server.schemas.base import (
    AnswerModel,
    Board,
    ChancesAnswer,
    CubeValueAnswer,
    Dice,
    NumberBySide,
    Side,
    Step,
    TextBySide,
)
from sixprime.server.schemas.states import GameResultAnswer
from sixprime.server.schemas.tutor import FirstChoiceAnswer


class AnalysedPlayAnswer(AnswerModel):
    """A play, and what a program thought of it, from the view of who plays."""

    notation: str
    steps: list[Step]
    equity: float | None
    chances: ChancesAnswer | None
    win_chance: float | None
    """the chance to win the match"""
    level: str
    """the program's name of how it looked"""
    plies: int | None
    rollout: bool


class PlayAnalysisAnswer(AnswerModel):
    """What a program thought of the plays of a roll."""

    type: Literal["plays"]
    plays: list[AnalysedPlayAnswer]
    """the best one first"""
    played: int | None
    """which of them was played, counted from 0"""
    luck: float | None
    error: float | None
    """what the decision lost"""
    program: str = ""
    """which program it was, if the file says so"""


class CubeAnalysisAnswer(AnswerModel):
    """What a program thought of the cube, from the view of who may double."""

    type: Literal["cube"]
    no_double: float | None
    double_take: float | None
    double_drop: float | None
    in_winning_chances: bool
    """whether the three are chances to win the match instead of equities"""
    cubeless: float | None
    chances: ChancesAnswer | None
    chances_after_double: ChancesAnswer | None
    level: str
    plies: int | None
    rollout: bool
    error: float | None
    """what doubling or not doubling lost"""
    answer_error: float | None
    """what taking or dropping lost"""
    program: str = ""
    """which program it was, if the file says so"""


class ReplayMoveAnswer(AnswerModel):
    """An event of the game, and what it led to."""

    version: int
    type: str
    """the event's, as in a record"""
    player: Side | None
    roll: Dice | None
    steps: list[Step] | None
    notation: str | None
    resigned: int | None
    """what a resignation offers: 1 for a single game, 2 for a gammon, 3 for a backgammon"""
    words: str
    board: Board
    """the board after it, White's view"""
    cube: CubeValueAnswer
    comment: str | None
    """the file's words about the event"""
    own_comment: str | None
    """what a player, or who imported the match, wrote about it here"""
    first_choice: FirstChoiceAnswer | None
    """what the caller had chosen when the tutor asked to look again; `null` if it did not ask, and for anybody else"""
    analyses: list[PlayAnalysisAnswer | CubeAnalysisAnswer] | None
    """what other programs thought; `null` unless they were asked for"""


class ReplayGameAnswer(AnswerModel):
    """A game of a match."""

    number: int
    score: NumberBySide
    """at its start"""
    crawford: bool
    moves: list[ReplayMoveAnswer]
    result: GameResultAnswer | None
    """`null` while it has not ended"""


class ReplayAnswer(AnswerModel):
    """Every position of a match."""

    match: str
    version: int
    length: int | None
    checkers: int
    names: TextBySide
    details: dict[str, str]
    """what the file of an imported match says about it: event, place, date, annotator"""
    analysed: int
    """at how many events the file has an analysis"""
    may_comment: bool
    """whether the caller may write comments beside its events"""
    tutored: list[int]
    """the games in which the caller asked the tutor, by their numbers"""
    start: Board
    """the board before the first event, White's view"""
    games: list[ReplayGameAnswer]
