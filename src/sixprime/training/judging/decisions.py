"""Decisions to judge players by: a position, a roll, and at least two plays to choose from.

They come from games of several kinds and from set-up structures, so that what is rare at the table is not rare here.
A decision is determined by seed and number alone: the first hundred of a thousand are those of a set of a hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from sixprime.compiled.arrays import Boards
from sixprime.core import Position, Roll
from sixprime.engine.phases import GamePhase, phase_of
from sixprime.training.selfplay.setups import set_up

Player = Callable[[Boards], int]
"""Chooses one of the boards after the legal plays by its number."""
Mover = Callable[[Position, Roll, Boards], int]
"""Chooses one of the boards after the legal plays by its number, knowing the position and the roll."""


class Asked(NamedTuple):
    """A question to a player: the arguments of a `Mover`."""

    position: Position
    roll: Roll
    boards: Boards


@runtime_checkable
class MoverOfMany(Protocol):
    """A `Mover` that can also choose in many games at once, which takes it less time."""

    def __call__(self, position: Position, roll: Roll, boards: Boards, /) -> int: ...

    def choose_many(self, asked: Sequence[Asked], /) -> Sequence[int]:
        """The number of the board chosen in each of them."""
        ...


GAME = "game"
LOOSE_GAME = "loose game"
RANDOM_OPENING = "random opening"
# One after the other and round again, so that the beginning of a set is mixed like the whole.
SOURCES: tuple[str, ...] = (
    GAME, "backgame", LOOSE_GAME, "prime against prime", RANDOM_OPENING, "containment", GAME, "blitz",
    "holding", LOOSE_GAME, "bear-in", "prime against prime", GAME, "scattered", "closed board",
    LOOSE_GAME, "holding", "backgame", "race", GAME, "prime against prime", "bear-off",
)  # fmt: skip
LOOSE_SHARE = 0.25
"""How many plays are random in loose games, and after setting up."""
MOST_TURNS = 400
MOVES_AFTER_SETUP = 6


@dataclass(frozen=True, slots=True)
class Decision:
    """A position in the view of the player on roll, the roll, and what kind of play led there."""

    position: Position
    roll: Roll
    source: str

    @property
    def phase(self) -> GamePhase:
        return phase_of(self.position)

    @property
    def key(self) -> tuple[tuple[int, ...], int, int]:
        """A key that is equal for decisions between the same plays."""
        return self.position.points, self.roll.high, self.roll.low


def by_boards(player: Player) -> Mover:
    """A player that needs only the boards, as one who is shown position and roll as well."""
    return lambda position, roll, boards: player(boards)  # noqa: ARG005


class RandomMover:
    """Plays anything, each play equally likely."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def __call__(self, position: Position, roll: Roll, boards_after: Boards) -> int:  # noqa: ARG002
        return self._random.randrange(len(boards_after))


class Plays:
    """Finds the boards after the plays of a roll, in an order that depends on nothing but the boards."""

    def __init__(self) -> None:
        from sixprime.core.movegen import PlayTable

        self._table = PlayTable()

    def __call__(self, position: Position, roll: Roll) -> Boards:
        found = self._table.fill(np.array(position.points, dtype=np.int8), roll)
        boards = self._table.results[:found]
        return boards[np.lexsort(boards.T[::-1])]


def turns(
    position: Position, rolls: Iterator[Roll], movers: Sequence[Mover], plays: Plays
) -> Iterator[tuple[Position, Roll, Boards]]:
    """A game from a position, turn by turn, each in its player's view; the movers take turns, the first begins.

    The last turn is followed by the position after it with no boards, in the view of the player who did not win.
    """
    for turn, roll in enumerate(rolls):
        boards = plays(position, roll)
        yield position, roll, boards
        if len(boards):
            chosen = boards[movers[turn % len(movers)](position, roll, boards)]
            position = Position(tuple(chosen.tolist()))
        position = position.flipped()
        if position.is_over:
            yield position, roll, boards[:0]
            return


def throws(random: Random, *, opening: bool = False) -> Iterator[Roll]:
    """Rolls without end; the first of a game is no double."""
    if opening:
        yield Roll(*random.sample(range(1, 7), 2))
    while True:
        yield Roll(random.randint(1, 6), random.randint(1, 6))


class DecisionMaker:
    """Makes the decisions of a seed. `movers` play the games they come from: each decision draws one of them."""

    def __init__(self, seed: int, movers: Sequence[Mover]) -> None:
        self._seed = seed
        self._movers = movers
        self._plays = Plays()

    def make(self, number: int, known: set[tuple[tuple[int, ...], int, int]]) -> Decision:
        """Make the decision of a number, counted from 0; one whose key is known is passed over for the next try."""
        source = SOURCES[number % len(SOURCES)]
        attempt = 0
        while True:
            found = self._try(source, Random(f"{self._seed}/{number}/{attempt}"))
            if found is not None and found.key not in known:
                return found
            attempt += 1

    def _try(self, source: str, random: Random) -> Decision | None:
        mover = random.choice(self._movers)
        loose = self._loosely(mover, random)
        if source == GAME:
            return self._from_game(source, random, mover, 0)
        if source == LOOSE_GAME:
            return self._from_game(source, random, loose, 0)
        if source == RANDOM_OPENING:
            return self._from_game(source, random, mover, random.randint(4, 16))
        wait = random.randint(0, MOVES_AFTER_SETUP)
        for position, roll, boards in turns(set_up(source, random), throws(random), [loose], self._plays):
            if position.is_over:
                return None
            if wait <= 0 and len(boards) >= 2:
                return Decision(position, roll, source)
            wait -= 1
        return None

    def _from_game(self, source: str, random: Random, mover: Mover, random_turns: int) -> Decision | None:
        """Any of the decisions of a whole game, each equally likely; not those of its random beginning."""
        played = 0

        def beginning_at_random(position: Position, roll: Roll, boards: Boards) -> int:
            return random.randrange(len(boards)) if played <= random_turns else mover(position, roll, boards)

        found: list[Decision] = []
        rolls = throws(random, opening=True)
        for position, roll, boards in turns(Position.standard(), rolls, [beginning_at_random], self._plays):
            played += 1
            if played > random_turns and len(boards) >= 2:
                found.append(Decision(position, roll, source))
            if played > MOST_TURNS:
                break
        return random.choice(found) if found else None

    @staticmethod
    def _loosely(mover: Mover, random: Random) -> Mover:
        def move(position: Position, roll: Roll, boards: Boards) -> int:
            if random.random() < LOOSE_SHARE:
                return random.randrange(len(boards))
            return mover(position, roll, boards)

        return move
