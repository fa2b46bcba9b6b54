"""What the server says over a WebSocket, besides acknowledgements and refusals of commands."""

from __future__ import annotations

from typing import Literal

from sixprime.server.schemas.base import AnswerModel, RefusalAnswer, Side
from sixprime.server.schemas.matches import LogEntryAnswer
from sixprime.server.schemas.states import AbsenceAnswer, RematchAnswer, StateAnswer


class WelcomeAnswer(AnswerModel):
    """The answer to a hello, or its first part."""

    type: Literal["welcome"]
    version: int
    """of the last entry in `missed`; where there is none, of the match"""
    missed: list[LogEntryAnswer]
    """the entries after the version that the client knew; none where it knew nothing"""
    state: StateAnswer
    """as it is now; if its version is higher, the rest of what was missed follows as `entries`"""


class EntriesAnswer(AnswerModel):
    """The match has grown, also by one's own command, after its `ack`; or a further part of what was missed."""

    type: Literal["entries"]
    entries: list[LogEntryAnswer]
    state: StateAnswer
    """as it is now; its version is higher than that of the last entry if more of what was missed follows"""


class PresentAnswer(AnswerModel):
    """Which seats have somebody there."""

    white: bool
    black: bool


class AbsencesAnswer(AnswerModel):
    """Who is away from a match of two that goes on."""

    white: AbsenceAnswer | None
    black: AbsenceAnswer | None


class PresenceAnswer(AnswerModel):
    """Somebody has come or gone."""

    type: Literal["presence"]
    seats: PresentAnswer
    away: AbsencesAnswer


class ThinkingAnswer(AnswerModel):
    """The bot begins to think."""

    type: Literal["thinking"]
    seat: Side


class RematchOfferedAnswer(AnswerModel):
    """A player of a finished match of two has asked for a rematch, come to it or abandoned it; told to both."""

    type: Literal["rematch"]
    rematch: RematchAnswer | None
    """`null` where it was abandoned before it began"""


class LiveErrorAnswer(AnswerModel):
    """The refusal of what is not even a command."""

    type: Literal["error"]
    error: RefusalAnswer


class PongAnswer(AnswerModel):
    """The answer to a `ping`."""

    type: Literal["pong"]


class ClosingAnswer(AnswerModel):
    """The server is about to stop: connect again in a moment."""

    type: Literal["closing"]
