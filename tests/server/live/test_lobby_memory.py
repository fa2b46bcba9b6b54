"""Rooms are dropped by the memory that they take; a match never has two rooms, and a watched one stays."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.support.local_servers import LocalServer, Table, create, hear, running, say
from sixprime.server.limits import Limits
from sixprime.server.live.engine_threads import MatchCache
from sixprime.server.live.rooms import Room

SMALL = 200_000
"""Bytes for rooms; a fresh one takes about a twentieth of it."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    with running(tmp_path_factory.mktemp("small"), limits=Limits(rooms=SMALL)) as found:
        yield found


def room_of(server: LocalServer, match: str) -> Room:
    async def find() -> Room:
        return await server.lobby.room(match)

    return server.run(find)


def long_study(visitor: httpx.Client, games: int) -> str:
    """A study of so many short games; its number."""
    lines = [" 999 point match", ""]
    for game in range(1, games + 1):
        lines += [f" Game {game}", f" Anna : {game - 1}          Bela : 0", "  1) 31: 8/5 6/5    64: 24/14", ""]
        lines += ["  2)                Doubles => 2", "      Wins 1 point", ""]
    answer = visitor.post("/api/imports?name=a.mat", content="\n".join(lines).encode())
    assert answer.status_code == 201, answer.text
    made: str = answer.json()["matches"][0]["match"]
    return made


def test_many_small_rooms(small: LocalServer) -> None:
    visitor = small.visitor()
    matches = [create(visitor)["state"]["match"] for _ in range(60)]
    assert small.lobby.memory <= SMALL
    assert small.lobby.known(matches[0]) is None
    assert small.lobby.known(matches[-1]) is not None
    assert Table(visitor, matches[0]).state["match"] == matches[0]  # read again


def test_a_dropped_room_is_freed(small: LocalServer) -> None:
    visitor = small.visitor()
    match = create(visitor)["state"]["match"]
    found = weakref.ref(room_of(small, match))
    for _ in range(60):
        create(visitor)
    gc.collect()
    assert found() is None


def test_a_room_that_somebody_holds_is_found_again(small: LocalServer) -> None:
    """Else two rooms would serve one match, and the watchers of one would not hear of what happens in the other."""
    visitor = small.visitor()
    match = create(visitor)["state"]["match"]
    held = room_of(small, match)
    for _ in range(60):
        create(visitor)
    assert small.lobby.known(match) is None
    assert room_of(small, match) is held


def test_a_watched_room_stays(small: LocalServer) -> None:
    visitor = small.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    with small.live(table.match, visitor) as live:
        for _ in range(60):
            create(visitor)
        say(live, type="hello", version=None)
        hear(live, "welcome")
        assert small.lobby.known(table.match) is not None
        table.act("white", "open")
        assert hear(live, "entries")["state"]["version"] == 4


def test_a_room_that_grows_is_weighed_again(small: LocalServer) -> None:
    visitor = small.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    before = room_of(small, table.match).memory
    table.open()
    for _ in range(5):
        table.turn()
    assert room_of(small, table.match).memory > before + 10 * 500


def test_long_matches_that_are_watched_do_not_fill_the_memory(tmp_path: Path) -> None:
    most = 1_000_000
    with running(tmp_path, limits=Limits(rooms=most)) as server:
        visitor = server.visitor()
        long, other = long_study(visitor, 200), long_study(visitor, 200)
        short = create(visitor)["state"]["match"]
        assert room_of(server, long).memory > most
        with server.live(long) as live:
            say(live, type="hello", version=None)
            hear(live, "welcome")
            with pytest.raises(Exception, match="429"):
                server.live(other)
            with server.live(short) as fine, server.live(long) as second:
                for socket in (fine, second):
                    say(socket, type="hello", version=None)
                    hear(socket, "welcome")
            assert visitor.get(f"/api/matches/{other}").status_code == 200


def test_the_matches_of_bots_are_bounded_by_their_events(small: LocalServer) -> None:
    visitor = small.visitor()
    moment = room_of(small, long_study(visitor, 5)).moment
    assert moment.event_count > 20
    cache = MatchCache(most_events=3 * moment.event_count)
    for number in range(10):
        assert cache.match_at(f"match {number}", moment).version == moment.event_count
    assert (len(cache), cache.events) == (3, 3 * moment.event_count)
    cache.match_at("match 9", moment)
    assert (len(cache), cache.events) == (3, 3 * moment.event_count)
    tiny = MatchCache(most_events=1)
    tiny.match_at("the one that is used", moment)
    assert len(tiny) == 1
