"""What the server says over a WebSocket, besides acknowledgements and refusals of commands."""

from __future__ import annotations

from typing import Literal

from sixprime.server.schemas.base import AnswerModel, RefusalAnswer, Side
from sixprime.server.schemas.matches import LogEntryAnswer
from sixprime.server.schemas.states import StateAnswer


class WelcomeAnswer(AnswerModel):
    """The answer to a hello."""

    type: Literal["welcome"]
    version: int
    missed: list[LogEntryAnswer]
    """the entries after the version that the client knew; none where it knew nothing"""
    state: StateAnswer


class EntriesAnswer(AnswerModel):
    """The match has grown, also by one's own command, after its `ack`."""

    type: Literal["entries"]
    entries: list[LogEntryAnswer]
    state: StateAnswer


class PresentAnswer(AnswerModel):
    """Which seats have somebody there."""

    white: bool
    black: bool


class PresenceAnswer(AnswerModel):
    """Somebody has come or gone."""

    type: Literal["presence"]
    seats: PresentAnswer


class ThinkingAnswer(AnswerModel):
    """The bot begins to think."""

    type: Literal["thinking"]
    seat: Side


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
