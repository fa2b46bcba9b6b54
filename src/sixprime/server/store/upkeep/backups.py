"""Backups: consistent copies of a database, also while a server writes to it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import URL

from sixprime.files import atomic_path, make_private, remove_leftovers
from sixprime.messages import text
from sixprime.messages.system_errors import reason
from sixprime.server.store.databases import is_sqlite
from sixprime.server.store.migrating import DatabaseProblem

PAGES_AT_ONCE = 2000


def back_up(url: URL, target: Path) -> None:
    """Copy a database to a file that is not there yet; the file appears when the copy is complete and has been checked.

    A PostgreSQL database is copied by `pg_dump`, in its own format.
    """
    if target.exists():
        raise DatabaseProblem(text("{path} exists already", path=target))
    try:
        with atomic_path(target, overwrite=False) as temporary:
            make_private(temporary)  # it holds the secrets of dice
            if is_sqlite(url):
                copy_sqlite(_existing(url), temporary)
            else:
                _dump(url, temporary)
    except OSError as error:
        raise DatabaseProblem(text("{path} cannot be written: {why}", path=target, why=reason(error))) from None


def _existing(url: URL) -> Path:
    assert url.database is not None
    path = Path(url.database)
    if not path.is_file():
        raise DatabaseProblem(text("there is no database at {path}", path=path))
    return path


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy a SQLite database page by page, while others may use it, and check the copy.

    The target is empty or missing.
    """
    try:
        with (
            closing(sqlite3.connect(f"file:{source.as_posix()}?mode=ro", uri=True, timeout=30)) as original,
            closing(sqlite3.connect(target)) as copy,
        ):
            original.backup(copy, pages=PAGES_AT_ONCE)
            (found,) = copy.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:
        raise DatabaseProblem(text("the database cannot be copied: {why}", why=str(error))) from None
    if found != "ok":
        raise DatabaseProblem(text("the database is damaged: {why}", why=str(found)[:200]))


def keep_old(path: Path, revision: str) -> None:
    """Keep a copy of a SQLite database of an older revision beside it, unless there is a good one already."""
    kept = path.with_name(f"{path.name}.revision-{revision}")
    remove_leftovers(kept)
    if is_whole_copy(kept, revision):
        return
    with atomic_path(kept) as temporary:
        make_private(temporary)
        copy_sqlite(path, temporary)


def is_whole_copy(path: Path, revision: str) -> bool:
    """Whether a file is an undamaged SQLite database of a revision."""
    if not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"file:{path.as_posix()}?mode=ro", uri=True, timeout=30)) as copy:
            found = copy.execute("SELECT version_num FROM alembic_version").fetchone()
            (check,) = copy.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error:
        return False
    return bool(found == (revision,) and check == "ok")


def _dump(url: URL, target: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise DatabaseProblem(text("pg_dump, which comes with PostgreSQL, is not installed"))
    place = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    environment = dict(os.environ)
    if url.password is not None:
        environment["PGPASSWORD"] = url.password
    done = subprocess.run(
        [program, "--format=custom", "--no-password", f"--file={target}", place],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [""]
        raise DatabaseProblem(text("pg_dump failed: {why}", why=lines[0][:300]))
