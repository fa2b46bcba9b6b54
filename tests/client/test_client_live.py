"""A live match seen by the client: what it follows, what it sends again, and what it does about a bad server."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import pytest

from client.fake_server import CREATED, OPENED, PLAYED, ROLLED, Conversation, logged, state, talking
from sixprime import Player
from sixprime.client import Live, ProtocolProblem, Refused, Seed, Unreachable
from sixprime.client import live as live_module

START = (CREATED, OPENED)


def at_once(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that is a coroutine."""

    @wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        asyncio.run(test(*arguments, **named))  # type: ignore[arg-type]

    return run


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "FIRST_DELAY", 0.01)
    monkeypatch.setattr(live_module, "HASTE_SECONDS", 0.01)


async def acknowledge(talk: Conversation, command: dict[str, Any], first: int = 3) -> None:
    entries = logged(PLAYED, first=first)
    await talk.say(type="ack", key=command["key"], version=first, entries=entries)
    await talk.say(type="entries", entries=entries, state=state(first, to_act="black"))


@at_once
async def test_a_command_is_acknowledged_and_followed() -> None:
    async def talk(it: Conversation) -> None:
        assert await it.welcome(*START) == {"type": "hello", "version": 0, "language": "en"}
        command = await it.hear()
        key = command.pop("key")
        assert len(key) == 16
        assert command == {
            "type": "command",
            "version": 2,
            "seat": "white",
            "action": "play",
            "steps": [[8, 5], [6, 5]],
        }
        await acknowledge(it, {"key": key})
        await it.wait()

    async with talking(talk) as live:
        assert live.followed.match.version == 1
        ack = await live.send("play", steps=next(live.state.plays()))
        assert (ack.version, [entry["entry"] for entry in ack.entries]) == (3, [PLAYED])
        assert ack.seconds > 0
        assert live.state.version == live.version == live.followed.version == 3
        assert live.followed.match.on_roll is Player.BLACK


@at_once
async def test_what_was_not_acknowledged_is_sent_again() -> None:
    keys: list[str] = []

    async def lose(it: Conversation) -> None:
        await it.welcome(*START)
        keys.append((await it.hear())["key"])

    async def lose_before_the_hello(it: Conversation) -> None:
        pass

    async def answer(it: Conversation) -> None:
        hello = await it.welcome(*START, PLAYED, to_act="black")
        assert hello["version"] == 2
        command = await it.hear()
        keys.append(command["key"])
        assert command["version"] == 2
        await it.say(type="ack", key=command["key"], version=3, entries=logged(PLAYED, first=3))
        await it.wait()

    async with talking(lose, lose_before_the_hello, answer) as live:
        ack = await live.send("play", steps=[[8, 5], [6, 5]])
        assert ack.version == 3
        assert keys[0] == keys[1] == ack.key
        assert (live.news.connected, live.news.lost) == (2, 2)
        assert live.followed.match.version == 2


@at_once
async def test_a_gap_makes_it_say_hello_again() -> None:
    async def leave_out(it: Conversation) -> None:
        await it.welcome(*START)
        await it.say(type="entries", entries=logged(ROLLED, first=4), state=state(4))
        await it.wait()

    async def complete(it: Conversation) -> None:
        assert (await it.welcome(*START, PLAYED, ROLLED))["version"] == 2
        await it.wait()

    async with talking(leave_out, complete) as live:
        await live.until(lambda now: now.version == 4)
        assert len(live.followed.match.rolls) == 2


@at_once
async def test_entries_that_come_twice_happen_once() -> None:
    async def talk(it: Conversation) -> None:
        await it.welcome(*START)
        for _ in range(3):
            await it.say(type="entries", entries=logged(OPENED, PLAYED, first=2), state=state(3))
        await it.wait()

    async with talking(talk) as live:
        await live.until(lambda now: now.version == 3)
        assert live.followed.match.version == 2


@at_once
async def test_a_refusal_is_raised() -> None:
    async def talk(it: Conversation) -> None:
        await it.welcome(*START)
        command = await it.hear()
        error = {"code": "stale", "message": "the match has moved on"}
        await it.say(type="refused", key="another", version=9, error=error)
        await it.say(type="refused", key=command["key"], version=3, error=error)
        await it.wait()

    async with talking(talk) as live:
        with pytest.raises(Refused, match="the match has moved on") as refused:
            await live.send("roll")
        assert (refused.value.code, refused.value.version) == ("stale", 3)
        assert live.news.refused == 2


@at_once
async def test_haste_is_repented() -> None:
    async def talk(it: Conversation) -> None:
        await it.welcome(*START)
        first = await it.hear()
        await it.say(type="error", error={"code": "too-fast", "message": "too many messages"})
        again = await it.hear()
        assert again == first
        await acknowledge(it, again)
        await it.wait()

    async with talking(talk) as live:
        assert (await live.send("play", steps=[])).version == 3
        assert [error.code for error in live.news.errors] == ["too-fast"]


@at_once
async def test_the_seed_is_revealed_when_it_is_time() -> None:
    seed = Seed.new()
    owed = {
        "phase": "seeds",
        "to_act": None,
        "actions": {"white": ["reveal"], "black": ["reveal"]},
        "dice": {"seeds": {"white": {"commitment": seed.commitment, "seed": None}, "black": None}},
    }

    async def talk(it: Conversation) -> None:
        await it.welcome(CREATED, **owed)
        first = await it.hear()
        assert (first["action"], first["seat"], first["seed"]) == ("reveal", "white", seed.revealed)
        # The other side was faster: the same again for the new version.
        await it.say(type="refused", key=first["key"], version=2, error={"code": "stale", "message": ""})
        revealed = {"type": "reveal", "seat": "black", "seed": "22" * 32}
        await it.say(type="entries", entries=logged(revealed, first=2), state=state(2, **owed))
        second = await it.hear()
        assert (second["key"], second["version"]) == (first["key"], 2)
        mine = {"type": "reveal", "seat": "white", "seed": seed.revealed}
        await it.say(type="entries", entries=logged(mine, first=3), state=state(3))
        await it.wait()

    async with talking(talk, seed=seed) as live:
        await live.until(lambda now: now.version == 3)
        assert live.followed.seeds == {Player.WHITE: seed.revealed, Player.BLACK: "22" * 32}


@at_once
async def test_a_seed_of_another_match_is_kept() -> None:
    async def talk(it: Conversation) -> None:
        await it.welcome(
            CREATED,
            actions={"white": ["reveal"], "black": []},
            dice={"seeds": {"white": {"commitment": "11" * 32, "seed": None}, "black": None}},
        )
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await it.hear()
        await it.say(type="presence", seats={"white": True, "black": False})
        await it.say(type="entries", entries=logged(OPENED, first=2), state=state(2))
        await it.wait()

    async with talking(talk, seed=Seed.new()) as live:
        await live.until(lambda now: now.version == 2)
        assert live.news.presence == {"white": True, "black": False}


@at_once
async def test_turns_are_those_of_the_seat() -> None:
    async def talk(it: Conversation) -> None:
        await it.welcome(CREATED, to_act=None, actions={"white": ["open"], "black": ["open"]})
        await asyncio.sleep(0.05)
        await it.say(type="entries", entries=logged(OPENED, first=2), state=state(2))
        await asyncio.sleep(0.05)
        await it.say(type="thinking", seat="black")
        await it.say(type="entries", entries=logged(PLAYED, first=3), state=state(3, to_act="black"))
        await it.say(type="entries", entries=logged(ROLLED, first=4), state=state(4, phase="over", to_act=None))
        await it.wait()

    async with talking(talk) as live:
        assert [state.version async for state in live.turns()] == [1, 2]


class TestBadServers:
    @at_once
    async def test_there_is_no_such_match(self) -> None:
        async def talk(it: Conversation) -> None:
            await it.say(type="error", error={"code": "not-found", "message": "there is no such match"})

        with pytest.raises(Refused, match="there is no such match"):
            async with talking(talk):
                pass

    @at_once
    async def test_it_speaks_in_riddles(self) -> None:
        async def talk(it: Conversation) -> None:
            await it.say(type="riddle")

        with pytest.raises(ProtocolProblem, match="unknown type 'riddle'"):
            async with talking(talk):
                pass

    @at_once
    async def test_it_breaks_the_rules(self) -> None:
        async def talk(it: Conversation) -> None:
            await it.welcome(*START)
            await it.say(type="entries", entries=logged(ROLLED, first=3), state=state(3))
            await it.wait()

        async with talking(talk) as live:
            with pytest.raises(ProtocolProblem, match="entry 3: not now: White has to play the roll"):
                await live.send("play", steps=[])

    @at_once
    async def test_it_falls_silent(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(live_module, "SILENCE_SECONDS", 0.1)

        async def silent(it: Conversation) -> None:
            await it.wait()

        async def talk(it: Conversation) -> None:
            await it.welcome(*START)
            await it.wait()

        async with talking(silent, talk) as live:
            assert live.news.lost == 1
            with pytest.raises(Unreachable, match="no answer in time"):
                await live.send("play", steps=[], seconds=0.05)

    @at_once
    async def test_nobody_is_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        live = Live("ws://127.0.0.1:9/", headers={}, proxy=False)
        monkeypatch.setattr(live_module, "ANSWER_SECONDS", 0.2)
        live_until = live.until

        async def until(wanted: Any) -> Any:
            return await live_until(wanted, 0.2)

        monkeypatch.setattr(live, "until", until)
        with pytest.raises(Unreachable):
            async with live:
                pass


@at_once
async def test_a_spectator_is_told_before_anything_is_sent() -> None:
    async def talk(it: Conversation) -> None:
        await it.welcome(*START, you=[])
        await it.wait()

    async with talking(talk) as live:
        with pytest.raises(Refused) as refused:
            await live.send("roll")
        assert refused.value.code == "forbidden"


@at_once
async def test_leaving_does_not_wait() -> None:
    async def talk(it: Conversation) -> None:
        await it.welcome(*START)
        await it.wait()

    async with talking(talk) as live:
        sending = asyncio.create_task(live.send("play", steps=[]))
        await asyncio.sleep(0.05)
    with pytest.raises(asyncio.CancelledError):
        await sending
