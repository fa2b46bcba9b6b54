"""`EquityTable`: what a file of match equities says, checked, whichever format it is in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sixprime.core import SixprimeError
from sixprime.messages import is_text, shown, text

Rows = tuple[tuple[float, ...], ...]

MAX_POINTS = 200
"""Points that a table may go to."""

MOST_NUMBER = 2**63


class InvalidEquities(SixprimeError):
    """Not a table of match equities, or not a score.

    >>> from sixprime.engine import InvalidEquities, MatchEquities
    >>> try:
    ...     MatchEquities.named("no such table")
    ... except InvalidEquities:
    ...     print("unknown")
    unknown
    """


@dataclass(frozen=True, slots=True)
class EquityErrors:
    """The standard errors of a table's chances, in the same places."""

    before: Rows
    after: tuple[tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class EquityTable:
    """Chances to win a match by score.

    `before` is a square of the first player's chances: a row for each number of points needed, from 1, and in it a
    column for each that the other needs, the Crawford game to come or being played. `after` are the chances of the
    first and of the other player when trailing after the Crawford game, from 1 point needed.
    """

    name: str
    description: str
    before: Rows
    after: tuple[tuple[float, ...], tuple[float, ...]]
    credit: str = ""
    """Whose figures they are, and on what terms they may be passed on."""
    errors: EquityErrors | None = None
    """How far off the figures may be, where that is known."""
    made: tuple[tuple[str, str | int | float], ...] = ()
    """How they were found: names and settings, for a table of our own."""

    def __post_init__(self) -> None:
        for rows in (self.before, self.after):
            if not 1 <= len(rows) <= MAX_POINTS or not all(1 <= len(row) <= MAX_POINTS for row in rows):
                raise InvalidEquities(text("a table has 1 to {most} rows and columns", most=MAX_POINTS))
            for row in rows:
                _check_chances(row)
        for number, row in enumerate(self.before, 1):
            if len(row) != len(self.before):
                raise InvalidEquities(
                    text(
                        "row {number} has {found} figures, not {expected}",
                        number=number,
                        found=len(row),
                        expected=len(self.before),
                    )
                )
        if self.errors is not None:
            for rows, errors in ((self.before, self.errors.before), (self.after, self.errors.after)):
                if [len(row) for row in rows] != [len(row) for row in errors]:
                    raise InvalidEquities(text("the table needs an error for each chance"))
                for row in errors:
                    _check_chances(row)
        for name, value in self.made:
            number = type(value) in (int, float) and -MOST_NUMBER <= value <= MOST_NUMBER  # type: ignore[operator]
            if not is_text(name) or not (number or is_text(value)):
                raise InvalidEquities(text("how a table was made is told by texts and numbers"))


def _check_chances(row: Sequence[float]) -> None:
    for chance in row:
        if type(chance) is not float or not 0 <= chance <= 1:
            raise InvalidEquities(text("a chance is a number from 0 to 1, not {value}", value=shown(chance)))
