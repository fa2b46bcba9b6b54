"""Where a command does its work, as its options say: threads of this machine, or a Ray cluster."""

from __future__ import annotations

from sixprime.cli.shared.options import whole_number
from sixprime.engine.workers import RayCluster, Threads, Workers


def thread_count(written: str | None, flag: str = "--threads") -> int | None:
    """How many threads were asked for; None for as many as the machine has."""
    return None if written is None else whole_number(flag, written, 1, 1024)


def workers_of(ray: str | None, count: int | None) -> Workers:
    """A Ray cluster if its address is given, else threads."""
    return Threads(count) if ray is None else RayCluster(ray, count)
