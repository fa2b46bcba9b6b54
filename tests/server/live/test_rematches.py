"""Both players of a finished match come to the same rematch, by one request each; nobody else gets a seat there."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text as sql
from websockets.sync.client import ClientConnection

from server.support.local_servers import LocalServer, Table, create, hear, running, say
from server.support.old_databases import go_back_before_rematches, with_engine
from server.support.postgres import Cluster
from server.support.tables_of_two import at_once
from sixprime.client import Client
from sixprime.formats.dice.derivation import seed_commitment
from sixprime.server.limits import Limits
from sixprime.server.store.databases import database_url
from waiting import wait_until

NAMES = {"white": "Anna", "black": "B\u00e9la"}
JSON = {"Content-Type": "application/json"}


def seated(host: httpx.Client, guest: httpx.Client, **wishes: object) -> str:
    """A match of two browsers, the host with White."""
    wish = {"kind": "link", "seat": "white", "length": 1, "names": {"white": "Anna", "black": ""}, **wishes}
    created = create(host, **wish)
    match: str = created["state"]["match"]
    joined = guest.post(
        f"/api/matches/{match}/join", json={"invitation": created["invitation"], "name": NAMES["black"]}
    )
    assert joined.status_code == 200, joined.text
    return match


def finished(host: httpx.Client, guest: httpx.Client, **wishes: object) -> str:
    """A match of two browsers that Black has won."""
    match = seated(host, guest, **wishes)
    lose(host, guest, match)
    return match


def lose(host: httpx.Client, guest: httpx.Client, match: str) -> None:
    """White begins, and resigns."""
    white, black = Table(host, match), Table(guest, match)
    wait_until(lambda: white.state["phase"] == "opening")  # another process may have to be told
    white.open()
    white.act("white", "resign", value=1)
    wait_until(lambda: "accept" in black.state["actions"]["black"])
    black.act("black", "accept")
    wait_until(lambda: white.state["phase"] == "over")


def again(visitor: httpx.Client, match: str, seed: bytes | None = None) -> httpx.Response:
    body = {} if seed is None else {"seed_commitment": seed_commitment(seed)}
    return visitor.post(f"/api/matches/{match}/rematch", json=body)


def rematch(visitor: httpx.Client, match: str, seed: bytes | None = None) -> dict[str, Any]:
    """The state of the rematch that was asked for."""
    answer = again(visitor, match, seed)
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()["state"]
    return state


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


@contextmanager
def greeted(server: LocalServer, match: str, visitor: httpx.Client | None = None) -> Iterator[ClientConnection]:
    with server.live(match, visitor) as socket:
        say(socket, type="hello", version=None)
        hear(socket, "welcome")
        yield socket


def test_one_asks_and_the_other_comes_to_the_same_board(server: LocalServer) -> None:
    host, guest = server.visitor(), server.visitor()
    over = finished(host, guest, rules={"cube": False}, length=1)
    assert "rematch" not in Table(host, over).state
    with greeted(server, over, host) as white, greeted(server, over) as spectator:
        asked = rematch(guest, over)
        assert (asked["phase"], asked["you"], asked["kind"]) == ("seats", ["black"], "link")
        assert asked["invitation"] is None
        assert (asked["length"], asked["rules"]) == (1, Table(host, over).state["rules"])
        assert {side: seat["name"] for side, seat in asked["seats"].items()} == NAMES
        assert [asked["seats"][side]["taken"] for side in NAMES] == [False, True]
        offer = {"match": asked["match"], "seated": ["black"]}
        assert hear(white, "rematch") == {"type": "rematch", "rematch": offer}
        assert Table(host, over).state["rematch"] == offer  # also for a page that is opened later
        come = rematch(host, over)
        assert (come["match"], come["you"], come["phase"]) == (asked["match"], ["white"], "opening")
        assert hear(white, "rematch")["rematch"]["seated"] == ["white", "black"]
        say(spectator, type="ping")
        heard = []
        while (message := hear(spectator))["type"] != "pong":
            heard.append(message["type"])
        assert "rematch" not in heard
    assert "rematch" not in Table(server.visitor(), over).state
    Table(host, asked["match"]).open()


def test_who_asks_again_keeps_the_seat(server: LocalServer) -> None:
    host, guest = server.visitor(), server.visitor()
    over = finished(host, guest)
    first = rematch(host, over, secrets.token_bytes(32))
    second = rematch(host, over, secrets.token_bytes(32))
    assert (second["match"], second["version"]) == (first["match"], first["version"])
    assert second["dice"] == first["dice"]
    rematch(guest, over)
    assert rematch(guest, over)["match"] == rematch(host, over)["match"] == first["match"]


def test_nobody_else_gets_a_seat(server: LocalServer) -> None:
    host, guest, stranger = server.visitor(), server.visitor(), server.visitor()
    over = finished(host, guest)
    create(stranger)  # for a cookie
    for nobody in (stranger, server.visitor()):
        assert refusal(again(nobody, over)) == (403, "forbidden")
    asked = rematch(host, over)
    assert refusal(again(stranger, over)) == (403, "forbidden")
    for invitation in ("", "null", "0" * 22, asked["match"]):
        joined = stranger.post(f"/api/matches/{asked['match']}/join", json={"invitation": invitation})
        assert refusal(joined) == (403, "forbidden")
    assert rematch(guest, over)["you"] == ["black"]


def test_only_a_finished_match_of_two_browsers_has_a_rematch(server: LocalServer) -> None:
    host, guest = server.visitor(), server.visitor()
    match = seated(host, guest)
    assert refusal(again(host, match)) == (409, "not-allowed")
    for wish in ({"kind": "screen"}, {"kind": "bot", "seat": "white"}):
        own = create(host, **wish)["state"]["match"]
        Table(host, own).act("white", "abort")
        assert refusal(again(host, own)) == (409, "not-allowed")
    lonely = create(host, kind="link", seat="white")["state"]["match"]
    Table(host, lonely).act("white", "abort")
    assert refusal(again(host, lonely)) == (409, "not-allowed")
    assert again(host, "A" * 22).status_code == 404
    assert host.post(f"/api/matches/{match}/rematch", json={"seed_commitment": "no"}).status_code == 422


def test_who_waits_can_leave_and_ask_again(server: LocalServer) -> None:
    host, guest = server.visitor(), server.visitor()
    over = finished(host, guest)
    with greeted(server, over, guest) as black:
        first = rematch(host, over)
        assert hear(black, "rematch")["rematch"]["match"] == first["match"]
        Table(host, first["match"]).act("white", "abort")
        assert hear(black, "rematch")["rematch"] is None
        assert "rematch" not in Table(guest, over).state
        second = rematch(guest, over)
        assert second["match"] != first["match"]
        assert rematch(host, over)["match"] == second["match"]
        assert hear(black, "rematch")["rematch"] == {"match": second["match"], "seated": ["black"]}
    third = finished(host, guest)
    removed = rematch(host, third)["match"]
    assert Table(guest, third).state["rematch"]["match"] == removed
    assert host.delete(f"/api/matches/{removed}", headers=JSON).json()["deleted"]
    assert "rematch" not in Table(guest, third).state


def test_a_rematch_that_is_over_stays_the_rematch(server: LocalServer) -> None:
    host, guest = server.visitor(), server.visitor()
    over = finished(host, guest)
    asked, _ = rematch(host, over), rematch(guest, over)
    lose(host, guest, asked["match"])
    assert rematch(guest, over)["phase"] == "over"
    assert rematch(guest, asked["match"])["match"] not in (over, asked["match"])


def both_at_once(*asked: tuple[httpx.Client, str]) -> list[dict[str, Any]]:
    with ThreadPoolExecutor(len(asked)) as threads:
        return list(threads.map(lambda one: rematch(*one), asked))


def test_both_ask_at_once_and_the_server_starts_again(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=database_url(database)) as server:
        host, guest = server.visitor(), server.visitor()
        for _ in range(5):
            over = finished(host, guest)
            states = both_at_once((host, over), (guest, over), (host, over))
            assert len({state["match"] for state in states}) == 1
            assert Table(host, states[0]["match"]).state["phase"] == "opening"
        waiting = finished(host, guest)
        asked = rematch(host, waiting)["match"]
        cookies = dict(host.cookies), dict(guest.cookies)
    with running(tmp_path, database=database_url(database)) as server:
        host, guest = server.visitor(), server.visitor()
        host.cookies.update(cookies[0])
        guest.cookies.update(cookies[1])
        assert Table(guest, waiting).state["rematch"] == {"match": asked, "seated": ["white"]}
        assert Table(host, asked).state["seats"]["black"]["name"] == NAMES["black"]
        assert (Table(host, asked).state["invitation"], Table(guest, asked).state["you"]) == (None, [])
        states = both_at_once((host, waiting), (guest, waiting))
        assert [state["match"] for state in states] == [asked, asked]


def test_two_processes_make_one_rematch(cluster: Cluster, tmp_path: Path) -> None:
    url = database_url(cluster.new_database())
    with running(tmp_path, database=url) as here, running(tmp_path, database=url) as there:
        host, guest = here.visitor(), there.visitor()
        for _ in range(5):
            over = finished(host, guest)
            states = both_at_once((host, over), (guest, over))
            assert states[0]["match"] == states[1]["match"]
        over = finished(host, guest)
        with greeted(there, over, guest) as black:
            asked = rematch(host, over)["match"]
            assert hear(black, "rematch")["rematch"] == {"match": asked, "seated": ["white"]}
            Table(host, asked).act("white", "abort")
            assert hear(black, "rematch")["rematch"] is None
            asked = rematch(host, over)["match"]
            assert hear(black, "rematch")["rematch"]["match"] == asked
            assert rematch(guest, over)["match"] == asked
        lose(host, guest, asked)


def test_a_rematch_that_expired_can_be_asked_for_again(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=database_url(database)) as server:
        host, guest = server.visitor(), server.visitor()
        over = finished(host, guest)
        first = rematch(host, over)["match"]

        async def forget() -> None:
            server.lobby._forget(first)
            async with server.lobby.storage._database.writing.begin() as connection:
                await connection.execute(sql("DELETE FROM matches WHERE id = :id"), {"id": first})

        server.run(forget)
        second = rematch(guest, over)
        assert second["match"] != first
        assert rematch(host, over)["match"] == second["match"]


def test_quotas_count_a_rematch(database: str, tmp_path: Path) -> None:
    limits = Limits(visitor_matches=2)
    with running(tmp_path, database=database_url(database), limits=limits) as server:
        host, guest = server.visitor(), server.visitor()
        over = finished(host, guest)
        create(host)
        create(host)
        assert refusal(again(host, over)) == (429, "too-many")
        asked = rematch(guest, over)
        assert rematch(host, over)["match"] == asked["match"]  # it is the guest's, as a match by link is its creator's


def test_a_match_of_the_version_before_has_a_rematch(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=database_url(database)) as server:
        host, guest = server.visitor(), server.visitor()
        over = finished(host, guest)
        cookies = dict(host.cookies), dict(guest.cookies)

    with_engine(database, go_back_before_rematches)
    with running(tmp_path, database=database_url(database)) as server:
        host, guest = server.visitor(), server.visitor()
        host.cookies.update(cookies[0])
        guest.cookies.update(cookies[1])
        assert rematch(host, over)["match"] == rematch(guest, over)["match"]


@pytest.mark.parametrize("first", [0, 1])
def test_the_client_plays_a_rematch_with_verified_dice(server: LocalServer, first: int) -> None:
    @at_once
    async def play() -> None:
        clients = Client(server.url), Client(server.url)
        created = await clients[0].create_match(kind="link", seat="white", length=1)
        await clients[1].join(created.match, created.invitation or "")
        match = created.match
        for number in range(2):
            async with clients[0].live(match) as white, clients[1].live(match) as black:
                for live in (white, black):
                    await live.until(lambda state: state.phase == "opening")
                while white.state.to_act is None:
                    await white.send("open", seat="white")
                await white.send("resign", seat="white", value=1)
                await black.until(lambda state: "accept" in state.actions("black"))
                await black.send("accept", seat="black")
                for live in (white, black):
                    await live.until(lambda state: state.is_over)
                for client in clients:
                    verified = await client.verify_dice(match)
                    assert verified.is_good, verified.problems
                    assert verified.verified >= 1
                if number == 0:
                    other = (white, black)[1 - first]
                    asked = await clients[first].rematch(match)
                    told = await other.until(lambda state: state.rematch is not None)
                    assert told.rematch == asked.match
                    assert (await clients[1 - first].rematch(match)).match == asked.match
                    assert (await clients[first].rematch(match)).match == asked.match
            seeds = (await clients[0].dice(match))["seeds"]
            assert all(seeds[side]["seed"] for side in NAMES)
            match = asked.match

    play()
