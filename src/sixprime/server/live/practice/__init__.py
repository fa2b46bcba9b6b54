"""Practice on a server: learners, their cards, and what they have answered."""

from sixprime.server.live.practice.practice import Practice

__all__ = ["Practice"]
