"""Dice are counted without reading every entry, and a seat knows when its holder was last there.

Throws of before are filled in from the entries, but for those that came with an imported match; who sat at a board of
before was last there when the match last moved.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

BATCH = 2000


def upgrade() -> None:
    op.add_column("entries", sa.Column("throw", sa.SmallInteger()))
    op.add_column("seats", sa.Column("seen", sa.BigInteger()))
    op.create_index(
        "ix_entries_throw",
        "entries",
        ["match", "seq", "throw"],
        sqlite_where=sa.text("throw IS NOT NULL"),
        postgresql_where=sa.text("throw IS NOT NULL"),
    )
    connection = op.get_bind()
    connection.execute(
        sa.text(
            "UPDATE seats SET seen = (SELECT updated FROM matches WHERE matches.id = seats.match)"
            " WHERE holder IS NOT NULL"
        )
    )
    _fill_throws(connection)


def _fill_throws(connection: sa.Connection) -> None:
    """Walk the logs one after another: a roll that was taken back and came again is counted once."""
    update = sa.text("UPDATE entries SET throw = :throw WHERE match = :match AND seq = :seq")
    ids = [row[0] for row in connection.execute(sa.text("SELECT id FROM matches"))]
    waiting: list[dict[str, object]] = []
    for match in ids:
        waiting += _throws(connection, match)
        if len(waiting) >= BATCH:
            connection.execute(update, waiting)
            waiting = []
    if waiting:
        connection.execute(update, waiting)


def _throws(connection: sa.Connection, match: str) -> list[dict[str, object]]:
    rows = connection.execute(
        sa.text("SELECT seq, entry FROM entries WHERE match = :match ORDER BY seq"), {"match": match}
    )
    found: list[dict[str, object]] = []
    imported = 0
    numbers = [0]  # how many rolls there are after so many events in force
    highest = 0
    for seq, written in rows:
        entry = json.loads(written)
        kind = entry["type"]
        if kind == "create":
            imported = entry["imported"]
        elif kind == "take-back":
            del numbers[entry["to"] + 1 :]
        elif kind not in ("seat", "reveal", "abort", "secret"):
            dice = {"roll": entry.get("dice"), "open": [entry.get("white"), entry.get("black")]}.get(kind)
            numbers.append(numbers[-1] + (dice is not None))
            if dice is not None and numbers[-1] > highest:
                highest = numbers[-1]
                if len(numbers) - 1 > imported:
                    found.append({"match": match, "seq": seq, "throw": 10 * dice[0] + dice[1]})
    return found
