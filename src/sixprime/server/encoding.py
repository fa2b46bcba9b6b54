"""How the server writes JSON and times, in messages, answers and the database."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from datetime import UTC, datetime


def compact_json(value: object) -> str:
    """JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def json_fields(value: Mapping[str, object]) -> str:
    """The fields of a JSON object without its braces, to be kept and given to `json_object`."""
    return compact_json(value)[1:-1]


def json_object(*fields: str, **values: str) -> str:
    """A JSON object, put together from text that is JSON already.

    `fields` are what `json_fields` gave, `values` are single values by name. States and acknowledgements are made this
    way, because most of their text is the same for many clients and is written once; every other answer is made by its
    model. Tests hold what comes out against the models.
    """
    return "{" + ",".join([*fields, *[f'"{name}":{value}' for name, value in values.items()]]) + "}"


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def iso_time(milliseconds: int) -> str:
    """A time in milliseconds as the protocol writes it: ISO 8601, in UTC, to the second."""
    moment = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
