"""A decision being made for a UBGI tool, in a thread of its own so that it can be told to stop.

The first answer comes from the shallowest look and is there at once; deeper ones replace it until the wanted depth is
reached, the time is up or somebody says stop. What is said then is the best answer so far, and it is said once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from sixprime.core import SixprimeError

Decide = Callable[[int], list[str]]
"""The lines that answer, from a look so many plies deep."""


class Search(threading.Thread):
    """Thinks, and says the answer when it is ready or wanted."""

    def __init__(
        self,
        decide: Decide,
        plies: int,
        say: Callable[[list[str]], None],
        seconds: float | None,
        cancel: Callable[[], None] = lambda: None,
    ) -> None:
        """`cancel` makes `decide` come to its end once nobody waits for it any more."""
        super().__init__(daemon=True)
        self._cancel = cancel
        self._decide = decide
        self._plies = plies
        self._say = say
        self._stopped = threading.Event()
        self._answered = threading.Event()
        self._lines: list[str] = []
        self._lock = threading.Lock()
        self._said = False
        self._clock = threading.Timer(seconds, self.stop) if seconds is not None else None
        if self._clock is not None:
            self._clock.daemon = True

    @property
    def is_over(self) -> bool:
        """Whether the answer has been said."""
        return self._said

    def run(self) -> None:
        if self._clock is not None:
            self._clock.start()
        try:
            for plies in {0: None, self._plies: None}:
                lines = self._decide(plies)
                if not (self._lines and self._stopped.is_set()):  # what was cancelled is no whole answer
                    self._lines = lines
                self._answered.set()
                if self._stopped.is_set():
                    break
        except SixprimeError as error:
            self._lines = self._lines or [_error(error)]
        finally:
            self._answered.set()
            if self._clock is not None:
                self._clock.cancel()
            self._tell()

    def stop(self) -> None:
        """Say the best answer so far; the first one is waited for, it takes no time worth mentioning."""
        self._stopped.set()
        self._answered.wait()
        if not self._said:
            self._cancel()
        self._tell()

    def wait(self, seconds: float) -> bool:
        """Wait for the answer to be said, but not longer than this."""
        self.join(seconds)
        return self._said

    def _tell(self) -> None:
        with self._lock:
            if not self._said:
                self._say(self._lines)
                self._said = True


def _error(error: SixprimeError) -> str:
    line = getattr(error, "line", None)
    return line if isinstance(line, str) else f"error bad_argument {error}"
