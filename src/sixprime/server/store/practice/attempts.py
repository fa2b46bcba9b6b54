"""Attempts: what learners have answered, and how it went. Each has an id of its sender's, and counts once.

An attempt at a card moves the card's due date in the same transaction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, case, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sixprime.core.choices import Choice
from sixprime.practice.schedules import CardSchedule, CardScheduler, Grade
from sixprime.server.encoding import compact_json
from sixprime.server.store import schema
from sixprime.server.store.databases import Database
from sixprime.server.store.practice.learners import Learner

DAY = 24 * 3600 * 1000
_TABLE = schema.attempts.c
_SCHEDULE = [known.name for known in fields(CardSchedule)]


class AttemptKind(Choice):
    """What was tried."""

    CARD = "card"
    OPENING = "opening"
    DRILL = "drill"
    PUZZLE = "puzzle"
    LESSON = "lesson"


@dataclass(frozen=True, slots=True)
class Attempt:
    """An answer of a learner; the fields are the columns of the table."""

    id: str
    kind: AttemptKind
    key: str
    """What was asked: the id of a card, the name of a lesson."""
    topic: str
    """What it counts as in statistics."""
    grade: Grade
    at: int
    loss: float | None = None
    milliseconds: int | None = None
    """How long the answer took."""
    detail: Mapping[str, Any] | None = None
    """What a page wants to know of it later, as JSON."""


@dataclass(frozen=True, slots=True)
class AttemptCount:
    """Attempts of a kind counted together."""

    kind: AttemptKind
    name: str
    """The topic, or the day as yyyy-mm-dd."""
    attempts: int
    right: int
    loss: float
    milliseconds: float | None
    """How long an answer took on average."""


class AttemptStore:
    """Reads and writes attempts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, learner: Learner, attempts: Sequence[Attempt], most: int) -> list[Attempt] | None:
        """Keep attempts; returns those that are new, None if the learner then had more than `most`.

        Attempts at cards schedule them anew, in the order of their times. One at a card that is gone is left out.
        """
        holder = learner.holder
        async with self._database.writing.begin() as connection:
            if connection.dialect.name == "postgresql":  # attempts of one learner come one after the other
                await connection.execute(
                    select(schema.learners.c.holder).where(schema.learners.c.holder == holder).with_for_update()
                )
            ids = [attempt.id for attempt in attempts]
            known = set(
                (
                    await connection.execute(select(_TABLE.id).where(_TABLE.holder == holder, _TABLE.id.in_(ids)))
                ).scalars()
            )
            fresh = {one.id: one for one in sorted(attempts, key=lambda one: one.at) if one.id not in known}
            added = await _schedule(connection, learner, list(fresh.values()))
            count = select(func.count()).select_from(schema.attempts).where(_TABLE.holder == holder)
            if added and (await connection.execute(count)).scalar_one() + len(added) > most:
                await connection.rollback()
                return None
            if added:
                await connection.execute(insert(schema.attempts), [_values(holder, one) for one in added])
        return added

    async def bring(self, holder: str, attempts: Sequence[Attempt], most: int) -> int:
        """Keep attempts that a learner made elsewhere, the latest first, as many as fit; cards stay as they are."""
        async with self._database.writing.begin() as connection:
            query = select(_TABLE.id).where(_TABLE.holder == holder)
            known = set((await connection.execute(query)).scalars())
            latest = sorted(attempts, key=lambda one: -one.at)
            fresh = list({one.id: one for one in latest if one.id not in known}.values())[: max(most - len(known), 0)]
            if fresh:
                await connection.execute(insert(schema.attempts), [_values(holder, one) for one in fresh])
        return len(fresh)

    async def latest(
        self, holder: str, *, kind: AttemptKind | None = None, key: str | None = None, before: int | None = None,
        most: int | None = 100,
    ) -> list[Attempt]:  # fmt: skip
        """The latest attempts of a learner, the last first."""
        query = select(schema.attempts).where(_TABLE.holder == holder)
        if kind is not None:
            query = query.where(_TABLE.kind == kind.value)
        if key is not None:
            query = query.where(_TABLE.key == key)
        if before is not None:
            query = query.where(_TABLE.at < before)
        query = query.order_by(_TABLE.at.desc(), _TABLE.id)
        async with self._database.reading.connect() as connection:
            return [_attempt(row) for row in await connection.execute(query if most is None else query.limit(most))]

    async def counts(self, holder: str, since: int, offset: int) -> tuple[list[AttemptCount], list[AttemptCount]]:
        """Attempts since a time by topic and by day; days begin `offset` milliseconds before those of UTC."""
        is_mine = and_(_TABLE.holder == holder, _TABLE.at >= since)
        day: ColumnElement[int] = (_TABLE.at + offset) // DAY
        async with self._database.reading.connect() as connection:
            topics = await _counts(connection, _TABLE.topic, is_mine)
            days = await _counts(connection, day, is_mine)
        return [_count(row, str(row[1])) for row in topics], [_count(row, _date(int(row[1]))) for row in days]


async def _counts(connection: AsyncConnection, by: ColumnElement[Any], condition: ColumnElement[bool]) -> Sequence[Any]:
    right = func.sum(case((_TABLE.grade > Grade.AGAIN.value, 1), else_=0))
    query = select(
        _TABLE.kind, by, func.count(), right, func.coalesce(func.sum(_TABLE.loss), 0.0), func.avg(_TABLE.milliseconds)
    )
    return (await connection.execute(query.where(condition).group_by(_TABLE.kind, by).order_by(_TABLE.kind, by))).all()


def _count(row: Any, name: str) -> AttemptCount:
    mean = None if row[5] is None else float(row[5])
    return AttemptCount(AttemptKind(row[0]), name, int(row[2]), int(row[3]), float(row[4]), mean)


def _date(day: int) -> str:
    return datetime.fromtimestamp(day * DAY / 1000, UTC).date().isoformat()


async def _schedule(connection: AsyncConnection, learner: Learner, attempts: list[Attempt]) -> list[Attempt]:
    """CardSchedule the cards that attempts are at; returns the attempts, without those at cards that are gone."""
    cards = schema.cards.c
    wanted = {attempt.key for attempt in attempts if attempt.kind is AttemptKind.CARD}
    query = select(cards.id, cards.topic, *(cards[name] for name in _SCHEDULE)).where(
        cards.holder == learner.holder, cards.id.in_(wanted)
    )
    found = {row.id: row for row in await connection.execute(query)} if wanted else {}
    schedules = {card: CardSchedule(*row[2:]) for card, row in found.items()}
    scheduler = CardScheduler(learner.retention)
    kept: list[Attempt] = []
    for attempt in attempts:
        if attempt.kind is AttemptKind.CARD:
            if attempt.key not in schedules:
                continue
            schedules[attempt.key] = scheduler.after(schedules[attempt.key], attempt.grade, attempt.at)
            kept.append(replace(attempt, topic=found[attempt.key].topic))
        else:
            kept.append(attempt)
    for card, schedule in schedules.items():
        await connection.execute(update(schema.cards).where(cards.id == card).values(asdict(schedule)))
    return kept


def _values(holder: str, attempt: Attempt) -> dict[str, Any]:
    return {
        "holder": holder, "id": attempt.id, "kind": attempt.kind.value, "key": attempt.key, "topic": attempt.topic,
        "grade": int(attempt.grade), "loss": attempt.loss, "milliseconds": attempt.milliseconds, "at": attempt.at,
        "detail": compact_json(attempt.detail or {}),
    }  # fmt: skip


def _attempt(row: Row[Any]) -> Attempt:
    return Attempt(
        row.id, AttemptKind(row.kind), row.key, row.topic, Grade(row.grade), row.at, row.loss, row.milliseconds,
        json.loads(row.detail),
    )  # fmt: skip
