"""The examples of docs/protocol.md are what the server really takes and says."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from server.support.local_servers import LocalServer, create, first_play, hear, say
from sixprime.formats.dice.derivation import seed_commitment
from sixprime.formats.reading.analysis_json import analysis_from_json, analysis_to_json
from sixprime.server.http.middleware import BODY_BYTES
from sixprime.server.http.routes.tutor import AdviceRequest
from sixprime.server.live.connections import Hello
from sixprime.server.matches.commands import ActionName, SeatCommand
from sixprime.server.matches.entries import entry_from_json, entry_to_json
from sixprime.server.matches.proposals import NewMatchRequest
from sixprime.server.refusals import Refusal
from sixprime.server.schemas.matches import AckAnswer, CreatedAnswer, LogEntryAnswer, MatchListAnswer, RefusedAnswer
from sixprime.server.schemas.replays import CubeAnalysisAnswer, PlayAnalysisAnswer
from sixprime.server.schemas.service import AboutAnswer, DistributionAnswer, HealthAnswer, ReadyAnswer
from sixprime.server.schemas.states import StateAnswer
from sixprime.server.schemas.studies import HintAnswer, LegalPlaysAnswer
from sixprime.server.schemas.tutor import AdviceAnswer

TEXT = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)


def examples() -> list[Any]:
    found = []
    for block in BLOCKS:
        try:
            found.append(json.loads(block))
        except json.JSONDecodeError:
            found += [json.loads(line) for line in block.strip().splitlines()]
    return found


def example(**having: object) -> Any:
    return next(it for it in examples() if all(it.get(name) == value for name, value in having.items()))


def with_field(*names: str) -> Any:
    return next(it for it in examples() if set(names) <= set(it))


def test_messages_are_of_the_form_that_is_described() -> None:
    StateAnswer.model_validate(with_field("board", "turn", "dice"))
    SeatCommand.model_validate(with_field("key", "action"))
    Hello.model_validate(example(type="hello"))
    AckAnswer.model_validate(example(type="ack"))
    RefusedAnswer.model_validate(example(type="refused"))
    HintAnswer.model_validate(with_field("plays", "cube", "player"))
    AdviceRequest.model_validate(with_field("stage"))
    AdviceAnswer.model_validate(with_field("choice", "luck"))
    wish = {**with_field("kind", "level", "names"), "seed_commitment": "ab" * 32}
    NewMatchRequest.model_validate(wish)
    MatchListAnswer.model_validate(with_field("matches", "more"))
    LegalPlaysAnswer.model_validate(next(it for it in examples() if set(it) == {"version", "plays"}))
    DistributionAnswer.model_validate(with_field("counts", "expected"))
    AboutAnswer.model_validate(with_field("levels", "presets"))
    HealthAnswer.model_validate(with_field("status", "name"))
    ReadyAnswer.model_validate(with_field("ready", "stopping"))


def test_analyses_are_read_and_written_as_described() -> None:
    for kind, model in (("plays", PlayAnalysisAnswer), ("cube", CubeAnalysisAnswer)):
        written = example(type=kind)
        model.model_validate(written)
        assert analysis_to_json(analysis_from_json(written)) == written


def test_entries_are_read_and_written_as_described() -> None:
    entries = [it for it in examples() if set(it) == {"seq", "by", "entry"}]
    assert len(entries) == 11
    for written in entries:
        LogEntryAnswer.model_validate(written)
        assert entry_to_json(entry_from_json(written["entry"])) == written["entry"]


@pytest.mark.parametrize("refusal", Refusal.__subclasses__())
def test_every_error_is_in_the_table(refusal: type[Refusal]) -> None:
    row = re.search(rf"^\| `{refusal.code}` \| ([0-9, ]+) \|", TEXT, re.MULTILINE)
    assert row is not None
    assert str(refusal.status) in row[1].split(", ")


def test_every_action_is_in_the_table() -> None:
    actions = set(ActionName.__args__)  # type: ignore[attr-defined]
    table = TEXT[TEXT.index("| action | more | when |") : TEXT.index("`key` is 1 to 64")]
    assert actions == set(
        re.findall(r"`([a-z-]+)`", "".join(line.split("|")[1] for line in table.splitlines()[2:] if line))
    )


NAMES = {
    "card": "CARD",
    "match": "ID",
    "form": "FORMAT",
    "analysis": "ANALYSIS",
    "event": "EVENT",
    "lesson": "LESSON",
    "drill": "DRILL",
    "line": "LINE",
    "key": "PUZZLE",
}
"""What the table calls the parts of addresses."""


def test_every_request_is_in_the_table(server: LocalServer) -> None:
    """All that the server describes of itself stands in the table, with all that can be asked for in the address."""
    table = TEXT[TEXT.index("| request | what |") : TEXT.index("### A new match")]
    rows = {}
    for line in table.splitlines()[2:]:
        if line:
            asked, told = line.strip("| ").split(" | ", 1)
            rows.update(dict.fromkeys(re.findall(r"`([A-Z]+ [^`]+)`", asked), told))
    described = server.visitor().get("/api/openapi.json").json()["paths"]
    requests = {
        re.sub(r"{(\w+)}", lambda found: NAMES[found[1]], f"{method.upper()} {path}"): operation
        for path, operations in described.items()
        for method, operation in operations.items()
    }
    assert set(rows) == set(requests)
    for request, operation in requests.items():
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "query" and parameter["name"] != "language":
                place = TEXT if request == "POST /api/imports" else rows[request]
                assert f"`?{parameter['name']}=" in place, (request, parameter["name"])


def test_the_file_of_the_example_becomes_the_study_of_the_example(server: LocalServer) -> None:
    visitor = server.visitor()
    file = next(block for block in re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL) if "point match" in block)
    answer = visitor.post("/api/imports", params={"name": "evening.mat"}, content=file.encode())
    assert answer.status_code == 201
    imported, told = answer.json(), with_field("format", "matches", "problems")
    match = imported["matches"][0]["match"]
    told["matches"][0]["match"] = match
    assert imported == told
    replay = {**with_field("games", "start"), "match": match}
    assert visitor.get(f"/api/matches/{match}/replay").json() == replay
    whole = visitor.get(f"/api/matches/{match}/replay", params={"analyses": "true"}).json()
    for move in replay["games"][0]["moves"]:
        move["analyses"] = []
    assert whole == replay


def test_positions_are_answered_as_described(server: LocalServer) -> None:
    visitor = server.visitor()
    told = with_field("ids", "pips")
    assert visitor.post("/api/positions", json=next(it for it in examples() if set(it) == {"text"})).json() == told
    board = next(it for it in examples() if {"board", "jacoby"} <= set(it) and "ids" not in it)
    assert visitor.post("/api/positions", json=board).json() == {**told, "kind": None}
    least = {name: board[name] for name in ("board", "roll", "length")}
    assert visitor.post("/api/positions", json=least).json() == {**told, "kind": None}
    impossible = next(it for it in examples() if it.get("ids", 0) is None)
    assert visitor.post("/api/positions", json={"board": impossible["board"]}).json() == impossible


def test_limits_are_as_described() -> None:
    assert BODY_BYTES == 1_000_000


def test_the_example_can_be_played(server: LocalServer) -> None:
    """The match of the page, as far as dice allow: create, reveal, open, play, be refused."""
    seed = bytes(range(32))
    visitor = server.visitor()
    wish = {**with_field("kind", "level", "names"), "seed_commitment": seed_commitment(seed)}
    answer = visitor.post("/api/matches", json=wish)
    assert answer.status_code == 201
    state = answer.json()["state"]
    assert set(with_field("board", "turn", "dice")) == set(state)
    with server.live(state["match"], visitor) as socket:
        say(socket, **{**example(type="hello"), "version": None, "language": "en"})
        assert set(hear(socket)) == set(example(type="welcome"))
        say(socket, type="command", key="s", version=3, seat="white", action="reveal", seed=seed.hex())
        assert hear(socket, "ack")["version"] == 4
        command = {"type": "command", "seat": "white"}
        say(socket, **command, key="o", version=4, action="open")
        state = hear(socket, "entries")["state"]
        while state["phase"] in ("seeds", "opening"):
            if state["phase"] == "opening" and state["last"]["entry"]["type"] == "open":
                say(socket, **command, key=f"o{state['version']}", version=state["version"], action="open")
            state = hear(socket, "entries")["state"]
        if state["to_act"] == "white":
            play = {**with_field("key", "action"), "version": state["version"], "steps": first_play(state)}
            say(socket, type="command", **play)
            ack = hear(socket, "ack")
            assert ack["key"] == "b7c1"
            assert ack["entries"][0]["entry"]["type"] == "play"
        say(socket, **command, key="late", version=5, action="roll")
        assert set(hear(socket, "refused")) == set(example(type="refused"))
        say(socket, type="ping")
        assert hear(socket, "pong") == {"type": "pong"}


def test_creating_brings_what_is_said(server: LocalServer) -> None:
    CreatedAnswer.model_validate(create(server.visitor(), kind="link"))
