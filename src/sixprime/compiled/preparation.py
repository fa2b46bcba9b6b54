"""`Preparation`: compiles all kernels in processes of their own, usually at low priority, while the program answers in
plain Python.

What is compiled is said by steps, functions that call the kernels once. Two processes take one step after the other;
each kernel is on disk as soon as it is compiled, so that an interrupted preparation goes on where it was. When all is
done a file among the machine code says so, and the next start loads it at once. Only one preparation runs on a machine;
others wait for it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from typing import IO, Any, NamedTuple

from sixprime.compiled import cache_folders
from sixprime.files import write_atomically

try:
    import fcntl
except ImportError:  # Windows: two programs that start at the same time both compile
    fcntl = None  # type: ignore[assignment]

PROCESSES = 2
STAMP = "sixprime-compiled.json"
LOCK = "sixprime-compiling.lock"
PATIENCE = 0.3
"""Seconds between looks at a preparation of another program."""
NICENESS = 15
"""By how much the system prefers other processes while the program does something else than wait for the end."""


class CompileStep(NamedTuple):
    """A part of what is compiled."""

    name: str
    """The function that does it, as `module:function`."""
    seconds: float
    """About how long it takes, which says how far the bar moves on."""


class PreparationFailed(Exception):
    """A step could not be done."""


def is_prepared(steps: Sequence[CompileStep]) -> bool:
    """Whether these steps have been done on this machine, with these sources, by this Python and numba."""
    try:
        found = json.loads((cache_folders.folder_of_stamp() / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(found == _stamp(steps))


class Preparation:
    """Does steps in other processes. `run` waits for the end; `share` says how far it is, at any time."""

    def __init__(
        self,
        steps: Sequence[CompileStep],
        on_progress: Callable[[float], object] | None = None,
        *,
        niceness: int = NICENESS,
    ) -> None:
        self.steps = tuple(steps)
        self._niceness = niceness
        self.share = 0.0
        """How much is done, from 0 to 1."""
        self._on_progress = on_progress
        self._waiting = list(self.steps)
        self._done = 0.0
        self._lock = threading.Lock()
        self._processes: list[subprocess.Popen[str]] = []
        self._stopping = threading.Event()
        self._failure: str | None = None

    def run(self) -> bool:
        """Do everything that has not been done; False if `stop` was called meanwhile."""
        folder = cache_folders.folder_of_stamp()
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / LOCK).open("a+", encoding="utf-8") as lock:
            while not _try_lock(lock):
                if self._stopping.wait(PATIENCE):
                    return False
                self._tell(max(self.share, _noted_share(folder / LOCK)))
            if not is_prepared(self.steps):
                self._share_out(lock)
                if self._stopping.is_set():
                    return False
                if self._failure is not None:
                    raise PreparationFailed(self._failure)
                write_atomically(folder / STAMP, json.dumps(_stamp(self.steps)).encode())
        self._tell(1.0)
        return True

    def stop(self) -> None:
        """End the processes. What they have compiled is on disk."""
        self._stopping.set()
        with self._lock:
            for process in self._processes:
                process.kill()

    def _share_out(self, lock: IO[str]) -> None:
        """Let two processes take one step after the other until none is left."""
        threads = [threading.Thread(target=self._work, args=(lock,), daemon=True) for _ in range(PROCESSES)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _work(self, lock: IO[str]) -> None:
        command = [sys.executable, "-m", "sixprime.compiled.compiling", str(self._niceness)]
        with self._lock:
            if self._stopping.is_set():
                return
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
            )
            self._processes.append(process)
        with process:
            assert process.stdin is not None
            assert process.stdout is not None
            while (step := self._next()) is not None:
                with contextlib.suppress(OSError):  # the answer below says if it has ended
                    process.stdin.write(step.name + "\n")
                    process.stdin.flush()
                answer = process.stdout.readline().strip()
                if answer != "done":
                    self._failure = self._failure or f"{step.name}: {answer or 'the process ended'}"
                    break
                with self._lock:
                    self._done += step.seconds
                    share = self._done / sum(step.seconds for step in self.steps)
                    _note_share(lock, share)
                self._tell(share)
            with contextlib.suppress(OSError):  # it may have ended
                process.stdin.close()

    def _next(self) -> CompileStep | None:
        with self._lock:
            if self._stopping.is_set() or self._failure is not None or not self._waiting:
                return None
            return self._waiting.pop(0)

    def _tell(self, share: float) -> None:
        if share > self.share:
            self.share = share
            if self._on_progress is not None:
                self._on_progress(share)


def _try_lock(file: IO[str]) -> bool:
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


def _note_share(file: IO[str], share: float) -> None:
    """Let those who wait know how far it is."""
    file.seek(0)
    file.truncate()
    file.write(f"{share:.3f}\n")
    file.flush()


def _noted_share(path: Path) -> float:
    try:
        return min(float(path.read_text(encoding="utf-8")), 0.99)
    except (OSError, ValueError):
        return 0.0


def _stamp(steps: Sequence[CompileStep]) -> dict[str, Any]:
    """What the machine code depends on: the steps, the sources of kernels, Python, numba and the processor."""
    digest = hashlib.sha256()
    for path in sorted(cache_folders.PACKAGE.rglob("*.py")):
        if b"sixprime.compiled" in path.read_bytes():
            found = path.stat()  # numba looks at the same
            digest.update(f"{path.relative_to(cache_folders.PACKAGE)} {found.st_mtime_ns} {found.st_size}".encode())
    return {
        "steps": [step.name for step in steps],
        "sources": digest.hexdigest(),
        "folder": str(cache_folders.PACKAGE),
        "python": platform.python_version(),
        "numba": metadata.version("numba"),
        "llvmlite": metadata.version("llvmlite"),
        "processor": _processor(),
    }


def _processor() -> str:
    """The kind of processor: machine code is made for what it can do.

    `NUMBA_CPU_NAME` and `NUMBA_CPU_FEATURES` name another kind, so that what is compiled on one machine, for an image
    of a container for example, runs on others.
    """
    if named := os.environ.get("NUMBA_CPU_NAME"):
        return f"{platform.machine()} {named} {os.environ.get('NUMBA_CPU_FEATURES', '')}".strip()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    known = {line.partition(":")[0].strip(): line.partition(":")[2].strip() for line in reversed(lines)}
    features = " ".join(sorted(known.get("flags", "").split()))
    return f"{platform.machine()} {known.get('model name', platform.processor())} {features}".strip()
