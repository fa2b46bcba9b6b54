"""Keys of commands belong to the seat that used them, and studies keep the comments and analyses of their files.

Who threw for an opening of before is not known: that command, if it comes again, is told that the match has moved on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.drop_index("ix_entries_throw", "entries")  # made anew below: SQLite copies the table, which may lose it
    with op.batch_alter_table("entries") as entries:
        entries.add_column(sa.Column("sender", sa.String(5)))
        entries.drop_constraint("uq_entries_match_key", type_="unique")
        entries.create_unique_constraint("uq_entries_match_sender_key", ["match", "sender", "key"])
    op.create_index(
        "ix_entries_throw",
        "entries",
        ["match", "seq", "throw"],
        sqlite_where=sa.text("throw IS NOT NULL"),
        postgresql_where=sa.text("throw IS NOT NULL"),
    )
    op.execute(sa.text('UPDATE entries SET sender = "by" WHERE key IS NOT NULL'))
    op.create_table(
        "notes",
        sa.Column("match", sa.String(22), nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("comment", sa.Text()),
        sa.Column("analyses", sa.Text()),
        sa.PrimaryKeyConstraint("match", "event", name="pk_notes"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_notes_match", ondelete="CASCADE"),
    )
