"""A match on the server as values: a log of entries, what holds after each of them, and what a command would add.

Nothing here waits, reads a database or talks to anybody.
"""

from sixprime.server.matches.commands import Command
from sixprime.server.matches.dice_boxes import DiceBox
from sixprime.server.matches.entries import Entry, MatchKind, SeatKind
from sixprime.server.matches.logs import Log, Logged, Moment
from sixprime.server.matches.proposals import Proposal

__all__ = ["Command", "DiceBox", "Entry", "Log", "Logged", "MatchKind", "Moment", "Proposal", "SeatKind"]
