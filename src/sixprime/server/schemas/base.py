"""What all models of answers share: the base class, names of sides and phases, and values that come in many answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sixprime.server.matches.commands import SideName


@dataclass(frozen=True, slots=True)
class ClientType:
    """Names the type by which the web client knows a value that is described elsewhere than here."""

    name: str


Side = SideName
Kind = Literal["bot", "screen", "link", "study"]
PhaseName = Literal[
    "seats", "seeds", "opening", "to-roll", "to-play", "to-answer-cube", "to-answer-resignation", "over", "aborted"
]
Board = Annotated[list[int], Field(min_length=26, max_length=26)]
Dice = tuple[int, int]
Step = tuple[int, int]
Rules = Annotated[dict[str, Any], ClientType("Rules")]
"""The options of a `RuleSet`, as in a record."""
EntryFields = Annotated[dict[str, Any], ClientType("GameEvent")]
"""An entry of a log; docs/protocol.md lists those that are not events of the game, docs/record.md the others."""


class AnswerModel(BaseModel):
    """An object with exactly these fields. What stands below a field describes it, here and in docs/protocol.md."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class RefusalAnswer(AnswerModel):
    """Why something was refused."""

    code: Literal[
        "malformed", "forbidden", "foreign-origin", "not-found", "stale", "not-allowed", "too-large", "too-slow",
        "too-many", "too-fast", "unreadable", "server-fault", "stopping",
    ]  # fmt: skip
    message: str
    """a sentence for people, in the client's language"""


class ErrorAnswer(AnswerModel):
    """A request that was refused."""

    error: RefusalAnswer


class NumberBySide(AnswerModel):
    """A number for each side."""

    white: int
    black: int


class TextBySide(AnswerModel):
    """A text for each side."""

    white: str
    black: str


class CubeValueAnswer(AnswerModel):
    """The doubling cube."""

    value: int
    owner: Side | None
    """`null` in the middle"""


class ResignationAnswer(AnswerModel):
    """A resignation that waits for its answer."""

    by: Side
    value: int
    """1, 2 or 3: a single game, a gammon, a backgammon"""


class ChancesAnswer(AnswerModel):
    """How a game may end, from the view of who decides; a backgammon counts as a gammon, a gammon as a win."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float
