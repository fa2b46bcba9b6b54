"""Writing files atomically: a reader finds the old file or the new one, never a part, whatever happens meanwhile.

A file is written under a temporary name in the same folder, synced to disk, and then given its name in one step.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

NAME_CHARACTERS = 200
"""How much of a file's name goes into its temporary name, so that this is not too long."""


def write_atomically(path: Path, content: str | bytes, *, overwrite: bool = True) -> None:
    """Write a whole file; text is written as UTF-8, with its line ends as they are.

    Folders are made where they are missing. Without `overwrite`, `FileExistsError` if the file exists.
    """
    with atomic_file(path, overwrite=overwrite) as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def atomic_file(path: Path, *, overwrite: bool = True) -> Iterator[IO[bytes]]:
    """A binary file to write to, which becomes `path` when the block ends; an exception leaves `path` as it was."""
    with atomic_path(path, overwrite=overwrite) as temporary, temporary.open("xb") as file:
        yield file


@contextmanager
def atomic_path(path: Path, *, overwrite: bool = True) -> Iterator[Path]:
    """A temporary path, at which the block makes a file that becomes `path` when the block ends.

    An exception leaves `path` as it was. The temporary file is removed in any case.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name[:NAME_CHARACTERS]}.{secrets.token_hex(8)}.new")
    try:
        yield temporary
        with temporary.open("r+b") as file:
            os.fsync(file.fileno())
        if overwrite:
            temporary.replace(path)
        else:
            _move_without_overwriting(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _move_without_overwriting(temporary: Path, path: Path) -> None:
    """Give a file its name; `FileExistsError` if another file has it."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # not every file system has hard links
        if os.path.lexists(path):
            raise FileExistsError from None
        temporary.replace(path)
