"""A match knows of which finished match it is the rematch; no match of before is one.

A match has one rematch at a time: an abandoned one makes room for another.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("matches", sa.Column("rematch_of", sa.String(22)))
    is_rematch = sa.text("rematch_of IS NOT NULL AND phase != 'aborted'")
    op.create_index(
        "uq_matches_rematch_of",
        "matches",
        ["rematch_of"],
        unique=True,
        sqlite_where=is_rematch,
        postgresql_where=is_rematch,
    )
