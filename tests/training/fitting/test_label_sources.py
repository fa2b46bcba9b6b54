"""Labelled positions are delivered once each, in random order, the plays of a decision together."""

from pathlib import Path

import numpy as np
import pytest

from sixprime.compiled.arrays import Boards, Floats
from sixprime.training.fitting import label_sources
from sixprime.training.fitting.label_sources import LabelArrays, LabelFiles


def examples(count: int) -> tuple[Boards, Floats]:
    """Boards that all differ, whatever they mean, and labels that begin with the number of their row."""
    boards = np.random.default_rng(3).integers(-15, 16, size=(count, 26)).astype(np.int8)
    labels = np.repeat(np.arange(count, dtype=np.float32), 5).reshape(count, 5)
    return boards, labels


@pytest.fixture
def files(tmp_path: Path) -> LabelFiles:
    """Seven files of 40 labelled positions each."""
    boards, labels = examples(280)
    paths = [tmp_path / f"labels-{number}.npz" for number in range(7)]
    for number, path in enumerate(paths):
        rows = slice(40 * number, 40 * (number + 1))
        np.savez(path, boards=boards[rows], labels=labels[rows])
    return LabelFiles(paths, 40)


@pytest.mark.parametrize("portion", [1, 2, 3, 7, 60])
def test_files_deliver_every_position_once(monkeypatch: pytest.MonkeyPatch, files: LabelFiles, portion: int) -> None:
    monkeypatch.setattr(label_sources, "PORTION", portion)
    assert len(files) == 280
    expected, _ = examples(280)

    def delivered(seed: int) -> list[int]:
        rows, sizes = [], []
        for boards, labels, _ in files.portions(np.random.default_rng(seed)):
            sizes.append(len(boards))
            rows += labels[:, 0].astype(int).tolist()
            assert boards.tolist() == expected[rows[-len(boards) :]].tolist()
        assert sizes == [40 * len(range(first, min(first + portion, 7))) for first in range(0, 7, portion)]
        return rows

    first, again, other = delivered(1), delivered(1), delivered(2)
    assert sorted(first) == sorted(other) == list(range(280))
    assert first == again
    assert first not in (other, list(range(280)))


def test_arrays_deliver_every_position_once() -> None:
    boards, labels = examples(50)
    [(shuffled, their_labels, _)] = LabelArrays(boards, labels).portions(np.random.default_rng(1))
    order = their_labels[:, 0].astype(int)
    assert sorted(order) == list(range(50)) != order.tolist()
    assert shuffled.tolist() == boards[order].tolist()


def test_plays_of_a_decision_stay_together(tmp_path: Path) -> None:
    """Decisions are shuffled, not their plays; files number decisions each by themselves, or not at all."""
    boards, labels = examples(60)
    numbers = np.sort(np.random.default_rng(1).integers(0, 12, size=20))
    paths = [tmp_path / f"labels-{number}.npz" for number in range(3)]
    for place, path in enumerate(paths):
        rows = slice(20 * place, 20 * (place + 1))
        if place == 2:
            np.savez(path, boards=boards[rows], labels=labels[rows])
        else:
            np.savez(path, boards=boards[rows], labels=labels[rows], decisions=numbers)
    [(_, told, decisions)] = LabelFiles(paths, 20).portions(np.random.default_rng(5))
    found: dict[int, list[int]] = {}
    for row, decision in zip(told[:, 0].astype(int).tolist(), decisions.tolist(), strict=True):
        found.setdefault(decision, []).append(row)
    assert list(found) == sorted(found)  # one after the other
    by_number = [np.flatnonzero(numbers == number) for number in np.unique(numbers)]
    together = [(20 * place + rows).tolist() for place in (0, 1) for rows in by_number]
    assert sorted(found.values()) == sorted(together + [[row] for row in range(40, 60)])
    assert max(map(len, found.values())) > 1
    assert list(found.values()) != sorted(found.values())
