"""Values as JSON and back: frozen dataclasses whose fields are numbers, texts, choices, tuples and such dataclasses.

Reading is strict: whatever a field cannot hold is refused with the name of the field, and nothing else is believed.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, cast

from sixprime.core import SixprimeError
from sixprime.messages import shown, text

Value = TypeVar("Value")
Reader = Callable[[object, str], object]
"""Makes a value of what was found; the text is the name of the field."""

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
    return cast("Value", _reader_of(cast("Any", kind))(found, name or kind.__name__))


@cache
def _reader_of(kind: Any) -> Reader:
    """What reads values of a type. It is made once: a long review has tens of thousands of values."""
    if dataclasses.is_dataclass(kind):
        return _dataclass_reader(cast("type", kind))
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        return _union_reader(arguments)
    if origin is tuple:
        return _tuple_reader(arguments)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum_reader(kind)
    return _read_float if kind is float else _plain_reader(kind)


def _read_float(found: object, name: str) -> object:
    if type(found) is float or type(found) is int:
        if -LARGEST <= found <= LARGEST:  # an integer may be too large for a float
            return float(found)
    raise _refused(name, found)


def _plain_reader(kind: Any) -> Reader:
    def read(found: object, name: str) -> object:
        if kind in (int, str, bool) and type(found) is kind:
            return found
        raise _refused(name, found)

    return read


def _enum_reader(kind: type[Enum]) -> Reader:
    def read(found: object, name: str) -> object:
        try:
            return kind(found)
        except ValueError:
            raise _refused(name, found) from None

    return read


def _dataclass_reader(kind: type) -> Reader:
    hints = typing.get_type_hints(kind)
    fields = {field.name: field.default is dataclasses.MISSING for field in dataclasses.fields(kind)}
    readers: dict[str, Reader] = {}

    def read(found: object, name: str) -> object:
        if not isinstance(found, dict):
            raise _refused(name, found)
        if not readers:  # made now, because a dataclass may have fields of its own type
            readers.update({key: _reader_of(hints[key]) for key in fields})
        if not found.keys() <= fields.keys():
            unknown = next(key for key in found if key not in fields)
            raise InvalidValue(text("unknown field {field}", field=shown(unknown)))
        values = {}
        for key, is_needed in fields.items():
            if key in found:
                values[key] = readers[key](found[key], key)
            elif is_needed:
                raise InvalidValue(text("the field {field} is missing", field=key))
        return kind(**values)

    return read


def _union_reader(kinds: tuple[Any, ...]) -> Reader:
    has_none = type(None) in kinds
    others = [kind for kind in kinds if kind is not type(None)]
    readers = [_reader_of(kind) for kind in others]
    names = [{field.name for field in dataclasses.fields(kind)} for kind in others if dataclasses.is_dataclass(kind)]
    are_dataclasses = len(names) == len(others)

    def read(found: object, name: str) -> object:
        if found is None and has_none:
            return None
        problem: InvalidValue | None = None
        for number, reader in enumerate(readers):
            is_last = number + 1 == len(readers)
            if are_dataclasses and not is_last and isinstance(found, dict) and not found.keys() <= names[number]:
                continue  # it is another of them
            try:
                return reader(found, name)
            except InvalidValue as error:
                problem = problem or error
        raise problem or _refused(name, found)

    return read


def _tuple_reader(kinds: tuple[Any, ...]) -> Reader:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        read_each = _reader_of(kinds[0])

        def read_many(found: object, name: str) -> object:
            if not isinstance(found, list):
                raise _refused(name, found)
            return tuple([read_each(entry, name) for entry in found])

        return read_many
    readers = [_reader_of(kind) for kind in kinds]

    def read(found: object, name: str) -> object:
        if not isinstance(found, list) or len(found) != len(readers):
            raise _refused(name, found)
        return tuple([reader(entry, name) for reader, entry in zip(readers, found, strict=True)])

    return read


def _refused(name: str, found: object) -> InvalidValue:
    return InvalidValue(text("the field {field} cannot be {value}", field=name, value=shown(found)))
