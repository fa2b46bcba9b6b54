"""What analyses have found, read from the database and kept in memory; what is damaged is dropped and found again."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from sixprime.analysis import InvalidReview
from sixprime.core import Match, Player
from sixprime.messages import text
from sixprime.server.live.analyses.contents import Content, unpack_decision, unpack_review
from sixprime.server.live.rooms import Room
from sixprime.server.matches.logs import Moment
from sixprime.server.refusals import NotFound
from sixprime.server.store.analyses import AnalysisJob, JobState, JobStore, ResultStore

log = logging.getLogger("sixprime.analyses")

CACHED_MATCHES = 16
"""Matches that are kept in memory, the latest ones."""
CACHED_BYTES = 5_000_000
"""How large the results are together that are kept in memory, as they are in the database; in memory they take some
fifteen times as much."""


@dataclass(frozen=True, slots=True)
class AnalysedMatch:
    """A match as it was when an analysis of it began."""

    match: Match
    versions: tuple[int, ...]
    """By event, the version of the log after it."""

    @classmethod
    def at(cls, moment: Moment, now: Moment) -> AnalysedMatch:
        """From a moment of a log, with the names of now; replays all events, so call it in a thread."""
        versions = [applied.seq for applied in moment.applied_events()]
        match = moment.to_match()
        match.names.update({player: now.seat(player).name for player in Player})
        return cls(match, tuple(reversed(versions)))


@dataclass(frozen=True, slots=True)
class _Cached:
    updated: int
    size: int
    content: Content


class KeptContents:
    """Results of jobs, and the matches that they are about."""

    def __init__(self, jobs: JobStore, results: ResultStore) -> None:
        self._jobs = jobs
        self._results = results
        self.wake: Callable[[], None] | None = None
        """Called when there is something to be found again."""
        self._cache: OrderedDict[str, _Cached] = OrderedDict()
        self._matches: OrderedDict[tuple[str, int], AnalysedMatch] = OrderedDict()

    async def get(self, job: AnalysisJob) -> Content | None:
        """What a job has written; None if nothing was, or it is damaged."""
        updated = await self._results.updated(job.id)
        if updated is None:
            if job.state is JobState.DONE:  # somebody has removed it
                await self._begin_anew(job)
            return None
        cached = self._cache.get(job.id)
        if cached is not None and cached.updated == updated:
            self._cache.move_to_end(job.id)
            return cached.content
        return await self.read(job)

    async def read(self, job: AnalysisJob) -> Content | None:
        """What a job has written, from the database."""
        kept = await self._results.get(job.id)
        if kept is None:
            return None
        try:
            if not kept.is_whole:
                raise InvalidReview(text("the review is damaged: its checksum is wrong"))
            unpack = unpack_review if job.is_of_match else unpack_decision
            content: Content = await asyncio.to_thread(unpack, kept.content)
        except InvalidReview as error:
            log.error("a result cannot be used, and is found again: %s", error, extra={"analysis": job.id})
            await self._begin_anew(job)
            return None
        self._cache[job.id] = _Cached(kept.updated, len(kept.content), content)
        self._cache.move_to_end(job.id)
        while len(self._cache) > 1 and sum(cached.size for cached in self._cache.values()) > CACHED_BYTES:
            self._cache.popitem(last=False)
        return content

    async def _begin_anew(self, job: AnalysisJob) -> None:
        self._cache.pop(job.id, None)
        await self._jobs.begin_anew(job.id)
        if self.wake is not None:
            self.wake()

    async def match_at(self, room: Room, version: int | None) -> AnalysedMatch:
        """A match as it was at a version."""
        moment = room.log.at(version or 0)
        if moment is None:
            raise NotFound(text("the match has no version {version}", version=version))
        key = room.id, moment.version
        found = self._matches.get(key)
        if found is None:
            found = await asyncio.to_thread(AnalysedMatch.at, moment, room.moment)
            self._matches[key] = found
            while len(self._matches) > CACHED_MATCHES:
                self._matches.popitem(last=False)
        self._matches.move_to_end(key)
        return found
