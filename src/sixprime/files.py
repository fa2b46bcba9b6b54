"""Writing files atomically: a reader finds the old file or the new one, never a part, whatever happens meanwhile.

A file is written under a temporary name in the same folder, synced to disk, and then given its name in one step.
"""

from __future__ import annotations

import errno
import os
import re
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


def make_private(path: Path) -> None:
    """Let only its owner read and write a file, which is made if it is missing.

    Who has given a group access to the file keeps it so; nobody else may read it.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        if path.stat().st_mode & 0o007:
            path.chmod(0o600)


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
    _make_folder(path.parent)
    temporary = path.with_name(f"{_temporary_prefix(path)}{secrets.token_hex(8)}.new")
    try:
        yield temporary
        with temporary.open("r+b") as file:
            os.fsync(file.fileno())
        if overwrite:
            temporary.replace(path)
        else:
            _move_without_overwriting(temporary, path)
        _sync_folder(path.parent)
    finally:
        temporary.unlink(missing_ok=True)


def _make_folder(folder: Path) -> None:
    """Make a folder if it is missing; `NotADirectoryError` if a file has its name."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:  # which would be understood as: the file to be written is there already
        raise NotADirectoryError(errno.ENOTDIR, "Not a directory", str(folder)) from error


def _temporary_prefix(path: Path) -> str:
    return f".{path.name[:NAME_CHARACTERS]}."


def remove_leftovers(path: Path) -> None:
    """Remove temporary files of `path` that processes left when they were killed. Nobody may be writing it now."""
    prefix = _temporary_prefix(path)
    for found in path.parent.iterdir():
        is_temporary = found.name.startswith(prefix) and re.fullmatch(r"[0-9a-f]{16}\.new.*", found.name[len(prefix) :])
        if is_temporary:
            found.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Sync the new name of a file to disk, where the system can."""
    if os.name == "nt":  # pragma: no cover
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:  # not every file system syncs folders
        pass
    finally:
        os.close(descriptor)


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
