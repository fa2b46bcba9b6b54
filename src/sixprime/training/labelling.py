"""Labelled positions in chunks: made by several workers, kept on disk, the same whatever their number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sixprime.core.kernels import BEAR_OFF_STANDARD
from sixprime.engine.evaluators import shared_tables
from sixprime.engine.nets import Net
from sixprime.engine.search_kernels import Brain
from sixprime.engine.workers import Workers
from sixprime.training.label_kernels import label_positions
from sixprime.training.selfplay import layer_of
from sixprime.training.starts import LABEL_KINDS, standard_starts, starting_boards

CHUNK = 5_000
STARTS = 400
"""How many different beginnings a chunk draws from."""

Boards = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LabellingPlan:
    """How many positions to label, where their games begin and how freely they wander."""

    positions: int = 300_000
    set_up: float = 0.75
    """The share of games that begin in positions of rare kinds."""
    set_up_turns: int = 14
    """How long these games go on: what comes later is known from whole games."""
    trying: float = 0.3
    """The chance that another play than the best is labelled beside it."""
    wandering: float = 0.1
    """The chance that the game goes on with another play."""
    margin: float = 0.12
    """How much worse than the best the other plays may be."""
    fading: float = 0.8
    """How much of what a turn shows is passed back to the turn before."""
    race_fading: float = 1.0
    """The same in races: they soon end in what the tables know, so that all they show can be believed."""
    keep: int = 6
    """How many answers to a roll the full net looks at, of those that the quick net likes."""
    near: float = 0.2
    """How much less than the best the quick net may like them."""
    plain: bool = False
    """Whether the net knows nothing but its first layer yet, as after self-play: then this makes the first choice."""
    seed: int = 1


def brain_of(net: Net, plan: LabellingPlan) -> Brain:
    """What answers are chosen with."""
    quick = layer_of(net) if plan.plain else net.quick_arrays()
    keep, near = (1, 0.0) if plan.plain else (plan.keep, plan.near)
    return Brain(net.arrays(), quick, shared_tables().arrays(), BEAR_OFF_STANDARD, keep, near)


def label(net: Net, plan: LabellingPlan, folder: Path, workers: Workers) -> Iterator[int]:
    """Make what is missing in the folder; yields how many positions there are so far."""
    folder.mkdir(parents=True, exist_ok=True)
    chunks = -(-plan.positions // CHUNK)
    missing = [chunk for chunk in range(chunks) if not _path(folder, chunk).exists()]
    done = chunks - len(missing)
    yield done * CHUNK
    for chunk, (boards, labels) in workers.do(make_chunk, (net,), plan, missing):
        beside = folder / f"labels-{chunk}.part.npz"
        np.savez(beside, boards=boards, labels=labels)
        beside.replace(_path(folder, chunk))
        done += 1
        yield done * CHUNK


def make_chunk(nets: tuple[Net, ...], plan: LabellingPlan, chunk: int) -> tuple[Boards, Floats]:
    """One chunk of labelled positions."""
    boards = np.empty((CHUNK, 26), dtype=np.int8)
    labels = np.empty((CHUNK, 5), dtype=np.float32)
    starts = starting_boards(STARTS, plan.set_up, f"labels {plan.seed}/{chunk}", LABEL_KINDS)
    whole = standard_starts(STARTS, plan.set_up)
    label_positions(
        starts, whole, plan.set_up_turns, 15, plan.seed * 1_000_003 + chunk, plan.trying, plan.wandering, plan.margin,
        plan.fading, plan.race_fading, brain_of(nets[0], plan), boards, labels,
    )  # fmt: skip
    return boards, labels


def load(folders: list[Path]) -> tuple[Boards, Floats]:
    """All labelled positions of some folders."""
    boards, labels = [], []
    for folder in folders:
        for path in sorted(folder.glob("labels-*.npz")):
            if not path.name.endswith(".part.npz"):
                with np.load(path) as chunk:
                    boards.append(chunk["boards"])
                    labels.append(chunk["labels"])
    return np.concatenate(boards), np.concatenate(labels)


def _path(folder: Path, chunk: int) -> Path:
    return folder / f"labels-{chunk:05d}.npz"
