"""Labelled positions in chunks: made by several workers, kept on disk, the same whatever their number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sixprime.compiled.arrays import Boards, Floats, Longs
from sixprime.engine.choice.net_stack_kernels import NetStack
from sixprime.engine.choice.net_stacks import net_stack
from sixprime.engine.net.evaluators import shared_tables
from sixprime.engine.net.nets import Net
from sixprime.engine.workers import Workers
from sixprime.files import atomic_file
from sixprime.training.fitting.label_sources import LabelFiles
from sixprime.training.labels.kernels import LabelTerms, label_games
from sixprime.training.selfplay.stages import layer_of
from sixprime.training.selfplay.starts import LABEL_KINDS, standard_starts, starting_boards

CHUNK = 5_000
STARTS = 400
"""How many different beginnings a chunk draws from."""


@dataclass(frozen=True, slots=True)
class LabellingPlan:
    """How many positions to label, where their games begin and how freely they wander."""

    positions: int = 300_000
    set_up: float = 0.75
    """The share of games that begin in positions of rare kinds."""
    kinds: tuple[str, ...] = LABEL_KINDS
    """These kinds."""
    trying: float = 1.0
    """The chance that other plays than the best are labelled beside it."""
    others: int = 2
    """How many at most."""
    margin: float = 0.12
    """How much worse than the best they may be."""
    branching: float = 0.1
    """The chance that such a play is kept as the beginning of another game."""
    branched: float = 0.3
    """The share of games that begin there."""
    races: float = 0.3
    """The share of games that are played on after contact has ended; the others end there."""
    trace: float = 0.95
    """How much of what a turn shows is passed back to the turn before."""
    lasting_trace: float = 1.0
    """The trace where a side has many checkers back, or is contained: what is believed wrongly there lasts for thirty
    turns and more."""
    race_trace: float = 1.0
    """The trace of races: they soon end in what the tables know, so that all they show can be believed."""
    keep: int = 6
    """How many answers to a roll the full net looks at, of those that the quick net likes."""
    near: float = 0.2
    """How much less than the best the quick net may like them."""
    deep_keep: int = 2
    """How many of them the deep net looks at, if there is one."""
    deep_near: float = 0.05
    """How much less than the best the full net may like them."""
    deep_rolls: int = 0
    """The deep net is asked about so many of the 21 rolls, drawn at random, and about all of them if it is 0."""
    plain: bool = False
    """Whether the net knows nothing but its first layer yet, as after self-play: then this makes the first choice."""
    seed: int = 1


def labelling_stack(net: Net, plan: LabellingPlan) -> NetStack:
    """What answers are chosen with."""
    stack = net_stack(
        net, shared_tables(), keep=plan.keep, margin=plan.near, deep_keep=plan.deep_keep, deep_margin=plan.deep_near
    )  # fmt: skip
    return stack._replace(quick=layer_of(net), keep=1, margin=0.0) if plan.plain else stack


def label(net: Net, plan: LabellingPlan, folder: Path, workers: Workers) -> Iterator[int]:
    """Make what is missing in the folder; yields how many positions there are so far."""
    folder.mkdir(parents=True, exist_ok=True)
    chunks = -(-plan.positions // CHUNK)
    missing = [chunk for chunk in range(chunks) if not _path(folder, chunk).exists()]
    done = chunks - len(missing)
    yield done * CHUNK
    for chunk, (boards, labels, decisions) in workers.do(make_chunk, (net,), plan, missing):
        with atomic_file(_path(folder, chunk)) as file:
            np.savez(file, boards=boards, labels=labels, decisions=decisions)
        done += 1
        yield done * CHUNK


def make_chunk(nets: tuple[Net, ...], plan: LabellingPlan, chunk: int) -> tuple[Boards, Floats, Longs]:
    """One chunk: boards after a play, what they are worth, and the number of the decision that each belongs to."""
    boards = np.empty((CHUNK, 26), dtype=np.int8)
    labels = np.empty((CHUNK, 5), dtype=np.float32)
    decisions = np.empty(CHUNK, dtype=np.int64)
    starts = starting_boards(STARTS, plan.set_up, f"labels {plan.seed}/{chunk}", plan.kinds)
    whole = standard_starts(STARTS, plan.set_up)
    terms = LabelTerms(
        plan.trying, plan.margin, plan.branching, plan.branched, plan.races, plan.trace, plan.lasting_trace,
        plan.race_trace, plan.deep_rolls, plan.others,
    )  # fmt: skip
    stack = labelling_stack(nets[0], plan)
    label_games(starts, whole, 15, plan.seed * 1_000_003 + chunk, terms, stack, boards, labels, decisions)
    return boards, labels, decisions


def labelled(folders: list[Path]) -> LabelFiles:
    """All labelled positions of some folders."""
    paths = [path for folder in folders for path in sorted(folder.glob("labels-?????.npz"))]
    return LabelFiles(paths, CHUNK)


def _path(folder: Path, chunk: int) -> Path:
    return folder / f"labels-{chunk:05d}.npz"
