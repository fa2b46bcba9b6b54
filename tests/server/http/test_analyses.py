"""Analyses over HTTP: started, looked at, cancelled, refused; reviews, single decisions and comments."""

import contextlib

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from analysis.matches import random_match
from server.support.analysed_matches import DOUBLE, OPENING, finished, heard, live, start, study_of, wait_until
from server.support.local_servers import LocalServer, Table, create, hear, say
from sixprime.core import Match, Player
from sixprime.server.schemas.analyses import AnalysisAnswer, DecisionAnswer, ReviewAnswer

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def study(server: LocalServer) -> tuple[httpx.Client, str]:
    """Who imported a study, and its id; it has been analysed."""
    visitor = server.visitor()
    match = study_of(visitor)
    done = finished(visitor, start(visitor, match=match, depth="instant")["analysis"])
    assert (done["state"], done["mine"], done["is_current"]) == ("done", True, True)
    assert done["done"] == done["total"] > 20
    return visitor, match


def test_a_match_is_analysed_once(study: tuple[httpx.Client, str], server: LocalServer) -> None:
    visitor, match = study
    again = start(visitor, 200, match=match, depth="instant")
    assert again["state"] == "done"
    other = start(server.visitor(), 200, match=match, depth="instant")
    assert (other["analysis"], other["mine"]) == (again["analysis"], False)
    AnalysisAnswer.model_validate(other)


def test_the_review_of_a_match(study: tuple[httpx.Client, str]) -> None:
    visitor, match = study
    found = ReviewAnswer.model_validate(visitor.get(f"/api/matches/{match}/analysis").json())
    assert found.is_complete
    assert found.match == match
    assert len(found.decisions) + len(found.rolls) == found.analysis.total
    assert found.figures.white.pr > 5  # they play anything
    assert sum(game.figures.white.moves for game in found.games) == found.figures.white.moves
    replayed = visitor.get(f"/api/matches/{match}/replay").json()
    moves = {move["version"]: move for game in replayed["games"] for move in game["moves"]}
    for entry in found.decisions:
        assert moves[entry.version]["player"] == entry.player
        if entry.kind == "play":
            assert entry.words == moves[entry.version]["words"]
    for roll in found.rolls:
        assert moves[roll.version]["roll"] == list(roll.roll)
    counted = [entry for entry in found.decisions if entry.player == "white" and "resignation" not in entry.kind]
    blunders = {entry.event for entry in counted if entry.mark == "blunder"}
    assert set(found.figures.white.marks["blunder"].events) == blunders
    german = visitor.get(f"/api/matches/{match}/analysis?language=de").json()
    assert german["figures"]["white"]["band"] != found.figures.white.band
    assert german["decisions"][0]["words"] != found.decisions[0].words


def test_everything_about_a_decision(study: tuple[httpx.Client, str]) -> None:
    visitor, match = study
    review = visitor.get(f"/api/matches/{match}/analysis").json()
    for entry in review["decisions"]:
        answer = visitor.get(f"/api/matches/{match}/analysis/decisions/{entry['event']}")
        found = DecisionAnswer.model_validate(answer.json())
        assert (found.loss, found.mark, found.kind) == (entry["loss"], entry["mark"], entry["kind"])
        options = found.plays if found.plays is not None else found.actions
        assert options is not None
        if entry["kind"] != "resignation":
            assert sum(option.played for option in options) == 1
    rolls = [entry["event"] for entry in review["rolls"]]
    none = visitor.get(f"/api/matches/{match}/analysis/decisions/{rolls[0]}")
    assert (none.status_code, none.json()["error"]["code"]) == (404, "not-found")


@pytest.mark.parametrize(("position", "kind"), [(OPENING, "play"), (DOUBLE, "double")])
def test_a_position(server: LocalServer, position: str, kind: str) -> None:
    visitor = server.visitor()
    started = start(visitor, position=position, depth="fast")
    assert finished(visitor, started["analysis"])["state"] == "done"
    found = DecisionAnswer.model_validate(visitor.get(f"/api/analyses/{started['analysis']}/result").json())
    assert (found.kind, found.player, found.action, found.loss) == (kind, "black", None, None)
    assert found.xgid is not None
    assert (found.plays is None) == (kind != "play")
    assert (found.cube_decision is None) == (kind == "play")
    if found.plays is not None:
        assert found.plays[0].notation in ("24/18 13/11", "13/5", "24/18 24/22")
        assert found.plies == 2


def test_a_rollout_is_watched(server: LocalServer) -> None:
    visitor = server.visitor()
    started = start(visitor, position=OPENING, depth="rollout", games=72)
    with live(server, started["analysis"]) as socket:
        messages = heard(socket)
    assert messages[0]["type"] == "progress"
    assert messages[-1]["analysis"]["state"] == "done"
    results = [message["result"] for message in messages if message["type"] == "result"]
    assert results[-1]["games"] == 72
    assert results[-1]["error"] is not None
    games = [result["games"] for result in results]
    assert games == sorted(games)
    assert visitor.get(f"/api/analyses/{started['analysis']}/result").json() == results[-1]


def test_a_match_is_watched_while_it_is_analysed(server: LocalServer) -> None:
    visitor = server.visitor()
    match = study_of(visitor, random_match(8, 1))
    started = start(visitor, match=match, depth="fast")
    with live(server, started["analysis"]) as socket:
        messages = heard(socket)
    told = [entry for message in messages if message["type"] == "decisions" for entry in message["decisions"]]
    review = visitor.get(f"/api/matches/{match}/analysis").json()
    assert sorted(told, key=lambda entry: entry["event"]) == review["decisions"]
    last = [message for message in messages if message["type"] == "decisions"][-1]
    for side in ("white", "black"):
        assert last["figures"][side]["pr"] == pytest.approx(review["figures"][side]["pr"], abs=1e-3)
        assert last["figures"][side]["moves"] == review["figures"][side]["moves"]


@pytest.mark.parametrize("said", ["", "{", "[]", '{"type": "hello"}', "[" * 10_000, b"\0\1", '{"type": 1}'])
def test_what_is_said_to_an_analysis(server: LocalServer, said: str | bytes) -> None:
    visitor = server.visitor()
    started = start(visitor, position=DOUBLE, depth="rollout", games=20_735)
    try:
        with live(server, started["analysis"]) as socket:
            socket.send(said)
            assert hear(socket, "error")["error"]["code"] == "malformed"
            say(socket, type="ping")
            hear(socket, "pong")
    finally:
        visitor.delete(f"/api/analyses/{started['analysis']}", headers=JSON)


def test_who_says_too_much_to_an_analysis_is_cut_off(server: LocalServer) -> None:
    visitor = server.visitor()
    started = start(visitor, position=DOUBLE, depth="rollout", games=20_734)
    try:
        with live(server, started["analysis"]) as socket:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(1000):
                    say(socket, type="ping")
            heard(socket)
            assert socket.close_code == 1008
    finally:
        visitor.delete(f"/api/analyses/{started['analysis']}", headers=JSON)


def test_one_decision_is_rolled_out(study: tuple[httpx.Client, str]) -> None:
    visitor, match = study
    review = visitor.get(f"/api/matches/{match}/analysis").json()
    entry = next(one for one in review["decisions"] if one["kind"] == "play" and not one["forced"])
    started = start(visitor, match=match, event=entry["event"], depth="rollout", games=36)
    assert finished(visitor, started["analysis"])["state"] == "done"
    found = visitor.get(f"/api/analyses/{started['analysis']}/result").json()
    assert (found["games"], found["event"]) == (36, entry["event"])
    assert found["loss"] is not None
    assert found["luck"] == entry["luck"]
    shown = visitor.get(f"/api/matches/{match}/analysis/decisions/{entry['event']}").json()
    assert shown["plays"] == found["plays"]


def test_only_who_asked_cancels(server: LocalServer) -> None:
    visitor = server.visitor()
    started = start(visitor, position=DOUBLE, depth="rollout", games=20_736)
    refused = server.visitor().delete(f"/api/analyses/{started['analysis']}", headers=JSON)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden")
    cancelled = visitor.delete(f"/api/analyses/{started['analysis']}", headers=JSON)
    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "cancelled")
    again = start(visitor, position=DOUBLE, depth="rollout", games=20_736)
    assert again["analysis"] == started["analysis"]
    visitor.delete(f"/api/analyses/{started['analysis']}", headers=JSON)


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({}, 400),
        ({"match": "x", "position": OPENING}, 400),
        ({"position": OPENING, "event": 1}, 400),
        ({"position": OPENING, "games": 72}, 400),
        ({"position": "hello"}, 422),
        ({"position": OPENING, "depth": "deepest"}, 422),
        ({"position": OPENING, "depth": "rollout", "games": 10**9}, 422),
        ({"match": "x" * 22}, 404),
        ({"position": OPENING, "more": 1}, 422),
    ],
)
def test_bad_requests_are_refused_in_one_line(server: LocalServer, wanted: dict[str, object], status: int) -> None:
    answer = server.visitor().post("/api/analyses", json=wanted)
    assert answer.status_code == status, answer.text
    assert "\n" not in answer.json()["error"]["message"]


def test_events_that_are_no_decisions(study: tuple[httpx.Client, str]) -> None:
    visitor, match = study
    wrong = visitor.post("/api/analyses", json={"match": match, "event": 0, "depth": "fast"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "malformed")
    missing = visitor.post("/api/analyses", json={"match": match, "event": 10_000, "depth": "fast"})
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not-found")
    assert visitor.get(f"/api/matches/{match}/analysis?depth=deep").status_code == 404
    assert visitor.get("/api/analyses/none").status_code == 404


def test_nobody_who_plays_against_a_person_is_told(study: tuple[httpx.Client, str], server: LocalServer) -> None:
    one, other = server.visitor(), server.visitor()
    created = create(one, kind="link", seat="white")
    match = created["state"]["match"]
    known = start(one, position=OPENING, depth="instant")
    assert finished(one, known["analysis"])["state"] == "done"
    other.post(f"/api/matches/{match}/join", json={"invitation": created["invitation"]})
    for visitor in (one, other):
        for wanted in ({"position": DOUBLE}, {"match": study[1]}, {"match": match}):
            refused = visitor.post("/api/analyses", json={**wanted, "depth": "instant"})
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden")
        for path in (f"/api/analyses/{known['analysis']}/result", f"/api/matches/{study[1]}/analysis"):
            assert visitor.get(path).status_code == 403
    assert server.visitor().post("/api/analyses", json={"match": match}).status_code == 403  # it is not over
    comment = one.put(f"/api/matches/{match}/comments/0", json={"comment": "psst"})
    assert comment.status_code == 403
    Table(one, match).act("white", "abort")
    assert one.get(f"/api/matches/{study[1]}/analysis").status_code == 200
    assert start(one, 200, position=OPENING, depth="instant")["analysis"] == known["analysis"]


def test_matches_against_the_bot_are_analysed_by_their_players(server: LocalServer) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    table.open()
    table.turn()
    refused = server.visitor().post("/api/analyses", json={"match": table.match, "depth": "instant"})
    assert refused.status_code == 403
    first = finished(visitor, start(visitor, match=table.match, depth="instant")["analysis"])
    assert first["is_current"]
    table.turn()
    grown = visitor.get(f"/api/analyses/{first['analysis']}").json()
    assert (grown["state"], grown["is_current"]) == ("done", False)
    second = finished(visitor, start(visitor, match=table.match, depth="instant")["analysis"])
    assert second["analysis"] != first["analysis"]
    assert second["total"] > first["total"]
    review = visitor.get(f"/api/matches/{table.match}/analysis").json()
    assert review["analysis"]["analysis"] == second["analysis"]
    assert [one["analysis"] for one in review["available"]] == [second["analysis"], first["analysis"]]


def test_a_take_back_makes_an_analysis_stale(server: LocalServer) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    table.open()
    table.turn()
    mover = table.state["to_act"]
    table.turn()
    path = f"/api/matches/{table.match}/analysis"
    table.visitor.put(f"/api/matches/{table.match}/comments/{event_count(table) - 1}", json={"comment": "hm"})
    done = finished(visitor, start(visitor, match=table.match, depth="instant")["analysis"])
    before = visitor.get(path).json()
    table.act(mover, "take-back")
    assert visitor.get(f"/api/analyses/{done['analysis']}").json()["state"] == "stale"
    stale = visitor.get(path).json()
    assert (stale["analysis"]["state"], stale["is_complete"], stale["is_current"]) == ("stale", False, False)
    assert stale["decisions"] == before["decisions"][: len(stale["decisions"])]
    assert len(stale["decisions"]) < len(before["decisions"])
    assert own_comments(visitor, table.match) == {}
    again = start(visitor, match=table.match, depth="instant")
    assert again["analysis"] != done["analysis"]
    assert finished(visitor, again["analysis"])["is_current"]


def event_count(table: Table) -> int:
    replayed = table.visitor.get(f"/api/matches/{table.match}/replay").json()
    return sum(len(game["moves"]) for game in replayed["games"])


def test_who_may_comment_is_told_with_the_replay(study: tuple[httpx.Client, str], server: LocalServer) -> None:
    visitor, match = study
    assert visitor.get(f"/api/matches/{match}/replay").json()["may_comment"] is True
    assert server.visitor().get(f"/api/matches/{match}/replay").json()["may_comment"] is False


def test_players_have_their_names_in_a_review(server: LocalServer) -> None:
    match = Match(length=1, names={Player.WHITE: "Anna", Player.BLACK: "Béla"})
    match.open((3, 1))
    match.play("8/5 6/5")
    visitor = server.visitor()
    study = study_of(visitor, match)
    finished(visitor, start(visitor, match=study, depth="instant")["analysis"])
    found = visitor.get(f"/api/matches/{study}/analysis").json()
    assert found["decisions"][0]["words"].startswith("Anna ")
    assert [found["figures"][side]["name"] for side in ("white", "black")] == ["Anna", "Béla"]


def test_a_roll_can_be_played_again_by_its_legal_steps(study: tuple[httpx.Client, str]) -> None:
    visitor, match = study
    decisions = visitor.get(f"/api/matches/{match}/analysis").json()["decisions"]
    played = next(entry for entry in decisions if entry["kind"] == "play" and not entry["forced"])
    found = visitor.get(f"/api/matches/{match}/analysis/decisions/{played['event']}").json()
    first_steps = {tuple(step[:2]) for step in found["turn"]["nodes"][0]}
    assert {tuple(play["steps"][0]) for play in found["plays"]} <= first_steps
    doubling = finished(visitor, start(visitor, position=DOUBLE, depth="instant")["analysis"])
    assert visitor.get(f"/api/analyses/{doubling['analysis']}/result").json()["turn"] is None


def test_what_was_found_before_it_was_cancelled_is_kept(server: LocalServer) -> None:
    visitor = server.visitor()
    match = study_of(visitor, random_match(9, 5))
    started = start(visitor, match=match, depth="deep")["analysis"]

    def some() -> list[object]:
        found: list[object] = visitor.get(f"/api/matches/{match}/analysis").json()["decisions"]
        return found

    seen = len(wait_until(some))
    cancelled = visitor.delete(f"/api/analyses/{started}", headers=JSON).json()
    assert cancelled["done"] >= seen
    assert len(some()) >= seen


def test_comments(study: tuple[httpx.Client, str], server: LocalServer) -> None:
    visitor, match = study
    path = f"/api/matches/{match}/comments/3"
    stranger = server.visitor()
    assert stranger.put(path, json={"comment": "mine"}).status_code == 403
    assert visitor.put(path, json={"comment": " a good one\n"}).json()["comment"] == "a good one"
    assert own_comments(stranger, match) == {3: "a good one"}
    visitor.put(path, json={"comment": "a better one"})
    assert own_comments(stranger, match) == {3: "a better one"}
    assert visitor.put(path, json={"comment": "\0"}).status_code == 422
    assert visitor.put(path, json={"comment": "x" * 2001}).status_code == 422
    assert visitor.put(f"/api/matches/{match}/comments/9999", json={"comment": "x"}).status_code == 404
    visitor.put(path, json={"comment": ""})
    assert own_comments(stranger, match) == {}


def own_comments(visitor: httpx.Client, match: str) -> dict[int, str]:
    replayed = visitor.get(f"/api/matches/{match}/replay").json()
    moves = [move for game in replayed["games"] for move in game["moves"]]
    return {number: move["own_comment"] for number, move in enumerate(moves) if move["own_comment"] is not None}
