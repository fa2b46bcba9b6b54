"""Playing over a WebSocket: hello, commands, broadcasts, presence, and what is refused."""

import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from server.support.local_servers import LocalServer, Table, create, first_play, hear, running, say
from sixprime.server.live import connections
from waiting import PATIENCE


def test_hello_brings_the_state_and_what_was_missed(server: LocalServer) -> None:
    visitor = server.visitor()
    match = create(visitor)["state"]["match"]
    with server.live(match, visitor) as socket:
        say(socket, type="hello", version=None)
        welcome = hear(socket)
        assert welcome["type"] == "welcome"
        assert welcome["missed"] == []
        assert welcome["version"] == 3
        assert welcome["state"]["you"] == ["white", "black"]
        say(socket, type="hello", version=0, language="de")
        again = hear(socket, "welcome")
        assert [entry["entry"]["type"] for entry in again["missed"]] == ["create", "seat", "seat"]
        say(socket, type="hello", version=2)
        assert [entry["seq"] for entry in hear(socket, "welcome")["missed"]] == [3]


def test_an_ack_comes_before_the_entries_and_everybody_is_told(server: LocalServer) -> None:
    visitor = server.visitor()
    match = create(visitor)["state"]["match"]
    with server.live(match, visitor) as player, server.live(match) as spectator:
        for socket in (player, spectator):
            say(socket, type="hello", version=None)
            hear(socket, "welcome")
        say(player, type="command", key="a", version=3, seat="white", action="open")
        ack = hear(player, "ack", "entries")
        assert (ack["type"], ack["version"], ack["key"]) == ("ack", 4, "a")
        told = hear(player, "entries")
        assert told["entries"] == ack["entries"]
        assert told["entries"][0]["by"] is None
        seen = hear(spectator, "entries")
        assert seen["entries"] == ack["entries"]
        assert seen["state"]["you"] == []
        assert seen["state"]["turn"] is None
        assert {**seen["state"], "you": 0, "turn": 0} == {**told["state"], "you": 0, "turn": 0}


def test_a_repeated_command_gets_the_first_answer(server: LocalServer) -> None:
    visitor = server.visitor()
    match = create(visitor)["state"]["match"]
    with server.live(match, visitor) as socket:
        say(socket, type="hello", version=None)
        hear(socket, "welcome")
        for _ in range(3):
            say(socket, type="command", key="once", version=3, seat="white", action="open")
        acks = [hear(socket, "ack") for _ in range(3)]
        assert acks[0] == acks[1] == acks[2]
        assert Table(visitor, match).state["version"] == 4


def test_what_is_no_command_changes_nothing(server: LocalServer) -> None:
    visitor = server.visitor()
    match = create(visitor)["state"]["match"]
    good = {"type": "command", "key": "k", "version": 3, "seat": "white", "action": "open"}
    wrong: list[str | bytes] = [
        "", "{", "[]", "null", "1", '"hello"', "[" * 5000, "{}", '{"type": "dance"}', b"\x00\xff",
        json.dumps({**good, "key": "a b"}), json.dumps({**good, "key": ""}), json.dumps({**good, "version": "3"}),
        json.dumps({**good, "seat": "red"}), json.dumps({**good, "action": "win"}), json.dumps({**good, "more": 1}),
        json.dumps({**good, "steps": []}), json.dumps({**good, "action": "play"}),
        json.dumps({**good, "action": "play", "steps": [[8, 5, 1]]}),
        json.dumps({**good, "action": "play", "steps": [[8, 5]] * 5}),
        json.dumps({**good, "action": "resign", "value": 4}), json.dumps({**good, "action": "reveal", "seed": "xy"}),
        json.dumps({"type": "hello", "version": -1}), json.dumps({"type": "hello", "version": None, "more": 0}),
    ]  # fmt: skip
    with server.live(match, visitor) as socket:
        say(socket, type="hello", version=None)
        hear(socket, "welcome")
        for message in wrong:
            socket.send(message)
            error = hear(socket, "error")["error"]
            assert error["code"] == "malformed", message
            assert error["message"]
        say(socket, type="ping")
        assert hear(socket) == {"type": "pong"}
    assert Table(visitor, match).state["version"] == 3


def test_refusals_name_the_reason(server: LocalServer) -> None:
    visitor, stranger = server.visitor(), server.visitor()
    match = create(visitor)["state"]["match"]
    create(stranger)
    with server.live(match, visitor) as socket, server.live(match, stranger) as other:
        for each in (socket, other):
            say(each, type="hello", version=None, language="en")
            hear(each, "welcome")
        say(socket, type="command", key="1", version=2, seat="white", action="open")
        stale = hear(socket, "refused")
        assert (stale["error"]["code"], stale["version"], stale["key"]) == ("stale", 3, "1")
        say(socket, type="command", key="1", version=3, seat="white", action="roll")
        refused = hear(socket, "refused")["error"]
        assert refused == {"code": "not-allowed", "message": "not now: the opening roll comes first"}
        say(other, type="command", key="1", version=3, seat="white", action="open")
        assert hear(other, "refused")["error"]["code"] == "forbidden"
    assert Table(visitor, match).state["version"] == 3


def test_a_whole_match_against_oneself(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MESSAGES_AT_ONCE", 10_000)  # nobody plays as fast as this test
    visitor = server.visitor()
    match = create(visitor, length=1, rules={"start": "hypergammon"})["state"]["match"]
    with server.live(match, visitor) as socket:
        say(socket, type="hello", version=0)
        message = hear(socket, "welcome")
        entries = message["missed"]
        for number in range(2000):
            state = message["state"]
            if state["phase"] == "over":
                break
            wanted = {"open", "roll", "play"}
            side, action = next((s, a) for s in ("white", "black") for a in state["actions"][s] if a in wanted)
            more = {"steps": first_play(state)} if action == "play" else {}
            say(socket, type="command", key=f"k{number}", version=state["version"], seat=side, action=action, **more)
            assert hear(socket, "ack", "refused")["type"] == "ack"
            message = hear(socket, "entries")
            entries += message["entries"]
        assert state["result"]["winner"] in ("white", "black")
        assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
        assert entries[-1]["entry"] == {"type": "secret", "secret": state["dice"]["secret"]}
        assert state["last"]["entry"]["type"] == "play"
        assert state["actions"] == {"white": [], "black": []}


def test_presence(server: LocalServer) -> None:
    one, two = server.visitor(), server.visitor()
    created = create(one, kind="link", seat="white")
    match = created["state"]["match"]
    two.post(f"/api/matches/{match}/join", json={"invitation": created["invitation"]})
    with server.live(match, one) as first:
        say(first, type="hello", version=None)
        assert hear(first, "welcome")["state"]["seats"]["black"]["present"] is False
        with server.live(match, two) as second:
            say(second, type="hello", version=None)
            assert hear(second, "welcome")["state"]["seats"]["white"]["present"] is True
            while hear(first, "presence")["seats"] != {"white": True, "black": True}:
                pass
        assert hear(first, "presence")["seats"] == {"white": True, "black": False}


async def look_around(server: LocalServer, match: str) -> None:
    """What the server does by itself every few seconds."""
    room = server.lobby.known(match)
    assert room is not None
    room.note_presence()


def test_who_is_silent_counts_as_away(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = server.visitor()
    match = create(visitor, kind="bot", seat="white")["state"]["match"]
    with server.live(match, visitor) as socket:
        say(socket, type="hello", version=None)
        hear(socket, "welcome")
        assert hear(socket, "presence")["seats"]["white"] is True
        monkeypatch.setattr(connections, "AWAY_AFTER", 0.0)  # silent for too long from the first moment
        server.run(lambda: look_around(server, match))
        assert hear(socket, "presence")["seats"]["white"] is False
        monkeypatch.undo()
        say(socket, type="ping")
        assert hear(socket, "presence")["seats"]["white"] is True


def flood(socket: ClientConnection, codes: set[str]) -> None:
    """Send without end, and collect what is answered until the connection is closed."""
    for _ in range(1000):
        say(socket, type="ping")
    while True:
        codes.add(hear(socket, "error")["error"]["code"])


def test_who_is_too_fast_is_refused_and_then_cut_off(server: LocalServer) -> None:
    visitor = server.visitor()
    match = create(visitor)["state"]["match"]
    with server.live(match, visitor) as socket:
        say(socket, type="hello", version=None)
        hear(socket, "welcome")
        codes: set[str] = set()
        with pytest.raises(ConnectionClosed) as closed:
            flood(socket, codes)
        assert codes <= {"too-fast"}
        assert closed.value.rcvd is None or closed.value.rcvd.code == connections.NOT_ALLOWED
    assert Table(visitor, match).state["version"] == 3


def test_a_message_that_is_too_large_ends_the_connection(server: LocalServer) -> None:
    match = create(server.visitor())["state"]["match"]
    with server.live(match) as socket:
        socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize(("origin", "status"), [("http://evil.example", 403), ("null", 403)])
def test_a_foreign_page_cannot_connect(server: LocalServer, origin: str, status: int) -> None:
    match = create(server.visitor())["state"]["match"]
    with pytest.raises(InvalidStatus) as refused:
        server.live(match, headers={"Origin": origin})
    assert refused.value.response.status_code == status
    assert json.loads(refused.value.response.body)["error"]["code"] == "foreign-origin"


def test_our_own_page_can(server: LocalServer) -> None:
    match = create(server.visitor())["state"]["match"]
    with server.live(match, headers={"Origin": server.url}) as socket:
        say(socket, type="hello", version=None)
        assert hear(socket)["type"] == "welcome"


def test_a_match_that_is_not_there(server: LocalServer) -> None:
    for match in ("nothing", "A" * 22):
        with pytest.raises(InvalidStatus) as refused:
            server.live(match)
        assert refused.value.response.status_code == 404


def test_a_stop_is_announced(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("stop")) as server:
        visitor = server.visitor()
        match = create(visitor)["state"]["match"]
        with server.live(match, visitor) as socket:
            say(socket, type="hello", version=None)
            hear(socket, "welcome")
            server.stop()
            assert hear(socket, "closing") == {"type": "closing"}
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code in (connections.GOING_AWAY, 1012)


def closing_of(connection: connections.Connection) -> tuple[int, str] | None:
    return connection._closing


def test_who_does_not_read_is_cut_off() -> None:
    connection = connections.Connection(None, None, None, "en")  # type: ignore[arg-type]  # nothing is sent anywhere
    for _ in range(connections.MOST_WAITING):
        connection.send("{}")
    assert closing_of(connection) is None
    connection.send("{}")
    assert closing_of(connection) == (connections.TRY_AGAIN, "too slow")
    connection.send("{}")
    assert connection._outgoing.qsize() <= 2
