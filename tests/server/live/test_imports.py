"""Files of visitors are read in processes of their own, by turns, and given up when they take too long."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from server.support.local_servers import LocalServer, Table, create, running
from sixprime.core import Match
from sixprime.core.match.records import match_to_json
from sixprime.server.live.imports import jobs
from sixprime.server.live.imports.jobs import read_file
from sixprime.server.live.imports.processes import MOST_WAITING_EACH, ImportProcesses
from sixprime.server.refusals import Stopping, TooFast, Unreadable

ENDLESS = range(10**12)
"""`sum` of it computes for hours, inside C code that no Python signal handler interrupts."""
GIVEN_UP = r"reading this takes more than \d+ seconds of computing, so it was given up"
MAT = b" 3 point match\n\n Game 1\n Anna : 0             Bela : 0\n  1) 31: 8/5 6/5      62: 24/18 13/11\n"


def using(processes: ImportProcesses, use: Callable[[], Awaitable[Any]]) -> Any:
    async def main() -> Any:
        try:
            async with asyncio.timeout(300):
                return await use()
        finally:
            await processes.close()

    return asyncio.run(main())


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_file_is_read_elsewhere() -> None:
    processes = ImportProcesses()

    async def use() -> None:
        assert await processes.run("a", os.getpid) != os.getpid()
        found = await processes.run("a", read_file, MAT, "x.mat", 1000)
        assert found.format == "mat"
        assert [study.proposal.length for study in found.studies] == [3]
        with pytest.raises(Unreadable):
            await processes.run("a", read_file, b"nonsense", "x.mat", 1000)

    using(processes, use)


def test_a_process_loads_nothing_that_only_the_server_needs() -> None:
    """That would more than double the time until the first file of a server is read."""
    processes = ImportProcesses()

    async def use() -> None:
        await processes.run("a", read_file, MAT, "x.mat", 1000)
        loaded = await processes.run("a", eval, "{*__import__('sys').modules}")
        assert "sixprime.formats.match_files" in loaded
        assert not loaded & {"sqlalchemy", "alembic", "fastapi", "uvicorn", "sixprime.analysis"}

    using(processes, use)


def test_a_job_that_computes_too_long_ends_with_its_process() -> None:
    processes = ImportProcesses(budget=1, processes=1)

    async def use() -> None:
        pid = await processes.run("a", os.getpid)
        with pytest.raises(Unreadable, match=GIVEN_UP):
            await processes.run("a", sum, ENDLESS)
        assert not is_alive(pid)
        again = await processes.run("a", os.getpid)  # the next one is not harmed
        assert again != pid

    using(processes, use)


def test_who_has_used_little_goes_first() -> None:
    processes = ImportProcesses(processes=1)
    done: list[str] = []

    async def ask(visitor: str, *job: Any) -> None:
        await processes.run(visitor, *job)
        done.append(visitor)

    async def use() -> None:
        await asyncio.gather(
            *(ask("greedy", sum, range(2_000_000)) for _ in range(MOST_WAITING_EACH)), ask("modest", os.getpid)
        )

    using(processes, use)
    assert done == ["greedy", "modest"] + ["greedy"] * (MOST_WAITING_EACH - 1)


def test_one_visitor_never_occupies_all_processes() -> None:
    processes = ImportProcesses(budget=5, processes=2)

    async def use() -> None:
        endless = asyncio.create_task(processes.run("greedy", sum, ENDLESS))
        second = asyncio.create_task(processes.run("greedy", os.getpid))
        await processes.run("modest", os.getpid)
        assert not endless.done()
        assert not second.done()
        with pytest.raises(Unreadable, match=GIVEN_UP):
            await endless
        await second

    using(processes, use)


def test_only_so_many_wait() -> None:
    processes = ImportProcesses(processes=1)

    async def use() -> None:
        asked = [asyncio.create_task(processes.run("a", os.getpid)) for _ in range(MOST_WAITING_EACH + 1)]
        await asyncio.sleep(0)
        with pytest.raises(TooFast, match="too many files wait to be read"):
            await processes.run("a", os.getpid)
        await processes.run("b", os.getpid)
        await asyncio.gather(*asked)

    using(processes, use)


def test_what_waits_is_refused_at_the_end() -> None:
    async def main() -> None:
        processes = ImportProcesses(processes=1)
        pid = await processes.run("a", os.getpid)
        asked = [asyncio.create_task(processes.run("a", sum, ENDLESS)) for _ in range(2)]
        await asyncio.sleep(0)
        await processes.close()
        assert not is_alive(pid)
        for result in await asyncio.gather(*asked, return_exceptions=True):
            assert isinstance(result, Stopping)
        with pytest.raises(Stopping):
            await processes.run("a", os.getpid)

    asyncio.run(main())


@pytest.fixture
def impatient(tmp_path: Path) -> Any:
    """A server that gives up every file at once."""
    with running(tmp_path) as server:
        server.lobby.import_processes = ImportProcesses(budget=0.001)
        yield server


def test_visitors_are_told_and_matches_go_on(impatient: LocalServer) -> None:
    visitor = impatient.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    table.open()
    record = visitor.get(f"/api/matches/{table.match}/export/json").content
    large = MAT + b"  2) 31: 8/5 6/5      62: 24/18 13/11\n" * 20_000
    answers = {
        "a file": visitor.post("/api/imports", content=large, params={"name": "x.mat"}),
        "a record": visitor.post("/api/matches", json={"kind": "screen", "record": large.decode()[:400_000]}),
        "an id": visitor.post("/api/positions", json={"text": "x" * 20_000}),
    }
    for what, answer in answers.items():
        assert answer.status_code == 422, (what, answer.text)
        assert answer.json()["error"]["code"] == "unreadable"
    assert "so it was given up" in answers["a file"].json()["error"]["message"]
    table.turn()
    impatient.run(impatient.lobby.import_processes.close)
    impatient.lobby.import_processes = ImportProcesses()
    kept = visitor.post("/api/imports", content=record, params={"name": "x.json"})
    assert kept.status_code == 201, kept.text
    again = visitor.post("/api/matches", json={"kind": "screen", "record": json.loads(record)})
    assert again.status_code == 201, again.text


def test_a_file_with_too_many_events_is_taken_over_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_EVENTS", 10)
    found = read_file(MAT * 5, "x.mat", 1000)
    assert len(found.studies) >= 1
    assert len(found.studies) + found.left_out == 5
    assert sum(len(study.proposal.events) for study in found.studies) <= 10


def test_details_that_are_too_long_do_not_leave_the_process() -> None:
    processes = ImportProcesses()
    record = {**match_to_json(Match(length=5)), "details": {"site": "y" * 3000, "event": "Club night"}}

    async def use() -> None:
        found = await processes.run("a", read_file, json.dumps(record).encode(), "x.json", 1000)
        assert [(study.proposal.details, study.details_lost) for study in found.studies] == [
            ({"event": "Club night"}, 1)
        ]

    using(processes, use)
