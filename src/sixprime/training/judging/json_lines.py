"""Files of JSON lines that are made over a long time: a heading that says how they are made, then an entry a line.

Entries are added at the end and written through at once, so that an interruption loses nothing that is finished. Two
runs never write to one file at the same time.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sixprime.core import SixprimeError
from sixprime.messages import text
from sixprime.messages.system_errors import reason

Entry = Mapping[str, Any]
Add = Callable[[Entry], None]


class JsonLinesProblem(SixprimeError):
    """A file that cannot be read or written, is damaged, or was made in another way."""


def read_entries(path: Path, heading: Entry) -> list[dict[str, Any]]:
    """The entries of a file with this heading; none if there is no file. A last line that was cut off is not one."""
    try:
        *lines, _cut_off = path.read_text(encoding="utf-8").split("\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise JsonLinesProblem(text("cannot read {path}: {why}", path=path, why=reason(error))) from error
    except UnicodeDecodeError as error:
        raise damaged(path, 1) from error
    entries: list[dict[str, Any]] = []
    for number, line in enumerate(lines, start=1):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise damaged(path, number) from error
        if not isinstance(entry, dict):
            raise damaged(path, number)
        entries.append(entry)
    if entries and entries[0] != json.loads(json.dumps(heading)):
        raise JsonLinesProblem(
            text("{path} was made in another way: make it afresh, or choose another file", path=path)
        )
    return entries[1:]


@contextmanager
def adding_entries(path: Path, heading: Entry) -> Iterator[Add]:
    """Open a file to add entries to it, with its heading and without a last line that was cut off."""
    with _opened(path) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise JsonLinesProblem(text("{path} is being written by another run", path=path)) from error
        read_entries(path, heading)
        file.seek(0)
        written = file.read()
        whole = written[: written.rfind("\n") + 1]
        if whole != written:
            file.truncate(len(whole.encode("utf-8")))

        def add(entry: Entry) -> None:
            file.write(json.dumps(entry, separators=(",", ":")) + "\n")
            file.flush()

        if not whole:
            add(heading)
        yield add


def damaged(path: Path, line: int) -> JsonLinesProblem:
    """What to say of a line that is not what it should be; lines are counted from 1, the heading being the first."""
    return JsonLinesProblem(text("line {line} of {path} is damaged: make the set afresh", line=line, path=path))


def _opened(path: Path) -> IO[str]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("a+", encoding="utf-8")
    except OSError as error:
        raise JsonLinesProblem(text("cannot write {path}: {why}", path=path, why=reason(error))) from error
