"""Opponents for single-agent environments: by name, or anything that decides in a `Match`.

Names are the engine's levels ("beginner" to "grandmaster"), "random", "pubeval", and "self" for an agent that plays
both sides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sixprime.core import Event, Match
from sixprime.engine.bots.levels import LEVELS
from sixprime.engine.bots.players import MatchPlayer, RandomPlayer
from sixprime.engine.engines import Engine
from sixprime.env.pubeval import PubevalPlayer
from sixprime.env.settings import InvalidSettings
from sixprime.messages import shown, text

SELF = "self"
"""The agent plays both sides."""


class Opponent(Protocol):
    """A player that starts every episode with a seed of its own, so that episodes can be repeated."""

    def start(self, seed: int) -> None:
        """Begin an episode."""
        ...

    def decide(self, match: Match) -> Event | None:
        """What the player to act does now; None to roll the dice."""
        ...

    def close(self) -> None:
        """End whatever runs."""
        ...


class RandomOpponent:
    """Plays any legal play, each equally likely."""

    def __init__(self) -> None:
        self._player = RandomPlayer(0)

    def start(self, seed: int) -> None:
        """Begin an episode."""
        self._player = RandomPlayer(seed)

    def decide(self, match: Match) -> Event | None:
        """What the player to act does now; None to roll the dice."""
        return self._player.decide(match)

    def close(self) -> None:
        """Nothing runs."""


class LevelOpponent:
    """The engine at one of its levels, in one thread."""

    def __init__(self, level: str) -> None:
        self._engine = Engine(level=level, threads=1)
        self._seed = 0

    def start(self, seed: int) -> None:
        """Begin an episode: the seed chooses the level's errors."""
        self._seed = seed

    def decide(self, match: Match) -> Event | None:
        """What the player to act does now; None to roll the dice."""
        return self._engine.decide(match, seed=self._seed)

    def close(self) -> None:
        """End the engine."""
        self._engine.close()


class GivenOpponent:
    """A player that was given: any object with `decide(match)`, or a function of a match."""

    def __init__(self, decide: Callable[[Match], Event | None]) -> None:
        self._decide = decide

    def start(self, seed: int) -> None:
        """Begin an episode; the player keeps its own seed."""

    def decide(self, match: Match) -> Event | None:
        """What the player to act does now; None to roll the dice."""
        return self._decide(match)

    def close(self) -> None:
        """The player belongs to who gave it."""


OpponentLike = str | MatchPlayer | Callable[[Match], Event | None] | None


def opponent_of(given: OpponentLike) -> Opponent | None:
    """The opponent that is asked for; None if the agent plays both sides."""
    if given is None or given == SELF:
        return None
    if given == "random":
        return RandomOpponent()
    if given == "pubeval":
        return GivenOpponent(PubevalPlayer().decide)
    if isinstance(given, str) and given in LEVELS:
        return LevelOpponent(given)
    if isinstance(given, MatchPlayer):
        return GivenOpponent(given.decide)
    if callable(given):
        return GivenOpponent(given)
    names = ", ".join(["random", "pubeval", SELF, *LEVELS])
    raise InvalidSettings(text("there is no opponent {name}; there are {names}", name=shown(given), names=names))
