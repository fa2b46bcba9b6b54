"""Connections that never come to the point are closed, too many are refused, and those in use are left alone."""

import json
import logging
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPResponse
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from server.support.local_servers import LocalServer, create, hear, running, say
from server.support.server_processes import free_port
from sixprime.server.limits import Limits
from sixprime.server.ops import connection_limits
from sixprime.server.ops.connection_limits import (
    REPORT_SECONDS,
    ConnectionGuard,
    Reports,
    most_connections,
    raise_descriptor_limit,
)
from sixprime.server.rate_limits import THIS_MACHINE
from waiting import PATIENCE, wait_until

SHORT = Limits(header_time=0.4, body_time=0.4, read_time=0.4)
HEADER = b"Host: 127.0.0.1\r\nX-Sixprime: 1\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server with little patience."""
    with running(tmp_path_factory.mktemp("strict"), limits=SHORT) as found:
        yield found


@contextmanager
def connected(server: LocalServer, sent: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.settings.port), timeout=PATIENCE) as client:
        client.sendall(sent)
        yield client


def read_all(client: socket.socket) -> bytes:
    """What comes until the server closes; TimeoutError if it does not."""
    found = b""
    try:
        while part := client.recv(65_536):
            found += part
    except ConnectionResetError:
        pass
    return found


def read_answer(client: socket.socket) -> tuple[int, bytes]:
    """The status and the body of one answer; the connection may stay open."""
    answer = HTTPResponse(client)
    answer.begin()
    return answer.status, answer.read()


def request(path: str, method: str = "GET", more: bytes = b"", body: bytes = b"") -> bytes:
    return f"{method} {path} HTTP/1.1\r\n".encode() + HEADER + more + b"\r\n" + body


@pytest.mark.parametrize("sent", [b"", b"G", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "])
def test_half_a_header(strict: LocalServer, sent: bytes) -> None:
    with connected(strict, sent) as client:
        assert read_all(client) == b""


def test_a_header_that_trickles(strict: LocalServer) -> None:
    """Every byte that comes is not a new beginning."""
    with connected(strict, b"GET / HTTP/1.1\r\nX-Long: ") as client:
        client.settimeout(0.05)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                client.send(b"x")
                if client.recv(100) == b"":
                    return
            except TimeoutError:
                continue
            except OSError:
                return
        raise AssertionError("it is still open")


def test_half_a_header_after_a_request(strict: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "KEEP_ALIVE_SECONDS", 0.1)
    with connected(strict, request("/api/health")) as client:
        assert read_answer(client)[0] == 200
        client.sendall(b"GET / HT")
        assert read_all(client) == b""


@pytest.mark.parametrize("path", ["/api/matches", "/api/imports"])
@pytest.mark.parametrize(
    ("how", "part"), [(b"Content-Length: 100\r\n", b'{"kind":'), (b"Transfer-Encoding: chunked\r\n", b"3\r\nabc\r\n")]
)
def test_a_body_without_an_end(strict: LocalServer, path: str, how: bytes, part: bytes) -> None:
    with connected(strict, request(path, "POST", how, part)) as client:
        head, _, body = read_all(client).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408")
    assert json.loads(body)["error"] == {
        "code": "too-slow",
        "message": "the request has not arrived within 0.4 seconds",
    }


def test_a_body_that_nobody_wants(strict: LocalServer) -> None:
    """It is answered before its body has come; then the rest is waited for, but not for ever."""
    with connected(strict, request("/api/health", more=b"Content-Length: 9\r\n", body=b"x")) as client:
        assert read_all(client).startswith(b"HTTP/1.1 200")


def test_a_client_that_leaves_in_the_middle(strict: LocalServer, caplog: pytest.LogCaptureFixture) -> None:
    for path in ("/api/matches", "/api/imports"):
        with connected(strict, request(path, "POST", b"Content-Length: 9\r\n", b"x")):
            wait_until(lambda: len(strict.guard))
        wait_until(lambda: not strict.guard)
        assert httpx.get(f"{strict.url}/api/health", trust_env=False, timeout=PATIENCE).status_code == 200
    assert not [record for record in caplog.records if record.exc_info]


def test_a_client_that_does_not_read(strict: LocalServer) -> None:
    path = "/api/openapi.json"
    size = len(httpx.get(strict.url + path, trust_env=False, timeout=PATIENCE).content)
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(PATIENCE)
        client.connect(("127.0.0.1", strict.settings.port))
        client.sendall(request(path) * (20_000_000 // size))
        wait_until(lambda: len(strict.guard) == 1)
        wait_until(lambda: not strict.guard)


def test_what_is_in_use_stays_open(strict: LocalServer) -> None:
    """A WebSocket without a word, an answer that takes its time, and a connection with a request now and then."""
    go_on = threading.Event()

    def slow() -> str:
        assert go_on.wait(PATIENCE)
        return "at last"

    strict.app.add_api_route("/slow", slow)
    strict.app.router.routes.insert(0, strict.app.router.routes.pop())  # before the pages
    visitor = strict.visitor()
    match = create(visitor)["state"]["match"]
    with strict.live(match, visitor) as live, connected(strict, request("/slow")) as waiting:
        say(live, type="hello", version=None)
        hear(live, "welcome")
        for _ in range(5):
            with connected(strict) as silent:
                assert read_all(silent) == b""  # meanwhile the others have waited longer than it was allowed to
            assert visitor.get("/api/health").status_code == 200
        say(live, type="ping")
        hear(live, "pong")
        go_on.set()
        assert read_answer(waiting) == (200, b'"at last"')


def test_one_connection_for_many_requests(strict: LocalServer) -> None:
    with connected(strict, request("/api/health")) as client:
        assert read_answer(client)[0] == 200
        for _ in range(4):
            with connected(strict) as silent:
                client.sendall(request("/api/health"))
                assert read_answer(client)[0] == 200
                assert read_all(silent) == b""


def test_too_many_of_an_address(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(address_connections=3)) as server, ExitStack() as stack:
        server.guard.is_exempt = lambda _: False
        match = create(server.visitor())["state"]["match"]
        silent = [stack.enter_context(connected(server)) for _ in range(2)]
        wait_until(lambda: len(server.guard) == 3)
        lives = []
        for _ in range(3):  # those that wait make room for those that want something, the oldest first
            lives.append(stack.enter_context(server.live(match)))
            say(lives[-1], type="hello", version=None)
            hear(lives[-1], "welcome")
        assert [read_all(client) for client in silent] == [b"", b""]
        with connected(server, request("/api/health")) as refused:
            assert read_all(refused) == b""
        for live in lives:
            say(live, type="ping")
            hear(live, "pong")
        lives[0].close()
        wait_until(lambda: len(server.guard) == 2)
        with connected(server, request("/api/health")) as granted:
            assert read_answer(granted)[0] == 200


def test_too_many_in_all(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(connections=20)) as server, ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(connected(server))
        visitor = server.visitor()
        assert visitor.get("/api/health").status_code == 200
        assert len(server.guard) <= 20


def test_behind_a_proxy_each_client_counts_for_itself(tmp_path: Path) -> None:
    with running(tmp_path, proxies=THIS_MACHINE, limits=Limits(address_connections=2)) as server, ExitStack() as stack:
        visitor = server.visitor()
        match = create(visitor)["state"]["match"]

        def live(address: str) -> None:
            socket = stack.enter_context(server.live(match, headers={"X-Forwarded-For": address}))
            say(socket, type="hello", version=None)
            hear(socket, "welcome")

        for _ in range(2):
            live("203.0.113.7")
        with pytest.raises(InvalidStatus) as refused:
            live("203.0.113.7")
        assert refused.value.response.status_code == 429
        body: Any = refused.value.response.body
        assert json.loads(body)["error"]["code"] == "too-many"
        busy = visitor.get("/api/health", headers={"X-Forwarded-For": "203.0.113.7"})
        assert (busy.status_code, busy.json()["error"]["code"]) == (429, "too-many")
        for number in range(10):
            live(f"203.0.113.{10 + number}")
        stack.close()
        wait_until(lambda: visitor.get("/api/health", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 200)


def test_a_proxy_on_another_machine_has_as_many_connections_as_its_clients_need(tmp_path: Path) -> None:
    proxies = (ip_network("10.0.0.2/32"), ip_network("2001:db8::/64"))
    with running(tmp_path, proxies=proxies) as server:
        exempt = ("10.0.0.2", "::ffff:10.0.0.2", "2001:db8::7", "127.0.0.1", "::1")
        assert all(server.guard.is_exempt(address) for address in exempt)
        assert not any(server.guard.is_exempt(address) for address in ("10.0.0.3", "2001:db9::7", "unix"))


def test_who_tells_no_address_behind_a_proxy_is_counted_as_the_proxy(tmp_path: Path) -> None:
    with running(tmp_path, proxies=THIS_MACHINE, limits=Limits(address_connections=1)) as server:
        match = create(server.visitor())["state"]["match"]
        with server.live(match) as live:
            say(live, type="hello", version=None)
            hear(live, "welcome")
            assert server.visitor().get("/api/health").status_code == 429
            told = server.visitor(**{"X-Forwarded-For": "203.0.113.7"})
            assert told.get("/api/health").status_code == 200


def test_a_request_that_failed_is_no_longer_open(tmp_path: Path) -> None:
    def broken() -> None:
        raise RuntimeError("on purpose")

    with running(tmp_path, proxies=THIS_MACHINE, limits=Limits(address_connections=1)) as server:
        server.app.add_api_route("/broken", broken)
        server.app.router.routes.insert(0, server.app.router.routes.pop())  # before the pages
        visitor = server.visitor(**{"X-Forwarded-For": "203.0.113.7"})
        for _ in range(3):
            failed = visitor.get("/broken")
            assert (failed.status_code, failed.json()["error"]["code"]) == (500, "server-fault")
            wait_until(lambda: visitor.get("/api/health").status_code == 200)


SERVE = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (300, 400))
from sixprime.cli.app import main
main(["serve", "--no-browser", "--log", "json", "--database", sys.argv[1], "--port", sys.argv[2]])
"""


def test_more_silent_connections_than_descriptors(tmp_path: Path) -> None:
    """The server goes on answering and never runs out of descriptors; its log stays short."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 1000:
        pytest.skip("this process may not open enough connections itself")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1000), hard))
    port, log = free_port(), tmp_path / "log"
    with log.open("wb") as errors, ExitStack() as stack:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(tmp_path / "a.db"), str(port)], stdout=subprocess.PIPE, stderr=errors
        )
        stack.callback(process.wait)
        stack.callback(process.terminate)
        assert process.stdout is not None
        assert process.stdout.readline()
        for number in range(600):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
            if number % 50 == 49:
                assert (
                    httpx.get(f"http://127.0.0.1:{port}/api/health", trust_env=False, timeout=PATIENCE).status_code
                    == 200
                )
        descriptors = len(list(Path(f"/proc/{process.pid}/fd").iterdir())) if Path("/proc").exists() else 0
        assert descriptors < 400
        stack.pop_all().close()
        process.stdout.close()
    said = log.read_text(encoding="utf-8")
    assert "Traceback" not in said
    assert "resource" not in said  # "socket.accept() out of system resource"
    assert said.count("sixprime.connections") < 5


def test_the_total_stays_below_the_limit_of_descriptors() -> None:
    assert most_connections(Limits(), 1024) == 1024 - 256
    assert most_connections(Limits(connections=10_000), 1024) == 1024 - 256
    assert most_connections(Limits(connections=100), 1024) == 100
    assert most_connections(Limits(), 100) == 16
    soft = raise_descriptor_limit()
    found = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert soft == found or found == resource.RLIM_INFINITY


def test_the_log_is_not_flooded(caplog: pytest.LogCaptureFixture) -> None:
    clock = [0.0]
    reports = Reports(lambda: clock[0])
    with caplog.at_level(logging.INFO, "sixprime.connections"):
        for _ in range(1000):
            reports.note(connection_limits.REFUSED)
            reports.note(connection_limits.SILENT)
        assert len(caplog.records) == 2
        clock[0] = REPORT_SECONDS
        for _ in range(3):
            reports.write()
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        f"{what}: {count}" for count in (1, 999) for what in (connection_limits.REFUSED, connection_limits.SILENT)
    ]
    assert [record.levelno for record in caplog.records[:2]] == [logging.WARNING, logging.INFO]


def test_looks_are_frequent_enough_for_the_limits() -> None:
    assert ConnectionGuard(Limits(), 10).interval <= Limits().header_time / 4
