"""The first minute of a server where nothing is compiled: bots play in plain Python, and machine code takes over.

What takes the place of the compiler is in `server.support.uncompiled_servers`.
"""

import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.support.uncompiled_servers import compiling_elsewhere, uncompiled_server
from sixprime.client import Client, Refused
from waiting import PATIENCE

pytestmark = pytest.mark.slow


def loads_numba(process: subprocess.Popen[str]) -> bool:
    """Whether a process has the compiler in memory."""
    return "llvmlite" in Path(f"/proc/{process.pid}/maps").read_text(encoding="utf-8")


async def compiled_share(url: str, least: float) -> float:
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        while True:
            share = float((await client.get(f"{url}/api/ready")).json()["compiled"])
            if share >= least:
                return share
            await asyncio.sleep(0.1)


async def levels(client: Client) -> dict[str, bool]:
    return {level["name"]: level["available"] for level in (await client.about())["levels"]}


async def play_against(url: str, process: subprocess.Popen[str], hold: Iterator[None]) -> None:
    client = Client(url)
    assert await compiled_share(url, 0.1) == 0.4
    assert not loads_numba(process)
    assert await levels(client) == {
        "beginner": True, "casual": True, "club": True, "advanced": True, "expert": True,
        "master": False, "champion": False, "grandmaster": False,
    }  # fmt: skip
    with pytest.raises(Refused, match="champion is being compiled"):
        await client.create_match(kind="bot", level="champion", seat="white", length=1)
    created = await client.create_match(kind="bot", level="expert", seat="white", length=1)
    switched = False
    async with client.live(created.match) as live:
        async for state in live.turns("white"):
            actions = state.actions("white")
            if "play" in actions:
                hint = await client.hint(created.match)
                if not switched or len(hint["plays"]) > 1:
                    assert hint["plies"] == (2 if switched else 0)
                await live.send("play", steps=next(state.plays()))
            else:
                await live.send(next(action for action in ("open", "roll", "take", "accept") if action in actions))
            if not switched and live.version > 8:  # the bot has moved by now
                assert not loads_numba(process)
                next(hold, None)
                assert await compiled_share(url, 1.0) == 1.0
                assert loads_numba(process)
                switched = True
        assert switched
        assert live.state.is_over
    assert all((await levels(client)).values())
    await client.create_match(kind="bot", level="champion", seat="white", length=1)


def test_bots_play_before_anything_is_compiled_and_on_when_it_is(tmp_path: Path) -> None:
    hold = compiling_elsewhere(tmp_path)
    next(hold)
    with uncompiled_server(tmp_path) as (url, process):
        asyncio.run(play_against(url, process, hold))
