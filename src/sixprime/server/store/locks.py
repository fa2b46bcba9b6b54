"""A lock file beside a SQLite database, so that one process uses it. The system releases it when the process ends."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from sixprime.files import make_private
from sixprime.messages import text
from sixprime.messages.system_errors import reason
from sixprime.server.store.migrating import DatabaseProblem


class FileLock:
    """Holds a database for this process until it is released."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(database.name + ".lock")
        self._file: IO[bytes] | None = None

    def take(self) -> None:
        """Take the lock, or `DatabaseProblem` if another process has it."""
        try:
            make_private(self._path)
            file = self._path.open("ab")
        except OSError as error:
            why = reason(error)
            raise DatabaseProblem(text("{path} cannot be written: {why}", path=self._path, why=why)) from None
        if not _lock(file):
            file.close()
            raise DatabaseProblem(
                text("another sixprime server has this database open: {path}", path=self._path.with_suffix(""))
            )
        self._file = file

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _lock(file: IO[bytes]) -> bool:
    try:
        if os.name == "nt":  # pragma: no cover
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
