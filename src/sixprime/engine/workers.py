"""Where pieces of work are done: threads of this machine, or a Ray cluster. The results are the same.

A piece of work is a function of nets, a plan and its own number; it holds nothing else that could differ. A worker of a
cluster that dies is replaced, and its piece is done again.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from importlib import import_module
from itertools import islice
from threading import Event
from typing import Any, Protocol, TypeVar

from sixprime.core import SixprimeError
from sixprime.engine.net.evaluators import shared_tables
from sixprime.engine.net.nets import Net
from sixprime.messages import text

Plan = TypeVar("Plan")
Result = TypeVar("Result")

Work = Callable[[tuple[Net, ...], Plan, int], Result]
"""A module-level function of nets, a plan and the number of the piece, so that it can be sent to other machines."""

KNOCK_SECONDS = 5.0
STOP_SECONDS = 0.1
"""How often threads that are waited for see whether they are to stop."""
RETRIES = 10
"""How many times a piece is begun anew whose worker has died."""


class WorkersProblem(SixprimeError):
    """Workers that cannot be had."""


class Workers(Protocol):
    """Does the pieces of a job: threads of this machine, or a cluster."""

    def do(
        self, work: Work[Plan, Result], nets: tuple[Net, ...], plan: Plan, pieces: Iterable[int]
    ) -> Iterator[tuple[int, Result]]:
        """Do all pieces; each comes with its number, in the order asked for."""
        ...

    def close(self) -> None:
        """Release the workers."""
        ...


class Threads:
    """Threads of this process: kernels do not hold the interpreter's lock."""

    def __init__(self, count: int | None = None, stop: Event | None = None) -> None:
        """So many threads, as many as the machine has if not told otherwise. Once `stop` is set there are no more
        results: pieces that are under way come to their end unheard."""
        self._count = count or os.cpu_count() or 1
        self._stop = stop or Event()

    def do(
        self, work: Work[Plan, Result], nets: tuple[Net, ...], plan: Plan, pieces: Iterable[int]
    ) -> Iterator[tuple[int, Result]]:
        shared_tables()
        waiting = iter(pieces)
        pool = ThreadPoolExecutor(self._count)
        running: list[tuple[int, Future[Result]]] = []
        try:
            while True:
                # A piece more for each than it is at, so that nobody waits while results are looked at.
                more = islice(waiting, 2 * self._count - len(running))
                running += [(piece, pool.submit(work, nets, plan, piece)) for piece in more]
                if not running:
                    return
                piece, future = running.pop(0)
                while not self._stop.is_set() and not wait([future], STOP_SECONDS).done:
                    pass
                if self._stop.is_set():
                    return
                yield piece, future.result()
        finally:
            pool.shutdown(wait=not self._stop.is_set(), cancel_futures=True)

    def close(self) -> None:
        """There is nothing to let go: threads end with their job."""


class RayCluster:
    """Tasks on a Ray cluster: an address as Ray knows them, or "local" for one on this machine."""

    def __init__(self, address: str, count: int | None = None) -> None:
        try:
            self._ray: Any = import_module("ray")
        except ImportError as error:
            raise WorkersProblem(text("Ray is not installed: pip install 'sixprime[ray]'")) from error
        settings: dict[str, Any] = {"logging_level": "error", "log_to_driver": False}
        if address == "local":
            settings |= {"num_cpus": count or os.cpu_count(), "include_dashboard": False}
        try:
            _knock(address)
            self._ray.init(address=address, **settings)
        except (ValueError, RuntimeError, OSError, OverflowError) as error:
            lines = str(error).strip().splitlines() or [type(error).__name__]
            raise WorkersProblem(text("no Ray cluster at {address}: {why}", address=address, why=lines[0])) from error
        self._most = max(1, int(self._ray.cluster_resources().get("CPU", 1))) * 2

    def do(
        self, work: Work[Plan, Result], nets: tuple[Net, ...], plan: Plan, pieces: Iterable[int]
    ) -> Iterator[tuple[int, Result]]:
        task = self._ray.remote(max_retries=RETRIES)(_do_piece)
        shared_nets = self._ray.put(nets)
        waiting = iter(pieces)
        running: list[tuple[int, Any]] = []
        try:
            while True:
                more = islice(waiting, self._most - len(running))
                running += [(piece, task.remote(work, shared_nets, plan, piece)) for piece in more]
                if not running:
                    return
                piece, sent = running.pop(0)
                yield piece, self._result_of(sent)
        finally:
            for _, left in running:
                self._ray.cancel(left)

    def close(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()

    def _result_of(self, task: Any) -> Any:
        """What came of a task; what went wrong in it goes wrong here as well."""
        try:
            return self._ray.get(task)
        except self._ray.exceptions.RayError as error:
            cause = getattr(error, "cause", None)
            if isinstance(cause, Exception) and not isinstance(cause, self._ray.exceptions.RayError):
                raise cause from error
            lines = str(error).strip().splitlines() or [type(error).__name__]
            raise WorkersProblem(text("the Ray cluster has failed: {why}", why=lines[0])) from error


def _knock(address: str) -> None:
    """See whether anybody listens at a host and port; Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=KNOCK_SECONDS).close()


def _do_piece(work: Work[Plan, Result], nets: tuple[Net, ...], plan: Plan, piece: int) -> Result:
    """A piece of work with nets of its own: those that Ray shares cannot be written to, and kernels would be compiled
    anew for them, perhaps with other roundings."""
    return work(tuple(net.copy() for net in nets), plan, piece)
