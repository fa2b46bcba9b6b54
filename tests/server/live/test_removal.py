"""Matches are taken off a list; one that nobody lists any more is deleted, with everything that belongs to it."""

from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func, select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from server.support.local_servers import LocalServer, Table, create, hear, running, say
from server.support.old_databases import MATCH, make_old, with_engine
from server.support.postgres import Cluster
from sixprime.server.identities import COOKIE, holder_of, new_secret
from sixprime.server.live.connections import DELETED
from sixprime.server.store import schema
from sixprime.server.store.databases import database_url
from sixprime.server.store.migrating import migrate, newest

FILE = Path(__file__).parents[2] / "fixtures" / "matchfiles" / "gnubg.mat"


JSON = {"Content-Type": "application/json"}


def listed(visitor: httpx.Client, **wanted: str | list[str]) -> list[str]:
    answer = visitor.get("/api/matches", params=wanted)
    assert answer.status_code == 200, answer.text
    return [match["match"] for match in answer.json()["matches"]]


def remove(visitor: httpx.Client, match: str) -> bool:
    """Remove a match from one's list; whether it is deleted."""
    answer = visitor.delete(f"/api/matches/{match}", headers=JSON)
    assert answer.status_code == 200, answer.text
    assert answer.json()["match"] == match
    deleted: bool = answer.json()["deleted"]
    return deleted


def closing_code(socket: ClientConnection) -> int | None:
    """Listen until the server closes the connection; the code with which it does."""
    try:
        while True:
            hear(socket)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def rows_of(server: LocalServer, match: str) -> int:
    """How many rows of the database are about a match."""

    async def count() -> int:
        async with server.lobby.storage._database.reading.connect() as connection:
            found = 0
            for table in schema.metadata.sorted_tables:
                query = select(func.count()).select_from(table)
                if "analysis" in table.c:  # rows of no analysis, or of one of the match
                    others = select(schema.analyses.c.id).where(schema.analyses.c.match.is_distinct_from(match))
                    query = query.where(table.c.analysis.not_in(others))
                elif table is schema.matches or "match" in table.c:
                    query = query.where((table.c.id if table is schema.matches else table.c.match) == match)
                else:
                    continue  # what a learner practises belongs to the learner, and not to a match
                found += (await connection.execute(query)).scalar_one()
            return found

    return server.run(count)


@pytest.mark.parametrize("wish", [{"kind": "screen"}, {"kind": "bot", "seat": "white"}, {"kind": "link"}])
def test_a_match_of_ones_own_is_deleted(server: LocalServer, wish: dict[str, str]) -> None:
    visitor = server.visitor()
    match = create(visitor, **wish)["state"]["match"]
    assert listed(visitor) == [match]
    assert rows_of(server, match) > 3
    assert remove(visitor, match)
    assert listed(visitor) == []
    assert visitor.get(f"/api/matches/{match}").status_code == 404
    assert visitor.delete(f"/api/matches/{match}", headers=JSON).status_code == 404
    assert rows_of(server, match) == 0


def test_an_imported_match_is_deleted(server: LocalServer) -> None:
    visitor = server.visitor()
    (study,) = visitor.post("/api/imports", content=FILE.read_bytes()).json()["matches"]
    assert remove(visitor, study["match"])
    assert rows_of(server, study["match"]) == 0


def test_a_match_of_two_stays_until_both_have_removed_it(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=database_url(database)) as server:
        one, two, third = server.visitor(), server.visitor(), server.visitor()
        created = create(one, kind="link", seat="white", names={"white": "Anna"})
        match = created["state"]["match"]
        two.post(f"/api/matches/{match}/join", json={"invitation": created["invitation"], "name": "Béla"})
        create(third)
        for stranger in (third, server.visitor()):
            refused = stranger.delete(f"/api/matches/{match}", headers=JSON)
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden")
        assert remove(one, match) is False
        assert (listed(one), listed(two)) == ([], [match])
        assert Table(one, match).state["you"] == ["white"], "the seat is still there for who has the address"
        Table(two, match).act("black", "open")
        assert remove(two, match) is True
        assert two.get(f"/api/matches/{match}").status_code == 404
        assert rows_of(server, match) == 0


def test_who_looks_at_a_deleted_match_is_told(server: LocalServer) -> None:
    visitor = server.visitor()
    match = create(visitor, kind="bot", seat="white", level="champion")["state"]["match"]
    with server.live(match) as spectator:
        say(spectator, type="hello", version=None)
        hear(spectator, "welcome")
        Table(visitor, match).open()  # the bot may have begun to think
        assert remove(visitor, match)
        assert closing_code(spectator) == DELETED
    assert server.lobby.known(match) is None


def test_another_process_closes_a_deleted_match(cluster: Cluster, tmp_path: Path) -> None:
    url = database_url(cluster.new_database())
    with running(tmp_path, database=url) as here, running(tmp_path, database=url) as there:
        visitor = here.visitor()
        match = create(visitor)["state"]["match"]
        with there.live(match) as spectator:
            say(spectator, type="hello", version=None)
            hear(spectator, "welcome")
            assert remove(visitor, match)
            assert closing_code(spectator) == DELETED
        assert there.visitor().get(f"/api/matches/{match}").status_code == 404


def test_a_list_is_narrowed_down(server: LocalServer) -> None:
    visitor = server.visitor()
    bot = create(visitor, kind="bot", names={"white": "Anna", "black": ""}, seat="white")["state"]["match"]
    screen = create(visitor, names={"white": "100%_Anna", "black": "Béla"})["state"]["match"]
    (study,) = visitor.post("/api/imports", content=FILE.read_bytes()).json()["matches"]
    assert listed(visitor) == [study["match"], screen, bot]
    assert listed(visitor, kind=["bot", "screen"]) == [screen, bot]
    assert listed(visitor, kind="study") == [study["match"]]
    assert listed(visitor, name="anna") == [screen, bot]
    assert listed(visitor, name="0%_a") == [screen], "a percent sign is no pattern"
    assert listed(visitor, name="bruno") == [study["match"]]
    updated = datetime.fromisoformat(visitor.get("/api/matches").json()["matches"][0]["updated"])
    before, after = ((updated + timedelta(hours=hours)).isoformat() for hours in (-1, 1))
    assert len(listed(visitor, since=before)) == len(listed(visitor, until=after)) == 3
    assert listed(visitor, since=after) == listed(visitor, until=before) == []
    assert visitor.get("/api/matches", params={"since": "yesterday"}).status_code == 422
    assert visitor.get("/api/matches", params={"name": "An\0na"}).status_code == 400


def test_a_list_of_the_version_before_is_complete(database: str, tmp_path: Path) -> None:
    """A database of the revision before has no removals."""
    secret = new_secret()

    async def make(engine: object) -> None:
        await make_old(engine)  # type: ignore[arg-type]
        await migrate(engine, "0003")  # type: ignore[arg-type]
        assert newest() > "0003"

    with_engine(database, make)
    with running(tmp_path, database=database_url(database)) as server:
        visitor = server.visitor()
        visitor.cookies.set(COOKIE, secret)

        async def sit_down() -> None:
            async with server.lobby.storage._database.writing.begin() as connection:
                await connection.execute(schema.seats.update().values(holder=holder_of(secret)))

        server.run(sit_down)
        assert listed(visitor) == [MATCH]
        assert remove(visitor, MATCH)
        assert listed(visitor) == []
