"""Reads the fields of ids; errors name the field or character and what is allowed there."""

from __future__ import annotations

import re

from sixprime.core import Position, SixprimeError
from sixprime.messages import Message, shown, text

MOST_POINTS = 999_999_999
"""The highest score in an id; no session gets there."""

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")


class InvalidId(SixprimeError):
    """The text is not an id of its kind; the message names the character or field and what would be right.

    >>> from sixprime.formats import position_from_id
    >>> position_from_id("4HPwATDgc/ABM!")
    Traceback (most recent call last):
    ...
    sixprime.formats.ids.fields.InvalidId: Position ID cannot be read: character 14 is ...
    """


def power_of_two(value: int) -> int:
    """The exponent of a cube value: 0 for 1, 1 for 2, 2 for 4."""
    return value.bit_length() - 1


def bad_id(kind: str, why: Message) -> InvalidId:
    return InvalidId(text("{kind} cannot be read: {why}", kind=kind, why=why))


def bad_character(number: int, character: str, allowed: str) -> Message:
    return text(
        "character {number} is {character}; allowed: {allowed}",
        number=number,
        character=shown(character),
        allowed=allowed,
    )


def bad_field(number: int, name: Message, value: object, allowed: str) -> Message:
    return text(
        "field {number} ({name}) is {value}; allowed: {allowed}",
        number=number,
        name=name,
        value=shown(value),
        allowed=allowed,
    )


def cannot_hold(kind: str, name: Message, value: object) -> InvalidId:
    return InvalidId(text("{kind} has no room for this: {name} is {value}", kind=kind, name=name, value=shown(value)))


def position_of(kind: str, points: list[int], checkers: int, *, turned: bool) -> Position:
    """The position of 26 numbers in an id, flipped if they are not in the view of the player on roll."""
    if turned:
        points = [-count for count in reversed(points)]
    try:
        return Position(tuple(points), checkers)
    except SixprimeError as error:
        raise bad_id(kind, error.message) from None


def whole_number(kind: str, fields: list[str], number: int, name: Message, lowest: int, highest: int) -> int:
    """A field, counted from 1, that is a whole number in decimal digits."""
    field = fields[number - 1]
    if _WHOLE_NUMBER.fullmatch(field) and lowest <= int(field) <= highest:
        return int(field)
    raise bad_id(kind, bad_field(number, name, field, f"{lowest}..{highest}"))
