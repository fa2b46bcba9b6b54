"""A process that compiles for another one: `python -m sixprime.compiled.compiling NICENESS`.

The system prefers other processes to it by so much. It reads the names of steps, `module:function`, one a line, runs
each and answers `done`, or why it failed. It ends when its input does.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from typing import TextIO


def main(niceness: int, steps: TextIO, answers: TextIO) -> None:
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(niceness)
    for line in steps:
        module, _, function = line.strip().partition(":")
        try:
            getattr(importlib.import_module(module), function)()
            answer = "done"
        except Exception as error:  # noqa: BLE001  # whoever asked is told
            answer = " ".join(f"{type(error).__name__}: {error}".split())
        print(answer, file=answers, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.stdin, sys.stdout)
