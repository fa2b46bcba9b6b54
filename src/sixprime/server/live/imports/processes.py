"""Import processes, seen from the server: a queue that is fair to visitors, and a budget of computing time for a job.

A process starts when it is first needed and ends when it has been idle for a while. One visitor never occupies more
than one of them, and of those who wait the one goes first who has used the least computing time lately.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sixprime.messages import Message, text
from sixprime.server.live.imports.worker import LENGTH_BYTES, Outcome, pack
from sixprime.server.refusals import Stopping, TooFast, Unreadable

log = logging.getLogger("sixprime.imports")

PROGRAM = "from sixprime.server.live.imports.worker import main; main()"
PROCESSES = 2
BUDGET_SECONDS = 10.0
"""A job may compute so long; a long match with its analyses takes a tenth of it."""
PATIENCE_SECONDS = 300.0
"""A job may take so long altogether, also on a machine that is busy with other things."""
IDLE_SECONDS = 300.0
"""A process that had nothing to do for so long is ended."""
MOST_WAITING = 50
MOST_WAITING_EACH = 4
"""How many jobs may wait altogether, and of one visitor."""
HALF_LIFE_SECONDS = 60.0
"""What a visitor has used counts half after so long."""
REMEMBERED_VISITORS = 1000

Result = TypeVar("Result")


@dataclass(slots=True, eq=False)
class _Job:
    """A job that waits or is being done."""

    visitor: str
    message: bytes
    outcome: asyncio.Future[Outcome]

    def answer(self, outcome: Outcome) -> None:
        if not self.outcome.done():
            self.outcome.set_result(outcome)


class ImportProcesses:
    """Does jobs in processes, for visitors by turns."""

    def __init__(self, budget: float = BUDGET_SECONDS, processes: int = PROCESSES) -> None:
        self._budget = budget
        self._idle = [_Process(budget) for _ in range(processes)]
        self._all = tuple(self._idle)
        self._waiting: list[_Job] = []
        self._served: dict[str, tuple[_Job, asyncio.Task[None]]] = {}
        self._usage = _Usage()
        self._closed = False

    async def run(self, visitor: str, job: Callable[..., Result], *arguments: object) -> Result:
        """Do a job, a function of a module, for a visitor.

        Raises the job's own `SixprimeError`, `Unreadable` if it computes too long, and `TooFast` if too many wait.
        """
        if self._closed:
            raise Stopping(text("the server is about to stop; come back in a moment"))
        own = sum(waiting.visitor == visitor for waiting in self._waiting)
        if own >= MOST_WAITING_EACH or len(self._waiting) >= MOST_WAITING:
            raise TooFast(text("too many files wait to be read; try again in a moment"))
        asked = _Job(visitor, pack((job, arguments)), asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        self._assign()
        outcome = await asked.outcome
        if outcome.refused is not None:
            raise outcome.refused
        if outcome.failed is not None:
            raise RuntimeError(f"a job failed in its process:\n{outcome.failed}")
        result: Result = outcome.result
        return result

    def _assign(self) -> None:
        """Give jobs to idle processes."""
        self._waiting = [job for job in self._waiting if not job.outcome.cancelled()]
        while self._idle and not self._closed:
            ready = [job for job in self._waiting if job.visitor not in self._served]
            if not ready:
                return
            job = min(ready, key=lambda job: self._usage.of(job.visitor))
            self._waiting.remove(job)
            process = self._idle.pop(0)  # the first of them is started first, and often the only one
            self._served[job.visitor] = job, asyncio.create_task(self._serve(process, job), name="import")

    async def _serve(self, process: _Process, job: _Job) -> None:
        outcome = Outcome()
        try:
            outcome = await process.do(job.message)
        except asyncio.CancelledError:
            return  # `close` answers
        except Exception as error:  # the visitor must not wait for ever
            log.exception("an import process failed")
            outcome = Outcome(failed=str(error))
        finally:
            self._usage.add(job.visitor, outcome.seconds)
            if not self._closed:
                job.answer(outcome)
                del self._served[job.visitor]
                self._idle.append(process)
                self._idle.sort(key=self._all.index)
                self._assign()

    async def close(self) -> None:
        """Refuse what waits, and end the processes."""
        self._closed = True
        tasks = [task for _, task in self._served.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for job in [*self._waiting, *(job for job, _ in self._served.values())]:
            job.answer(Outcome(refused=Stopping(text("the server is about to stop; come back in a moment"))))
        self._waiting.clear()
        for process in self._all:
            await process.end()


class _Usage:
    """How much computing time each visitor has used lately."""

    def __init__(self) -> None:
        self._seconds: dict[str, tuple[float, float]] = {}

    def of(self, visitor: str) -> float:
        seconds, at = self._seconds.get(visitor, (0.0, 0.0))
        halvings = (time.monotonic() - at) / HALF_LIFE_SECONDS
        return seconds * float(0.5**halvings)

    def add(self, visitor: str, seconds: float) -> None:
        self._seconds[visitor] = (self.of(visitor) + seconds, time.monotonic())
        if len(self._seconds) > REMEMBERED_VISITORS:
            del self._seconds[min(self._seconds, key=self.of)]


class _Process:
    """One import process, which is started again after it has ended."""

    def __init__(self, budget: float) -> None:
        self._budget = budget
        self._process: asyncio.subprocess.Process | None = None
        self._ending: asyncio.TimerHandle | None = None

    async def do(self, message: bytes) -> Outcome:
        """Do a job; a process that computes too long has been ended when this returns."""
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        is_whole = False
        try:
            async with asyncio.timeout(PATIENCE_SECONDS if hasattr(signal, "setitimer") else self._budget):
                outcome = await self._ask(message)
            is_whole = True
        except TimeoutError:
            return self._given_up()
        except (asyncio.IncompleteReadError, ConnectionError):
            assert self._process is not None
            if -(await self._process.wait()) == getattr(signal, "SIGPROF", None):
                return self._given_up()
            log.error("an import process ended with status %s", self._process.returncode)
            return Outcome(refused=Unreadable(text("the file could not be read; it may be too large")))
        finally:
            if not is_whole:
                await self.end()
        self._ending = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._forget)
        return outcome

    async def _ask(self, message: bytes) -> Outcome:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", PROGRAM, str(self._budget),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
        jobs, answers = self._process.stdin, self._process.stdout
        assert jobs is not None
        assert answers is not None
        jobs.write(message)
        await jobs.drain()
        length = int.from_bytes(await answers.readexactly(LENGTH_BYTES), "big")
        outcome: Outcome = pickle.loads(await answers.readexactly(length))
        return outcome

    def _given_up(self) -> Outcome:
        return Outcome(refused=Unreadable(too_long(self._budget)), seconds=self._budget)

    def _forget(self) -> asyncio.subprocess.Process | None:
        """End the process without waiting for it; returns it."""
        process, self._process = self._process, None
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if process is not None:
            if process.stdin is not None:
                process.stdin.close()
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        return process

    async def end(self) -> None:
        """End the process, if there is one."""
        process = self._forget()
        if process is not None:
            await process.wait()


def too_long(budget: float) -> Message:
    """Why a file was given up."""
    return text(
        "reading this takes more than {seconds} seconds of computing, so it was given up", seconds=round(budget)
    )
