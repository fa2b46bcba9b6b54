"""Databases of every age come to the same tables, on both engines, and keep what is in them."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from local_servers import Table, create, running
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from sixprime.server import schema
from sixprime.server.databases import database_url, open_database
from sixprime.server.migrating import DatabaseProblem, migrate, newest

pytest_plugins = ["server_fixtures"]

Answer = TypeVar("Answer")
MATCH = "OldMatchOldMatchOldMat"


def with_engine(database: str, use: Callable[[AsyncEngine], Coroutine[Any, Any, Answer]]) -> Answer:
    async def main() -> Answer:
        opened = open_database(database_url(database))
        try:
            return await use(opened.writing)
        finally:
            await opened.close()

    return asyncio.run(main())


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))


def test_an_empty_database_gets_all_tables(database: str) -> None:
    async def use(engine: AsyncEngine) -> None:
        assert await migrate(engine) == (None, newest())
        assert await migrate(engine) == (newest(), newest())
        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []

    with_engine(database, use)


def old_entries() -> list[dict[str, Any]]:
    """A log as the first revision had it: an imported roll, dice, a turn taken back, the same dice again."""
    rules = {"opening_tie": "reroll"}
    created = {"type": "create", "kind": "screen", "length": 3, "rules": rules, "commitment": "ab" * 32, "imported": 1}
    seat = {"type": "seat", "kind": "person", "level": None, "name": "", "seed_commitment": None}
    steps = [[8, 5], [6, 5]]
    return [
        created,
        {"type": "open", "white": 2, "black": 2},
        {**seat, "seat": "white"},
        {**seat, "seat": "black"},
        {"type": "open", "white": 3, "black": 1},
        {"type": "play", "player": "white", "steps": steps},
        {"type": "roll", "player": "black", "dice": [6, 4]},
        {"type": "take-back", "seat": "white", "to": 2},
        {"type": "play", "player": "white", "steps": steps},
        {"type": "roll", "player": "black", "dice": [6, 4]},
    ]


async def make_old(engine: AsyncEngine) -> None:
    """A database of the first revision with a match in it."""
    await migrate(engine, "0001")
    async with engine.begin() as connection:
        await connection.execute(
            text(
                "INSERT INTO matches (id, kind, length, details, created, updated, phase, to_act, bot_waits,"
                " white_points, black_points)"
                " VALUES (:id, 'screen', 3, '{}', 1000, 5000, 'to-play', 'black', :bot, 0, 0)"
            ),
            {"id": MATCH, "bot": False},
        )
        for side in ("white", "black"):
            await connection.execute(
                text("INSERT INTO seats (match, side, kind, name, holder) VALUES (:id, :side, 'person', '', 'abc')"),
                {"id": MATCH, "side": side},
            )
        for seq, entry in enumerate(old_entries(), 1):
            by = entry.get("player")
            await connection.execute(
                text(
                    'INSERT INTO entries (match, seq, at, "by", entry, "key", part)'
                    " VALUES (:id, :seq, 1000, :by, :entry, :key, 0)"
                ),
                {"id": MATCH, "seq": seq, "by": by, "entry": json.dumps(entry), "key": f"k{seq}" if seq > 4 else None},
            )
        await connection.execute(
            text("INSERT INTO dice (match, secret) VALUES (:id, :secret)"), {"id": MATCH, "secret": b"s" * 32}
        )


def test_an_older_database_is_brought_up_to_date(database: str) -> None:
    async def use(engine: AsyncEngine) -> None:
        await make_old(engine)
        assert await migrate(engine) == ("0001", newest())
        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []
            throws = await connection.execute(
                text("SELECT seq, throw FROM entries WHERE throw IS NOT NULL ORDER BY seq")
            )
            assert [tuple(row) for row in throws] == [(5, 31), (7, 64)]
            seen = await connection.execute(text("SELECT seen FROM seats"))
            assert [row[0] for row in seen] == [5000, 5000]
            senders = await connection.execute(
                text('SELECT "key", sender FROM entries WHERE sender IS NOT NULL ORDER BY seq')
            )
            assert [tuple(row) for row in senders] == [
                ("k6", "white"),
                ("k7", "black"),
                ("k9", "white"),
                ("k10", "black"),
            ]

    with_engine(database, use)


def test_each_seat_has_its_own_keys(database: str) -> None:
    row = text(
        'INSERT INTO entries (match, seq, at, entry, "key", part, sender)'
        " VALUES (:id, :seq, 1000, '{}', 'same', 0, :sender)"
    )

    async def use(engine: AsyncEngine) -> None:
        await make_old(engine)
        await migrate(engine)
        async with engine.begin() as connection:
            await connection.execute(row, {"id": MATCH, "seq": 11, "sender": "white"})
            await connection.execute(row, {"id": MATCH, "seq": 12, "sender": "black"})
        with pytest.raises(IntegrityError):
            async with engine.begin() as connection:
                await connection.execute(row, {"id": MATCH, "seq": 13, "sender": "black"})

    with_engine(database, use)


def test_a_match_of_an_older_database_goes_on(database: str, tmp_path: Path) -> None:
    with_engine(database, make_old)
    with running(tmp_path, database=database_url(database)) as server:
        state = Table(server.visitor(), MATCH).state
        assert (state["phase"], state["to_act"], state["roll"]) == ("to-play", "black", [6, 4])
        assert state["version"] == 10
        visitor = server.visitor()
        table = Table(visitor, create(visitor)["state"]["match"])
        table.open()
        table.turn()
        assert visitor.get("/api/dice/statistics").json()["rolls"] == 2 + table.state["dice"]["rolls"]


def test_a_database_from_the_future_is_refused(database: str) -> None:
    async def use(engine: AsyncEngine) -> None:
        await migrate(engine)
        async with engine.begin() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(DatabaseProblem, match="newer version of sixprime"):
            await migrate(engine)

    with_engine(database, use)


def test_a_migration_happens_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(engine: AsyncEngine) -> None:
        await make_old(engine)
        async with engine.begin() as connection:
            await connection.execute(text("UPDATE entries SET entry = 'damaged' WHERE seq = 3"))
        with pytest.raises(json.JSONDecodeError):
            await migrate(engine)
        async with engine.connect() as connection:
            columns = await connection.execute(text("SELECT * FROM seats"))
            assert "seen" not in columns.keys()  # noqa: SIM118  # a list of names, not a mapping
            revision = await connection.execute(text("SELECT version_num FROM alembic_version"))
            assert revision.scalar_one() == "0001"

    with_engine(str(tmp_path / "damaged.db"), use)
