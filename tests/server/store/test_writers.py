"""A transaction is whole or not at all, means the same in both databases, and survives a lost connection."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import select, text

from sixprime.core import Player
from sixprime.server.encoding import now
from sixprime.server.identities import new_id
from sixprime.server.matches.dice_boxes import DiceBox
from sixprime.server.matches.logs import Log
from sixprime.server.matches.proposals import NewMatchRequest, propose
from sixprime.server.store import schema
from sixprime.server.store.databases import Database, database_url, open_database
from sixprime.server.store.migrating import migrate
from sixprime.server.store.rows import Row, match_rows
from sixprime.server.store.writers import WriteConflict, Writer, writer_for
from sixprime.server.store.writes import Write
from waiting import PATIENCE

HOLDER = "a" * 64


def on(database: str, use: Callable[[Database, Writer], Awaitable[None]]) -> None:
    """Use a fresh database with one who writes to it."""

    async def main() -> None:
        opened = open_database(database_url(database))
        await migrate(opened.writing)
        writing = writer_for(opened)
        try:
            await use(opened, writing)
        finally:
            await writing.close()
            await opened.close()

    asyncio.run(main())


def creation() -> tuple[str, Write]:
    """A new match."""
    proposal = propose(NewMatchRequest(kind="link", length=5))
    match = new_id()
    dice = DiceBox.new(match)
    log = Log(match, now(), proposal.entries(dice.commitment))
    return match, Write(match_rows(match, proposal, log, dice, proposal.holders(HOLDER), now()))


def entry(match: str, seq: int, **more: object) -> Row:
    row = {"match": match, "seq": seq, "at": 1_700_000_000_000, "by": "white", "entry": '{"type":"roll","é":"\\"x"}'}
    return {**row, "key": f"k{seq}", "part": 0, "sender": "white", "throw": None, **more}


def standing(match: str, **more: object) -> Row:
    row = {"id": match, "updated": 1_700_000_000_001, "phase": "to-play", "to_act": "black", "bot_waits": True}
    return {**row, "white_points": 2, "black_points": 3, "winner": None, "finished": None, **more}


def play(match: str, seq: int, **more: Any) -> Write:
    """What a command brings."""
    seen = [{"match": match, "side": "white", "seen": 1_700_000_000_002}]
    return Write(
        {schema.entries: [entry(match, seq, **more)]}, standing(match), seen=seen, notice=f"x entries {match} 1"
    )


async def rows(database: Database, table: Any, match: str) -> list[dict[str, Any]]:
    """What is in a table of a match."""
    column = table.c.id if table is schema.matches else table.c.match
    async with database.reading.connect() as connection:
        found = await connection.execute(select(table).where(column == match).order_by(*table.primary_key))
        return [dict(row._mapping) for row in found]


def test_a_command_changes_what_it_should_and_nothing_else(database: str) -> None:
    async def use(opened: Database, writing: Writer) -> None:
        (one, first), (other, second) = creation(), creation()
        await writing.commit([first, second])
        before = {table: await rows(opened, table, other) for table in (schema.matches, schema.seats, schema.entries)}
        created = (await rows(opened, schema.matches, one))[0]
        await writing.commit([play(one, 50, throw=31, sender=None), Write(notice="x who y")])
        assert (await rows(opened, schema.entries, one))[-1] == entry(one, 50, throw=31, sender=None)
        assert (await rows(opened, schema.matches, one))[0] == {**created, **standing(one)}
        seen = {row["side"]: row["seen"] for row in await rows(opened, schema.seats, one)}
        assert seen["white"] == 1_700_000_000_002
        assert seen["black"] != seen["white"]
        assert before == {table: await rows(opened, table, other) for table in before}

    on(database, use)


def test_play_and_a_new_match_go_together(database: str) -> None:
    async def use(opened: Database, writing: Writer) -> None:
        (one, first), (other, second) = creation(), creation()
        await writing.commit([first])
        taken = {"kind": "person", "level": None, "name": "Béla", "holder": HOLDER, "seen": 7}
        await writing.commit(
            [play(one, 50), second, Write(seats=[{"match": other, "side": Player.BLACK.value, **taken}])]
        )
        assert (await rows(opened, schema.entries, one))[-1] == entry(one, 50)
        seats = {row.pop("side"): row for row in await rows(opened, schema.seats, other)}
        assert seats["black"] == {"match": other, **taken, "removed": None}

    on(database, use)


@pytest.mark.parametrize("with_creation", [False, True])
def test_who_comes_too_late_changes_nothing(database: str, *, with_creation: bool) -> None:
    async def use(opened: Database, writing: Writer) -> None:
        (one, first), (other, second), (third, creating) = creation(), creation(), creation()
        await writing.commit([first, second])
        await writing.commit([play(one, 50)])
        created = await rows(opened, schema.matches, other)
        too_late = [
            play(one, 50, key="another"),
            play(one, 51, key="k50"),  # a key of before
            Write({schema.entries: [entry("no such match", 1)]}),
        ]
        for late in too_late:
            with pytest.raises(WriteConflict):
                await writing.commit([play(other, 50), *([creating] if with_creation else []), late])
        assert len(await rows(opened, schema.entries, other)) < 50
        assert await rows(opened, schema.matches, other) == created
        assert not await rows(opened, schema.matches, third)
        await writing.commit([play(other, 50), creating])
        assert (await rows(opened, schema.entries, other))[-1] == entry(other, 50)

    on(database, use)


def test_the_last_word_of_several_counts(database: str) -> None:
    async def use(opened: Database, writing: Writer) -> None:
        one, first = creation()
        await writing.commit([first])
        await writing.commit(
            [
                Write(standing=standing(one, phase=phase), seen=[{"match": one, "side": "white", "seen": time}])
                for phase, time in (("opening", 1), ("to-roll", 2), ("over", 3))
            ]
        )
        assert (await rows(opened, schema.matches, one))[0]["phase"] == "over"
        assert (await rows(opened, schema.seats, one))[-1]["seen"] == 3

    on(database, use)


def test_writers_never_wait_for_each_other_in_a_circle(cluster: Any) -> None:
    """PostgreSQL would break a circle after a second, by refusing one of them."""

    async def use(opened: Database, writing: Writer) -> None:
        made = [creation() for _ in range(12)]
        await writing.commit([write for _, write in made])
        matches = [match for match, _ in made]
        others = [writer_for(opened) for _ in range(2)]

        async def keep_writing(who: Writer, order: list[str]) -> None:
            for number in range(30):
                await who.commit(
                    [
                        Write(standing=standing(match), seen=[{"match": match, "side": "white", "seen": number}])
                        for match in order
                    ]
                )

        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(
                keep_writing(writing, matches),
                keep_writing(others[0], matches[::-1]),
                keep_writing(others[1], matches[6:] + matches[:6]),
            )
        async with opened.reading.connect() as connection:
            counted = await connection.execute(
                text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
            )
            assert counted.scalar() == 0
        for other in others:
            await other.close()

    on(cluster.new_database(), use)


def test_a_lost_connection_is_made_anew(cluster: Any) -> None:
    async def use(opened: Database, writing: Writer) -> None:
        one, first = creation()
        await writing.commit([first])
        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        for seq in (50, 51):
            async with opened.reading.connect() as connection:
                await connection.execute(text(f"SELECT pg_terminate_backend(pid) {others}"))
            await writing.commit([play(one, seq)])
        assert [row["seq"] for row in await rows(opened, schema.entries, one)][-2:] == [50, 51]

    on(cluster.new_database(), use)
