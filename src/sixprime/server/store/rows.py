"""Rows to be written: what the tables keep of a new match, of the entries of its log, and of what lists show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Table

from sixprime.core import Player, Roll
from sixprime.server.encoding import compact_json
from sixprime.server.matches.dice_boxes import DiceBox
from sixprime.server.matches.entries import entry_to_json
from sixprime.server.matches.logs import Log, LogEntry, Moment, roll_of
from sixprime.server.matches.notes import Notes
from sixprime.server.matches.proposals import Proposal
from sixprime.server.store import schema

Row = Mapping[str, Any]
LARGEST = 2**31 - 1
"""The largest number that PostgreSQL keeps as an integer; lists show a higher score as this."""


def match_rows(
    match: str, proposal: Proposal, log: Log, dice: DiceBox, holders: Mapping[Player, str | None], time: int,
    origin: str | None = None,
) -> dict[Table, Sequence[Row]]:  # fmt: skip
    """The rows of a new match, by table; `log` is the log with its first entries, `origin` the hash of an address."""
    moment = log.now
    head = {
        "kind": proposal.kind.value, "length": proposal.length, "invitation": proposal.invitation,
        "details": compact_json(dict(proposal.details)), "created": time, "origin": origin, "visited": time,
        "rematch_of": proposal.rematch_of,
    }  # fmt: skip
    seats = [
        {
            "match": match, "side": player.value, "kind": moment.seat(player).kind.value,
            "level": moment.seat(player).level, "name": moment.seat(player).name or proposal.awaited_name(player),
            "holder": holders[player], "seen": time if holders[player] else None, "removed": None,
        }
        for player in Player
    ]  # fmt: skip
    return {
        schema.matches: [standing_row(match, moment, time) | head],
        schema.seats: seats,
        schema.dice: [{"match": match, "secret": dice.secret_bytes()}],
        schema.entries: entry_rows(match, 0, log.entries, log.moments, time),
        schema.notes: note_rows(match, proposal.notes),
    }


def entry_row(match: str, logged: LogEntry, at: int, *, throw: Roll | None = None) -> dict[str, Any]:
    """The row of an entry; `throw` are dice that were thrown for the first time."""
    return {
        "match": match,
        "seq": logged.seq,
        "at": at,
        "by": None if logged.by is None else logged.by.value,
        "entry": compact_json(entry_to_json(logged.entry)),
        "key": logged.key,
        "part": logged.part,
        "sender": None if logged.sender is None else logged.sender.value,
        "throw": None if throw is None else 10 * throw.first + throw.second,
    }


def entry_rows(match: str, before: int, entries: Sequence[LogEntry], moments: Sequence[Moment], at: int) -> list[Any]:
    """The rows of entries with the moments after them; `before` is the highest number of a roll so far."""
    rows = []
    for logged, moment in zip(entries, moments, strict=True):
        fresh = moment.rolls_thrown > before and moment.event_count > moment.imported
        rows.append(entry_row(match, logged, at, throw=roll_of(logged.entry) if fresh else None))
        before = moment.rolls_thrown
    return rows


def standing_row(match: str, moment: Moment, at: int) -> dict[str, Any]:
    """The columns of a match that lists show."""
    result = moment.state.result
    to_act = moment.to_act
    return {
        "id": match,
        "updated": at,
        "phase": moment.phase,
        "to_act": None if to_act is None else to_act.value,
        "bot_waits": moment.bot_to_act is not None,
        "white_points": min(moment.state.score[0], LARGEST),
        "black_points": min(moment.state.score[1], LARGEST),
        "winner": None if result is None or result.winner is None else result.winner.value,
        "finished": at if moment.is_finished else None,
    }


def note_rows(match: str, notes: Notes) -> list[Row]:
    """The rows of the notes of an imported match."""
    return [
        {"match": match, "event": event, "comment": note.comment, "analyses": note.analyses}
        for event, note in notes.items()
    ]
