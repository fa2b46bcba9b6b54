"""Analyses: jobs, what they found about a match, a decision or a position, and the figures of the players."""

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
)
from sixprime.server.schemas.states import TurnGraphAnswer
from sixprime.server.schemas.studies import CubeDecisionAnswer, RankedActionAnswer

DepthName = Literal["instant", "fast", "deep", "rollout"]
AnalysisState = Literal["waiting", "running", "done", "cancelled", "failed", "stale"]
DecisionKindName = Literal["play", "double", "answer", "resignation", "resignation-answer"]
MarkName = Literal["none", "inaccuracy", "error", "blunder"]
LuckMarkName = Literal["very-lucky", "lucky", "unlucky", "very-unlucky"]


class AnalysisAnswer(AnswerModel):
    """A job of the engine: a match, one decision of it, or a position."""

    analysis: str
    """its id"""
    match: str | None
    """`null` for a position"""
    event: int | None
    """the decision, by the number of its event, counted from 0; `null` for a whole match and for a position"""
    depth: DepthName
    state: AnalysisState
    """`stale` if moves of the match were taken back since"""
    done: int
    """decisions and rolls of a match; games of a rollout"""
    total: int
    ahead: int
    """how many jobs wait before it"""
    engine: str
    """which engine made it"""
    is_current: bool
    """whether it is about the match as it is now, by the engine that the server has now"""
    mine: bool
    """whether the caller may cancel it"""
    message: str | None
    """why it failed, in words"""


class DecisionSummaryAnswer(AnswerModel):
    """A decision of a match and what it gave away, from the view of who decided."""

    event: int
    """the number of its event, counted from 0"""
    version: int
    """of the match after it, as in a replay"""
    game: int
    player: Side
    kind: DecisionKindName
    """`double` is to double or to roll; `answer` is to take, drop or beaver"""
    action: str
    """what the player did"""
    forced: bool
    loss: float
    """as a normalised equity, from 0 up"""
    match_loss: float | None
    """as a chance to win the match; `null` in money play"""
    mark: MarkName
    cube_error: str | None
    """which error with the cube it was, such as `missed-double-take`"""
    words: str
    """what was done, in the client's language"""
    best: str
    """what was best: the notation of a play, or words"""
    luck: float | None
    """of the roll that was played; `null` for other decisions"""


class RollLuckAnswer(AnswerModel):
    """A roll of a match and how lucky it was, from the view of who rolled."""

    event: int
    version: int
    game: int
    player: Side
    """for an opening roll the player who starts"""
    roll: Dice
    luck: float
    """how much better than the mean of all rolls, as a normalised equity"""
    match_luck: float | None
    mark: LuckMarkName | None
    win_chance: float
    """the player's chance to win the game before the roll"""
    match_chance: float | None
    """the player's chance to win the match before the roll; `null` in money play"""


class PlayCandidateAnswer(AnswerModel):
    """A play, and what the engine thinks of it, from the view of who plays."""

    notation: str
    steps: list[Step]
    board: Board
    """the board after it, White's view"""
    equity: float
    loss: float
    """how much less than the best play"""
    match_chance: float | None
    """the chance to win the match; `null` in money play"""
    chances: ChancesAnswer
    plies: int
    """how far the engine looked ahead; in a rollout, how far its players did"""
    games: int
    """how many games were rolled out; 0 for a search"""
    error: float | None
    """the standard error of a rollout's equity"""
    played: bool


class AnalysedActionAnswer(RankedActionAnswer):
    """Something other than a play that may be done, from the view of who decides."""

    words: str
    """in the client's language"""
    match_chance: float | None
    """the chance to win the match; `null` in money play"""
    played: bool


class ComparisonAnswer(AnswerModel):
    """What the program that wrote an imported file thought of a decision."""

    program: str
    level: str
    """the program's name of how it looked"""
    best: str
    """the play or the action that it thought best"""
    loss: float | None
    """what the decision lost by it"""
    agrees: bool
    """whether it thinks the same best"""


class DecisionAnswer(AnswerModel):
    """Everything that was found about a decision, from the view of who decides."""

    event: int | None
    """`null` for a position"""
    version: int | None
    player: Side
    kind: DecisionKindName
    action: str | None
    """what the player did; `null` for a position"""
    words: str | None
    """the same in the client's language"""
    board: Board
    """the board before it, White's view"""
    roll: Dice | None
    cube: CubeValueAnswer
    length: int | None
    score: NumberBySide
    crawford: bool
    xgid: str | None
    """`null` where no XGID can say it"""
    legal: int
    """how many plays the roll has; 0 where there is none"""
    turn: TurnGraphAnswer | None
    """the legal steps of the roll, to play it again on a board; `null` where there is no roll to play"""
    loss: float | None
    match_loss: float | None
    mark: MarkName | None
    cube_error: str | None
    """which error with the cube it was, such as `missed-double-take`"""
    plays: list[PlayCandidateAnswer] | None
    """the best first; `null` where there is no roll to play"""
    actions: list[AnalysedActionAnswer] | None
    """the best first; `null` where there is a roll to play. For an offer of a resignation, the opponent's answers"""
    cube_decision: CubeDecisionAnswer | None
    """the cube decision of the player on roll, for a double and for the answer to one"""
    chances: ChancesAnswer
    """of the player who decides, with the best play"""
    plies: int
    games: int
    """how many games were rolled out; 0 for a search"""
    error: float | None
    """the standard error of a rollout"""
    depth: DepthName
    engine: str
    luck: float | None
    """of the roll that was played"""
    comparison: ComparisonAnswer | None
    """what the file of an imported match says"""


class TallyAnswer(AnswerModel):
    """Decisions, and what they gave away together."""

    count: int
    loss: float
    match_loss: float
    """as a chance to win the match; 0 in money play"""
    events: list[int]
    """the decisions, by the numbers of their events"""
    label: str | None = None
    """what they are called, in the client's language; only of marks and of errors with the cube"""


class LuckAnswer(AnswerModel):
    """How lucky a player's rolls were."""

    sum: float
    """as a normalised equity"""
    match: float
    """as a chance to win the match; 0 in money play"""
    points: float
    """each roll times its cube"""
    difference: float
    """`sum` less the opponent's"""
    very_lucky: list[int]
    """rolls by the numbers of their events"""
    lucky: list[int]
    unlucky: list[int]
    very_unlucky: list[int]


class FiguresAnswer(AnswerModel):
    """The figures of a player; docs/analysis.md has their formulas."""

    name: str
    moves: int
    """turns with a roll"""
    decisions: int
    """those that count for `pr`"""
    pr: float
    band: str
    """what a player with this `pr` is called, in the client's language"""
    gnubg_rate: float
    gnubg_play_rate: float
    gnubg_cube_rate: float
    snowie_rate: float
    loss: float
    """all errors but those with resignations"""
    match_loss: float
    plays: TallyAnswer
    cube: TallyAnswer
    doubles: TallyAnswer
    answers: TallyAnswer
    resignations: TallyAnswer
    marks: dict[str, TallyAnswer]
    cube_errors: dict[str, TallyAnswer]
    luck: LuckAnswer
    luck_adjusted_result: float | None
    """`null` for one game, and for a match that is not over"""


class FiguresBySide(AnswerModel):
    """The figures of both players."""

    white: FiguresAnswer
    black: FiguresAnswer


class GameFiguresAnswer(AnswerModel):
    """The figures of one game."""

    game: int
    figures: FiguresBySide


class ReviewAnswer(AnswerModel):
    """What was found about a match."""

    analysis: AnalysisAnswer
    match: str
    version: int
    """of the match that was analysed"""
    depth: DepthName
    engine: str
    is_current: bool
    is_complete: bool
    figures: FiguresBySide
    games: list[GameFiguresAnswer]
    decisions: list[DecisionSummaryAnswer]
    rolls: list[RollLuckAnswer]
    available: list[AnalysisAnswer]
    """all analyses of the match, the deepest first"""
    file_programs: list[str]
    """programs whose analyses the file of an imported match has"""


class CommentAnswer(AnswerModel):
    """A comment that somebody wrote beside an event."""

    match: str
    event: int
    comment: str
    """empty if it was removed"""


class AnalysisProgressAnswer(AnswerModel):
    """How far an analysis has come."""

    type: Literal["progress"]
    analysis: AnalysisAnswer


class AnalysedDecisionsAnswer(AnswerModel):
    """What was found about a match since the last message."""

    type: Literal["decisions"]
    decisions: list[DecisionSummaryAnswer]
    rolls: list[RollLuckAnswer]
    figures: FiguresBySide
    """of all that was found so far"""


class AnalysisResultAnswer(AnswerModel):
    """What was found about a position or one decision; while a rollout runs, so far."""

    type: Literal["result"]
    result: DecisionAnswer
