"""A server in a thread of the test itself, quick to start and open to be looked into."""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import httpx
from fastapi import FastAPI
from websockets.sync.client import ClientConnection, connect

from sixprime.server.app import create_app
from sixprime.server.live import engine_threads
from sixprime.server.live.lobby import Lobby
from sixprime.server.ops.connection_limits import ConnectionGuard
from sixprime.server.ops.running import Server, listen
from sixprime.server.settings import Settings
from sixprime.server.store.databases import database_url
from waiting import PATIENCE, wait_until

Json = dict[str, Any]
Answer = TypeVar("Answer")
HEADERS = {"X-Sixprime": "1"}
UNENCRYPTED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""What a client of HTTP needs to know of encryption: nothing. By itself each would read all certificates of the system,
which takes longer than most of what it is there for."""


def create_local_app(settings: Settings) -> FastAPI:
    """An application for a server in a thread of the test, whose analyses have the priority of everything else.

    Usually the system prefers bots to analyses. Here both share a process with the test, and a machine with others:
    while those compute, a thread of lower priority gets next to nothing, and a test waits for its analysis in vain.
    """
    engine_threads.ANALYSIS_NICENESS = 0
    return create_app(settings)


class LocalServer:
    """A running server."""

    def __init__(self, settings: Settings) -> None:
        listening = listen(settings)
        self.settings = settings.at_port(listening.getsockname()[1])
        self.app = create_local_app(self.settings)
        self._server = Server(self.settings, self.app)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._visitors: list[httpx.Client] = []
        self._thread = threading.Thread(target=self._run, args=(listening,), daemon=True)
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive(), "a server")
        assert self._server.started
        # Until then it refuses the levels that look ahead, and a busy machine takes its time.
        wait_until(self.lobby.engine_threads.is_compiled.is_set, "an engine that is loaded")

    def _run(self, listening: Any) -> None:
        async def main() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve([listening])

        asyncio.run(main())

    @property
    def url(self) -> str:
        """Where it listens, also if others reach it elsewhere."""
        return replace(self.settings, public_url=None).url

    @property
    def lobby(self) -> Lobby:
        lobby: Lobby = self.app.state.lobby
        return lobby

    @property
    def guard(self) -> ConnectionGuard:
        return self._server.guard

    def run(self, make: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        """Run something in the server's own loop."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(make(), self._loop).result(PATIENCE)

    def visitor(self, **headers: str) -> httpx.Client:
        """A browser, or a program, with cookies of its own."""
        visitor = httpx.Client(
            base_url=self.url, headers={**HEADERS, **headers}, timeout=PATIENCE, trust_env=False, verify=UNENCRYPTED
        )
        self._visitors.append(visitor)
        return visitor

    def live(self, match: str, visitor: httpx.Client | None = None, **options: Any) -> ClientConnection:
        """A WebSocket to a match, with the visitor's cookie."""
        headers = dict(options.pop("headers", {}))
        if visitor is not None and visitor.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        address = f"{self.url.replace('http', 'ws', 1)}/api/matches/{match}/live"
        patient: dict[str, Any] = {"open_timeout": PATIENCE, "ping_timeout": PATIENCE, "proxy": None}
        socket: ClientConnection = connect(address, additional_headers=headers, **patient, **options)
        return socket

    def stop(self) -> None:
        for visitor in self._visitors:
            visitor.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@contextmanager
def running(folder: Path, **more: Any) -> Iterator[LocalServer]:
    """A server with a database in a folder, or with the one that is given."""
    settings = Settings(**{"database": database_url(str(folder / "test.db")), "port": 0, "thinkers": 1, **more})
    server = LocalServer(settings)
    try:
        yield server
    finally:
        server.stop()


def hear(socket: ClientConnection, *kinds: str, timeout: float = PATIENCE) -> Json:
    """The next message of one of these types; others are passed over."""
    while True:
        message: Json = json.loads(socket.recv(timeout=timeout))
        if not kinds or message["type"] in kinds:
            return message


def say(socket: ClientConnection, **message: object) -> None:
    socket.send(json.dumps(message))


def create(visitor: httpx.Client, **wishes: object) -> Json:
    """A new match; the whole answer."""
    answer = visitor.post("/api/matches", json={"kind": "screen", "length": 3, **wishes})
    assert answer.status_code == 201, answer.text
    created: Json = answer.json()
    return created


def first_play(state: Json) -> list[list[int]]:
    """A legal play of a state with a turn."""
    node, steps = 0, []
    while state["turn"]["nodes"][node]:
        source, target, _, _, node = state["turn"]["nodes"][node][0]
        steps.append([source, target])
    return steps


class Table:
    """A visitor at a match, who acts over HTTP with keys that count up."""

    def __init__(self, visitor: httpx.Client, match: str) -> None:
        self.visitor = visitor
        self.match = match
        self._number = 0

    @property
    def state(self) -> Json:
        found: Json = self.visitor.get(f"/api/matches/{self.match}").json()
        return found

    def send(self, seat: str, action: str, **more: object) -> httpx.Response:
        """A command, at the version of now unless another is given."""
        self._number += 1
        command = {"key": f"{seat}-{self._number}", "seat": seat, "action": action, **more}
        command.setdefault("version", self.state["version"])
        return self.visitor.post(f"/api/matches/{self.match}/commands", json=command)

    def act(self, seat: str, action: str, **more: object) -> Json:
        """A command that is granted."""
        answer = self.send(seat, action, **more)
        assert answer.status_code == 200, answer.text
        ack: Json = answer.json()
        return ack

    def open(self) -> str:
        """Throw until somebody begins; who does."""
        while (state := self.state)["phase"] == "opening":
            self.act("white", "open")
        starter: str = state["to_act"]
        return starter

    def turn(self) -> None:
        """One turn of whoever it is: roll if need be, and play."""
        state = self.state
        if state["phase"] == "to-roll":
            self.act(state["to_act"], "roll")
            state = self.state
        self.act(state["to_act"], "play", steps=first_play(state))
