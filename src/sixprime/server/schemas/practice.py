"""Practice: what a learner has set and answered, figures about that, and everything of a learner as one file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from sixprime.practice.schedules import LEAST_RETENTION, MOST_NEW_A_DAY, MOST_RETENTION
from sixprime.server.schemas.base import AnswerModel, ClientType

AttemptKindName = Literal["card", "opening", "drill", "puzzle", "lesson"]
AttemptId = Annotated[str, Field(pattern=r"^[\x21-\x7e]{1,64}$")]
Key = Annotated[str, Field(pattern=r"^[\x20-\x7e]{1,64}$")]
Topic = Annotated[str, Field(pattern=r"^[\x20-\x7e]{0,40}$")]
GradeNumber = Annotated[int, Field(ge=1, le=4)]
Loss = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]
Milliseconds = Annotated[int, Field(ge=0, le=2**31 - 1)]
Time = Annotated[int, Field(ge=0, le=2**47)]
Pool = Annotated[str, Field(pattern=r"^[a-z-]{1,20}$")]
Detail = Annotated[dict[str, Any], ClientType("AttemptDetail")]
Figure = Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]


class PracticeSettingsAnswer(AnswerModel):
    """What a learner has set."""

    retention: Annotated[float, Field(ge=LEAST_RETENTION, le=MOST_RETENTION)]
    """which share of cards is to be known when they come back"""
    new_a_day: Annotated[int, Field(ge=0, le=MOST_NEW_A_DAY)]
    """how many new cards a day"""


class AttemptAnswer(AnswerModel):
    """An answer that a learner gave, and how it went."""

    id: AttemptId
    """the sender's"""
    kind: AttemptKindName
    key: Key
    """what was asked: the id of a card, the name of a lesson"""
    topic: Topic
    """what it counts as in statistics"""
    grade: GradeNumber
    """1: wrong, 2: nearly the best, 3: right, 4: right and easy"""
    loss: Loss | None
    """what the answer gives away, as a normalised equity; `null` where that is not known"""
    milliseconds: Milliseconds | None
    """how long the answer took"""
    at: Time
    """milliseconds since 1970"""
    detail: Detail
    """what the page that asked wants to know of it later"""


class AttemptListAnswer(AnswerModel):
    """Attempts, the last one first."""

    attempts: list[AttemptAnswer]
    more: bool
    """whether there are more before them"""


class AttemptsKeptAnswer(AnswerModel):
    """What became of attempts that were sent."""

    kept: list[str]
    """the ids of those that are new here; others were sent before, or are at cards that are gone"""


class AttemptCountAnswer(AnswerModel):
    """Attempts counted together."""

    name: str
    """the topic, or the day as yyyy-mm-dd"""
    label: str
    """the same in the client's language, where it is a topic that has a name; else the name"""
    attempts: int
    right: int
    """those with a grade above 1"""
    loss: float
    """the sum of what was given away"""
    milliseconds: float | None
    """how long an answer took on average"""


class KindStatisticsAnswer(AnswerModel):
    """All attempts of a kind."""

    kind: AttemptKindName
    attempts: int
    right: int
    topics: list[AttemptCountAnswer]
    days: list[AttemptCountAnswer]
    """the first day first; days without attempts are left out"""


class RatingAnswer(AnswerModel):
    """How strong a learner is, by Glicko-2."""

    pool: Pool
    """what is rated, such as `puzzle`"""
    rating: Figure
    deviation: Figure
    volatility: Figure
    attempts: Annotated[int, Field(ge=0, le=2**31 - 1)]


class PracticeStatisticsAnswer(AnswerModel):
    """What a learner has done."""

    kinds: list[KindStatisticsAnswer]
    ratings: list[RatingAnswer]


class LearnerNameAnswer(AnswerModel):
    """A name of a player of imported matches."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    me: bool
    """whether that is the learner"""


class LearnerNamesAnswer(AnswerModel):
    """The names of players about which a learner was asked."""

    names: list[LearnerNameAnswer]


class PracticeFileAnswer(AnswerModel):
    """Everything that a learner has, to be taken to another browser or server."""

    format: Literal["sixprime-practice"]
    version: Literal[1]
    settings: PracticeSettingsAnswer
    names: Annotated[list[LearnerNameAnswer], Field(max_length=10_000)]
    attempts: Annotated[list[AttemptAnswer], Field(max_length=1_000_000)]
    ratings: Annotated[list[RatingAnswer], Field(max_length=100)]


class PracticeImportedAnswer(AnswerModel):
    """What of a file was new."""

    attempts: int


class PracticeDeletedAnswer(AnswerModel):
    """Whether there was something to delete."""

    deleted: bool
