"""Logs with thousands of entries: they come in parts, are paid for by their length, and nobody else waits for them."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
from websockets.asyncio.client import connect

from server.support.local_servers import Json, LocalServer, Table, hear, say
from sixprime import Match, Roll, RuleSet
from sixprime.client import Client
from sixprime.core import Action
from sixprime.core.match.records import match_to_json
from sixprime.languages import catalogue
from sixprime.server.live import connections
from sixprime.server.live.log_pages import SLICE, LogPages
from sixprime.server.live.rooms import PAGE_CHARACTERS
from sixprime.server.matches.entries import MatchKind
from sixprime.server.matches.logs import Log, LogEntry
from sixprime.server.matches.proposals import Proposal, propose_study
from sixprime.server.rate_limits import TokenBucket
from sixprime.server.views import states
from sixprime.server.views.entries import entries_text
from sixprime.server.views.replays import replay, replay_text
from sixprime.server.views.states import PastGames, SharedStateFields, naming, result_json
from waiting import PATIENCE


class Loaded:
    """Dice that always show the same."""

    def roll(self) -> Roll:
        return Roll(3, 1)


def long_match(events: int) -> Match:
    """Money play of many short games: an opening play, a double, a drop."""
    match = Match(RuleSet())
    while match.version < events:
        if match.to_act is None:
            match.open(Loaded())
        elif match.state.roll is not None:
            match.play(next(iter(match.legal_plays)))
        elif Action.DOUBLE in match.actions(match.to_act):
            match.double()
        else:
            match.drop()
    return match


@pytest.fixture(scope="module")
def study() -> Proposal:
    """Of the greatest length that can be imported."""
    return propose_study(long_match(20_000), {})


@pytest.fixture(scope="module")
def log(study: Proposal) -> Log:
    return Log("m" * 22, 0, study.entries("00" * 32))


def create(server: LocalServer, proposal: Proposal, holder: str = "") -> str:
    """A match from a proposal; its id."""
    return server.run(lambda: server.lobby.create(proposal, holder)).id


def read_all(socket: Any, version: int = 0) -> tuple[list[Json], list[str]]:
    """Say hello, and read until the log is complete; all entries, and the messages as they came."""
    say(socket, type="hello", version=version)
    entries: list[Json] = []
    messages: list[str] = []
    while True:
        messages.append(socket.recv(timeout=PATIENCE))
        message = json.loads(messages[-1])
        if message["type"] not in ("welcome", "entries"):
            messages.pop()
            continue
        entries += message["missed" if message["type"] == "welcome" else "entries"]
        if entries[-1]["seq"] == message["state"]["version"]:
            return entries, messages


# What comes over the wire


def test_a_long_log_comes_in_messages_of_bounded_size(server: LocalServer) -> None:
    """As a client of before reads it: each message has entries that follow on those before, and the state of now."""
    match = create(server, propose_study(long_match(2_000), {}))
    with server.live(match, max_size=None) as socket:
        entries, messages = read_all(socket)
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    kinds = [json.loads(message)["type"] for message in messages]
    assert kinds == ["welcome"] + ["entries"] * (len(messages) - 1)
    states = [json.loads(message)["state"] for message in messages]
    assert all(state["version"] == len(entries) for state in states)
    state = len(json.dumps(states[0]))
    assert all(len(message) < 3 * max(PAGE_CHARACTERS, state) for message in messages)
    first = json.loads(messages[0])
    assert first["version"] == first["missed"][-1]["seq"]
    assert server.visitor().get(f"/api/matches/{match}/entries", params={"limit": 5}).json() == {
        "entries": entries[:5],
        "version": len(entries),
        "more": True,
    }
    rest = server.visitor().get(f"/api/matches/{match}/entries", params={"after": 1500}).json()
    assert (rest["entries"], rest["more"]) == (entries[1500:], False)


def test_a_short_log_comes_in_one_message(server: LocalServer) -> None:
    made = Match(RuleSet(), length=3)
    match = create(server, Proposal(MatchKind.STUDY, made.rules, 3, made.names))
    with server.live(match) as socket:
        entries, messages = read_all(socket)
        assert len(messages) == 1
        assert len(entries) == json.loads(messages[0])["version"]
        say(socket, type="hello", version=None)
        assert hear(socket, "welcome")["missed"] == []
        say(socket, type="hello", version=10_000)
        assert hear(socket, "welcome")["version"] == len(entries)


def test_what_happens_meanwhile_comes_once_and_in_order(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    made = long_match(1_200)
    while made.to_act is not None:
        made.undo()
    visitor = server.visitor()
    wanted = {"kind": "screen", "record": match_to_json(made)}
    table = Table(visitor, visitor.post("/api/matches", json=wanted).json()["state"]["match"])
    monkeypatch.setattr(connections, "CHARACTERS_A_MESSAGE", 1_500)  # so dear that it goes on only now and then
    with server.live(table.match, visitor, max_size=None) as socket:
        say(socket, type="hello", version=0)
        message = hear(socket, "welcome")
        entries = message["missed"]
        assert entries[-1]["seq"] < message["state"]["version"]
        version = table.act("white", "open")["version"]
        while entries[-1]["seq"] < version:
            entries += hear(socket, "entries")["entries"]
        assert [entry["seq"] for entry in entries] == list(range(1, version + 1))
        table.open()
        table.turn()
        while entries[-1]["seq"] < table.state["version"]:
            entries += hear(socket, "entries")["entries"]
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))


def test_the_client_reads_a_long_log(server: LocalServer, study: Proposal) -> None:
    match = create(server, study)

    async def follow() -> None:
        async with Client(server.url).live(match) as live:
            assert live.state.version == live.version > 20_000
            assert len(live.followed.match.events) == 20_000

    asyncio.run(follow())


# Nobody else waits


def test_others_are_answered_while_somebody_asks_for_long_logs(server: LocalServer, study: Proposal) -> None:
    match = create(server, study)
    other = create(server, Proposal(MatchKind.STUDY, RuleSet(), 3, Match(length=3).names))
    base = server.url.replace("http", "ws", 1)

    async def both() -> None:
        patient = {"open_timeout": PATIENCE, "ping_timeout": PATIENCE, "close_timeout": 1}
        options: dict[str, Any] = {"proxy": None, "compression": None, "max_size": None, **patient}
        async with (
            connect(f"{base}/api/matches/{match}/live", **options) as greedy,
            connect(f"{base}/api/matches/{other}/live", **options) as quiet,
        ):
            logs = 0

            async def read() -> None:
                nonlocal logs
                async for written in greedy:
                    message = json.loads(written)
                    entries = message.get("missed") or message.get("entries")
                    logs += bool(entries) and entries[-1]["seq"] == message["state"]["version"]

            reading = asyncio.create_task(read())
            for _ in range(60):
                await greedy.send('{"type":"hello","version":0}')
            for _ in range(30):  # each is sent when the one before has been answered
                await quiet.send('{"type":"ping"}')
                async with asyncio.timeout(PATIENCE):
                    while json.loads(await quiet.recv())["type"] != "pong":
                        pass
            assert logs < 30
            reading.cancel()

    asyncio.run(both())


def test_everybody_has_a_turn_between_two_slices(log: Log) -> None:
    """However many ask at the same time, only one slice is written before the others go on."""
    turns = 0
    at: list[int] = []

    class Watched(LogPages):
        def written(self, entries: Sequence[LogEntry]) -> str:
            assert len(entries) <= SLICE
            at.append(turns)
            return ",".join(str(logged.seq) for logged in entries)

    async def main() -> None:
        nonlocal turns
        pages = Watched()
        asking = [asyncio.create_task(pages.page(log, 100 * number)) for number in range(5)]
        while not all(task.done() for task in asking):
            turns += 1
            await asyncio.sleep(0)
        for number, task in enumerate(asking):
            assert json.loads(task.result()[0]) == list(range(100 * number + 1, log.version + 1))
            assert task.result()[1] == log.version

    asyncio.run(main())
    assert len(at) >= 5 * (log.version // SLICE - 5)
    assert len(set(at)) == len(at)


def test_pages_end_where_they_should(log: Log) -> None:
    async def main() -> None:
        pages = LogPages()
        for after, most in ((0, 1), (0, 250), (7, 1000), (log.version - 3, 50), (log.version, 5), (log.version + 9, 5)):
            written, last = await pages.page(log, after, entries=most)
            some = log.entries[after : after + most]
            assert written == entries_text(some)
            assert last == (some[-1].seq if some else after)
        written, last = await pages.page(log, 0, characters=PAGE_CHARACTERS)
        assert PAGE_CHARACTERS <= len(written) < 2 * PAGE_CHARACTERS
        assert last == json.loads(written)[-1]["seq"]

    asyncio.run(main())


def test_length_is_paid_for() -> None:
    time = 100.0
    bucket = TokenBucket(20, 60, lambda: time)
    assert bucket.charge(30) == 0
    assert bucket.charge(29) == 0
    assert bucket.charge(40) == pytest.approx(40 / 20)
    assert not bucket.take()
    time += 2
    assert bucket.take()
    assert not bucket.take()


# Other answers that grow with a match


def test_games_that_ended_are_described_once(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every state, of now and of before; a client gets the same text as if each was made afresh."""
    described = 0

    def counting(*arguments: Any) -> Any:
        nonlocal described
        described += 1
        return result_json(*arguments)

    monkeypatch.setattr(states, "result_json", counting)
    words = catalogue("de")
    past = PastGames(words)
    games = len(log.now.state.results)
    assert past.missing(log.now) == games > 1000
    past.take_over(past.described(log.now))
    assert (described, past.missing(log.now)) == (games, 0)
    for version in (log.version, 1, 500, log.version // 2, log.version):
        moment = log.at(version)
        assert moment is not None
        told = json.loads("{" + SharedStateFields("m", 0, words, past).text(moment) + "}")
        assert told["results"] == [result_json(result, naming(moment), words) for result in moment.state.results]
    assert described == games


def test_a_replay_is_written_in_parts_that_make_the_whole(log: Log) -> None:
    answer = replay("m", log.moments[400], {"event": "Monte Carlo"}, {}, catalogue("fr"))
    assert len(answer.games) > 50
    assert json.loads(replay_text(answer)) == json.loads(answer.model_dump_json(exclude_unset=True))
