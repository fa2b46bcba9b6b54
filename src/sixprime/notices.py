"""What the library says unasked: a line on standard error, unless the program that uses it takes over.

A terminal or a server sets `listener` to show notices in the reader's language and place.
"""

import sys
from collections.abc import Callable

from sixprime.messages import Message


def _to_standard_error(notice: Message) -> None:
    print(f"sixprime: {notice}", file=sys.stderr, flush=True)


listener: Callable[[Message], None] = _to_standard_error


def tell(notice: Message) -> None:
    """Hand a notice to whoever listens."""
    listener(notice)
