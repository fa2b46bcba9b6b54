"""The program itself: how it starts, what it says, how it stops."""

import asyncio
import io
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from server.support.old_databases import make_old, with_engine
from sixprime.server.ops.log_output import set_up_logging
from sixprime.server.ops.running import bring_up_to_date
from sixprime.server.store.databases import database_url, open_database
from sixprime.server.store.migrating import newest
from waiting import PATIENCE

PROGRAM = """
import sys
from sixprime.server.ops.running import serve
from sixprime.server.settings import settings_from
flags = dict(zip(("database", "port", "log"), sys.argv[1:]))
serve(settings_from(flags), on_start=lambda settings: print(settings.url, flush=True))
"""


@contextmanager
def started(*flags: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server as a program of its own, and its address."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def test_a_server_starts_speaks_json_and_stops_quietly(tmp_path: Path) -> None:
    with started(str(tmp_path / "a.db"), "0", "json") as (process, url):
        assert url.startswith("http://127.0.0.1:")
        with httpx.Client(base_url=url, headers={"X-Sixprime": "1"}, trust_env=False, timeout=PATIENCE) as visitor:
            created = visitor.post("/api/matches", json={"kind": "link"}).json()
            visitor.get(f"/api/matches/{created['state']['match']}")
            cookie = visitor.cookies["sixprime"]
        match = created["state"]["match"]
        refused = {f"/api/matches/{match}/live": "http://elsewhere.example", f"/api/matches/{'A' * 22}/live": url}
        for path, origin in refused.items():
            with (
                pytest.raises(InvalidStatus),
                connect(f"ws{url.removeprefix('http')}{path}", origin=Origin(origin), proxy=None),
            ):
                pass
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
    lines = [json.loads(line) for line in err.splitlines()]
    assert {line["message"] for line in lines} >= {"started", "request", "stopped"}
    # A WebSocket that was refused is a request like any other, and not an error of the server.
    assert [line["status"] for line in lines if line.get("method") == "WEBSOCKET"] == [403, 404]
    assert [line for line in lines if line["level"] not in ("info", "warning")] == []
    for secret in (cookie, created["invitation"], match):
        assert secret not in err
        assert secret not in out


def test_logs_in_both_forms() -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        for form in ("json", "plain"):
            stream = io.StringIO()
            set_up_logging(form, stream)
            logging.getLogger("sixprime.test").warning("a thing happened", extra={"match": "abc", "cookie": "secret"})
            logging.getLogger("sixprime.test").info("a small thing")
            written = stream.getvalue()
            assert "secret" not in written
            if form == "json":
                first = json.loads(written.splitlines()[0])
                assert (first["message"], first["match"], first["level"]) == ("a thing happened", "abc", "warning")
                assert len(written.splitlines()) == 2
            else:
                assert written == "sixprime: a thing happened\n"
    finally:
        root.handlers[:] = before
        root.setLevel(level)


def test_forms_that_are_none_are_not_logged(tmp_path: Path) -> None:
    with started(str(tmp_path / "a.db"), "0", "plain") as (process, url):
        with httpx.Client(base_url=url, headers={"X-Sixprime": "1"}, trust_env=False, timeout=PATIENCE) as visitor:
            for kind in ("multipart/form-data; boundary=a", "multipart/form-data; boundary="):
                answer = visitor.post("/api/imports", content=b"not a form", headers={"Content-Type": kind})
                assert answer.status_code == 400
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert [line for line in err.splitlines() if "getting ready" not in line] == []


def test_an_older_file_is_kept_before_it_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with_engine(str(path), make_old)

    async def main() -> None:
        database = open_database(database_url(str(path)))
        try:
            assert await bring_up_to_date(database) == ("0001", newest())
        finally:
            await database.close()

    asyncio.run(main())
    assert (tmp_path / "old.db.revision-0001").is_file()


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals on Windows")
def test_killed_and_started_again(tmp_path: Path) -> None:
    with (
        started(str(tmp_path / "a.db"), "0", "plain") as (process, url),
        httpx.Client(base_url=url, headers={"X-Sixprime": "1"}, trust_env=False, timeout=PATIENCE) as visitor,
    ):
        match = visitor.post("/api/matches", json={"kind": "screen"}).json()["state"]["match"]
        command = {"key": "a", "version": 3, "seat": "white", "action": "open"}
        ack = visitor.post(f"/api/matches/{match}/commands", json=command).json()
        cookies = dict(visitor.cookies)
        process.kill()
    with (
        started(str(tmp_path / "a.db"), "0", "plain") as (_, url),
        httpx.Client(
            base_url=url, headers={"X-Sixprime": "1"}, cookies=cookies, trust_env=False, timeout=PATIENCE
        ) as visitor,
    ):
        assert visitor.get(f"/api/matches/{match}").json()["version"] == ack["version"]
        assert visitor.post(f"/api/matches/{match}/commands", json=command).json() == ack
