"""Practice: what a learner has set and answered, figures about that, and everything of a learner as one file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from sixprime.practice.schedules import LEAST_RETENTION, MOST_NEW_A_DAY, MOST_RETENTION
from sixprime.server.schemas.analyses import DecisionAnswer
from sixprime.server.schemas.base import AnswerModel, ClientType, Rules

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


class CardSummaryAnswer(AnswerModel):
    """A card in a list."""

    card: str
    """its id"""
    kind: Literal["play", "double", "answer"]
    """what is decided"""
    topic: str
    label: str
    """the topic in the client's language"""
    xgid: str | None
    """the position; `null` where no XGID can say it"""
    due: int
    """milliseconds since 1970"""
    is_new: bool
    """whether it was never answered"""
    is_suspended: bool
    answers: int
    lapses: int
    """how often it was forgotten after it had been known"""
    times: int
    """how often it went wrong in matches"""
    loss: float | None
    """what was given away in the last of them"""
    match: str | None
    """that match, if it is still there"""
    event: int | None
    tags: list[str]


class UnnamedMatchAnswer(AnswerModel):
    """A match whose errors wait: it is not known which side was the learner."""

    match: str
    white: str
    """the name of White; `MATCH/white` if there is none; empty where it is known that this was somebody else"""
    black: str


class DueCardsAnswer(AnswerModel):
    """Where a learner's cards stand."""

    total: int
    """how many cards there are"""
    due: int
    """how many were answered before and are to be asked now"""
    fresh: int
    """how many new ones are to be asked today"""
    waiting: int
    """how many new ones there are in all"""
    next: int | None
    """when the next one is due after now, in milliseconds since 1970"""
    cards: list[CardSummaryAnswer]
    """the cards to be asked now, those that were answered before first"""
    collected: int
    """how many errors have become cards just now"""
    left_out: int
    """how many did not fit, because there are too many cards"""
    more: bool
    """whether there are more analysed matches to look at: ask again"""
    unnamed: list[UnnamedMatchAnswer]


class CardReasonAnswer(AnswerModel):
    """Why the best answer is better than another one."""

    answer: str
    """the other one: the notation of a play, or the name of an action"""
    sentences: list[str]


class CardAnswer(AnswerModel):
    """A card with its question, what the engine thinks, and reasons."""

    card: CardSummaryAnswer
    decision: DecisionAnswer
    """the position and what the engine found; `played` marks what was done in the match"""
    rules: Rules
    checkers: int
    """of each side"""
    reasons: list[CardReasonAnswer]


class CardListAnswer(AnswerModel):
    """Cards in the order of their ids."""

    cards: list[CardSummaryAnswer]
    more: bool
    tags: list[str]
    """all tags of the cards that are listed"""


class CardsAddedAnswer(AnswerModel):
    """What became of positions that were added."""

    cards: list[CardSummaryAnswer]
    """the cards, also those that were there before"""
    left_out: int
    """how many did not fit"""
    problems: list[str]
    """lines that could not be read, in the client's language"""


class KeptCardAnswer(AnswerModel):
    """A card in a file of practice."""

    situation: Annotated[str, Field(max_length=20_000)]
    """the position, as a record of a match"""
    finding: Annotated[str, Field(max_length=20_000)] | None
    """what the engine thinks, as JSON"""
    engine: Annotated[str, Field(max_length=64)] | None
    depth: Annotated[str, Field(max_length=10)] | None
    played: Annotated[str, Field(max_length=200)] | None
    loss: Loss | None
    times: Annotated[int, Field(ge=0, le=2**31 - 1)]
    tags: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=20)]
    is_suspended: bool
    due: Time
    state: Annotated[int, Field(ge=1, le=3)]
    step: Annotated[int, Field(ge=0, le=10)] | None
    stability: Annotated[float, Field(ge=0.001, le=1e6, allow_inf_nan=False)] | None
    difficulty: Annotated[float, Field(ge=1, le=10, allow_inf_nan=False)] | None
    last: Time | None
    answers: Annotated[int, Field(ge=0, le=2**31 - 1)]
    lapses: Annotated[int, Field(ge=0, le=2**31 - 1)]
    created: Time


class PracticeFileAnswer(AnswerModel):
    """Everything that a learner has, to be taken to another browser or server."""

    format: Literal["sixprime-practice"]
    version: Literal[1]
    settings: PracticeSettingsAnswer
    names: Annotated[list[LearnerNameAnswer], Field(max_length=10_000)]
    cards: Annotated[list[KeptCardAnswer], Field(max_length=5000)]
    attempts: Annotated[list[AttemptAnswer], Field(max_length=1_000_000)]
    ratings: Annotated[list[RatingAnswer], Field(max_length=100)]


class PracticeImportedAnswer(AnswerModel):
    """What of a file was new."""

    cards: int
    attempts: int


class PracticeDeletedAnswer(AnswerModel):
    """Whether there was something to delete."""

    deleted: bool
