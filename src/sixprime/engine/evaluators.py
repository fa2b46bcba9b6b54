"""What a position is worth: `Chances`, the `Evaluator` that gives them, and the net as one.

Kernels speak of positions after a play; people ask about positions before a roll. Both are here, and each says
whose chances they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from sixprime.core import STANDARD, BearOff, Play, Position, Roll, RuleSet
from sixprime.core.movegen import BEAR_OFF_CODES, to_board
from sixprime.engine import net_kernels
from sixprime.engine.nets import Net, Tables, Workspace

Boards = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]

DEFAULT_NET = Path(__file__).parent / "data" / "default.net"


@dataclass(frozen=True, slots=True)
class Chances:
    """How a game may end, for one player. Gammons include backgammons, wins include both."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @property
    def equity(self) -> float:
        """Points a game at a cube of 1 that nobody turns, for that player."""
        return 2 * self.win - 1 + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon

    def for_opponent(self) -> Chances:
        """The same chances, for the other player."""
        return Chances(1 - self.win, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon)


class Evaluator(Protocol):
    """Anything that can say what positions are worth."""

    def after_plays(self, boards: Boards, checkers: int) -> Floats:
        """Chances of the player who has just moved, for boards (n, 26) in that player's view; (n, 5) in the order
        of `Chances`."""
        ...


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """A legal play and the chances it leaves the player who makes it."""

    play: Play
    chances: Chances


class NetEvaluator:
    """The net, for people and for programs. Not to be shared by threads: each makes its own, of the same net."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self._tables = _tables()
        self._workspace = Workspace()

    @classmethod
    def default(cls) -> NetEvaluator:
        """The net that comes with the program."""
        return cls(_default_net())

    def after_plays(self, boards: Boards, checkers: int, rules: RuleSet = STANDARD) -> Floats:
        chances = np.empty((len(boards), net_kernels.OUTPUTS), dtype=np.float32)
        exact = rules.bear_off is BearOff.STANDARD
        tables = self._tables.arrays() if exact else self._tables.without_exact_endings()
        net_kernels.evaluate_boards(boards, checkers, *self.net.arrays(), *tables, chances)
        return chances

    def chances(self, position: Position, rules: RuleSet = STANDARD) -> Chances:
        """The chances of the player on roll, before the roll."""
        flipped = to_board(position.flipped()).reshape(1, 26)
        return _as_chances(self.after_plays(flipped, position.checkers, rules)[0]).for_opponent()

    def rank(self, position: Position, roll: Roll, rules: RuleSet = STANDARD) -> list[RankedPlay]:
        """The legal plays of a roll, the best first; of equal ones, the one listed first."""
        if position.is_over:
            return []
        room = self._workspace
        code = BEAR_OFF_CODES[rules.bear_off]
        found = net_kernels.evaluate_plays(
            to_board(position), position.checkers, roll.first, roll.second, code, *self.net.arrays(),
            *self._tables.arrays(), room.results, room.sources, room.low_first, room.keys, room.scratch, room.columns,
            room.active, room.sums, room.features, room.chances,
        )  # fmt: skip
        plays = list(position.legal_plays(roll, rules))
        assert len(plays) == found
        ranked = [RankedPlay(play, _as_chances(row)) for play, row in zip(plays, room.chances[:found], strict=True)]
        return sorted(ranked, key=lambda entry: -entry.chances.equity)


def _as_chances(row: Floats) -> Chances:
    return Chances(*(float(chance) for chance in row))


@cache
def _tables() -> Tables:
    return Tables()


@cache
def _default_net() -> Net:
    return Net.load(DEFAULT_NET)
