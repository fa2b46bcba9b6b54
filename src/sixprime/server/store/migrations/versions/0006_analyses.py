"""Analyses of matches and positions: jobs, what they have found, and comments that players write beside events."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("match", sa.String(22)),
        sa.Column("version", sa.Integer()),
        sa.Column("event", sa.Integer()),
        sa.Column("situation", sa.Text()),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("depth", sa.String(10), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("origin", sa.String(64)),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(16)),
        sa.Column("lease", sa.BigInteger()),
        sa.Column("crashes", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_analyses"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_analyses_match", ondelete="CASCADE"),
        sa.UniqueConstraint("subject", "depth", "games", "engine", name="uq_analyses_subject_depth_games_engine"),
    )
    op.create_index("ix_analyses_match", "analyses", ["match"])
    op.create_index("ix_analyses_state_holder", "analyses", ["state", "holder"])
    op.create_table(
        "analysis_results",
        sa.Column("analysis", sa.String(22), nullable=False),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("analysis", name="pk_analysis_results"),
        sa.ForeignKeyConstraint(["analysis"], ["analyses.id"], name="fk_analysis_results_analysis", ondelete="CASCADE"),
    )
    op.create_index("ix_analysis_results_updated", "analysis_results", ["updated"])
    op.create_table(
        "comments",
        sa.Column("match", sa.String(22), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_comments"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_comments_match", ondelete="CASCADE"),
    )
