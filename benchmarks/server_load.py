"""How many matches a server carries: scripted players at many tables, and how long they wait for an acknowledgement.

    python benchmarks/server_load.py [--matches 200] [--seconds 60] [--warm-up 5] [--think 1.0]
                                     [--database sqlite|postgresql]

Each match has two players with a WebSocket each, who think for the given time on average before every command (people
take five times as long). The players are one process, the server is another; they share the machine. What is measured
begins when the bot is ready, all have sat down and some seconds have passed: the time from sending a command to having
read its acknowledgement, which the server sends when it is on disk. Three columns tell what else is in it: "own" is how
late the players' own event loop wakes up (p99), "server" and "players" the processor time for each command, and
"queued" the share of the time for which the server wanted a processor and others had it: on a quiet machine, a few
percent. Afterwards all logs are read back and compared with what was acknowledged.
"""

import argparse
import asyncio
import gc
import json
import os
import sys
import tempfile
import time
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.request import ProxyHandler, build_opener

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.support.crashing import faults_of_log
from server.support.postgres import running_cluster, why_not
from server.support.scripted_players import WEIGHTS, Memory, choose, insist
from server.support.server_processes import Nursery, serving
from sixprime.client import Ack, Client, Live

WEIGHTS_OF_LONG_MATCHES = {**WEIGHTS, "resign": 0.1}
AT_A_TIME = 10
"""So many matches are created at the same time."""
GOAL_MILLISECONDS = 50
BEAT_SECONDS = 0.01


@dataclass
class Played:
    """A match, and what its two players were told."""

    match: str
    memories: list[Memory] = field(default_factory=list)


@dataclass
class Load:
    """What came of it."""

    seconds: float = 0.0
    server_cpu: float = 0.0
    server_queued: float = 0.0
    players_cpu: float = 0.0
    played: list[Played] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """How long each command waited for its acknowledgement while it was measured, the shortest wait first."""
    lateness: list[float] = field(default_factory=list)
    """How much later than it wanted the players' process went on after sleeping, in seconds."""
    faults: list[str] = field(default_factory=list)

    def acks(self) -> dict[str, Ack]:
        """All acknowledgements so far."""
        return {key: ack for one in self.played for memory in one.memories for key, ack in memory.acks.items()}

    @property
    def refusals(self) -> int:
        return sum(len(memory.refusals) for one in self.played for memory in one.memories)


def percentile(seconds: list[float], share: float) -> float:
    """So many milliseconds, or less, for this share of them; they are in order."""
    return 1000 * seconds[min(int(share * len(seconds)), len(seconds) - 1)]


async def keep_playing(live: Live, chance: Random, memory: Memory, think: float, is_late: asyncio.Event) -> None:
    """Play for one side until it is late."""
    async for state in live.turns():
        await asyncio.sleep(think * (0.5 + chance.random()))
        if is_late.is_set():
            return
        seat = state.you[0]
        command = choose(state, seat, chance, WEIGHTS_OF_LONG_MATCHES)
        if command is not None and (state.to_act == seat or live.state.version == state.version):
            await insist(live, command, memory)


async def sit(url: str, number: int, think: float, is_late: asyncio.Event, room: asyncio.Semaphore, load: Load) -> None:
    """One table: match after match."""
    chance = Random(number)
    while not is_late.is_set():
        async with AsyncExitStack() as stack:
            async with room:
                one, other = Client(url), Client(url)
                created = await one.create_match(kind="link", seat="white", length=5)
                assert created.invitation is not None
                await other.join(created.match, created.invitation)
                lives = [
                    await stack.enter_async_context(client.live(created.match, folding=False))
                    for client in (one, other)
                ]
            played = Played(created.match, [Memory(), Memory()])
            load.played.append(played)
            players = [
                asyncio.create_task(keep_playing(live, Random(chance.random()), memory, think, is_late))
                for live, memory in zip(lives, played.memories, strict=True)
            ]
            late = asyncio.create_task(is_late.wait())
            while not is_late.is_set() and not all(player.done() for player in players):
                waiting = {late, *(player for player in players if not player.done())}
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait(players, timeout=2 * think + 2)  # for commands that are under way
            for task in (*players, late):
                task.cancel()
            for outcome in await asyncio.gather(*players, return_exceptions=True):
                if isinstance(outcome, Exception):
                    raise outcome


def cpu_seconds(pid: int) -> float:
    """How much processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def queued_seconds(pid: int) -> float:
    """For how long a process could have gone on, if it had been given a processor; 0 where the system does not tell."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


async def beat(lateness: list[float]) -> None:
    """Note how late one wakes up, again and again."""
    while True:
        wanted = time.perf_counter() + BEAT_SECONDS
        await asyncio.sleep(BEAT_SECONDS)
        lateness.append(time.perf_counter() - wanted)


def wait_for_bot(url: str) -> None:
    """Until the server has loaded everything: the bot is not asked, but loading it takes a processor."""
    opener = build_opener(ProxyHandler({}))
    while True:
        with opener.open(f"{url}/api/ready", timeout=10) as answer:
            if json.load(answer)["bot"]:
                return
        time.sleep(0.2)


async def measure(url: str, pid: int, matches: int, seconds: float, warm_up: float, think: float) -> Load:
    """Let all tables play, then compare."""
    await asyncio.to_thread(wait_for_bot, url)
    load, is_late, room = Load(), asyncio.Event(), asyncio.Semaphore(AT_A_TIME)
    tables = [asyncio.create_task(sit(url, number, think, is_late, room, load)) for number in range(matches)]
    while len(load.played) < matches:  # all have sat down
        await asyncio.sleep(0.05)
        for table in tables:
            if table.done():
                await table
    await asyncio.sleep(warm_up)
    gc.freeze()
    earlier = set(load.acks())
    beating = asyncio.create_task(beat(load.lateness))
    began, used, queued, own = time.monotonic(), cpu_seconds(pid), queued_seconds(pid), time.process_time()
    await asyncio.sleep(seconds)
    beating.cancel()
    load.seconds, load.server_cpu = time.monotonic() - began, cpu_seconds(pid) - used
    load.server_queued = queued_seconds(pid) - queued
    load.players_cpu = time.process_time() - own
    load.waits = sorted(ack.seconds for key, ack in load.acks().items() if key not in earlier)
    load.lateness.sort()
    is_late.set()
    await asyncio.gather(*tables)
    client = Client(url)
    for played in load.played:
        entries = await client.entries(played.match)
        load.faults += [f"{played.match}: {fault}" for fault in faults_of_log(entries, played.memories)]
    return load


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how long players wait when many play.")
    parser.add_argument("--matches", type=int, default=200, help="at the same time (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="for so long (default: %(default)s)")
    parser.add_argument("--warm-up", type=float, default=5, help="play for so long before (default: %(default)s)")
    parser.add_argument(
        "--think", type=float, default=1.0, help="before each command, on average (default: %(default)s)"
    )
    parser.add_argument("--database", choices=("sqlite", "postgresql"), help="both if not given")
    asked = parser.parse_args()
    gc.disable()  # a short life; what its own pauses would add is not the server's
    console = Console(highlight=False, width=120)
    table = Table(title=f"{asked.matches} matches, two players each, {asked.think:g} s of thought before a command")
    for column in (
        "",
        "commands",
        "a second",
        "p50",
        "p99",
        "longest",
        "own p99",
        "server",
        "queued",
        "players",
        "stale",
        "faults",
    ):
        table.add_column(column, justify="right" if column else "left", min_width=None if column else 10)
    faults = 0
    for database in [asked.database] if asked.database else ["sqlite", "postgresql"]:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sixprime-load-")))
            where = str(folder / "matches.db")
            if database == "postgresql":
                missing = why_not()
                if missing is not None:
                    console.print(missing)
                    continue
                where = stack.enter_context(running_cluster()).new_database()
            nursery = stack.enter_context(Nursery(folder / "log"))
            server = stack.enter_context(serving(nursery, where))
            assert server.pid is not None
            load = asyncio.run(
                measure(server.url, server.pid, asked.matches, asked.seconds, asked.warm_up, asked.think)
            )
        faults += len(load.faults)
        commands = len(load.waits)
        table.add_row(
            {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[database],
            str(commands),
            f"{commands / load.seconds:.0f}",
            f"{percentile(load.waits, 0.5):.1f} ms",
            f"{percentile(load.waits, 0.99):.1f} ms",
            f"{percentile(load.waits, 1):.0f} ms",
            f"{percentile(load.lateness, 0.99):.1f} ms",
            f"{1000 * load.server_cpu / commands:.2f} ms",
            f"{100 * load.server_queued / load.seconds:.0f} %",
            f"{1000 * load.players_cpu / commands:.2f} ms",
            str(load.refusals),
            str(len(load.faults)),
        )
        for fault in load.faults[:20]:
            console.print(fault, markup=False)
    console.print(table)
    console.print(f"The goal is a p99 under {GOAL_MILLISECONDS} ms.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
