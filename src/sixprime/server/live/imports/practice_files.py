"""What is read of practice in an import process: a file that a learner exported elsewhere, and positions as text."""

from __future__ import annotations

import json
from dataclasses import dataclass

from pydantic import ValidationError

from sixprime.core import SixprimeError
from sixprime.core.situations import Situation
from sixprime.messages import Message, text
from sixprime.practice.cards import CardQuestion
from sixprime.practice.lists import read_list
from sixprime.practice.schedules import CardSchedule
from sixprime.server.encoding import compact_json
from sixprime.server.identities import new_id
from sixprime.server.matches.commands import describe_fault
from sixprime.server.matches.texts import check_name
from sixprime.server.refusals import Invalid, Malformed, TooLarge, Unreadable
from sixprime.server.schemas.practice import PracticeFileAnswer
from sixprime.server.store.practice import Card
from sixprime.server.views.practice import brought_card

MOST_DETAIL = 2000
"""Characters of what a page wants to know of an attempt later."""
MOST_LINES = 2000
"""So many lines of a list are read."""
MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class ListedCards:
    """The cards of a list, and what was wrong with other lines of it."""

    cards: tuple[Card, ...]
    problems: tuple[Message, ...]


def read_practice_file(contents: bytes) -> tuple[PracticeFileAnswer, list[Card]]:
    """What somebody exported; `Unreadable` says what is wrong with it."""
    try:
        found = PracticeFileAnswer.model_validate_json(contents)
    except ValidationError as error:
        fault = describe_fault(error.errors()[0])
        raise Unreadable(text("this is not a practice file: {why}", why=fault)) from None
    for one in found.attempts:
        check_detail(one.detail)
    for known in found.names:
        check_name(known.name)
    require_storable([one.model_dump() for one in found.cards])
    try:
        return found, [brought_card(one) for one in found.cards]
    except SixprimeError as error:
        raise Unreadable(text("this is not a practice file: {why}", why=error.message)) from None


def check_detail(detail: dict[str, object]) -> None:
    """Refuse details of an attempt that are too long or cannot be kept."""
    if len(compact_json(detail)) > MOST_DETAIL:
        raise TooLarge(text("the details of an answer take more than {most} characters", most=MOST_DETAIL))
    require_storable(detail)


def require_storable(value: object) -> None:
    """Refuse what a database or JSON cannot hold: NUL, halves of surrogate pairs, numbers that are none."""
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
        is_good = "\\u0000" not in json.dumps(value)
    except (ValueError, RecursionError):
        is_good = False
    if not is_good:
        raise Malformed(text("the request is not understood"))


def read_card_list(written: str, time: int) -> ListedCards:
    """Cards of a text with an id of a position in each line, made at this time."""
    cards: list[Card] = []
    problems: list[Message] = []
    for number, found in enumerate(read_list(written)):
        if number >= MOST_LINES:
            problems.append(text("only {most} lines are read at a time", most=MOST_LINES))
            break
        if isinstance(found, Message):
            problems.append(found)
            continue
        try:
            cards.append(position_card(found.situation, found.tags, time))
        except Invalid as error:
            problems.append(error.message)
    return ListedCards(tuple(cards), tuple(problems[:MOST_PROBLEMS]))


def position_card(situation: Situation, tags: tuple[str, ...], time: int) -> Card:
    """A card of a position about which the engine is asked when the card comes up."""
    try:
        question = CardQuestion.of_state(situation.to_match().state)
    except SixprimeError as error:
        raise Invalid(error.message) from None
    return Card(
        id=new_id(), subject=question.subject, situation=question.record, kind=question.kind.value,
        topic=question.topic, schedule=CardSchedule(due=time), created=time, tags=compact_json(list(tags)),
    )  # fmt: skip
