"""Cards over HTTP: errors of analysed matches become cards, come back when they are due, and go along as files."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from match_analysis.matches import random_match
from practice.anki_packages import notes_of
from server.support.analysed_matches import DOUBLE, OPENING, finished, start, study_of
from server.support.local_servers import LocalServer
from sixprime.client import Client
from sixprime.core import Player
from sixprime.practice.schedules import DAY
from sixprime.server.schemas.practice import CardAnswer, CardListAnswer, DueCardsAnswer

START = 1_700_000_000_000 // DAY * DAY + DAY // 2
MINUTE = 60_000


class Clock:
    """The clock of practice, which the test moves."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> int:
        return self.time


@pytest.fixture(scope="module")
def clock(server: LocalServer) -> Iterator[Clock]:
    before = server.lobby.practice.clock
    made = Clock()
    server.lobby.practice.clock = made
    yield made
    server.lobby.practice.clock = before


@pytest.fixture(scope="module")
def imported(server: LocalServer, clock: Clock) -> tuple[httpx.Client, str]:
    """A visitor with an imported match that has been analysed."""
    visitor = server.visitor()
    match = random_match(5, 1)
    match.names.update({Player.WHITE: "Ann", Player.BLACK: "Ben"})
    study = study_of(visitor, match)
    assert finished(visitor, start(visitor, match=study, depth="instant")["analysis"])["state"] == "done"
    return visitor, study


def due(visitor: httpx.Client) -> DueCardsAnswer:
    answer = visitor.get("/api/practice/due")
    assert answer.status_code == 200, answer.text
    return DueCardsAnswer.model_validate(answer.json())


def card(visitor: httpx.Client, number: str, language: str = "en") -> CardAnswer:
    answer = visitor.get(f"/api/practice/cards/{number}?language={language}")
    assert answer.status_code == 200, answer.text
    return CardAnswer.model_validate(answer.json())


def answer_card(visitor: httpx.Client, number: str, grade: int, key: str) -> None:
    attempt = {"id": key, "kind": "card", "key": number, "grade": grade, "loss": 0.1 if grade == 1 else 0.0}
    answer = visitor.post("/api/practice/attempts", json={"attempts": [attempt]})
    assert answer.json() == {"kept": [key]}


def test_errors_of_an_import_become_cards_once_it_is_known_who_is_who(
    server: LocalServer, imported: tuple[httpx.Client, str], clock: Clock
) -> None:
    visitor, study = imported
    asked = due(visitor)
    assert [(one.match, one.white, one.black) for one in asked.unnamed] == [(study, "Ann", "Ben")]
    assert (asked.total, asked.cards) == (0, [])
    names = {"names": [{"name": "ann", "me": True}, {"name": "Ben", "me": False}]}
    visitor.put("/api/practice/names", json=names)
    found = due(visitor)
    review = visitor.get(f"/api/matches/{study}/analysis").json()
    errors = [
        one
        for one in review["decisions"]
        if one["player"] == "white" and one["mark"] in ("error", "blunder") and "resignation" not in one["kind"]
    ]
    assert len(errors) > 10
    assert found.collected == len(errors)
    assert (found.total, found.waiting, found.due, found.unnamed) == (len(errors), len(errors), 0, [])
    assert len(found.cards) == found.fresh == 10  # new ones a day
    assert all(one.is_new and one.match == study for one in found.cards)
    assert due(visitor).collected == 0
    visitor.put("/api/practice/settings", json={"retention": 0.9, "new_a_day": 200})
    assert {one.event for one in due(visitor).cards} == {one["event"] for one in errors}
    assert server.visitor().get("/api/practice/due").json()["total"] == 0


def test_who_one_was_is_asked_for_each_match_without_names(server: LocalServer, clock: Clock) -> None:
    visitor = server.visitor()
    study = study_of(visitor, random_match(5, 1))
    finished(visitor, start(visitor, match=study, depth="instant")["analysis"])
    asked = due(visitor).unnamed
    assert [(one.match, one.white, one.black) for one in asked] == [(study, f"{study}/white", f"{study}/black")]
    names = [{"name": asked[0].white, "me": False}, {"name": asked[0].black, "me": True}]
    visitor.put("/api/practice/names", json={"names": names})
    found = due(visitor)
    assert (found.unnamed, found.collected > 10) == ([], True)


def test_a_card_has_its_answer_and_reasons_in_the_language_of_the_reader(imported: tuple[httpx.Client, str]) -> None:
    visitor, study = imported
    reasons = 0
    for summary in due(visitor).cards[:6]:
        found = card(visitor, summary.card)
        decision = visitor.get(f"/api/matches/{study}/analysis/decisions/{summary.event}").json()
        assert found.decision.board == decision["board"]
        assert found.decision.roll is not None
        assert sorted(found.decision.roll) == sorted(decision["roll"])
        best = decision["plays"][0]
        assert found.decision.plays is not None
        assert found.decision.plays[0].notation == best["notation"]
        assert [one.notation for one in found.decision.plays if one.played] == [
            one["notation"] for one in decision["plays"] if one["played"]
        ]
        assert found.decision.turn is not None
        reasons += len(found.reasons)
        german = card(visitor, summary.card, "de")
        if found.reasons:
            assert german.reasons[0].answer == found.reasons[0].answer
            assert german.reasons[0].sentences != found.reasons[0].sentences
    assert reasons > 5


def test_a_wrong_card_comes_back_after_its_interval(imported: tuple[httpx.Client, str], clock: Clock) -> None:
    visitor, _ = imported
    before = due(visitor)
    wrong, right = before.cards[0].card, before.cards[1].card
    answer_card(visitor, wrong, 1, "first")
    answer_card(visitor, right, 3, "second")
    found = due(visitor)
    assert found.due == 0
    assert {wrong, right}.isdisjoint({one.card for one in found.cards})
    assert found.next == START + MINUTE
    assert found.fresh == before.fresh - 2
    clock.time = START + MINUTE
    assert [one.card for one in due(visitor).cards if not one.is_new] == [wrong]
    answer_card(visitor, wrong, 3, "third")
    clock.time = START + 10 * MINUTE
    assert [one.card for one in due(visitor).cards if not one.is_new] == [right]
    clock.time = START + 3 * DAY
    assert {one.card for one in due(visitor).cards if not one.is_new} == {wrong, right}
    topics = visitor.get("/api/practice/statistics").json()["kinds"][0]["topics"]
    assert sum(one["attempts"] for one in topics) == 3
    assert all(one["label"] for one in topics)


def test_positions_and_decisions_are_added_tagged_and_merged(imported: tuple[httpx.Client, str]) -> None:
    visitor, study = imported
    total = due(visitor).total
    added = visitor.post("/api/practice/cards", json={"position": OPENING, "tags": ["opening", " my  own "]})
    assert added.status_code == 201, added.text
    (summary,) = added.json()["cards"]
    assert (summary["topic"], summary["tags"], summary["kind"]) == ("opening", ["my own", "opening"], "play")
    flipped = OPENING.replace(":1:62:", ":-1:26:")  # the same for the other player, and the dice the other way round
    again = visitor.post("/api/practice/cards", json={"position": flipped, "tags": ["again"]}).json()["cards"]
    assert [(one["card"], one["tags"]) for one in again] == [(summary["card"], ["again", "my own", "opening"])]
    assert due(visitor).total == total + 1
    found = card(visitor, summary["card"])  # the engine is asked now
    assert found.decision.plays is not None
    assert found.decision.plays[0].notation == "24/18 13/11"
    cube = visitor.post("/api/practice/cards", json={"position": DOUBLE}).json()["cards"][0]
    assert (cube["kind"], cube["topic"]) == ("double", "double")
    shown = card(visitor, cube["card"])
    assert shown.decision.actions is not None
    assert {one.action for one in shown.decision.actions} == {"roll", "double"}
    review = visitor.get(f"/api/matches/{study}/analysis").json()
    fine = next(one for one in review["decisions"] if one["kind"] == "play" and one["mark"] == "none")
    of_match = visitor.post("/api/practice/cards", json={"match": study, "event": fine["event"]}).json()["cards"][0]
    assert of_match["match"] == study
    listed = CardListAnswer.model_validate(visitor.get("/api/practice/cards?tag=again").json())
    assert [one.card for one in listed.cards] == [summary["card"]]
    changed = visitor.put(f"/api/practice/cards/{cube['card']}", json={"tags": [], "is_suspended": True}).json()
    assert (changed["tags"], changed["is_suspended"]) == ([], True)
    assert cube["card"] not in {one.card for one in due(visitor).cards}
    gone = visitor.delete(f"/api/practice/cards/{cube['card']}", headers={"Content-Type": "application/json"})
    assert gone.json() == {"deleted": True}
    for bad, status in (
        ({"position": OPENING, "match": study}, 400),
        ({"position": "XGID=nonsense"}, 422),
        ({"match": study, "event": 99_999}, 404),
        ({"position": OPENING, "tags": ["a,b"]}, 422),
    ):
        assert visitor.post("/api/practice/cards", json=bad).status_code == status
    assert visitor.get("/api/practice/cards/nothing").status_code == 404


def test_cards_go_along_as_text_and_as_a_file(server: LocalServer, imported: tuple[httpx.Client, str]) -> None:
    visitor, study = imported
    total = due(visitor).total
    written = visitor.get("/api/practice/list").text
    assert written.count("XGID=") == total
    assert "# again, my own, opening" in written
    other = server.visitor()
    broken = written + "XGID=nonsense\n\n# a comment\n"
    added = other.post("/api/practice/list", json={"text": broken}).json()
    assert (len(added["cards"]), added["left_out"], len(added["problems"])) == (total, 0, 1)
    assert added["problems"][0].startswith(f"line {written.count(chr(10)) + 1}: ")
    assert other.get("/api/practice/list").text.count("XGID=") == total
    third = server.visitor()
    exported = visitor.get("/api/practice/export").json()
    assert len(exported["cards"]) == total
    assert third.post("/api/practice/import", json=exported).json()["cards"] == total
    kept = {one["situation"]: one for one in third.get("/api/practice/export").json()["cards"]}
    for one in exported["cards"]:
        assert {**kept[one["situation"]], "created": 0} == {**one, "created": 0}
    assert third.post("/api/practice/import", json=exported).json()["cards"] == 0
    damaged = {**exported, "cards": [{**exported["cards"][0], "finding": "{}"}]}
    assert third.post("/api/practice/import", json=damaged).status_code == 422
    damaged = {**exported, "cards": [{**exported["cards"][0], "situation": "nonsense"}]}
    assert third.post("/api/practice/import", json=damaged).status_code == 422
    play = next(one for one in exported["cards"] if "candidates" in one["finding"])
    other_play = json.dumps({**json.loads(play["finding"]), "candidates": [
        {**json.loads(play["finding"])["candidates"][0], "steps": [[24, 23], [99, 98]]}
    ]})  # fmt: skip
    for change in (
        {"finding": other_play},
        {"state": 1, "step": None},
        {"state": 2, "stability": None},
        {"last": None, "stability": 1.0, "difficulty": 5.0},
    ):
        damaged = {**exported, "cards": [{**play, **change}]}
        assert third.post("/api/practice/import", json=damaged).status_code == 422, change
    visitor.delete(f"/api/matches/{study}", headers={"Content-Type": "application/json"})
    assert due(visitor).total == total  # cards outlive their match
    assert {one.match for one in due(visitor).cards} == {None}


def test_cards_go_along_as_a_package_for_anki(
    server: LocalServer, imported: tuple[httpx.Client, str], tmp_path: Path
) -> None:
    visitor, _ = imported
    assert visitor.get("/api/about").json()["anki"] is True
    answer = visitor.get("/api/practice/anki?language=hu")
    assert answer.headers["content-disposition"] == 'attachment; filename="sixprime.apkg"'
    notes = notes_of(answer.content, tmp_path)
    assert len(notes) == due(visitor).total
    assert all(fields["Best"].startswith("A legjobb: ") for fields, _, _ in notes)
    fresh = server.visitor()
    fresh.post("/api/practice/list", json={"text": f"{OPENING}  # club\n"})  # the engine has not been asked about it
    ((fields, tags, _),) = notes_of(fresh.get("/api/practice/anki").content, tmp_path)
    assert (fields["XGID"], tags) == (OPENING, ["club"])


def test_by_the_client(server: LocalServer, clock: Clock) -> None:
    async def use() -> None:
        practice = Client(server.url).practice
        added: dict[str, Any] = await practice.add(OPENING, tags=["club"])
        assert [one["card"] for one in (await practice.due())["cards"]] == [added["card"]]
        assert (await practice.card(added["card"]))["decision"]["kind"] == "play"
        assert len(await practice.cards("club")) == 1
        assert (await practice.add_list(await practice.list_text()))["cards"][0]["card"] == added["card"]
        assert (await practice.anki_package()).startswith(b"PK")

    asyncio.run(use())
