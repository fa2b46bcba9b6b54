"""What can be asked about a match besides playing it: legal plays, hints, and files that become studies."""

from __future__ import annotations

from sixprime.server.matches.commands import ActionName
from sixprime.server.schemas.base import AnswerModel, Board, ChancesAnswer, Side, Step, TextBySide


class LegalPlayAnswer(AnswerModel):
    """A play that the rules allow."""

    notation: str
    steps: list[Step]
    result: Board
    """the board after it, White's view"""


class LegalPlaysAnswer(AnswerModel):
    """All plays of a roll."""

    version: int
    plays: list[LegalPlayAnswer]


class StepRefusalAnswer(AnswerModel):
    """Why nothing can be played from a point."""

    version: int
    words: str


class PlayHintAnswer(AnswerModel):
    """A play, and what the engine thinks of it, from the view of who plays."""

    notation: str
    steps: list[Step]
    board: Board
    """the board after it, White's view"""
    equity: float
    lost: float
    """how much less than the best play"""
    chances: ChancesAnswer
    reasons: list[str] | None = None
    """why the best play is better, for the first plays; only if it was asked for"""


class CubeDecisionAnswer(AnswerModel):
    """What doubling is worth to the player on roll, who need not be the one who decides: a double that waits for its
    answer was the decision of the other side."""

    player: Side
    """whose view it is"""
    no_double: float
    double_take: float
    double_pass: float
    match_chances: list[float] | None
    """the player's chances to win the match after each of the three, in this order; `null` in money play"""
    may_double: bool
    """whether the rules let the player double"""
    redouble: bool
    """whether the player owns the cube"""
    verdict: str
    """what both sides should do, such as `double-take`"""
    words: str
    """the same in the client's language"""


class RankedActionAnswer(AnswerModel):
    """Something that may be done, from the view of who decides."""

    action: ActionName
    equity: float
    lost: float
    """how much less than the best action"""


class CubeHintAnswer(AnswerModel):
    """What the engine would do where there is no roll to play, from the view of who decides."""

    action: ActionName
    value: int | None
    """of a resignation"""
    equity: float
    chances: ChancesAnswer
    words: str
    actions: list[RankedActionAnswer]
    """what may be done, the best first; equities are in units of the cube before a double that waits for its answer"""
    decision: CubeDecisionAnswer | None
    """the cube decision of the player on roll; `null` where a beaver, a raccoon or a resignation waits for an answer"""
    reasons: list[str] | None = None
    """why the best action is better than the next one; only if it was asked for"""


class HintAnswer(AnswerModel):
    """What the engine would do."""

    version: int
    player: Side
    """who decides"""
    plies: int
    """how far it looked ahead"""
    plays: list[PlayHintAnswer] | None
    """the best plays, the best one first; `null` where there is no roll to play"""
    cube: CubeHintAnswer | None
    """`null` where there is a roll to play"""


class ImportedMatchAnswer(AnswerModel):
    """A match of a file that has become a study."""

    match: str
    names: TextBySide
    length: int | None
    version: int
    games: int
    """how many have ended"""


class ImportAnswer(AnswerModel):
    """What became of a file."""

    format: str
    matches: list[ImportedMatchAnswer]
    problems: list[str]
    """what could not be read, in words"""
