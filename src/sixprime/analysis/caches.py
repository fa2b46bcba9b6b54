"""`FindingFile`: what was found about decisions and matches, kept in a file, so that nothing is computed twice.

It is a SQLite database of bounded size: the entries that have not been used for longest are dropped. A file that is
damaged, or of another version, is begun anew: everything in it can be computed again.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
import zlib
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from platformdirs import user_cache_path

from sixprime import notices
from sixprime.analysis.depths import Depth, depth_named
from sixprime.analysis.json_values import InvalidValue, from_json, to_json
from sixprime.analysis.reviews import (
    ActionsFinding,
    Finding,
    InvalidReview,
    MatchReview,
    PlaysFinding,
    fingerprint_of,
)
from sixprime.core import Match
from sixprime.messages import text
from sixprime.messages.system_errors import reason

SCHEMA = 1
MAX_BYTES = 64_000_000
"""How large the compressed findings may be together."""
DROPPED_SHARE = 0.2
"""How much is dropped when there is too much."""


class FindingFile:
    """Findings in a file. Any number of threads may use it, and processes too: a writer waits for the other.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, FindingFile(Path(folder) / "findings.db") as kept:
    ...     kept.get("unknown") is None
    True
    """

    def __init__(self, path: Path | None = None, *, most: int = MAX_BYTES) -> None:
        self.path = path or user_cache_path("sixprime") / "findings.db"
        self._most = most
        self._lock = threading.Lock()
        self._database: sqlite3.Connection | None = None
        self._added = 0
        """Bytes that were added since the size was last looked at."""
        try:
            self._database = self._opened()
        except (sqlite3.Error, OSError):
            self._begin_anew()

    def get(self, key: str) -> Finding | None:
        """What was found, or None; a damaged entry is none."""
        written = self._written(key)
        if written is None:
            return None
        try:
            return from_json(cast("type[Finding]", PlaysFinding | ActionsFinding), written, "finding")
        except InvalidValue:
            return None

    def put(self, key: str, finding: Finding) -> None:
        """Keep what was found."""
        self._write(key, to_json(finding, digits=None))

    def get_review(self, match: Match, depth: Depth, engine: str) -> MatchReview | None:
        """The review of a whole match that was kept; None if there is none, or a damaged one."""
        written = self._written(_review_key(match, depth, engine))
        try:
            review = None if written is None else MatchReview.from_json(written)
        except InvalidReview:
            return None
        return review if review is not None and review.fits(match) else None

    def put_review(self, match: Match, review: MatchReview) -> None:
        """Keep the review of a whole match."""
        self._write(_review_key(match, depth_named(review.depth), review.engine), review.to_json())

    def _written(self, key: str) -> object:
        """The JSON of an entry; None if there is none, or a damaged one."""
        row = self._ask("SELECT digest, content FROM findings WHERE key = ?", (key,))
        if row is None or hashlib.sha256(row[1]).digest() != row[0]:
            return None
        try:
            written = json.loads(zlib.decompress(row[1]))
        except (ValueError, zlib.error):
            return None
        self._ask("UPDATE findings SET used = ? WHERE key = ?", (time.time(), key))
        return cast("object", written)

    def _write(self, key: str, written: object) -> None:
        content = zlib.compress(json.dumps(written, separators=(",", ":")).encode())
        digest = hashlib.sha256(content).digest()
        self._ask(
            "INSERT OR REPLACE INTO findings (key, digest, content, used) VALUES (?, ?, ?, ?)",
            (key, digest, content, time.time()),
        )
        self._added += len(content)
        if self._added > self._most * DROPPED_SHARE / 4:
            self._added = 0
            self._shrink()

    def close(self) -> None:
        with self._lock:
            if self._database is not None:
                self._database.close()
                self._database = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _opened(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(self.path, timeout=30, check_same_thread=False, isolation_level=None)
        try:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = OFF")  # at worst something is computed again
            version = database.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, SCHEMA):
                raise sqlite3.DatabaseError
            database.execute(
                "CREATE TABLE IF NOT EXISTS findings "
                "(key TEXT PRIMARY KEY, digest BLOB NOT NULL, content BLOB NOT NULL, used REAL NOT NULL) WITHOUT ROWID"
            )
            database.execute(f"PRAGMA user_version = {SCHEMA}")
        except sqlite3.Error:
            database.close()
            raise
        return database

    def _ask(self, statement: str, values: tuple[object, ...]) -> tuple[bytes, bytes] | None:
        """Run a statement; where the file cannot be used, nothing is known and nothing is kept."""
        with self._lock:
            if self._database is None:
                return None
            try:
                return cast("tuple[bytes, bytes] | None", self._database.execute(statement, values).fetchone())
            except sqlite3.OperationalError:
                return None  # another process is busy with it, or the disk is full
            except sqlite3.DatabaseError:
                self._database.close()
                self._database = None
        self._begin_anew()
        return None

    def _begin_anew(self) -> None:
        """Replace the file by an empty one; if that fails as well, go on without."""
        try:
            for ending in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
            self._database = self._opened()
        except (sqlite3.Error, OSError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            notices.tell(text("cannot keep {path} for the next time: {why}", path=self.path, why=why))

    def _shrink(self) -> None:
        """Drop what has not been used for longest, if there is too much."""
        with self._lock:
            if self._database is None:
                return
            try:
                size = self._database.execute("SELECT COALESCE(SUM(LENGTH(content)), 0) FROM findings").fetchone()[0]
                if size <= self._most:
                    return
                excess = size - self._most * (1 - DROPPED_SHARE)
                oldest = self._database.execute("SELECT key, LENGTH(content) FROM findings ORDER BY used").fetchall()
                dropped = []
                for key, length in oldest:
                    if excess <= 0:
                        break
                    dropped.append((key,))
                    excess -= length
                self._database.executemany("DELETE FROM findings WHERE key = ?", dropped)
            except sqlite3.Error:
                return


def _review_key(match: Match, depth: Depth, engine: str) -> str:
    """What a review depends on: the match, the engine and its depth."""
    looks = depth.plies, depth.close_plies, depth.games, depth.close, depth.close_cube, depth.truncate
    told = ("review", engine, depth.name, *looks, fingerprint_of(match))
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()
