"""Errors of the databases: whether the database is at fault or the values in a statement, and a line for the log.

Drivers quote values in their messages, and rows hold secrets, so logs get the kind of an error and no more than that.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator

from sixprime.messages import Message
from sixprime.messages.system_errors import reason

UNAVAILABLE = ("08", "40", "53", "55", "57", "58", "XX")
"""Classes of PostgreSQL's error codes that are not about values: connections, resources, shutdowns, the system."""


class DatabaseUnavailable(Exception):
    """The database takes no writes at all: it is not reached, it is stopping, or its disk is full."""


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, and those that it wraps."""
    found: BaseException | None = error
    for _ in range(5):
        if found is None:
            return
        yield found
        found = getattr(found, "orig", None) or found.__cause__


def code_of(error: BaseException) -> str | None:
    """PostgreSQL's code of an error, five letters and digits."""
    for cause in _causes(error):
        code = getattr(cause, "sqlstate", None)
        if isinstance(code, str) and len(code) == 5:
            return code
    return None


def is_about_values(error: BaseException) -> bool:
    """Whether an error of PostgreSQL or of its driver is about the values in the statement."""
    code = code_of(error)
    if code is not None:
        return not code.startswith(UNAVAILABLE)
    return any(isinstance(cause, ValueError) for cause in _causes(error))  # the driver could not encode a value


def describe_error(error: BaseException) -> str:
    """The kind of an error, without values: its class, PostgreSQL's code, and the message if it quotes nothing."""
    root = list(_causes(error))[-1]
    words = [type(root).__name__]
    if (code := code_of(error)) is not None:
        words.append(f"({code})")
    told = str(root).strip().splitlines()
    is_plain = isinstance(root, sqlite3.OperationalError | OSError) or (code or "").startswith(UNAVAILABLE)
    if told and is_plain:
        words[-1] += ":"
        words.append(re.sub(r"'[^']*'|\"[^\"]*\"", "...", told[0])[:200])
    return " ".join(words)


def first_line(error: Exception) -> Message | str:
    """Why a database cannot be used, in one line: the reason of the system, or the first line of the database's."""
    if isinstance(error, OSError):
        return reason(error)
    cause = getattr(error, "orig", None) or error
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return lines[0].rpartition(">: ")[2][:300]
