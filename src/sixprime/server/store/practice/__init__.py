"""Practice in the database: learners, cards and when they are due, attempts, and ratings."""

from sixprime.server.store.practice.attempts import Attempt, AttemptKind, AttemptStore
from sixprime.server.store.practice.cards import Card, CardStore
from sixprime.server.store.practice.learners import Learner, LearnerStore
from sixprime.server.store.practice.ratings import Rating, RatingStore

__all__ = [
    "Attempt",
    "AttemptKind",
    "AttemptStore",
    "Card",
    "CardStore",
    "Learner",
    "LearnerStore",
    "Rating",
    "RatingStore",
]
