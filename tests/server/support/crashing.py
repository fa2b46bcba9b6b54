"""An evening of matches on a server that is killed again and again, and what must be true afterwards.

Clients play many matches at once; somebody kills the server with SIGKILL at moments that nobody chose, and starts it
again. In the end everything that was acknowledged must be in the logs, in order, once, and every match must have come
to its end with the score that its events make.
"""

import asyncio
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from server.support.scripted_players import Memory, play
from server.support.server_processes import START_SECONDS, ServerProcess
from sixprime.client import Client, FollowedMatch, Refused, Seed, Unreachable, live
from sixprime.formats.dice.transcripts import Transcript

Answer = TypeVar("Answer")
live.LAST_DELAY = 0.5  # who waited longer might never meet a server that lives so shortly
PACE = 0.01
WAIT = 0.05
AROUND = ("create", "seat", "reveal", "secret")
"""Entries that no command with a key of ours has brought."""


@dataclass
class Table:
    """One match with those who play it."""

    kind: str
    match: str = ""
    clients: list[Client] = field(default_factory=list)
    memories: list[Memory] = field(default_factory=list)
    seen: list[FollowedMatch] = field(default_factory=list)
    lost: int = 0

    @property
    def acknowledged(self) -> int:
        return sum(len(memory.acks) for memory in self.memories)


@dataclass
class Evening:
    """All tables, and how often the server was killed."""

    tables: list[Table] = field(default_factory=list)
    playing: list[Table] = field(default_factory=list)
    before: int = 0
    """How many commands were acknowledged at tables that have ended."""
    kills: int = 0
    seconds: float = 0.0

    def begin(self, table: Table) -> None:
        self.tables.append(table)
        self.playing.append(table)

    def end(self, table: Table) -> None:
        self.playing.remove(table)
        self.before += table.acknowledged

    @property
    def acknowledged(self) -> int:
        return self.before + sum(table.acknowledged for table in self.playing)

    @property
    def lost_connections(self) -> int:
        return sum(table.lost for table in self.tables)


async def persist(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """Ask until the server is there."""
    while True:
        try:
            return await ask()
        except Unreachable:
            await asyncio.sleep(WAIT)
        except Refused as refused:
            if refused.code != "stopping":
                raise
            await asyncio.sleep(WAIT)


async def sit_down(urls: Sequence[str], kind: str, chance: Random) -> Table:
    """A new match with all its players; the second comes to the last of several servers."""
    client = Client(urls[0], cookie=secrets.token_urlsafe(32))
    wishes: dict[str, Any] = {"kind": kind, "length": chance.choice((1, 1, 2))}
    if kind == "bot":
        wishes |= {"level": "beginner", "seat": chance.choice(("white", "black"))}
    created = await persist(lambda: client.create_match(**wishes))
    table = Table(kind, created.match, [client])
    if kind == "link":
        assert created.invitation is not None
        invitation, seed = created.invitation, Seed.new()
        other = Client(urls[-1], cookie=secrets.token_urlsafe(32))
        await persist(lambda: other.join(created.match, invitation, seed=seed))
        table.clients.append(other)
    return table


async def play_out(table: Table, chance: Random) -> None:
    """Play the match to its end."""
    async with AsyncExitStack() as stack:
        lives = [await stack.enter_async_context(client.live(table.match)) for client in table.clients]
        table.memories = [Memory() for _ in lives]
        try:
            await asyncio.gather(
                *(
                    play(one, Random(chance.random()), memory, pace=PACE)
                    for one, memory in zip(lives, table.memories, strict=True)
                )
            )
        finally:
            table.seen = [one.followed for one in lives]
            table.lost = sum(one.news.lost for one in lives)


async def crash(
    server: ServerProcess,
    *,
    kills: int,
    tables: int = 8,
    kinds: Sequence[str] = ("screen", "link"),
    seed: int = 1,
    neighbour: str | None = None,
    seconds: float = math.inf,
    on_kill: Callable[[Evening], None] | None = None,
) -> Evening:
    """Let matches be played at so many tables while the server is killed so often; then all are played to their end.

    `neighbour` is the address of another server on the same database, which stays alive and serves the second players.
    After so many `seconds` there are no more kills. `on_kill` is told of each.
    """
    urls = [server.url] if neighbour is None else [server.url, neighbour]
    evening = Evening()
    is_late = asyncio.Event()
    began = time.monotonic()

    async def keep_playing(number: int) -> None:
        chance = Random(f"{seed} table {number}")
        while not is_late.is_set():
            table = await sit_down(urls, kinds[(number + len(evening.tables)) % len(kinds)], chance)
            evening.begin(table)
            await play_out(table, chance)
            evening.end(table)

    async def keep_killing() -> None:
        chance = Random(f"{seed} kills")
        while evening.kills < kills and time.monotonic() - began < seconds:
            wanted = evening.acknowledged + chance.randint(1, 2 * tables)
            until = time.monotonic() + START_SECONDS
            while evening.acknowledged < wanted and time.monotonic() < until:
                await asyncio.sleep(0.002)
            await asyncio.sleep(chance.random() * 0.03)
            await asyncio.to_thread(server.kill)
            evening.kills += 1
            if on_kill is not None:
                evening.seconds = time.monotonic() - began
                on_kill(evening)
            await asyncio.to_thread(server.start)
        is_late.set()

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(keep_killing())
        for number in range(tables):
            tasks.create_task(keep_playing(number))
    evening.seconds = time.monotonic() - began
    return evening


async def faults_of(evening: Evening) -> list[str]:
    """Everything that should not be; an empty list after a good evening."""
    faults: list[str] = []
    for table in evening.tables:
        faults += [f"{table.kind} {table.match}: {fault}" for fault in await _faults_of_table(table)]
    return faults


async def _faults_of_table(table: Table) -> list[str]:
    client = table.clients[0]
    entries = await client.entries(table.match)
    state = await client.state(table.match)
    faults = faults_of_log(entries, table.memories)
    faults += [
        f"a client saw {seen.version} entries, the log has {len(entries)}, and they differ"
        for seen in table.seen
        if seen.entries != entries[: seen.version]
    ]
    followed = FollowedMatch()
    followed.add(entries)
    match = followed.match
    score = {player.value: points for player, points in match.score.items()}
    if state.phase != "over" or match.result is None:
        faults.append(f"it has not come to its end: {state.phase}")
    if state.score != score or state.version != len(entries):
        faults.append(f"the score is {state.score}, by its events {score}")
    if match.result is not None and match.result.winner is not None and match.length is not None:
        if match.score[match.result.winner] < match.length:
            faults.append("the winner has not reached the length of the match")
    transcript = Transcript.from_json(await client.dice(table.match))
    faults += [str(problem) for problem in transcript.verify().problems]
    faults += [str(problem) for problem in transcript.compared(match.rolls)]
    if len(transcript.rolls) != len(match.rolls):
        faults.append(f"the transcript has {len(transcript.rolls)} rolls, the match {len(match.rolls)}")
    return faults


def faults_of_log(entries: Sequence[dict[str, Any]], memories: Sequence[Memory]) -> list[str]:
    """Where a log is not what its players were told: lost, doubled, changed, or out of order."""
    faults = []
    if [entry["seq"] for entry in entries] != list(range(1, len(entries) + 1)):
        faults.append("the numbers of the entries are not 1, 2, 3, ...")
    brought: dict[int, str] = {}
    for memory in memories:
        for key, ack in memory.acks.items():
            for told in ack.entries:
                seq = told["seq"]
                if seq > len(entries) or entries[seq - 1] != told:
                    faults.append(f"what was acknowledged as entry {seq} is not there")
                if brought.setdefault(seq, key) != key:
                    faults.append(f"entry {seq} was acknowledged for two commands")
    for entry in entries:
        acted = entry["by"] is not None and entry["entry"]["type"] not in AROUND
        if acted and entry["seq"] not in brought and entry["by"] in _persons(entries):
            faults.append(f"entry {entry['seq']} is there, and nobody was told")
    return faults


def _persons(entries: Sequence[dict[str, Any]]) -> set[str]:
    return {entry["entry"]["seat"] for entry in entries if _seats_a_person(entry["entry"])}


def _seats_a_person(entry: dict[str, Any]) -> bool:
    return bool(entry["type"] == "seat" and entry["kind"] == "person")
