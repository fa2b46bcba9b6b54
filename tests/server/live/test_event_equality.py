"""What a client has seen is what there is: after every entry, three ways to the state of a match must agree.

`equalities` compares them. Matches are random, under random rules: at one screen, against the bot, and of two browsers
with a spectator, where all three see the same match, each from their own seat.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.support.equalities import NAMES, Table, random_rules
from server.support.scripted_players import WEIGHTS, choose
from server.support.server_processes import Nursery, ServerProcess, serving
from sixprime import Action, Player
from sixprime.client import Ack, Client, Refused
from sixprime.server.store.databases import Database, database_url, open_database

MOST_ENTRIES = 60
LIKED = {**WEIGHTS, "take-back": 1.5, "abort": 0.05, "double": 5, "beaver": 4, "raccoon": 4, "end": 2}
LIKED_BY_WHO_WAITS = {**dict.fromkeys(WEIGHTS, 0.0), "resign": 1, "abort": 0.3}


async def play_and_compare(url: str, database: Database, chance: Random) -> int:
    """A random match, compared after every entry; how often."""
    client = Client(url)
    kind = chance.choice(["screen", "screen", "bot"])
    rules = random_rules(chance)
    created = await client.create_match(
        kind=kind,
        level="beginner" if kind == "bot" else None,
        length=chance.choice([None, None, 1, 3]),
        rules=rules.to_json(),
        names={"white": NAMES[Player.WHITE.label], "black": NAMES[Player.BLACK.label]},
    )
    async with client.live(created.match) as live:
        table = Table(live, client, database)
        await live.until(lambda state: state.phase != "seeds")
        await table.compare()
        while not live.state.is_over and live.version < MOST_ENTRIES:
            state = live.state
            seat = state.to_act if state.to_act in state.you else chance.choice(state.you)
            assert seat is not None
            command = choose(state, seat, chance, LIKED)
            if command is None:
                await live.until(lambda now, version=state.version: now.version > version)  # type: ignore[misc]
                continue
            await live.send(**command)
            if kind == "bot":  # the bot's entries come by themselves
                await live.until(lambda now: now.to_act in (None, *now.you))
            else:
                await table.compare()
            if live.version % 10 == 0 and kind != "bot":
                await table.compare_afresh()
        await table.compare()
        await table.compare_afresh()
    return table.compared


# Two browsers and a spectator


class Trio:
    """A match of two, as its players and a spectator see it."""

    def __init__(self, database: Database) -> None:
        self.tables: dict[str, Table] = {}
        """By seat, and the spectator's."""
        self._database = database

    async def sit(self, stack: AsyncExitStack, who: str, client: Client, match: str) -> None:
        live = await stack.enter_async_context(client.live(match))
        self.tables[who] = Table(live, client, self._database)

    async def compare(self, version: int = 0) -> None:
        """All have seen a version, and each sees what there is; what does not depend on the seat is the same."""
        for who, table in self.tables.items():
            state = await table.live.until(lambda now: now.version >= version)
            assert state.you == ([] if who == "spectator" else [who])
            assert not state.fields["can_take_back"]
            assert ("invitation" in state.fields) == (bool(state.you) and state.phase == "seats")
            await table.compare()
        shared = [
            {
                name: value
                for name, value in table.live.state.fields.items()
                if name not in ("you", "turn", "invitation", "seats")  # who is there is told by itself
            }
            for table in self.tables.values()
        ]
        assert all(fields == shared[0] for fields in shared)

    async def act(self, seat: str, command: dict[str, Any]) -> Ack:
        ack = await self.tables[seat].live.send(**command)
        await self.compare(ack.version)
        return ack

    async def act_at_once(self, commands: dict[str, dict[str, Any]]) -> None:
        """Both act without having seen the other: one is in time."""
        version = self.tables["white"].live.version
        answers = await asyncio.gather(
            *(self.tables[seat].live.send(**command, version=version) for seat, command in commands.items()),
            return_exceptions=True,
        )
        acks = [answer for answer in answers if isinstance(answer, Ack)]
        assert [answer.code for answer in answers if isinstance(answer, Refused)] == ["stale"]
        assert len(acks) == 1
        await self.compare(acks[0].version)

    async def is_refused(self, who: str, seat: str, action: str) -> str:
        """The code of a refusal, which changes nothing."""
        live = self.tables[who].live
        version = live.version
        with pytest.raises(Refused) as refused:
            await live.send(action, seat=seat)
        assert live.version == version
        return refused.value.code


@asynccontextmanager
async def trio(url: str, database: Database, chance: Random) -> AsyncIterator[Trio]:
    """Everybody at the board, and the seeds revealed; compared from the first entry on."""
    first, second = chance.sample(["white", "black"], 2)
    names = {player.value: NAMES[player.label] for player in Player}
    one, other, third = Client(url), Client(url), Client(url)
    created = await one.create_match(
        kind="link",
        seat=first,
        length=chance.choice([None, 1, 3]),
        rules=random_rules(chance).to_json(),
        names={first: names[first]},
    )
    assert created.invitation is not None
    async with AsyncExitStack() as stack:
        found = Trio(database)
        await found.sit(stack, first, one, created.match)
        await found.sit(stack, "spectator", third, created.match)
        await found.compare()
        await other.join(created.match, created.invitation, name=names[second])
        await found.sit(stack, second, other, created.match)
        for table in found.tables.values():
            await table.live.until(lambda now: now.phase not in ("seats", "seeds"))
        await found.compare()
        yield found


async def play_by_link_and_compare(url: str, database: Database, chance: Random) -> int:
    """A random match of two, compared from three sides after every entry; how often."""
    async with trio(url, database, chance) as found:
        watched = found.tables["spectator"].live
        while not watched.state.is_over and watched.version < MOST_ENTRIES:
            state = watched.state
            wishes: dict[str, dict[str, Any] | None] = {}
            for seat in ("white", "black"):
                liked = LIKED if state.to_act in (seat, None) else LIKED_BY_WHO_WAITS
                wishes[seat] = choose(found.tables[seat].live.state, seat, chance, liked)
            commands = {seat: command for seat, command in wishes.items() if command is not None}
            if len(commands) == 2 and chance.random() < 0.2:
                await found.act_at_once(commands)
                continue
            likely = [seat for seat in commands if seat == state.to_act and chance.random() < 0.9]
            seat = (likely or chance.sample(sorted(commands), 1))[0]
            await found.act(seat, commands[seat])
            if watched.version % 10 == 0:
                for table in found.tables.values():
                    await table.compare_afresh()
        if not watched.state.is_over:
            await leave(found, chance)
        for table in found.tables.values():
            await table.compare_afresh()
        async with Client(url).live(watched.state.match) as late:  # who comes at the end has missed nothing
            assert late.followed.entries == watched.followed.entries
            assert {**late.state.fields, "seats": None} == {**watched.state.fields, "seats": None}
        return sum(table.compared for table in found.tables.values())


async def leave(found: Trio, chance: Random) -> None:
    """End a match before its end: nobody takes a turn back or leaves alone, and both together may."""
    seats = chance.sample(["white", "black"], 2)
    assert await found.is_refused(seats[0], seats[0], "take-back") == "not-allowed"
    assert await found.is_refused(seats[0], seats[1], "abort") == "forbidden"
    assert await found.is_refused("spectator", seats[0], "abort") == "forbidden"
    for seat in seats:
        if found.tables[seat].live.state.fields["abort_asked"] != seat:
            await found.act(seat, {"seat": seat, "action": "abort"})
    if not found.tables["spectator"].live.state.is_over:
        raise AssertionError("both have asked for the end")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("equality")
    with Nursery(folder / "log", with_engine=True) as nursery, serving(nursery, str(folder / "matches.db")) as running:
        yield running, str(folder / "matches.db")


@pytest.mark.parametrize(
    ("play", "seed"), [(play_and_compare, seed) for seed in range(3)] + [(play_by_link_and_compare, 3)]
)
def test_seen_stored_and_made_by_the_rules_are_one(
    server: tuple[ServerProcess, str], play: Callable[[str, Database, Random], Awaitable[int]], seed: int
) -> None:
    running, path = server

    async def main() -> None:
        database = open_database(database_url(path))
        try:
            chance = Random(seed)
            compared = 0
            while compared < 100:  # how long a match is depends on dice that nobody knows
                compared += await play(running.url, database, chance)
        finally:
            await database.close()

    asyncio.run(main())


def test_the_core_offers_every_action_that_is_compared() -> None:
    assert {action.value for action in Action} - {"set-up"} <= set(LIKED)
