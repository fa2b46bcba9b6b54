"""The address by which a client is known: behind proxies, with made-up headers, and in both kinds of addresses."""

import asyncio
import logging
import socket
import time
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import JSONResponse
from websockets.sync.client import connect

from conftest import not_here
from server.support.local_servers import HEADERS, hear, running, say
from server.support.proxies import PROXIES, proxy
from sixprime.server.http.client_addresses import ClientAddresses
from sixprime.server.http.middleware import AllowedHosts, RequestGuard
from sixprime.server.limits import Limits
from sixprime.server.rate_limits import THIS_MACHINE, AddressLimits, is_loopback, network_of, plain_address
from waiting import PATIENCE

NAMED = (ip_network("10.0.0.0/8"), ip_network("2001:db8:1::/48"))


def seen(client: str, *forwarded: str, proxies: Any = THIS_MACHINE, proto: str | None = None) -> tuple[str, str]:
    """The address and the scheme that the application gets."""
    found: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.update(scope)

    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    if proto is not None:
        headers.append((b"x-forwarded-proto", proto.encode()))
    scope = {"type": "http", "client": (client, 1234), "headers": headers, "scheme": "http"}
    asyncio.run(ClientAddresses(app, proxies=proxies)(scope, None, None))  # type: ignore[arg-type]
    return found["client"][0], found["scheme"]


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        (("203.0.113.5",), "203.0.113.5"),  # nginx with $remote_addr, and Caddy
        (("198.51.100.1, 203.0.113.5",), "203.0.113.5"),  # nginx with $proxy_add_x_forwarded_for: the client lied
        (("127.0.0.1, 203.0.113.5",), "203.0.113.5"),
        (("203.0.113.5, 127.0.0.1",), "203.0.113.5"),  # two proxies on this machine
        (("198.51.100.1", "203.0.113.5"), "203.0.113.5"),  # two headers are one list
        (("203.0.113.5:4711",), "203.0.113.5"),
        (("2001:db8::7",), "2001:db8::7"),
        (("[2001:db8::7]:4711",), "2001:db8::7"),
        (("::ffff:203.0.113.5",), "203.0.113.5"),
        (("nonsense",), "127.0.0.1"),
        (("203.0.113.5, unknown",), "127.0.0.1"),
        (("",), "127.0.0.1"),
        ((), "127.0.0.1"),
        ((", ".join(["127.0.0.1"] * 50_000),), "127.0.0.1"),
    ],
)
def test_the_right_most_address_that_is_not_a_proxys(forwarded: tuple[str, ...], address: str) -> None:
    assert seen("127.0.0.1", *forwarded)[0] == address
    assert seen("::ffff:127.0.0.1", *forwarded)[0] == address


def test_only_named_proxies_are_believed() -> None:
    assert seen("203.0.113.9", "198.51.100.1")[0] == "203.0.113.9"
    assert seen("127.0.0.1", "198.51.100.1", proxies=())[0] == "127.0.0.1"
    assert seen("127.0.0.1", "198.51.100.1", proxies=NAMED)[0] == "127.0.0.1"
    assert seen("10.1.2.3", "198.51.100.1, 10.9.9.9", proxies=NAMED)[0] == "198.51.100.1"
    assert seen("2001:db8:1::5", "6.6.6.6, 198.51.100.1", proxies=NAMED)[0] == "198.51.100.1"
    assert seen("127.0.0.1", proto="https") == ("127.0.0.1", "https")
    assert seen("127.0.0.1", proto="http, https") == ("127.0.0.1", "https")
    assert seen("127.0.0.1", proto="gopher") == ("127.0.0.1", "http")
    assert seen("203.0.113.9", proto="https") == ("203.0.113.9", "http")


def test_networks() -> None:
    assert plain_address("::ffff:192.0.2.1") == "192.0.2.1"
    assert plain_address("2001:DB8:0::1") == "2001:db8::1"
    assert plain_address("testclient") == "testclient"
    assert is_loopback("::ffff:127.0.0.1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") != network_of("::ffff:192.0.2.2")
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") != network_of("2001:db8:0:1::1")


def test_visitors_by_ipv4_do_not_share_a_bucket() -> None:
    limits = AddressLimits(0.001, 2)
    assert [limits.take("::ffff:192.0.2.1") for _ in range(3)] == [True, True, False]
    assert limits.take("::ffff:192.0.2.2")
    assert not limits.take("192.0.2.1")
    behind = AddressLimits(0.001, 2, with_loopback=True)
    assert [behind.take("127.0.0.1") for _ in range(3)] == [True, True, False]


def logged_client(caplog: pytest.LogCaptureFixture) -> object:
    """The client of the next request; a request is logged after it has been answered."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for record in list(caplog.records):
            if record.name == "sixprime.requests":
                return getattr(record, "client", None)
        time.sleep(0.005)
    return None


def test_a_server_for_both_kinds_of_addresses(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    try:
        with socket.socket(socket.AF_INET6) as six:
            six.bind(("::1", 0))
    except OSError:
        not_here("this machine has no IPv6")
    with running(tmp_path, host="::") as server, caplog.at_level(logging.INFO, "sixprime.requests"):
        for host, address in (("127.0.0.1", "127.0.0.1"), ("[::1]", "::1")):
            caplog.clear()
            answer = httpx.get(f"http://{host}:{server.settings.port}/api/health", trust_env=False, timeout=PATIENCE)
            assert answer.status_code == 200
            assert logged_client(caplog) == address


@pytest.mark.parametrize("kind", PROXIES)
def test_behind_a_real_proxy(kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A client at 127.0.0.2 comes through a proxy at 127.0.0.1, and lies about where it comes from."""
    (tmp_path / kind).mkdir()
    proxies = (ip_network("127.0.0.1/32"),)
    with (
        running(tmp_path, public_url="https://club.example", proxies=proxies) as server,
        proxy(kind, tmp_path / kind, server.settings.port) as port,
        httpx.Client(
            transport=httpx.HTTPTransport(local_address="127.0.0.2"), trust_env=False, timeout=PATIENCE
        ) as client,
        caplog.at_level(logging.INFO, "sixprime.requests"),
    ):
        base, host = f"http://127.0.0.1:{port}", {"Host": "club.example", **HEADERS}
        for lie in ({}, {"X-Forwarded-For": "203.0.113.9"}, {"X-Forwarded-For": "127.0.0.1, 127.0.0.1"}):
            caplog.clear()
            assert client.get(f"{base}/api/health", headers={**host, **lie}).status_code == 200
            assert logged_client(caplog) == "127.0.0.2", lie
        made = client.post(f"{base}/api/matches", headers=host, json={"kind": "screen"})
        assert made.status_code == 201, made.text
        assert made.headers["set-cookie"].startswith("__Host-sixprime=")
        assert made.json()["links"]["watch"].startswith("https://club.example/match/")
        through = socket.create_connection(("127.0.0.1", port), 60, ("127.0.0.2", 0))
        address = f"ws://club.example/api/matches/{made.json()['state']['match']}/live"
        with connect(address, sock=through, proxy=None, open_timeout=PATIENCE) as live:
            say(live, type="hello")
            assert hear(live, "welcome", timeout=PATIENCE)["state"]["match"] == made.json()["state"]["match"]


def test_visitors_of_a_proxy_have_allowances_of_their_own() -> None:
    async def main() -> None:
        limits = AddressLimits(0.001, 3, with_loopback=True)
        guard = RequestGuard(JSONResponse({}), hosts=AllowedHosts([]), limits=Limits(), addresses=limits)
        transport = httpx.ASGITransport(ClientAddresses(guard, proxies=THIS_MACHINE), client=("127.0.0.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as visitors:

            async def ask(*forwarded: str) -> int:
                return (await visitors.get("/", headers=[("X-Forwarded-For", it) for it in forwarded])).status_code

            # another lie each time does not help
            assert [await ask(f"198.51.100.{n}, 203.0.113.5") for n in range(4)] == [200, 200, 200, 429]
            assert await ask("203.0.113.6") == 200
            assert [await ask(f"nonsense {n}") for n in range(4)] == [200, 200, 200, 429]
            assert await ask() == 429  # as who tells no address

    asyncio.run(main())
