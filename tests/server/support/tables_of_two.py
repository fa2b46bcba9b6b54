"""Matches of two over the wire, for tests that misbehave at them, and requests by hand."""

import asyncio
import http.client
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from server.support.server_processes import ServerProcess
from sixprime.client import Client, Live, Refused
from waiting import PATIENCE

Coroutine = Callable[..., Awaitable[None]]


def at_once(test: Coroutine) -> Callable[..., None]:
    """A test that is a coroutine; what never ends is given up."""

    @wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        async def bounded() -> None:
            async with asyncio.timeout(PATIENCE):
                await test(*arguments, **named)

        asyncio.run(bounded())

    return run


@dataclass
class Pair:
    """A match of two, past its seeds, and a look at it from outside."""

    url: str
    match: str
    clients: tuple[Client, Client]
    white: Live
    black: Live

    @property
    def path(self) -> str:
        return f"/api/matches/{self.match}"

    async def whole(self) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """The log, and the state as it is for everybody."""
        state = dict((await Client(self.url).state(self.match)).fields)
        del state["seats"]  # who is there may change
        return await Client(self.url).entries(self.match), state

    @asynccontextmanager
    async def unchanged(self) -> AsyncIterator[None]:
        """Whatever happens in this block, the match does not notice."""
        before = await self.whole()
        yield
        assert await self.whole() == before

    async def open(self) -> tuple[Live, str]:
        """Throw for the opening; who begins."""
        while self.white.state.to_act is None:
            await self.white.send("open", seat="white")
        await self.black.until(lambda state: state.to_act is not None)
        return (self.white, "white") if self.white.state.to_act == "white" else (self.black, "black")


@asynccontextmanager
async def pair(url: str) -> AsyncIterator[Pair]:
    one, other = Client(url), Client(url)
    created = await one.create_match(kind="link", seat="white", length=5)
    assert created.invitation is not None
    await other.join(created.match, created.invitation)
    lives = [client.live(created.match, folding=False) for client in (one, other)]
    async with lives[0] as white, lives[1] as black:
        for live in (white, black):
            await live.until(lambda state: state.phase == "opening")
        yield Pair(url, created.match, (one, other), white, black)


@asynccontextmanager
async def bare(pair: Pair, cookie: str | None = None, **options: Any) -> AsyncIterator[ClientConnection]:
    """A WebSocket without a client around it, greeted."""
    headers = {} if cookie is None else {"Cookie": f"sixprime={cookie}"}
    address = pair.url.replace("http", "ws", 1) + pair.path + "/live"
    patient = {"open_timeout": PATIENCE, "ping_timeout": PATIENCE, "proxy": None, "compression": None, **options}
    async with connect(address, additional_headers=headers, **patient) as socket:
        await socket.send('{"type":"hello","version":null}')
        assert json.loads(await socket.recv())["type"] == "welcome"
        yield socket


async def answer_of(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of one of these types."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["type"] in kinds:
                return message


def command(pair: Pair, **fields: Any) -> dict[str, Any]:
    return {
        "type": "command",
        "key": secrets.token_hex(8),
        "version": pair.white.version,
        "seat": "white",
        "action": "open",
        **fields,
    }


async def refusal_over_both(pair: Pair, cookie: str | None, written: dict[str, Any]) -> set[tuple[str, int | None]]:
    """How a command is refused over a WebSocket and over HTTP: code and status."""
    async with bare(pair, cookie) as socket:
        await socket.send(json.dumps(written))
        told = await answer_of(socket, "refused", "ack", "error")
    assert told["type"] == "refused", told
    assert told["key"] == written["key"]
    try:
        await Client(pair.url, cookie=cookie).command(pair.match, **{**written, "key": secrets.token_hex(8)})
    except Refused as refused:
        return {(told["error"]["code"], None), (refused.code, refused.status)}
    raise AssertionError("it was granted over HTTP")


def ask(
    server: ServerProcess,
    method: str,
    path: str,
    body: Any,
    headers: dict[str, str],
    cookie: str | None = None,
) -> tuple[int, str | None]:
    """A request by hand; its status, and the code of its error."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        if cookie is not None:
            headers = {**headers, "Cookie": f"sixprime={cookie}"}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        written = answer.read()
        told = json.loads(written) if written else None
        return answer.status, told["error"]["code"] if isinstance(told, dict) and "error" in told else None
    finally:
        connection.close()
