"""What one visitor or one address can put into the database is bounded."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from server.support.local_servers import LocalServer, Table, create, running
from sixprime.core import Match
from sixprime.core.match.records import match_to_json
from sixprime.server.limits import Limits
from sixprime.server.rate_limits import THIS_MACHINE
from sixprime.server.store import schema
from sixprime.server.store.databases import database_url
from waiting import PATIENCE

LIMITS = Limits(visitor_matches=3, address_matches=5, details=1000, upload=50_000)


@pytest.fixture
def club(database: str, tmp_path: Path) -> Iterator[LocalServer]:
    """A server behind a proxy, on each kind of database."""
    with running(tmp_path, database=database_url(database), proxies=THIS_MACHINE, limits=LIMITS) as found:
        yield found


def from_address(server: LocalServer, address: str) -> httpx.Client:
    return server.visitor(**{"X-Forwarded-For": address})


def ask(visitor: httpx.Client, **wishes: object) -> httpx.Response:
    return visitor.post("/api/matches", json={"kind": "screen", "length": 1, **wishes})


def code(answer: httpx.Response) -> tuple[int, str | None]:
    return answer.status_code, answer.json()["error"]["code"] if answer.is_error else None


def test_unfinished_matches_of_a_visitor(club: LocalServer) -> None:
    visitor = club.visitor()
    tables = [Table(visitor, create(visitor)["state"]["match"]) for _ in range(3)]
    refused = ask(visitor)
    assert code(refused) == (429, "too-many")
    assert "you have 3 unfinished matches" in refused.json()["error"]["message"]
    assert code(ask(club.visitor())) == (201, None)
    tables[0].act("white", "abort")
    assert code(ask(visitor)) == (201, None)
    assert code(ask(visitor)) == (429, "too-many")


def test_matches_one_was_invited_to_count_too(club: LocalServer) -> None:
    host, guest = club.visitor(), club.visitor()
    for _ in range(3):
        created = create(host, kind="link", seat="white")
        joined = guest.post(
            f"/api/matches/{created['state']['match']}/join", json={"invitation": created["invitation"]}
        )
        assert joined.status_code == 200
    assert code(ask(guest)) == (429, "too-many")


def test_matches_taken_off_the_list_do_not_count(club: LocalServer) -> None:
    """Whoever is told to finish some matches can find them."""
    host, guest = club.visitor(), club.visitor()
    for _ in range(3):
        created = create(host, kind="link", seat="white")
        address = f"/api/matches/{created['state']['match']}"
        assert guest.post(f"{address}/join", json={"invitation": created["invitation"]}).status_code == 200
    assert code(ask(host)) == (429, "too-many")
    removed = host.delete(address, headers={"Content-Type": "application/json"})
    assert removed.json()["deleted"] is False
    assert code(ask(host)) == (201, None)
    assert code(ask(guest)) == (429, "too-many")


def test_unfinished_matches_of_an_address(club: LocalServer) -> None:
    """Whoever throws the cookie away is still at the same address."""
    answers = [ask(from_address(club, "203.0.113.7")) for _ in range(6)]
    assert [code(answer) for answer in answers] == [(201, None)] * 5 + [(429, "too-many")]
    assert code(ask(from_address(club, "203.0.113.8"))) == (201, None)
    networks = [ask(from_address(club, f"2001:db8:1:2::{number}")) for number in range(6)]
    assert code(networks[-1]) == (429, "too-many")  # one client has a whole /64


def test_many_at_once_do_not_slip_through(club: LocalServer) -> None:
    visitor = club.visitor()
    create(visitor)

    async def rush() -> list[int]:
        options: dict[str, Any] = {"headers": visitor.headers, "cookies": visitor.cookies, "trust_env": False}
        async with httpx.AsyncClient(base_url=club.url, timeout=PATIENCE, **options) as client:
            wishes = {"kind": "screen", "length": 1}
            answers = await asyncio.gather(*(client.post("/api/matches", json=wishes) for _ in range(20)))
        return [answer.status_code for answer in answers]

    statuses = asyncio.run(rush())
    assert statuses.count(201) <= 2
    assert set(statuses) <= {201, 429}
    listed = visitor.get("/api/matches").json()["matches"]
    assert len(listed) <= 3
    while code(ask(visitor))[0] == 201:  # those that were counted only for a moment leave no trace
        pass
    assert len(visitor.get("/api/matches").json()["matches"]) == 3


def test_addresses_are_hashed_and_forgotten(club: LocalServer) -> None:
    visitor = from_address(club, "203.0.113.9")
    table = Table(visitor, create(visitor)["state"]["match"])
    local = create(club.visitor())["state"]["match"]

    async def origins() -> dict[str, str | None]:
        async with club.lobby.storage._database.reading.connect() as connection:
            rows = await connection.execute(select(schema.matches.c.id, schema.matches.c.origin))
            return {row.id: row.origin for row in rows}

    async def make_round() -> int:
        return await club.lobby.expiry_rounds.make_round()

    origin = club.run(origins)[table.match]
    assert origin is not None
    assert len(origin) == 64
    assert "203.0.113.9" not in origin
    assert club.run(origins)[local] is None
    club.run(make_round)
    assert club.run(origins)[table.match] == origin
    table.act("white", "abort")
    club.run(make_round)
    assert club.run(origins)[table.match] is None


def record_with(details: dict[str, str]) -> dict[str, Any]:
    record = match_to_json(Match(length=5))
    return {**record, "details": details}


def test_details_of_a_record(club: LocalServer) -> None:
    visitor = club.visitor()
    assert code(ask(visitor, record=record_with({"event": "x" * 900}))) == (201, None)
    for details in ({"event": "x" * 1001}, {f"{number}": "é" * 100 for number in range(9)}):
        refused = ask(visitor, record=record_with(details))
        assert code(refused) == (413, "too-large")
        assert "1000 bytes" in refused.json()["error"]["message"]


def test_details_of_a_file(club: LocalServer) -> None:
    """The match is kept, with those details that fit."""
    visitor = club.visitor()
    written = json.dumps(record_with({"site": "y" * 3000, "event": "Club night"}))
    answer = visitor.post("/api/imports?name=a.json", content=written.encode())
    assert answer.status_code == 201, answer.text
    assert any("1 detail was too long" in problem for problem in answer.json()["problems"])
    match = answer.json()["matches"][0]["match"]
    replay = visitor.get(f"/api/matches/{match}/replay").text
    assert "Club night" in replay
    assert "yyy" not in replay


def test_a_file_that_is_too_large(club: LocalServer) -> None:
    visitor = club.visitor()
    assert code(visitor.post("/api/imports", content=b" " * 50_001)) == (413, "too-large")
    form = visitor.post("/api/imports", files={"file": ("a.mat", b" " * 60_000)})
    assert code(form) == (413, "too-large")
    chunks = visitor.post("/api/imports", content=iter([b" " * 30_000] * 2))
    assert code(chunks) == (413, "too-large")
