"""Databases of every age come to the same tables, on both engines, and keep what is in them."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from server.support.analysed_matches import finished, start, wait_until
from server.support.local_servers import Table, create, running
from server.support.old_databases import MATCH, go_back_before_rematches, make_old, with_engine
from sixprime.core import Player
from sixprime.server.identities import COOKIE, holder_of, new_id
from sixprime.server.store import schema
from sixprime.server.store.databases import database_url
from sixprime.server.store.migrating import DatabaseProblem, migrate, newest

TO_PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:5:10"


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))


def test_an_empty_database_gets_all_tables(database: str) -> None:
    async def use(engine: AsyncEngine) -> None:
        assert await migrate(engine) == (None, newest())
        assert await migrate(engine) == (newest(), newest())
        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []

    with_engine(database, use)


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


def test_matches_of_the_version_before_analyses_are_analysed(database: str, tmp_path: Path) -> None:
    async def use(engine: AsyncEngine) -> None:
        await make_old(engine)
        assert await migrate(engine, "0005") == ("0001", "0005")
        assert await migrate(engine) == ("0005", newest())
        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []

    with_engine(database, use)
    with running(tmp_path, database=database_url(database)) as server:
        visitor = server.visitor()
        create(visitor)  # for a cookie
        with_engine(database, partial(give, holder=holder_of(visitor.cookies[COOKIE])))
        analysis = start(visitor, match=MATCH, depth="instant")["analysis"]
        assert finished(visitor, analysis)["state"] == "done"
        found = visitor.get(f"/api/matches/{MATCH}/analysis").json()
        assert [entry["words"] for entry in found["decisions"]] == ["White plays 8/5 6/5", "no double"]
        assert visitor.put(f"/api/matches/{MATCH}/comments/2", json={"comment": "good"}).status_code == 200


def test_a_database_from_before_practice_keeps_its_matches_and_takes_practice(database: str, tmp_path: Path) -> None:
    async def use(engine: AsyncEngine) -> None:
        await make_old(engine)
        assert await migrate(engine, "0006") == ("0001", "0006")
        assert await migrate(engine) == ("0006", newest())
        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []

    with_engine(database, use)
    with running(tmp_path, database=database_url(database)) as server:
        visitor = server.visitor()
        assert Table(visitor, MATCH).state["version"] == 10
        attempt = {"id": "a", "kind": "lesson", "key": "hitting", "grade": 3}
        assert visitor.post("/api/practice/attempts", json={"attempts": [attempt]}).json() == {"kept": ["a"]}


def test_matches_of_the_version_before_the_tutor_are_tutored(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=database_url(database)) as server:
        visitor = server.visitor()
        match = create(visitor, kind="bot", level="beginner", seat="white", position=TO_PLAY)["state"]["match"]
        cookies = dict(visitor.cookies)

    async def go_back(engine: AsyncEngine) -> None:
        """Make the database what it was before the tutor."""
        await go_back_before_rematches(engine)
        async with engine.begin() as connection:
            await connection.execute(text("DROP TABLE tutor_notes"))
            await connection.execute(text("UPDATE alembic_version SET version_num = '0007'"))

    async def look(engine: AsyncEngine) -> None:
        assert await migrate(engine) == ("0007", newest())
        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []

    with_engine(database, go_back)
    with_engine(database, look)
    with running(tmp_path, database=database_url(database)) as server:
        visitor = server.visitor()
        visitor.cookies.update(cookies)
        asked = {"seat": "white", "action": "play", "steps": [[24, 23], [13, 10]], "stage": "ask"}
        version = Table(visitor, match).state["version"]
        answer = visitor.post(f"/api/matches/{match}/advice", json={**asked, "version": version})
        assert answer.json()["choice"]["mark"] == "blunder"
        notes = lambda: server.lobby.analyses.tutor_notes.of_match(match, [Player.WHITE])  # noqa: E731
        wait_until(lambda: bool(server.run(notes)))  # it is written after the answer
        (note,) = server.run(notes).values()
        assert note.choice == {"action": "play", "steps": [[24, 23], [13, 10]]}
        assert note.lost == pytest.approx(answer.json()["choice"]["lost"], abs=1e-4)


def test_a_database_from_before_rematches_keeps_its_matches(database: str) -> None:
    async def use(engine: AsyncEngine) -> None:
        await make_old(engine)
        assert await migrate(engine, "0008") == ("0001", "0008")
        assert await migrate(engine) == ("0008", newest())
        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []
            kept = await connection.execute(text("SELECT id, rematch_of FROM matches"))
            assert [tuple(row) for row in kept] == [(MATCH, None)]

    with_engine(database, use)


def test_a_match_has_one_rematch_unless_it_was_abandoned(database: str) -> None:
    copy = text(
        "INSERT INTO matches (id, kind, details, created, updated, phase, bot_waits, white_points, black_points,"
        " rematch_of) VALUES (:id, 'link', '{}', 1000, 1000, :phase, :bot, 0, 0, :of)"
    )

    async def use(engine: AsyncEngine) -> None:
        await make_old(engine)
        await migrate(engine)
        async with engine.begin() as connection:
            for phase in ("aborted", "aborted", "seats"):
                await connection.execute(copy, {"id": new_id(), "phase": phase, "of": MATCH, "bot": False})
        with pytest.raises(IntegrityError):
            async with engine.begin() as connection:
                await connection.execute(copy, {"id": new_id(), "phase": "over", "of": MATCH, "bot": False})

    with_engine(database, use)


async def give(engine: AsyncEngine, holder: str | None) -> None:
    """Seat somebody else in the old match."""
    async with engine.begin() as connection:
        await connection.execute(
            text("UPDATE seats SET holder = :holder WHERE match = :id"), {"holder": holder, "id": MATCH}
        )


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
