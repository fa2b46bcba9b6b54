"""Jobs of analysis, and the leases by which several processes share them.

A process claims a job for a while and renews its lease as long as it works. If it dies, the lease runs out and another
process goes on with the job. Every change by a process is made only while the job is still its own, so that one that
was too slow changes nothing. A visitor has one job under way at a time, and addresses take turns.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import ColumnElement, Row, Subquery, Update, and_, case, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from sixprime.core.choices import Choice
from sixprime.server.encoding import now
from sixprime.server.identities import new_id
from sixprime.server.store import schema
from sixprime.server.store.databases import Database

LEASE = 30_000
"""Milliseconds for which a job belongs to the process that claimed it or renewed its lease."""
MOST_CRASHES = 5
"""If so many processes in a row have died before they wrote anything, the job has failed."""

_TABLE = schema.analyses.c


class JobState(Choice):
    """Where a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"
    STALE = "stale"
    """Moves of its match were taken back."""

    @property
    def is_open(self) -> bool:
        """Whether there is still something to be done."""
        return self in (JobState.WAITING, JobState.RUNNING)


_OPEN = [state.value for state in JobState if state.is_open]


@dataclass(frozen=True, slots=True)
class JobSubject:
    """What is analysed: a match at a version of its log, one event of it, or a position; and how deeply."""

    depth: str
    engine: str
    match: str | None = None
    version: int | None = None
    event: int | None = None
    situation: str | None = None
    """A position, as a record."""
    games: int = 0
    """Of a rollout; 0 for the usual number."""

    @property
    def digest(self) -> str:
        """What tells subjects apart; depth, games and engine have columns of their own."""
        told = "\n".join(str(part) for part in (self.match, self.version, self.event, self.situation))
        return hashlib.sha256(told.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class AnalysisJob:
    """A job as it is on disk; the fields are the columns of the table."""

    id: str
    match: str | None
    version: int | None
    event: int | None
    situation: str | None
    depth: str
    games: int
    engine: str
    holder: str
    origin: str | None
    state: JobState
    done: int
    total: int
    owner: str | None
    lease: int | None
    created: int
    updated: int

    @property
    def is_of_match(self) -> bool:
        """Whether it is about all decisions of a match."""
        return self.match is not None and self.event is None


_COLUMNS = [_TABLE[known.name] for known in fields(AnalysisJob)]


class JobStore:
    """Reads and changes jobs."""

    def __init__(self, database: Database, clock: Callable[[], int] = now) -> None:
        self._database = database
        self.clock = clock

    # Asking

    async def get(self, job: str) -> AnalysisJob | None:
        return await self._first(_TABLE.id == job)

    async def find(self, subject: JobSubject) -> AnalysisJob | None:
        """The job of a subject; there is one at most."""
        return await self._first(
            and_(
                _TABLE.subject == subject.digest,
                _TABLE.depth == subject.depth,
                _TABLE.games == subject.games,
                _TABLE.engine == subject.engine,
            )
        )

    async def of_match(self, match: str) -> list[AnalysisJob]:
        """The jobs of a match and of its events, the latest first."""
        query = select(*_COLUMNS).where(_TABLE.match == match).order_by(_TABLE.created.desc(), _TABLE.id)
        async with self._database.reading.connect() as connection:
            return [_job(row) for row in await connection.execute(query)]

    async def counts(self, holder: str, origin: str | None) -> tuple[int, int, int]:
        """How many jobs wait or run: of a holder, of an origin, and of all."""
        is_open = _TABLE.state.in_(_OPEN)
        queries = [
            select(func.count()).where(is_open, _TABLE.holder == holder),
            select(func.count()).where(is_open, _TABLE.origin == origin),
            select(func.count()).where(is_open),
        ]
        async with self._database.reading.connect() as connection:
            found = [int((await connection.execute(query)).scalar_one()) for query in queries]
        return found[0], found[1], found[2]

    async def ahead_of(self, job: str) -> int:
        """How many jobs wait before one; 0 for one that does not wait."""
        turns = self._turns(_TABLE.state == JobState.WAITING.value)
        place = func.row_number().over(order_by=(turns.c.turn, turns.c.created, turns.c.id))
        places = select(turns.c.id, place.label("place")).subquery()
        async with self._database.reading.connect() as connection:
            found = (await connection.execute(select(places.c.place).where(places.c.id == job))).scalar()
        return 0 if found is None else int(found) - 1

    async def _first(self, condition: ColumnElement[bool]) -> AnalysisJob | None:
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(select(*_COLUMNS).where(condition))).first()
        return None if row is None else _job(row)

    # Starting and ending

    async def add(self, subject: JobSubject, holder: str, origin: str | None) -> AnalysisJob | None:
        """A new job that waits; None if there is one of the subject already, or no such match any more."""
        time = self.clock()
        row = {
            "id": new_id(), "match": subject.match, "version": subject.version, "event": subject.event,
            "situation": subject.situation, "subject": subject.digest, "depth": subject.depth,
            "games": subject.games, "engine": subject.engine, "holder": holder, "origin": origin,
            "state": JobState.WAITING.value, "done": 0, "total": 0, "crashes": 0, "created": time, "updated": time,
        }  # fmt: skip
        try:
            async with self._database.writing.begin() as connection:
                await connection.execute(insert(schema.analyses).values(row))
        except IntegrityError:
            return None
        return await self.get(str(row["id"]))

    async def revive(self, job: str, holder: str, origin: str | None) -> None:
        """Let a job that was cancelled or failed wait again, for whoever asks now."""
        ended = [JobState.CANCELLED.value, JobState.FAILED.value, JobState.STALE.value]
        change = update(schema.analyses).where(_TABLE.id == job, _TABLE.state.in_(ended))
        time = self.clock()
        await self._change(
            change.values(
                state=JobState.WAITING.value, holder=holder, origin=origin, crashes=0, created=time, updated=time
            )
        )

    async def begin_anew(self, job: str) -> None:
        """Let a job wait again that is done, because what it has found is lost or damaged."""
        change = update(schema.analyses).where(_TABLE.id == job, _TABLE.state == JobState.DONE.value)
        drop = delete(schema.analysis_results).where(schema.analysis_results.c.analysis == job)
        async with self._database.writing.begin() as connection:
            await connection.execute(drop)
            await connection.execute(change.values(state=JobState.WAITING.value, done=0, updated=self.clock()))

    async def cancel(self, job: str) -> bool:
        """Cancel a job; returns whether there was something to cancel."""
        change = update(schema.analyses).where(_TABLE.id == job, _TABLE.state.in_(_OPEN))
        return await self._change(change.values(state=JobState.CANCELLED.value, owner=None, lease=None))

    async def drop_old_positions(self, before: int) -> int:
        """Remove the analyses of positions that ended before a time; those of matches go with their match."""
        old = and_(_TABLE.match.is_(None), _TABLE.updated < before, _TABLE.state.not_in(_OPEN))
        async with self._database.writing.begin() as connection:
            return int((await connection.execute(delete(schema.analyses).where(old))).rowcount)

    # Leases

    async def claim(self, owner: str) -> AnalysisJob | None:
        """Take the job whose turn it is; None if there is none for which somebody has to do something."""
        time = self.clock()
        turns = self._turns(self._is_free(time))
        other = schema.analyses.alias()
        is_served = (
            select(other.c.id)
            .where(other.c.holder == turns.c.holder, other.c.state == JobState.RUNNING.value, other.c.lease >= time)
            .exists()
        )
        query = select(turns.c.id).where(~is_served).order_by(turns.c.turn, turns.c.created, turns.c.id).limit(8)
        async with self._database.reading.connect() as connection:
            candidates = list((await connection.execute(query)).scalars())
        for job in candidates:
            change = update(schema.analyses).where(_TABLE.id == job, self._is_free(time))
            taken = change.values(
                state=JobState.RUNNING.value, owner=owner, lease=time + LEASE, updated=time, crashes=_crashes()
            )
            if await self._change(taken):  # another process may have been faster
                return await self.get(job)
        return None

    async def give_up(self) -> None:
        """End the jobs with which one process after the other has died."""
        is_deadly = and_(self._is_free(self.clock()), _crashes() >= MOST_CRASHES)
        change = update(schema.analyses).where(is_deadly)
        await self._change(change.values(state=JobState.FAILED.value, owner=None, lease=None))

    async def renew(self, job: str, owner: str, done: int, total: int) -> bool:
        """Keep a job for a while longer, and tell how far it is; returns whether it is still the owner's."""
        time = self.clock()
        return await self._change(
            self._own(job, owner).values(lease=time + LEASE, done=done, total=total, updated=time)
        )

    async def change_engine(self, job: str, owner: str, engine: str) -> bool:
        """Let another engine make an analysis than the one it was asked of, because the server has a new one.

        Returns False if the job is not the owner's any more, or there is one by that engine already.
        """
        try:
            return await self._change(self._own(job, owner).values(engine=engine))
        except IntegrityError:
            return False

    async def release(self, job: str, owner: str) -> bool:
        """Give a job back, for any process to go on with."""
        return await self._change(
            self._own(job, owner).values(state=JobState.WAITING.value, owner=None, lease=None, updated=self.clock())
        )

    async def release_all(self) -> None:
        """Give all jobs back: those of processes that are gone, where this one is known to be the only one."""
        change = update(schema.analyses).where(_TABLE.state == JobState.RUNNING.value)
        await self._change(change.values(state=JobState.WAITING.value, owner=None, lease=None, crashes=_crashes()))

    async def finish(self, job: str, owner: str, state: JobState, done: int, total: int) -> bool:
        """End a job; returns whether it was still the owner's."""
        return await self._change(
            self._own(job, owner).values(
                state=state.value, owner=None, lease=None, done=done, total=total, updated=self.clock()
            )
        )

    async def store(self, job: str, owner: str, content: bytes, digest: bytes) -> bool:
        """Keep what was found so far and renew the lease; returns whether the job is still the owner's."""
        time = self.clock()
        results = schema.analysis_results
        row = {"analysis": job, "digest": digest, "content": content, "size": len(content), "updated": time}
        async with self._database.writing.begin() as connection:
            found = await connection.execute(self._own(job, owner).values(lease=time + LEASE, crashes=0))
            if not found.rowcount:
                return False
            await connection.execute(delete(results).where(results.c.analysis == job))
            await connection.execute(insert(results).values(row))
        return True

    def _own(self, job: str, owner: str) -> Update:
        return update(schema.analyses).where(
            _TABLE.id == job, _TABLE.owner == owner, _TABLE.state == JobState.RUNNING.value
        )

    async def _change(self, change: Update) -> bool:
        async with self._database.writing.begin() as connection:
            return bool((await connection.execute(change)).rowcount)

    def _is_free(self, time: int) -> ColumnElement[bool]:
        """Whether a job waits, or belongs to a process that has let its lease run out."""
        return or_(
            _TABLE.state == JobState.WAITING.value,
            and_(_TABLE.state == JobState.RUNNING.value, _TABLE.lease < time),
        )

    def _turns(self, condition: ColumnElement[bool]) -> Subquery:
        """Jobs with the number of their turn: each address has its first job done before any has its second."""
        whose = func.coalesce(_TABLE.origin, _TABLE.holder)
        turn = func.row_number().over(partition_by=whose, order_by=(_TABLE.created, _TABLE.id))
        return select(_TABLE.id, _TABLE.holder, _TABLE.created, turn.label("turn")).where(condition).subquery()


def _crashes() -> ColumnElement[int]:
    """How many processes have died with a job, if one that runs is taken from its process."""
    return _TABLE.crashes + case((_TABLE.state == JobState.RUNNING.value, 1), else_=0)


def _job(row: Row[Any]) -> AnalysisJob:
    values = {column.name: value for column, value in zip(_COLUMNS, row, strict=True)}
    return AnalysisJob(**values | {"state": JobState(row.state)})
