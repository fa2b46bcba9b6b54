"""Matches: created, joined and listed, their logs, and the answers to commands."""

from __future__ import annotations

from typing import Literal

from sixprime.server.schemas.base import AnswerModel, EntryFields, Kind, NumberBySide, PhaseName, RefusalAnswer, Side
from sixprime.server.schemas.states import MatchResultAnswer, SeatsAnswer, StateAnswer


class LinksAnswer(AnswerModel):
    """Addresses for people."""

    play: str | None
    """for who takes the free seat; `null` where none is free"""
    watch: str


class CreatedAnswer(AnswerModel):
    """A match that has been created."""

    state: StateAnswer
    links: LinksAnswer
    invitation: str | None
    """what opens the free seat"""


class JoinedAnswer(AnswerModel):
    """A match in which a seat has been taken."""

    state: StateAnswer


class MatchSummaryAnswer(AnswerModel):
    """A match in a list; fields are as in a state."""

    match: str
    kind: Kind
    seats: SeatsAnswer
    you: list[Side]
    length: int | None
    score: NumberBySide
    phase: PhaseName
    to_act: Side | None
    created: str
    updated: str
    """when the last entry came"""
    tutored: bool
    """whether the caller asked the tutor in it"""
    result: MatchResultAnswer | None


class MatchListAnswer(AnswerModel):
    """Matches of the caller, the latest first."""

    matches: list[MatchSummaryAnswer]
    more: bool
    """whether there are more than were asked for"""


class RemovedAnswer(AnswerModel):
    """A match that has been taken off the caller's list."""

    match: str
    deleted: bool
    """whether it is gone for good, because nobody else has it in their list"""


class LogEntryAnswer(AnswerModel):
    """An entry of a log."""

    seq: int
    """its number, from 1"""
    by: Side | None
    """whose command it was; `null` for what is nobody's"""
    entry: EntryFields


class LogPartAnswer(AnswerModel):
    """A part of a log."""

    entries: list[LogEntryAnswer]
    version: int
    """of the match, not of the last entry here"""
    more: bool


class AckAnswer(AnswerModel):
    """A command that was granted, and is on disk."""

    type: Literal["ack"]
    key: str
    version: int
    entries: list[LogEntryAnswer]
    """what the command has brought"""


class RefusedAnswer(AnswerModel):
    """A command that was not granted."""

    type: Literal["refused"]
    key: str
    version: int
    error: RefusalAnswer
