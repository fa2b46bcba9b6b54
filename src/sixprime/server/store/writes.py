"""Writes, and the statements for them: many writes share as few statements as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Delete, Insert, Table, Update, bindparam, delete, exists, insert, update
from sqlalchemy import text as sql

from sixprime.server.store import schema
from sixprime.server.store.rows import Row

CHANNEL = "sixprime"
"""The PostgreSQL channel on which processes notify each other."""


@dataclass(frozen=True, slots=True)
class Write:
    """Changes that are committed together or not at all."""

    inserts: Mapping[Table, Sequence[Row]] = field(default_factory=dict)
    standing: Row | None = None
    """New values of columns of `matches` that lists show, by name, with the `id`."""
    seats: Sequence[Row] = ()
    """Columns of seats that change: match, side, kind, level, name, holder, seen."""
    seen: Sequence[Row] = ()
    """When holders were last there: match, side, seen."""
    removed: Sequence[Row] = ()
    """When holders took the match off their list: match, side, removed. A match that nobody lists is deleted."""
    notice: str | None = None
    """The notice for other processes, sent on commit."""

    @property
    def is_of_play(self) -> bool:
        """Whether this is ordinary play: only entries of an existing match, and no seat changes."""
        return not self.seats and not self.removed and all(table is schema.entries for table in self.inserts)


_ORDER = (schema.matches, schema.seats, schema.dice, schema.entries, schema.notes)
_INSERTS = {table: insert(table) for table in _ORDER}
STANDING = ("updated", "phase", "to_act", "bot_waits", "white_points", "black_points", "winner", "finished")


def _change(table: Table, keys: Sequence[str], columns: Sequence[str]) -> Update:
    """An update of some columns of a row, for many rows at once."""
    statement = update(table).values({column: bindparam(f"new_{column}") for column in columns})
    for column in keys:
        statement = statement.where(table.c[column] == bindparam(f"key_{column}"))
    return statement


_MATCH_KEYS = ("id",)
_SEAT_KEYS = ("match", "side")
_CHANGE_STANDING = _change(schema.matches, _MATCH_KEYS, STANDING)
_CHANGE_SEAT = _change(schema.seats, _SEAT_KEYS, ("kind", "level", "name", "holder", "seen"))
_CHANGE_SEEN = _change(schema.seats, _SEAT_KEYS, ("seen",))
_CHANGE_REMOVED = _change(schema.seats, _SEAT_KEYS, ("removed",))
# Of two players who remove a match at the same time the second waits for the first, and then sees that nobody lists it.
_LOCK_MATCH = (
    update(schema.matches).where(schema.matches.c.id == bindparam("key_id")).values(kind=schema.matches.c.kind)
)
_DELETE_UNLISTED = delete(schema.matches).where(
    schema.matches.c.id == bindparam("key_id"),
    ~exists().where(
        schema.seats.c.match == schema.matches.c.id,
        schema.seats.c.holder.is_not(None),
        schema.seats.c.removed.is_(None),
    ),
)
_NOTIFY = sql("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) AS notice")

STATEMENTS: Sequence[Insert | Update | Delete] = (
    *_INSERTS.values(), _CHANGE_STANDING, _CHANGE_SEAT, _CHANGE_SEEN, _LOCK_MATCH, _CHANGE_REMOVED, _DELETE_UNLISTED,
)  # fmt: skip
"""All statements that `batches` gives."""


def _named(row: Row, keys: Sequence[str]) -> dict[str, Any]:
    return {f"key_{name}" if name in keys else f"new_{name}": value for name, value in row.items()}


# Rows are changed in the same order everywhere, so that processes cannot deadlock.


def inserted(writes: Sequence[Write], table: Table) -> list[Row]:
    """The new rows of a table."""
    return [row for write in writes for row in write.inserts.get(table, ())]


def standings(writes: Sequence[Write]) -> list[Row]:
    """The last standing of each match, in the order of ids."""
    last = {write.standing["id"]: write.standing for write in writes if write.standing is not None}
    return [row for _, row in sorted(last.items())]


def last_seen(writes: Sequence[Write]) -> list[Row]:
    """The last time of each seat, in the order of matches and sides."""
    last = {(row["match"], row["side"]): row for write in writes for row in write.seen}
    return [row for _, row in sorted(last.items())]


def notices(writes: Sequence[Write]) -> list[str]:
    """The notices for other processes."""
    return [write.notice for write in writes if write.notice is not None]


def batches(writes: Sequence[Write]) -> Iterator[tuple[Insert | Update | Delete, list[Row]]]:
    """The statements in their order, each with its rows."""
    for table in _ORDER:
        if rows := inserted(writes, table):
            yield _INSERTS[table], rows
    if stand := standings(writes):
        yield _CHANGE_STANDING, [_named(row, _MATCH_KEYS) for row in stand]
    if changed := [row for write in writes for row in write.seats]:
        ordered = sorted(changed, key=lambda row: (row["match"], row["side"]))
        yield _CHANGE_SEAT, [_named(row, _SEAT_KEYS) for row in ordered]
    if seen := last_seen(writes):
        yield _CHANGE_SEEN, [_named(row, _SEAT_KEYS) for row in seen]
    if removed := sorted(
        (row for write in writes for row in write.removed), key=lambda row: (row["match"], row["side"])
    ):
        matches: list[Row] = [{"key_id": match} for match in dict.fromkeys(row["match"] for row in removed)]
        yield _LOCK_MATCH, matches
        yield _CHANGE_REMOVED, [_named(row, _SEAT_KEYS) for row in removed]
        yield _DELETE_UNLISTED, matches


def send(connection: Connection, writes: Sequence[Write]) -> None:
    """Send writes to PostgreSQL within the transaction that the connection is in."""
    for statement, rows in batches(writes):
        connection.execute(statement, rows)
    if told := notices(writes):
        connection.execute(_NOTIFY, {"channel": CHANNEL, "notices": told})
