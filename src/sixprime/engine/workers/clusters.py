"""`RayCluster`: does pieces of work on a Ray cluster (docs/cluster.md).

Ray itself runs in a process of its own, `cluster_driver`: what it prints is kept here instead of reaching the terminal,
and if it ends, because the cluster is lost, that is an error like any other. When a worker or a node of the cluster
dies, its pieces are done again by others.
"""

from __future__ import annotations

import os
import pickle
import re
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import count, islice
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

from sixprime import __version__
from sixprime.engine.net.nets import Net
from sixprime.engine.workers.jobs import Plan, Result, Work, WorkersProblem
from sixprime.engine.workers.pieces import pack_job, unpack_result
from sixprime.messages import Message, text
from sixprime.messages.system_errors import reason

DRIVER = Path(__file__).with_name("cluster_driver.py")
KNOCK_SECONDS = 4.0
CONNECT_SECONDS = 300.0
"""How long a cluster that listens may take to answer. Starting one on this machine has no limit but Ray's own."""
LEAVE_SECONDS = 30.0
MOST_LETTERS = 300
"""How much of an error of Ray's is shown."""

_ABOUT_TOKENS = re.compile(r"InvalidAuthToken|Unauthenticated|AuthenticationError|find an authentication token")
_LOG_PREFIX = re.compile(r"\[[^\[\]]*+\]\s*+(?:\([a-z_]++\)\s*+)?\w++\.(?:cc|h):\d++:\s*+")

_Answer = tuple[Any, ...]


class RayCluster:
    """Tasks on a Ray cluster: an address as Ray knows them, or "local" for one on this machine."""

    def __init__(self, address: str, processors: int | None = None) -> None:
        """Connect to a cluster; `processors` is the size of a local one."""
        if find_spec("ray") is None:
            raise WorkersProblem(text("Ray is not installed: pip install 'sixprime[ray]'"))
        self._address = address
        _knock(address)
        # In a session of its own, so that Ctrl-C reaches this process alone, which then lets go of the cluster.
        self._driver = subprocess.Popen(
            [sys.executable, "-P", str(DRIVER), address, str(processors or os.cpu_count() or 1)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._sending = Lock()
        self._numbers = count(1)
        self._first_answer: SimpleQueue[_Answer] = SimpleQueue()
        self._inboxes: dict[int, SimpleQueue[_Answer]] = {}
        self._is_lost = False
        self._overheard: deque[str] = deque(maxlen=100)
        for target in (self._listen, self._overhear):
            Thread(target=target, daemon=True).start()
        try:
            self._processors = self._connect()
        except BaseException:
            self._kill()
            raise

    def do(
        self, work: Work[Plan, Result], nets: tuple[Net, ...], plan: Plan, pieces: Iterable[int]
    ) -> Iterator[tuple[int, Result]]:
        number = next(self._numbers)
        inbox = self._inboxes[number] = SimpleQueue()
        waiting = iter(pieces)
        running: deque[int] = deque()
        done: dict[int, bytes] = {}
        try:
            self._send("job", number, __version__, pack_job(work, nets, plan))
            while True:
                # A piece more for each processor than it is at, so that none waits while results are looked at.
                for piece in islice(waiting, max(0, 2 * self._processors - len(running))):
                    self._send("piece", number, piece)
                    running.append(piece)
                if not running:
                    return
                piece = running.popleft()
                while piece not in done:
                    self._receive(inbox, done)
                yield piece, unpack_result(done.pop(piece))
        finally:
            del self._inboxes[number]
            if not self._is_lost:
                self._send("end", number)

    def close(self) -> None:
        """Leave the cluster; a local one ends."""
        self._close_input()
        try:
            self._driver.wait(LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill()

    def _connect(self) -> int:
        """Wait until the driver is connected; how many processors the cluster has."""
        try:
            answer = self._first_answer.get(timeout=None if self._address == "local" else CONNECT_SECONDS)
        except Empty:
            raise self._refusal(text("no answer in time")) from None
        match answer:
            case ("ready", processors):
                return int(processors)
            case ("refused", kind, why):
                if _ABOUT_TOKENS.search(f"{kind} {why}"):
                    raise self._refusal_for_want_of_token()
                raise self._refusal(_one_line(why or kind))
        raise self._refusal(self._last_words())

    def _refusal(self, why: str | Message) -> WorkersProblem:
        return WorkersProblem(text("no Ray cluster at {address}: {why}", address=self._address, why=why))

    def _refusal_for_want_of_token(self) -> WorkersProblem:
        """Say what is missing and how to set it."""
        if not _has_token():
            return WorkersProblem(
                text(
                    "the Ray cluster at {address} needs a token: set RAY_AUTH_MODE=token, and RAY_AUTH_TOKEN to what"
                    " 'ray get-auth-token' prints on its head node",
                    address=self._address,
                )
            )
        if os.environ.get("RAY_AUTH_MODE", "").lower() != "token":
            return WorkersProblem(
                text("the Ray cluster at {address} needs a token: set RAY_AUTH_MODE=token", address=self._address)
            )
        return WorkersProblem(
            text(
                "the Ray cluster at {address} has another token: set RAY_AUTH_TOKEN to what 'ray get-auth-token'"
                " prints on its head node",
                address=self._address,
            )
        )

    def _send(self, *message: object) -> None:
        assert self._driver.stdin is not None
        try:
            with self._sending:
                pickle.dump(message, self._driver.stdin)
                self._driver.stdin.flush()
        except OSError as error:
            self._is_lost = True
            raise self._loss() from error

    def _receive(self, inbox: SimpleQueue[_Answer], done: dict[int, bytes]) -> None:
        """Wait for an answer to a job, and note its result."""
        match () if self._is_lost else inbox.get():
            case ("done", _, piece, result, processors):
                self._processors = processors
                done[piece] = result
            case ("failed", _, _, why):
                raise WorkersProblem(text("the Ray cluster has failed: {why}", why=_one_line(why)))
            case _:
                raise self._loss()

    def _loss(self) -> WorkersProblem:
        return WorkersProblem(
            text("the Ray cluster at {address} is lost: {why}", address=self._address, why=self._last_words())
        )

    def _listen(self) -> None:
        """Hand the driver's answers on to those who wait for them; runs in a thread until the driver ends."""
        assert self._driver.stdout is not None
        with self._driver.stdout as answers:
            try:
                self._first_answer.put(pickle.load(answers))  # from our own process
                while True:
                    answer: _Answer = pickle.load(answers)
                    inbox = self._inboxes.get(answer[1])
                    if inbox is not None:
                        inbox.put(answer)
            except (EOFError, OSError, ValueError, pickle.UnpicklingError):
                self._is_lost = True
                for waiting in (self._first_answer, *list(self._inboxes.values())):
                    waiting.put(())

    def _overhear(self) -> None:
        """Keep the last lines that Ray prints. Ray repeats for half a minute that it has no token: once is enough."""
        assert self._driver.stderr is not None
        with self._driver.stderr as lines:
            for line in lines:
                written = line.decode(errors="replace").strip()
                self._overheard.append(written)
                if _ABOUT_TOKENS.search(written):
                    self._first_answer.put(("refused", "", written))

    def _last_words(self) -> str:
        """The last sentence that Ray wrote to its log, or how its process has ended."""
        told = [line for line in self._overheard if _LOG_PREFIX.match(line)]
        if told:
            return _one_line(_LOG_PREFIX.sub("", told[-1])).partition(". ")[0]
        return f"exit code {self._driver.wait()}"

    def _kill(self) -> None:
        self._driver.kill()
        self._driver.wait()
        self._close_input()

    def _close_input(self) -> None:
        assert self._driver.stdin is not None
        with suppress(OSError):  # the driver may have ended already
            self._driver.stdin.close()


def _knock(address: str) -> None:
    """See whether anybody listens at a host and port; Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), timeout=KNOCK_SECONDS).close()
        except (OSError, OverflowError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise WorkersProblem(text("no Ray cluster at {address}: {why}", address=address, why=why)) from error


def _has_token() -> bool:
    """Whether Ray would find a token, in the environment or in a file."""
    if os.environ.get("RAY_AUTH_TOKEN"):
        return True
    path = os.environ.get("RAY_AUTH_TOKEN_PATH")
    return (Path(path) if path else Path.home() / ".ray" / "auth_token").is_file()


def _one_line(error: str) -> str:
    """An error in one line, not too long."""
    line = " ".join(error.split())
    return line if len(line) <= MOST_LETTERS else line[: MOST_LETTERS - 3] + "..."
