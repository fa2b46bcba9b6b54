"""The worker of a process: it claims jobs by lease, works at several by turns, and writes what they find.

If the process dies, the leases run out, and the worker of another process goes on from what was written.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from sixprime.analysis import MatchReview
from sixprime.core import Match
from sixprime.messages import text
from sixprime.server.live.analyses.contents import FoundDecision, pack
from sixprime.server.live.analyses.kept_contents import KeptContents
from sixprime.server.live.analyses.runs import (
    DecisionRun,
    MatchRun,
    Run,
    Subject,
    subject_of_event,
    subject_of_record,
)
from sixprime.server.live.analyses.versions import events_at, is_stale, shared_events
from sixprime.server.live.engine_threads import EngineThreads
from sixprime.server.live.rooms import Room
from sixprime.server.refusals import NotFound
from sixprime.server.store.analyses import AnalysisJob, JobState, JobStore
from sixprime.server.store.analyses.results import digest_of
from sixprime.server.store.errors import describe_error

log = logging.getLogger("sixprime.analyses")

RUNS_AT_ONCE = 8
"""How many jobs a process works at by turns."""
LOOK_SECONDS, LOOK_ALONE_SECONDS = 2.0, 20.0
"""How often a process looks for jobs of others, and how often if there is no other process."""
EARLIER_REVIEWS = 4
"""How many reviews of a match are looked at for what is known already, the latest first."""
STORE_SECONDS = 3.0
"""How often what was found is written."""
STORE_SHARE = 20
"""If writing takes long, so many times as long passes before the next time, three times the usual pause at most."""


class AnalysisWorker:
    """Works at jobs in the background."""

    def __init__(
        self,
        jobs: JobStore,
        kept: KeptContents,
        threads: EngineThreads,
        find_room: Callable[[str], Awaitable[Room | None]],
        process: str,
        *,
        is_alone: bool,
    ) -> None:
        """`is_alone` if no other process can use the database: jobs that run when this one starts are nobody's."""
        self._jobs = jobs
        self._kept = kept
        self._threads = threads
        self._find_room = find_room
        self._process = process
        self._is_alone = is_alone
        self.runs: dict[str, Run] = {}
        """What this process works at, by job."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._claiming: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._is_closed = False

    def start(self) -> None:
        self._claiming = asyncio.create_task(self._claim_forever(), name="analyses")

    async def close(self) -> None:
        """Stop working, write what was found, and give the jobs back."""
        self._is_closed = True
        tasks = [*self._tasks.values(), *([] if self._claiming is None else [self._claiming])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self) -> None:
        """Look for jobs now."""
        self._wake.set()

    async def keep(self, job: str) -> None:
        """Write what has been found about a job so far, if this process works at it."""
        run = self.runs.get(job)
        if run is not None and await self._store(run):
            await self._jobs.renew(job, self._process, run.done, run.total)

    async def stop(self, job: str) -> None:
        """Stop working at a job, if this process does."""
        task = self._tasks.get(job)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _claim_forever(self) -> None:
        await self._threads.is_compiled.wait()
        is_first = True
        while True:
            self._wake.clear()
            try:
                if is_first and self._is_alone:
                    await self._jobs.release_all()
                is_first = False
                await self._jobs.give_up()
                await self._claim()
            except Exception:  # the database may be away; tried again
                log.exception("no analyses could be claimed")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_ALONE_SECONDS if self._is_alone else LOOK_SECONDS):
                    await self._wake.wait()

    async def _claim(self) -> None:
        while len(self._tasks) < RUNS_AT_ONCE and not self._is_closed:
            job = await self._jobs.claim(self._process)
            if job is None:
                return
            task = asyncio.create_task(self._do(job), name="analysis")
            self._tasks[job.id] = task
            task.add_done_callback(partial(self._forget, job.id))

    def _forget(self, job: str, _: asyncio.Task[None]) -> None:
        self._tasks.pop(job, None)
        run = self.runs.pop(job, None)
        if run is not None:
            run.tell_watchers()
        self._wake.set()

    async def _do(self, job: AnalysisJob) -> None:
        """Work at a job until it is done, belongs to another process, or is stopped."""
        run: Run | None = None
        try:
            engine = await self._engine()
            if job.engine != engine:
                if not await self._jobs.change_engine(job.id, self._process, engine):
                    await self._jobs.finish(job.id, self._process, JobState.CANCELLED, job.done, job.total)
                    return
                job = replace(job, engine=engine)
            run = await self._run_of(job)
            if run is None:
                await self._jobs.finish(job.id, self._process, JobState.STALE, job.done, job.total)
                return
            self.runs[job.id] = run
            if await self._work(run) and await self._store(run):
                await self._jobs.finish(job.id, self._process, JobState.DONE, run.done, run.total)
        except asyncio.CancelledError:
            if run is not None:
                with contextlib.suppress(Exception):  # at worst it is found again
                    await self._store(run)
            with contextlib.suppress(Exception):  # else its lease runs out
                await self._jobs.release(job.id, self._process)
            raise
        except (SQLAlchemyError, OSError) as error:  # the database is away; the lease runs out
            log.error("an analysis has to wait for the database: %s", describe_error(error))
        except Exception:
            log.exception("an analysis failed", extra={"analysis": job.id})
            with contextlib.suppress(Exception):
                await self._jobs.finish(job.id, self._process, JobState.FAILED, job.done, job.total)

    async def _engine(self) -> str:
        """Which engine this process has."""
        finder = self._threads.finder("instant", thorough=False)
        return await asyncio.to_thread(lambda: finder.identity)

    async def _run_of(self, job: AnalysisJob) -> Run | None:
        """The run of a job; None if what it is about is no more."""
        if job.match is None:
            known = await self._kept.read(job)
            written = job.situation or ""
            decision = known if isinstance(known, FoundDecision) else None
            return DecisionRun(job, self._threads, partial(subject_of_record, written), decision)
        room = await self._find_room(job.match)
        if room is None or is_stale(room.log, job.version):
            return None
        analysed = await self._kept.match_at(room, job.version)
        if job.event is not None:
            known = await self._kept.read(job)
            decision = known if isinstance(known, FoundDecision) else None
            return DecisionRun(job, self._threads, partial(_subject, analysed.match, job.event), decision)
        earlier = await self._earlier_reviews(room, job)
        return MatchRun(job, self._threads, lambda: analysed.match, lambda: earlier)

    async def _earlier_reviews(self, room: Room, job: AnalysisJob) -> list[tuple[MatchReview, int | None]]:
        """What is known already: of this job, and of others of the same match by the same engine at the same depth."""
        found: list[tuple[MatchReview, int | None]] = []
        mine = events_at(room.log, job.version)
        alike = (job.depth, job.engine, None)
        others = [one for one in await self._jobs.of_match(room.id) if (one.depth, one.engine, one.event) == alike]
        for other in others[:EARLIER_REVIEWS]:
            content = await self._kept.read(other)
            if isinstance(content, MatchReview):
                events = None if other.id == job.id else shared_events(mine, events_at(room.log, other.version))
                found.append((content, events))
        return found

    async def _work(self, run: Run) -> bool:
        """Work to the end, and write what was found from time to time; returns whether it was brought to its end."""
        working = asyncio.create_task(run.work())
        stored, pause = 0, STORE_SECONDS
        try:
            while True:
                await asyncio.wait({working}, timeout=pause)
                if working.done():
                    working.result()
                    return True
                if not await self._jobs.renew(run.job.id, self._process, run.done, run.total):
                    return False  # cancelled, or another process has it
                if await self._is_over_for(run.job):
                    await self._jobs.finish(run.job.id, self._process, JobState.STALE, run.done, run.total)
                    return False
                if run.changes != stored:
                    stored, began = run.changes, time.monotonic()
                    if not await self._store(run):
                        return False
                    pause = max(STORE_SECONDS, STORE_SHARE * (time.monotonic() - began))
                    pause = min(pause, 3 * STORE_SECONDS)
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)

    async def _is_over_for(self, job: AnalysisJob) -> bool:
        """Whether the match is gone, or the moves that are analysed were taken back."""
        if job.match is None:
            return False
        room = await self._find_room(job.match)
        return room is None or is_stale(room.log, job.version)

    async def _store(self, run: Run) -> bool:
        """Write what a run has found; returns whether the job is still this process's."""

        def packed() -> bytes | None:
            content = run.kept()
            return None if content is None else pack(content)

        content = await asyncio.to_thread(packed)
        if content is None:
            return True
        return await self._jobs.store(run.job.id, self._process, content, digest_of(content))


def _subject(match: Match, event: int) -> Subject:
    found = subject_of_event(match, event)
    if found is None:
        raise NotFound(text("event {event} of the match is no decision", event=event))
    return found
