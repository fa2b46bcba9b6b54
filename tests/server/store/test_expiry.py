"""Expiry: which matches are removed and which never, at any moment, by any number of processes."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Table as SqlTable
from sqlalchemy import func, select, update

from server.support.local_servers import LocalServer, Table, create, hear, running, say
from server.support.old_databases import make_old, with_engine
from sixprime.formats.dice.derivation import seed_commitment
from sixprime.server.encoding import now
from sixprime.server.limits import DAY, Limits
from sixprime.server.live import lobby as lobby_module
from sixprime.server.live.expiry_rounds import JUMP_SECONDS, ExpiryRounds
from sixprime.server.store import expiry as expiry_module
from sixprime.server.store import schema
from sixprime.server.store.databases import Database, database_url, open_database
from sixprime.server.store.expiry import VISIT_EVERY, VISIT_GRACE, Expiry
from sixprime.server.store.migrating import migrate
from waiting import wait_until

Answer = TypeVar("Answer")
WEEK, YEAR = 7 * DAY * 1000, 365 * DAY * 1000
NOTICE = "test expired"
LAST_CHECKERS = "XGID=-A----------------------a-:0:0:1:00:0:0:0:1:10"


class Clock:
    """A clock that is moved by hand, in milliseconds; it begins when the test does."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return now() + self.ahead

    def at(self, ahead: int) -> "Clock":
        self.ahead = ahead
        return self


def on(database: str, use: Callable[[Database], Coroutine[Any, Any, Answer]]) -> Answer:
    async def main() -> Answer:
        opened = open_database(database_url(database))
        try:
            return await use(opened)
        finally:
            await opened.close()

    return asyncio.run(main())


async def remove_all(expiry: Expiry, spared: tuple[str, ...] = ()) -> list[str]:
    removed: list[str] = []
    after: str | None = ""
    while after is not None:
        some, after = await expiry.remove_some(after, spared, NOTICE)
        removed += some
    return removed


def expired_after(database: str, ahead: int, limits: Limits | None = None) -> list[str]:
    """Remove what is expired so many milliseconds from now; returns what was."""
    limits = limits or Limits()
    return on(database, lambda opened: remove_all(Expiry(opened, limits, Clock().at(ahead))))


async def ids(opened: Database, table: SqlTable = schema.matches) -> set[str]:
    column = table.c.id if table is schema.matches else table.c.match
    async with opened.reading.connect() as connection:
        return set((await connection.execute(select(column).distinct())).scalars())


async def is_whole(opened: Database) -> bool:
    """Whether every row belongs to a match, and every match has all its rows."""
    matches = await ids(opened)
    async with opened.reading.connect() as connection:
        counts = select(schema.entries.c.match, func.count(), func.max(schema.entries.c.seq))
        rows = (await connection.execute(counts.group_by(schema.entries.c.match))).all()
    found = {row[0] for row in rows if row[1] == row[2] >= 3}
    return matches == found == await ids(opened, schema.seats) == await ids(opened, schema.dice)


def started(server: LocalServer) -> Table:
    visitor = server.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    table.open()
    return table


def test_what_expires_when(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=database_url(database)) as server:
        visitor = server.visitor()
        untouched = create(visitor)["state"]["match"]
        seeded = Table(visitor, create(visitor, seed_commitment=seed_commitment(b"w" * 32))["state"]["match"])
        seeded.act("white", "reveal", seed=(b"w" * 32).hex())
        joined = create(visitor, kind="link", seat="white")
        other = server.visitor()
        path = f"/api/matches/{joined['state']['match']}/join"
        assert other.post(path, json={"invitation": joined["invitation"]}).status_code == 200
        moved = started(server)
        finished = Table(visitor, create(visitor, length=1, position=LAST_CHECKERS)["state"]["match"])
        while finished.state["phase"] != "over":
            finished.turn()
        aborted = Table(visitor, create(visitor)["state"]["match"])
        aborted.act("white", "abort")
        study = visitor.post(
            "/api/imports?name=a.mat",
            content=b" 5 point match\n\n Game 1\n Anna : 0          Bela : 0\n  1) 31: 8/5 6/5    64: 24/14\n",
        ).json()["matches"][0]["match"]
    nobody_moved = {untouched, seeded.match, joined["state"]["match"]}
    kept_for_ever = {finished.match, aborted.match, study}
    assert expired_after(database, WEEK - 60_000) == []
    assert expired_after(database, 100 * YEAR, Limits.at_home()) == []
    assert set(expired_after(database, WEEK + 60_000)) == nobody_moved
    assert expired_after(database, YEAR - 60_000) == []
    assert expired_after(database, YEAR + 60_000) == [moved.match]
    assert expired_after(database, 100 * YEAR) == []
    assert on(database, ids) == kept_for_ever
    assert on(database, is_whole)


def test_what_a_bot_does_alone_is_no_move(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=database_url(database)) as server:
        visitor = server.visitor()
        wishes = {"kind": "bot", "level": "beginner", "seat": "white", "length": 5}
        created = create(visitor, **wishes, position="XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10")
        lonely = Table(visitor, created["state"]["match"])
        wait_until(lambda: lonely.state["version"] > created["state"]["version"])
        moved = Table(visitor, create(visitor, **wishes)["state"]["match"])
        moved.act("white", "open")
    assert expired_after(database, WEEK + 60_000) == [lonely.match]


def test_a_visit_keeps_a_match(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=database_url(database)) as server:
        visitor = server.visitor()
        visited, lonely = (create(visitor)["state"]["match"] for _ in range(2))

    async def use(opened: Database) -> None:
        clock = Clock().at(WEEK + 60_000)
        expiry = Expiry(opened, Limits(), clock)
        assert await expiry.note_visit(visited) is not None
        assert await remove_all(expiry) == [lonely]
        assert await expiry.note_visit(lonely) is None
        clock.at(WEEK + VISIT_GRACE)
        assert await remove_all(expiry) == []
        clock.at(WEEK + 120_000 + VISIT_GRACE)
        assert await remove_all(expiry) == [visited]

    on(database, use)


def test_nobody_who_is_connected_loses_a_match(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players, spectators, and who has not even said hello, at this process or at another one."""
    clock = Clock()
    monkeypatch.setattr(lobby_module, "ROUND_SECONDS", 0.05)
    url = database_url(database)
    with running(tmp_path, database=url, limits=Limits()) as server:
        server.lobby.expiry.clock = clock
        visitor = server.visitor()
        played, watched, silent, alone = (create(visitor)["state"]["match"] for _ in range(4))
        with (
            server.live(played, visitor) as player,
            server.live(watched) as spectator,
            server.live(silent),
        ):
            for live in (player, spectator):
                say(live, type="hello", version=None)
                hear(live, "welcome")
            clock.at(WEEK + 60_000)

            async def visits() -> set[str]:
                columns = schema.matches.c
                query = select(columns.id).where(columns.visited > clock() - VISIT_EVERY)
                async with server.lobby.storage._database.reading.connect() as connection:
                    return set((await connection.execute(query)).scalars())

            wait_until(lambda: server.run(visits) == {played, watched, silent})
            if "://" in database:  # another process knows of them only what the database says
                assert expired_after(database, WEEK + 60_000) == [alone]
            else:
                server.lobby.expiry_rounds._watched = set  # the database alone must be enough
                assert server.run(server.lobby.expiry_rounds.make_round) == 1
            for live in (player, spectator):
                say(live, type="ping")
                hear(live, "pong")
            assert Table(visitor, played).act("white", "open")["version"] == 4
        wait_until(lambda: visitor.get(f"/api/matches/{alone}").status_code == 404)


def test_what_is_watched_here_is_spared(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=database_url(database)) as server:
        matches = sorted(create(server.visitor())["state"]["match"] for _ in range(5))

    async def use(opened: Database) -> list[str]:
        return await remove_all(Expiry(opened, Limits(), Clock().at(WEEK + 60_000)), (matches[1], matches[4]))

    assert on(database, use) == [matches[0], matches[2], matches[3]]


def test_whoever_comes_to_an_expired_match_is_told(database: str, tmp_path: Path) -> None:
    """The room is still in memory, the match is gone: no traceback, and no match that half exists."""
    with running(tmp_path, database=database_url(database)) as server:
        table = started(server)
        seat = table.state["to_act"]
        steps = first_steps(table)

        async def deafen() -> None:
            await server.lobby._channel.close()

        server.run(deafen)
        if "://" not in database:

            async def remove() -> list[str]:
                return await remove_all(Expiry(server.lobby.storage._database, Limits(), Clock().at(2 * YEAR)))

            assert server.run(remove) == [table.match]
        else:
            assert expired_after(database, 2 * YEAR) == [table.match]
        late = table.send(seat, "play", steps=steps)
        assert (late.status_code, late.json()["error"]["code"]) == (404, "not-found")


def first_steps(table: Table) -> list[list[int]]:
    node, steps, turn = 0, [], table.state["turn"]["nodes"]
    while turn[node]:
        source, target, _, _, node = turn[node][0]
        steps.append([source, target])
    return steps


def copies(opened: Database, match: str, count: int) -> Coroutine[Any, Any, None]:
    """Make copies of a match with all its rows."""

    async def make() -> None:
        async with opened.writing.begin() as connection:
            for table, key in (
                (schema.matches, "id"),
                *((t, "match") for t in (schema.seats, schema.dice, schema.entries)),
            ):
                rows = (await connection.execute(select(table).where(table.c[key] == match))).mappings().all()
                copied = [{**row, key: f"{number:022}"} for number in range(count) for row in rows]
                await connection.execute(table.insert(), copied)

    return make()


DIE_IN_THE_MIDDLE = """
import asyncio, os, signal, sys
from sqlalchemy import event
from sixprime.server.encoding import now
from sixprime.server.limits import Limits
from sixprime.server.store.databases import database_url, open_database
from sixprime.server.store.expiry import Expiry

async def main():
    opened = open_database(database_url(sys.argv[1]))
    transactions = 0

    @event.listens_for(opened.writing.sync_engine, "commit")
    def commit(connection):
        global transactions
        transactions += 1
        if transactions == 3:
            os.kill(os.getpid(), signal.SIGKILL)

    expiry = Expiry(opened, Limits(), lambda: now() + int(sys.argv[2]))
    after = ""
    while after is not None:
        _, after = await expiry.remove_some(after, (), "test expired")

transactions = 0
asyncio.run(main())
"""


def test_killed_in_the_middle(database: str, tmp_path: Path) -> None:
    """At the end of its third transaction, before it is committed: two are done, and nothing is half removed."""
    with running(tmp_path, database=database_url(database)) as server:
        match = started(server).match
    on(database, lambda opened: copies(opened, match, 100))
    command = [sys.executable, "-c", DIE_IN_THE_MIDDLE, database, str(YEAR + 60_000)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert on(database, is_whole)
    assert len(on(database, ids)) == 101 - 2 * expiry_module.MATCHES_AT_ONCE
    assert len(expired_after(database, YEAR + 60_000)) == 101 - 2 * expiry_module.MATCHES_AT_ONCE
    assert on(database, ids) == set()
    assert on(database, is_whole)


def test_several_processes_at_once(database: str, tmp_path: Path) -> None:
    """Each match is removed by one of them."""
    with running(tmp_path, database=database_url(database)) as server:
        match = started(server).match
    on(database, lambda opened: copies(opened, match, 150))

    async def use(_: Database) -> None:
        async with AsyncExitStack() as stack:
            several = [open_database(database_url(database)) for _ in range(4)]
            for opened in several:
                stack.push_async_callback(opened.close)
            removals = [remove_all(Expiry(opened, Limits(), Clock().at(2 * YEAR))) for opened in several]
            removed = [match for some in await asyncio.gather(*removals) for match in some]
            assert len(removed) == len(set(removed)) == 151

    on(database, use)
    assert on(database, ids) == set()


def test_large_matches_are_removed_a_few_at_a_time(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, database=database_url(database)) as server:
        table = started(server)
        entries = table.state["version"]
    on(database, lambda opened: copies(opened, table.match, 9))
    monkeypatch.setattr(expiry_module, "ENTRIES_AT_ONCE", 3 * entries)

    async def use(opened: Database) -> None:
        expiry = Expiry(opened, Limits(), Clock().at(2 * YEAR))
        sizes: list[int] = []
        after: str | None = ""
        while after is not None:
            removed, after = await expiry.remove_some(after, (), NOTICE)
            sizes.append(len(removed))
        assert sizes == [3, 3, 3, 1]

    on(database, use)


def test_a_move_that_comes_first_wins(cluster: Any, tmp_path: Path) -> None:
    """A transaction that has written to a match, and is not over yet, keeps it from being removed."""
    database = cluster.new_database()
    with running(tmp_path, database=database_url(database)) as server:
        match = started(server).match

    async def use(opened: Database) -> None:
        expiry = Expiry(opened, Limits(), Clock().at(2 * YEAR))
        async with opened.writing.connect() as mover:
            await mover.execute(update(schema.matches).where(schema.matches.c.id == match).values(updated=1 << 50))
            assert await remove_all(expiry) == []
            await mover.commit()
        assert await remove_all(expiry) == []
        assert await ids(opened) == {match}

    on(database, use)


def test_a_clock_that_jumps_removes_nothing() -> None:
    clock, passed = [10**12], [500.0]
    rounds = ExpiryRounds(None, "", set, print, clock=lambda: clock[0], monotonic=lambda: passed[0])  # type: ignore[arg-type]
    clock[0] += 3_600_000
    passed[0] += 3600
    assert not rounds.has_jumped()
    clock[0] += 10 * YEAR
    assert rounds.has_jumped()
    assert not rounds.has_jumped()
    clock[0] -= int(JUMP_SECONDS * 1000) * 2
    assert rounds.has_jumped()


def test_a_database_of_before_has_no_visits(database: str) -> None:
    """Its matches expire by their age alone, once they have been migrated."""

    async def use(engine: Any) -> None:
        await make_old(engine)
        await migrate(engine)

    with_engine(database, use)
    age = now() - 5000
    assert expired_after(database, YEAR - age - 60_000) == []
    assert len(expired_after(database, YEAR - age + 60_000)) == 1
