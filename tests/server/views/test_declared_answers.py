"""What `json_object` puts together from text is what the models declare: states, acknowledgements, live messages."""

import json
from pathlib import Path
from typing import Any

import pytest

from server.support.local_servers import LocalServer, Table, create, first_play, hear, running, say
from sixprime.server.encoding import json_fields, json_object
from sixprime.server.matches.logs import Log
from sixprime.server.schemas.base import AnswerModel
from sixprime.server.schemas.matches import AckAnswer, CreatedAnswer, JoinedAnswer, RefusedAnswer
from sixprime.server.schemas.messages import (
    ClosingAnswer,
    EntriesAnswer,
    LiveErrorAnswer,
    PongAnswer,
    PresenceAnswer,
    ThinkingAnswer,
    WelcomeAnswer,
)
from sixprime.server.schemas.states import StateAnswer
from sixprime.server.views.entries import ack_answer, ack_text, entries_text, entry_answer

MESSAGES: dict[str, type[AnswerModel]] = {
    "ack": AckAnswer,
    "closing": ClosingAnswer,
    "entries": EntriesAnswer,
    "error": LiveErrorAnswer,
    "pong": PongAnswer,
    "presence": PresenceAnswer,
    "refused": RefusedAnswer,
    "thinking": ThinkingAnswer,
    "welcome": WelcomeAnswer,
}


def check(model: type[AnswerModel], answered: dict[str, Any]) -> None:
    """The model takes exactly these fields, and writes them as they are."""
    assert json.loads(model.model_validate(answered).model_dump_json(exclude_unset=True)) == answered


def test_objects_are_put_together_from_text() -> None:
    fields = json_fields({"name": 'Zoë "Z"', "none": None})
    assert json.loads(json_object(fields, version="3", of="[1,2]")) == {
        "name": 'Zoë "Z"',
        "none": None,
        "version": 3,
        "of": [1, 2],
    }


@pytest.mark.parametrize("length", [1, 3, None])
def test_states_are_as_declared(server: LocalServer, length: int | None) -> None:
    """Openings, plays, a double, a resignation, ended games and a finished match, for players and spectators."""
    visitor = server.visitor()
    table = Table(visitor, create(visitor, length=length, seed_commitment=None)["state"]["match"])

    def look() -> dict[str, Any]:
        for client in (visitor, server.visitor()):
            check(StateAnswer, client.get(f"/api/matches/{table.match}").json())
        return table.state

    look()
    table.open()
    for _ in range(3):
        state = look()
        if state["phase"] == "to-roll" and "double" in state["actions"][state["to_act"]]:
            table.act(state["to_act"], "double")
            state = look()
            table.act(state["to_act"], "take")
        table.turn()
    loser = look()["to_act"]
    table.act(loser, "resign", value=3)
    look()
    table.act("black" if loser == "white" else "white", "accept")
    if look()["phase"] == "opening" and length is None:
        table.act("white", "end")
        look()
    for version in range(1, table.state["version"] + 1):
        check(StateAnswer, visitor.get(f"/api/matches/{table.match}", params={"version": version}).json())


def test_a_match_of_two_is_as_declared(server: LocalServer) -> None:
    white, black = server.visitor(), server.visitor()
    created = create(white, kind="link", seat="white")
    check(CreatedAnswer, created)
    match = created["state"]["match"]
    joined = black.post(f"/api/matches/{match}/join", json={"invitation": created["invitation"]}).json()
    check(JoinedAnswer, joined)


def test_acknowledgements_are_as_declared(server: LocalServer) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    table.open()
    table.turn()
    log: Log = server.run(lambda: server.lobby.room(table.match)).log
    entries = log.entries
    answer = ack_answer('a "key"', entries)
    assert json.loads(ack_text('a "key"', entries[-1].seq, entries_text(entries))) == answer.model_dump()
    assert json.loads(entries_text(entries)) == [entry_answer(logged).model_dump() for logged in entries]


def test_live_messages_are_as_declared(tmp_path: Path) -> None:
    """Everything that a client hears in a match against the bot until the server stops."""
    heard: set[str] = set()
    with running(tmp_path) as server:
        visitor = server.visitor()
        match = create(visitor, kind="bot", seat="white", level="beginner")["state"]["match"]
        with server.live(match, visitor) as socket:

            def hear_one() -> dict[str, Any]:
                message = hear(socket)
                check(MESSAGES[message["type"]], message)
                heard.add(message["type"])
                return message

            def hear_until(kind: str) -> dict[str, Any]:
                while (message := hear_one())["type"] != kind:
                    pass
                return message

            say(socket, type="hello", version=0)
            state = hear_until("welcome")["state"]
            number = 0
            while "thinking" not in heard or state["to_act"] != "white":
                action = next((it for it in ("open", "roll", "play", "take") if it in state["actions"]["white"]), None)
                if action is not None:
                    number += 1
                    steps = {"steps": first_play(state)} if action == "play" else {}
                    say(
                        socket, type="command", key=str(number), version=state["version"], seat="white", action=action,
                        **steps,
                    )  # fmt: skip
                state = hear_until("entries")["state"]
            say(socket, type="command", key="stale", version=1, seat="white", action="roll")
            hear_until("refused")
            say(socket, type="nonsense")
            hear_until("error")
            say(socket, type="ping")
            hear_until("pong")
            server.run(lambda: announce_stop(server))
            hear_until("closing")
    assert heard == set(MESSAGES)


async def announce_stop(server: LocalServer) -> None:
    server.lobby.announce_stop()
