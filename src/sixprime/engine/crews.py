"""`Crew`: threads that share pieces of work, each at a desk of its own."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Generic, TypeVar

Desk = TypeVar("Desk")
Piece = TypeVar("Piece")


class OutOfTime(Exception):
    """The clock says stop."""


class Crew(Generic[Desk]):
    """So many threads, as many as the machine has if not told otherwise, and a desk for each that is at work.

    A crew does one thing at a time.
    """

    def __init__(self, threads: int | None, make_desk: Callable[[], Desk]) -> None:
        self.threads = threads or os.cpu_count() or 1
        self._make_desk = make_desk
        self._pool: ThreadPoolExecutor | None = None
        self._desks: SimpleQueue[Desk] = SimpleQueue()
        self._made = 0

    def clear_desks(self) -> None:
        """Throw away the desks and what is written down there."""
        self._desks, self._made = SimpleQueue(), 0

    def share(
        self, pieces: Sequence[Piece], work: Callable[[Desk, Piece], None], deadline: float | None = None
    ) -> None:
        """Do all the pieces; `OutOfTime` if there were some left to begin when the clock reached the deadline."""

        def one(piece: Piece) -> None:
            if deadline is not None and time.monotonic() > deadline:
                raise OutOfTime
            desk = self._desk()
            try:
                work(desk, piece)
            finally:
                self._desks.put(desk)

        if self.threads == 1 or len(pieces) < 2:
            for piece in pieces:
                one(piece)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="search")
        self._gather([self._pool.submit(one, piece) for piece in pieces])

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    @staticmethod
    def _gather(futures: list[Future[None]]) -> None:
        """Wait for all; if one failed, take back those that have not begun, and fail in the same way."""
        try:
            for future in futures:
                future.result()
        except BaseException:
            for future in futures:
                future.cancel()
            for future in futures:
                if not future.cancelled():
                    future.exception()
            raise

    def _desk(self) -> Desk:
        """A desk that is free; there are never more than there are threads."""
        if self._desks.empty() and self._made < self.threads:
            self._made += 1
            return self._make_desk()
        return self._desks.get()
