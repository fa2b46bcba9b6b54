"""`FairQueue`: jobs that wait for a few threads, without one visitor keeping the others waiting.

Jobs of a lane wait by visitor: each visitor in turn has one job done, first by address, then by visitor of an address.
Lanes have priorities: a job starts only when no job of a lane before its own can. Threads cannot be interrupted, so
jobs should be short, and long work should be many jobs.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sixprime.messages import text
from sixprime.server.refusals import Stopping, TooFast

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Asker:
    """Who wants a job done."""

    visitor: str = ""
    """Whose cookie it is, or any other name; empty for who has none."""
    address: str = ""
    """Where the visitor comes from; empty for this machine, which has no limit of its own."""


@dataclass(frozen=True, slots=True)
class Lane:
    """How many jobs of one priority may run at the same time, and how many may wait; None for any number."""

    running: int
    waiting_of_visitor: int | None = None
    waiting_of_address: int | None = None
    waiting: int | None = None
    busy: int | None = None
    """No job of the lane starts while so many of all lanes run; None if that does not matter."""
    niceness: int = 0
    """By how much the system prefers other threads to those of the lane, where it can."""


@dataclass(slots=True, eq=False)
class _QueuedJob:
    work: Callable[[], Any]
    lane: int
    asker: Asker
    answer: asyncio.Future[Any]


@dataclass(slots=True)
class _Waiting:
    """The jobs of a lane that wait: by address, then by visitor, each in the order of their next turns."""

    addresses: OrderedDict[str, OrderedDict[str, deque[_QueuedJob]]] = field(default_factory=OrderedDict)
    count: int = 0

    def add(self, job: _QueuedJob) -> None:
        visitors = self.addresses.setdefault(job.asker.address, OrderedDict())
        visitors.setdefault(job.asker.visitor, deque()).append(job)
        self.count += 1

    def has(self, job: _QueuedJob) -> bool:
        return job in self._jobs(job.asker)

    def of_visitor(self, asker: Asker) -> int:
        return len(self._jobs(asker))

    def _jobs(self, asker: Asker) -> Collection[_QueuedJob]:
        visitors = self.addresses.get(asker.address)
        return () if visitors is None else visitors.get(asker.visitor, ())

    def of_address(self, address: str) -> int:
        return sum(len(jobs) for jobs in self.addresses.get(address, {}).values())

    def next(self) -> _QueuedJob:
        """Take the job whose turn it is."""
        address, visitors = next(iter(self.addresses.items()))
        visitor, jobs = next(iter(visitors.items()))
        job = jobs[0]
        self.remove(job)
        if visitor in visitors:
            visitors.move_to_end(visitor)
        if address in self.addresses:
            self.addresses.move_to_end(address)
        return job

    def remove(self, job: _QueuedJob) -> None:
        visitors = self.addresses[job.asker.address]
        jobs = visitors[job.asker.visitor]
        jobs.remove(job)
        self.count -= 1
        if not jobs:
            del visitors[job.asker.visitor]
        if not visitors:
            del self.addresses[job.asker.address]


class FairQueue:
    """A pool of threads with lanes, the most urgent first."""

    def __init__(self, name: str, lanes: Sequence[Lane], threads: int | None = None) -> None:
        """`threads` is how many jobs of all lanes may run at the same time; by default as many as the lanes allow."""
        self._lanes = tuple(lanes)
        self._threads = sum(lane.running for lane in lanes) if threads is None else threads
        self._executors = [
            ThreadPoolExecutor(lane.running, thread_name_prefix=name, initializer=_be_nice, initargs=(lane.niceness,))
            for lane in lanes
        ]
        self._waiting = [_Waiting() for _ in lanes]
        self._running = [0 for _ in lanes]
        self._is_closed = False
        self._is_held = False
        self._nothing_runs = asyncio.Event()
        self._computing = 0
        self._count_lock = threading.Lock()

    @property
    def is_computing(self) -> bool:
        """Whether a thread is at work; nothing can interrupt it."""
        return self._computing > 0

    def waiting(self, lane: int = 0) -> int:
        """How many jobs of a lane wait."""
        return self._waiting[lane].count

    async def run(self, work: Callable[[], Result], asker: Asker | None = None, lane: int = 0) -> Result:
        """Do a job in a thread when it is its turn; `TooFast` if too many wait.

        A caller who is cancelled gives up the place in the queue.
        """
        if self._is_closed:
            raise Stopping(text("the server is about to stop; come back in a moment"))
        job = _QueuedJob(work, lane, asker or Asker(), asyncio.get_running_loop().create_future())
        self._require_space(job)
        waiting = self._waiting[lane]
        waiting.add(job)
        self._start_jobs()
        try:
            result: Result = await job.answer
        finally:
            if waiting.has(job):
                waiting.remove(job)
        return result

    def _require_space(self, job: _QueuedJob) -> None:
        lane, waiting, asker = self._lanes[job.lane], self._waiting[job.lane], job.asker
        counts = [
            (waiting.of_visitor(asker), lane.waiting_of_visitor),
            (waiting.of_address(asker.address), lane.waiting_of_address if asker.address else None),
            (waiting.count, lane.waiting),
        ]
        if any(most is not None and count >= most for count, most in counts):
            raise TooFast(text("too many questions wait for an answer; ask again in a moment"))

    @contextlib.asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """A time in which no job runs: those that run are waited for, others start afterwards."""
        self._is_held = True
        try:
            while sum(self._running):
                self._nothing_runs.clear()
                await self._nothing_runs.wait()
            yield
        finally:
            self._is_held = False
            if not self._is_closed:
                self._start_jobs()

    def _start_jobs(self) -> None:
        """Start waiting jobs as long as there are threads for them, those of the first lanes first."""
        if self._is_held:
            return
        for number, lane in enumerate(self._lanes):
            waiting = self._waiting[number]
            most = self._threads if lane.busy is None else min(self._threads, lane.busy)
            while waiting.count and self._running[number] < lane.running and sum(self._running) < most:
                self._start(waiting.next())

    def _start(self, job: _QueuedJob) -> None:
        self._running[job.lane] += 1
        done = asyncio.get_running_loop().run_in_executor(self._executors[job.lane], self._compute, job.work)

        def finish(done: asyncio.Future[Any]) -> None:
            self._running[job.lane] -= 1
            if not sum(self._running):
                self._nothing_runs.set()
            error = None if done.cancelled() else done.exception()
            if job.answer.done():
                pass  # nobody waits any more
            elif done.cancelled():
                job.answer.cancel()
            elif error is not None:
                job.answer.set_exception(error)
            else:
                job.answer.set_result(done.result())
            if not self._is_closed:
                self._start_jobs()

        done.add_done_callback(finish)

    def _compute(self, work: Callable[[], Result]) -> Result:
        with self._count_lock:
            self._computing += 1
        try:
            return work()
        finally:
            with self._count_lock:
                self._computing -= 1

    def close(self) -> None:
        """Drop what waits. What is being done cannot be stopped here."""
        self._is_closed = True
        for waiting in self._waiting:
            while waiting.count:
                waiting.next().answer.cancel()
        for executor in self._executors:
            executor.shutdown(wait=False, cancel_futures=True)


def _be_nice(niceness: int) -> None:
    """Let the system prefer other threads to this one. Only Linux has a niceness for each thread."""
    if niceness and sys.platform == "linux":
        with contextlib.suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, max(niceness, os.getpriority(os.PRIO_PROCESS, thread)))
