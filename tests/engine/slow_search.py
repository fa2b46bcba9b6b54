"""Looking ahead as anybody would write it down: what the search is compared with."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sixprime import ALL_ROLLS, STANDARD, BearOff, Position, Roll, RuleSet
from sixprime.core.kernels import MAX_PLAYS
from sixprime.core.movegen import BEAR_OFF_CODES, to_board
from sixprime.engine import net_kernels
from sixprime.engine.evaluators import shared_tables
from sixprime.engine.nets import Net
from sixprime.engine.quick_kernels import quick_plays

Floats = npt.NDArray[np.float32]
ALL = MAX_PLAYS


@dataclass
class Slow:
    """Looks ahead as anybody would write it down. Only what single plays are worth at a look comes from kernels."""

    net: Net
    rules: RuleSet = STANDARD
    keep: int = ALL
    margin: float = 9.0
    known: dict[tuple[Position, int], Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._room, self._quick_room = net_kernels.new_room(), net_kernels.new_room()
        self._code = BEAR_OFF_CODES[self.rules.bear_off]
        self._standard = self.rules.bear_off is BearOff.STANDARD
        self._tables = shared_tables().arrays(exact_endings=self._standard)

    def at_a_look(self, position: Position) -> Floats:
        """The chances of who has just moved."""
        chances = np.empty((1, 5), dtype=np.float32)
        board = to_board(position).reshape(1, 26)
        net_kernels.evaluate_boards(board, position.checkers, self.net.arrays(), self._tables, chances)
        return np.array(chances[0])

    def answer(self, position: Position, roll: Roll) -> Position:
        """The position after the play that the player on roll would choose at a look."""
        asked = (to_board(position), position.checkers, roll.high, roll.low, self._code)
        quick, full = self._quick_room, self._room
        found = net_kernels.evaluate_plays(*asked, self.net.arrays(), self._tables, full)
        if found == 0:
            return position
        worth = [net_kernels.equity(row) for row in full.chances[:found]]
        quick_plays(*asked, self.net.quick_arrays(), self._tables, quick)
        first_look = [net_kernels.equity(row) for row in quick.chances[:found]]
        likely = sorted(range(found), key=lambda play: -first_look[play])[: self.keep]
        likely = [play for play in likely if first_look[play] >= max(first_look) - self.margin]
        best = max(sorted(likely), key=lambda play: worth[play])
        return Position(tuple(full.results[best].tolist()), position.checkers)

    def value(self, position: Position, plies: int) -> Floats:
        """The chances of who has just moved, so many plies deep."""
        if plies == 0 or position.is_over or (self._standard and is_bear_off(position)):
            return self.at_a_look(position)
        if (position, plies) not in self.known:
            total = np.zeros(5)
            for roll in ALL_ROLLS:
                answered = self.answer(position.flipped(), roll)
                total += self.value(answered, plies - 1) * (1 if roll.is_double else 2)
            chances = (total / 36).astype(np.float32)
            net_kernels.turn_round(chances)
            net_kernels.make_consistent(to_board(position), position.checkers, chances)
            self.known[position, plies] = chances
        return self.known[position, plies]


def is_bear_off(position: Position) -> bool:
    return all(count == 0 for count in (*position.points[7:19], position.points[0], position.points[25])) and not (
        any(count < 0 for count in position.points[1:7]) or any(count > 0 for count in position.points[19:25])
    )
