"""Comments that players write beside the events of a match.

A comment belongs to the entry of the log that is the event: if the move is taken back, its comment is not shown.
"""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from sixprime.server.encoding import now
from sixprime.server.store import schema
from sixprime.server.store.databases import Database

_TABLE = schema.comments.c


class Comments:
    """Reads and writes comments."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_match(self, match: str) -> dict[int, str]:
        """The comments of a match, by the numbers of the entries."""
        query = select(_TABLE.seq, _TABLE.comment).where(_TABLE.match == match)
        async with self._database.reading.connect() as connection:
            return {row.seq: row.comment for row in await connection.execute(query)}

    async def write(self, match: str, seq: int, comment: str, holder: str, most: int) -> bool:
        """Write a comment in the place of the one before; an empty one removes it.

        Returns False, and changes nothing, if the comments of the match had more than so many characters then, or if
        there is no such match any more.
        """
        others = select(func.coalesce(func.sum(func.length(_TABLE.comment)), 0)).where(
            _TABLE.match == match, _TABLE.seq != seq
        )
        row = {"match": match, "seq": seq, "comment": comment, "holder": holder, "updated": now()}
        try:
            async with self._database.writing.begin() as connection:
                if comment and int((await connection.execute(others)).scalar_one()) + len(comment) > most:
                    return False
                await connection.execute(delete(schema.comments).where(_TABLE.match == match, _TABLE.seq == seq))
                if comment:
                    await connection.execute(insert(schema.comments).values(row))
        except IntegrityError:
            return False
        return True
