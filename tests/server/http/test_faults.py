"""When the server itself fails: the answer is JSON, the log says why and no secret, and readiness is honest."""

import asyncio
import errno
import logging
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import InvalidStatus

from conftest import not_here
from server.support.local_servers import LocalServer, create, running
from server.support.postgres import running_cluster, why_not
from sixprime.server.http.middleware import AllowedHosts, RequestGuard
from sixprime.server.identities import COOKIE, holder_of
from sixprime.server.limits import Limits
from sixprime.server.ops.log_output import JsonFormatter, PlainFormatter, shorten_secrets
from sixprime.server.store import health
from sixprime.server.store.databases import database_url
from waiting import PATIENCE, wait_until


@pytest.fixture(autouse=True)
def always_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH_SECONDS", 0.0)


def readiness(server: LocalServer) -> tuple[int, bool]:
    answer = server.visitor().get("/api/ready")
    return answer.status_code, answer.json()["database"]


def wait_until_ready(server: LocalServer) -> None:
    wait_until(lambda: readiness(server)[0] == 200, "a server that is ready", pause=0.05)


def test_a_fault_is_answered_in_json_and_logged_without_secrets(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path) as server, caplog.at_level(logging.WARNING):
        visitor = server.visitor()
        match = create(visitor)["state"]["match"]
        with closing(sqlite3.connect(tmp_path / "test.db")) as database, database:
            database.execute("DROP TABLE seats")
        answer = visitor.get("/api/matches", headers={"Accept-Language": "de"})
        assert answer.status_code == 500
        assert answer.headers["content-type"] == "application/json"
        assert "content-security-policy" in answer.headers
        assert answer.json()["error"]["code"] == "server-fault"
        with pytest.raises(InvalidStatus) as refused:
            server.live("A" * 22, visitor)
        assert refused.value.response.status_code in (404, 500)
        failed = [record for record in caplog.records if "a request failed" in record.getMessage()]
        assert failed
        for formatter in (PlainFormatter(), JsonFormatter()):
            told = "\n".join(formatter.format(record) for record in caplog.records)
            assert "no such table" in told
            assert "GET /api/matches" in told
            secret = visitor.cookies[COOKIE]
            for hidden in (secret, holder_of(secret), match):
                assert hidden is not None
                assert hidden not in told


def test_who_leaves_before_a_websocket_is_accepted_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        raise ClientDisconnected

    guarded = RequestGuard(app, hosts=AllowedHosts([]), limits=Limits())
    scope = {
        "type": "websocket", "path": "/api/analyses/A/live", "query_string": b"", "client": ("127.0.0.1", 1),
        "headers": [(b"host", b"localhost")],
    }  # fmt: skip
    with caplog.at_level(logging.WARNING):
        asyncio.run(guarded(scope, receive, send))
    assert not caplog.records


def test_what_looks_like_a_secret_is_cut_short() -> None:
    for secret in ("ab12" * 16, "Xy9_-" * 8 + "abc", "A1b2" * 5 + "xy"):
        assert shorten_secrets(f"what {secret}, then") == f"what {secret[:6]}..., then"
    for plain in ("a word", "x" * 21, "File sixprime/server/live/rooms.py", "9" * 70):
        assert shorten_secrets(plain) == plain


def test_a_database_that_takes_no_writes_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "ANSWER_SECONDS", 0.2)
    with running(tmp_path) as server:
        with closing(sqlite3.connect(tmp_path / "test.db", isolation_level=None, timeout=PATIENCE)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert readiness(server) == (503, False)
            other.execute("ROLLBACK")
        monkeypatch.setattr(health, "ANSWER_SECONDS", PATIENCE)
        wait_until_ready(server)


def test_a_database_that_is_gone_is_not_ready(tmp_path: Path) -> None:
    problem = why_not()
    if problem is not None:
        not_here(problem)
    with running_cluster() as cluster, running(tmp_path, database=database_url(cluster.new_database())) as server:
        wait_until_ready(server)
        cluster.stop()
        assert readiness(server) == (503, False)


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system of 64 MB."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("only root can mount a small disk to be filled")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(path: Path) -> None:
    """Write to a file until its disk is full."""
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError as error:
            assert error.errno == errno.ENOSPC  # noqa: PT017


@pytest.mark.parametrize("by", ["room", "write"])
def test_with_a_full_disk_it_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    """Both what is left on the disk and the write itself tell."""
    if by == "write":
        monkeypatch.setattr(health, "LEAST_FREE_BYTES", 0)
    with small_disk(tmp_path / "disk") as disk, running(disk) as server:
        wait_until_ready(server)
        filling = disk / "filling"
        fill(filling)
        wait_until(lambda: readiness(server) == (503, False))  # what was written ahead of time may still have room
        answer = server.visitor().post("/api/matches", json={"kind": "screen"})
        assert answer.status_code in (201, 503)
        filling.unlink()
        wait_until_ready(server)
        assert create(server.visitor())


def test_answers_that_break_off_are_noticed(server: LocalServer) -> None:
    """A fault after the answer has begun closes the connection, so that no half answer is taken for a whole one."""

    async def breaking(scope: object, receive: object, send: object) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"100")]})  # type: ignore[operator]
        await send({"type": "http.response.body", "body": b"half", "more_body": True})  # type: ignore[operator]
        raise RuntimeError("in the middle")

    server.app.mount("/breaking", breaking)
    server.app.router.routes.insert(0, server.app.router.routes.pop())
    with pytest.raises(httpx.RemoteProtocolError):
        server.visitor().get("/breaking/off")
