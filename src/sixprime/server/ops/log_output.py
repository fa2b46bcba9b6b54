"""Logging of the server: lines of JSON for machines, or plain warnings for a person at a terminal.

Secrets (cookies, invitations, seeds, the secrets of dice) are never logged; only the fields listed here are written.
Whatever has the form of a secret or of an id, also in the message of an error, is cut to its first letters.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import TextIO

FIELDS = ("match", "status", "method", "path", "milliseconds", "client", "commits", "writes", "connections")
"""The fields that a log line may have besides its message."""


_SECRETS = re.compile(r"(?<![A-Za-z0-9_-])(?:[0-9a-fA-F]{64}|[A-Za-z0-9_-]{43}|[A-Za-z0-9]{22})(?![A-Za-z0-9_-])")
"""Hashes and seeds, the secrets in cookies, and ids of matches and invitations."""
SHOWN = 6


def shorten_secrets(words: str) -> str:
    """A text in which secrets and ids are cut to their first letters."""
    return _SECRETS.sub(lambda found: found[0][:SHOWN] + "...", words)


class JsonFormatter(logging.Formatter):
    """Writes one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "source": record.name,
            "message": shorten_secrets(record.getMessage()),
        }
        for name in FIELDS:
            if hasattr(record, name):
                value = getattr(record, name)
                line[name] = shorten_secrets(value) if isinstance(value, str) else value
        if record.exc_info:
            line["error"] = shorten_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


class PlainFormatter(logging.Formatter):
    """Writes the message for a person at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        words = f"sixprime: {record.getMessage()}"
        if record.exc_info:
            words += f"\n{self.formatException(record.exc_info)}"
        return shorten_secrets(words)


def _is_news(record: logging.LogRecord) -> bool:
    """Whether a line of uvicorn is worth writing: a WebSocket that was refused is an answer, and not an error."""
    return "without completing handshake" not in record.getMessage()


def set_up_logging(form: str, stream: TextIO | None = None) -> None:
    """Send the log to standard error, as `json` or `plain`."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else PlainFormatter())
    level = logging.INFO if form == "json" else logging.WARNING
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("sixprime").setLevel(level)
    # uvicorn warns of clients that disconnect or send nonsense, which is normal.
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL if form == "plain" else logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    # The reader of forms warns of every form that is not one, which anybody can send.
    logging.getLogger("python_multipart").setLevel(logging.ERROR)
