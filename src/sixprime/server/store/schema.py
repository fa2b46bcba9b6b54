"""The tables in which matches are kept. Migrations (in `migrations`) lead here from every earlier state.

Times are milliseconds since 1970 in UTC. What anybody may see is in `entries`; the secrets of the dice have a
table of their own, which only `Storage.load` reads, to make a `DiceBox`.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("length", Integer),
    Column("invitation", String(22)),  # what opens the free seat
    Column("details", Text, nullable=False),  # JSON: what an imported file tells besides
    Column("created", BigInteger, nullable=False),
    # What lists show and the bot's round looks for; all of it follows from the entries.
    Column("updated", BigInteger, nullable=False),
    Column("phase", String(30), nullable=False),
    Column("to_act", String(5)),
    Column("bot_waits", Boolean, nullable=False),
    Column("white_points", Integer, nullable=False),
    Column("black_points", Integer, nullable=False),
    Column("winner", String(5)),
    Column("finished", BigInteger),
    Column("origin", String(64)),  # a hash of the address from which it was created, until it is finished
    Column("visited", BigInteger),  # when somebody was last connected, to within `expiry.VISIT_EVERY`
    Index("ix_matches_bot_waits_updated", "bot_waits", "updated"),
)
Index(
    "ix_matches_origin",
    matches.c.origin,
    sqlite_where=matches.c.origin.is_not(None),
    postgresql_where=matches.c.origin.is_not(None),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String(22), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("side", String(5), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("level", String(20)),
    Column("name", String(100), nullable=False),
    Column("holder", String(64)),  # SHA-256 of the secret of who sits there
    Column("seen", BigInteger),  # when the holder was last there
    Column("removed", BigInteger),  # when the holder took the match off their list
    Index("ix_seats_holder", "holder"),
)

entries = Table(
    "entries",
    metadata,
    Column("match", String(22), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", String(5)),
    Column("entry", Text, nullable=False),  # JSON, as in docs/protocol.md
    Column("key", String(64)),
    Column("part", SmallInteger, nullable=False),
    Column("sender", String(5)),  # whose command had the key; keys are each seat's own
    Column("throw", SmallInteger),  # dice thrown here for the first time: ten times the first and the second
    UniqueConstraint("match", "sender", "key", name="uq_entries_match_sender_key"),
)
Index(
    "ix_entries_throw",
    entries.c.match,
    entries.c.seq,
    entries.c.throw,
    sqlite_where=entries.c.throw.is_not(None),
    postgresql_where=entries.c.throw.is_not(None),
)

notes = Table(
    "notes",
    metadata,
    Column("match", String(22), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("event", Integer, primary_key=True, autoincrement=False),  # counted from 0, as in a record
    Column("comment", Text),
    Column("analyses", Text),  # JSON, as in docs/protocol.md
)

dice = Table(
    "dice",
    metadata,
    Column("match", String(22), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),
)

analyses = Table(
    "analyses",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("match", String(22), ForeignKey("matches.id", ondelete="CASCADE"), index=True),  # none for a position
    Column("version", Integer),  # of the log that is analysed
    Column("event", Integer),  # the one decision that is analysed, counted from 0; none for all of them
    Column("situation", Text),  # a position, as a record
    Column("subject", String(64), nullable=False),  # SHA-256 of what is analysed
    Column("depth", String(10), nullable=False),
    Column("games", Integer, nullable=False),  # of a rollout, where somebody said how many; 0 for the usual number
    Column("engine", String(64), nullable=False),
    Column("holder", String(64), nullable=False),  # who asked for it
    Column("origin", String(64)),  # a hash of the address it was asked for from
    Column("state", String(10), nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("owner", String(16)),  # the process that works at it
    Column("lease", BigInteger),  # until when it is that process's
    Column("crashes", Integer, nullable=False),  # how many processes died with it since something was written
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    UniqueConstraint("subject", "depth", "games", "engine"),
    Index("ix_analyses_state_holder", "state", "holder"),
)

analysis_results = Table(
    "analysis_results",
    metadata,
    Column("analysis", String(22), ForeignKey("analyses.id", ondelete="CASCADE"), primary_key=True),
    Column("digest", LargeBinary(32), nullable=False),  # SHA-256 of the content
    Column("content", LargeBinary, nullable=False),  # JSON, compressed; complete or not
    Column("size", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False, index=True),
)

comments = Table(
    "comments",
    metadata,
    Column("match", String(22), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # of the entry that the comment is about
    Column("comment", Text, nullable=False),
    Column("holder", String(64), nullable=False),  # who wrote it
    Column("updated", BigInteger, nullable=False),
)
