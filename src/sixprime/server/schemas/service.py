"""What the server tells about itself, about single positions, and about dice."""

from __future__ import annotations

from typing import Literal

from sixprime.server.schemas.base import (
    AnswerModel,
    Board,
    CubeValueAnswer,
    Dice,
    NumberBySide,
    ResignationAnswer,
    Rules,
    Side,
)
from sixprime.server.schemas.states import SeedsAnswer


class LevelAnswer(AnswerModel):
    """A level at which the bot plays."""

    name: str
    title: str
    """in the client's language"""
    error_rate: float
    """how much it loses by its decisions"""
    description: str
    """in the client's language: for whom it is a good opponent"""
    plies: int
    """how far it looks ahead"""
    default: bool
    available: bool
    """whether it can be chosen now; levels that look ahead cannot until the engine is compiled"""


class PresetAnswer(AnswerModel):
    """Rules that have a name."""

    name: str
    title: str
    """in the client's language: what is different in these rules"""
    short_title: str
    """in the client's language: what they are called"""
    rules: Rules
    words: list[str]
    """the rules in words, for a match"""
    money_words: list[str]
    """the rules in words, for money play"""


class ReadFormatAnswer(AnswerModel):
    """A kind of match file that can be imported."""

    name: str
    extensions: list[str]


class FormatsAnswer(AnswerModel):
    """The kinds of match files."""

    read: list[ReadFormatAnswer]
    written: list[str]


class AboutAnswer(AnswerModel):
    """What the server is and offers."""

    name: Literal["sixprime"]
    version: str
    languages: dict[str, str]
    """their own names, by code"""
    levels: list[LevelAnswer]
    presets: list[PresetAnswer]
    starts: list[str]
    """names of start positions"""
    formats: FormatsAnswer
    anki: bool
    """whether cards can be taken along as a package for Anki"""


class IdsAnswer(AnswerModel):
    """A position in every kind of id; `null` where that kind cannot say it."""

    position_id: str | None
    gnubg_id: str | None
    xgid: str | None
    ogid: str | None
    fibs_board: str | None


class PositionAnswer(AnswerModel):
    """What an id or a board says. Of a board with defects only these, the board and the number of checkers are told."""

    kind: str | None
    """which id was found in a text; `null` for a board"""
    board: Board
    """White's view"""
    checkers: int
    on_roll: Side | None = None
    to_act: Side | None = None
    roll: Dice | None = None
    cube: CubeValueAnswer | None = None
    offer: Literal["double", "beaver", "raccoon"] | None = None
    """where a cube waits for its answer"""
    resignation: ResignationAnswer | None = None
    length: int | None = None
    score: NumberBySide | None = None
    crawford: bool | None = None
    jacoby: bool | None = None
    beavers: bool | None = None
    pips: NumberBySide | None = None
    off: NumberBySide | None = None
    defects: list[str]
    """what is wrong with a board on which nobody can play, in words"""
    ids: IdsAnswer | None


class NumberedDiceAnswer(AnswerModel):
    """A roll and its number in the match."""

    number: int
    dice: Dice


class DiceTranscriptAnswer(AnswerModel):
    """The transcript of the dice of a match; see dice.md."""

    format: Literal["sixprime-dice"]
    version: Literal[1]
    match: str
    commitment: str
    secret: str | None
    seeds: SeedsAnswer
    imported: int
    """how many rolls came with an imported match; these dice did not throw them"""
    rolls: list[NumberedDiceAnswer]


class DistributionAnswer(AnswerModel):
    """What was counted beside what fair dice lead one to expect, by name."""

    counts: dict[str, int]
    expected: dict[str, float]
    chi_square: float
    degrees: int
    """of freedom"""
    p_value: float
    """the share of fair dice that would stray at least as far"""


class DiceStatisticsAnswer(AnswerModel):
    """How all dice of the server were spread."""

    matches: int
    rolls: int
    faces: DistributionAnswer
    pairs: DistributionAnswer
    """by roll, the higher number first: `"31"`"""
    doubles: DistributionAnswer
    repeats: DistributionAnswer
    """the same roll as before"""
    runs_of_doubles: DistributionAnswer
    """by length"""


class ReadyAnswer(AnswerModel):
    """Whether the server can serve."""

    ready: bool
    board: bool
    """whether boards and rules can be used"""
    bot: bool
    """whether the bot can play"""
    compiled: float
    """how much of the engine is compiled, from 0 to 1; at 1 it has its full strength"""
    database: bool
    """whether the database answers, takes writes and has room on its disk"""
    stopping: bool
    """whether it is about to stop"""


class HealthAnswer(AnswerModel):
    """The process lives."""

    status: Literal["ok"]
    name: Literal["sixprime"]
