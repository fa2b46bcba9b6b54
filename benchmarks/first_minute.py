"""The first minute: how long a newcomer waits for the page, the bot's first move, and the engine's full strength.

    python benchmarks/first_minute.py [--repeats 3] [--questions 9]
    python benchmarks/first_minute.py --first-move
    python benchmarks/first_minute.py --clone

Bare `sixprime` is started with an empty home and where nothing was ever compiled; then again, with everything compiled.
A client asks for the start page, creates a match, throws the opening roll and waits until the bot has moved, playing
itself if it has to. Then it waits for the levels that look ahead. The seconds are by the clock; beside them are the
processor's, of the server until then and of all processes in the end, because the clock counts what other programs do
meanwhile. Afterwards, how long a single question takes from the command line once everything is compiled, beside what
cannot be avoided: Python alone, loading numpy, loading numba. All commands take turns. With `--first-move` the program
is started once, and ended as soon as the bot has moved: that is how a wheel is checked. With `--clone` it is `make
play` in a fresh clone of this repository with an empty home, until it opens the browser; then once more.
"""

import argparse
import asyncio
import math
import os
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from sixprime import Player
from sixprime.client import Client
from sixprime.compiled import jit
from sixprime.core.match.events import Played

QUESTION = ("4HPwATDgc/ABMA", "31")
COMMAND = (sys.executable, "-c", "from sixprime.cli.app import main; main()")
COMMANDS: dict[str, tuple[str, ...]] = {
    "Python alone": (sys.executable, "-c", "pass"),
    "import numpy": (sys.executable, "-c", "import numpy"),
    "import numba": (sys.executable, "-c", "import numba"),
    "sixprime --version": (*COMMAND, "--version"),
    "sixprime hint --plies 0": (*COMMAND, "hint", *QUESTION, "--plies", "0"),
    "sixprime hint": (*COMMAND, "hint", *QUESTION),
    "sixprime eval": (*COMMAND, "eval", QUESTION[0]),
}
TICKS = os.sysconf("SC_CLK_TCK")
GOAL_FIRST_MOVE, GOAL_PROCESSOR = 3.0, 60.0
GOALS_CLONE = (60.0, 5.0)


@dataclass(frozen=True, slots=True)
class Start:
    """What was measured of one start, in seconds since the process was started."""

    page: float
    page_processor: float
    first_move: float
    first_move_processor: float
    full: float = math.nan
    processor: float = math.nan
    """Of all processes until then."""


def processor_of(pid: int) -> float:
    """The processor's seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def processor_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def wait_for_bot(url: str) -> None:
    """Play against a bot until it has made a move."""
    client = Client(url)
    created = await client.create_match(kind="bot", level="casual", seat="white", length=1)
    async with client.live(created.match) as live:
        async for state in live.turns("white"):
            events = live.followed.match.events
            if any(isinstance(event, Played) and event.player is Player.BLACK for event in events):
                return
            actions = state.actions("white")
            if "play" in actions:
                await live.send("play", steps=next(state.plays()))
            else:
                await live.send(next(action for action in ("open", "roll", "take", "accept") if action in actions))


def wait_for_page(url: str, process: subprocess.Popen[bytes]) -> None:
    while True:
        if process.poll() is not None:
            raise SystemExit(f"the program has ended with exit code {process.returncode}")
        try:
            urllib.request.urlopen(url).read()
            return
        except OSError:
            time.sleep(0.005)


async def wait_for_strength(url: str) -> None:
    client = Client(url)
    while not all(level["available"] for level in (await client.about())["levels"]):
        await asyncio.sleep(0.5)  # asking takes time as well


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def start(home: Path, *, to_full_strength: bool = True) -> Start:
    """Start the program with a home, and measure it."""
    port = free_port()
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "SIXPRIME_", "PYTHON"))},
        "HOME": str(home),
        "NUMBA_CACHE_DIR": str(home / "kernels"),
        "SIXPRIME_DATABASE": str(home / "matches.db"),
        "SIXPRIME_CACHE": str(home / "cache"),
        "SIXPRIME_PORT": str(port),
        "BROWSER": "true",  # a program that opens nothing
    }
    before = processor_of_children()
    command = [sys.executable, "-m", "sixprime"]
    started = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        url = f"http://127.0.0.1:{port}"
        wait_for_page(url, process)
        page, page_processor = time.perf_counter() - started, processor_of(process.pid)
        asyncio.run(wait_for_bot(url))
        first_move, first_move_processor = time.perf_counter() - started, processor_of(process.pid)
        full = math.nan
        if to_full_strength:
            asyncio.run(wait_for_strength(url))
            full = time.perf_counter() - started
        process.terminate()
    processor = processor_of_children() - before
    return Start(page, page_processor, first_move, first_move_processor, full, processor)


def make_play(clone: Path, home: Path) -> tuple[float, float]:
    """Seconds by the clock and of the processor until `make play` opens the browser."""
    opened, browser = home / "opened", home / "browser"
    opened.unlink(missing_ok=True)
    browser.write_text(f"#!/bin/sh\ntouch {opened}\n", encoding="utf-8")
    browser.chmod(0o755)
    environment = {
        **{name: value for name, value in os.environ.items()
           if not name.startswith(("XDG_", "SIXPRIME_", "NUMBA_", "PYTHON", "MAKE", "VIRTUAL_ENV"))},
        "HOME": str(home),
        "SIXPRIME_PORT": str(free_port()),
        "BROWSER": str(browser),
    }  # fmt: skip
    before, started = processor_of_children(), time.perf_counter()
    with subprocess.Popen(["make", "play"], cwd=clone, env=environment, start_new_session=True) as process:
        while not opened.exists():
            if process.poll() is not None:
                raise SystemExit(f"make play has ended with exit code {process.returncode}")
            time.sleep(0.01)
        seconds = time.perf_counter() - started
        os.killpg(process.pid, signal.SIGTERM)
    return seconds, processor_of_children() - before


def measure_clone(console: Console) -> int:
    """Measure `make play` in a fresh clone, twice."""
    root = Path(__file__).resolve().parent.parent
    with tempfile.TemporaryDirectory(prefix="sixprime-newcomer-") as folder:
        clone, home = Path(folder) / "sixprime", Path(folder) / "home"
        home.mkdir()
        subprocess.run(["git", "clone", "-q", str(root), str(clone)], check=True)
        measured = [make_play(clone, home) for _ in range(2)]
    for name, goal, (seconds, processor) in zip(("first", "second"), GOALS_CLONE, measured, strict=True):
        console.print(f"the {name} time: the browser opens after {seconds:.1f} s (goal {goal:g}), "
                      f"{processor:.1f} s of the processor until the end")  # fmt: skip
    return 0 if all(seconds <= goal for (seconds, _), goal in zip(measured, GOALS_CLONE, strict=True)) else 1


def question(command: tuple[str, ...]) -> tuple[float, float]:
    """Seconds by the clock and of the processor that a command takes."""
    before, started = processor_of_children(), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=Path(__file__).parent)
    return time.perf_counter() - started, processor_of_children() - before


def show_starts(starts: dict[str, list[Start]], console: Console) -> None:
    table = Table(title="Seconds since the process was started, medians")
    columns = (
        "",
        "page",
        "(processor)",
        "bot's first move",
        "(processor)",
        "full strength",
        "processor, all processes",
    )
    for column in columns:
        table.add_column(column, justify="left" if not column else "right")
    for name, measured in starts.items():
        parts = zip(*((m.page, m.page_processor, m.first_move, m.first_move_processor, m.full, m.processor)
                      for m in measured), strict=True)  # fmt: skip
        table.add_row(name, *(f"{statistics.median(part):.2f}" for part in parts))
    console.print(table)


def show_questions(measured: dict[str, list[tuple[float, float]]], console: Console) -> None:
    table = Table(title="A question from the command line, everything compiled, seconds")
    for column in ("", "median", "least", "processor, median", "processor, least", "import numba = 1"):
        table.add_column(column, justify="left" if not column else "right")
    peer = statistics.median(clock for clock, _ in measured["import numba"])
    for name, times in measured.items():
        clocks, processor = ([entry[part] for entry in times] for part in (0, 1))
        middle = statistics.median(clocks)
        table.add_row(
            name,
            *(f"{seconds:.3f}" for seconds in (middle, min(clocks), statistics.median(processor), min(processor))),
            f"{middle / peer:.2f}",
        )
    console.print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the first minute of a newcomer.")
    parser.add_argument("--repeats", type=int, default=3, help="starts from nothing to measure (default: %(default)s)")
    parser.add_argument("--questions", type=int, default=9, help="times to ask each question (default: %(default)s)")
    parser.add_argument("--first-move", action="store_true", help="only start once, and end when the bot has moved")
    parser.add_argument("--clone", action="store_true", help="only `make play` in a fresh clone, twice")
    options = parser.parse_args()
    jit.start_plain()  # the client is to wait for no compiler of its own
    console = Console(highlight=False)
    if options.clone:
        return measure_clone(console)
    if options.first_move:
        with tempfile.TemporaryDirectory(prefix="sixprime-newcomer-") as home:
            found = start(Path(home), to_full_strength=False)
        console.print(f"page after {found.page:.2f} s, the bot's first move after {found.first_move:.2f} s "
                      f"({found.first_move_processor:.2f} s of the processor)")  # fmt: skip
        return 0
    starts: dict[str, list[Start]] = {"nothing was ever compiled": [], "the second time": []}
    for _ in range(options.repeats):
        with tempfile.TemporaryDirectory(prefix="sixprime-newcomer-") as home:
            for measured in starts.values():
                measured.append(start(Path(home)))
    if options.repeats:
        show_starts(starts, console)
    if options.questions:
        for command in COMMANDS.values():
            question(command)  # compiles, and fills the system's caches
        asked: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
        for _ in range(options.questions):
            for name, command in COMMANDS.items():
                asked[name].append(question(command))
        show_questions(asked, console)
    if not options.repeats:
        return 0
    first = starts["nothing was ever compiled"]
    move, processor = (
        statistics.median(part) for part in zip(*((m.first_move, m.processor) for m in first), strict=True)
    )
    goals = (
        ("the first move", move, GOAL_FIRST_MOVE),
        ("the processor until full strength", processor, GOAL_PROCESSOR),
    )
    for name, seconds, goal in goals:
        console.print(f"{name}: {seconds:.2f} s, goal {goal:g}: {'met' if seconds <= goal else 'missed'}")
    return 0 if all(seconds <= goal for _, seconds, goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
