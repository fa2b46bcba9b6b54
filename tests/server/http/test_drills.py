"""Drills over HTTP: problems from seeds, verdicts with their calculation, and what is refused."""

from __future__ import annotations

import httpx
import pytest

from server.support.local_servers import LocalServer
from sixprime.core import Position
from sixprime.practice.drills import Drill


@pytest.fixture(scope="module")
def visitor(server: LocalServer) -> httpx.Client:
    return server.visitor()


def answer(visitor: httpx.Client, drill: str, **reply: object) -> httpx.Response:
    return visitor.post(f"/api/drills/{drill}/answers", json={"level": 1, "seed": 7, **reply})


def test_all_drills_make_new_problems_and_the_same_one_again(visitor: httpx.Client) -> None:
    listed = visitor.get("/api/drills").json()
    assert [it["name"] for it in listed["drills"]] == [drill.value for drill in Drill]
    for drill in listed["drills"]:
        seeds = {visitor.get(f"/api/drills/{drill['name']}").json()["seed"] for _ in range(3)}
        assert len(seeds) > 1
        path = f"/api/drills/{drill['name']}?level=3&seed=12"
        assert visitor.get(path).json() == visitor.get(path).json()
        assert visitor.get(path).json()["level"] == 3


def test_a_pip_count_is_judged_and_explained_in_the_language_of_the_reader(visitor: httpx.Client) -> None:
    problem = visitor.get("/api/drills/pips?level=1&seed=7").json()
    pips = Position(tuple(problem["board"]), problem["checkers"]).pips
    right = answer(visitor, "pips", number=pips).json()
    assert (right["right"], right["words"]) == (True, f"Right: {pips} pips.")
    assert len(right["working"]) == 3
    assert all(line.endswith(f"{pips}.") for line in right["working"])
    wrong = visitor.post(
        "/api/drills/pips/answers?language=hu", json={"level": 1, "seed": 7, "number": pips + 1}
    ).json()
    assert (wrong["right"], wrong["words"]) == (False, f"Ez {pips} pip.")


def test_races_and_bear_offs_are_judged_by_engine_and_tables(visitor: httpx.Client) -> None:
    race = visitor.get("/api/drills/race?level=1&seed=7").json()
    verdicts = [answer(visitor, "race", action=it["name"]).json() for it in race["actions"]]
    assert {it["right"] for it in verdicts} == {True, False}
    assert any("The engine" in line for line in verdicts[0]["working"])
    bear_off = visitor.get("/api/drills/bear-off?level=1&seed=7").json()
    nodes, node, steps = bear_off["turn"]["nodes"], 0, []
    while nodes[node]:
        source, target, _, _, node = nodes[node][0]
        steps.append([source, target])
    verdict = answer(visitor, "bear-off", steps=steps).json()
    assert any("exact" in line for line in verdict["working"])


def test_bad_questions_and_answers_are_refused(visitor: httpx.Client) -> None:
    assert visitor.get("/api/drills/nonsense").status_code == 404
    assert visitor.get("/api/drills/pips?level=9").status_code == 422
    assert visitor.get("/api/drills/pips?seed=-1").status_code == 422
    assert answer(visitor, "nonsense", number=1).status_code == 404
    for drill, reply, status in (
        ("pips", {}, 400),
        ("pips", {"number": 3, "action": "double-take"}, 400),
        ("pips", {"action": "double-take"}, 409),
        ("pips", {"number": "many"}, 422),
        ("pips", {"level": 9, "number": 3}, 422),
        ("race", {"number": 3}, 409),
        ("race", {"action": "nonsense"}, 409),
        ("bear-off", {"steps": [[24, 1]]}, 409),
        ("bear-off", {"number": 3}, 409),
        ("bear-off", {"steps": [[6, 99]]}, 422),
    ):
        refused = answer(visitor, drill, **reply)
        assert refused.status_code == status, (drill, reply)
        assert refused.json()["error"]["message"]
