"""What is written to the database, and the statements that write it: many writes in as few statements as can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Table, Update, bindparam, insert, update
from sqlalchemy import text as sql

from sixprime.server import schema

Row = Mapping[str, Any]
CHANNEL = "sixprime"
"""Where processes tell each other what they have written."""


@dataclass(frozen=True, slots=True)
class Write:
    """What belongs together: all of it is committed, or nothing."""

    inserts: Mapping[Table, Sequence[Row]] = field(default_factory=dict)
    standing: Row | None = None
    """What the list of matches shows of a match from now on: columns of `matches` by name, `id` among them."""
    seats: Sequence[Row] = ()
    """Columns of seats that change: match, side, kind, level, name, holder, seen."""
    seen: Sequence[Row] = ()
    """When holders were last there: match, side, seen."""
    notice: str | None = None
    """What other processes are told once this is committed."""


_ORDER = (schema.matches, schema.seats, schema.dice, schema.entries)
_INSERTS = {table: insert(table) for table in _ORDER}
_STANDING = ("updated", "phase", "to_act", "bot_waits", "white_points", "black_points", "winner", "finished")


def _change(table: Table, keys: Mapping[str, str], columns: Sequence[str]) -> Update:
    """An update of some columns of a row, for many rows at once."""
    statement = update(table).values({column: bindparam(f"new_{column}") for column in columns})
    for column, name in keys.items():
        statement = statement.where(table.c[column] == bindparam(name))
    return statement


_CHANGE_STANDING = _change(schema.matches, {"id": "key_id"}, _STANDING)
_SEAT_KEYS = {"match": "key_match", "side": "key_side"}
_CHANGE_SEAT = _change(schema.seats, _SEAT_KEYS, ("kind", "level", "name", "holder", "seen"))
_CHANGE_SEEN = _change(schema.seats, _SEAT_KEYS, ("seen",))
_NOTIFY = sql("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) AS notice")


def _named(row: Row, keys: Sequence[str]) -> dict[str, Any]:
    return {f"key_{name}" if name in keys else f"new_{name}": value for name, value in row.items()}


def send(connection: Connection, writes: Sequence[Write]) -> None:
    """Send writes within the transaction that the connection is in."""
    for table in _ORDER:
        rows = [row for write in writes for row in write.inserts.get(table, ())]
        if rows:
            connection.execute(_INSERTS[table], rows)
    standings = {write.standing["id"]: write.standing for write in writes if write.standing is not None}
    if standings:
        # In one order everywhere, so that processes never wait for each other in a circle.
        connection.execute(_CHANGE_STANDING, [_named(row, ("id",)) for _, row in sorted(standings.items())])
    for statement, changed in (
        (_CHANGE_SEAT, [row for write in writes for row in write.seats]),
        (_CHANGE_SEEN, [row for write in writes for row in write.seen]),
    ):
        if changed:
            ordered = sorted(changed, key=lambda row: (row["match"], row["side"]))
            connection.execute(statement, [_named(row, ("match", "side")) for row in ordered])
    if connection.dialect.name == "postgresql":
        notices = [write.notice for write in writes if write.notice is not None]
        if notices:
            connection.execute(_NOTIFY, {"channel": CHANNEL, "notices": notices})
