"""Nonsense, and too much of everything: refused with the documented error, nothing changes, others do not notice."""

import asyncio
import contextlib
import http.client
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from server.support.local_servers import running
from server.support.scripted_players import WEIGHTS, Memory, choose, play
from server.support.server_processes import ServerProcess
from server.support.tables_of_two import Pair, answer_of, ask, at_once, bare, command, pair
from sixprime.client import Client, Refused
from sixprime.server.live import connections
from waiting import PATIENCE

MALFORMED: list[str] = [
    "",
    " ",
    "{",
    "nonsense",
    "null",
    "[]",
    "5",
    '"hello"',
    "{}",
    '{"type": null}',
    '{"type": 5}',
    '{"type": ["command"]}',
    '{"type": "riddle"}',
    '{"type": "hello", "version": -1}',
    '{"type": "hello", "version": "1"}',
    '{"type": "hello", "version": 1e400}',
    '{"type": "hello", "more": 1}',
    '{"type": "command"}',
    "[" * 30_000,
    '{"a":' * 10_000,
    "NaN",
    '{"type": "command", "key": "a", "version": NaN, "seat": "white", "action": "open"}',
    "\x00",
    '{"type": "ping"',
    "💥" * 1000,
]


def spoiled(good: dict[str, Any]) -> list[str]:
    """A good command, with one thing wrong at a time."""
    changes: list[dict[str, Any]] = [
        {"key": ""},
        {"key": "x" * 65},
        {"key": "a b"},
        {"key": "é"},
        {"key": "a\n"},
        {"key": 5},
        {"key": None},
        {"version": "1"},
        {"version": 1.5},
        {"version": -1},
        {"version": 10**400},
        {"version": True},
        {"version": None},
        {"seat": "red"},
        {"seat": None},
        {"seat": ["white"]},
        {"action": "win"},
        {"action": "set-up"},
        {"action": 1},
        {"more": 1},
        {"steps": []},
        {"value": 1},
        {"dice": [6, 6]},
        {"action": "play"},
        {"action": "play", "steps": None},
        {"action": "play", "steps": "8/5"},
        {"action": "play", "steps": [[8]]},
        {"action": "play", "steps": [[8, 5, 3]]},
        {"action": "play", "steps": [[8, "5"]]},
        {"action": "play", "steps": [[8, 5.0]]},
        {"action": "play", "steps": [[26, 5]]},
        {"action": "play", "steps": [[8, -1]]},
        {"action": "play", "steps": [[8, 5]] * 5},
        {"action": "resign"},
        {"action": "resign", "value": 0},
        {"action": "resign", "value": 4},
        {"action": "resign", "value": "1"},
        {"action": "resign", "value": True},
        {"action": "reveal"},
        {"action": "reveal", "seed": "00"},
        {"action": "reveal", "seed": "zz" * 32},
    ]
    written = [json.dumps({**good, **change}) for change in changes]
    written += [json.dumps({name: value for name, value in good.items() if name != left}) for left in good]
    written.append(json.dumps({**good, "key": "\ud800"}))
    return written


class TestNonsense:
    @at_once
    async def test_messages(self, server_process: ServerProcess) -> None:
        async with pair(server_process.url) as table, table.unchanged():
            cookie = table.clients[0].cookie
            messages = [*MALFORMED, *spoiled(command(table))]
            for start in range(0, len(messages), 50):  # a new connection before it is too many for one
                async with bare(table, cookie) as socket:
                    for message in messages[start : start + 50]:
                        await socket.send(message)
                        told = await answer_of(socket, "error", "ack", "refused", "welcome")
                        assert told["type"] == "error", message[:200]
                        assert told["error"]["code"] == "malformed", message[:200]
                        assert 0 < len(told["error"]["message"]) < 300
                    await socket.send('{"type":"ping"}')
                    await answer_of(socket, "pong")

    @at_once
    async def test_bodies(self, server_process: ServerProcess) -> None:
        async with pair(server_process.url) as table, table.unchanged():
            headers = {"Content-Type": "application/json", "X-Sixprime": "1"}
            good = command(table)
            del good["type"]  # over HTTP a command need not say that it is one
            for written in [*MALFORMED, *spoiled(good)]:
                body = written.encode("utf-8", "surrogatepass")
                status, code = ask(
                    server_process, "POST", table.path + "/commands", body, headers, table.clients[0].cookie
                )
                assert (status in (400, 422), code) == (True, "malformed"), written[:200]

    @pytest.mark.parametrize("octets", [b"", b"\x00", b"\xff\xfe", b'{"type":"ping"}', secrets.token_bytes(60_000)])
    @at_once
    async def test_binary(self, server_process: ServerProcess, octets: bytes) -> None:
        async with pair(server_process.url) as table, table.unchanged(), bare(table, table.clients[0].cookie) as socket:
            await socket.send(octets)
            told = await answer_of(socket, "error", "pong")
            assert (told["type"], told["error"]["code"]) == ("error", "malformed")

    @at_once
    async def test_text_that_is_no_text(self, server_process: ServerProcess) -> None:
        async with pair(server_process.url) as table, table.unchanged(), bare(table, table.clients[0].cookie) as socket:
            await socket.send(b"\xff\xfe", text=True)
            with pytest.raises(ConnectionClosed):
                await answer_of(socket, "error")

    @at_once
    async def test_new_matches(self, server_process: ServerProcess) -> None:
        client = Client(server_process.url)
        wrong: list[dict[str, Any]] = [
            {"kind": "party"},
            {"length": 0},
            {"length": 10_000},
            {"length": "5"},
            {"rules": "house"},
            {"rules": {"cube": "yes"}},
            {"rules": {"unknown": 1}},
            {"rules": {"raccoons": True}},
            {"rules": {"stake": "-1"}},
            {"rules": {"start": {"points": [99] * 26, "checkers": 15}}},
            {"seat": "red"},
            {"names": {"white": "x" * 101}},
            {"names": {"white": "\ud800"}},
            {"names": {"red": "x"}},
            {"seed_commitment": "xyz"},
            {"level": "divine", "kind": "bot"},
            {"position": "nonsense"},
            {"record": "nonsense"},
            {"more": 1},
        ]
        for change in wrong:
            with pytest.raises(Refused) as refused:
                await client.create_match(**{"kind": "screen", "length": 1, **change})
            assert refused.value.code in ("malformed", "unreadable"), change
            assert refused.value.status in (400, 422), change


class TestTooMuch:
    @at_once
    async def test_ten_megabytes(self, server_process: ServerProcess) -> None:
        async with pair(server_process.url) as table, table.unchanged():
            async with bare(table, table.clients[0].cookie) as socket:
                with contextlib.suppress(ConnectionClosed):
                    await socket.send("x" * 10_000_000)
                with pytest.raises(ConnectionClosed) as closed:
                    await answer_of(socket, "error")
                assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
            headers = {"Content-Type": "application/json", "X-Sixprime": "1"}
            path = table.path + "/commands"
            assert ask_large(server_process, path, headers) in ((413, "too-large"), None)
            assert ask_large(server_process, path, headers, chunked=True) in ((413, "too-large"), None)
            wrong = {**headers, "Content-Length": "-5"}
            assert (ask_large(server_process, path, wrong) or (400, None))[0] in (400, 413)

    @at_once
    async def test_a_thousand_messages_a_second(self, server_process: ServerProcess) -> None:
        async with pair(server_process.url) as table, pair(server_process.url) as bystanders:
            memory = Memory()
            chance = Random(5)
            players = [
                asyncio.create_task(play(live, Random(number), memory, pace=0.05, weights=LASTING))
                for number, live in enumerate((bystanders.white, bystanders.black))
            ]
            async with table.unchanged():
                told = await flood(table, chance, lambda: len(memory.acks) >= 5)
            assert told["too-fast"] > 0
            assert told["messages"] > 300
            assert len(memory.acks) >= 5  # while it went on
            for player in players:
                player.cancel()
            outcomes = await asyncio.gather(*players, return_exceptions=True)
            assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes), outcomes
            mover, _ = await table.open()  # who was flooded can play on
            assert mover.state.to_act is not None

    @at_once
    async def test_who_never_reads_is_left_alone(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(connections, "SEND_SECONDS", 10 * PATIENCE)  # who waited for the deaf one would never go on
        with running(tmp_path) as server:
            async with (
                pair(server.url) as table,
                bare(table, table.clients[0].cookie, max_queue=1, close_timeout=0.5) as deaf,
            ):
                for live in (table.white, table.black):
                    assert live.state.phase == "opening"
                for _ in range(30):
                    await deaf.send('{"type":"hello","version":0}')
                await table.open()


LASTING = {**dict.fromkeys(WEIGHTS, 0.0), "open": 1, "roll": 1, "play": 1, "take": 1, "decline": 1}
"""A way to play in which games are long."""


async def flood(table: Pair, chance: Random, is_enough: Callable[[], bool]) -> dict[str, int]:
    """A thousand messages a second until it is enough: stale commands, pings and nonsense."""
    told = {"too-fast": 0, "messages": 0, "granted": 0}
    good = choose(table.white.state, "white", chance)
    assert good is not None
    while told["messages"] <= 300 or not is_enough():
        async with bare(table, table.clients[0].cookie) as socket:
            listening = asyncio.create_task(listen(socket, told))
            try:
                while told["messages"] <= 300 or not is_enough():
                    for number in range(20):
                        stale = json.dumps(command(table, version=0, action="open"))
                        await socket.send((stale, '{"type":"ping"}', "nonsense")[number % 3])
                        told["messages"] += 1
                    await asyncio.sleep(0.02)
            except ConnectionClosed:  # the server has lost its patience
                pass
            finally:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
    assert not told["granted"]
    return told


async def listen(socket: ClientConnection, told: dict[str, int]) -> None:
    async for written in socket:
        message = json.loads(written)
        told["granted"] += message["type"] == "ack"
        told["too-fast"] += message.get("error", {}).get("code") == "too-fast"


def ask_large(
    server_process: ServerProcess, path: str, headers: dict[str, str], *, chunked: bool = False
) -> tuple[int, str | None] | None:
    """Ten megabytes; None if the server hung up before all was sent, which is its right."""
    body: Any = (b"x" * 100_000 for _ in range(100)) if chunked else b"x" * 10_000_000
    try:
        return ask(server_process, "POST", path, body, headers)
    except (ConnectionError, http.client.HTTPException):
        return None
