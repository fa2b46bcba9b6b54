"""A match knows from which address it was created, as a hash, and when somebody was last connected to it.

Of matches of before neither is known: they count for no address, and count as not visited.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("matches", sa.Column("origin", sa.String(64)))
    op.add_column("matches", sa.Column("visited", sa.BigInteger()))
    op.create_index(
        "ix_matches_origin",
        "matches",
        ["origin"],
        sqlite_where=sa.text("origin IS NOT NULL"),
        postgresql_where=sa.text("origin IS NOT NULL"),
    )
