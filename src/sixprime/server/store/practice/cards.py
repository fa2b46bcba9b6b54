"""Cards: positions that a learner is asked about until they are known. Equal positions are one card."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, or_, select, update

from sixprime.analysis.depths import DEPTHS
from sixprime.practice.schedules import CardSchedule
from sixprime.server.store import schema
from sixprime.server.store.databases import Database

_TABLE = schema.cards.c
_SCHEDULE = [known.name for known in fields(CardSchedule)]


@dataclass(frozen=True, slots=True)
class Card:
    """A card; the fields are columns of the table."""

    id: str
    subject: str
    """What tells questions apart: equal positions have the same."""
    situation: str
    """The question, as a record of a match."""
    kind: str
    """What is decided: `play`, `double`, `answer`."""
    topic: str
    """What it counts as in statistics."""
    schedule: CardSchedule
    created: int
    finding: str | None = None
    """What the engine thinks, as JSON; None while it has not been asked."""
    engine: str | None = None
    depth: str | None = None
    played: str | None = None
    """What the learner did in a match, as JSON."""
    loss: float | None = None
    times: int = 0
    """How often it went wrong in matches."""
    match: str | None = None
    event: int | None = None
    tags: str = field(default="[]")
    """JSON: a list of words."""
    is_suspended: bool = False


_PLAIN = [known.name for known in fields(Card) if known.name != "schedule"]


class CardStore:
    """Reads and writes cards."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, holder: str, card: str) -> Card | None:
        found = await self._cards(and_(_TABLE.holder == holder, _TABLE.id == card), 1)
        return found[0] if found else None

    async def due(self, holder: str, time: int, most: int, *, new: int) -> list[Card]:
        """Cards that are due: first those that were answered before, the longest due first, then some new ones."""
        is_asked = and_(_TABLE.holder == holder, _TABLE.is_suspended.is_(False))
        known = await self._cards(and_(is_asked, _TABLE.last.is_not(None), _TABLE.due <= time), most)
        left = min(new, most - len(known))
        fresh = await self._cards(and_(is_asked, _TABLE.last.is_(None)), left, _TABLE.created) if left > 0 else []
        return known + fresh

    async def counts(self, holder: str, time: int, day: int) -> tuple[int, int, int, int, int | None]:
        """How many cards there are, were answered before and are due, are new, and were first answered since `day`;
        and when the next one is due after now."""
        mine = and_(_TABLE.holder == holder, _TABLE.is_suspended.is_(False))
        attempts = schema.attempts.c
        first = (
            select(attempts.key)
            .where(attempts.holder == holder, attempts.kind == "card")
            .group_by(attempts.key)
            .having(func.min(attempts.at) >= day)
            .subquery()
        )
        queries = [
            select(func.count()).select_from(schema.cards).where(_TABLE.holder == holder),
            select(func.count()).select_from(schema.cards).where(mine, _TABLE.last.is_not(None), _TABLE.due <= time),
            select(func.count()).select_from(schema.cards).where(mine, _TABLE.last.is_(None)),
            select(func.count()).select_from(first),
        ]
        upcoming = select(func.min(_TABLE.due)).where(mine, _TABLE.last.is_not(None), _TABLE.due > time)
        async with self._database.reading.connect() as connection:
            found = [int((await connection.execute(query)).scalar_one()) for query in queries]
            later = (await connection.execute(upcoming)).scalar_one()
        return found[0], found[1], found[2], found[3], None if later is None else int(later)

    async def all(self, holder: str, *, tag: str | None = None, after: str = "", most: int | None = None) -> list[Card]:
        """The cards of a learner in the order of their ids; `tag` is one that they have."""
        condition = and_(_TABLE.holder == holder, _TABLE.id > after)
        if tag is not None:
            condition = and_(condition, _TABLE.tags.contains(f'"{tag}"', autoescape=True))
        return await self._cards(condition, most, _TABLE.id)

    async def add(self, holder: str, cards: Sequence[Card], most: int) -> tuple[list[Card], int]:
        """Add cards, or merge them with those of equal positions; returns the cards as they are then, and how many
        did not fit, because a learner has `most` at most.

        A card that is there already keeps its schedule; it takes over the deeper finding and the latest match.
        """
        subjects = [card.subject for card in cards]
        left_out = 0
        async with self._database.writing.begin() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execute(
                    select(schema.learners.c.holder).where(schema.learners.c.holder == holder).with_for_update()
                )
            rows = await connection.execute(
                select(schema.cards).where(_TABLE.holder == holder, _TABLE.subject.in_(subjects))
            )
            known = {row.subject: _card(row) for row in rows}
            count = int(
                (
                    await connection.execute(
                        select(func.count()).select_from(schema.cards).where(_TABLE.holder == holder)
                    )
                ).scalar_one()
            )
            for card in cards:
                before = known.get(card.subject)
                if before is not None:
                    merged = merge(before, card)
                    known[card.subject] = merged
                    values = {name: getattr(merged, name) for name in _PLAIN if name != "id"}
                    await connection.execute(update(schema.cards).where(_TABLE.id == before.id).values(values))
                elif count < most:
                    count += 1
                    known[card.subject] = card
                    await connection.execute(insert(schema.cards).values(_values(holder, card)))
                else:
                    left_out += 1
        return list(known.values()), left_out

    async def change(self, holder: str, card: str, **values: Any) -> bool:
        """Change columns of a card; returns whether there is one."""
        change = update(schema.cards).where(_TABLE.holder == holder, _TABLE.id == card).values(values)
        async with self._database.writing.begin() as connection:
            return bool((await connection.execute(change)).rowcount)

    async def delete(self, holder: str, card: str) -> bool:
        async with self._database.writing.begin() as connection:
            removal = delete(schema.cards).where(_TABLE.holder == holder, _TABLE.id == card)
            return bool((await connection.execute(removal)).rowcount)

    # Matches whose errors have become cards

    async def uncollected(self, holder: str, matches: Sequence[str]) -> list[tuple[str, str, int]]:
        """Complete analyses of some matches whose errors are not cards yet, or that have changed since: (match,
        analysis, when it was changed)."""
        jobs, done, results = schema.analyses.c, schema.collected.c, schema.analysis_results.c
        query = (
            select(jobs.match, jobs.id, results.updated)
            .join(schema.analysis_results, results.analysis == jobs.id)
            .outerjoin(schema.collected, and_(done.analysis == jobs.id, done.holder == holder))
            .where(jobs.match.in_(matches), jobs.event.is_(None), jobs.state == "done")
            .where(or_(done.updated.is_(None), done.updated < results.updated))
            .order_by(jobs.created)
        )
        async with self._database.reading.connect() as connection:
            return [(row[0], row[1], row[2]) for row in await connection.execute(query)]

    async def note_collected(self, holder: str, analysis: str, updated: int) -> None:
        done = schema.collected
        async with self._database.writing.begin() as connection:
            await connection.execute(delete(done).where(done.c.holder == holder, done.c.analysis == analysis))
            await connection.execute(insert(done).values(holder=holder, analysis=analysis, updated=updated))

    async def _cards(self, condition: ColumnElement[bool], most: int | None, *order: ColumnElement[Any]) -> list[Card]:
        query = select(schema.cards).where(condition).order_by(*(order or (_TABLE.due,)), _TABLE.id)
        async with self._database.reading.connect() as connection:
            return [_card(row) for row in await connection.execute(query if most is None else query.limit(most))]


def merge(known: Card, card: Card) -> Card:
    """A card with what another of the same position adds to it."""
    tags = sorted({*json.loads(known.tags), *json.loads(card.tags)})
    is_same_error = card.match is not None and (card.match, card.event) == (known.match, known.event)
    merged = replace(
        known, tags=json.dumps(tags, ensure_ascii=False), times=known.times + (0 if is_same_error else card.times)
    )
    if card.finding is not None and _depth(card) >= _depth(known):
        merged = replace(merged, finding=card.finding, engine=card.engine, depth=card.depth, topic=card.topic)
    if card.match is not None:
        merged = replace(merged, match=card.match, event=card.event)
    if card.played is not None:
        merged = replace(merged, played=card.played, loss=card.loss)
    return merged


def _depth(card: Card) -> int:
    """How deeply the engine looked; below 0 if it was not asked."""
    return list(DEPTHS).index(card.depth) if card.depth is not None and card.depth in DEPTHS else -1


def _values(holder: str, card: Card) -> dict[str, Any]:
    return {"holder": holder, **{name: getattr(card, name) for name in _PLAIN}, **asdict(card.schedule)}


def _card(row: Row[Any]) -> Card:
    plain = {name: getattr(row, name) for name in _PLAIN}
    return Card(schedule=CardSchedule(*(getattr(row, name) for name in _SCHEDULE)), **plain)
