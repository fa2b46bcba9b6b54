"""A live match seen by the client: what it follows, what it sends again, and what it does about a bad server."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from client.fake_server import CREATED, OPENED, PLAYED, ROLLED, Conversation, logged, state, talking
from sixprime import Player, Roll
from sixprime.client import Live, ProtocolProblem, Refused, Seed, Unreachable
from sixprime.client import live as live_module
from waiting import PATIENCE, wait_in_loop

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


def dice_of(seed: Seed, **changed: Any) -> dict[str, Any]:
    """What a state tells of the dice when White owes a seed."""
    seeds = {"white": {"commitment": seed.commitment, "seed": None}, "black": None}
    return {"commitment": "00" * 32, "seeds": seeds, "rolls": 0, "secret": None, **changed}


@at_once
async def test_the_seed_is_revealed_when_it_is_time() -> None:
    seed = Seed.new()
    owed = {
        "phase": "seeds",
        "to_act": None,
        "actions": {"white": ["reveal"], "black": ["reveal"]},
        "dice": dice_of(seed),
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
            dice={"commitment": "00" * 32, "seeds": {"white": {"commitment": "11" * 32, "seed": None}, "black": None}},
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


SWAPPED: list[tuple[str, dict[str, Any]]] = [
    ("the server committed to 1111", {"commitment": "11" * 32}),
    (
        "Black committed to no seed before the seeds were revealed, and the transcript says 2222",
        {"black": {"commitment": "22" * 32, "seed": None}},
    ),
]


@pytest.mark.parametrize(("why", "changed"), SWAPPED)
@at_once
async def test_the_seed_is_not_revealed_when_what_was_pinned_has_changed(why: str, changed: dict[str, Any]) -> None:
    seed = Seed.new()
    dice = dice_of(seed)
    seeds = {name: changed.get(name, told) for name, told in dice["seeds"].items()}
    other = {**dice, "commitment": changed.get("commitment", dice["commitment"]), "seeds": seeds}
    owed = {"phase": "seeds", "to_act": None, "actions": {"white": ["reveal"], "black": []}}
    asked = {"type": "ask-abort", "seat": "black"}

    async def talk(it: Conversation) -> None:
        await it.welcome(CREATED, phase="seeds", to_act=None, actions={"white": [], "black": []}, dice=dice)
        await it.say(type="entries", entries=logged(asked, first=2), state=state(2, dice=other, **owed))
        with pytest.raises(ConnectionClosed):
            await it.hear()

    async with talking(talk, seed=seed) as live:
        with pytest.raises(ProtocolProblem, match=f"has changed what the dice depend on: {why}"):
            await live.until(lambda now: now.version == 3)
        assert live.pinned.pins is not None
        assert (live.pinned.pins.seed, live.pinned.pins.commitment) == (seed.octets, "00" * 32)
        assert live.pinned.pins.seed_commitments == {Player.WHITE: seed.commitment, Player.BLACK: None}


@at_once
async def test_the_seed_is_not_revealed_after_a_throw() -> None:
    seed = Seed.new()

    async def talk(it: Conversation) -> None:
        await it.welcome(*START, phase="seeds", actions={"white": ["reveal"], "black": []}, dice=dice_of(seed))
        with pytest.raises(ConnectionClosed):
            await it.hear()

    async with talking(talk, seed=seed) as live:
        with pytest.raises(ProtocolProblem, match="dice were thrown before the seeds were revealed"):
            await live.until(lambda now: now.version == 3)


@at_once
async def test_rolls_are_numbered_by_the_entries() -> None:
    """Whatever numbers the server tells: those that were imported count, those that were taken back do not."""
    created = {**CREATED, "imported": 2}
    rolled = {**ROLLED, "dice": [4, 4]}

    async def talk(it: Conversation) -> None:
        await it.welcome(created, OPENED, PLAYED, phase="seeds", dice=dice_of(Seed.new(), rolls=7))
        entries = logged(ROLLED, {"type": "take-back", "seat": "black", "to": 2}, rolled, first=4)
        await it.say(type="entries", entries=entries, state=state(6))
        await it.wait()

    async with talking(talk) as live:
        await live.until(lambda now: now.version == 6)
        assert live.pinned.pins is not None
        assert live.pinned.pins.imported == live.followed.imported_rolls == 1
        assert live.followed.rolls == {1: Roll(3, 1), 2: Roll(6, 5)}
        assert live.followed.roll_count == 2


@at_once
async def test_a_long_log_comes_in_parts() -> None:
    """The state counts when the last part is here, and nobody acts before."""

    async def talk(it: Conversation) -> None:
        await it.hear()
        now = state(4, to_act="black")
        await it.say(type="welcome", version=1, missed=logged(CREATED), state=now)
        await it.say(type="entries", entries=logged(OPENED, PLAYED, first=2), state=now)
        await it.say(type="pong")
        await it.say(type="entries", entries=logged(ROLLED, first=4), state=now)
        await it.wait()

    async with talking(talk) as live:
        assert live.state.version == live.version == 4
        assert live.news.connected == 1


@at_once
async def test_messages_of_unknown_types_are_passed_over() -> None:
    async def talk(it: Conversation) -> None:
        await it.say(type="riddle", answer=42)
        await it.welcome(*START)
        await it.say(type="riddle")
        await it.say(no="type")
        await it.say(type="entries", entries=logged(PLAYED, first=3), state=state(3, to_act="black"))
        await it.wait()

    async with talking(talk) as live:
        await live.until(lambda now: now.version == 3)


@at_once
async def test_turns_are_those_of_the_seat() -> None:
    async def talk(it: Conversation) -> None:
        await it.welcome(CREATED, to_act=None, actions={"white": ["open"], "black": ["open"]})
        await wait_in_loop(lambda: turns == [1])
        await it.say(type="entries", entries=logged(OPENED, first=2), state=state(2))
        await wait_in_loop(lambda: turns == [1, 2])
        await it.say(type="thinking", seat="black")
        await it.say(type="entries", entries=logged(PLAYED, first=3), state=state(3, to_act="black"))
        await it.say(type="entries", entries=logged(ROLLED, first=4), state=state(4, phase="over", to_act=None))
        await it.wait()

    turns: list[int] = []
    async with talking(talk) as live:
        async for turn in live.turns():
            turns.append(turn.version)  # noqa: PERF401  # the server looks at it
    assert turns == [1, 2]


class TestBadServers:
    @at_once
    async def test_there_is_no_such_match(self) -> None:
        async def talk(it: Conversation) -> None:
            await it.say(type="error", error={"code": "not-found", "message": "there is no such match"})

        with pytest.raises(Refused, match="there is no such match"):
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
            monkeypatch.setattr(live_module, "SILENCE_SECONDS", PATIENCE)
            await it.welcome(*START)
            await it.wait()

        async with talking(silent, talk) as live:
            assert live.news.lost >= 1
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
        await it.hear()
        heard.set()
        await it.wait()

    heard = asyncio.Event()
    async with talking(talk) as live:
        sending = asyncio.create_task(live.send("play", steps=[]))
        await heard.wait()
    with pytest.raises(asyncio.CancelledError):
        await sending
