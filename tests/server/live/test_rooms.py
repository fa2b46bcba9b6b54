"""What happens at a board: seats, seeds, turns taken back, matches aborted, everything once."""

import time
from datetime import datetime
from pathlib import Path

import pytest

from server.support.local_servers import LocalServer, Table, create, hear, running, say
from sixprime.client import FollowedMatch
from sixprime.core import Player
from sixprime.formats.dice.derivation import seed_commitment
from sixprime.formats.dice.transcripts import Transcript
from sixprime.server.live.presence import GONE_AFTER, RETURN, SEEN_EVERY
from sixprime.server.store.journal import WriteFailed
from sixprime.server.store.writes import Write

WHITE_SEED, BLACK_SEED = b"w" * 32, b"b" * 32
LAST_CHECKERS = "XGID=-A----------------------a-:0:0:1:00:0:0:0:1:10"


def two_players(server: LocalServer, **wishes: object) -> tuple[Table, Table]:
    """A match of two browsers, both seated."""
    one, two = server.visitor(), server.visitor()
    created = create(one, **{"kind": "link", "seat": "white", "names": {"white": "Anna"}, **wishes})
    match = created["state"]["match"]
    answer = two.post(f"/api/matches/{match}/join", json={"invitation": created["invitation"], "name": "Béla"})
    assert answer.status_code == 200
    return Table(one, match), Table(two, match)


def test_a_link_match_waits_for_the_second_player(server: LocalServer) -> None:
    one, two, third = server.visitor(), server.visitor(), server.visitor()
    created = create(one, kind="link", seat="white")
    state, match = created["state"], created["state"]["match"]
    assert state["phase"] == "seats"
    assert state["invitation"] == created["invitation"]
    assert created["links"]["play"].endswith(f"/match/{match}#join={created['invitation']}")
    assert state["seats"]["black"] == {
        "name": "", "kind": "person", "level": None, "level_title": None, "taken": False, "present": False,
        "away": None,
    }  # fmt: skip
    assert "invitation" not in Table(two, match).state
    assert Table(one, match).send("white", "open").json()["error"]["code"] == "not-allowed"
    wrong = two.post(f"/api/matches/{match}/join", json={"invitation": "B" * 22})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "forbidden")
    joined = two.post(f"/api/matches/{match}/join", json={"invitation": created["invitation"], "name": "Béla"})
    assert joined.json()["state"]["you"] == ["black"]
    assert joined.json()["state"]["phase"] == "opening"
    late = third.post(f"/api/matches/{match}/join", json={"invitation": created["invitation"]})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "not-allowed")
    again = two.post(f"/api/matches/{match}/join", json={"invitation": created["invitation"]})
    assert again.json()["state"]["you"] == ["black"]
    assert again.json()["state"]["version"] == joined.json()["state"]["version"]


def test_nobody_acts_for_another_seat(server: LocalServer) -> None:
    white, black = two_players(server)
    starter = white.open()
    mine, other = (white, black) if starter == "white" else (black, white)
    refused = other.send(starter, "roll")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden")
    assert refused.json()["type"] == "refused"
    opponent = "black" if starter == "white" else "white"
    assert other.send(opponent, "roll").json()["error"]["code"] == "not-allowed"
    stranger = Table(server.visitor(), white.match)
    assert stranger.send("white", "resign", value=1).json()["error"]["message"].startswith("you are a spectator")
    mine.turn()


def test_a_key_belongs_to_who_used_it(server: LocalServer) -> None:
    white, black = two_players(server)
    version = white.state["version"]
    first = white.act("white", "resign", value=1, key="same", version=version)
    assert white.act("white", "resign", value=1, key="same", version=version) == first
    assert white.act("white", "roll", key="same", version=9) == first
    own = black.act("black", "decline", key="same", version=version + 1)
    assert [entry["entry"]["type"] for entry in own["entries"]] == ["decline"]
    assert black.act("black", "decline", key="same", version=version + 1) == own
    assert white.act("white", "resign", value=1, key="same", version=version) == first


def test_the_key_of_an_opening_throw_belongs_to_who_threw(server: LocalServer) -> None:
    white, black = two_players(server)
    version = white.state["version"]
    thrown = white.act("white", "open", key="same", version=version)
    assert thrown["entries"][0]["by"] is None
    stale = black.send("black", "open", key="same", version=version)
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale")
    own = black.act("black", "resign", value=1, key="same", version=version + 1)
    assert own["entries"][0]["entry"]["type"] == "resign"
    assert white.act("white", "open", key="same", version=version) == thrown


def test_keys_are_known_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        white, black = two_players(server)
        version = white.state["version"]
        thrown = white.act("white", "open", key="same", version=version)
        own = black.act("black", "resign", value=1, key="same", version=version + 1)
        cookies = [dict(table.visitor.cookies) for table in (white, black)]
    with running(tmp_path) as server:
        again = []
        for kept in cookies:
            visitor = server.visitor()
            visitor.cookies.update(kept)
            again.append(Table(visitor, white.match))
        assert again[0].act("white", "open", key="same", version=version) == thrown
        assert again[1].act("black", "resign", value=1, key="same", version=version + 1) == own


def test_seeds_are_revealed_before_the_first_roll(server: LocalServer) -> None:
    one, two = server.visitor(), server.visitor()
    created = create(one, kind="link", seat="white", seed_commitment=seed_commitment(WHITE_SEED).upper())
    match = created["state"]["match"]
    two.post(
        f"/api/matches/{match}/join",
        json={"invitation": created["invitation"], "seed_commitment": seed_commitment(BLACK_SEED)},
    )
    white, black = Table(one, match), Table(two, match)
    assert white.state["phase"] == "seeds"
    assert white.state["actions"] == {"white": ["reveal", "abort"], "black": ["reveal", "abort"]}
    assert white.send("white", "open").json()["error"]["code"] == "not-allowed"
    false = white.send("white", "reveal", seed=BLACK_SEED.hex())
    assert false.json()["error"]["message"] == "this is not the seed that was committed to"
    white.act("white", "reveal", seed=WHITE_SEED.hex())
    assert white.send("white", "reveal", seed=WHITE_SEED.hex()).json()["error"]["code"] == "not-allowed"
    assert white.state["phase"] == "seeds"
    black.act("black", "reveal", seed=BLACK_SEED.hex().upper())
    assert white.state["phase"] == "opening"
    white.open()
    white.act("white", "resign", value=3)
    black.act("black", "accept")
    state = white.state
    assert state["phase"] == "over"
    transcript = Transcript.from_json(one.get(f"/api/matches/{match}/dice").json())
    verified = transcript.verify()
    assert verified.is_good
    assert verified.verified == state["dice"]["rolls"] > 0


def test_the_secret_is_shown_at_the_end_only(server: LocalServer) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    table.open()
    room = server.lobby.known(table.match)
    assert room is not None
    secret = room._dice._secret.hex()
    seen = [
        visitor.get(f"/api/matches/{table.match}{path}").text
        for path in (
            "",
            "/entries",
            "/replay?analyses=true",
            "/export/json",
            "/export/mat",
            "/export/sgf",
            "/export/txt",
            "/dice",
            "/plays",
            "?version=3",
        )
    ]
    assert not any(secret in text for text in seen)
    assert secret not in repr(room._dice)
    table.act("white", "abort")
    assert table.state["dice"]["secret"] == secret
    assert visitor.get(f"/api/matches/{table.match}/dice").json()["secret"] == secret


def test_a_turn_is_taken_back_and_the_dice_come_again(server: LocalServer) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    starter = table.open()
    other = "black" if starter == "white" else "white"
    before = table.state
    assert before["can_take_back"] is False
    table.turn()
    table.act(other, "roll")
    rolled = table.state["roll"]
    assert table.state["can_take_back"] is True
    assert "take-back" in table.state["actions"][starter]
    ack = table.act(starter, "take-back")
    assert ack["entries"][0]["entry"] == {"type": "take-back", "seat": starter, "to": before["version"] - 3}
    state = table.state
    for field in ("board", "roll", "to_act", "phase", "score", "can_take_back"):
        assert state[field] == before[field]
    assert state["version"] == before["version"] + 3
    table.turn()
    table.act(other, "roll")
    assert table.state["roll"] == rolled
    assert table.send(other, "take-back").json()["error"]["message"] == "there is no turn to take back"
    old = visitor.get(f"/api/matches/{table.match}", params={"version": before["version"] + 1}).json()
    assert old["phase"] == "to-roll"
    assert old["actions"] == {"white": [], "black": []}


def test_between_two_nothing_is_taken_back(server: LocalServer) -> None:
    white, black = two_players(server)
    (white if white.open() == "white" else black).turn()
    assert white.send("white", "take-back").json()["error"]["code"] == "not-allowed"
    assert white.state["can_take_back"] is False


def test_a_match_of_two_is_aborted_by_one_before_it_has_begun(server: LocalServer) -> None:
    white, _ = two_players(server)
    assert "abort" in white.state["actions"]["white"]
    white.act("white", "abort")
    assert white.state["phase"] == "aborted"
    assert white.state["dice"]["secret"]
    assert white.send("white", "open").json()["error"]["message"] == "the match has been aborted"
    assert white.send("white", "abort").json()["error"]["message"] == "the match is over"


def test_a_match_of_two_that_has_begun_is_aborted_when_both_want_it(server: LocalServer) -> None:
    white, black = two_players(server)
    white.act("white", "open")
    assert white.state["abort_asked"] is None
    asked = white.act("white", "abort")
    assert [entry["entry"] for entry in asked["entries"]] == [{"type": "ask-abort", "seat": "white"}]
    state = black.state
    assert state["phase"] != "aborted"
    assert state["dice"]["secret"] is None
    assert state["abort_asked"] == "white"
    assert state["last"]["words"] == "Anna offers to abandon the match"
    assert "abort" in state["actions"]["black"]
    assert "abort" not in state["actions"]["white"]
    twice = white.send("white", "abort")
    assert twice.json()["error"]["message"] == "the other side has been asked, and may agree or play on"
    ended = black.act("black", "abort")
    assert [entry["entry"]["type"] for entry in ended["entries"]] == ["abort", "secret"]
    assert white.state["phase"] == "aborted"
    followed = FollowedMatch()
    followed.add(white.visitor.get(f"/api/matches/{white.match}/entries").json()["entries"])
    assert followed.is_aborted
    assert followed.secret == white.state["dice"]["secret"]


def test_who_wants_to_play_on_says_so(server: LocalServer) -> None:
    white, black = two_players(server)
    starter = white.open()
    assert white.send("white", "decline-abort").json()["error"]["message"] == "nobody has offered to abandon the match"
    white.act("white", "abort")
    assert "decline-abort" in black.state["actions"]["black"]
    assert white.send("white", "decline-abort").status_code == 409
    declined = black.act("black", "decline-abort")
    assert [entry["entry"] for entry in declined["entries"]] == [
        {"type": "ask-abort", "seat": None, "declined_by": "black"}
    ]
    state = white.state
    assert state["abort_asked"] is None
    assert state["last"]["words"] == "B\u00e9la wants to play on"
    assert not {"abort", "decline-abort"} & set(state["actions"]["white"])  # not again before the game has gone on
    twice = white.send("white", "abort")
    assert twice.json()["error"]["message"] == "the other side wants to play on; ask again after the next move"
    black.act("black", "abort")  # who has declined may think better of it
    white.act("white", "decline-abort")
    (white if starter == "white" else black).turn()
    assert {"abort"} <= set(white.state["actions"]["white"]) & set(black.state["actions"]["black"])
    followed = FollowedMatch()
    followed.add(white.visitor.get(f"/api/matches/{white.match}/entries").json()["entries"])
    assert not followed.is_aborted
    assert followed.version == white.state["version"]


def test_who_plays_on_does_not_agree(server: LocalServer) -> None:
    white, black = two_players(server)
    starter = white.open()
    mine, other = (white, black) if starter == "white" else (black, white)
    opponent = "black" if starter == "white" else "white"
    other.act(opponent, "abort")
    mine.turn()
    assert mine.state["abort_asked"] is None
    other.act(opponent, "resign", value=1)
    mine.act(starter, "accept")
    assert mine.state["score"][starter] == 1
    asked = other.act(opponent, "abort")  # between two games as well, however the match stands
    assert asked["entries"][0]["entry"]["type"] == "ask-abort"
    assert mine.state["phase"] == "opening"


def test_a_match_of_two_from_a_position_is_not_left_after_the_first_throw(server: LocalServer) -> None:
    white, black = two_players(server, position="XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10")
    assert white.state["to_act"] == "black"
    black.act("black", "roll")
    assert white.act("white", "abort")["entries"][0]["entry"]["type"] == "ask-abort"


def test_a_match_of_two_is_aborted_when_the_other_is_gone(server: LocalServer) -> None:
    white, black = two_players(server)
    (white if white.open() == "white" else black).turn()
    room = server.lobby.known(white.match)
    assert room is not None
    for player in room.presence.seen:
        room.presence.seen[player] = int(time.time() * 1000) - GONE_AFTER - SEEN_EVERY - 1000
    assert white.act("white", "abort")["entries"][0]["entry"]["type"] == "ask-abort"  # the server has just started
    room.presence.since -= RETURN
    white.act("white", "abort")
    assert white.state["phase"] == "aborted"


def test_it_is_told_since_when_a_player_is_away_and_from_when_the_match_may_be_ended(server: LocalServer) -> None:
    white, black = two_players(server)
    assert white.state["seats"]["black"]["away"] is not None, "also of who has only sat down"
    (white if white.open() == "white" else black).turn()
    room = server.lobby.known(white.match)
    assert room is not None
    with server.live(white.match, white.visitor) as socket:
        say(socket, type="hello", version=None)
        assert hear(socket, "welcome")["state"]["seats"]["black"]["away"] is not None
        with server.live(black.match, black.visitor) as other:
            say(other, type="hello", version=None)
            hear(other, "welcome")
            while (told := hear(socket, "presence"))["seats"] != {"white": True, "black": True}:
                pass
            assert told["away"] == {"white": None, "black": None}
            assert white.state["seats"]["black"]["away"] is None
        told = hear(socket, "presence")
        away = told["away"]["black"]
        assert (told["seats"]["black"], told["away"]["white"]) == (False, None)
        assert white.state["seats"]["black"]["away"] == away
        since, may_end = (datetime.fromisoformat(away[name]) for name in ("since", "abort_from"))
        seen = room.presence.seen[Player.BLACK]
        assert seen is not None
        assert since.timestamp() == seen // 1000
        assert 0 <= may_end.timestamp() - (seen + GONE_AFTER + SEEN_EVERY) / 1000 < 1
        # What was told comes true.
        room.presence.since -= RETURN
        room.presence.seen[Player.BLACK] = int(time.time() * 1000) - GONE_AFTER - SEEN_EVERY - 1000
        seats = white.state["seats"]
        assert datetime.fromisoformat(seats["black"]["away"]["abort_from"]).timestamp() <= time.time()
        white.act("white", "abort")
        assert white.state["phase"] == "aborted"
        assert white.state["seats"]["black"]["away"] is None


def test_whoever_is_there_is_seen_on_disk(server: LocalServer) -> None:
    """What a server leaves behind that is killed: who sits at a board without moving counts as there."""
    white, black = two_players(server)
    room = server.lobby.known(white.match)
    assert room is not None
    long_ago = int(time.time() * 1000) - 2 * GONE_AFTER

    async def times() -> dict[Player, int | None]:
        return {player: seen for player, (_, seen) in (await server.lobby.storage.seats_of(room.id)).items()}

    async def grow_old() -> None:
        for player in Player:
            room.presence.seen[player] = long_ago
        await server.lobby.journal.write(
            Write(seen=[{"match": room.id, "side": player.value, "seen": long_ago} for player in Player])
        )

    async def make_a_round() -> None:
        room.note_presence()
        await server.lobby.journal.write(Write())  # writes are committed in their order

    with server.live(black.match, black.visitor) as socket:
        say(socket, type="hello", version=None)
        hear(socket, "welcome")
        hear(socket, "presence")
        server.run(grow_old)
        server.run(make_a_round)
        seen = server.run(times)
        assert (seen[Player.WHITE] or 0) == long_ago
        first = seen[Player.BLACK] or 0
        assert first > long_ago + GONE_AFTER
        server.run(make_a_round)
        assert server.run(times)[Player.BLACK] == first  # now and then is enough
    server.run(grow_old)
    white.act("white", "open")  # who acts is there
    assert (server.run(times)[Player.WHITE] or 0) > long_ago + GONE_AFTER


def test_a_match_can_begin_from_a_position_and_end_at_once(server: LocalServer) -> None:
    visitor = server.visitor()
    created = create(visitor, length=None, position=LAST_CHECKERS)
    table = Table(visitor, created["state"]["match"])
    assert created["state"]["phase"] == "to-roll"
    assert created["state"]["length"] == 1
    assert created["state"]["version"] == 4
    assert table.visitor.get(f"/api/matches/{table.match}/dice").json()["imported"] == 0
    table.turn()
    state = table.state
    assert state["phase"] == "over"
    assert state["result"]["words"] == "Black wins 0-1"
    assert state["results"][0]["win"] in ("single", "gammon", "backgammon")
    entries = visitor.get(f"/api/matches/{table.match}/entries").json()["entries"]
    assert [entry["entry"]["type"] for entry in entries[-2:]] == ["play", "secret"]


def test_a_match_goes_on_from_a_record(server: LocalServer) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor, names={"white": "Anna", "black": "Béla"})["state"]["match"])
    table.open()
    table.turn()
    table.turn()
    record = visitor.get(f"/api/matches/{table.match}/export/json").json()
    rolls = table.state["dice"]["rolls"]
    created = create(visitor, kind="bot", level="beginner", seat="white", record=record)
    assert created["state"]["board"] == table.state["board"]
    assert created["state"]["seats"]["white"]["name"] == "Anna"
    dice = visitor.get(f"/api/matches/{created['state']['match']}/dice").json()
    assert dice["imported"] == rolls


def test_money_play_has_a_ledger_and_an_end(server: LocalServer) -> None:
    visitor = server.visitor()
    rules = {"jacoby": True, "beavers": True, "stake": "0.50", "crawford": False}
    table = Table(visitor, create(visitor, length=None, rules=rules)["state"]["match"])
    assert "end" in table.state["actions"]["white"]
    starter = table.open()
    other = "black" if starter == "white" else "white"
    table.turn()
    table.act(other, "double")
    assert table.state["cube"]["offered"] == {"by": other, "value": 2, "beavers": 0}
    assert set(table.state["actions"][starter]) >= {"take", "drop", "beaver"}
    table.act(starter, "beaver")
    assert table.state["cube"]["offered"] == {"by": starter, "value": 4, "beavers": 1}
    table.act(other, "drop")
    state = table.state
    assert state["ledger"]["stake"] == "0.50"
    assert state["ledger"]["games"] == [[starter, "1.00"]]
    assert state["ledger"]["balance"] == {starter: "1.00", other: "-1.00"}
    table.act("white", "end")
    assert table.state["result"]["winner"] == starter


@pytest.mark.parametrize("version", [0, 1, 99])
def test_only_the_present_version_counts(server: LocalServer, version: int) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    refused = table.send("white", "open", version=version)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "stale")
    assert refused.json()["version"] == 3


def test_a_command_whose_commit_was_not_confirmed_is_acknowledged(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database has it, but its answer was lost: what is on disk decides."""
    visitor = server.visitor()
    match = create(visitor)["state"]["match"]
    journal = server.lobby.journal
    write = journal.write

    async def and_lose_the_answer(what: Write) -> None:
        await write(what)
        raise WriteFailed("the connection was lost")

    with server.live(match, visitor) as socket:
        say(socket, type="hello", version=3)
        hear(socket, "welcome")
        with monkeypatch.context() as patched:
            patched.setattr(journal, "write", and_lose_the_answer)
            say(socket, type="command", key="a", version=3, seat="white", action="open")
            assert hear(socket, "ack", "refused")["type"] == "ack"
        say(socket, type="command", key="a", version=3, seat="white", action="open")
        assert hear(socket, "ack", "refused")["version"] == 4
    assert visitor.get(f"/api/matches/{match}").json()["version"] == 4
