"""The HTTP interface: what it answers, and how it refuses."""

import json
import re
import socket
from pathlib import Path

import httpx
import pytest

from server.support.local_servers import HEADERS, LocalServer, Table, create, first_play
from sixprime import Situation
from sixprime.core.match import records
from sixprime.formats.boards import gnubg_board
from sixprime.languages import LANGUAGES
from sixprime.server.http import middleware
from waiting import PATIENCE

MAT = """ 3 point match

 Game 1
 Anna : 0                          Bela : 0
  1) 31: 8/5 6/5                    62: 24/18 13/11
  2) 42: 8/4 6/4
"""


def code_of(answer: httpx.Response) -> str:
    code: str = answer.json()["error"]["code"]
    return code


def test_about(server: LocalServer) -> None:
    about = server.visitor().get("/api/about", params={"language": "de"}).json()
    assert about["languages"] == dict(LANGUAGES)
    assert [level["name"] for level in about["levels"]][-1] == "grandmaster"
    assert about["levels"][-1]["title"] == "Champion" or about["levels"][-1]["title"]
    assert {preset["name"] for preset in about["presets"]} >= {"standard", "001-hu"}
    assert all(preset["words"] and preset["title"] for preset in about["presets"])


def test_health_and_readiness(server: LocalServer) -> None:
    visitor = server.visitor()
    assert visitor.get("/api/health").json()["name"] == "sixprime"
    ready = visitor.get("/api/ready")
    assert ready.status_code == 200
    assert ready.json()["ready"] is True


def test_words_are_in_the_readers_language(server: LocalServer) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    table.open()
    path = f"/api/matches/{table.match}"
    assert visitor.get(path).json()["last"]["words"].startswith("opening roll")
    german = visitor.get(path, params={"language": "de"}).json()["last"]["words"]
    assert german.startswith("Eröffnungswurf")
    assert visitor.get(path, headers={"Accept-Language": "fr;q=0.2,de-AT,xx"}).json()["last"]["words"] == german
    refused = visitor.get("/api/matches/none", params={"language": "hu"}).json()["error"]["message"]
    assert refused


def test_the_list_has_ones_own_matches(server: LocalServer) -> None:
    visitor, other = server.visitor(), server.visitor()
    assert visitor.get("/api/matches").json() == {"matches": [], "more": False}
    made = [create(visitor, length=1)["state"]["match"] for _ in range(3)]
    create(other)
    listed = visitor.get("/api/matches").json()
    assert {entry["match"] for entry in listed["matches"]} == set(made)
    assert listed["more"] is False
    entry = listed["matches"][0]
    assert entry["you"] == ["white", "black"]
    assert entry["score"] == {"white": 0, "black": 0}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", entry["updated"])
    page = visitor.get("/api/matches", params={"limit": 2}).json()
    assert page["more"] is True
    rest = visitor.get("/api/matches", params={"limit": 2, "before": page["matches"][-1]["match"]}).json()
    assert [it["match"] for it in page["matches"] + rest["matches"]] == [it["match"] for it in listed["matches"]]
    table = Table(visitor, made[0])
    table.act("white", "resign", value=1)
    table.act("black", "accept")
    ended = visitor.get("/api/matches", params={"phase": "ended"}).json()["matches"]
    assert [it["match"] for it in ended] == [made[0]]
    assert ended[0]["result"] == {"winner": "black", "score": {"white": 0, "black": 1}, "words": "Black wins 0-1"}
    assert visitor.get("/api/matches").json()["matches"][0]["match"] == made[0]
    open_ones = visitor.get("/api/matches", params={"phase": "open"}).json()["matches"]
    assert {it["match"] for it in open_ones} == set(made[1:])


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"kind": "party"}, "malformed"),
        ({"length": 0}, "malformed"),
        ({"length": "3"}, "malformed"),
        ({"rules": "unknown"}, "malformed"),
        ({"rules": {"cube": 3}}, "malformed"),
        ({"rules": {"beavers": True, "cube": False}}, "malformed"),
        ({"level": "godlike", "kind": "bot"}, "malformed"),
        ({"names": {"white": "x" * 101}}, "malformed"),
        ({"names": {"white": "\ud800"}}, "malformed"),
        ({"seed_commitment": "ab"}, "malformed"),
        ({"position": "nonsense"}, "unreadable"),
        ({"record": "nonsense"}, "unreadable"),
        ({"record": {"format": "sixprime-match"}}, "unreadable"),
        ({"more": 1}, "malformed"),
    ],
)
def test_a_match_that_cannot_be(server: LocalServer, wish: dict[str, object], code: str) -> None:
    visitor = server.visitor()
    body = json.dumps({"kind": "screen", "length": 3, **wish})
    answer = visitor.post("/api/matches", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert code_of(answer) == code
    assert answer.json()["error"]["message"]
    assert visitor.get("/api/matches").json()["matches"] == []


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b"null", b"[" * 20000])
def test_a_body_that_is_not_json(server: LocalServer, body: bytes) -> None:
    answer = server.visitor().post("/api/matches", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert code_of(answer) == "malformed"


def test_a_fault_is_told_in_the_words_of_the_sender(server: LocalServer) -> None:
    visitor = server.visitor()
    json_body = {"Content-Type": "application/json"}

    def fault(body: str) -> str:
        return str(visitor.post("/api/matches", content=body, headers=json_body).json()["error"]["message"])

    assert fault("") == "the request is empty"
    assert fault("null") == "a message is a set of named fields, not null"
    assert fault('{"kind": null}') == "the field kind cannot be null"
    assert fault('{"kind": "bot", "length": true}') == "the field length cannot be true"
    assert fault('{"kind": "bot", "rules": 5}') == "the field rules cannot be 5"
    assert fault('{"kind": "bot", "record": []}') == "the field record cannot be []"
    assert fault('{"kind": "bot", "names": {"white": 5}}') == "the field names.white cannot be 5"
    assert fault('{"kind": "bot", "a b-c": 1}') == "unknown field 'a b-c'"
    listed = visitor.get("/api/matches", params={"limit": 0})
    assert listed.json()["error"]["message"] == "the field limit cannot be '0'"


def test_a_name_of_spaces_is_none(server: LocalServer) -> None:
    names = {"white": "  \u00a0\u3000 ", "black": " Béla\t"}
    seats = create(server.visitor(), kind="screen", names=names)["state"]["seats"]
    assert (seats["white"]["name"], seats["black"]["name"]) == ("", "Béla")


def test_what_can_be_got_can_be_asked_about(server: LocalServer) -> None:
    visitor = server.visitor()
    match = create(visitor)["state"]["match"]
    for path in ("/", "/rules", f"/match/{match}", "/service-worker.js", "/api/about", f"/api/matches/{match}"):
        whole, head = visitor.get(path), visitor.head(path)
        assert (head.status_code, head.content) == (200, b""), path
        assert head.headers["content-type"] == whole.headers["content-type"]
        assert head.headers["content-length"] == whole.headers["content-length"]
    assert visitor.head("/nothing").status_code == 404
    assert visitor.head("/api/imports").status_code == 405


def test_a_request_has_a_length_or_comes_in_chunks(server: LocalServer) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    head = "POST /api/matches HTTP/1.1\r\nHost: localhost\r\nX-Sixprime: 1\r\nContent-Type: application/json\r\n"
    both = "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    with socket.create_connection((host, int(port)), 40) as connection:
        connection.sendall((head + both + "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n").encode())
        answers = b"".join(iter(lambda: connection.recv(4096), b""))  # until the server closes
    assert answers.startswith(b"HTTP/1.1 400")
    assert answers.count(b"HTTP/1.1") == 1


def test_what_is_not_there(server: LocalServer) -> None:
    visitor = server.visitor()
    for path in ("/api/matches/x", f"/api/matches/{'A' * 22}", "/api/nothing", "/nothing", "/static/none.js"):
        answer = visitor.get(path)
        assert (answer.status_code, code_of(answer)) == (404, "not-found")
    match = create(visitor)["state"]["match"]
    assert visitor.get(f"/api/matches/{match}", params={"version": 4}).status_code == 404
    assert visitor.get(f"/api/matches/{match}/export/pdf").status_code == 422
    wrong = visitor.put(f"/api/matches/{match}", headers={"Content-Type": "application/json"})
    assert wrong.status_code == 405


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def test_a_browser_is_shown_a_page_where_there_is_nothing(server: LocalServer) -> None:
    visitor = server.visitor()
    for path in ("/nothing", "/match", "/match/a/b", "/static/none.js", "/missing"):
        answer = visitor.get(path, headers={"Accept": BROWSER})
        assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8"), path
        assert "There is nothing at this address." in answer.text
        again = visitor.get(path, headers={"Accept": BROWSER, "If-None-Match": answer.headers["etag"]})
        assert again.status_code == 404
    for path in ("/api/nothing", "/api/matches/x"):
        answer = visitor.get(path, headers={"Accept": BROWSER})
        assert (answer.status_code, code_of(answer)) == (404, "not-found")


def test_the_former_address_of_the_review_leads_to_it(server: LocalServer) -> None:
    answer = server.visitor().get("/replay/abc", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, "/review/abc")
    assert server.visitor().get("/review/abc").headers["content-type"] == "text/html; charset=utf-8"


def test_the_cookie_is_safe(server: LocalServer) -> None:
    answer = server.visitor().post("/api/matches", json={"kind": "screen"})
    cookie = answer.headers["set-cookie"]
    assert re.match(r"sixprime=[A-Za-z0-9_-]{43}; ", cookie)
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie
    assert "Domain" not in cookie


def test_foreign_requests_are_refused(server: LocalServer) -> None:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=PATIENCE) as plain:
        body = {"kind": "screen"}
        assert code_of(plain.post("/api/matches", json=body)) == "foreign-origin"
        foreign = plain.post("/api/matches", json=body, headers={**HEADERS, "Origin": "https://evil.example"})
        assert (foreign.status_code, code_of(foreign)) == (403, "foreign-origin")
        assert plain.post("/api/matches", json=body, headers={"Origin": server.url}).status_code == 201
        form = plain.post("/api/matches", data={"kind": "screen"}, headers={"Origin": server.url})
        assert (form.status_code, code_of(form)) == (400, "malformed")
        rebound = plain.get("/api/about", headers={"Host": "evil.example"})
        assert (rebound.status_code, code_of(rebound)) == (403, "foreign-origin")
        assert plain.get("/api/about", headers={"Host": "localhost:1"}).status_code == 200


def test_bodies_have_an_end(server: LocalServer) -> None:
    visitor = server.visitor()
    large = visitor.post(
        "/api/matches", content=b" " * (middleware.BODY_BYTES + 1), headers={"Content-Type": "application/json"}
    )
    assert (large.status_code, code_of(large)) == (413, "too-large")

    def endless() -> object:
        for _ in range(40):
            yield b" " * 50_000

    streamed = visitor.post("/api/matches", content=endless(), headers={"Content-Type": "application/json"})  # type: ignore[arg-type]
    assert (streamed.status_code, code_of(streamed)) == (413, "too-large")


def test_headers_leave_no_room_for_mischief(server: LocalServer) -> None:
    visitor = server.visitor()
    for path in ("/", "/api/about", "/api/nothing", "/match/abc"):
        headers = visitor.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "server" not in headers


def test_pages_and_files(server: LocalServer) -> None:
    visitor = server.visitor()
    page = visitor.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert visitor.get("/match/anything").text
    script = visitor.get("/static/app/shared/api.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    again = visitor.get("/static/app/shared/api.js", headers={"If-None-Match": script.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for path in (
        "/static/%2e%2e/assets.py",
        "/static/..%2fassets.py",
        "/static//etc/passwd",
        "/static/%00",
        "/static/",
    ):
        assert visitor.get(path).status_code == 404


def test_plays_and_hints(server: LocalServer) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    assert code_of(visitor.get(f"/api/matches/{table.match}/plays")) == "not-allowed"
    assert code_of(visitor.get(f"/api/matches/{table.match}/hint")) == "not-allowed"
    assert code_of(visitor.get(f"/api/matches/{table.match}/refusal?source=8")) == "not-allowed"
    side = table.open()
    plays = visitor.get(f"/api/matches/{table.match}/plays").json()["plays"]
    assert all(set(play) == {"notation", "steps", "result"} for play in plays)
    nowhere = visitor.get(f"/api/matches/{table.match}/refusal?source=2").json()["words"]
    assert nowhere.startswith("you have no checker on the 2 point, and cannot make it with ")
    named = visitor.get(f"/api/matches/{table.match}/refusal?source=23&numbering=12a").json()["words"]
    assert ("on the 2A point" if side == "white" else "on the 2 point") in named
    assert code_of(visitor.get(f"/api/matches/{table.match}/refusal?source=2&steps=9/9/9")) == "not-allowed"
    hint = visitor.get(f"/api/matches/{table.match}/hint").json()
    assert hint["player"] == side
    assert hint["cube"] is None
    assert hint["plays"][0]["lost"] == 0
    assert hint["plays"][0]["notation"] in {play["notation"] for play in plays}
    table.act(side, "play", steps=hint["plays"][0]["steps"])
    cube = visitor.get(f"/api/matches/{table.match}/hint").json()["cube"]
    assert cube["action"] in ("roll", "double")
    assert cube["words"]
    assert code_of(server.visitor().get(f"/api/matches/{table.match}/hint")) == "forbidden"
    other = Table(visitor, create(visitor, kind="link", seat="white")["state"]["match"])
    assert code_of(visitor.get(f"/api/matches/{other.match}/hint")) == "forbidden"


def test_replay(server: LocalServer) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor, names={"white": "Anna"})["state"]["match"])
    table.open()
    state = table.state
    table.turn()
    table.act("white", "resign", value=2)
    table.act("black", "accept")
    replay = visitor.get(f"/api/matches/{table.match}/replay").json()
    game = replay["games"][0]
    play = next(move for move in game["moves"] if move["type"] == "play")
    assert play["steps"] == first_play(state)
    assert play["notation"]
    assert sorted(play["roll"]) == sorted(state["roll"])
    shown = visitor.get(f"/api/matches/{table.match}", params={"version": play["version"]}).json()
    assert shown["board"] == play["board"]
    assert game["moves"][-1]["board"] == play["board"]
    assert [(move["type"], move["resigned"]) for move in game["moves"][-2:]] == [("resign", 2), ("accept", None)]
    assert game["result"]["winner"] == "black"
    assert game["result"]["points"] == 2


def test_exports_are_read_back(server: LocalServer) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor, names={"white": "Anna", "black": "Béla"})["state"]["match"])
    table.open()
    for _ in range(4):
        table.turn()
    answers = {form: visitor.get(f"/api/matches/{table.match}/export/{form}") for form in ("json", "mat", "sgf", "txt")}
    for form, answer in answers.items():
        assert f'filename="sixprime-{table.match[:8]}.{form}"' in answer.headers["content-disposition"]
        assert "Anna" in answer.text
    match = records.loads(answers["json"].text)
    assert json.loads(match.details["dice"])["match"] == table.match
    for form in ("json", "mat", "sgf"):
        brought = visitor.post("/api/imports", files={"file": (f"x.{form}", answers[form].content)})
        assert brought.status_code == 201, brought.text
        (found,) = brought.json()["matches"]
        study = Table(visitor, found["match"]).state
        assert study["kind"] == "study"
        assert study["board"] == table.state["board"]
        assert study["you"] == []
        assert study["actions"] == {"white": [], "black": []}
        refused = Table(visitor, found["match"]).send("white", "roll")
        assert refused.json()["error"]["code"] == "forbidden"
    assert visitor.get("/api/matches", params={"kind": "study"}).json()["matches"]


def test_imports_bare_and_broken(server: LocalServer) -> None:
    visitor = server.visitor()
    bare = visitor.post("/api/imports", params={"name": "x.mat"}, content=MAT.encode())
    assert bare.status_code == 201
    found = bare.json()
    assert found["format"] == "mat"
    assert found["matches"][0]["names"] == {"white": "Anna", "black": "Bela"}
    hint = visitor.get(f"/api/matches/{found['matches'][0]['match']}/hint", params={"version": 3})
    assert hint.status_code == 200, hint.text
    odd = visitor.post("/api/imports", content=MAT.replace("8/5 6/5", "24/5").encode())
    assert odd.json()["problems"] or code_of(odd) == "unreadable"
    for body in (b"", b"nothing", b"\x00" * 100):
        answer = visitor.post("/api/imports", content=body)
        assert (answer.status_code, code_of(answer)) == (422, "unreadable")
    empty = visitor.post("/api/imports", content=b"--x--", headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert code_of(empty) == "malformed"


def test_positions(server: LocalServer) -> None:
    visitor = server.visitor()
    read = visitor.post("/api/positions", json={"text": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"}).json()
    assert read["kind"] == "XGID"
    assert read["roll"] == [3, 1]
    assert read["pips"] == {"white": 167, "black": 167}
    written = visitor.post(
        "/api/positions", json={"board": read["board"], "on_roll": read["on_roll"], "roll": read["roll"]}
    ).json()
    assert written["ids"]["position_id"] == read["ids"]["position_id"] == "4HPwATDgc/ABMA"
    board = [*read["board"]]
    board[6] += 1
    assert visitor.post("/api/positions", json={"board": board}).json()["defects"]
    drawn = gnubg_board(Situation.parse(read["ids"]["xgid"]))
    drawn = "\n".join(line for line in drawn.splitlines() if "ID" not in line)
    seen = visitor.post("/api/positions", json={"text": f"What is your play?\n\n{drawn}"}).json()
    assert (seen["kind"], seen["board"], seen["roll"]) == (None, read["board"], read["roll"])
    assert code_of(visitor.post("/api/positions", json={"text": drawn.replace("| X ", "| XO")})) == "unreadable"
    assert code_of(visitor.post("/api/positions", json={"text": "no id"})) == "unreadable"
    assert code_of(visitor.post("/api/positions", json={})) == "malformed"
    assert visitor.post("/api/positions", json={"board": read["board"], "cube": {"value": 3}}).json()["defects"]


def test_as_wildbg_answers(server: LocalServer) -> None:
    visitor = server.visitor()
    start = {
        f"p{point}": str(count) for point, count in {24: 2, 19: -5, 17: -3, 13: 5, 12: -5, 8: 3, 6: 5, 1: -2}.items()
    }
    moves = visitor.get("/move", params={**start, "die1": "3", "die2": "1"}).json()["moves"]
    assert moves[0]["play"] == [{"from": 8, "to": 5}, {"from": 6, "to": 5}]
    assert visitor.get("/eval", params=start).json()["cube"] == {"accept": True, "double": False}
    assert visitor.get("/move", params={**start, "die1": "7"}).status_code == 400


def test_dice_are_counted_once(tmp_path: Path) -> None:
    from server.support.local_servers import running

    with running(tmp_path) as server:
        visitor = server.visitor()
        table = Table(visitor, create(visitor)["state"]["match"])
        starter = table.open()
        table.turn()
        table.act("black" if starter == "white" else "white", "roll")
        table.act(starter, "take-back")
        table.turn()
        table.act("black" if starter == "white" else "white", "roll")
        statistics = visitor.get("/api/dice/statistics").json()
        assert statistics["rolls"] == table.state["dice"]["rolls"]
        assert statistics["matches"] == 1
