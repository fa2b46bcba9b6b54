"""Practice over HTTP: attempts that count once, figures, settings, names, and everything as one file."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.support.local_servers import LocalServer, running
from sixprime.client import Client, Refused
from sixprime.messages import text
from sixprime.server.identities import COOKIE, holder_of
from sixprime.server.limits import Limits
from sixprime.server.live.imports import ImportProcesses
from sixprime.server.refusals import Unreadable
from sixprime.server.schemas.practice import AttemptListAnswer, PracticeFileAnswer, PracticeStatisticsAnswer
from sixprime.server.store.databases import database_url
from sixprime.server.store.practice import Rating

DAY = 24 * 3600 * 1000
START = 1_700_000_000_000 // DAY * DAY + DAY // 2
"""Noon of some day."""


def attempt(number: int, **more: object) -> dict[str, object]:
    return {"id": f"a{number}", "kind": "drill", "key": "pips", "topic": "pips", "grade": 3, **more}


def send(visitor: httpx.Client, *attempts: dict[str, object], status: int = 200) -> Any:
    answer = visitor.post("/api/practice/attempts", json={"attempts": list(attempts)})
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.fixture
def set_clock(server: LocalServer) -> Iterator[Any]:
    before = server.lobby.practice.clock

    def set_to(time: int) -> None:
        server.lobby.practice.clock = lambda: time

    yield set_to
    server.lobby.practice.clock = before


def test_an_attempt_counts_once(server: LocalServer, set_clock: Any) -> None:
    set_clock(START)
    visitor = server.visitor()
    first = attempt(1, loss=0.05, milliseconds=8000, ago=5000, detail={"said": "ö"})
    assert send(visitor, first, attempt(2), first) == {"kept": ["a1", "a2"]}
    assert send(visitor, first, attempt(3, grade=1)) == {"kept": ["a3"]}
    found = AttemptListAnswer.model_validate(visitor.get("/api/practice/attempts?limit=2").json())
    assert found.more
    everything = AttemptListAnswer.model_validate(visitor.get("/api/practice/attempts?kind=drill&key=pips").json())
    assert sorted(one.id for one in everything.attempts) == ["a1", "a2", "a3"]
    kept = next(one for one in everything.attempts if one.id == "a1")
    assert (kept.at, kept.loss, kept.milliseconds, kept.detail) == (START - 5000, 0.05, 8000, {"said": "ö"})
    assert visitor.get("/api/practice/attempts?kind=lesson").json()["attempts"] == []
    assert server.visitor().get("/api/practice/attempts").json() == {"attempts": [], "more": False}


def test_figures_by_kind_topic_and_day(server: LocalServer, set_clock: Any) -> None:
    set_clock(START)
    visitor = server.visitor()
    send(
        visitor,
        attempt(1, ago=2 * DAY, milliseconds=4000),
        attempt(2, ago=DAY, grade=1, milliseconds=8000),
        attempt(3, topic="race"),
        attempt(4, kind="lesson", key="hitting", topic=""),
        attempt(5, kind="opening", key="31", topic="31", loss=0.1, grade=1),
        attempt(6, ago=400 * DAY),
    )
    found = PracticeStatisticsAnswer.model_validate(visitor.get("/api/practice/statistics").json())
    assert [(one.kind, one.attempts, one.right) for one in found.kinds] == [
        ("opening", 1, 0),
        ("drill", 3, 2),
        ("lesson", 1, 1),
    ]
    drill = found.kinds[1]
    assert {one.name: (one.attempts, one.right, one.milliseconds) for one in drill.topics} == {
        "pips": (2, 1, 6000.0),
        "race": (1, 1, None),
    }
    assert [(one.name, one.attempts) for one in drill.days] == [
        ("2023-11-12", 1),
        ("2023-11-13", 1),
        ("2023-11-14", 1),
    ]
    assert found.kinds[0].topics[0].loss == pytest.approx(0.1)
    ahead = visitor.get("/api/practice/statistics?days=2&offset=780").json()
    assert [one["name"] for one in ahead["kinds"][1]["days"]] == ["2023-11-14", "2023-11-15"]
    assert server.visitor().get("/api/practice/statistics").json() == {"kinds": [], "ratings": []}


def test_settings_and_names(server: LocalServer) -> None:
    visitor = server.visitor()
    assert visitor.get("/api/practice/settings").json() == {"retention": 0.9, "new_a_day": 10}
    wanted = {"retention": 0.85, "new_a_day": 3}
    assert visitor.put("/api/practice/settings", json=wanted).json() == wanted
    assert visitor.get("/api/practice/settings").json() == wanted
    for bad in ({"retention": 1.0, "new_a_day": 3}, {"retention": 0.9, "new_a_day": 1000}, {"retention": 0.9}):
        assert visitor.put("/api/practice/settings", json=bad).status_code == 422
    names = {"names": [{"name": "Ann  Smith", "me": True}, {"name": "Béla", "me": False}]}
    assert visitor.put("/api/practice/names", json=names).json() == {
        "names": [{"name": "ann smith", "me": True}, {"name": "béla", "me": False}]
    }
    visitor.put("/api/practice/names", json={"names": [{"name": "BÉLA", "me": True}]})
    assert visitor.get("/api/practice/names").json()["names"][1] == {"name": "béla", "me": True}
    bad_name = visitor.put("/api/practice/names", json={"names": [{"name": "a\u202eb", "me": True}]})
    assert bad_name.status_code == 422


def test_everything_goes_to_another_browser_and_is_deleted(server: LocalServer) -> None:
    visitor = server.visitor()
    send(visitor, attempt(1), attempt(2, kind="puzzle", key="2026-11-18", topic="puzzle", detail={"rating": 1600}))
    visitor.put("/api/practice/settings", json={"retention": 0.8, "new_a_day": 5})
    visitor.put("/api/practice/names", json={"names": [{"name": "Ann", "me": True}]})
    holder = holder_of(visitor.cookies[COOKIE]) or ""
    after = (Rating(1620.5, 200.0, 0.06, 1, START), Rating(1480.0, 300.0, 0.06, 1, START))
    ratings = server.lobby.practice.ratings
    assert server.run(lambda: ratings.change(holder, "puzzle", "p1", Rating(), lambda *_: after)) == after
    exported = visitor.get("/api/practice/export")
    assert exported.headers["content-disposition"] == 'attachment; filename="sixprime-practice.json"'
    told = PracticeFileAnswer.model_validate(exported.json())
    assert [one.rating for one in told.ratings] == [1620.5]

    other = server.visitor()
    assert other.post("/api/practice/import", content=exported.content, headers=JSON).json() == {
        "cards": 0,
        "attempts": 2,
    }
    assert other.post("/api/practice/import", content=exported.content, headers=JSON).json() == {
        "cards": 0,
        "attempts": 0,
    }
    assert other.get("/api/practice/export").json() == exported.json()

    assert visitor.delete("/api/practice", headers=JSON).json() == {"deleted": True}
    assert visitor.delete("/api/practice", headers=JSON).json() == {"deleted": False}
    assert visitor.get("/api/practice/attempts").json()["attempts"] == []
    assert visitor.get("/api/practice/settings").json()["retention"] == 0.9
    assert len(other.get("/api/practice/attempts").json()["attempts"]) == 2
    assert server.run(lambda: ratings.of_item("puzzle", "p1")) == after[1]  # what others rated stays


JSON = {"Content-Type": "application/json"}


def test_what_is_wrong_is_refused_in_one_line(server: LocalServer) -> None:
    visitor = server.visitor()
    for bad in (
        attempt(1, kind="chess"),
        attempt(1, grade=5),
        attempt(1, key="ü" * 3),
        attempt(1, id=""),
        attempt(1, loss=-1),
        attempt(1, more=1),
        attempt(1, ago=-1),
    ):
        assert send(visitor, bad, status=422)["error"]["code"] == "malformed"
    assert send(visitor, attempt(1, detail={"long": "x" * 3000}), status=413)["error"]["code"] == "too-large"
    assert send(visitor, attempt(1, detail={"nul": "a\0b"}), status=400)["error"]["code"] == "malformed"
    half = b'{"attempts": [{"id": "a", "kind": "drill", "key": "k", "grade": 1, "detail": {"a": "\\ud800"}}]}'
    assert visitor.post("/api/practice/attempts", content=half, headers=JSON).status_code in (400, 422)
    assert send(visitor, *(attempt(number) for number in range(201)), status=422)
    for written in (b"", b"{}", b"[1]", b"\xff\xfe", b'{"format": "other"}'):
        refused = visitor.post("/api/practice/import", content=written, headers=JSON)
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "unreadable")
    assert visitor.get("/api/practice/attempts").json()["attempts"] == []
    assert visitor.get("/practice/nothing").status_code == 404


def test_a_rating_from_elsewhere_is_brought_into_bounds(server: LocalServer) -> None:
    visitor = server.visitor()
    rating = {"pool": "puzzle", "rating": 1e6, "deviation": -5, "volatility": 0, "attempts": 1}
    brought = {**visitor.get("/api/practice/export").json(), "ratings": [rating]}
    assert visitor.post("/api/practice/import", json=brought).status_code == 200
    (kept,) = visitor.get("/api/practice/statistics").json()["ratings"]
    assert (kept["rating"], kept["deviation"], kept["volatility"]) == (4000, 30, 0.01)


def test_a_file_that_takes_long_to_read_holds_up_nobody_else(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read in an import process, as match files are, and so is a list of positions."""
    asked: list[str] = []

    async def run(self: ImportProcesses, visitor: str, job: Any, *arguments: object) -> Any:
        asked.append(job.__name__)
        raise Unreadable(text("reading takes too long"))

    monkeypatch.setattr(ImportProcesses, "run", run)
    visitor = server.visitor()
    exported = visitor.get("/api/practice/export").content
    assert visitor.post("/api/practice/import", content=exported, headers=JSON).status_code == 422
    assert visitor.post("/api/practice/list", json={"text": "XGID=nonsense"}).status_code == 422
    assert asked == ["read_practice_file", "read_card_list"]


def test_by_the_client(server: LocalServer) -> None:
    async def use() -> None:
        practice = Client(server.url).practice
        assert await practice.attempt("lesson", "hitting", 3, id="one", detail={"tries": 2})
        assert not await practice.attempt("lesson", "hitting", 3, id="one")
        assert [one["key"] for one in await practice.attempts("lesson")] == ["hitting"]
        assert (await practice.statistics())["kinds"][0]["attempts"] == 1
        assert (await practice.change_settings(retention=0.8, new_a_day=4)) == await practice.settings()
        await practice.name("Ann", me=True)
        exported = await practice.export()
        other = Client(server.url).practice
        assert await other.bring(exported) == {"cards": 0, "attempts": 1}
        assert await practice.delete()
        assert json.loads(await practice.export())["attempts"] == []
        with pytest.raises(Refused):
            await practice.attempt("nothing", "x", 3)

    asyncio.run(use())


def test_limits_and_learners_who_are_gone(database: str, tmp_path: Path) -> None:
    """On both databases: the number of answers, of learners of an address, and the time for which they are kept."""
    limits = replace(Limits.at_home(), visitor_attempts=3, address_learners=1, practice_time=100)
    with running(tmp_path, database=database_url(database), limits=limits) as server:
        practice = server.lobby.practice
        practice.clock = lambda: START
        visitor = server.visitor()
        send(visitor, attempt(1), attempt(2), attempt(3))
        assert send(visitor, attempt(4), status=429)["error"]["code"] == "too-many"
        assert send(visitor, attempt(3)) == {"kept": []}
        assert len(visitor.get("/api/practice/statistics").json()["kinds"][0]["days"]) == 1
        brought = {**visitor.get("/api/practice/export").json()}
        other = server.visitor()
        brought["attempts"] = [{**brought["attempts"][0], "id": f"b{number}", "at": number} for number in range(5)]
        assert other.post("/api/practice/import", json=brought).json() == {"cards": 0, "attempts": 3}
        assert [one["at"] for one in other.get("/api/practice/attempts").json()["attempts"]] == [4, 3, 2]
        assert server.run(lambda: practice.learners.begin("h1", "place", 1, START)) is not None
        assert server.run(lambda: practice.learners.begin("h2", "place", 1, START)) is None
        assert server.run(lambda: practice.learners.begin("h1", "place", 1, START)) is not None
        practice.clock = lambda: START + 99_000
        assert server.run(practice.tidy) == 0
        practice.clock = lambda: START + 101_000
        assert server.run(practice.tidy) == 3
        assert visitor.get("/api/practice/attempts").json()["attempts"] == []
