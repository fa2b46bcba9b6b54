"""Servers in processes of their own, that can be killed at any moment and are there again at once.

A process that has imported and compiled everything waits, and forks a server whenever it is asked to; so a start
takes milliseconds, and each server is a whole process to the system. Run as a program, this module is that process.
"""

import asyncio
import contextlib
import gc
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

START_SECONDS = 300.0
"""As long as other tests wait (`waiting.PATIENCE`); run as a program, this module imports nothing of theirs."""


def free_port() -> int:
    """A port that nobody listens at, outside the range from which the system takes ports for outgoing connections.

    A client that tries to reach a dead server again and again would else, one day, be given that very port, reach
    itself, and keep the next server from listening there.
    """
    while True:
        port = 15_000 + secrets.randbelow(15_000)
        with socket.socket() as found:
            try:
                found.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


class Nursery:
    """The process that waits, seen from outside."""

    def __init__(self, log: Path, *, with_engine: bool = False) -> None:
        self._log = log
        arguments = [sys.executable, __file__, str(log), "engine" if with_engine else "board"]
        self._process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        if self._process.stdout.readline().strip() != "ready":
            self.close()
            raise RuntimeError(f"no server can be started:\n{self.said[-3000:]}")

    def start(self, port: int, database: str) -> int:
        """A new server; its process id."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(port, database, file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(START_SECONDS)
        self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def said(self) -> str:
        """All that the servers logged."""
        return self._log.read_text(encoding="utf-8", errors="replace")


class ServerProcess:
    """One server after another at one address."""

    def __init__(self, nursery: Nursery, database: str, port: int | None = None) -> None:
        self._nursery = nursery
        self._database = database
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.pid: int | None = None

    def start(self) -> None:
        self.pid = self._nursery.start(self.port, self._database)

    def kill(self) -> None:
        """SIGKILL, and wait until nothing is left of it."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop, and wait."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.pid is None:
            return
        pid, self.pid = self.pid, None
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, how)
        until = time.monotonic() + START_SECONDS
        while is_alive(pid):
            if time.monotonic() > until:
                os.kill(pid, signal.SIGKILL)
                raise RuntimeError("a server did not stop")
            time.sleep(0.002)

    def wait(self, path: str = "/api/ready") -> None:
        """Until it serves."""
        opener = build_opener(ProxyHandler({}))
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                with opener.open(self.url + path, timeout=START_SECONDS) as answer:
                    answer.read()
                    return
            except (URLError, OSError):
                if time.monotonic() > until or (self.pid is not None and not is_alive(self.pid)):
                    raise RuntimeError(f"no server came up:\n{self._nursery.said[-3000:]}") from None
                time.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextlib.contextmanager
def serving(nursery: Nursery, database: str) -> Iterator[ServerProcess]:
    """A server that is there until the end of the block."""
    server = ServerProcess(nursery, database)
    server.start()
    try:
        server.wait()
        yield server
    finally:
        server.stop()


def rehearse(*, with_engine: bool) -> None:
    """Load, compile and do once what every server does at its start, so that each need not."""
    from sixprime.engine.readiness import get_ready, prepare_moves
    from sixprime.server.app import create_app
    from sixprime.server.ops.running import Server, check_database
    from sixprime.server.settings import Settings
    from sixprime.server.store.databases import database_url

    prepare_moves()
    if with_engine:
        get_ready()
    with tempfile.TemporaryDirectory(prefix="sixprime-rehearsal-") as folder:
        settings = Settings(database_url(f"{folder}/matches.db"))
        asyncio.run(check_database(settings))
        Server(settings, create_app(settings)).config.load()
    gc.freeze()  # the servers leave it where it is, instead of copying it page by page


def main() -> None:
    """Be the process that waits: a line with port and database starts a server."""
    log = Path(sys.argv[1]).open("a", encoding="utf-8")  # noqa: SIM115  # for the servers, as long as they live
    os.dup2(log.fileno(), 2)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a server ended
    from sixprime.server.ops.running import serve
    from sixprime.server.settings import Settings
    from sixprime.server.store.databases import database_url

    rehearse(with_engine=sys.argv[2] == "engine")
    print("ready", flush=True)
    for line in sys.stdin:
        port, database = line.split()
        pid = os.fork()
        if not pid:
            os.dup2(os.open(os.devnull, os.O_RDWR), 0)
            os.dup2(2, 1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                serve(Settings(database_url(database), port=int(port), thinkers=1))
            finally:
                os._exit(0)
        print(pid, flush=True)
    os._exit(0)  # nothing is left to be tidied up


if __name__ == "__main__":
    main()
