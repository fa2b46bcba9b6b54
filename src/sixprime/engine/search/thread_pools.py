"""`ThreadPool`: threads that share pieces of work, each with buffers of its own, within a `Limit`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event
from typing import Generic, TypeVar

Buffers = TypeVar("Buffers")
Piece = TypeVar("Piece")


class OutOfTime(Exception):
    """The work has not been done within its limit."""


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop: at a moment of `time.monotonic`, or when somebody says so."""

    deadline: float | None = None
    stop: Event | None = None

    @classmethod
    def of_seconds(cls, seconds: float | None, stop: Event | None = None) -> Limit:
        """A limit so many seconds from now."""
        return cls(None if seconds is None else time.monotonic() + seconds, stop)

    @property
    def is_reached(self) -> bool:
        if self.stop is not None and self.stop.is_set():
            return True
        return self.deadline is not None and time.monotonic() > self.deadline


NO_LIMIT = Limit()


class ThreadPool(Generic[Buffers]):
    """So many threads, as many as the machine has if not told otherwise, and buffers for each that is at work.

    A pool does one thing at a time.
    """

    def __init__(self, threads: int | None, make_buffers: Callable[[], Buffers]) -> None:
        self.threads = threads or os.cpu_count() or 1
        self._make_buffers = make_buffers
        self._pool: ThreadPoolExecutor | None = None
        self._free: SimpleQueue[Buffers] = SimpleQueue()
        self._made = 0

    def clear_buffers(self) -> None:
        """Throw away the buffers, and the caches in them."""
        self._free, self._made = SimpleQueue(), 0

    def share(self, pieces: Sequence[Piece], work: Callable[[Buffers, Piece], None], limit: Limit = NO_LIMIT) -> None:
        """Do all the pieces; `OutOfTime` if there were some left to begin when the limit was reached."""

        def one(piece: Piece) -> None:
            if limit.is_reached:
                raise OutOfTime
            buffers = self._buffers()
            try:
                work(buffers, piece)
            finally:
                self._free.put(buffers)

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
        """Wait for all; if one failed, cancel those that have not begun, and fail in the same way."""
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

    def _buffers(self) -> Buffers:
        """Buffers that are free; there are never more than there are threads."""
        if self._free.empty() and self._made < self.threads:
            self._made += 1
            return self._make_buffers()
        return self._free.get()
