"""The tutor over HTTP: what it tells whom, what is kept of it, and that the bot plays the same with and without it."""

import asyncio
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.support.analysed_matches import finished, start, wait_until
from server.support.local_servers import HEADERS, LocalServer, Table, create, first_play, hear, running, say
from sixprime.client import Client
from sixprime.server.live.engine_threads import HINTS, QUESTIONS_OF_VISITOR
from sixprime.server.schemas.tutor import AdviceAnswer

TO_PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:5:10"
BEFORE_ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:5:10"
LAST_ROLL = "XGID=-A--------------------aa--:0:0:-1:00:0:0:0:5:10"
BEST, BLUNDER = [[8, 5], [6, 5]], [[24, 23], [13, 10]]
AWAY = [[13, 10], [6, 5]]
"""An error, but not so bad a one."""


@pytest.fixture
def player(server: LocalServer) -> httpx.Client:
    return server.visitor()


def tutored(visitor: httpx.Client, position: str = TO_PLAY, **more: object) -> Table:
    """A match against the bot with White to act in a position."""
    wanted = {"kind": "bot", "level": "beginner", "seat": "white", "position": position, **more}
    return Table(visitor, create(visitor, **wanted)["state"]["match"])


def ask(table: Table, visitor: httpx.Client | None = None, query: str = "", **wanted: Any) -> httpx.Response:
    body = {"seat": "white", **wanted}
    body.setdefault("version", table.state["version"])
    return (visitor or table.visitor).post(f"/api/matches/{table.match}/advice{query}", json=body)


def advice(table: Table, query: str = "", **wanted: Any) -> Any:
    answer = ask(table, query=query, **wanted)
    assert answer.status_code == 200, answer.text
    AdviceAnswer.model_validate(answer.json())
    return answer.json()


def replay_of(table: Table, visitor: httpx.Client | None = None) -> Any:
    return (visitor or table.visitor).get(f"/api/matches/{table.match}/replay").json()


def test_a_blunder_is_weighed_shown_and_noted_but_never_logged(server: LocalServer, player: httpx.Client) -> None:
    table, spectator = tutored(player), server.visitor()
    before = table.state
    with server.live(table.match, spectator) as socket:
        say(socket, type="hello", version=None)
        hear(socket, "welcome")
        situation = advice(table)
        assert (situation["choice"], situation["forced"], situation["plies"]) == (None, False, 2)
        assert situation["luck"] > 0.1
        assert 0.5 < situation["chances"]["win"] < 0.6
        weighed = advice(table, action="play", steps=BLUNDER)["choice"]
        assert (weighed["kind"], weighed["action"], weighed["mark"]) == ("play", "play", "blunder")
        assert (weighed["forced"], weighed["better"]) == (False, None)  # no answer unless it is asked for
        assert weighed["chances"]["win"] < situation["chances"]["win"]
        assert advice(table, action="play", steps=BLUNDER, stage="ask")["choice"] == weighed
        advice(table, action="play", steps=AWAY, stage="ask")  # the first choice is the one that is kept
        shown = advice(table, action="play", steps=BLUNDER, stage="show")["choice"]["better"]
        assert (shown["action"], shown["words"], shown["steps"]) == ("play", "8/5 6/5", BEST)
        assert shown["reasons"][0].startswith("8/5 6/5 makes the 5 point")
        assert shown["plays"][0]["notation"] == "8/5 6/5"
        assert "24/23 13/10" in [play["notation"] for play in shown["plays"]]
        german = advice(table, "?language=de&numbering=12a", action="play", steps=BLUNDER, stage="show")
        assert german["choice"]["better"]["reasons"][0] != shown["reasons"][0]
        good = advice(table, action="play", steps=BEST, stage="show")["choice"]
        assert (good["lost"], good["mark"], good["better"]) == (0.0, "none", None)
        assert table.state == before  # nothing of it is in the log
        wait_until(lambda: replay_of(table)["tutored"] == [1])
        table.act("white", "play", steps=BEST)
        news = hear(socket, "entries")
        assert news["entries"][0]["entry"]["type"] == "play"  # the first that a spectator hears of
    noted = wait_until(lambda: first_choice(table))
    assert noted == {
        "action": "play", "words": "24/23 13/10", "lost": weighed["lost"], "changed": True, "shown": True,
    }  # fmt: skip
    told = [move for game in replay_of(table, spectator)["games"] for move in game["moves"]]
    assert all(move["first_choice"] is None for move in told)  # the bot may play the same by itself
    assert replay_of(table, spectator)["tutored"] == []
    assert [entry["tutored"] for entry in player.get("/api/matches").json()["matches"]] == [True]
    exported = f"/api/matches/{table.match}/export/json"
    assert player.get(exported).json()["details"]["tutor"] == "white"
    assert "tutor" not in spectator.get(exported).json()["details"]
    analysis = start(player, match=table.match, depth="instant")["analysis"]
    finished(player, analysis)
    decisions = player.get(f"/api/matches/{table.match}/analysis").json()["decisions"]
    assert ("White plays 8/5 6/5", 0.0) in [(entry["words"], entry["loss"]) for entry in decisions]  # as it was played


def first_choice(table: Table) -> Any:
    """What the tutor has asked about in the match, if anything."""
    moves = [move for game in replay_of(table)["games"] for move in game["moves"]]
    return next((move["first_choice"] for move in moves if move["first_choice"]), None)


def test_what_was_played_after_all_and_what_was_taken_back(player: httpx.Client) -> None:
    table = tutored(player)
    advice(table, action="play", steps=BLUNDER, stage="ask")
    table.act("white", "play", steps=BLUNDER)
    noted = wait_until(lambda: first_choice(table))
    assert (noted["changed"], noted["shown"]) == (False, False)
    wait_until(lambda: table.state["to_act"] == "white")
    table.act("white", "take-back")
    assert first_choice(table) is None


@pytest.mark.parametrize(
    ("position", "wrong", "right"),
    [
        (BEFORE_ROLL, {"action": "double"}, "roll"),
        (LAST_ROLL, {"action": "roll"}, "double"),
        (BEFORE_ROLL, {"action": "resign", "value": 1}, "decline"),
    ],
)
def test_the_cube_and_resignations(player: httpx.Client, position: str, wrong: dict[str, Any], right: str) -> None:
    table = tutored(player, position)
    choice = advice(table, **wrong, stage="show")["choice"]
    assert choice["lost"] >= 0.08
    assert choice["better"]["action"] == right
    assert (choice["better"]["decision"] is None) is (wrong["action"] == "resign")
    assert choice["better"]["reasons"]
    if right != "decline":
        assert advice(table, action=right)["choice"]["lost"] == 0
    # What the tutor calls best is what the bot of the hints would do.
    hint = table.visitor.get(f"/api/matches/{table.match}/hint?why=true").json()["cube"]
    assert hint["action"] == ("roll" if right == "decline" else right)
    assert hint["reasons"]


def test_hints_tell_their_reasons_if_asked(player: httpx.Client) -> None:
    table = tutored(player)
    plain = table.visitor.get(f"/api/matches/{table.match}/hint").json()["plays"]
    assert not any("reasons" in play for play in plain)
    first, second, *_ = table.visitor.get(f"/api/matches/{table.match}/hint?why=true").json()["plays"]
    assert first["reasons"] == []
    assert second["reasons"]


def refusal_of(answer: httpx.Response) -> tuple[int, str, str]:
    error = answer.json()["error"]
    return answer.status_code, error["code"], error["message"]


def test_who_gets_no_advice(server: LocalServer, player: httpx.Client) -> None:
    table, stranger = tutored(player), server.visitor()
    create(stranger)  # somebody with a cookie
    spectator = "you are a spectator here: only seated players can act"
    for visitor in (stranger, server.visitor()):
        assert refusal_of(ask(table, visitor)) == (403, "forbidden", spectator)
    assert refusal_of(ask(table, seat="black")) == (403, "forbidden", "this is not your seat")
    against_bots = (403, "forbidden", "the tutor is for matches against the bot")
    screen = Table(player, create(player, kind="screen")["state"]["match"])
    link = Table(player, create(player, kind="link", seat="white")["state"]["match"])
    for other in (screen, link):
        assert refusal_of(ask(other)) == against_bots
    assert ask(table).status_code == 200  # nobody has come to the match by link
    invitation = {"invitation": link.visitor.get(f"/api/matches/{link.match}").json()["invitation"]}
    assert stranger.post(f"/api/matches/{link.match}/join", json=invitation).status_code == 200
    assert refusal_of(ask(link)) == against_bots
    reason = "no advice from the engine while you play against another person: finish that match first"
    assert refusal_of(ask(table)) == (403, "forbidden", reason)  # its position could be that of the other match
    Table(player, link.match).act("white", "abort")


@pytest.mark.parametrize(
    ("wanted", "status", "words"),
    [
        ({"version": 1}, 409, "the match has moved on"),
        ({"version": -1}, 422, "version"),
        ({"action": "fly"}, 422, "action"),
        ({"action": "play"}, 400, "the field steps is missing"),
        ({"action": "play", "steps": [[24, 23]] * 5}, 422, "steps"),
        ({"action": "play", "steps": [[24, 18], [13, 10]]}, 409, "24/18"),
        ({"action": "play", "steps": []}, 409, "2 more numbers must be played"),
        ({"action": "double"}, 409, "double is not possible here"),
        ({"action": "resign"}, 400, "the field value is missing"),
        ({"action": "roll", "value": 1}, 400, "the field value does not belong to roll"),
        ({"action": "abort"}, 400, "there is nothing to weigh about abort"),
        ({"stage": "show"}, 400, "the field action is missing"),
        ({"stage": "guess"}, 422, "stage"),
        ({"seed": "ab" * 32}, 422, "seed"),
    ],
)
def test_bad_requests_are_refused_with_the_reason(
    server: LocalServer, wanted: dict[str, Any], status: int, words: str
) -> None:
    code, _, message = refusal_of(ask(_table(server), **wanted))
    assert (code, words in message) == (status, True), message
    assert "\n" not in message


_tables: dict[int, Table] = {}


def _table(server: LocalServer) -> Table:
    """One match for many questions."""
    return _tables.setdefault(id(server), tutored(server.visitor()))


def test_there_is_no_advice_on_the_bot_s_turn_and_after_the_end(player: httpx.Client) -> None:
    table = tutored(player, TO_PLAY.replace("-1:31", "1:31"), seat="white")
    state = table.state
    answer = ask(table, version=state["version"])
    if answer.status_code != 409:  # the bot was faster
        assert table.state["to_act"] == "white"
    table.act("white", "abort")
    assert refusal_of(ask(table)) == (409, "not-allowed", "the match has been aborted")


def test_a_flood_of_questions_is_refused(server: LocalServer, player: httpx.Client) -> None:
    table = tutored(player)
    advice(table)
    queue = server.lobby.engine_threads.queue
    gate, begun = threading.Event(), threading.Event()

    def hold_up() -> None:
        begun.set()
        gate.wait(120)

    version, answers = table.state["version"], []
    options: Any = {"headers": HEADERS, "timeout": 120, "trust_env": False}

    def one_question() -> None:
        with httpx.Client(base_url=server.url, cookies=player.cookies, **options) as client:
            body = {"seat": "white", "version": version, "action": "play", "steps": BLUNDER}
            answers.append(client.post(f"/api/matches/{table.match}/advice", json=body).status_code)

    threads = [threading.Thread(target=lambda: server.run(lambda: queue.run(hold_up, lane=HINTS)))]
    threads[0].start()
    try:
        assert begun.wait(60)
        for number in range(QUESTIONS_OF_VISITOR):
            threads.append(threading.Thread(target=one_question))
            threads[-1].start()
            wait_until(lambda number=number: queue.waiting(HINTS) == number + 1)  # type: ignore[misc]
        words = "too many questions wait for an answer; ask again in a moment"
        assert refusal_of(ask(table, version=version)) == (429, "too-fast", words)
    finally:
        gate.set()
        for thread in threads:
            thread.join(120)
    assert answers == [200] * QUESTIONS_OF_VISITOR


def state_of_white(table: Table) -> Any:
    """The state, unless the bot is to act."""
    state = table.state
    return None if state["to_act"] == "black" else state


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[tuple[Table, Table]]:
    """The same match on two servers: same id, same dice, same bot."""
    with running(tmp_path) as server:
        visitor = server.visitor()
        match = create(visitor, kind="bot", level="beginner", seat="white", length=1)["state"]["match"]
        cookies = dict(visitor.cookies)
    (tmp_path / "other").mkdir()
    for path in tmp_path.glob("test.db*"):
        shutil.copy(path, tmp_path / "other" / path.name)
    with running(tmp_path) as one, running(tmp_path / "other") as other:
        tables = []
        for server in (one, other):
            visitor = server.visitor()
            visitor.cookies.update(cookies)
            tables.append(Table(visitor, match))
        yield tables[0], tables[1]


def test_the_bot_plays_the_same_with_and_without_a_tutor(twins: tuple[Table, Table]) -> None:
    played = []
    for table, has_tutor in zip(twins, (False, True), strict=True):
        table.open()
        for _ in range(12):
            state = wait_until(partial(state_of_white, table))
            if state["phase"] == "over":
                break
            if state["phase"] == "to-play":
                steps = first_play(state)
                if has_tutor and steps:
                    for stage in ("weigh", "ask", "show"):
                        advice(table, action="play", steps=steps, stage=stage)
                table.act("white", "play", steps=steps)
            elif state["phase"] == "to-roll":
                if has_tutor:
                    advice(table, action="roll")
                table.act("white", "roll")
            else:
                table.act("white", "accept")
        entries = table.visitor.get(f"/api/matches/{table.match}/entries").json()["entries"]
        played.append([entry["entry"] for entry in entries])
    shorter = min(map(len, played))
    assert shorter > 15
    assert played[0][:shorter] == played[1][:shorter]


def test_the_client_asks_the_tutor(server: LocalServer) -> None:
    async def use() -> tuple[Any, Any]:
        client = Client(server.url)
        created = await client.create_match(kind="bot", level="beginner", seat="white", length=5, position=TO_PLAY)
        async with client.live(created.match) as live:  # which reveals its seed
            await anext(live.turns("white"))
        version = (await client.state(created.match)).version
        asked = {"version": version, "seat": "white", "action": "play", "steps": BLUNDER, "stage": "show"}
        return await client.advice(created.match, **asked), await client.hint(created.match, why=True)

    advised, hint = asyncio.run(use())
    assert advised["choice"]["better"]["words"] == hint["plays"][0]["notation"] == "8/5 6/5"
    assert hint["plays"][1]["reasons"]
