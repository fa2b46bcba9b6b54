"""The program of an import process: it takes jobs from standard input and answers on standard output.

The system ends the process in the middle of a job that computes longer than its budget, whatever the job is doing then.
A message is its length in eight bytes and a pickle.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import time
import traceback
from dataclasses import dataclass
from typing import IO, Any

from sixprime.core import SixprimeError

LENGTH_BYTES = 8
NICENESS = 5
"""Players at the board go first."""
SMALL_FILE = b" 1 point match\n\n Game 1\n A : 0                B : 0\n  1) 31: 8/5 6/5         62: 24/18 13/11\n"
"""Is read once before the first job, so that no job pays for loading and compiling the readers."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended: with a result, with the reason why its input was refused, or with a traceback."""

    result: Any = None
    refused: SixprimeError | None = None
    failed: str | None = None
    seconds: float = 0.0
    """How long the job computed."""


def pack(message: object) -> bytes:
    """A message with its length before it."""
    pickled = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(pickled).to_bytes(LENGTH_BYTES, "big") + pickled


def _receive(source: IO[bytes]) -> bytes | None:
    """The next message; None at the end, which is that of the server."""
    head = source.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        return None
    length = int.from_bytes(head, "big")
    pickled = source.read(length)
    return pickled if len(pickled) == length else None


def _set_budget(seconds: float) -> None:
    """Let the system end this process after so many seconds of computing; 0 for never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _do(message: bytes) -> bytes:
    began = time.process_time()
    try:
        job, arguments = pickle.loads(message)
        outcome = Outcome(job(*arguments), seconds=time.process_time() - began)
    except SixprimeError as error:
        outcome = Outcome(refused=error, seconds=time.process_time() - began)
    except Exception:  # noqa: BLE001  # the server logs it
        outcome = Outcome(failed=traceback.format_exc(), seconds=time.process_time() - began)
    return pack(outcome)


def main() -> None:
    """Do jobs until standard input ends. The argument is the budget of a job, in seconds."""
    budget = float(sys.argv[1])
    jobs = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not mix with answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)
    _load_readers()
    while (message := _receive(jobs)) is not None:
        _set_budget(budget)
        answer = _do(message)
        _set_budget(0)
        answers.write(answer)
        answers.flush()


def _load_readers() -> None:
    from sixprime.server.live.imports.jobs import read_file

    read_file(SMALL_FILE, "small.mat", len(SMALL_FILE))
