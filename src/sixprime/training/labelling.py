"""Labelled positions in chunks: made by several threads, kept on disk, the same whatever the number of threads."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sixprime.core import Position
from sixprime.engine.nets import Net, Tables
from sixprime.training.label_kernels import label_positions

CHUNK = 5_000

Boards = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LabellingPlan:
    """How many positions to label, and how freely the games wander."""

    positions: int = 300_000
    exploring: float = 0.3
    margin: float = 0.12
    seed: int = 1


def label(net: Net, tables: Tables, plan: LabellingPlan, folder: Path, workers: int | None = None) -> Iterator[int]:
    """Make what is missing in the folder; yields how many positions there are so far."""
    folder.mkdir(parents=True, exist_ok=True)
    chunks = -(-plan.positions // CHUNK)
    missing = [chunk for chunk in range(chunks) if not _path(folder, chunk).exists()]
    yield (chunks - len(missing)) * CHUNK

    def make(chunk: int) -> None:
        boards = np.empty((CHUNK, 26), dtype=np.int8)
        labels = np.empty((CHUNK, 5), dtype=np.float32)
        starts = np.array([Position.standard().points], dtype=np.int8)
        label_positions(
            starts, 15, plan.seed * 1_000_003 + chunk, plan.exploring, plan.margin, *net.arrays(), *tables.arrays(),
            boards, labels,
        )  # fmt: skip
        beside = folder / f"labels-{chunk}.part.npz"
        np.savez(beside, boards=boards, labels=labels)
        beside.replace(_path(folder, chunk))

    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        for done, _ in enumerate(pool.map(make, missing), chunks - len(missing) + 1):
            yield done * CHUNK


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
