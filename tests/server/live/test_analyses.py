"""Analyses in the background: they go on after a crash, never show what is damaged, and give way to bots."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from match_analysis.matches import random_match
from server.support.analysed_matches import OPENING, finished, start, study_of, wait_until
from server.support.local_servers import HEADERS, LocalServer, Table, create, running
from server.support.postgres import Cluster
from server.support.server_processes import Nursery, ServerProcess
from sixprime.analysis import MatchReview, review
from sixprime.core.match import records
from sixprime.server.limits import Limits
from sixprime.server.live.analyses.contents import pack, unpack_decision, unpack_review
from sixprime.server.live.engine_threads import ANALYSES, BOTS, HINTS
from sixprime.server.rate_limits import THIS_MACHINE
from sixprime.server.store import schema
from sixprime.server.store.analyses.results import digest_of
from sixprime.server.store.databases import database_url, open_database
from waiting import PATIENCE

MATCH = random_match(5, 1)
LONG_MATCH = random_match(6, 15, games=40)
LEFT = 8
"""Decisions that are left of it to a second process."""
RESULTS, JOBS = schema.analysis_results, schema.analyses
MARKED = 0.7654321
"""A loss that no decision has."""


@pytest.fixture(scope="module")
def engine_nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """Starts servers whose engine is ready."""
    with Nursery(tmp_path_factory.mktemp("analyses") / "log", with_engine=True) as waiting:
        yield waiting


class Kept:
    """What is in a database that a server uses as well."""

    def __init__(self, database: str) -> None:
        self._url = database_url(database)

    def run(self, statement: Any) -> list[Any]:
        async def main() -> list[Any]:
            opened = open_database(self._url)
            try:
                async with opened.writing.begin() as connection:
                    found = await connection.execute(statement)
                    return list(found.all()) if found.returns_rows else []
            finally:
                await opened.close()

        return asyncio.run(main())

    def content(self, analysis: str) -> bytes | None:
        rows = self.run(select(RESULTS.c.content).where(RESULTS.c.analysis == analysis))
        return bytes(rows[0].content) if rows else None

    def write(self, analysis: str, content: bytes, digest: bytes | None = None) -> None:
        values = {"content": content, "digest": digest or digest_of(content), "updated": 1}
        self.run(update(RESULTS).where(RESULTS.c.analysis == analysis).values(values))

    def expire_leases(self) -> None:
        """As if so much time had passed that the lease of a dead process has run out."""
        self.run(update(JOBS).values(lease=1).where(JOBS.c.state == "running"))


def marked(made: MatchReview) -> MatchReview:
    """A review in which every decision can be told from one that is computed."""
    return replace(made, decisions=tuple(replace(entry, loss=MARKED) for entry in made.decisions))


def test_a_killed_process_leaves_its_work_to_another(engine_nursery: Nursery, cluster: Cluster) -> None:
    """What has been written is not computed again, and the rest is."""
    database = cluster.new_database()
    kept = Kept(database)
    first, second = ServerProcess(engine_nursery, database), ServerProcess(engine_nursery, database)
    try:
        first.start()
        first.wait()
        with httpx.Client(base_url=first.url, headers=HEADERS, timeout=PATIENCE, trust_env=False) as visitor:
            match = study_of(visitor, LONG_MATCH)
            analysis = start(visitor, match=match, depth="deep")["analysis"]
            wait_until(lambda: (found := kept.content(analysis)) and unpack_review(found).decisions)
        first.kill()
        half = unpack_review(kept.content(analysis) or b"")
        assert not half.is_complete
        # As if it had been killed later, so that the other has less to do; what is known is marked.
        later = replace(marked(review(LONG_MATCH, "instant", threads=1)), depth="deep")
        later = replace(later, decisions=later.decisions[:-LEFT], rolls=later.rolls[:-LEFT])
        assert (later.fingerprint, later.engine, later.total) == (half.fingerprint, half.engine, half.total)
        kept.write(analysis, pack(later))
        second.start()
        second.wait()
        kept.expire_leases()
        with httpx.Client(base_url=second.url, headers=HEADERS, timeout=PATIENCE, trust_env=False) as visitor:
            assert finished(visitor, analysis)["state"] == "done"
            found = visitor.get(f"/api/matches/{match}/analysis").json()
    finally:
        first.kill()
        second.kill()
    assert found["is_complete"]
    known = [entry["loss"] == round(MARKED, 5) for entry in found["decisions"]]
    assert known == [True] * len(later.decisions) + [False] * LEFT


def test_a_killed_server_goes_on_when_it_is_back(engine_nursery: Nursery, tmp_path: Path) -> None:
    """Also in the middle of a rollout: its games are not played again."""
    database = str(tmp_path / "matches.db")
    kept = Kept(database)
    server = ServerProcess(engine_nursery, database)
    try:
        server.start()
        server.wait()
        with httpx.Client(base_url=server.url, headers=HEADERS, timeout=PATIENCE, trust_env=False) as visitor:
            analysis = start(visitor, position=OPENING, depth="rollout", games=20_736)["analysis"]
            wait_until(lambda: b"" if (found := kept.content(analysis)) is None else games_of(found))
        server.kill()
        before = games_of(kept.content(analysis) or b"")
        server.start()
        server.wait()
        with httpx.Client(base_url=server.url, headers=HEADERS, timeout=PATIENCE, trust_env=False) as visitor:
            path = f"/api/analyses/{analysis}"
            assert visitor.get(f"{path}/result").json()["games"] >= before  # what was known is shown at once
            after = wait_until(lambda: found if (found := visitor.get(path).json())["done"] > before else None)
            assert after["state"] == "running"
    finally:
        server.kill()


def games_of(content: bytes) -> int:
    """How many games of a rollout have been written down."""
    candidates = getattr(unpack_decision(content).finding, "candidates", ())
    return int(candidates[0].games) if candidates else 0


def test_a_server_that_is_stopped_gives_its_jobs_back(tmp_path: Path) -> None:
    database = str(tmp_path / "test.db")
    with running(tmp_path) as server:
        visitor = server.visitor()
        analysis = start(visitor, position=OPENING, depth="rollout", games=20_736)["analysis"]
        wait_until(lambda: visitor.get(f"/api/analyses/{analysis}").json()["done"] > 0)
    (row,) = Kept(database).run(select(JOBS.c.state, JOBS.c.owner))
    assert (row.state, row.owner) == ("waiting", None)
    assert games_of(Kept(database).content(analysis) or b"") > 0


def test_what_is_damaged_is_found_again_and_never_shown(database: str, tmp_path: Path) -> None:
    kept = Kept(database)
    with running(tmp_path, database=database_url(database)) as server:
        visitor = server.visitor()
        match = study_of(visitor, MATCH)
        path = f"/api/matches/{match}/analysis"
        analysis = start(visitor, match=match, depth="instant")["analysis"]
        finished(visitor, analysis)
        right = visitor.get(path).json()
        content = kept.content(analysis) or b""
        other = pack(marked(unpack_review(content)))
        for damaged, digest in (
            (other, digest_of(content)),  # a part of it was overwritten
            (content[:-50], digest_of(content[:-50])),  # a part of it is missing, and the checksum agrees
            (b"{}", digest_of(b"{}")),
        ):
            kept.write(analysis, damaged, digest)
            shown = visitor.get(path).json()
            assert shown["decisions"] in ([], right["decisions"])
            again = finished(visitor, analysis)
            assert again["state"] == "done"
            assert visitor.get(path).json() == right


def test_analyses_of_an_older_engine_are_told_from_those_of_now(tmp_path: Path) -> None:
    kept = Kept(str(tmp_path / "test.db"))
    with running(tmp_path) as server:
        visitor = server.visitor()
        match = study_of(visitor, MATCH)
        old = start(visitor, match=match, depth="instant")["analysis"]
        finished(visitor, old)
    kept.run(update(JOBS).values(engine="older"))
    with running(tmp_path) as server:
        again = server.visitor()
        again.cookies.update(dict(visitor.cookies))
        shown = again.get(f"/api/matches/{match}/analysis").json()
        assert (shown["analysis"]["engine"], shown["is_current"]) == ("older", False)
        new = start(again, match=match, depth="instant")["analysis"]
        assert new != old
        assert finished(again, new)["is_current"]
        shown = again.get(f"/api/matches/{match}/analysis").json()
        assert (shown["analysis"]["analysis"], shown["is_current"]) == (new, True)


def test_what_waits_is_made_by_the_engine_of_now(tmp_path: Path) -> None:
    kept = Kept(str(tmp_path / "test.db"))
    with running(tmp_path) as server:
        visitor = server.visitor()
        analysis = start(visitor, position=OPENING, depth="instant")["analysis"]
        engine = finished(visitor, analysis)["engine"]
    kept.run(update(JOBS).values(engine="older", state="waiting"))
    with running(tmp_path) as server:
        done = finished(server.visitor(), analysis)
        assert (done["state"], done["engine"], done["is_current"]) == ("done", engine, True)


def test_reviews_are_the_same_as_without_a_server(server: LocalServer) -> None:
    visitor = server.visitor()
    match = study_of(visitor, random_match(9, 1))
    finished(visitor, start(visitor, match=match, depth="fast")["analysis"])
    found = visitor.get(f"/api/matches/{match}/analysis").json()
    played = records.loads(visitor.get(f"/api/matches/{match}/export/json").text)
    expected = review(played, "fast", threads=1)
    assert [entry["event"] for entry in found["decisions"]] == [entry.decision.event for entry in expected.decisions]
    losses = [entry.loss for entry in expected.decisions]
    assert [entry["loss"] for entry in found["decisions"]] == pytest.approx(losses, abs=2e-5)


class Holding:
    """A job in a lane of the engine's queue that takes as long as the block."""

    def __init__(self, server: LocalServer, lane: int) -> None:
        self._gate, self._begun = threading.Event(), threading.Event()
        queue = server.lobby.engine_threads.queue
        self._thread = threading.Thread(target=lambda: server.run(lambda: queue.run(self._hold_up, lane=lane)))

    def _hold_up(self) -> None:
        self._begun.set()
        self._gate.wait(25)

    def __enter__(self) -> None:
        self._thread.start()
        assert self._begun.wait(60)

    def __exit__(self, *_: object) -> None:
        self._gate.set()
        self._thread.join(PATIENCE)


def test_bots_do_not_wait_for_analyses(club: LocalServer) -> None:
    visitor = club.visitor()
    wait_until(lambda: visitor.get("/api/ready").json()["bot"])
    with Holding(club, ANALYSES):
        table = Table(visitor, create(visitor, kind="bot", level="beginner", seat="white")["state"]["match"])
        table.open()
        if table.state["to_act"] == "white":
            table.turn()
        version = table.state["version"]
        wait_until(lambda: table.state["to_act"] == "white" or table.state["version"] > version)


def test_analyses_wait_for_bots_and_hints(club: LocalServer) -> None:
    visitor = club.visitor()
    wait_until(lambda: visitor.get("/api/ready").json()["bot"])
    queue = club.lobby.engine_threads.queue
    for lane in (BOTS, HINTS):
        with Holding(club, lane):
            analysis = start(visitor, position=OPENING, depth="rollout", games=36 + lane)["analysis"]
            wait_until(lambda: queue.waiting(ANALYSES))
            assert visitor.get(f"/api/analyses/{analysis}").json()["done"] == 0
            assert queue.waiting(ANALYSES)
        assert finished(visitor, analysis)["state"] == "done"


def test_a_job_ends_when_its_moves_are_taken_back(club: LocalServer) -> None:
    visitor = club.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    table.open()
    mover = table.state["to_act"]
    table.turn()
    with Holding(club, BOTS):
        analysis = start(visitor, match=table.match, depth="deep")["analysis"]
        wait_until(lambda: club.lobby.analyses.run_of(analysis))
        table.act(mover, "take-back")
        wait_until(lambda: club.lobby.analyses.run_of(analysis) is None)
    assert visitor.get(f"/api/analyses/{analysis}").json()["state"] == "stale"
    assert visitor.get(f"/api/matches/{table.match}/analysis").json()["decisions"] == []


@pytest.fixture
def club(tmp_path: Path) -> Iterator[LocalServer]:
    """A server behind a proxy with small limits."""
    limits = Limits(visitor_analyses=2, address_analyses=3, analyses=4, analysis_results=1, analysis_threads=1)
    with running(tmp_path, proxies=THIS_MACHINE, limits=limits) as found:
        yield found


def test_analyses_are_limited(club: LocalServer) -> None:
    def from_address(address: str) -> httpx.Client:
        return club.visitor(**{"X-Forwarded-For": address})

    def ask(visitor: httpx.Client, games: int) -> httpx.Response:
        return visitor.post("/api/analyses", json={"position": OPENING, "depth": "rollout", "games": games})

    first = from_address("192.0.2.1")
    assert [ask(first, 20_000 + number).status_code for number in range(2)] == [201, 201]
    refused = ask(first, 20_002)
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many")
    assert "2 analyses" in refused.json()["error"]["message"]
    assert ask(first, 20_001).status_code == 200  # the one that exists
    same_address = from_address("192.0.2.1")
    assert [ask(same_address, 20_003 + number).status_code for number in range(2)] == [201, 429]
    assert [ask(from_address(f"192.0.2.{number}"), 20_010 + number).status_code for number in (2, 3)] == [201, 429]
    mine = ask(first, 20_001).json()
    assert mine["state"] == "waiting"  # one at a time
    first.delete(f"/api/analyses/{mine['analysis']}", headers={"Content-Type": "application/json"})
    assert ask(from_address("192.0.2.3"), 20_013).status_code == 201


def test_results_are_bounded(club: LocalServer) -> None:
    visitor = club.visitor()
    analysis = start(visitor, position=OPENING, depth="instant")["analysis"]
    finished(visitor, analysis)
    assert visitor.get(f"/api/analyses/{analysis}/result").status_code == 200
    assert club.run(club.lobby.analyses.tidy) == 1
    assert visitor.get(f"/api/analyses/{analysis}").status_code == 404
