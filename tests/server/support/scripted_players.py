"""Players by chance, over the wire: they take whatever the server offers, and remember what was acknowledged."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sixprime.client import Ack, Live, MatchState, Refused

WEIGHTS: Mapping[str, float] = {
    "play": 30,
    "open": 30,
    "roll": 12,
    "double": 3,
    "take": 2,
    "drop": 1,
    "beaver": 1,
    "raccoon": 1,
    "resign": 1,
    "accept": 3,
    "decline": 1,
    "end": 8,
    "take-back": 0,
    "abort": 0,
    "decline-abort": 0,
    "reveal": 0,
}
"""How much each action is liked. Short matches end by drops and resignations now and then."""

PATIENCE_SECONDS = 300.0
"""A server that is killed again and again may, on a busy machine, be gone whenever one client comes back."""


@dataclass
class Memory:
    """What one client was told: acknowledgements by their keys, and refusals."""

    acks: dict[str, Ack] = field(default_factory=dict)
    refusals: list[Refused] = field(default_factory=list)

    @property
    def seconds(self) -> list[float]:
        return [ack.seconds for ack in self.acks.values()]


Command = dict[str, Any]


def choose(state: MatchState, seat: str, chance: Random, weights: Mapping[str, float] = WEIGHTS) -> Command | None:
    """A command for a seat, without key and version; None where it has nothing to do."""
    liked = [(action, weights[action]) for action in state.actions(seat) if weights[action]]
    if not liked:
        return None
    action = chance.choices([action for action, _ in liked], [weight for _, weight in liked])[0]
    command: Command = {"seat": seat, "action": action}
    if action == "play":
        command["steps"] = walk(state.fields["turn"]["nodes"], chance)
    elif action == "resign":
        command["value"] = chance.randint(1, 3) if state.fields["gammons_count"] else 1
    return command


def walk(nodes: Sequence[Sequence[Sequence[int]]], chance: Random) -> list[list[int]]:
    """A play through the graph of a turn."""
    steps: list[list[int]] = []
    node = 0
    while nodes[node]:
        source, target, _, _, node = chance.choice(nodes[node])
        steps.append([source, target])
    return steps


async def play(
    live: Live,
    chance: Random,
    memory: Memory,
    *,
    seats: Sequence[str] = (),
    pace: float = 0.0,
    weights: Mapping[str, float] = WEIGHTS,
) -> None:
    """Play for the seats (all of one's own, if none is named) until the match is over."""
    async for state in live.turns(*seats):
        await asyncio.sleep(pace)
        mine = seats or state.you
        seat = state.to_act if state.to_act is not None and state.to_act in mine else chance.choice(mine)
        command = choose(state, seat, chance, weights)
        if command is None:
            continue
        await insist(live, command, memory)


async def insist(live: Live, command: Command, memory: Memory) -> None:
    """Send a command; if the server cannot answer now, send it again until the match has moved on."""
    version = live.state.version
    while live.state.version == version:
        try:
            ack = await live.send(**command, version=version, seconds=PATIENCE_SECONDS)
        except Refused as refused:
            memory.refusals.append(refused)
            if refused.code not in ("stopping", "too-fast"):
                return
            await asyncio.sleep(0.2)
        else:
            memory.acks[ack.key] = ack
            return
