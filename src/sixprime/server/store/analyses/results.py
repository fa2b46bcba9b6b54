"""What analyses have found: read with a check whether it is damaged, and bounded in size. `JobStore.store` writes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from sqlalchemy import delete, func, select

from sixprime.server.store import schema
from sixprime.server.store.analyses.jobs import JobState
from sixprime.server.store.databases import Database

_RESULTS, _JOBS = schema.analysis_results.c, schema.analyses.c
DROPPED_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class KeptResult:
    """What a job has found so far, compressed."""

    content: bytes
    digest: bytes
    updated: int

    @property
    def is_whole(self) -> bool:
        """Whether it is what was written."""
        return digest_of(self.content) == self.digest


def digest_of(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


class ResultStore:
    """Reads results, and drops the oldest ones."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, job: str) -> KeptResult | None:
        query = select(_RESULTS.content, _RESULTS.digest, _RESULTS.updated).where(_RESULTS.analysis == job)
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else KeptResult(bytes(row.content), bytes(row.digest), row.updated)

    async def updated(self, job: str) -> int | None:
        """When a result was last written; None if there is none."""
        query = select(_RESULTS.updated).where(_RESULTS.analysis == job)
        async with self._database.reading.connect() as connection:
            found: int | None = (await connection.execute(query)).scalar()
        return found

    async def size(self) -> int:
        """How many bytes all results have."""
        async with self._database.reading.connect() as connection:
            return int((await connection.execute(select(func.coalesce(func.sum(_RESULTS.size), 0)))).scalar_one())

    async def shrink(self, most: int) -> int:
        """Drop the oldest analyses that have ended until all results have at most so many bytes; returns how many."""
        excess = await self.size() - most
        dropped = 0
        while excess > 0:
            is_open = _JOBS.state.in_([state.value for state in JobState if state.is_open])
            oldest = (
                select(_RESULTS.analysis, _RESULTS.size)
                .join(schema.analyses, _JOBS.id == _RESULTS.analysis)
                .where(~is_open)
                .order_by(_RESULTS.updated, _RESULTS.analysis)
                .limit(DROPPED_AT_ONCE)
            )
            async with self._database.writing.begin() as connection:
                rows = (await connection.execute(oldest)).all()
                wanted = []
                for row in rows:
                    if excess > 0:
                        wanted.append(row.analysis)
                        excess -= row.size
                if wanted:
                    await connection.execute(delete(schema.analyses).where(_JOBS.id.in_(wanted)))
            dropped += len(wanted)
            if not wanted:
                break
        return dropped
