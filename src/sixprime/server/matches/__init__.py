"""A match on the server as values: a log of entries, what holds after each of them, and what a command would add.

Nothing here waits, reads a database or talks to anybody.
"""

from sixprime.server.matches.commands import SeatCommand
from sixprime.server.matches.dice_boxes import DiceBox
from sixprime.server.matches.entries import Entry, MatchKind, SeatKind
from sixprime.server.matches.logs import Log, LogEntry, Moment
from sixprime.server.matches.proposals import Proposal

__all__ = ["DiceBox", "Entry", "Log", "LogEntry", "MatchKind", "Moment", "Proposal", "SeatCommand", "SeatKind"]
