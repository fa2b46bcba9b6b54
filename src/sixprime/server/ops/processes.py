"""Several worker processes that share one socket: started, restarted if one dies, and stopped together."""

from __future__ import annotations

import logging
import multiprocessing
import pickle
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess

from sixprime.compiled import jit

log = logging.getLogger("sixprime.processes")

Work = Callable[[socket.socket], None]
LEAST_SECONDS = 5.0
"""If a process dies sooner than this after its start, all are stopped, because a new one would die as well."""
STOP_SECONDS = 20.0


class WorkerProcesses:
    """Processes that do the same work on the same socket."""

    def __init__(self, count: int, work: Work, listening: socket.socket) -> None:
        self._count = count
        self._work = work
        self._listening = listening
        self._context = multiprocessing.get_context("spawn")
        self._running: dict[BaseProcess, float] = {}
        self._stop = threading.Event()

    def run(self) -> bool:
        """Run until a signal comes; False if a process died at its start."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._stop.set())
        for _ in range(self._count):
            self._start()
        is_well = True
        while not self._stop.wait(0.2):
            is_well = self._replace_dead()
            if not is_well:
                break
        self._stop_all()
        return is_well

    def _start(self) -> None:
        process = self._context.Process(target=jit.call_plainly, args=(pickle.dumps(self._work), self._listening))
        process.start()
        self._running[process] = time.monotonic()

    def _replace_dead(self) -> bool:
        for process, since in list(self._running.items()):
            if process.is_alive():
                continue
            del self._running[process]
            if time.monotonic() - since < LEAST_SECONDS:
                log.error("a process ended as soon as it began")
                return False
            log.warning("a process has died and is started again")
            self._start()
        return True

    def _stop_all(self) -> None:
        for process in self._running:
            process.terminate()
        until = time.monotonic() + STOP_SECONDS
        for process in self._running:
            process.join(max(until - time.monotonic(), 0.1))
            if process.is_alive():
                process.kill()
                process.join()
