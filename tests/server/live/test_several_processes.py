"""A server for many: several processes at one PostgreSQL database, backups while it runs, a public address."""

from pathlib import Path

import pytest

from server.support.analysed_matches import OPENING, heard, live, start, study_of, wait_until
from server.support.local_servers import LocalServer, Table, create, hear, running, say
from server.support.postgres import Cluster, find_program
from sixprime.server.store.databases import database_url
from sixprime.server.store.upkeep.backups import back_up


def test_two_processes_serve_one_match(cluster: Cluster, tmp_path: Path) -> None:
    url = database_url(cluster.new_database())
    with running(tmp_path, database=url) as here, running(tmp_path, database=url) as there:
        one, two = here.visitor(), there.visitor()
        created = create(one, kind="link", seat="white")
        match = created["state"]["match"]
        with here.live(match, one) as white:
            say(white, type="hello", version=None)
            hear(white, "welcome")
            joined = two.post(f"/api/matches/{match}/join", json={"invitation": created["invitation"]})
            assert joined.status_code == 200
            assert hear(white, "entries")["state"]["phase"] == "opening"
            with there.live(match, two) as black:
                say(black, type="hello", version=None)
                hear(black, "welcome")
                say(white, type="command", key="a", version=3, seat="white", action="open")
                ack = hear(white, "ack")
                told = hear(black, "entries")
                assert told["entries"] == ack["entries"]
                assert told["state"]["you"] == ["black"]
                _wait_until_present(Table(one, match))


def test_an_analysis_is_watched_at_another_process(cluster: Cluster, tmp_path: Path) -> None:
    url = database_url(cluster.new_database())
    with running(tmp_path, database=url) as here, running(tmp_path, database=url) as there:
        there.run(there.lobby.analyses._worker.close)  # it does no work of its own
        one, two = here.visitor(), there.visitor()
        match = study_of(two)
        started = start(two, match=match, depth="fast")
        with live(there, started["analysis"]) as socket:
            messages = heard(socket)
        assert messages[-1]["analysis"]["state"] == "done"
        told = [
            entry["event"] for message in messages if message["type"] == "decisions" for entry in message["decisions"]
        ]
        for visitor in (one, two):
            review = visitor.get(f"/api/matches/{match}/analysis").json()
            assert [entry["event"] for entry in review["decisions"]] == sorted(told)
        running_one = start(two, position=OPENING, depth="rollout", games=20_736)
        wait_until(lambda: two.get(f"/api/analyses/{running_one['analysis']}").json()["done"] > 0)
        cancelled = two.delete(f"/api/analyses/{running_one['analysis']}", headers={"Content-Type": "application/json"})
        assert cancelled.json()["state"] == "cancelled"
        wait_until(lambda: here.lobby.analyses.run_of(running_one["analysis"]) is None)


def _wait_until_present(table: Table) -> None:
    wait_until(lambda: all(seat["present"] for seat in table.state["seats"].values()))


def test_of_two_processes_one_is_too_late(cluster: Cluster, tmp_path: Path) -> None:
    url = database_url(cluster.new_database())
    with running(tmp_path, database=url) as here, running(tmp_path, database=url) as there:
        visitor = here.visitor()
        match = create(visitor)["state"]["match"]
        other = there.visitor()
        other.cookies.update(dict(visitor.cookies))
        there.run(lambda: _deafen(there))
        tables = Table(visitor, match), Table(other, match)
        assert tables[1].state["version"] == 3
        tables[0].act("white", "open", key="first")
        late = tables[1].send("white", "open", key="second", version=3)
        assert (late.status_code, late.json()["error"]["code"]) == (409, "stale")
        assert late.json()["version"] == 4
        assert tables[1].state == tables[0].state


async def _deafen(server: LocalServer) -> None:
    """Let a process hear nothing of the others."""
    await server.lobby._channel.close()


def test_a_backup_while_the_server_runs(database: str, tmp_path: Path, cluster: Cluster) -> None:
    if "://" in database and find_program("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    with running(tmp_path, database=database_url(database)) as server:
        visitor = server.visitor()
        table = Table(visitor, create(visitor)["state"]["match"])
        table.open()
        expected = table.state
        copy = tmp_path / "copy"
        back_up(database_url(database), copy)
        table.turn()
    assert copy.stat().st_size > 1000
    if "://" not in database:
        with running(tmp_path, database=database_url(str(copy))) as server:
            visitor = server.visitor()
            visitor.cookies.update(dict(table.visitor.cookies))
            assert Table(visitor, table.match).state == expected


def test_a_public_address(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://club.example") as server:
        visitor = server.visitor(Host="club.example", Origin="https://club.example")
        visitor.base_url = f"http://127.0.0.1:{server.settings.port}"
        answer = visitor.post("/api/matches", json={"kind": "link", "seat": "white"})
        assert answer.json()["links"]["watch"].startswith("https://club.example/match/")
        assert "Secure" in answer.headers["set-cookie"]
