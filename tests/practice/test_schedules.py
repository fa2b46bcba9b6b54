"""When cards are due again: intervals that grow with right answers, short ones after wrong ones."""

from itertools import pairwise
from typing import Any

import pytest

from sixprime.practice.schedules import DAY, LONGEST_DAYS, CardSchedule, CardScheduler, Grade

MINUTE = 60_000


def answered(scheduler: CardScheduler, grades: list[Grade], start: int = 0) -> list[CardSchedule]:
    """The schedules of a card that is answered each time when it is due."""
    found = [CardSchedule(due=start)]
    for grade in grades:
        found.append(scheduler.after(found[-1], grade, found[-1].due))
    return found


def test_a_known_card_comes_back_later_and_later() -> None:
    found = answered(CardScheduler(), [Grade.GOOD] * 12)
    intervals = [later.due - earlier.due for earlier, later in pairwise(found)]
    assert intervals[0] == 10 * MINUTE
    assert all(later > earlier for earlier, later in pairwise(intervals[:8]))
    assert intervals[2] > DAY
    assert max(intervals) <= LONGEST_DAYS * DAY
    assert found[-1].answers == 12
    assert found[-1].lapses == 0


def test_a_forgotten_card_comes_back_soon_and_counts_as_a_lapse() -> None:
    known = answered(CardScheduler(), [Grade.GOOD] * 5)[-1]
    forgotten = CardScheduler().after(known, Grade.AGAIN, known.due)
    assert forgotten.due - known.due == 10 * MINUTE
    assert forgotten.lapses == 1
    again = answered(CardScheduler(), [Grade.GOOD] * 5)[-1]
    assert forgotten.stability is not None
    assert again.stability is not None
    assert forgotten.stability < again.stability


def test_who_wants_to_know_more_is_asked_sooner() -> None:
    dues = [answered(CardScheduler(share), [Grade.GOOD] * 6)[-1].due for share in (0.8, 0.9, 0.95)]
    assert dues == sorted(dues, reverse=True)
    assert len(set(dues)) == 3


def test_an_answer_that_comes_out_of_order_does_not_go_back_in_time() -> None:
    first = CardScheduler().after(CardSchedule(due=0), Grade.GOOD, 5 * DAY)
    late = CardScheduler().after(first, Grade.AGAIN, 2 * DAY)
    assert late.last == 5 * DAY
    assert late.due == 5 * DAY + MINUTE


@pytest.mark.parametrize(
    ("loss", "grade"),
    [(0.0, Grade.GOOD), (0.0004, Grade.GOOD), (0.019, Grade.HARD), (0.02, Grade.AGAIN), (1.2, Grade.AGAIN)],
)
def test_grades_by_what_an_answer_loses(loss: float, grade: Grade) -> None:
    assert Grade.of_loss(loss) is grade
    assert grade.is_right is (loss < 0.02)


def test_every_schedule_that_answers_lead_to_is_sound() -> None:
    scheduler = CardScheduler()
    found = {CardSchedule(due=0)}
    for _ in range(4):
        found |= {scheduler.after(one, grade, one.due + 1) for one in found for grade in Grade}
    assert all(one.is_sound for one in found)


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": 2},
        {"state": 3},
        {"step": None},
        {"stability": 1.0},
        {"state": 3, "step": 0, "stability": 1.0, "difficulty": 5.0},
    ],
)
def test_a_schedule_whose_parts_do_not_go_together_is_not_sound(wrong: dict[str, Any]) -> None:
    assert not CardSchedule(due=0, **wrong).is_sound
