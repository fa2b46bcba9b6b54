"""`Analyses`: all analyses of a process. They are asked for, worked at in the background, watched and cancelled.

A process claims jobs by lease (`store.analyses.jobs`), as many at a time as it can serve by turns. What was found is
written every few seconds, so that a job whose process dies goes on from there, here or elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

from sixprime.analysis import DEPTHS, InvalidReview, MatchReview
from sixprime.analysis.reviewing import review_of
from sixprime.core import Match, Player
from sixprime.messages import text
from sixprime.server.encoding import now
from sixprime.server.limits import Limits
from sixprime.server.live.analyses.contents import Content, FoundDecision, pack, unpack_decision, unpack_review
from sixprime.server.live.analyses.runs import (
    DecisionRun,
    MatchRun,
    Run,
    Subject,
    subject_of_event,
    subject_of_record,
)
from sixprime.server.live.analyses.versions import common_events, events_at, is_stale, shared_events
from sixprime.server.live.engine_threads import EngineThreads
from sixprime.server.live.rooms import Room
from sixprime.server.matches.logs import Moment
from sixprime.server.refusals import NotFound, Stopping, TooMany
from sixprime.server.store.analyses import AnalysisJob, Comments, JobState, JobStore, JobSubject, ResultStore
from sixprime.server.store.analyses.results import digest_of
from sixprime.server.store.databases import Database

log = logging.getLogger("sixprime.analyses")

RUNS_AT_ONCE = 8
"""How many jobs a process works at by turns."""
LOOK_SECONDS, LOOK_ALONE_SECONDS = 2.0, 20.0
"""How often a process looks for jobs of others, and how often if there is no other process."""
STORE_SECONDS = 3.0
"""How often what was found is written."""
STORE_SHARE = 20
"""If writing takes long, so many times as long passes before the next time."""
TIDY_SECONDS = 600.0
CACHED = 16
"""Reviews that are kept in memory, the latest ones."""
DEEPEST_FIRST = tuple(reversed(list(DEPTHS)))


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
    content: Content


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
        self._threads = threads
        self._find_room = find_room
        self._limits = limits
        self._process = process
        self._is_alone = database.is_sqlite
        self._runs: dict[str, Run] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._cache: OrderedDict[str, _Cached] = OrderedDict()
        self._matches: OrderedDict[tuple[str, int], AnalysedMatch] = OrderedDict()
        self._wake = asyncio.Event()
        self._periodic: list[asyncio.Task[None]] = []
        self._is_closed = False
        self._engine: str | None = None

    # Beginning and end

    def start(self) -> None:
        self._periodic = [
            asyncio.create_task(self._claim_forever(), name="analyses"),
            asyncio.create_task(self._tidy_forever(), name="old analyses"),
        ]

    async def close(self) -> None:
        """Stop working, write what was found, and give the jobs back."""
        self._is_closed = True
        for task in (*self._periodic, *self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._periodic, *self._tasks.values(), return_exceptions=True)

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
            self._wake.set()
            return await self.job(found.id), True
        made = await self.jobs.add(subject, holder, origin)
        if made is not None:
            self._wake.set()
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
                text("you have {count} analyses under way, and more do not wait; cancel one", count=of_holder)
            )
        if origin is not None and of_origin >= limits.address_analyses:
            raise TooMany(text("too many analyses from your address are under way; try again later"))
        if of_all >= limits.analyses:
            raise TooMany(text("too many analyses wait at the moment; try again later"))

    async def job(self, job: str) -> AnalysisJob:
        """A job, or `NotFound`; how far it is, if this process works at it, as it is now."""
        found = await self.jobs.get(job)
        if found is None:
            raise NotFound(text("there is no such analysis"))
        return self._with_progress(found)

    def _with_progress(self, job: AnalysisJob) -> AnalysisJob:
        run = self._runs.get(job.id)
        if run is None or job.state is not JobState.RUNNING:
            return job
        return replace(job, done=run.done, total=run.total)

    async def of_match(self, match: str) -> list[AnalysisJob]:
        """The analyses of a match: the deepest first, of a depth the latest."""
        found = [self._with_progress(job) for job in await self.jobs.of_match(match)]
        return sorted(found, key=lambda job: (DEEPEST_FIRST.index(job.depth), -job.created))

    async def cancel(self, job: str) -> bool:
        """Stop a job; returns whether there was something to stop. What it has found is kept."""
        run = self._runs.get(job)
        if run is not None:  # afterwards the job is nobody's, and nothing can be written
            await self.jobs.renew(job, self._process, run.done, run.total)
            await self._store(run)
        is_cancelled = await self.jobs.cancel(job)
        task = self._tasks.get(job)
        if is_cancelled and task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        return is_cancelled

    def run_of(self, job: str) -> Run | None:
        """The run of a job, if this process works at it."""
        return self._runs.get(job)

    # What was found

    async def content_of(self, job: AnalysisJob) -> Content | None:
        """What a job has found so far; None if nothing was. What is damaged is dropped and found again."""
        run = self._runs.get(job.id)
        if run is not None:
            content = run.content()
            if content is not None:
                return content
        updated = await self.results.updated(job.id)
        if updated is None:
            if job.state is JobState.DONE:  # somebody has removed it
                await self._begin_anew(job)
            return None
        cached = self._cache.get(job.id)
        if cached is not None and cached.updated == updated:
            self._cache.move_to_end(job.id)
            return cached.content
        return await self._read(job)

    async def _read(self, job: AnalysisJob) -> Content | None:
        kept = await self.results.get(job.id)
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
        self._cache[job.id] = _Cached(kept.updated, content)
        self._cache.move_to_end(job.id)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return content

    async def _begin_anew(self, job: AnalysisJob) -> None:
        self._cache.pop(job.id, None)
        await self.jobs.begin_anew(job.id)
        self._wake.set()

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
        moment = room.log.at(version or 0)
        if moment is None:
            raise NotFound(text("the match has no version {version}", version=version))
        key = room.id, moment.version
        found = self._matches.get(key)
        if found is None:
            found = await asyncio.to_thread(AnalysedMatch.at, moment, room.moment)
            self._matches[key] = found
            while len(self._matches) > CACHED:
                self._matches.popitem(last=False)
        self._matches.move_to_end(key)
        return found

    # Working

    async def _claim_forever(self) -> None:
        await self._threads.bot_is_ready.wait()
        is_first = True
        while True:
            self._wake.clear()
            try:
                if is_first and self._is_alone:
                    await self.jobs.release_all()
                is_first = False
                await self._claim()
            except Exception:  # the database may be away; tried again
                log.exception("no analyses could be claimed")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_ALONE_SECONDS if self._is_alone else LOOK_SECONDS):
                    await self._wake.wait()

    async def _claim(self) -> None:
        while len(self._tasks) < RUNS_AT_ONCE and not self._is_closed:
            job = await self.jobs.claim(self._process)
            if job is None:
                return
            task = asyncio.create_task(self._do(job), name="analysis")
            self._tasks[job.id] = task
            task.add_done_callback(partial(self._forget, job.id))

    def _forget(self, job: str, _: asyncio.Task[None]) -> None:
        self._tasks.pop(job, None)
        run = self._runs.pop(job, None)
        if run is not None:
            run.tell_watchers()
        self._wake.set()

    async def _do(self, job: AnalysisJob) -> None:
        """Work at a job until it is done, belongs to another process, or is stopped."""
        run: Run | None = None
        try:
            run = await self._run_of(job)
            if run is None:
                await self.jobs.finish(job.id, self._process, JobState.STALE, job.done, job.total)
                return
            self._runs[job.id] = run
            if await self._work(run) and await self._store(run):
                await self.jobs.finish(job.id, self._process, JobState.DONE, run.done, run.total)
        except asyncio.CancelledError:
            if run is not None:
                with contextlib.suppress(Exception):  # at worst it is found again
                    await self._store(run)
            with contextlib.suppress(Exception):  # else its lease runs out
                await self.jobs.release(job.id, self._process)
            raise
        except Exception:
            log.exception("an analysis failed", extra={"analysis": job.id})
            with contextlib.suppress(Exception):
                await self.jobs.finish(job.id, self._process, JobState.FAILED, job.done, job.total)

    async def _run_of(self, job: AnalysisJob) -> Run | None:
        """The run of a job; None if what it is about is no more."""
        if job.match is None:
            known = await self._read(job)
            written = job.situation or ""
            decision = known if isinstance(known, FoundDecision) else None
            return DecisionRun(job, self._threads, partial(subject_of_record, written), decision)
        room = await self._find_room(job.match)
        if room is None or is_stale(room.log, job.version):
            return None
        analysed = await self.match_at(room, job.version)
        if job.event is not None:
            known = await self._read(job)
            decision = known if isinstance(known, FoundDecision) else None
            return DecisionRun(job, self._threads, partial(_subject, analysed.match, job.event), decision)
        earlier = await self._earlier_reviews(room, job)
        return MatchRun(job, self._threads, lambda: analysed.match, lambda: earlier)

    async def _earlier_reviews(self, room: Room, job: AnalysisJob) -> list[tuple[MatchReview, int | None]]:
        """What is known already: of this job, and of others of the same match by the same engine at the same depth."""
        found: list[tuple[MatchReview, int | None]] = []
        mine = events_at(room.log, job.version)
        for other in await self.jobs.of_match(room.id):
            if (other.depth, other.engine, other.event) != (job.depth, job.engine, None):
                continue
            content = await self._read(other)
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
                if not await self.jobs.renew(run.job.id, self._process, run.done, run.total):
                    return False  # cancelled, or another process has it
                if await self._is_over_for(run.job):
                    await self.jobs.finish(run.job.id, self._process, JobState.STALE, run.done, run.total)
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
        return await self.jobs.store(run.job.id, self._process, content, digest_of(content))

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

    def require_open(self) -> None:
        if self._is_closed:
            raise Stopping(text("the server is about to stop; come back in a moment"))


def _subject(match: Match, event: int) -> Subject:
    found = subject_of_event(match, event)
    if found is None:
        raise NotFound(text("event {event} of the match is no decision", event=event))
    return found
