"""Why the operating system has refused something, in words that are translated where they are common."""

from __future__ import annotations

from sixprime.messages.messages import Message, text


def reason(error: OSError) -> Message | str:
    """Why the system refused: the commonest reasons as messages that are translated, others as the system says them."""
    if isinstance(error, FileNotFoundError):
        return text("there is no such file")
    if isinstance(error, PermissionError):
        return text("it is not permitted")
    if isinstance(error, IsADirectoryError):
        return text("it is a folder")
    return error.strerror or str(error)
