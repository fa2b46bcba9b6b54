"""The database, SQLite or PostgreSQL: its tables, their migrations, reading matches, and writing them in groups.

A write is on disk when `Journal.write` returns; nobody is told of it before.
"""

from sixprime.server.store.databases import Database, database_url, open_database
from sixprime.server.store.journal import Journal
from sixprime.server.store.migrating import DatabaseProblem, migrate
from sixprime.server.store.storage import Storage, StoredMatch
from sixprime.server.store.writes import Write

__all__ = [
    "Database",
    "DatabaseProblem",
    "Journal",
    "Storage",
    "StoredMatch",
    "Write",
    "database_url",
    "migrate",
    "open_database",
]
