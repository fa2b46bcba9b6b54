"""A server that says what a test tells it to, for tests of the client alone."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve

from sixprime.client import Live, Seed
from waiting import PATIENCE

Talk = Callable[["Conversation"], Awaitable[None]]

CREATED = {"type": "create", "kind": "link", "length": 3, "rules": {}, "commitment": "00" * 32, "imported": 0}
OPENED = {"type": "open", "white": 3, "black": 1}
PLAYED = {"type": "play", "player": "white", "steps": [[8, 5], [6, 5]]}
ROLLED = {"type": "roll", "player": "black", "dice": [6, 5]}


def logged(*entries: dict[str, Any], first: int = 1) -> list[dict[str, Any]]:
    """Entries with their numbers."""
    return [{"seq": seq, "by": None, "entry": entry} for seq, entry in enumerate(entries, first)]


def state(version: int, **fields: Any) -> dict[str, Any]:
    """As much of a state as a client looks at."""
    return {
        "match": "m",
        "version": version,
        "phase": "to-play",
        "you": ["white"],
        "to_act": "white",
        "score": {"white": 0, "black": 0},
        "roll": [3, 1],
        "actions": {"white": ["play", "resign"], "black": []},
        "turn": {"nodes": [[[8, 5, 3, 0, 1], [6, 5, 1, 0, 2]], [[6, 5, 1, 0, 3]], [[8, 5, 3, 0, 3]], []]},
        "dice": {"commitment": "00" * 32, "seeds": {"white": None, "black": None}, "rolls": 1, "secret": None},
        **fields,
    }


class Conversation:
    """One connection, seen from the server."""

    def __init__(self, socket: ServerConnection, number: int) -> None:
        self.socket = socket
        self.number = number

    async def hear(self) -> dict[str, Any]:
        """The next message that is no ping."""
        while True:
            message: dict[str, Any] = json.loads(await self.socket.recv())
            if message["type"] != "ping":
                return message

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def welcome(self, *entries: dict[str, Any], **fields: Any) -> dict[str, Any]:
        """Answer a hello with the whole log; the hello."""
        hello = await self.hear()
        missed = logged(*entries)[hello["version"] :]
        await self.say(type="welcome", version=len(entries), missed=missed, state=state(len(entries), **fields))
        return hello

    async def wait(self) -> None:
        """Until the client leaves."""
        await self.socket.wait_closed()


@asynccontextmanager
async def talking(*talks: Talk, seed: Seed | None = None) -> AsyncIterator[Live]:
    """A client in conversation with a server that leads one talk for each connection, and then hangs up."""
    count = 0
    failures: list[BaseException] = []

    async def answer(socket: ServerConnection) -> None:
        nonlocal count
        count += 1
        try:
            await talks[min(count, len(talks)) - 1](Conversation(socket, count))
        except AssertionError as error:
            failures.append(error)

    server: Server
    async with serve(answer, "127.0.0.1", 0, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        live = Live(f"ws://127.0.0.1:{port}/", headers={}, seed=seed, proxy=False)
        async with asyncio.timeout(PATIENCE), live:
            yield live
    assert not failures, failures
