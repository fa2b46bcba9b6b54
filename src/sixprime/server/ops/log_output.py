"""What the server writes about itself: lines of JSON for machines, or a few plain words for people at home.

Secrets are never logged: cookies, invitations, seeds and the secrets of dice do not get here, and what does is listed
by name.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import TextIO

FIELDS = ("match", "status", "method", "path", "milliseconds", "client", "commits", "writes", "connections")
"""What a log line may carry besides its words."""


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "source": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class PlainLines(logging.Formatter):
    """Only what somebody at a terminal should know."""

    def format(self, record: logging.LogRecord) -> str:
        words = f"sixprime: {record.getMessage()}"
        return f"{words}\n{self.formatException(record.exc_info)}" if record.exc_info else words


def set_up_reports(form: str, stream: TextIO | None = None) -> None:
    """Send what is logged to standard error, in one of the two forms."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else PlainLines())
    level = logging.INFO if form == "json" else logging.WARNING
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("sixprime").setLevel(level)
    # A client that breaks off or talks nonsense is no event.
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL if form == "plain" else logging.WARNING)
