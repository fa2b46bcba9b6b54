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


class CubeHintAnswer(AnswerModel):
    """What the engine would do where there is no roll to play, from the view of who decides."""

    action: ActionName
    value: int | None
    """of a resignation"""
    equity: float
    chances: ChancesAnswer
    words: str


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
