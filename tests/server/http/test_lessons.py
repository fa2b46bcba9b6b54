"""Lessons over HTTP: the list, boards with their legal steps, answers, and what is refused."""

from __future__ import annotations

import httpx
import pytest

from server.support.local_servers import LocalServer
from sixprime.core.rules import PRESETS


@pytest.fixture(scope="module")
def visitor(server: LocalServer) -> httpx.Client:
    return server.visitor()


def reply(visitor: httpx.Client, lesson: str, answer: object, rules: str = "standard") -> httpx.Response:
    return visitor.post(f"/api/lessons/{lesson}/answers?rules={rules}", json=answer)


@pytest.mark.parametrize("preset", PRESETS)
def test_all_lessons_can_be_opened_and_their_solutions_are_right(visitor: httpx.Client, preset: str) -> None:
    course = visitor.get(f"/api/lessons?rules={preset}").json()
    assert course["preset"] == preset
    for entry in course["lessons"]:
        lesson = visitor.get(f"/api/lessons/{entry['name']}?rules={preset}").json()
        assert lesson["title"] == entry["title"]
        assert bool(lesson["options"]) is (lesson["turn"] is None)
        if lesson["solution"]:
            assert reply(visitor, entry["name"], {"steps": lesson["solution"]}, preset).json()["right"] is True
        else:
            right = [reply(visitor, entry["name"], {"option": it["name"]}, preset).json() for it in lesson["options"]]
            assert [it["right"] for it in right].count(True) == 1


def test_lessons_speak_the_language_of_the_reader(visitor: httpx.Client) -> None:
    course = visitor.get("/api/lessons?rules=003-de&language=de").json()
    assert course["chapters"][0]["title"] == "Die Steine ziehen"
    lesson = visitor.get("/api/lessons/bear-off-rear?rules=003-de&language=de").json()
    assert lesson["leaflet"].startswith("Nach den Turnierregeln")
    wrong = visitor.post("/api/lessons/hit/answers?language=it", json={"steps": [[13, 7], [7, 5]]}).json()
    assert wrong == {"right": False, "words": "Questa mossa non colpisce nulla: la pedina nera resta dov’è."}


def test_a_point_from_which_nothing_moves_is_explained(visitor: httpx.Client) -> None:
    told = reply(visitor, "blocked", {"steps": [[13, 10]], "source": 24}).json()
    assert told["right"] is False
    assert told["words"] == "24/19 is blocked: the opponent holds the 19 point with 5 checkers"
    sheets = reply(visitor, "blocked", {"steps": [[13, 10]], "source": 24, "numbering": "12a"}).json()
    assert "19" not in sheets["words"]


def test_bad_answers_are_refused(visitor: httpx.Client) -> None:
    for answer, status in (
        ({"steps": [[24, 19], [19, 16]]}, 409),
        ({"steps": [[24, 21]]}, 409),
        ({"option": "double"}, 409),
        ({"steps": [], "source": 30}, 422),
        ({"steps": [[24, 99]]}, 422),
        ({"steps": [[24, 21], [13, 8]], "option": "yes"}, 400),
        ({}, 400),
        ([], 422),
    ):
        refused = reply(visitor, "blocked", answer)
        assert refused.status_code == status, answer
        assert refused.json()["error"]["message"]
    assert reply(visitor, "take", {"option": "nonsense"}).status_code == 409
    assert visitor.get("/api/lessons/nonsense").status_code == 404
    assert visitor.get("/api/lessons/double?rules=004-fr").status_code == 404
    assert visitor.get("/api/lessons?rules=nonsense").status_code == 422
