"""Refusals: errors with a code of docs/protocol.md and an HTTP status."""

from __future__ import annotations

from typing import ClassVar

from sixprime.core import SixprimeError


class Refusal(SixprimeError):
    """A request or command that is not granted; nothing has changed."""

    code: ClassVar[str] = "malformed"
    status: ClassVar[int] = 400


class Malformed(Refusal):
    """Not JSON, or a field is missing, unknown or of the wrong kind."""


class Invalid(Refusal):
    """Well formed, but its values do not fit together."""

    status = 422


class Forbidden(Refusal):
    """Not this seat, or no seat at all."""

    code, status = "forbidden", 403


class ForeignOrigin(Refusal):
    """The page that asked is not one of this server's."""

    code, status = "foreign-origin", 403


class NotFound(Refusal):
    """There is no such match, or no such page."""

    code, status = "not-found", 404


class Stale(Refusal):
    """The match has moved on since the version in the command."""

    code, status = "stale", 409


class NotAllowed(Refusal):
    """The rules do not allow this now."""

    code, status = "not-allowed", 409


class TooLarge(Refusal):
    """More than the server reads."""

    code, status = "too-large", 413


class TooSlow(Refusal):
    """The body of a request has not arrived in time."""

    code, status = "too-slow", 408


class TooMany(Refusal):
    """More unfinished matches, or more open connections, than one visitor or address may have."""

    code, status = "too-many", 429


class TooFast(Refusal):
    """Too many messages in too little time."""

    code, status = "too-fast", 429


class Unreadable(Refusal):
    """An id, a record or a file that cannot be read."""

    code, status = "unreadable", 422


class ServerFault(Refusal):
    """The server has failed; its log says how."""

    code, status = "server-fault", 500


class Stopping(Refusal):
    """The server is about to stop."""

    code, status = "stopping", 503
