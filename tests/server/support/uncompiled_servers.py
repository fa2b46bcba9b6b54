"""Servers that believe that nothing is compiled.

The kernels are those of this installation. That they are compiled already is kept from the server, by another folder
for the file that says so; a lock there stands for another program that compiles.
"""

import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sixprime.analysis.readiness import STEPS
from sixprime.compiled.preparation import LOCK, STAMP, _stamp

SERVE = """\
import sys
from pathlib import Path
from sixprime.compiled import cache_folders

cache_folders.folder_of_stamp = lambda: Path(sys.argv[1])
from sixprime.cli.app import run

run(["serve", "--port", "0", "--no-browser", "--database", sys.argv[2]])
"""


def compiling_elsewhere(folder: Path) -> Iterator[None]:
    """As if another program were compiling, and had come to two fifths; from the second step on, as if it were done."""
    with (folder / LOCK).open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write("0.4\n")
        lock.flush()
        yield
        (folder / STAMP).write_text(json.dumps(_stamp(STEPS)), encoding="utf-8")


@contextmanager
def uncompiled_server(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(folder), str(folder / "matches.db")],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "SIXPRIME_LANGUAGE": "en"},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield line.split()[3], process
    finally:
        process.terminate()
        process.communicate()
