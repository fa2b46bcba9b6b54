"""Where labelled positions come from: arrays in memory, or files that are streamed in portions.

Decisions come in random order, but the plays of a decision stay together, so that a batch has most of them at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from sixprime.compiled.arrays import Boards, Floats, Longs

PORTION = 60
"""Label files that are mixed with each other in memory."""
FAR = 1 << 40
"""More than there are decisions in a file of labels."""

Portion = tuple[Boards, Floats, Longs]
"""Boards after a play, the chances of the player who made it, and the number of the decision it was made in."""


class Labelled(Protocol):
    """Labelled positions after a play."""

    def __len__(self) -> int:
        """How many there are."""
        ...

    def portions(self, chance: np.random.Generator) -> Iterator[Portion]:
        """All of them once, in portions: decisions in random order, the plays of a decision one after the other."""
        ...


@dataclass(frozen=True, slots=True)
class LabelArrays:
    """Labelled positions in memory."""

    boards: Boards
    labels: Floats
    decisions: Longs | None = None
    """Without them every position counts as a decision of its own."""

    def __len__(self) -> int:
        return len(self.boards)

    def portions(self, chance: np.random.Generator) -> Iterator[Portion]:
        decisions = np.arange(len(self.boards)) if self.decisions is None else self.decisions
        yield shuffled(self.boards, self.labels, decisions, chance)


@dataclass(frozen=True, slots=True)
class LabelFiles:
    """Labelled positions in files of `boards`, `labels` and `decisions`, so many in each.

    In files of earlier versions, which have no `decisions`, every position counts as a decision of its own.
    """

    paths: Sequence[Path]
    size: int

    def __len__(self) -> int:
        return len(self.paths) * self.size

    def portions(self, chance: np.random.Generator) -> Iterator[Portion]:
        files = chance.permutation(len(self.paths))
        for first in range(0, len(files), PORTION):
            boards, labels, decisions = [], [], []
            for place, number in enumerate(files[first : first + PORTION]):
                with np.load(self.paths[number]) as kept:
                    boards.append(kept["boards"])
                    labels.append(kept["labels"])
                    numbers = kept["decisions"] if "decisions" in kept else np.arange(self.size)
                    decisions.append(numbers + place * FAR)
            yield shuffled(np.concatenate(boards), np.concatenate(labels), np.concatenate(decisions), chance)


def shuffled(boards: Boards, labels: Floats, decisions: Longs, chance: np.random.Generator) -> Portion:
    """Decisions in random order, the plays of each one after the other."""
    numbers, decision_of_row = np.unique(decisions, return_inverse=True)
    places = chance.permutation(len(numbers))[decision_of_row]
    order = np.argsort(places, kind="stable")
    return boards[order], labels[order], places[order]
