"""Gets values from BGBlitz' documents, in which any value may be missing or of an unexpected type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sixprime.formats.reading.imported_plays import known

NOT_EVALUATED = -90.0
"""BGBlitz writes -99 and -999 if it has no number."""

Values = Mapping[str, object]


def object_at(values: Values, name: str) -> Values:
    found = values.get(name)
    return found if isinstance(found, dict) else {}


def list_at(values: Values, name: str) -> Sequence[object]:
    found = values.get(name)
    return found if isinstance(found, list) else ()


def text_at(values: Values, name: str) -> str:
    found = values.get(name)
    return found if isinstance(found, str) else ""


def bool_at(values: Values, name: str) -> bool | None:
    found = values.get(name)
    return found if isinstance(found, bool) else None


def whole(value: object) -> int | None:
    """A whole number, given as a number or as text; None if it is none."""
    number = _number(value)
    return int(number) if number is not None and number == int(number) and abs(number) < 1e9 else None


def int_at(values: Values, name: str) -> int | None:
    return whole(values.get(name))


def float_at(values: Values, name: str) -> float | None:
    """A number; None if it is missing, or a mark for a missing one."""
    number = known(_number(values.get(name)))
    return None if number is None or number <= NOT_EVALUATED else number


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        if len(value) > 40:
            return None
        value = value.strip().replace(",", ".")
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if abs(number) < 1e15 else None
