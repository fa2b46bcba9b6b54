"""How the server writes JSON and times, in messages, answers and the database."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime


def compact_json(value: object) -> str:
    """JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def iso_time(milliseconds: int) -> str:
    """A time in milliseconds as the protocol writes it: ISO 8601, in UTC, to the second."""
    moment = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
