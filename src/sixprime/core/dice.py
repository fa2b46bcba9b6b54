"""Dice: the two numbers of a roll, and where they come from.

A source of dice is any object with a method `roll()`: cryptographic, seeded, typed in by hand, or read from a record.
For the opening each player throws one die: the first die of the roll is White's, the second Black's.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Protocol, cast

from sixprime.core.errors import InvalidRoll
from sixprime.messages import counted, shown, text


def _is_die(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= 6


@dataclass(frozen=True, slots=True)
class Roll:
    """Two dice, in the order in which they were thrown.

    >>> roll = Roll.of("13")
    >>> str(roll), roll.high, roll.numbers
    ('1-3', 3, (3, 1))
    >>> Roll(2, 2).numbers
    (2, 2, 2, 2)
    """

    first: int
    second: int

    def __post_init__(self) -> None:
        if type(self.first) is type(self.second) is int and 1 <= self.first <= 6 and 1 <= self.second <= 6:
            return
        for number in (self.first, self.second):
            if not _is_die(number):
                raise InvalidRoll(text("a die shows 1 to 6, not {number}", number=shown(number)))

    @classmethod
    def of(cls, value: RollLike) -> Roll:
        """A roll from a roll, from two numbers, or from text such as `31`, `3-1`, `3 1` or `3,1`."""
        if isinstance(value, Roll):
            return value
        if isinstance(value, str):
            digits = [character for character in value if character not in " -,:/\t"]
            if len(digits) != 2 or any(digit not in "123456" for digit in digits):
                raise InvalidRoll(text("a roll is two numbers from 1 to 6, such as 31, not {text}", text=shown(value)))
            return cls(int(digits[0]), int(digits[1]))
        try:
            numbers = list(islice(value, 3))
        except TypeError:
            raise InvalidRoll(text("a roll is written like '31' or (3, 1), not {value}", value=shown(value))) from None
        if len(numbers) != 2:
            raise InvalidRoll(text("a roll is two numbers from 1 to 6, such as 31, not {text}", text=shown(value)))
        return cls(numbers[0], numbers[1])

    @property
    def is_double(self) -> bool:
        """Whether both dice show the same number."""
        return self.first == self.second

    @property
    def high(self) -> int:
        """The larger number."""
        return max(self.first, self.second)

    @property
    def low(self) -> int:
        """The smaller number."""
        return min(self.first, self.second)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to be played: the higher first, a double four times."""
        return (self.first,) * 4 if self.is_double else (self.high, self.low)

    def __iter__(self) -> Iterator[int]:
        return iter((self.first, self.second))

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


RollLike = Roll | Iterable[int] | str
"""What is understood as a roll: a `Roll`, two numbers such as `(3, 1)`, or text such as `"31"`."""

ALL_ROLLS: tuple[Roll, ...] = tuple(Roll(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 different rolls, higher die first."""


class Dice(Protocol):
    """A source of rolls: any object with this method will do.

    >>> class Loaded:
    ...     def roll(self) -> Roll:
    ...         return Roll(6, 6)
    >>> throw(Loaded())
    Roll(first=6, second=6)
    """

    def roll(self) -> Roll:
        """Throw both dice."""
        ...


class CryptographicDice:
    """Dice from the operating system's entropy: nobody can foresee or repeat them.

    >>> 1 <= CryptographicDice().roll().first <= 6
    True
    """

    def roll(self) -> Roll:
        """Throw both dice."""
        return Roll(1 + secrets.randbelow(6), 1 + secrets.randbelow(6))


class SeededDice:
    """Dice that follow from a seed: equal seeds give equal rolls, on every machine and in every version.

    The numbers are the bytes of HMAC-SHA256 keyed by the seed over a counter (eight bytes, big-endian); bytes
    from 252 up are skipped, so that each number is equally likely, and the others count modulo six.

    >>> dice, again = SeededDice("anything"), SeededDice("anything")
    >>> [dice.roll() for _ in range(5)] == [again.roll() for _ in range(5)]
    True
    """

    def __init__(self, seed: int | str | bytes) -> None:
        self._key = seed if isinstance(seed, bytes) else str(seed).encode("utf-8", "surrogatepass")
        self._counter = 0
        self._numbers: list[int] = []

    def _next(self) -> int:
        while not self._numbers:
            block = hmac.new(self._key, self._counter.to_bytes(8, "big"), hashlib.sha256).digest()
            self._numbers = [1 + byte % 6 for byte in reversed(block) if byte < 252]
            self._counter += 1
        return self._numbers.pop()

    def roll(self) -> Roll:
        """Throw both dice."""
        return Roll(self._next(), self._next())


class ManualDice:
    """Real dice on the table: `ask` is called for each roll and returns what they show.

    >>> ManualDice(lambda: "3 1").roll()  # in a program: lambda: input("Your roll? ")
    Roll(first=3, second=1)
    """

    def __init__(self, ask: Callable[[], RollLike]) -> None:
        self._ask = ask

    def roll(self) -> Roll:
        """Ask for the next roll."""
        return Roll.of(self._ask())


class RecordedDice:
    """Rolls known beforehand, for replays and tests. Asking for more than there are is an error.

    >>> dice = RecordedDice(["31", (6, 4)])
    >>> dice.roll(), dice.remaining
    (Roll(first=3, second=1), 1)
    """

    def __init__(self, rolls: Iterable[RollLike]) -> None:
        self._rolls = [Roll.of(roll) for roll in rolls]
        self._next = 0

    @property
    def remaining(self) -> int:
        """How many rolls are left."""
        return len(self._rolls) - self._next

    def roll(self) -> Roll:
        """The next roll of the record."""
        if not self.remaining:
            raise InvalidRoll(
                counted(
                    "the record has {count} roll, and it has been used",
                    "the record has {count} rolls, and all of them have been used",
                    len(self._rolls),
                )
            )
        self._next += 1
        return self._rolls[self._next - 1]


def throw(dice: Dice | RollLike) -> Roll:
    """The next roll of a source of dice, or the roll itself where the dice are given.

    >>> throw(RecordedDice(["52"])), throw("31")
    (Roll(first=5, second=2), Roll(first=3, second=1))
    """
    if callable(getattr(dice, "roll", None)):
        return cast("Dice", dice).roll()
    return Roll.of(cast("RollLike", dice))


def opening_rolls(dice: Dice) -> Iterator[Roll]:
    """Throw for the opening until the dice differ. All throws are given, the ties first.

    >>> [str(roll) for roll in opening_rolls(RecordedDice(["44", "52", "31"]))]
    ['4-4', '5-2']
    """
    while True:
        roll = dice.roll()
        yield roll
        if not roll.is_double:
            return
