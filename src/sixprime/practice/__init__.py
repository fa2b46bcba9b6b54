"""Practice: what somebody got wrong comes back until it is known.

`schedules` says when a card is due again. A server keeps cards in its database, `sixprime quiz` in a file.
"""

from sixprime.practice.schedules import CardSchedule, CardScheduler, Grade

__all__ = ["CardSchedule", "CardScheduler", "Grade"]
