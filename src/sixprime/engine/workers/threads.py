"""`Threads`: does pieces of work in threads of this process."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import islice
from threading import Event

from sixprime.engine.net.evaluators import shared_tables
from sixprime.engine.net.nets import Net
from sixprime.engine.workers.jobs import Plan, Result, Work

STOP_SECONDS = 0.1
"""How often threads that are waited for see whether they are to stop."""


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


class Alone:
    """Workers that do everything in the thread that asks, for work that is part of another worker's piece."""

    def do(
        self, work: Work[Plan, Result], nets: tuple[Net, ...], plan: Plan, pieces: Iterable[int]
    ) -> Iterator[tuple[int, Result]]:
        for piece in pieces:
            yield piece, work(nets, plan, piece)

    def close(self) -> None:
        """There is nothing to let go."""
