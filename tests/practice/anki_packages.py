"""Reading packages for Anki back, as Anki would: a zip with a database of notes."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from pathlib import Path

from sixprime.practice.anki import FIELDS


def notes_of(package: bytes, folder: Path) -> list[tuple[dict[str, str], list[str], str]]:
    """Fields, tags and identity of each note."""
    with zipfile.ZipFile(io.BytesIO(package)) as found:
        database = found.extract("collection.anki2", folder)
    connection = sqlite3.connect(database)
    try:
        rows = connection.execute("SELECT flds, tags, guid FROM notes").fetchall()
        cards = connection.execute("SELECT count(*) FROM cards").fetchone()[0]
    finally:
        connection.close()
    assert cards == len(rows)
    return [(dict(zip(FIELDS, fields.split("\x1f"), strict=True)), tags.split(), guid) for fields, tags, guid in rows]
