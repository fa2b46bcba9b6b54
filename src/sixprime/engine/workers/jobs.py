"""`Workers`: the protocol of whatever does the pieces of a job, and what a piece of work is.

A piece of work is a function of nets, a plan and its own number; it holds nothing else that could differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from sixprime.core import SixprimeError
from sixprime.engine.net.nets import Net

Plan = TypeVar("Plan")
Result = TypeVar("Result")

Work = Callable[[tuple[Net, ...], Plan, int], Result]
"""A module-level function of nets, a plan and the number of the piece, so that it can be sent to other machines."""


class WorkersProblem(SixprimeError):
    """Workers that cannot be had, or that have failed."""


class Workers(Protocol):
    """Does the pieces of a job: threads of this machine, or a cluster."""

    def do(
        self, work: Work[Plan, Result], nets: tuple[Net, ...], plan: Plan, pieces: Iterable[int]
    ) -> Iterator[tuple[int, Result]]:
        """Do all pieces; each comes with its number, in the order asked for."""
        ...

    def close(self) -> None:
        """Release the workers."""
        ...
