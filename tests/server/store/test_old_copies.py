"""The copy of a database that is kept before a migration: whole or not there, also when the process is killed."""

import asyncio
import errno
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from conftest import Sixprime
from server.support.old_databases import MATCH, make_old, with_engine
from sixprime.files import write_atomically
from sixprime.server.ops.running import check_database
from sixprime.server.settings import Settings
from sixprime.server.store import databases
from sixprime.server.store.databases import database_url, open_database
from sixprime.server.store.locks import FileLock
from sixprime.server.store.migrating import DatabaseProblem
from sixprime.server.store.upkeep.backups import back_up, is_whole_copy
from waiting import PATIENCE

MIGRATE = """
import asyncio, sys
from sixprime.server.ops.running import check_database
from sixprime.server.settings import Settings
from sixprime.server.store.databases import database_url
print("ready", flush=True)
asyncio.run(check_database(Settings(database_url(sys.argv[1]))))
"""
PADDING = 30_000_000


def large_old_database(path: Path) -> None:
    async def fill(engine: AsyncEngine) -> None:
        await make_old(engine)
        async with engine.begin() as connection:
            await connection.execute(text("CREATE TABLE padding (x BLOB)"))
            await connection.execute(text("INSERT INTO padding VALUES (randomblob(:size))"), {"size": PADDING})

    with_engine(str(path), fill)


def migrate(path: Path) -> None:
    asyncio.run(check_database(Settings(database_url(str(path)))))


def copies(folder: Path) -> list[Path]:
    return sorted(found for found in folder.iterdir() if "revision-" in found.name)


def test_a_killed_process_leaves_no_copy_that_is_taken_for_good(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    kept = tmp_path / "matches.db.revision-0001"
    large_old_database(path)
    process = subprocess.Popen([sys.executable, "-c", MIGRATE, str(path)], stdout=subprocess.PIPE)
    try:
        until = time.monotonic() + PATIENCE
        while not copies(tmp_path) and process.poll() is None and time.monotonic() < until:
            time.sleep(0.0005)
        assert copies(tmp_path)
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert not kept.exists() or is_whole_copy(kept, "0001")
    migrate(path)
    assert copies(tmp_path) == [kept]
    assert is_whole_copy(kept, "0001")
    assert kept.stat().st_size > PADDING


@pytest.mark.parametrize("contents", [b"", b"SQLite format 3\0", b"no database at all" * 100])
def test_a_bad_copy_of_before_is_replaced(tmp_path: Path, contents: bytes) -> None:
    path, kept = tmp_path / "matches.db", tmp_path / "matches.db.revision-0001"
    with_engine(str(path), make_old)
    kept.write_bytes(contents)
    migrate(path)
    with closing(sqlite3.connect(kept)) as copy:
        assert copy.execute("SELECT id FROM matches").fetchall() == [(MATCH,)]


def test_a_good_copy_of_before_stays(tmp_path: Path) -> None:
    path, kept = tmp_path / "matches.db", tmp_path / "matches.db.revision-0001"
    with_engine(str(path), make_old)
    with_engine(str(kept), make_old)
    with closing(sqlite3.connect(kept)) as copy, copy:
        copy.execute("UPDATE matches SET length = 7")
    migrate(path)
    with closing(sqlite3.connect(kept)) as copy:
        assert copy.execute("SELECT length FROM matches").fetchall() == [(7,)]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_only_the_owner_reads_what_holds_secrets(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    before = os.umask(0o022)
    try:
        with_engine(str(path), make_old)
        migrate(path)
        lock = FileLock(path)
        lock.take()
        lock.release()
        back_up(database_url(str(path)), tmp_path / "backup.db")
    finally:
        os.umask(before)
    found = {found.name: mode(found) for found in tmp_path.iterdir()}
    assert {"matches.db", "matches.db.lock", "matches.db.revision-0001", "backup.db"} <= set(found)
    assert set(found.values()) == {0o600}, found


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
@pytest.mark.parametrize(("given", "kept"), [(0o644, 0o600), (0o666, 0o600), (0o640, 0o640), (0o600, 0o600)])
def test_a_file_that_anybody_could_read_is_closed(tmp_path: Path, given: int, kept: int) -> None:
    path = tmp_path / "matches.db"
    write_atomically(path, b"")
    path.chmod(given)
    open_database(database_url(str(path)))
    assert mode(path) == kept


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
@pytest.mark.parametrize("command", ["migrate", "usage"])
def test_a_file_that_is_no_database_stays_as_it_is(tmp_path: Path, sixprime: Sixprime, command: str) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna, this is no database\n", encoding="utf-8")
    path.chmod(0o644)
    said = sixprime(command, "--database", str(path))
    assert (said.code, said.err) == (2, "sixprime: the database cannot be used: file is not a database\n")
    assert mode(path) == 0o644
    assert path.read_text(encoding="utf-8") == "Dear Anna, this is no database\n"
    assert [found.name for found in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("command", ["migrate", "serve"])
def test_a_database_that_cannot_be_opened_is_refused_in_a_line(
    tmp_path: Path, sixprime: Sixprime, command: str
) -> None:
    """Before the driver opens it, whose thread would print a traceback of its own."""
    said = sixprime(command, "--database", str(tmp_path))
    assert (said.code, said.err) == (2, "sixprime: the database cannot be used: it is a folder\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_database_that_cannot_be_made_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(databases, "make_private", refuse)
    with pytest.raises(DatabaseProblem, match="the database cannot be used: it is not permitted"):
        open_database(database_url(str(tmp_path / "matches.db")))
