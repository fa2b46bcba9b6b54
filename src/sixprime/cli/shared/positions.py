"""Positions on the command line: 26 numbers with commas, and ids and numbers that begin with a dash."""

from __future__ import annotations

import re

from sixprime.core import Position

_NUMBERS = re.compile(r"\s*+-?[0-9]{1,2}+(?:\s*+,\s*+-?[0-9]{1,2}+){25}\s*+")
_DASHED_POSITION = re.compile(
    r"-[0-9]+\s*,.*"  # numbers, with a checker of the opponent's on the bar
    r"|-[-A-Pa-p]*:.*"  # an XGID without its name
    r"|-.*\n.*",  # a board, of several lines
    re.DOTALL,
)
_GUARD = " "


def position_of_numbers(written: str) -> Position | None:
    """The position of 26 numbers with commas, from the opponent's bar to the mover's; None if the text is no such."""
    if not _NUMBERS.fullmatch(written):
        return None
    return Position(tuple(int(number) for number in written.split(",")))


def guard_position(argument: str) -> str:
    """The argument, with a space before it if it is a position that a parser would take for an option.

    No option looks like one: names of options have neither digits after a single dash, nor colons, nor line breaks.
    """
    return _GUARD + argument if _DASHED_POSITION.fullmatch(argument) else argument


def unguard_position(value: object) -> object:
    """The value of a parameter, without the space that `guard_position` put before it."""
    if isinstance(value, str) and value.startswith(_GUARD) and _DASHED_POSITION.fullmatch(value[len(_GUARD) :]):
        return value[len(_GUARD) :]
    return value
