"""Notes of the tutor: in which games it was asked, and what players had chosen before it made them look again."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "tutor_notes",
        sa.Column("match", sa.String(22), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(5), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("choice", sa.Text()),
        sa.Column("lost", sa.Float()),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_tutor_notes"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_tutor_notes_match", ondelete="CASCADE"),
    )
