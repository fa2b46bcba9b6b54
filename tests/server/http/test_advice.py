"""Who gets advice of the engine, and in which order: by turns, and not while a match between people is played."""

import socket
import threading
from typing import Any

import httpx
import pytest

from server.support.local_servers import LocalServer, Table, create
from sixprime import Match
from sixprime.core.match import records
from sixprime.server.live.engine_threads import HINTS, QUESTIONS_OF_VISITOR
from waiting import PATIENCE, wait_until

EVAL = "/eval?p24=2&p13=5&p8=3&p6=5&p19=-5&p17=-3&p12=-5&p1=-2"
MOVE = f"{EVAL.replace('eval', 'move')}&die1=3&die2=1"
OWN_START = [0, 0, -2, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 2, 0, 0]
REASON = "no advice from the engine while you play against another person: finish that match first"


def study_of(visitor: httpx.Client) -> str:
    """A study with a roll on the table; its id."""
    match = Match(length=3)
    match.apply(records.event_from_json({"type": "open", "white": 3, "black": 1}))
    answer = visitor.post(
        "/api/imports", content=records.dumps(match).encode(), headers={"Content-Type": "application/octet-stream"}
    )
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["matches"][0]["match"]
    return found


def refused(answer: httpx.Response) -> bool:
    """Whether there was no advice, for the reason that somebody plays."""
    if answer.status_code == 200:
        return False
    assert (answer.status_code, answer.json()["error"]) == (403, {"code": "forbidden", "message": REASON})
    return True


class Pair:
    """Two browsers and a match of theirs."""

    def __init__(self, server: LocalServer) -> None:
        self.one, self.other = server.visitor(), server.visitor()
        self.created = create(self.one, kind="link", seat="white")
        self.match = self.created["state"]["match"]

    def sit_down(self) -> None:
        wanted = {"invitation": self.created["invitation"]}
        assert self.other.post(f"/api/matches/{self.match}/join", json=wanted).status_code == 200

    def end(self) -> None:
        Table(self.one, self.match).act("white", "abort")


def test_there_is_no_advice_on_positions_while_people_play(server: LocalServer) -> None:
    pair = Pair(server)
    study = study_of(pair.one)
    paths = (EVAL, MOVE, f"/api/matches/{study}/hint")
    assert not any(refused(pair.one.get(path)) for path in paths)  # nobody has come yet
    pair.sit_down()
    for visitor in (pair.one, pair.other):
        assert all(refused(visitor.get(path)) for path in paths)
    assert not any(refused(server.visitor().get(path)) for path in paths)
    pair.end()
    for visitor in (pair.one, pair.other):
        assert not any(refused(visitor.get(path)) for path in paths)


@pytest.mark.parametrize("kind", ["screen", "bot"])
def test_hints_in_matches_without_another_person_go_on(server: LocalServer, kind: str) -> None:
    pair = Pair(server)
    pair.sit_down()
    wishes = {"kind": kind, "seat": "white"} | ({"level": "beginner"} if kind == "bot" else {})
    table = Table(pair.one, create(pair.one, **wishes)["state"]["match"])
    table.open()
    wait_until(lambda: table.state["to_act"] == "white" or kind == "screen")
    assert not refused(pair.one.get(f"/api/matches/{table.match}/hint"))


@pytest.mark.parametrize(
    "begun",
    [
        {"position": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"},
        {"rules": {"start": {"points": OWN_START, "checkers": 15}}},
    ],
)
def test_a_position_that_was_set_up_is_no_way_round(server: LocalServer, begun: dict[str, object]) -> None:
    pair = Pair(server)
    table = Table(pair.one, create(pair.one, **begun)["state"]["match"])
    table.open()
    hint = f"/api/matches/{table.match}/hint"
    assert not refused(pair.one.get(hint))
    pair.sit_down()
    assert refused(pair.one.get(hint))


def test_hints_are_given_by_turns(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five hints of a stranger wait; who leaves waits no more, and a player who comes last is not answered last."""
    stranger, player = server.visitor(), server.visitor()
    study = study_of(stranger)
    create(player)  # for a cookie
    player.get(EVAL)  # the engine is ready
    queue = server.lobby.engine_threads.queue
    gate, begun = threading.Event(), threading.Event()
    answered: list[str] = []

    started: list[str] = []
    start = queue._start

    def note_start(job: Any) -> None:
        started.append(job.asker.visitor)
        start(job)

    def hold_up() -> None:
        begun.set()
        gate.wait(120)

    def ask(visitor: httpx.Client, name: str) -> None:
        with httpx.Client(base_url=server.url, cookies=visitor.cookies, timeout=PATIENCE, trust_env=False) as client:
            if client.get(f"/api/matches/{study}/hint").status_code == 200:
                answered.append(name)

    def ask_and_leave() -> None:
        with socket.create_connection(("127.0.0.1", server.settings.port)) as connection:
            host = f"127.0.0.1:{server.settings.port}"
            connection.sendall(f"GET /api/matches/{study}/hint HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            wait_until(lambda: queue.waiting(HINTS) == 1)
        wait_until(lambda: queue.waiting(HINTS) == 0)

    held = threading.Thread(target=lambda: server.run(lambda: queue.run(hold_up, lane=HINTS)))
    held.start()
    threads: list[threading.Thread] = []
    try:
        assert begun.wait(60)
        ask_and_leave()
        for number in range(QUESTIONS_OF_VISITOR):
            threads.append(threading.Thread(target=ask, args=(stranger, f"stranger {number}")))
            threads[-1].start()
            wait_until(lambda number=number: queue.waiting(HINTS) == number + 1)  # type: ignore[misc]
        one_more = stranger.get(f"/api/matches/{study}/hint")
        assert (one_more.status_code, one_more.json()["error"]["code"]) == (429, "too-fast")
        threads.append(threading.Thread(target=ask, args=(player, "player")))
        threads[-1].start()
        wait_until(lambda: queue.waiting(HINTS) == QUESTIONS_OF_VISITOR + 1)
        monkeypatch.setattr(queue, "_start", note_start)
    finally:
        gate.set()
        for thread in (held, *threads):
            thread.join(PATIENCE)
    assert len(answered) == QUESTIONS_OF_VISITOR + 1
    # The answers may come to their threads in another order, so that what counts is when they were begun.
    stranger_id, player_id = started[0], started[1]
    assert started == [stranger_id, player_id, *[stranger_id] * (QUESTIONS_OF_VISITOR - 1)]
    assert stranger_id != player_id
