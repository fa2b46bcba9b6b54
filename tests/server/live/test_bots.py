"""The bot: it plays, it goes on after a restart, and it knows nothing of the dice to come."""

import asyncio
import contextlib
import gc
import inspect
import logging
import sqlite3
import threading
from pathlib import Path

import httpx
import pytest

from server.support.local_servers import LocalServer, Table, create, first_play, hear, running, say
from sixprime.core import Match, Player, RuleSet
from sixprime.core.match import events as ev
from sixprime.engine.engines import Engine
from sixprime.server.live import engine_threads
from sixprime.server.live.engine_threads import EngineThreads, catch_up
from sixprime.server.matches.logs import Log, Moment
from sixprime.server.matches.proposals import NewMatchRequest, propose
from sixprime.server.store.writes import Write
from sixprime.server.views import hints
from waiting import PATIENCE, wait_until


def wait_for(table: Table, *phases: str) -> None:
    """Until it is White's turn, or the match is in one of the phases."""

    def is_there() -> bool:
        state = table.state
        return state["to_act"] == "white" or state["phase"] in phases

    wait_until(is_there, "an act of the bot", pause=0.05)


def test_the_bot_plays(server: LocalServer) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor, kind="bot", level="beginner", seat="white", length=1)["state"]["match"])
    assert table.state["seats"]["black"] == {
        "name": "", "kind": "bot", "level": "beginner", "level_title": "beginner", "taken": True, "present": True,
        "away": None,
    }  # fmt: skip
    table.open()
    for _ in range(4):
        wait_for(table, "over")
        table.turn()
    wait_for(table, "over", "to-answer-resignation")
    entries = visitor.get(f"/api/matches/{table.match}/entries").json()["entries"]
    assert {entry["by"] for entry in entries if entry["entry"].get("player") == "black"} == {"black"}
    refused = table.send("black", "roll", version=table.state["version"])
    assert refused.json()["error"]["code"] == "forbidden"


def test_the_bot_is_heard_thinking_and_answers_a_double(server: LocalServer) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor, kind="bot", level="club", seat="white", length=5)["state"]["match"])
    table.open()
    wait_for(table)
    if table.state["phase"] == "to-play":
        table.turn()
        wait_for(table)
    with server.live(table.match, visitor) as socket:
        say(socket, type="hello", version=None)
        version = hear(socket, "welcome")["version"]
        say(socket, type="command", key="double", version=version, seat="white", action="double")
        assert hear(socket, "ack")["entries"][0]["entry"]["type"] == "double"
        assert hear(socket, "thinking") == {"type": "thinking", "seat": "black"}
        answer = hear(socket, "entries")
        while answer["entries"][-1]["entry"]["type"] == "double":
            answer = hear(socket, "entries")
        assert answer["entries"][0]["entry"]["type"] in ("take", "drop")


def white_to_play(visitor: httpx.Client) -> Table:
    """A match against the bot with a roll of White's to play."""
    table = Table(visitor, create(visitor, kind="bot", level="beginner", seat="white", length=5)["state"]["match"])
    table.open()
    wait_for(table)
    if table.state["phase"] == "to-roll":
        table.act("white", "roll")
    return table


def test_a_turn_against_the_bot_is_taken_back(server: LocalServer) -> None:
    table = white_to_play(server.visitor())
    before = table.state
    table.turn()
    wait_for(table)

    def is_taken_back() -> bool:
        answer = table.send("white", "take-back")
        if answer.status_code != 200:
            assert answer.json()["error"]["code"] in ("stale", "not-allowed")
        return answer.status_code == 200

    wait_until(is_taken_back)
    state = table.state
    assert (state["board"], state["roll"], state["phase"]) == (before["board"], before["roll"], "to-play")


def test_the_bot_goes_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.run(lambda: _silence(server))
        visitor = server.visitor()
        table = Table(visitor, create(visitor, kind="bot", level="beginner", seat="white", length=3)["state"]["match"])
        table.open()
        if table.state["to_act"] == "white":
            table.turn()
        stopped = table.state
        assert stopped["to_act"] == "black"
        cookies = dict(visitor.cookies)
    with running(tmp_path) as server:
        visitor = server.visitor()
        visitor.cookies.update(cookies)
        again = Table(visitor, table.match)
        wait_for(again, "over")
        assert again.state["version"] > stopped["version"]


async def _silence(server: LocalServer) -> None:
    """Make the bot think for ever."""

    async def decide(*_: object) -> None:
        await asyncio.sleep(3600)

    server.lobby.engine_threads.decide = decide  # type: ignore[method-assign,assignment]


@pytest.mark.parametrize("moment", ["before the bot's commit", "in the bot's commit", "after a player's commit"])
def test_a_server_stops_quietly_while_the_bot_acts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, moment: str
) -> None:
    """What has begun is committed, what has not is left for the next start, and no failure is left behind."""
    before = _stop_while_the_bot_acts(tmp_path, moment)
    gc.collect()  # tasks that failed unheard complain when they go
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []
    with contextlib.closing(sqlite3.connect(tmp_path / "test.db")) as stored:
        (version,) = stored.execute("SELECT max(seq) FROM entries").fetchone()
    assert version > before


def _stop_while_the_bot_acts(folder: Path, moment: str) -> int:
    """Have a server stop at a moment; the version before."""
    with running(folder) as server:
        visitor = server.visitor()
        table = white_to_play(visitor)
        reached = _hold_up(server, moment)
        state = table.state
        with server.live(table.match, visitor) as socket:
            say(socket, type="hello", version=None)
            hear(socket, "welcome")
            play = {"action": "play", "steps": first_play(state)}
            say(socket, type="command", key="a", version=state["version"], seat="white", **play)
            assert reached.wait(PATIENCE)
    server.lobby._rooms.clear()
    version: int = state["version"]
    return version


def _hold_up(server: LocalServer, moment: str) -> threading.Event:
    """Let a moment last until the server has nearly stopped; the event says that it has come."""
    journal, engine = server.lobby.journal, server.lobby.engine_threads
    write, decide, close = journal.write, engine.decide, journal.close
    reached, closing = threading.Event(), asyncio.Event()

    async def wait_for_the_end() -> None:
        reached.set()
        with contextlib.suppress(TimeoutError):  # if the end waits for us
            async with asyncio.timeout(1):
                await closing.wait()

    async def slow_write(what: Write) -> None:
        is_bots = all(row["by"] == "black" for rows in what.inserts.values() for row in rows)
        if is_bots and moment == "in the bot's commit":
            await wait_for_the_end()
        await write(what)
        if not is_bots and moment == "after a player's commit":
            await wait_for_the_end()

    async def slow_decide(match: str, at: Moment, player: Player, visitor: str) -> ev.Event | None:
        if moment == "before the bot's commit":
            await wait_for_the_end()
        return await decide(match, at, player, visitor)

    async def announced_close() -> None:
        closing.set()
        await close()

    journal.write, journal.close = slow_write, announced_close  # type: ignore[method-assign,assignment]
    engine.decide = slow_decide  # type: ignore[method-assign,assignment]
    return reached


def test_who_thinks_gets_no_dice() -> None:
    for module in (engine_threads, hints):
        source = inspect.getsource(module)
        assert "dice_boxes" not in source
        assert "Secret" not in source
        assert "sixprime.server.store" not in source
    assert list(inspect.signature(EngineThreads.decide).parameters) == ["self", "match", "moment", "player", "visitor"]


def test_a_bot_that_fails_does_not_stop_the_match(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> ev.Event:
        raise RuntimeError("broken")

    def cheating(*_: object, **__: object) -> ev.Event:
        return ev.Played(Player.WHITE, ((1, 2),))

    log = Log(
        "x" * 22, 0, propose(NewMatchRequest(kind="bot", level="beginner", seat="black", length=1)).entries("00" * 32)
    )
    moment = log.now.after(log.entries[0].__class__(4, None, ev.OpeningRolled(3, 1)))
    engine = EngineThreads(1)
    for decide in (broken, cheating):
        monkeypatch.setattr(Engine, "decide", decide)
        event = engine._decide("x" * 22, moment, "beginner")
        assert isinstance(event, ev.Played)
    assert len(caplog.records) == 2


def test_memory_follows_a_match_back_and_forth() -> None:
    events: list[ev.Event] = [
        ev.OpeningRolled(3, 1),
        ev.Played(Player.WHITE, ((8, 5), (6, 5))),
        ev.Rolled(Player.BLACK, (6, 4)),  # type: ignore[arg-type]  # read as a roll
    ]
    match = Match(RuleSet(), length=3)
    for wanted in (events, events[:1], [], events[:2], [ev.OpeningRolled(1, 6)]):
        catch_up(match, wanted)
        assert list(match.events) == wanted
