"""Errors of the client: refusals of the server, and servers that cannot be reached or understood."""

from __future__ import annotations

from typing import Any

from sixprime.core import SixprimeError
from sixprime.messages import Message, shown, text
from sixprime.messages.system_errors import reason


class Refused(SixprimeError):
    """The server said no: `code` is one of docs/protocol.md, the message is the server's own."""

    def __init__(self, code: str, words: str, status: int | None = None, version: int | None = None) -> None:
        super().__init__(Message("{words}", {"words": words}))
        self.code = code
        self.status = status
        """The status of HTTP; None for what was refused over a WebSocket."""
        self.version = version
        """The version of the match, where the server told it."""

    @classmethod
    def of(cls, error: Any, status: int | None = None, version: int | None = None) -> Refused:
        """From the error that the server wrote."""
        if not isinstance(error, dict):
            return cls("unknown", shown(error), status, version)
        return cls(str(error.get("code", "unknown")), str(error.get("message", "")), status, version)


class Unreachable(SixprimeError):
    """No server answers, or it did not answer in time."""

    @classmethod
    def at(cls, url: str, why: object) -> Unreachable:
        return cls(text("{url} cannot be reached: {why}", url=url, why=_words(why)))


def _words(why: object) -> Message | str:
    if isinstance(why, OSError):
        return reason(why)
    return why if isinstance(why, Message) else str(why) or type(why).__name__


class ProtocolProblem(SixprimeError):
    """The server does not follow the protocol."""
