"""A PostgreSQL server of one's own for a test run: a fresh cluster in a folder, on a free port of this machine."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from waiting import PATIENCE

FOLDERS = ("/usr/lib/postgresql/17/bin", "/usr/lib/postgresql/16/bin", "/usr/lib/postgresql/15/bin")


def find_program(name: str) -> str | None:
    """Where a program of PostgreSQL is; None if it is not installed."""
    path = os.pathsep.join((os.environ.get("PATH", ""), *FOLDERS))
    return shutil.which(name, path=path)


def why_not() -> str | None:
    """Why PostgreSQL cannot be started here; None if it can."""
    if find_program("initdb") is None or find_program("postgres") is None:
        return "PostgreSQL is not installed"
    if os.geteuid() == 0 and _user() is None:
        return "PostgreSQL does not run as root, and there is no user postgres or nobody to run it as"
    return None


def _user() -> pwd.struct_passwd | None:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    return None


class Cluster:
    """A running server; each test takes a database of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._identity: dict[str, Any] = {}
        user = _user()
        if os.geteuid() == 0 and user is not None:
            self._identity = {"user": user.pw_uid, "group": user.pw_gid}
            os.chown(folder, user.pw_uid, user.pw_gid)
        self._process: subprocess.Popen[bytes] | None = None
        self.port = 0
        self._count = 0

    def start(self) -> None:
        data = self._folder / "data"
        initdb, server = find_program("initdb"), find_program("postgres")
        assert initdb is not None
        assert server is not None
        if not data.exists():
            self._run([initdb, "-D", str(data), "-U", "sixprime", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"])
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [
            server, "-D", str(data), "-p", str(self.port), "-k", str(self._folder),
            "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=100",
            # What is written need not outlive the machine, and a stopped server is not started again.
            "-c", "fsync=off", "-c", "full_page_writes=off",
        ]  # fmt: skip
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=log, **self._identity
            )
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((self._folder / "log").read_text())
            time.sleep(0.05)

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(command, cwd=self._folder, capture_output=True, text=True, check=False, **self._identity)
        if done.returncode:
            raise RuntimeError(done.stderr)

    def _answers(self) -> bool:
        program = find_program("pg_isready")
        assert program is not None
        done = subprocess.run([program, "-q", "-h", "127.0.0.1", "-p", str(self.port), "-U", "sixprime"], check=False)
        return done.returncode == 0

    def new_database(self) -> str:
        """The URL of a fresh, empty database."""
        self._count += 1
        name = f"test{self._count}"
        program = find_program("createdb")
        assert program is not None
        self._run([program, "-h", "127.0.0.1", "-p", str(self.port), "-U", "sixprime", name])
        return f"postgresql://sixprime@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # a fast stop: clients are sent away
            self._process.wait(PATIENCE)  # the last checkpoint takes long where the disk is busy
            self._process = None


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A cluster in a temporary folder, stopped and removed at the end."""
    with tempfile.TemporaryDirectory(prefix="sixprime-postgres-") as folder:
        cluster = Cluster(Path(folder))
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()
