"""The server is killed again and again in the middle of play, and nothing that was acknowledged is lost."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import not_here
from server.support.crashing import Evening, crash, faults_of, faults_of_log
from server.support.postgres import Cluster, running_cluster, why_not
from server.support.scripted_players import Memory
from server.support.server_processes import Nursery, ServerProcess, serving
from sixprime.client import Ack
from waiting import PATIENCE

KILLS = 26
"""On each of the two databases; benchmarks/crash.py does it a thousand times."""
SECONDS = 4 * PATIENCE
KINDS = ("screen", "link", "bot")


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    with Nursery(tmp_path_factory.mktemp("crash") / "log", with_engine=True) as waiting:
        yield waiting


def spend(nursery: Nursery, database: str, seed: int, kills: int = KILLS, **options: Any) -> Evening:
    """An evening on a database, with a look at everything in the end, on a server that has just been started."""
    server = ServerProcess(nursery, database)
    server.start()

    async def main() -> Evening:
        async with asyncio.timeout(SECONDS):
            evening = await crash(server, kills=kills, tables=6, seed=seed, **options)
            server.kill()
            server.start()
            server.wait()
            assert await faults_of(evening) == []
            return evening

    try:
        server.wait()
        return asyncio.run(main())
    finally:
        server.kill()


def check(evening: Evening, nursery: Nursery) -> None:
    assert evening.kills == KILLS
    assert len(evening.tables) >= 6
    assert {table.kind for table in evening.tables} == set(KINDS)
    assert evening.acknowledged > 5 * KILLS
    assert evening.lost_connections > KILLS
    assert "Traceback" not in nursery.said


def test_on_sqlite(nursery: Nursery, tmp_path: Path) -> None:
    check(spend(nursery, str(tmp_path / "matches.db"), 1, kinds=KINDS), nursery)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    missing = why_not()
    if missing is not None:
        not_here(missing)
    with running_cluster() as found:
        yield found


def test_on_postgresql(nursery: Nursery, cluster: Cluster) -> None:
    check(spend(nursery, cluster.new_database(), 2, kinds=KINDS), nursery)


def test_beside_a_neighbour(nursery: Nursery, cluster: Cluster) -> None:
    """Two processes share a database and the two players of each match; one of the processes dies now and then."""
    database = cluster.new_database()
    with serving(nursery, database) as neighbour:
        evening = spend(nursery, database, 3, kills=5, kinds=["link"], neighbour=neighbour.url)
    assert evening.kills == 5
    assert "Traceback" not in nursery.said


class TestTheJudge:
    """Whoever looks for faults must find them."""

    def log(self) -> list[dict[str, Any]]:
        seats = [{"type": "seat", "seat": seat, "kind": "person"} for seat in ("white", "black")]
        acts = [{"type": "roll", "player": "white", "dice": [number, 1]} for number in range(1, 5)]
        entries: list[dict[str, Any]] = [{"type": "create"}, *seats, *acts]
        by = [None, "white", "black", *["white"] * 4]
        return [{"seq": seq, "by": by[seq - 1], "entry": entry} for seq, entry in enumerate(entries, 1)]

    def memory(self) -> Memory:
        memory = Memory()
        for entry in self.log()[3:]:
            key = f"key {entry['seq']}"
            memory.acks[key] = Ack(key, entry["seq"], [entry], 0.01)
        return memory

    def test_a_good_log(self) -> None:
        assert faults_of_log(self.log(), [self.memory()]) == []

    def test_lost(self) -> None:
        assert faults_of_log(self.log()[:-1], [self.memory()]) == ["what was acknowledged as entry 7 is not there"]

    def test_out_of_order(self) -> None:
        log = self.log()
        log[4]["entry"], log[5]["entry"] = log[5]["entry"], log[4]["entry"]
        assert len(faults_of_log(log, [self.memory()])) == 2

    def test_a_hole(self) -> None:
        log = self.log()
        del log[4]
        assert "the numbers of the entries are not 1, 2, 3, ..." in faults_of_log(log, [self.memory()])

    def test_doubled(self) -> None:
        log = self.log()
        log.append({**log[-1], "seq": 8})
        assert faults_of_log(log, [self.memory()]) == ["entry 8 is there, and nobody was told"]

    def test_told_twice(self) -> None:
        memory = self.memory()
        memory.acks["another"] = Ack("another", 7, [self.log()[-1]], 0.01)
        assert faults_of_log(self.log(), [memory]) == ["entry 7 was acknowledged for two commands"]
