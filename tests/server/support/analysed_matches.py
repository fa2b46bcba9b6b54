"""Matches on a server that are analysed in tests."""

import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from match_analysis.matches import random_match
from server.support.local_servers import LocalServer
from sixprime.core import Match
from sixprime.core.match import records
from waiting import PATIENCE

Json = dict[str, Any]
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:62:0:0:0:5:10"
"""A 62 to be played in the first turn of a match to five points."""
DOUBLE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"
"""The same before the roll."""


def wait_until(condition: Callable[[], Any]) -> Any:
    """What a condition gives once it is true."""
    until = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < until
        time.sleep(0.02)
    return found


def study_of(visitor: httpx.Client, match: Match | None = None) -> str:
    """A study of a match, by a file; its id."""
    content = records.dumps(random_match(5, 1) if match is None else match).encode()
    answer = visitor.post("/api/imports", content=content, headers={"Content-Type": "application/octet-stream"})
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["matches"][0]["match"]
    return found


def start(visitor: httpx.Client, status: int = 201, **wanted: object) -> Json:
    """Ask for an analysis; the answer."""
    answer = visitor.post("/api/analyses", json=wanted)
    assert answer.status_code == status, answer.text
    found: Json = answer.json()
    return found


def finished(visitor: httpx.Client, analysis: str) -> Json:
    """An analysis once it has come to its end."""

    def look() -> Json | None:
        found: Json = visitor.get(f"/api/analyses/{analysis}").json()
        return found if found["state"] not in ("waiting", "running") else None

    done: Json = wait_until(look)
    return done


def live(server: LocalServer, analysis: str) -> ClientConnection:
    """The WebSocket of an analysis."""
    address = f"{server.url.replace('http', 'ws', 1)}/api/analyses/{analysis}/live"
    socket: ClientConnection = connect(address, proxy=None, open_timeout=PATIENCE, max_size=None)
    return socket


def heard(socket: ClientConnection) -> list[Json]:
    """All messages until the server closes."""
    found: list[Json] = []
    with contextlib.suppress(ConnectionClosed):
        found.extend(json.loads(message) for message in socket)
    return found
