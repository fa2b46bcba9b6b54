"""The first minute of a server where nothing is compiled: bots play in plain Python, and machine code takes over.

The kernels are those of this installation. That they are compiled already is kept from the server, by another folder
for the file that says so; a lock there stands for another program that compiles.
"""

import asyncio
import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from sixprime.analysis.readiness import STEPS
from sixprime.client import Client, Refused
from sixprime.compiled.preparation import LOCK, STAMP, _stamp
from waiting import PATIENCE
from web.chromium import new_context, started_browser

pytestmark = pytest.mark.slow

SERVE = """\
import sys
from pathlib import Path
from sixprime.compiled import cache_folders

cache_folders.folder_of_stamp = lambda: Path(sys.argv[1])
from sixprime.cli.app import run

run(["serve", "--port", "0", "--no-browser", "--database", sys.argv[2]])
"""


@contextmanager
def compiling_elsewhere(folder: Path) -> Iterator[None]:
    """As if another program were compiling, and had come to two fifths."""
    with (folder / LOCK).open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write("0.4\n")
        lock.flush()
        yield
        (folder / STAMP).write_text(json.dumps(_stamp(STEPS)), encoding="utf-8")


@contextmanager
def server(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(folder), str(folder / "matches.db")],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "SIXPRIME_LANGUAGE": "en"},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield line.split()[3], process
    finally:
        process.terminate()
        process.communicate()


def loads_numba(process: subprocess.Popen[str]) -> bool:
    """Whether a process has the compiler in memory."""
    return "llvmlite" in Path(f"/proc/{process.pid}/maps").read_text(encoding="utf-8")


async def compiled_share(url: str, least: float) -> float:
    async with httpx.AsyncClient() as client:
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
        "beginner": True, "casual": True, "club": True, "expert": True, "master": False, "champion": False,
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


@contextmanager
def start_page(url: str) -> Iterator[Page]:
    """The start page of somebody who has chosen the champion the last time."""
    with started_browser() as browser:
        page = new_context(browser, locale="en-GB").new_page()
        page.add_init_script("localStorage.setItem('sixprime.newgame', JSON.stringify({level: 'champion'}))")
        page.goto(url)
        page.locator(".compiling").wait_for(state="attached")
        yield page


def test_the_page_shows_how_far_compiling_is_and_unlocks_the_levels_in_the_end(tmp_path: Path) -> None:
    def held() -> Iterator[None]:
        with compiling_elsewhere(tmp_path):
            yield

    hold = held()
    next(hold)
    with server(tmp_path) as (url, _), start_page(url) as page:
        locked = page.locator("input[name=level]:disabled")
        expect(locked).to_have_count(2)
        expect(page.locator("input[value=expert]")).to_be_checked()
        expect(page.get_by_role("progressbar", name="Compiling the engine")).to_have_attribute(
            "value", "0.4", timeout=1000 * PATIENCE
        )
        expect(page.get_by_text("being compiled…")).to_have_count(2)
        next(hold, None)
        expect(locked).to_have_count(0, timeout=1000 * PATIENCE)
        expect(page.get_by_role("progressbar")).to_have_count(0)
        expect(page.get_by_text("full strength: looks two moves ahead")).to_be_visible()
        expect(page.locator("input[value=champion]")).to_be_checked()
        expect(page.locator("#summary")).to_contain_text("champion")
        expect(page.get_by_role("status").filter(has_text="All levels are available now.")).to_have_count(1)


def test_bots_play_before_anything_is_compiled_and_on_when_it_is(tmp_path: Path) -> None:
    def held() -> Iterator[None]:
        with compiling_elsewhere(tmp_path):
            yield

    hold = held()
    next(hold)
    with server(tmp_path) as (url, process):
        asyncio.run(play_against(url, process, hold))
