"""Runs: jobs that this process works at. The work is done in slices of a fraction of a second, by turns with others.

A run knows what it has found so far, and tells whoever watches it that there is more.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from sixprime.analysis import DecisionKind, MatchReview, decisions_of
from sixprime.analysis.depths import depth_named
from sixprime.analysis.finders import Look
from sixprime.analysis.reviewing import EntryReview, ReviewEntry, Reviewer, decision_at
from sixprime.core import Match, Phase, Play, State
from sixprime.core.match import records
from sixprime.engine.rollout.files import InvalidRollout, dump_rollout, parse_rollout
from sixprime.engine.rollout.rollouts import Rollout
from sixprime.server.live.analyses.contents import Content, FoundDecision
from sixprime.server.live.engine_threads import EngineThreads
from sixprime.server.live.fair_queues import Asker
from sixprime.server.store.analyses import AnalysisJob

log = logging.getLogger("sixprime.analyses")

SLICE_SECONDS = 0.1
"""A slice of work takes about so long, and a piece longer at most."""

Result = TypeVar("Result")
KINDS = {
    Phase.TO_PLAY: DecisionKind.PLAY,
    Phase.TO_ROLL: DecisionKind.DOUBLE,
    Phase.TO_ANSWER_CUBE: DecisionKind.ANSWER,
    Phase.TO_ANSWER_RESIGNATION: DecisionKind.RESIGNATION_ANSWER,
}
"""What is decided in a phase."""


class Run:
    """A job that is being worked at."""

    def __init__(self, job: AnalysisJob, threads: EngineThreads) -> None:
        self.job = job
        self.done, self.total = job.done, job.total
        self.changes = 0
        """Counts up when something was found."""
        self._threads = threads
        self._asker = Asker(job.holder, job.origin or "")
        self._watchers: set[asyncio.Event] = set()

    async def work(self) -> None:
        """Do all that is left. Whoever cancels it keeps what was found."""
        raise NotImplementedError

    def content(self) -> Content | None:
        """What has been found so far; None if nothing was."""
        raise NotImplementedError

    def kept(self) -> Content | None:
        """What is to be written to the database; takes a while, so call it in a thread."""
        return self.content()

    @contextmanager
    def watched(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever there is something new."""
        event = asyncio.Event()
        self._watchers.add(event)
        try:
            yield event
        finally:
            self._watchers.discard(event)

    def tell_watchers(self) -> None:
        for event in self._watchers:
            event.set()

    def _note(self, done: int) -> None:
        self.done = done
        self.changes += 1
        self.tell_watchers()

    async def _compute(self, work: Callable[[], Result]) -> Result:
        return await self._threads.analyse(work, self._asker)


class MatchRun(Run):
    """The analysis of all decisions and rolls of a match."""

    def __init__(
        self,
        job: AnalysisJob,
        threads: EngineThreads,
        match: Callable[[], Match],
        known: Callable[[], list[tuple[MatchReview, int | None]]],
    ) -> None:
        """`known` gives earlier reviews, each with how many events it has in common with the match; None for a review
        of the same match. Both are called in a thread."""
        super().__init__(job, threads)
        self._match = match
        self._known = known
        self._reviewer: Reviewer | None = None

    async def work(self) -> None:
        reviewer = await self._compute(self._prepare)
        self._reviewer = reviewer
        self.total = reviewer.total
        self._note(reviewer.done)
        entries = iter(reviewer.left)
        async with asyncio.TaskGroup() as group:
            for _ in range(self._threads.analysis_threads):
                group.create_task(self._work_through(_pieces(reviewer, entries), reviewer))

    def _prepare(self) -> Reviewer:
        depth = depth_named(self.job.depth)
        reviewer = Reviewer(self._match(), depth, self._threads.finder(depth.name, thorough=False))
        for review, events in self._known():
            reviewer.go_on_from(review, events)
        return reviewer

    async def _work_through(self, pieces: Iterator[tuple[ReviewEntry, EntryReview] | None], reviewer: Reviewer) -> None:
        while (found := await self._compute(partial(_slice, pieces))) is not None:
            for entry, review in found:
                reviewer.add(entry, review)
            if found:
                self._note(reviewer.done)

    def content(self) -> MatchReview | None:
        return None if self._reviewer is None else self._reviewer.review


def _pieces(reviewer: Reviewer, entries: Iterator[ReviewEntry]) -> Iterator[tuple[ReviewEntry, EntryReview] | None]:
    """Review one entry after another: None between the pieces of one, and the review at its end."""
    for entry in entries:
        latest: EntryReview | None = None
        for piece in reviewer.pieces(entry):
            if latest is not None:
                yield None
            latest = piece
        if latest is not None:
            yield entry, latest


def _slice(
    pieces: Iterator[tuple[ReviewEntry, EntryReview] | None],
) -> list[tuple[ReviewEntry, EntryReview]] | None:
    """Work for a while; returns what was found, None at the end."""
    until = time.monotonic() + SLICE_SECONDS
    found = []
    for piece in pieces:
        if piece is not None:
            found.append(piece)
        if time.monotonic() >= until:
            return found
    return found or None


class DecisionRun(Run):
    """The analysis of one decision of a match, or of a position."""

    def __init__(
        self, job: AnalysisJob, threads: EngineThreads, subject: Callable[[], Subject], known: FoundDecision | None
    ) -> None:
        super().__init__(job, threads)
        self._subject = subject
        self._known = known
        self._look: Look | None = None
        self._lock = threading.Lock()

    async def work(self) -> None:
        depth = depth_named(self.job.depth)
        self.total = self.job.games or depth.games or 1
        self._note(0)
        state, kind, made, earlier = await self._compute(self._prepare)
        finder = self._threads.finder(depth.name, thorough=True)
        looks = finder.pieces(state, kind, made, earlier=earlier, games=self.job.games or None)
        while (look := await self._compute(partial(self._next, looks))) is not None:
            if look.rollout is None and earlier is not None:
                continue  # more is known already
            self._look = look
            self._note(look.games)
        self._note(self.total)

    def _next(self, looks: Iterator[Look]) -> Look | None:
        with self._lock:
            return next(looks, None)

    def _prepare(self) -> tuple[State, DecisionKind, Play | None, Rollout | None]:
        state, kind, made = self._subject()
        earlier = None
        if self._known is not None and self._known.rollout is not None:
            try:
                earlier = parse_rollout(self._known.rollout, self.job.id)
            except InvalidRollout:
                log.warning("a rollout was damaged, and begins anew", extra={"analysis": self.job.id})
        return state, kind, made, earlier

    def content(self) -> FoundDecision | None:
        return self._known if self._look is None else FoundDecision(self._look.finding)

    def kept(self) -> FoundDecision | None:
        with self._lock:  # a rollout is written down between two pieces of it
            look = self._look
            if look is None:
                return self._known
            rollout = None if look.rollout is None or look.rollout.is_done else dump_rollout(look.rollout)
            return FoundDecision(look.finding, rollout)


Subject = tuple[State, DecisionKind, Play | None]
"""What one decision is about: where it stands, its kind, and the play that was made."""


def subject_of_event(match: Match, event: int) -> Subject | None:
    """The decision that an event of a match made; None if it made none."""
    decision = next((entry for entry in decisions_of(match) if entry.event == event), None)
    if decision is None:
        return None
    state, made = decision_at(match, decision, match.events[event])
    return state, decision.kind, made


def subject_of_record(written: str) -> Subject:
    """The decision of a position that was written as a record."""
    state = records.loads(written).state
    return state, KINDS[state.phase], None
