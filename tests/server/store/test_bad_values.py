"""A write that the database cannot keep fails alone, and what could not be kept is refused before it gets there."""

import asyncio
import json
import logging
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from sqlalchemy import text as sql
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from server.store.test_writers import HOLDER, creation, play, rows
from server.support.local_servers import LocalServer, create, running
from sixprime.core import Match, Player, Position
from sixprime.core.match import records
from sixprime.core.match.events import PositionSet
from sixprime.server.store import schema
from sixprime.server.store.databases import database_url, open_database
from sixprime.server.store.journal import Journal, WriteRefused
from sixprime.server.store.migrating import migrate
from sixprime.server.store.writes import Write

SECRET = b"sixprime-secret-of-32-bytes-long"


def bad_creation(**wrong: object) -> Write:
    """A new match with a value that no database keeps."""
    _, write = creation()
    inserts = dict(write.inserts)
    inserts[schema.matches] = [{**row, **wrong} for row in inserts[schema.matches]]
    inserts[schema.dice] = [{**row, "secret": SECRET} for row in inserts[schema.dice]]
    return Write(inserts)


@pytest.mark.parametrize("value", [10**30, "\ud800"])
def test_only_the_bad_write_fails(database: str, caplog: pytest.LogCaptureFixture, value: object) -> None:
    """A number that is too large, and text that UTF-8 has no bytes for."""
    wrong = {"white_points": value} if isinstance(value, int) else {"phase": value}

    async def main() -> None:
        opened = open_database(database_url(database))
        await migrate(opened.writing)
        journal = Journal(opened)
        journal.start()
        try:
            matches = [creation() for _ in range(6)]
            good = [journal.write(write) for _, write in matches]
            results = await asyncio.gather(
                *good[:3], journal.write(bad_creation(**wrong)), *good[3:], return_exceptions=True
            )
            assert [type(result) for result in results] == [type(None)] * 3 + [WriteRefused] + [type(None)] * 3
            for match, _ in matches:
                assert await rows(opened, schema.dice, match)
            one = matches[0][0]
            plays = [
                journal.write(play(one, 50)),
                journal.write(play(one, 51, throw=10**30)),
                journal.write(play(one, 52)),
            ]
            results = await asyncio.gather(*plays, return_exceptions=True)
            assert [type(result) for result in results] == [type(None), WriteRefused, type(None)]
            assert [row["seq"] for row in await rows(opened, schema.entries, one)][-2:] == [50, 52]
        finally:
            await journal.close()
            await opened.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(main())
    assert "a write was refused" in caplog.text
    for hidden in (HOLDER, SECRET.decode(), str(SECRET), str(value)):
        assert hidden not in caplog.text


def test_a_failing_statement_shows_no_values(database: str) -> None:
    """Neither SQLAlchemy nor a driver may tell what was to be written."""

    async def main() -> None:
        opened = open_database(database_url(database))
        try:
            async with opened.writing.begin() as connection:
                await connection.execute(sql("INSERT INTO nowhere VALUES (:secret)"), {"secret": HOLDER})
        finally:
            await opened.close()

    with pytest.raises(Exception, match="nowhere") as failed:
        asyncio.run(main())
    assert HOLDER not in str(failed.value)


@pytest.fixture(params=["sqlite", "postgresql"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    if request.param == "sqlite":
        with running(tmp_path) as server:
            yield server
    else:
        url = database_url(request.getfixturevalue("cluster").new_database())
        with running(tmp_path, database=url) as server:
            yield server


NAMES = {
    "a\0b": "control characters such as U+0000",
    "a\nb": "control characters such as U+000A",
    "a\x7f": "control characters such as U+007F",
    "a\u2028b": "control characters such as U+2028",
    "\u202eanna": "U+202E in it: it is invisible or changes the direction of writing",
    "a\u200bnna": "U+200B in it: it is invisible",
    "a\u200d": "U+200D in it: it is invisible",
    "\ufeffanna": "U+FEFF in it: it is invisible",
    "\u2067anna": "U+2067 in it: it is invisible",
    "\u3164": "U+3164 in it: it is invisible",
    "A" + "\u0301" * 5: "a letter of a name can have 4 marks at most",
    "A" * 101: "has more than 100 characters",
    "\ud800": "the field name cannot be",
}
GOOD = ("", "Anna", "Béla Őry-Kiss", "Zoë d'Ánis", "安娜", "أحمد", "Anna 🎲", "Anna ❤️", "A\u0301\u0302\u0303\u0304")


def post(server: LocalServer, path: str, body: object) -> Any:
    """JSON in ASCII, in which also halves of characters can be sent."""
    headers = {"Content-Type": "application/json"}
    return server.visitor().post(path, content=json.dumps(body), headers=headers)


def test_names_that_cannot_be_shown_are_refused_with_the_reason(served: LocalServer) -> None:
    created = create(served.visitor(), kind="link", seat="white")
    path, invitation = f"/api/matches/{created['state']['match']}/join", created["invitation"]
    for name, why in NAMES.items():
        for answer in (
            post(served, "/api/matches", {"kind": "screen", "names": {"black": name}}),
            post(served, path, {"invitation": invitation, "name": name}),
            post(served, "/api/matches", {"kind": "screen", "record": record(name=name)}),
        ):
            assert answer.status_code == 422, (name, answer.text)
        assert why in post(served, path, {"invitation": invitation, "name": name}).json()["error"]["message"]
    for name in GOOD:
        answer = post(served, "/api/matches", {"kind": "screen", "names": {"black": name}})
        assert answer.json()["state"]["seats"]["black"]["name"] == name
    assert post(served, path, {"invitation": invitation, "name": "Anna"}).status_code == 200


def record(name: str = "", score: int = 0, detail: str = "") -> dict[str, Any]:
    match = Match(names={Player.WHITE: "Béla"}, details={"event": "club"})
    match.apply(PositionSet(Position.standard(), Player.WHITE, score=(0, 0)))
    written: dict[str, Any] = json.loads(records.dumps(match))
    written["players"]["black"] = name
    written["details"]["event"] = detail
    written["events"][0]["score"] = [score, 0]
    return written


def test_records_that_the_database_could_not_keep_are_refused(served: LocalServer) -> None:
    visitor = served.visitor()
    bad = {
        "control characters such as U+0000": record(name="a\0b"),
        "the details of a match cannot have control characters": record(detail="a\0b"),
        "a score is at most 999999999 points": record(score=2**33),
    }
    for why, written in bad.items():
        refused = visitor.post("/api/matches", json={"kind": "screen", "record": written})
        assert refused.status_code == 422
        assert why in refused.json()["error"]["message"]
        imported = visitor.post("/api/imports", content=json.dumps(written), params={"name": "x.json"}).json()
        assert imported["matches"] == []
        assert why in imported["problems"][0]
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:999999999:2147483647:0:0:10"
    assert visitor.post("/api/matches", json={"kind": "screen", "position": xgid}).status_code == 422
    highest = visitor.post("/api/matches", json={"kind": "screen", "record": record(score=999_999_999)})
    assert highest.status_code == 201, highest.text
    assert visitor.get("/api/matches").json()["matches"][0]["score"] == {"white": 999_999_999, "black": 0}


def test_a_list_goes_on_from_a_match_only(served: LocalServer) -> None:
    visitor = served.visitor()
    create(visitor)
    for before in ("\0", "x", "é" * 22, "A" * 21 + "\0"):
        refused = 400 if "\0" in before else 422  # a NUL does not get as far as the parameter
        assert visitor.get("/api/matches", params={"before": before}).status_code == refused
    assert visitor.get("/api/matches", params={"before": "A" * 22}).status_code == 200


def test_what_cannot_be_an_id_is_nowhere(served: LocalServer) -> None:
    """Asked for by HTTP, by a WebSocket, or in a body; a database may refuse even to look for it."""
    visitor = served.visitor()
    for written in ("\0", "a\0b", "\U0001f3b2", "A" * 21 + "\0", "A" * 22):
        quoted = quote(written)
        for what in ("", "/replay", "/hint", "/analysis", "/analysis/file", "/analysis/decisions/0", "/export/json"):
            assert visitor.get(f"/api/matches/{quoted}{what}").status_code == 404, (written, what)
        for what in ("", "/result"):
            assert visitor.get(f"/api/analyses/{quoted}{what}").status_code == 404, (written, what)
        for where in ("matches", "analyses"):
            assert (
                visitor.delete(f"/api/{where}/{quoted}", headers={"Content-Type": "application/json"}).status_code
                == 404
            )
            assert refused_socket(served, f"/api/{where}/{quoted}/live") == 404, (written, where)
        asked = visitor.post("/api/analyses", json={"match": written, "depth": "instant"})
        assert asked.status_code == 404, (written, asked.text)


def test_nothing_is_looked_for_by_a_text_that_no_database_has(served: LocalServer) -> None:
    """A NUL in any parameter of any address is refused, with the reason, before the database sees it."""
    visitor = served.visitor()
    match = create(visitor)["state"]["match"]
    asked = 0
    for path, methods in visitor.get("/api/openapi.json").json()["paths"].items():
        for parameter in methods.get("get", {}).get("parameters", []):
            if parameter["in"] == "query":
                address = path.format_map(dict.fromkeys(re.findall(r"{(\w+)}", path), match))
                answer = visitor.get(address, params={parameter["name"]: "a\0b"})
                assert answer.status_code == 400, (address, parameter["name"], answer.text)
                assert answer.json()["error"]["code"] == "malformed"
                asked += 1
    assert asked > 20


def refused_socket(served: LocalServer, path: str) -> int:
    """With which status a WebSocket is denied."""
    with pytest.raises(InvalidStatus) as denied, connect(f"ws{served.url.removeprefix('http')}{path}", proxy=None):
        pass
    return denied.value.response.status_code
