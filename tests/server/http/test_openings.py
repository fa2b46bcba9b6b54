"""The opening book, the opening trainer and puzzles over HTTP."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from server.support.local_servers import LocalServer
from sixprime.practice.openings.books import opening_book
from sixprime.practice.puzzles.sets import puzzle_set
from sixprime.server.schemas.questions import (
    OpeningBookAnswer,
    OpeningLineAnswer,
    OpeningQuestionAnswer,
    PuzzleAnswer,
    PuzzleVerdictAnswer,
    VerdictAnswer,
)

BEST_31 = [[8, 5], [6, 5]]


def found(visitor: httpx.Client, path: str) -> Any:
    answer = visitor.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_book_and_its_lines(server: LocalServer) -> None:
    visitor = server.visitor()
    book = OpeningBookAnswer.model_validate(found(visitor, "/api/openings"))
    assert len(book.first) == 15
    assert book.command == "sixprime openings --make openings.json"
    line = OpeningLineAnswer.model_validate(found(visitor, "/api/openings/31"))
    assert (line.stage, line.before, len(line.replies)) == ("first", [], 21)
    assert line.decision.plays is not None
    assert line.decision.plays[0].notation == "8/5 6/5"
    assert line.decision.plays[0].games == book.games
    assert line.names[0].name == "makes the 5 point"
    german = found(visitor, "/api/openings/31?language=de")
    assert german["names"][0]["name"] == "macht Zunge 5"
    reply = OpeningLineAnswer.model_validate(found(visitor, "/api/openings/31-42"))
    assert (reply.stage, [one.line for one in reply.before], reply.replies) == ("reply", ["31"], [])
    third = OpeningLineAnswer.model_validate(found(visitor, "/api/openings/31-42-65"))
    assert third.stage == "third"
    assert third.decision.plays is not None
    assert third.decision.plays[0].games == 0
    for wrong in ("11", "13", "31-77", "31-42-65-11", "x", "%00"):
        assert visitor.get(f"/api/openings/{wrong}").status_code == 404


def test_lines_are_asked_and_judged(server: LocalServer) -> None:
    visitor = server.visitor()
    asked = OpeningQuestionAnswer.model_validate(found(visitor, "/api/openings/next?stage=first&first=31"))
    assert asked.line == "31"
    assert asked.question.turn is not None
    assert asked.question.words == "You have rolled 3-1. Which play is best?"
    third = OpeningQuestionAnswer.model_validate(found(visitor, "/api/openings/next?stage=third&first=13&replies=46"))
    assert third.line.startswith("31-64-")
    assert len(third.before) == 2
    answer = visitor.post("/api/openings/31/verdict", json={"steps": BEST_31})
    right = VerdictAnswer.model_validate(answer.json())
    assert right.right
    assert right.by_rollout
    answer = visitor.post("/api/openings/31/verdict?language=de", json={"steps": [[13, 10], [6, 5]]})
    wrong = VerdictAnswer.model_validate(answer.json())
    assert wrong.mark == "blunder"
    assert wrong.best == "8/5 6/5"
    assert "Zunge 5" in wrong.reasons[0]
    assert [play.played for play in wrong.decision.plays or ()][-1]
    for body in ({"steps": [[24, 20]]}, {"steps": [[8, 5]]}, {"steps": [[1, 2, 3]]}, {"steps": [[8, 5]] * 9}, {}):
        assert visitor.post("/api/openings/31/verdict", json=body).status_code in (400, 422)
    assert visitor.post("/api/openings/99/verdict", json={"steps": BEST_31}).status_code == 404


def test_a_line_that_went_wrong_comes_back(server: LocalServer) -> None:
    visitor = server.visitor()
    attempts = [
        {"id": f"{line}", "kind": "opening", "key": line, "topic": "first", "grade": 1 if line == "64" else 3}
        for line in opening_book().first
    ]
    attempts += [{**one, "id": f"{one['id']}b"} for one in attempts]
    assert visitor.post("/api/practice/attempts", json={"attempts": attempts}).status_code == 200
    asked = [found(visitor, "/api/openings/next?stage=first")["line"] for _ in range(30)]
    assert asked.count("64") > 10  # 4 of 4 + 14 * 0.35 ** 2
    statistics = found(visitor, "/api/practice/statistics")
    assert statistics["kinds"][0]["topics"][0]["label"] == "First rolls"


def answer_of(key: str) -> dict[str, object]:
    """The right answer to a puzzle."""
    puzzle = puzzle_set().puzzle(key)
    if puzzle.kind != "play":
        return {"action": puzzle.best}
    play = next(one for one in puzzle.situation.to_match().state.legal_plays if str(one) == puzzle.best)
    return {"steps": [list(pair) for pair in play.pairs]}


def test_the_puzzle_of_the_day_is_answered_and_rated_once(server: LocalServer) -> None:
    visitor = server.visitor()
    puzzle = PuzzleAnswer.model_validate(found(visitor, "/api/puzzles/day?day=2026-11-18"))
    assert puzzle.day == "2026-11-18"
    assert not puzzle.done
    assert found(visitor, "/api/puzzles/day?day=2026-11-18&language=hu")["puzzle"] == puzzle.puzzle
    body = {"id": "first", "milliseconds": 900, **answer_of(puzzle.puzzle)}
    path = f"/api/puzzles/{puzzle.puzzle}/answer"
    told = PuzzleVerdictAnswer.model_validate(visitor.post(path, json=body).json())
    assert told.verdict.right
    assert told.change > 0
    assert told.rating == 1500 + told.change
    assert told.puzzle_rating < puzzle.rating
    again = PuzzleVerdictAnswer.model_validate(visitor.post(path, json={**body, "id": "second"}).json())
    assert (again.rating, again.change, again.puzzle_rating) == (told.rating, 0, told.puzzle_rating)
    assert found(visitor, f"/api/puzzles/{puzzle.puzzle}")["done"]
    attempts = found(visitor, "/api/practice/attempts?kind=puzzle")["attempts"]
    assert {one["detail"]["rating"] for one in attempts} == {told.rating}
    following = PuzzleAnswer.model_validate(found(visitor, "/api/puzzles/next"))
    assert following.puzzle != puzzle.puzzle
    assert following.day is None


@pytest.mark.parametrize("kind", ["play", "double", "answer"])
def test_wrong_answers_and_answers_that_are_none(server: LocalServer, kind: str) -> None:
    visitor = server.visitor()
    puzzle = next(one for one in puzzle_set().puzzles if one.kind == kind)
    path = f"/api/puzzles/{puzzle.key}/answer"
    refused: list[dict[str, object]] = [{}, {"action": "resign"}, {"steps": [], "action": "take"}, {"steps": [[1, 2]]}]
    refused.append({"action": "take"} if kind != "answer" else {"action": "double"})
    for body in refused:
        answer = visitor.post(path, json={"id": "x", **body})
        assert answer.status_code in (400, 422), (body, answer.text)
        assert answer.json()["error"]["message"]
    wrong: dict[str, object] = {"action": {"roll": "double", "double": "roll", "take": "drop"}.get(puzzle.best, "take")}
    if kind == "play":
        legal = puzzle.situation.to_match().state.legal_plays
        wrong = {"steps": [list(pair) for pair in next(one for one in legal if str(one) != puzzle.best).pairs]}
    told = PuzzleVerdictAnswer.model_validate(visitor.post(path, json={"id": "y", **wrong}).json())
    assert not told.verdict.right
    assert told.change < 0
    assert visitor.post("/api/puzzles/nothing/answer", json={"id": "z", "action": "take"}).status_code == 404
