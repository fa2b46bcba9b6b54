"""Databases of the first revision, with a match in them."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from sixprime.server.store.databases import database_url, open_database
from sixprime.server.store.migrating import migrate

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


async def go_back_before_rematches(engine: AsyncEngine) -> None:
    """Make a new database what it was at revision 0008."""
    async with engine.begin() as connection:
        await connection.execute(text("DROP INDEX uq_matches_rematch_of"))
        await connection.execute(text("ALTER TABLE matches DROP COLUMN rematch_of"))
        await connection.execute(text("UPDATE alembic_version SET version_num = '0008'"))


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
