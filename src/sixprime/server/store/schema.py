"""The tables in which matches and practice are kept. Migrations (in `migrations`) lead here from every earlier state.

Times are milliseconds since 1970 in UTC. What anybody may see is in `entries`; the secrets of the dice have a
table of their own, which only `Storage.load` reads, to make a `DiceBox`.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
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
    and_,
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
    Column("rematch_of", String(22)),  # the finished match whose players play again
    Index("ix_matches_bot_waits_updated", "bot_waits", "updated"),
)
Index(
    "ix_matches_origin",
    matches.c.origin,
    sqlite_where=matches.c.origin.is_not(None),
    postgresql_where=matches.c.origin.is_not(None),
)
# Of several processes that begin the rematch of a match only one succeeds. After an abandoned one there may be another.
_is_rematch = and_(matches.c.rematch_of.is_not(None), matches.c.phase != "aborted")
Index(
    "uq_matches_rematch_of", matches.c.rematch_of, unique=True, sqlite_where=_is_rematch, postgresql_where=_is_rematch
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

tutor_notes = Table(
    "tutor_notes",
    metadata,
    Column("match", String(22), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # of the entry that the decision became
    Column("side", String(5), nullable=False),  # whose tutor it was
    Column("game", Integer, nullable=False),
    Column("choice", Text),  # JSON: what was chosen when the tutor asked to look again; none if it did not ask
    Column("lost", Float),  # what that choice would have lost
    Column("shown", Boolean, nullable=False),  # whether the player had the answer shown
    Column("updated", BigInteger, nullable=False),
)

# Practice. A learner is a visitor who practises; everything of theirs goes with the row.

learners = Table(
    "learners",
    metadata,
    Column("holder", String(64), primary_key=True),  # SHA-256 of the secret of a browser
    Column("origin", String(64), index=True),  # a hash of the address they began from
    Column("retention", Float, nullable=False),  # which share of cards they want to know
    Column("new_a_day", Integer, nullable=False),  # how many new cards they want a day
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),  # when they were last here, to within a day
)

learner_names = Table(
    "learner_names",
    metadata,
    Column("holder", String(64), ForeignKey("learners.holder", ondelete="CASCADE"), primary_key=True),
    Column("name", String(100), primary_key=True),  # of a player of an imported match, in lower case
    Column("is_learner", Boolean, nullable=False),  # whether that is the learner
)

cards = Table(
    "cards",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("holder", String(64), ForeignKey("learners.holder", ondelete="CASCADE"), nullable=False),
    Column("subject", String(64), nullable=False),  # SHA-256 of the question: equal positions are one card
    Column("situation", Text, nullable=False),  # the question, as a record
    Column("kind", String(20), nullable=False),  # what is decided: play, double, answer, ...
    Column("topic", String(40), nullable=False),  # the kind of position or of cube error, for statistics
    Column("finding", Text),  # JSON: what the engine thinks; none while it has not been asked
    Column("engine", String(64)),  # which engine thought so
    Column("depth", String(10)),
    Column("played", Text),  # JSON: what the learner did, where it comes from a match
    Column("loss", Float),  # and what that lost
    Column("times", Integer, nullable=False),  # how often the learner got it wrong in matches
    Column("match", String(22), ForeignKey("matches.id", ondelete="SET NULL"), index=True),  # the last of them
    Column("event", Integer),
    Column("tags", Text, nullable=False),  # JSON: a list of words
    Column("is_suspended", Boolean, nullable=False),  # not asked until the learner wants it again
    Column("due", BigInteger, nullable=False),
    Column("state", SmallInteger, nullable=False),
    Column("step", SmallInteger),
    Column("stability", Float),
    Column("difficulty", Float),
    Column("last", BigInteger),  # when it was last answered; none for a new card
    Column("answers", Integer, nullable=False),
    Column("lapses", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("holder", "subject"),
    Index("ix_cards_holder_due", "holder", "due"),
)

collected = Table(
    "collected",
    metadata,
    Column("holder", String(64), ForeignKey("learners.holder", ondelete="CASCADE"), primary_key=True),
    Column("analysis", String(22), ForeignKey("analyses.id", ondelete="CASCADE"), primary_key=True),
    Column("updated", BigInteger, nullable=False),  # of the analysis whose errors have become cards
)

attempts = Table(
    "attempts",
    metadata,
    Column("holder", String(64), ForeignKey("learners.holder", ondelete="CASCADE"), primary_key=True),
    Column("id", String(64), primary_key=True),  # the client's, so that what is sent twice counts once
    Column("kind", String(10), nullable=False),  # card, opening, drill, puzzle, lesson
    Column("key", String(64), nullable=False),  # what was asked: the id of a card, the name of a lesson, ...
    Column("topic", String(40), nullable=False),  # what it counts as in statistics
    Column("grade", SmallInteger, nullable=False),  # 1: wrong, 2: nearly right, 3: right, 4: right and easy
    Column("loss", Float),
    Column("milliseconds", Integer),
    Column("at", BigInteger, nullable=False),
    Column("detail", Text, nullable=False),  # JSON
    Index("ix_attempts_holder_kind_at", "holder", "kind", "at"),
    Index("ix_attempts_holder_kind_key", "holder", "kind", "key"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("holder", String(64), ForeignKey("learners.holder", ondelete="CASCADE"), primary_key=True),
    Column("pool", String(20), primary_key=True),  # what is rated, such as puzzles
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

item_ratings = Table(
    "item_ratings",
    metadata,
    Column("pool", String(20), primary_key=True),
    Column("key", String(64), primary_key=True),  # the puzzle
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
)
