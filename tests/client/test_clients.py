"""The client over HTTP: what it asks, the cookie it keeps, and what it makes of refusals and of bad servers."""

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest

from sixprime.client import Client, ProtocolProblem, Refused, Seed, Unreachable
from sixprime.client.requests import is_loopback
from sixprime.formats.dice.derivation import seed_commitment

STATE = {"match": "m", "version": 3, "phase": "seeds", "you": ["white"], "to_act": None}


class Handler(BaseHTTPRequestHandler):
    """Answers what the test has written down for a path, and remembers what was asked."""

    answers: ClassVar[dict[str, Any]]
    asked: ClassVar[list[tuple[str, str, dict[str, str], bytes]]]

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.asked.append((self.command, self.path, dict(self.headers), body))
        status, headers, written = self.answers.get(
            self.path, (404, {}, {"error": {"code": "not-found", "message": "no"}})
        )
        octets = written if isinstance(written, bytes) else json.dumps(written).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(octets) + int(headers.get("Lost", 0))))
        self.end_headers()
        self.wfile.write(octets)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *arguments: object) -> None:
        pass


class Web:
    """A server for one test."""

    def __init__(self) -> None:
        class Handled(Handler):
            answers: ClassVar = {}
            asked: ClassVar = []

        self.handler: type[Handler] = Handled
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handled)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    def says(self, path: str, written: object, status: int = 200, **headers: str) -> None:
        self.handler.answers[path] = (status, {name.replace("_", "-"): text for name, text in headers.items()}, written)

    @property
    def asked(self) -> list[tuple[str, str, dict[str, str], bytes]]:
        return self.handler.asked

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")  # to this machine no proxy is asked
    served = Web()
    yield served
    served.close()


def test_a_match_is_created_with_a_fresh_seed_and_the_cookie_is_kept(web: Web) -> None:
    created = {"state": STATE, "links": {"play": None, "watch": "/match/m"}, "invitation": None}
    cookie = "sixprime=abc-_123; HttpOnly; Path=/; SameSite=lax; Max-Age=100"
    web.says("/api/matches", created, 201, Set_Cookie=cookie)
    web.says("/api/matches/m", STATE)
    client = Client(web.url + "/")
    made = asyncio.run(client.create_match(kind="bot", level="club", seat="white", length=5))
    assert (made.match, made.invitation, made.links["watch"]) == ("m", None, "/match/m")
    method, path, headers, body = web.asked[0]
    assert (method, path) == ("POST", "/api/matches")
    assert (headers["X-Sixprime"], headers["Content-Type"]) == ("1", "application/json")
    assert "Origin" not in headers
    assert json.loads(body) == {
        "kind": "bot",
        "level": "club",
        "seat": "white",
        "length": 5,
        "rules": "standard",
        "seed_commitment": client.seeds["m"].commitment,
    }
    assert client.cookie == "abc-_123"
    assert asyncio.run(client.state("m")).version == 3
    assert web.asked[1][2]["Cookie"] == "sixprime=abc-_123"


def test_joining(web: Web) -> None:
    web.says("/api/matches/m/join", {"state": STATE})
    client, seed = Client(web.url, cookie="c", language="de"), Seed.new()
    state = asyncio.run(client.join("m", "secret words", name="Béla", seed=seed))
    assert state.you == ["white"]
    assert client.seeds == {"m": seed}
    _, _, headers, body = web.asked[0]
    assert headers["Accept-Language"] == "de"
    assert json.loads(body) == {"invitation": "secret words", "name": "Béla", "seed_commitment": seed.commitment}


def test_a_rematch_is_asked_for_with_the_same_seed_until_there_is_an_answer(web: Web) -> None:
    client, path = Client(web.url, cookie="c"), "/api/matches/m/rematch"

    def state(commitment: str) -> dict[str, Any]:
        return {"state": {**STATE, "match": "n", "dice": {"seeds": {"white": {"commitment": commitment}}}}}

    web.says(path, state("00"), Lost="1")
    with pytest.raises(Unreachable):
        asyncio.run(client.rematch("m"))
    commitment = json.loads(web.asked[0][3])["seed_commitment"]
    web.says(path, state(commitment))
    assert asyncio.run(client.rematch("m")).match == "n"
    assert json.loads(web.asked[1][3]) == {"seed_commitment": commitment}
    assert client.seeds["n"].commitment == commitment
    asyncio.run(client.rematch("m"))  # the seat is committed to the seed that is known
    assert json.loads(web.asked[2][3])["seed_commitment"] != commitment
    assert client.seeds["n"].commitment == commitment


def test_a_long_log_comes_in_pages(web: Web) -> None:
    entries = [{"seq": seq} for seq in range(1, 6)]
    web.says("/api/matches/m/entries?after=0", {"entries": entries[:3], "more": True})
    web.says("/api/matches/m/entries?after=3", {"entries": entries[3:], "more": False})
    assert asyncio.run(Client(web.url).entries("m")) == entries


def test_everything_else_that_can_be_asked(web: Web) -> None:
    client = Client(web.url)
    web.says("/api/matches?phase=open", {"matches": [STATE], "more": False})
    web.says("/api/matches/m/commands", {"type": "ack", "version": 4})
    web.says("/api/matches/m/export/mat", b" 5 point match\n")
    web.says("/api/imports?name=club+evening.mat", {"matches": [], "problems": ["odd"]}, 201)
    for path in ("matches/m/plays", "matches/m/hint", "matches/m/dice", "dice/statistics", "about", "ready"):
        web.says(f"/api/{path}", {"path": path})
    web.says("/api/matches/m?version=2", {**STATE, "version": 2})

    async def ask() -> None:
        assert await client.matches(phase="open") == [STATE]
        assert (await client.command("m", key="k", version=3, seat="white", action="roll"))["version"] == 4
        assert await client.export("m", "mat") == b" 5 point match\n"
        assert (await client.state("m", 2)).version == 2
        assert (await client.plays("m"))["path"] == "matches/m/plays"
        assert (await client.hint("m"))["path"] == "matches/m/hint"
        assert (await client.dice("m"))["path"] == "matches/m/dice"
        assert (await client.statistics())["path"] == "dice/statistics"
        assert (await client.import_file(b" 5 point match", "club evening.mat"))["problems"] == ["odd"]
        assert (await client.about())["path"] == "about"
        assert await client.is_ready()

    asyncio.run(ask())


class TestBadNews:
    def test_a_refusal(self, web: Web) -> None:
        web.says("/api/matches/m", {"error": {"code": "stale", "message": "the match has moved on"}}, 409)
        with pytest.raises(Refused, match="the match has moved on") as refused:
            asyncio.run(Client(web.url).state("m"))
        assert (refused.value.code, refused.value.status) == ("stale", 409)

    @pytest.mark.parametrize("written", [b"", b"<html>", b"[]", b"{}", b"[" * 100_000, b'{"error": 5}'])
    def test_a_refusal_by_something_else(self, web: Web, written: bytes) -> None:
        web.says("/api/about", written, 502)
        with pytest.raises(Refused) as refused:
            asyncio.run(Client(web.url).about())
        assert (refused.value.code, refused.value.status) == ("unknown", 502)

    @pytest.mark.parametrize("written", [b"", b"<html>", b"[" * 100_000, b"\xff"])
    def test_an_answer_that_is_none(self, web: Web, written: bytes) -> None:
        web.says("/api/about", written)
        with pytest.raises(ProtocolProblem, match="did not answer in JSON"):
            asyncio.run(Client(web.url).about())

    def test_redirects_are_not_followed(self, web: Web) -> None:
        web.says("/api/about", b"", 302, Location=f"{web.url}/elsewhere")
        with pytest.raises(Refused):
            asyncio.run(Client(web.url, cookie="c").about())
        assert [path for _, path, _, _ in web.asked] == ["/api/about"]

    def test_an_answer_without_end(self, web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sixprime.client.requests.MAX_ANSWER", 10)
        web.says("/api/about", {"much": "x" * 100})
        with pytest.raises(ProtocolProblem, match="has no end"):
            asyncio.run(Client(web.url).about())

    def test_an_answer_that_breaks_off(self, web: Web) -> None:
        web.says("/api/about", {"much": "x" * 100}, Lost="50")
        with pytest.raises(Unreachable, match="the connection was lost"):
            asyncio.run(Client(web.url).about())

    def test_nobody_there(self) -> None:
        with pytest.raises(Unreachable, match=r"http://127\.0\.0\.1:9 cannot be reached"):
            asyncio.run(Client("http://127.0.0.1:9").about())

    @pytest.mark.parametrize("url", ["", "127.0.0.1:8615", "ftp://x", "http://", "file:///etc/passwd"])
    def test_what_is_no_address(self, url: str) -> None:
        with pytest.raises(Unreachable, match="a server has a URL like"):
            Client(url)


def test_seeds_are_those_of_the_server() -> None:
    seed = Seed.new()
    assert seed.commitment == seed_commitment(seed.octets)
    assert bytes.fromhex(seed.revealed) == seed.octets
    assert seed != Seed.new()
    assert seed.revealed not in repr(seed)


def test_what_is_near() -> None:
    assert all(is_loopback(host) for host in ("localhost", "127.0.0.1", "127.9.9.9", "::1"))
    assert not any(is_loopback(host) for host in ("example.org", "10.0.0.1", "localhost.evil.example"))
