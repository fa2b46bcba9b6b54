"""Questions that practice asks, and what an answer is worth: lines of the opening book, and puzzles."""

from __future__ import annotations

from typing import Literal

from sixprime.server.schemas.analyses import DecisionAnswer, MarkName
from sixprime.server.schemas.base import AnswerModel, Board, CubeValueAnswer, Dice, NumberBySide, Side
from sixprime.server.schemas.states import TurnGraphAnswer

QuestionKind = Literal["play", "double", "answer"]
StageName = Literal["first", "reply", "third"]


class QuestionAnswer(AnswerModel):
    """A decision without its answer."""

    player: Side
    """who decides"""
    kind: QuestionKind
    board: Board
    """White's view"""
    roll: Dice | None
    """`null` where there is a cube action to choose"""
    cube: CubeValueAnswer
    length: int | None
    score: NumberBySide
    crawford: bool
    xgid: str | None
    turn: TurnGraphAnswer | None
    """the legal steps of the roll; `null` where there is none"""
    words: str
    """what is asked, in the client's language"""


class VerdictAnswer(AnswerModel):
    """What an answer is worth beside the best one."""

    decision: DecisionAnswer
    """everything about the decision, the answer marked as what was played"""
    loss: float
    mark: MarkName
    right: bool
    """whether nothing is better"""
    best: str
    """the best play or cube action, in the client's language"""
    choice: str
    """the answer, in the same way"""
    by_rollout: bool
    """whether rollouts say what the answer is worth; else a search does"""
    reasons: list[str]
    """why the best is better, in the client's language; empty if nothing measured explains it"""


class OpeningSummaryAnswer(AnswerModel):
    """A line of the opening book and its best play."""

    line: str
    """its rolls, such as `31` or `31-64`"""
    roll: Dice
    best: str
    equity: float
    """of the player who plays the roll"""
    error: float
    name: str | None
    """what players call the play, in the client's language; `null` where it has no name"""


class OpeningBookAnswer(AnswerModel):
    """The opening book: its first rolls, and how it was made."""

    first: list[OpeningSummaryAnswer]
    games: int
    """how many games a first play was rolled out, if it was not clearly worse"""
    reply_games: int
    truncate: int
    """after so many rolls the net said what the position is worth"""
    command: str
    """the command that makes this book"""
    program: str
    engine: str


class PlayNameAnswer(AnswerModel):
    """What players call a play."""

    notation: str
    name: str


class OpeningLineAnswer(AnswerModel):
    """A line of the opening book."""

    line: str
    stage: StageName
    before: list[OpeningSummaryAnswer]
    """the lines that lead to it, each with the play that was made"""
    decision: DecisionAnswer
    names: list[PlayNameAnswer]
    replies: list[OpeningSummaryAnswer]
    """what the other side plays then, after the best play; empty for third rolls"""


class OpeningQuestionAnswer(AnswerModel):
    """A line that is asked."""

    line: str
    stage: StageName
    before: list[OpeningSummaryAnswer]
    question: QuestionAnswer


class PuzzleAnswer(AnswerModel):
    """A puzzle without its answer."""

    puzzle: str
    """its key"""
    phase: str
    """the kind of position, in the client's language"""
    rating: int
    """how hard it is, by Glicko-2"""
    day: str | None
    """the day whose puzzle it is, as yyyy-mm-dd; `null` if it was not asked for by its day"""
    done: bool
    """whether the caller has answered it before; then it is not rated again"""
    question: QuestionAnswer


class PuzzleVerdictAnswer(AnswerModel):
    """What an answer to a puzzle is worth, and what it does to the ratings."""

    puzzle: str
    verdict: VerdictAnswer
    rating: int
    """the caller's, after the answer"""
    change: int
    """by how much it has changed; 0 if the puzzle was not rated"""
    deviation: int
    """how sure the rating is"""
    puzzle_rating: int
    gap: float
    """how much the next best loses in rollouts"""
    error: float
    """the standard error of that"""
