"""Matches, their seats, their entries, and the secrets of their dice."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("length", sa.Integer()),
        sa.Column("invitation", sa.String(22)),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("phase", sa.String(30), nullable=False),
        sa.Column("to_act", sa.String(5)),
        sa.Column("bot_waits", sa.Boolean(), nullable=False),
        sa.Column("white_points", sa.Integer(), nullable=False),
        sa.Column("black_points", sa.Integer(), nullable=False),
        sa.Column("winner", sa.String(5)),
        sa.Column("finished", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_bot_waits_updated", "matches", ["bot_waits", "updated"])
    op.create_table(
        "seats",
        sa.Column("match", sa.String(22), nullable=False),
        sa.Column("side", sa.String(5), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("level", sa.String(20)),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("holder", sa.String(64)),
        sa.PrimaryKeyConstraint("match", "side", name="pk_seats"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seats_match", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_holder", "seats", ["holder"])
    op.create_table(
        "entries",
        sa.Column("match", sa.String(22), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(5)),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("part", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_entries"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_entries_match", ondelete="CASCADE"),
        sa.UniqueConstraint("match", "key", name="uq_entries_match_key"),
    )
    op.create_table(
        "dice",
        sa.Column("match", sa.String(22), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_dice"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_dice_match", ondelete="CASCADE"),
    )
