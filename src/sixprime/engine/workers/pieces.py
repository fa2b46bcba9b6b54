"""Pieces of work as bytes: how a job is sent to other machines, done there, and its results are sent back."""

from __future__ import annotations

import platform
from collections.abc import Callable
from importlib import import_module
from typing import Any

from sixprime import __version__
from sixprime.engine.net.nets import Net
from sixprime.engine.workers.jobs import Plan, Result, Work, WorkersProblem
from sixprime.messages import text


def pack_job(work: Work[Plan, Result], nets: tuple[Net, ...], plan: Plan) -> bytes:
    """A job as bytes. Functions that a program has made on the way are sent whole, others by their names."""
    return _pickling("dumps")((work, nets, plan))  # type: ignore[no-any-return]


def do_piece(version: str, job: bytes, piece: int) -> bytes:
    """Do a piece of a packed job, for a machine that has this version of sixprime; what comes of it, as bytes.

    Nets are unpacked for every piece: those in memory that Ray shares cannot be written to, and kernels would be
    compiled anew for them, perhaps with other roundings.
    """
    outcome: tuple[bool, object]
    try:
        if version != __version__:
            raise WorkersProblem(
                text(
                    "the node {node} has sixprime {theirs}, not {ours} as this machine: install one version on all",
                    node=platform.node(),
                    theirs=__version__,
                    ours=version,
                )
            )
        work, nets, plan = _pickling("loads")(job)
        outcome = (True, work(nets, plan, piece))
    except Exception as error:  # noqa: BLE001  # it is raised where the piece was asked for
        outcome = (False, error)
    return _pickling("dumps")(outcome)  # type: ignore[no-any-return]


def unpack_result(result: bytes) -> Any:
    """The result of a piece; what went wrong in it goes wrong here as well."""
    succeeded, outcome = _pickling("loads")(result)
    if not succeeded:
        raise outcome
    return outcome


def _pickling(name: str) -> Callable[..., Any]:
    """A function of Ray's pickling, which takes more kinds of functions than Python's own."""
    return getattr(import_module("ray.cloudpickle"), name)  # type: ignore[no-any-return]
