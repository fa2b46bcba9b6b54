"""The wheel, in an empty environment: bare `sixprime` opens a page, and its bot moves before anything is compiled."""

import asyncio
import os
import re
import subprocess
import sys
import threading
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from email.parser import BytesParser
from pathlib import Path

import pytest
from trove_classifiers import classifiers

from sixprime import Player, __version__
from sixprime.client import Client
from sixprime.core.match.events import Played

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


NO_BYTECODE = {"PIP_COMPILE": "0"}
"""Lets pip compile nothing: of all that is installed here a small part is imported, once."""


def run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        env={**os.environ, **NO_BYTECODE, **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)
    (built,) = folder.glob("sixprime-*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment in which nothing but the wheel is installed, with what it needs from pip's cache or an index."""
    folder = tmp_path_factory.mktemp("installed") / "env"
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", str(wheel)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **NO_BYTECODE},
    )
    if done.returncode and not os.environ.get("SIXPRIME_CI"):
        pytest.skip(f"what the wheel needs cannot be installed: {done.stderr.strip().splitlines()[-1:]}")
    assert done.returncode == 0, done.stderr
    return folder


def test_the_wheel_has_what_the_program_reads_and_no_machine_code(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "sixprime/py.typed",
        "sixprime/engine/data/default.net",
        "sixprime/locale/hu/LC_MESSAGES/sixprime.mo",
    } <= names
    assert any(name.startswith("sixprime/web/static/bundles/start-") for name in names)
    assert not [name for name in names if name.endswith((".nbi", ".nbc", ".pyc", ".lock"))]


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    said = BytesParser().parsebytes(archive.read(name))
    assert said["Name"] == "sixprime"
    assert said["Version"] == __version__
    assert said["License-Expression"] == "MIT"
    assert said["Requires-Python"] == ">=3.11"
    assert set(said.get_all("Provides-Extra", [])) >= {"env", "examples", "postgres", "ray"}
    named = said.get_all("Classifier", [])
    assert set(named) <= classifiers
    assert {"Typing :: Typed", "Development Status :: 5 - Production/Stable"} <= set(named)
    always = [line for line in said.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert not [line for line in always if re.match(r"torch|ray|gymnasium|pettingzoo|asyncpg|pytest", line)]
    (points,) = [name for name in archive.namelist() if name.endswith(".dist-info/entry_points.txt")]
    assert archive.read(points).decode().split() == ["[console_scripts]", "sixprime", "=", "sixprime.__main__:main"]


@contextmanager
def at_home(environment: Path, home: Path) -> Iterator[str]:
    """Bare `sixprime` with an empty home; the address that it has opened in the browser."""
    browser = home / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {home}/opened.part && mv {home}/opened.part {home}/opened\n')
    browser.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "SIXPRIME_", "NUMBA_"))}
    process = subprocess.Popen(
        [environment / "bin" / "sixprime"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=home,
        env={**kept, "HOME": str(home), "BROWSER": str(browser), "SIXPRIME_PORT": "0", "LANGUAGE": "en", "LANG": "C"},
    )
    try:
        while not (home / "opened").exists():
            assert process.poll() is None, "it has ended"
            threading.Event().wait(0.02)
        yield (home / "opened").read_text().strip()
    finally:
        process.terminate()
        process.communicate()


async def until_the_bot_has_moved(url: str) -> list[str]:
    """Play against the bot until it has made a move; the levels that were not available then."""
    client = Client(url)
    created = await client.create_match(kind="bot", level="casual", seat="white", length=1)
    async with client.live(created.match) as live:
        async for state in live.turns("white"):
            if any(isinstance(event, Played) and event.player is Player.BLACK for event in live.followed.match.events):
                break
            actions = state.actions("white")
            if "play" in actions:
                await live.send("play", steps=next(state.plays()))
            else:
                await live.send(next(action for action in ("open", "roll", "take", "accept") if action in actions))
    return [level["name"] for level in (await client.about())["levels"] if not level["available"]]


def test_bare_sixprime_opens_the_page_and_the_bot_moves(environment: Path, tmp_path: Path) -> None:
    python = environment / "bin" / "python"
    found = run(python, "-c", "import sixprime; print(sixprime.__file__)").strip()
    assert Path(found).is_relative_to(environment)
    assert run(environment / "bin" / "sixprime", "--version", LANGUAGE="en") == f"sixprime {__version__}\n"
    with at_home(environment, tmp_path) as url:
        page = urllib.request.urlopen(url).read().decode()
        assert "/static/bundles/start-" in page or "bundles" in page
        assert asyncio.run(until_the_bot_has_moved(url)) == ["master", "champion", "grandmaster"]
    again = run(python, "-c", "from sixprime.compiled import cache_folders as c; print(c.folder_of_stamp())").strip()
    assert Path(again).is_relative_to(environment)


def test_extras_add_what_they_name(wheel: Path, environment: Path) -> None:
    """The environments can be made after installing their extra, and say what is missing before."""
    python = environment / "bin" / "python"
    without = "import sixprime.env, importlib.util; print(importlib.util.find_spec('gymnasium'))"
    assert run(python, "-c", without) == "None\n"
    run(sys.executable, "-m", "pip", "--python", python, "install", "-q", f"{wheel}[env,postgres]")
    made = "import asyncpg, gymnasium, sixprime.env; print(gymnasium.spec('sixprime/Backgammon-v0').id)"
    assert run(python, "-c", made) == "sixprime/Backgammon-v0\n"
    spaces = "from sixprime.env import backgammon_v0; print(backgammon_v0.env(cube=True).action_space('player_0'))"
    assert run(python, "-c", spaces) == "Discrete(157)\n"


def test_the_start_script_installs_once_and_starts(wheel: Path, environment: Path, tmp_path: Path) -> None:
    """What is downloaded for the wheel is in pip's cache by now."""
    assert environment.exists()
    script = ROOT / "packaging" / "start.command"
    home = {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "SIXPRIME_PACKAGE": str(wheel),
        "LANGUAGE": "en",
    }
    cache = run(sys.executable, "-m", "pip", "cache", "dir").strip()
    said = run(script, "--version", PYTHON=sys.executable, PIP_CACHE_DIR=cache, **home)
    assert said.startswith("Installing sixprime, once on this computer")
    assert said.endswith(f"sixprime {__version__}\n")
    assert run(script, "--version", PYTHON="/no/python", **home) == f"sixprime {__version__}\n"
    refused = subprocess.run(
        [script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HOME": "/nowhere", "PYTHON": "/no/python"},
    )
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert "needs Python 3.11" in refused.stderr
