"""Values as JSON and back: frozen dataclasses whose fields are numbers, texts, choices, tuples and such dataclasses.

Reading is strict: whatever a field cannot hold is refused with the name of the field, and nothing else is believed.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, cast

from sixprime.core import SixprimeError
from sixprime.messages import shown, text

Value = TypeVar("Value")

LARGEST = 1e9
"""No number that is kept is larger."""


class InvalidValue(SixprimeError):
    """JSON that is not such a value."""


def to_json(value: object, digits: int | None = 7) -> Any:
    """What `json.dumps` can write. Fields that have their default are left out. Numbers have so many digits after the
    point; None keeps them as they are."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [to_json(entry, digits) for entry in value]
    if isinstance(value, Mapping):
        return {str(name): to_json(entry, digits) for name, entry in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        found = {}
        for field in dataclasses.fields(value):
            entry = getattr(value, field.name)
            if field.default is dataclasses.MISSING or entry != field.default:
                found[field.name] = to_json(entry, digits)
        return found
    if isinstance(value, float) and digits is not None:
        return round(value, digits)
    return value


def from_json(kind: type[Value], found: object, name: str = "") -> Value:
    """The value that `to_json` wrote; `InvalidValue` if it is none."""
    return cast("Value", _read(kind, found, name or kind.__name__))


def _read(kind: Any, found: object, name: str) -> object:
    if dataclasses.is_dataclass(kind):
        return _read_dataclass(cast("type", kind), found, name)
    origin = typing.get_origin(kind)
    if origin in (Union, types.UnionType):
        return _read_union(typing.get_args(kind), found, name)
    if origin is tuple and isinstance(found, list):
        return _read_tuple(typing.get_args(kind), found, name)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(found)
        except ValueError:
            raise _refused(name, found) from None
    if kind is float and isinstance(found, int | float) and type(found) is not bool:
        # An integer may be too large for a float.
        if -LARGEST <= found <= LARGEST:
            return float(found)
    if kind in (int, str, bool) and type(found) is kind:
        return found
    raise _refused(name, found)


def _read_dataclass(kind: type, found: object, name: str) -> object:
    if not isinstance(found, dict):
        raise _refused(name, found)
    hints = _hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}
    unknown = next((key for key in found if key not in fields), None)
    if unknown is not None:
        raise InvalidValue(text("unknown field {field}", field=shown(unknown)))
    values = {}
    for key, field in fields.items():
        if key in found:
            values[key] = _read(hints[key], found[key], key)
        elif field.default is dataclasses.MISSING:
            raise InvalidValue(text("the field {field} is missing", field=key))
    return kind(**values)


def _read_union(kinds: tuple[Any, ...], found: object, name: str) -> object:
    if found is None and type(None) in kinds:
        return None
    problem: InvalidValue | None = None
    for kind in kinds:
        if kind is not type(None):
            try:
                return _read(kind, found, name)
            except InvalidValue as error:
                problem = problem or error
    raise problem or _refused(name, found)


def _read_tuple(kinds: tuple[Any, ...], found: list[object], name: str) -> tuple[object, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = (kinds[0],) * len(found)
    if len(kinds) != len(found):
        raise _refused(name, found)
    return tuple(_read(kind, entry, name) for kind, entry in zip(kinds, found, strict=True))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _refused(name: str, found: object) -> InvalidValue:
    return InvalidValue(text("the field {field} cannot be {value}", field=name, value=shown(found)))
