"""A seat knows when its holder took the match off their list; nobody had before."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("seats", sa.Column("removed", sa.BigInteger()))
