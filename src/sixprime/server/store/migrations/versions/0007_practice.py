"""Practice: learners, their cards, attempts and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "learners",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("origin", sa.String(64)),
        sa.Column("retention", sa.Float(), nullable=False),
        sa.Column("new_a_day", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("holder", name="pk_learners"),
    )
    op.create_index("ix_learners_origin", "learners", ["origin"])
    op.create_index("ix_learners_seen", "learners", ["seen"])
    op.create_table(
        "learner_names",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("is_learner", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("holder", "name", name="pk_learner_names"),
        sa.ForeignKeyConstraint(["holder"], ["learners.holder"], name="fk_learner_names_holder", ondelete="CASCADE"),
    )
    op.create_table(
        "cards",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("situation", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("topic", sa.String(40), nullable=False),
        sa.Column("finding", sa.Text()),
        sa.Column("engine", sa.String(64)),
        sa.Column("depth", sa.String(10)),
        sa.Column("played", sa.Text()),
        sa.Column("loss", sa.Float()),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(22)),
        sa.Column("event", sa.Integer()),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("is_suspended", sa.Boolean(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.SmallInteger(), nullable=False),
        sa.Column("step", sa.SmallInteger()),
        sa.Column("stability", sa.Float()),
        sa.Column("difficulty", sa.Float()),
        sa.Column("last", sa.BigInteger()),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("lapses", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cards"),
        sa.ForeignKeyConstraint(["holder"], ["learners.holder"], name="fk_cards_holder", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_cards_match", ondelete="SET NULL"),
        sa.UniqueConstraint("holder", "subject", name="uq_cards_holder_subject"),
    )
    op.create_index("ix_cards_holder_due", "cards", ["holder", "due"])
    op.create_index("ix_cards_match", "cards", ["match"])
    op.create_table(
        "collected",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("analysis", sa.String(22), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("holder", "analysis", name="pk_collected"),
        sa.ForeignKeyConstraint(["analysis"], ["analyses.id"], name="fk_collected_analysis", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["holder"], ["learners.holder"], name="fk_collected_holder", ondelete="CASCADE"),
    )
    op.create_table(
        "attempts",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("topic", sa.String(40), nullable=False),
        sa.Column("grade", sa.SmallInteger(), nullable=False),
        sa.Column("loss", sa.Float()),
        sa.Column("milliseconds", sa.Integer()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("holder", "id", name="pk_attempts"),
        sa.ForeignKeyConstraint(["holder"], ["learners.holder"], name="fk_attempts_holder", ondelete="CASCADE"),
    )
    op.create_index("ix_attempts_holder_kind_at", "attempts", ["holder", "kind", "at"])
    op.create_index("ix_attempts_holder_kind_key", "attempts", ["holder", "kind", "key"])
    op.create_table(
        "ratings",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("pool", sa.String(20), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("holder", "pool", name="pk_ratings"),
        sa.ForeignKeyConstraint(["holder"], ["learners.holder"], name="fk_ratings_holder", ondelete="CASCADE"),
    )
    op.create_table(
        "item_ratings",
        sa.Column("pool", sa.String(20), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("pool", "key", name="pk_item_ratings"),
    )
