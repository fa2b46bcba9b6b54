"""Exact answers for the end of a race, when checkers are borne off by the standard rule.

`OneSided` knows for each way in which up to 15 checkers can stand at home how many rolls it takes to bear them off.
`TwoSided` knows for few checkers on both sides who wins, and what the position is worth with the cube. Both are
worked out in seconds when first needed and kept for later; hold on to what `load` gives. The engine reads the arrays
`rolls_table`, `next_off_table` and `table` with the kernels in `sixprime.engine.bearoff.kernels`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from sixprime import notices
from sixprime.compiled.arrays import Floats
from sixprime.core import Position, SixprimeError
from sixprime.core.movegen import to_board
from sixprime.engine.bearoff import kernels
from sixprime.engine.bearoff.files import Layout, is_kept, kept_tables
from sixprime.messages import shown, text

PIPS_PER_ROLL = 49 / 6
"""What a roll is worth on average, doubles counted four times."""

DEFAULT_TWO_SIDED_CHECKERS = 6
MOST_TWO_SIDED_CHECKERS = 10
"""A table for 10 checkers a side is a gigabyte; one more would more than double it."""

BLOCKS = 64
"""How many times the progress bar moves on."""


class NotABearoff(SixprimeError):
    """A position that a bear-off table does not hold."""


@dataclass(frozen=True, slots=True)
class RollDistribution:
    """How many rolls something takes: `chances[n]` is the chance that it takes exactly n."""

    chances: tuple[float, ...]

    @property
    def mean(self) -> float:
        return sum(n * chance for n, chance in enumerate(self.chances))

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        mean = self.mean
        return math.sqrt(sum((n - mean) ** 2 * chance for n, chance in enumerate(self.chances)))

    def within(self, rolls: int) -> float:
        """The chance that it takes so many rolls or fewer."""
        return min(math.fsum(self.chances[: max(rolls + 1, 0)]), 1.0)


@dataclass(frozen=True, slots=True)
class BearoffEquities:
    """The equities of the player on roll who does not double now, in units of the cube, for money.

    `cubeless` without a cube, the others with one that is `owned` by the player on roll, `centred`, or the
    `opponents`. Both sides play their best for the cube as it stands; there are no gammons any more.
    """

    cubeless: float
    owned: float
    centred: float
    opponents: float

    @property
    def doubled(self) -> float:
        """The equity of a double: twice as much with the cube on the other side if that is taken, 1 if dropped."""
        return min(2 * self.opponents, 1.0)

    @property
    def is_take(self) -> bool:
        """Whether the opponent does better, or as well, by taking a double."""
        return self.opponents <= 0.5

    @property
    def best_owned(self) -> float:
        """With a cube that the player on roll owns and uses now where that is better."""
        return max(self.owned, self.doubled)

    @property
    def best_centred(self) -> float:
        """With a cube in the middle that the player on roll uses now where that is better."""
        return max(self.centred, self.doubled)


class OneSided:
    """How many rolls one side needs: 15 checkers, 6 points, 54,264 positions, played for the smallest mean.

    Row r of `rolls_table` has the chances to need 0, 1, 2, ... rolls for all checkers, row r of `next_off_table` for
    the next one; r is `bearoff_kernels.rank_of`.
    """

    def __init__(self, rolls_table: Floats, next_off_table: Floats) -> None:
        self.rolls_table = rolls_table
        self.next_off_table = next_off_table

    @classmethod
    def load(cls, folder: Path | None = None) -> Self:
        """From the cache folder, or from another one; worked out and kept there if it is not there yet."""
        positions = kernels.ONE_SIDED_POSITIONS
        shapes = ((positions, kernels.ROLL_COLUMNS), (positions, kernels.NEXT_OFF_COLUMNS))
        return cls(*kept_tables(Layout("one-sided-15", shapes), _make_one_sided, folder))

    def rolls(self, position: Position) -> RollDistribution:
        """How many rolls the mover needs to bear off all checkers."""
        return _distribution(self.rolls_table[_mover_rank(position)])

    def mean_rolls(self, position: Position) -> float:
        """How many rolls that takes on average."""
        return self.rolls(position).mean

    def effective_pips(self, position: Position) -> float:
        """The mover's effective pip count: the pips of as many average rolls."""
        return self.mean_rolls(position) * PIPS_PER_ROLL

    def first_off(self, position: Position) -> RollDistribution:
        """How many rolls the mover needs to save the gammon, by bearing off one checker; none if one is off already."""
        rank = _mover_rank(position)
        return _distribution(self.next_off_table[0 if position.off else rank])


class TwoSided:
    """Who wins when few checkers are left on both sides, and by how much with the cube.

    `table[mine, theirs]` has the four equities of `BearoffEquities`; mine and theirs are
    `bearoff_kernels.rank_of` and `opponent_rank_of`.
    """

    def __init__(self, checkers: int, table: Floats) -> None:
        self.checkers = checkers
        self.table = table

    @classmethod
    def load(cls, checkers: int = DEFAULT_TWO_SIDED_CHECKERS, folder: Path | None = None) -> Self:
        """For up to so many checkers on each side. From the cache folder, or another; worked out if not there yet.

        6 checkers take 14 megabytes and less than a second; 8 take 144 megabytes and some ten seconds.
        """
        whole = isinstance(checkers, int) and not isinstance(checkers, bool)
        if not whole or not 1 <= checkers <= MOST_TWO_SIDED_CHECKERS:
            raise NotABearoff(
                text(
                    "a two-sided bear-off table is for 1 to {most} checkers a side, not {checkers}",
                    most=MOST_TWO_SIDED_CHECKERS,
                    checkers=shown(checkers),
                )
            )
        layout = cls._layout(checkers)
        (table,) = kept_tables(layout, lambda: (_make_two_sided(checkers, layout.shapes[0][0]),), folder)
        return cls(checkers, table)

    @classmethod
    def largest(cls, folder: Path | None = None) -> Self:
        """The table for most checkers that has been made, at least the one for 6."""
        kept = (
            checkers
            for checkers in range(MOST_TWO_SIDED_CHECKERS, DEFAULT_TWO_SIDED_CHECKERS, -1)
            if is_kept(cls._layout(checkers), folder)
        )
        return cls.load(next(kept, DEFAULT_TWO_SIDED_CHECKERS), folder)

    @staticmethod
    def _layout(checkers: int) -> Layout:
        positions = int(kernels.CHOOSE[kernels.HOME_POINTS, checkers + kernels.HOME_POINTS])
        return Layout(f"two-sided-{checkers}", ((positions, positions, kernels.EQUITY_COLUMNS),))

    def covers(self, position: Position) -> bool:
        """Whether this table holds a position."""
        try:
            self._ranks(position)
        except NotABearoff:
            return False
        return True

    def win_chance(self, position: Position) -> float:
        """The chance that the mover, who is on roll, wins, both playing for nothing else."""
        return (1 + float(self.table[*self._ranks(position), kernels.CUBELESS])) / 2

    def equities(self, position: Position) -> BearoffEquities:
        """What the position is worth to the mover, who is on roll."""
        return BearoffEquities(*self.table[self._ranks(position)].tolist())

    def _ranks(self, position: Position) -> tuple[int, int]:
        board = to_board(position)
        if not kernels.is_bearoff(board):
            raise NotABearoff(text("not a bear-off: both sides need all their checkers at home"))
        mover, opponent = position.checkers - position.off, position.checkers - position.opponent_off
        if max(mover, opponent) > self.checkers:
            raise NotABearoff(
                text(
                    "the two-sided bear-off table has up to {most} checkers a side, here are {mover} and {opponent}",
                    most=self.checkers,
                    mover=mover,
                    opponent=opponent,
                )
            )
        if not position.off or not position.opponent_off:
            raise NotABearoff(
                text("the two-sided bear-off table is for when no gammon is possible: both sides have a checker off")
            )
        return kernels.rank_of(board), kernels.opponent_rank_of(board)


def no_one_sided_table() -> Floats:
    """A one-sided table that covers nothing, for kernels that want one where there is none."""
    table = np.empty((0, 0), dtype=np.float32)
    table.flags.writeable = False
    return table


def no_two_sided_table() -> Floats:
    """A two-sided table that covers nothing, for kernels that want one where there is none."""
    table = np.empty((0, 0, kernels.EQUITY_COLUMNS), dtype=np.float32)
    table.flags.writeable = False
    return table


def _mover_rank(position: Position) -> int:
    if not position.all_home:
        raise NotABearoff(text("not a bear-off: the mover needs all checkers at home"))
    if position.has_contact:
        raise NotABearoff(text("not a bear-off: a checker of the opponent's is behind the mover's"))
    return kernels.rank_of(to_board(position).clip(0))


def _distribution(row: Floats) -> RollDistribution:
    last = int(np.flatnonzero(row)[-1])
    return RollDistribution(tuple(row[: last + 1].tolist()))


@contextmanager
def _progress_bar() -> Iterator[Callable[[float], None]]:
    """Shows which part of the work is done, where somebody is looking. It has no words: the notice said them."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True, emoji=False), transient=True) as bar:
        work = bar.add_task("", total=1.0)
        yield lambda part: bar.update(work, completed=part)


def _fill(positions: int, power: int, fill: Callable[[int, int], None]) -> None:
    """Fill a table from 0 up. The work to reach a position grows with this power of its number."""
    with _progress_bar() as show:
        start = 0
        for block in range(1, BLOCKS + 1):
            stop = round(positions * (block / BLOCKS) ** (1 / power))
            fill(start, stop)
            start = stop
            show(block / BLOCKS)


def _make_one_sided() -> tuple[Floats, Floats]:
    notices.tell(text("working out the one-sided bear-off table, once on this machine ..."))
    positions = kernels.ONE_SIDED_POSITIONS
    rolls = np.empty((positions, kernels.ROLL_COLUMNS))
    next_off = np.empty((positions, kernels.NEXT_OFF_COLUMNS))
    mean_rolls, mean_next_off = np.empty(positions), np.empty(positions)
    _fill(
        positions,
        1,
        lambda start, stop: kernels.fill_one_sided(start, stop, rolls, next_off, mean_rolls, mean_next_off),
    )
    return rolls.astype(np.float32), next_off.astype(np.float32)


def _make_two_sided(checkers: int, positions: int) -> Floats:
    notices.tell(
        text(
            "working out the two-sided bear-off table for {checkers} checkers, once on this machine ...",
            checkers=checkers,
        )
    )
    offsets = np.empty(kernels.ROLLS * positions + 1, dtype=np.int64)
    found = kernels.list_results(positions, offsets, np.empty(0, dtype=np.int32))
    after = np.empty(found, dtype=np.int32)
    kernels.list_results(positions, offsets, after)
    table = np.empty((positions, positions, kernels.EQUITY_COLUMNS), dtype=np.float32)
    _fill(positions, 2, lambda start, stop: kernels.fill_two_sided(start, stop, offsets, after, table))
    return table
