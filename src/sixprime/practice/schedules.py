"""When a card is due again, by FSRS: a model of forgetting with a stability and a difficulty for each card.

Times are milliseconds since 1970, and come from the caller: nothing here reads a clock. The same answers at the same
times give the same schedule everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum

from fsrs import Card, Rating, State
from fsrs import Scheduler as FsrsScheduler

RETENTION = 0.9
"""The usual share of cards that are to be known when they come back."""
LEAST_RETENTION, MOST_RETENTION = 0.7, 0.97
NEW_A_DAY = 10
"""How many cards that were never asked are shown a day, unless the learner wants another number."""
MOST_NEW_A_DAY = 200
LONGEST_DAYS = 3650
HARD_LOSS = 0.02
"""An answer that loses less than this is no error, but not the best either: it counts as hard."""
DAY = 24 * 3600 * 1000


class Grade(IntEnum):
    """How an answer went."""

    AGAIN = 1
    """It was wrong."""
    HARD = 2
    """It was nearly the best."""
    GOOD = 3
    EASY = 4

    @property
    def is_right(self) -> bool:
        return self is not Grade.AGAIN

    @classmethod
    def of_loss(cls, loss: float) -> Grade:
        """The grade of a play or a cube action that gives away so much.

        >>> [Grade.of_loss(loss).name for loss in (0.0, 0.012, 0.08)]
        ['GOOD', 'HARD', 'AGAIN']
        """
        if loss <= 0.0005:
            return cls.GOOD
        return cls.HARD if loss < HARD_LOSS else cls.AGAIN


@dataclass(frozen=True, slots=True)
class CardSchedule:
    """Where a card stands. A new one was never answered, and is due at once."""

    due: int
    state: int = State.Learning.value
    """1: being learnt, 2: known, 3: forgotten and being learnt again."""
    step: int | None = 0
    """Of learning: answers in a row that are asked again on the same day."""
    stability: float | None = None
    """Days after which it is remembered nine times of ten."""
    difficulty: float | None = None
    """From 1 to 10."""
    last: int | None = None
    """When it was last answered."""
    answers: int = 0
    lapses: int = 0
    """How often it was forgotten after it had been known."""

    @property
    def is_new(self) -> bool:
        return self.last is None

    @property
    def is_sound(self) -> bool:
        """Whether its parts go together: a card that was answered has a stability and a difficulty, a new one neither.

        >>> CardSchedule(due=0).is_sound, CardSchedule(due=0, state=2).is_sound
        (True, False)
        """
        if self.state not in (1, 2, 3) or (self.state != State.Review.value and self.step is None):
            return False
        if self.stability is None or self.difficulty is None or self.last is None:
            is_new = self.stability is None and self.difficulty is None and self.last is None
            return is_new and self.state == State.Learning.value
        return self.stability > 0 and 1 <= self.difficulty <= 10


class CardScheduler:
    """Schedules cards for a learner who wants to know a share of them when they come back.

    >>> scheduler = CardScheduler()
    >>> wrong = scheduler.after(CardSchedule(due=0), Grade.AGAIN, at=0)
    >>> wrong.due  # a minute later
    60000
    >>> right = scheduler.after(scheduler.after(wrong, Grade.GOOD, at=60_000), Grade.GOOD, at=660_000)
    >>> right.due > 660_000 + DAY / 2
    True
    """

    def __init__(self, retention: float = RETENTION) -> None:
        self._fsrs = FsrsScheduler(
            desired_retention=retention, maximum_interval=LONGEST_DAYS, enable_fuzzing=False
        )  # without chance, so that a device that was offline and the server come to the same

    def after(self, schedule: CardSchedule, grade: Grade, at: int) -> CardSchedule:
        """The schedule after an answer."""
        when = max(at, schedule.last or 0)  # answers that were given offline may come out of order
        card = Card(
            card_id=0,
            state=State(schedule.state),
            step=schedule.step,
            stability=schedule.stability,
            difficulty=schedule.difficulty,
            due=_time(schedule.due),
            last_review=None if schedule.last is None else _time(schedule.last),
        )
        made, _ = self._fsrs.review_card(card, Rating(int(grade)), _time(when))
        is_lapse = State(schedule.state) is State.Review and grade is Grade.AGAIN
        return CardSchedule(
            due=round((made.due - _EPOCH) / timedelta(milliseconds=1)),
            state=made.state.value,
            step=made.step,
            stability=made.stability,
            difficulty=made.difficulty,
            last=when,
            answers=schedule.answers + 1,
            lapses=schedule.lapses + is_lapse,
        )


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _time(milliseconds: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=milliseconds)
