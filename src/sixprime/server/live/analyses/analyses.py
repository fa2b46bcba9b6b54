"""`Analyses`: the analyses of a server. Here they are asked for, looked at and cancelled; `workers` makes them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from sixprime.analysis import DEPTHS, MatchReview
from sixprime.analysis.reviewing import review_of
from sixprime.messages import text
from sixprime.server.encoding import now
from sixprime.server.identities import is_id
from sixprime.server.limits import Limits
from sixprime.server.live.analyses.contents import Content, FoundDecision
from sixprime.server.live.analyses.kept_contents import AnalysedMatch, KeptContents
from sixprime.server.live.analyses.runs import Run, subject_of_event
from sixprime.server.live.analyses.versions import common_events
from sixprime.server.live.analyses.workers import AnalysisWorker
from sixprime.server.live.engine_threads import EngineThreads
from sixprime.server.live.rooms import Room
from sixprime.server.refusals import NotFound, TooMany
from sixprime.server.store.analyses import (
    AnalysisJob,
    Comments,
    JobState,
    JobStore,
    JobSubject,
    ResultStore,
    TutorNotes,
)
from sixprime.server.store.databases import Database

log = logging.getLogger("sixprime.analyses")

TIDY_SECONDS = 600.0
"""How often old analyses are removed."""
DEEPEST_FIRST = tuple(reversed(list(DEPTHS)))


class Analyses:
    """The analyses that a process knows of."""

    def __init__(
        self,
        database: Database,
        threads: EngineThreads,
        find_room: Callable[[str], Awaitable[Room | None]],
        limits: Limits,
        process: str,
    ) -> None:
        self.jobs = JobStore(database)
        self.results = ResultStore(database)
        self.comments = Comments(database)
        self.tutor_notes = TutorNotes(database)
        self._threads = threads
        self._limits = limits
        self._kept = KeptContents(self.jobs, self.results)
        self._worker = AnalysisWorker(self.jobs, self._kept, threads, find_room, process, is_alone=database.is_sqlite)
        self._kept.wake = self._worker.wake
        self._tidying: asyncio.Task[None] | None = None
        self._engine: str | None = None

    # Beginning and end

    def start(self) -> None:
        self._worker.start()
        self._tidying = asyncio.create_task(self._tidy_forever(), name="old analyses")

    async def close(self) -> None:
        """Stop working, write what was found, and give the jobs back."""
        if self._tidying is not None:
            self._tidying.cancel()
            await asyncio.gather(self._tidying, return_exceptions=True)
        await self._worker.close()

    async def engine(self) -> str:
        """Which engine makes analyses now."""
        if self._engine is None:  # its net may have to be loaded
            finder = self._threads.finder("instant", thorough=False)
            self._engine = await asyncio.to_thread(lambda: finder.identity)
        return self._engine

    # Asking

    async def ask(self, subject: JobSubject, holder: str, origin: str | None) -> tuple[AnalysisJob, bool]:
        """The job of a subject, and whether it was begun now; `TooMany` if too many wait already."""
        found = await self.jobs.find(subject)
        if found is not None and found.state not in (JobState.CANCELLED, JobState.FAILED, JobState.STALE):
            return found, False
        await self._require_space(holder, origin)
        if found is not None:
            await self.jobs.revive(found.id, holder, origin)
            self._worker.wake()
            return await self.job(found.id), True
        made = await self.jobs.add(subject, holder, origin)
        if made is not None:
            self._worker.wake()
            return made, True
        found = await self.jobs.find(subject)  # somebody else asked at the same time
        if found is None:
            raise NotFound(text("there is no such match"))
        return found, False

    async def _require_space(self, holder: str, origin: str | None) -> None:
        limits = self._limits
        of_holder, of_origin, of_all = await self.jobs.counts(holder, origin)
        if of_holder >= limits.visitor_analyses:
            raise TooMany(
                text("you have {count} analyses under way, and no more can wait; cancel one of them", count=of_holder)
            )
        if origin is not None and of_origin >= limits.address_analyses:
            raise TooMany(text("too many analyses from your address are under way; try again later"))
        if of_all >= limits.analyses:
            raise TooMany(text("too many analyses wait at the moment; try again later"))

    async def job(self, job: str) -> AnalysisJob:
        """A job, or `NotFound`; how far it is, if this process works at it, as it is now."""
        found = await self.jobs.get(job) if is_id(job) else None
        if found is None:
            raise NotFound(text("there is no such analysis"))
        return self._with_progress(found)

    def _with_progress(self, job: AnalysisJob) -> AnalysisJob:
        run = self._worker.runs.get(job.id)
        if run is None or job.state is not JobState.RUNNING:
            return job
        return replace(job, done=run.done, total=run.total)

    async def of_match(self, match: str) -> list[AnalysisJob]:
        """The analyses of a match: the deepest first, of a depth the latest."""
        found = [self._with_progress(job) for job in await self.jobs.of_match(match)]
        return sorted(found, key=lambda job: (DEEPEST_FIRST.index(job.depth), -job.created))

    async def cancel(self, job: str) -> bool:
        """Stop a job; returns whether there was something to stop. What it has found is kept."""
        await self._worker.keep(job)  # afterwards the job is nobody's, and nothing can be written
        is_cancelled = await self.jobs.cancel(job)
        if is_cancelled:
            await self._worker.stop(job)
        return is_cancelled

    def run_of(self, job: str) -> Run | None:
        """The run of a job, if this process works at it."""
        return self._worker.runs.get(job)

    # What was found

    async def content_of(self, job: AnalysisJob) -> Content | None:
        """What a job has found so far; None if nothing was. What is damaged is dropped and found again."""
        run = self._worker.runs.get(job.id)
        if run is not None:
            content = run.content()
            if content is not None:
                return content
        return await self._kept.get(job)

    async def review_of(self, room: Room, job: AnalysisJob) -> MatchReview | None:
        """What a job has found about a match, as far as the match is still the same; None if nothing was.

        Decisions that were analysed by themselves stand in the place of those of the job.
        """
        content = await self.content_of(job)
        if not isinstance(content, MatchReview):
            return None
        common = common_events(room.log, job.version)
        if any(entry.decision.event >= common for entry in content.decisions):
            content = replace(
                content,
                decisions=tuple(entry for entry in content.decisions if entry.decision.event < common),
                rolls=tuple(entry for entry in content.rolls if entry.event < common),
            )
        singles = [one for one in await self.jobs.of_match(room.id) if one.event is not None]
        return await self._with_singles(room, content, singles) if singles else content

    async def _with_singles(self, room: Room, review: MatchReview, singles: list[AnalysisJob]) -> MatchReview:
        decisions = {entry.decision.event: entry for entry in review.decisions}
        for job in sorted(singles, key=lambda one: one.created):
            entry = decisions.get(job.event if job.event is not None else -1)
            if entry is None or job.event is None or job.event >= common_events(room.log, job.version):
                continue
            found = await self.content_of(job)
            if not isinstance(found, FoundDecision):
                continue
            subject = await asyncio.to_thread(
                subject_of_event, (await self.match_at(room, job.version)).match, job.event
            )
            if subject is not None:
                decisions[job.event] = review_of(entry.decision, found.finding, subject[2])
        return replace(review, decisions=tuple(decisions.values()))

    async def match_at(self, room: Room, version: int | None) -> AnalysedMatch:
        """A match as it was at a version."""
        return await self._kept.match_at(room, version)

    # Old ones

    async def _tidy_forever(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await self.tidy()
            except Exception:  # tried again later
                log.exception("old analyses could not be removed")

    async def tidy(self) -> int:
        """Remove what is too old and too much; returns how many analyses that were."""
        removed = 0
        if self._limits.position_time is not None:
            removed += await self.jobs.drop_old_positions(now() - 1000 * self._limits.position_time)
        return removed + await self.results.shrink(self._limits.analysis_results)
