"""How dice were spread: counts of faces, pairs, doubles and repetitions beside what fair dice lead one to expect.

A `DiceTally` counts the rolls of any number of matches; each of its comparisons has a chi-square and its p-value, the
share of fair dice that would stray at least as far.
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sixprime.core import ALL_ROLLS, Roll

DOUBLES_SHARE = 1 / 6
REPEATS_SHARE = sum((1 if roll.is_double else 2) ** 2 for roll in ALL_ROLLS) / 36**2
"""How often a roll is followed by the same one, whichever die shows which number."""
LEAST_EXPECTED = 5
"""Chi-square needs an expectation of at least this in each cell; smaller cells are merged into one."""
MAX_RUN = 6
"""Runs of doubles of this length and more are counted together."""


@dataclass(frozen=True, slots=True)
class FrequencyComparison:
    """What was counted beside what fair dice lead one to expect, by name."""

    counts: Mapping[str, int]
    expected: Mapping[str, float]

    @property
    def _cells(self) -> list[tuple[int, float]]:
        """Counts and expectations, with the cells that are too small for chi-square merged."""
        cells = [(self.counts[name], expected) for name, expected in self.expected.items()]
        small = [cell for cell in cells if cell[1] < LEAST_EXPECTED]
        together = (sum(count for count, _ in small), sum(expected for _, expected in small))
        large = [cell for cell in cells if cell[1] >= LEAST_EXPECTED]
        return [*large, together] if together[1] > 0 else large

    @property
    def chi_square(self) -> float:
        """How far the counts are from what is expected; 0 where nothing was counted."""
        return sum((count - expected) ** 2 / expected for count, expected in self._cells)

    @property
    def degrees(self) -> int:
        """The degrees of freedom; 0 where there is too little to compare."""
        return max(len(self._cells) - 1, 0)

    @property
    def p_value(self) -> float:
        """The share of fair dice that would stray at least as far."""
        return chi_square_p_value(self.chi_square, self.degrees)

    def to_json(self) -> dict[str, object]:
        return {
            "counts": dict(self.counts),
            "expected": {name: round(expected, 3) for name, expected in self.expected.items()},
            "chi_square": round(self.chi_square, 6),
            "degrees": self.degrees,
            "p_value": round(self.p_value, 6),
        }


@dataclass(slots=True)
class DiceTally:
    """Counts over the rolls of matches; runs and repetitions never reach from one match into the next."""

    matches: int = 0
    throws: Counter[Roll] = field(default_factory=Counter)
    repeats: int = 0
    runs: Counter[int] = field(default_factory=Counter)
    """How many runs of so many doubles one after another there were."""

    @classmethod
    def of(cls, matches: Iterable[Sequence[Roll]]) -> DiceTally:
        tally = cls()
        for rolls in matches:
            tally.add(rolls)
        return tally

    def add(self, rolls: Sequence[Roll]) -> None:
        """Count the rolls of one match, in their order."""
        if not rolls:
            return
        self.matches += 1
        throws = [(roll.first, roll.second) for roll in rolls]
        self.throws.update({Roll(*throw): count for throw, count in Counter(throws).items()})
        pairs = [(max(throw), min(throw)) for throw in throws]
        self.repeats += sum(map(operator.eq, pairs, pairs[1:]))
        run = 0
        for first, second in (*throws, (2, 1)):  # one that is no double ends the last run
            if first == second:
                run += 1
            elif run:
                self.runs[min(run, MAX_RUN)] += 1
                run = 0

    def update(self, other: DiceTally) -> None:
        """Add the counts of another tally."""
        self.matches += other.matches
        self.throws.update(other.throws)
        self.repeats += other.repeats
        self.runs.update(other.runs)

    @property
    def rolls(self) -> int:
        return self.throws.total()

    @property
    def doubles(self) -> int:
        return sum(count for roll, count in self.throws.items() if roll.is_double)

    def faces(self) -> FrequencyComparison:
        """How often each number was thrown, two for each roll."""
        seen: Counter[int] = Counter()
        for roll, count in self.throws.items():
            seen[roll.first] += count
            seen[roll.second] += count
        return FrequencyComparison(
            {str(face): seen[face] for face in range(1, 7)},
            {str(face): self.rolls / 3 for face in range(1, 7)},
        )

    def pairs(self) -> FrequencyComparison:
        """How often each of the 21 rolls was thrown, the higher number first in its name."""
        seen: Counter[tuple[int, int]] = Counter()
        for roll, count in self.throws.items():
            seen[roll.high, roll.low] += count
        return FrequencyComparison(
            {f"{roll.first}{roll.second}": seen[roll.first, roll.second] for roll in ALL_ROLLS},
            {f"{roll.first}{roll.second}": self.rolls * (1 if roll.is_double else 2) / 36 for roll in ALL_ROLLS},
        )

    def double_share(self) -> FrequencyComparison:
        """How many rolls were doubles."""
        return _yes_or_no("double", self.doubles, self.rolls, DOUBLES_SHARE)

    def repetition(self) -> FrequencyComparison:
        """How many rolls were the same as the one before."""
        return _yes_or_no("same", self.repeats, self.rolls - self.matches, REPEATS_SHARE)

    def run_lengths(self) -> FrequencyComparison:
        """How long the runs of doubles were: each goes on with one chance in six."""
        total = self.runs.total()
        shares = [DOUBLES_SHARE ** (length - 1) * (1 - DOUBLES_SHARE) for length in range(1, MAX_RUN)]
        shares.append(DOUBLES_SHARE ** (MAX_RUN - 1))
        names = [str(length) for length in range(1, MAX_RUN)] + [f"{MAX_RUN}+"]
        return FrequencyComparison(
            {name: self.runs[length] for length, name in enumerate(names, 1)},
            {name: total * share for name, share in zip(names, shares, strict=True)},
        )

    def to_json(self) -> dict[str, object]:
        """The tally as the server answers it."""
        return {
            "matches": self.matches,
            "rolls": self.rolls,
            "faces": self.faces().to_json(),
            "pairs": self.pairs().to_json(),
            "doubles": self.double_share().to_json(),
            "repeats": self.repetition().to_json(),
            "runs_of_doubles": self.run_lengths().to_json(),
        }


def _yes_or_no(name: str, count: int, total: int, share: float) -> FrequencyComparison:
    other = f"not {name}"
    return FrequencyComparison({name: count, other: total - count}, {name: total * share, other: total * (1 - share)})


def chi_square_p_value(distance: float, degrees: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom is at least `distance`."""
    if distance <= 0 or not degrees:
        return 1.0
    shape, x = degrees / 2, distance / 2
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        return max(0.0, 1.0 - front * _lower_series(shape, x))
    return min(1.0, front * _upper_fraction(shape, x))


def _lower_series(shape: float, x: float) -> float:
    """The sum x^n / (shape (shape+1) ... (shape+n)), which converges quickly for small x."""
    term = total = 1 / shape
    n = 0
    while term > total * 1e-16:
        n += 1
        term *= x / (shape + n)
        total += term
    return total


def _upper_fraction(shape: float, x: float) -> float:
    """The continued fraction of the upper incomplete gamma function, from its far end; for x beyond the shape."""
    fraction = 0.0
    for n in range(200, 0, -1):
        fraction = n * (n - shape) / (x + 2 * n + 1 - shape - fraction)
    return 1 / (x + 1 - shape - fraction)
