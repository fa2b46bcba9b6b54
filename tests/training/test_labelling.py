"""Labels: what they say, that the number of threads does not matter, and that a stopped job goes on."""

from dataclasses import astuple
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from sixprime import ALL_ROLLS, Position, find_defects
from sixprime.engine.evaluators import NetEvaluator
from sixprime.engine.nets import Net, Tables
from sixprime.training import labelling
from sixprime.training.label_kernels import label_positions
from sixprime.training.labelling import Boards, Floats, LabellingPlan, label, load

PLAN = LabellingPlan(positions=90, seed=3)


@cache
def tables() -> Tables:
    return Tables()


@cache
def net() -> Net:
    return Net.untrained(1)


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelling, "CHUNK", 30)


def labelled(folder: Path, workers: int = 1, plan: LabellingPlan = PLAN) -> tuple[Boards, Floats]:
    for _ in label(net(), tables(), plan, folder, workers):
        pass
    return load([folder])


def from_start(start: Position, count: int, seed: int, exploring: float = 0.3) -> tuple[Boards, Floats]:
    boards, labels = np.zeros((count, 26), dtype=np.int8), np.zeros((count, 5), dtype=np.float32)
    starts = np.array([start.points], dtype=np.int8)
    label_positions(starts, 15, seed, exploring, 0.12, *net().arrays(), *tables().arrays(), boards, labels)
    return boards, labels


def slow_label(evaluator: NetEvaluator, position: Position) -> list[float]:
    """The chances of the player who has just moved, after every roll and the opponent's best answer."""
    total = np.zeros(5)
    for roll in ALL_ROLLS:
        ranked = evaluator.rank(position.flipped(), roll)
        if ranked:
            answer = ranked[0].chances
        else:
            answer = evaluator.chances(position).for_opponent()
        total += np.array(astuple(answer.for_opponent())) * (1 if roll.is_double else 2) / 36
    return total.tolist()


@pytest.mark.parametrize(
    "start",
    [
        Position.standard(),
        Position.of({6: 3, 5: 3, 4: 3, 3: 3, 2: 2, 1: 1}, {25: 2, 6: 4, 5: 4, 4: 4}),
        Position.of({9: 2, 6: 4, 2: 3}, {8: 3, 6: 3, 1: 2}),
        Position.of({6: 3, 2: 2}, {4: 2, 1: 2}),
    ],
)
def test_a_label_is_the_mean_over_all_rolls(start: Position) -> None:
    evaluator = NetEvaluator(net())
    boards, labels = from_start(start, 25, 4)
    for board, found in zip(boards, labels, strict=True):
        position = Position(tuple(board.tolist()))
        assert found == pytest.approx(slow_label(evaluator, position), abs=1e-5), position


def test_labels_obey_the_rules() -> None:
    boards, labels = from_start(Position.standard(), 150, 8)
    win, gammon, backgammon, lost, lost_backgammon = labels.T
    assert ((backgammon >= 0) & (backgammon <= gammon) & (gammon <= win) & (win <= 1)).all()
    assert ((lost_backgammon >= 0) & (lost_backgammon <= lost) & (lost <= 1 - win)).all()
    for board in boards.tolist():
        assert find_defects(board) == []
        assert any(count > 0 for count in board)


def test_games_wander_only_if_they_may() -> None:
    calm, again = from_start(Position.standard(), 60, 5, 0.0), from_start(Position.standard(), 60, 5, 0.0)
    assert calm[0].tobytes() == again[0].tobytes()
    assert calm[1].tobytes() == again[1].tobytes()
    evaluator = NetEvaluator(net())
    first = Position(tuple(calm[0][0].tolist()))
    best = {evaluator.rank(Position.standard(), roll)[0].play.result for roll in ALL_ROLLS}
    assert first in best
    wandering = {from_start(Position.standard(), 1, seed, 1.0)[0].tobytes() for seed in range(60)}
    assert len(wandering) > len({from_start(Position.standard(), 1, seed, 0.0)[0].tobytes() for seed in range(60)})


def test_the_number_of_threads_does_not_matter(tmp_path: Path) -> None:
    alone, together = labelled(tmp_path / "one", 1), labelled(tmp_path / "three", 3)
    assert alone[0].shape == (90, 26)
    assert alone[0].tobytes() == together[0].tobytes()
    assert alone[1].tobytes() == together[1].tobytes()


def test_chunks_and_seeds_differ(tmp_path: Path) -> None:
    boards, _ = labelled(tmp_path / "a")
    assert boards[:30].tobytes() != boards[30:60].tobytes()
    other, _ = labelled(tmp_path / "b", plan=LabellingPlan(positions=90, seed=4))
    assert boards.tobytes() != other.tobytes()


def test_a_stopped_job_goes_on(tmp_path: Path) -> None:
    whole = labelled(tmp_path / "whole")
    folder = tmp_path / "parts"
    work = label(net(), tables(), PLAN, folder, 1)
    assert next(work) == 0
    assert next(work) == 30
    del work  # nobody listens any more
    (folder / "labels-00001.npz").unlink(missing_ok=True)
    (folder / "labels-1.part.npz").write_bytes(b"half a file")
    kept = (folder / "labels-00000.npz").stat().st_mtime_ns
    there = len(list(folder.glob("labels-0*.npz")))
    said = list(label(net(), tables(), PLAN, folder, 1))
    assert said == [30 * chunk for chunk in range(there, 4)]
    assert (folder / "labels-00000.npz").stat().st_mtime_ns == kept
    boards, labels = load([folder])
    assert boards.tobytes() == whole[0].tobytes()
    assert labels.tobytes() == whole[1].tobytes()


def test_all_folders_are_loaded_in_order(tmp_path: Path) -> None:
    first = labelled(tmp_path / "a")
    second = labelled(tmp_path / "b", plan=LabellingPlan(positions=30, seed=7))
    boards, labels = load([tmp_path / "a", tmp_path / "b"])
    assert boards.tobytes() == first[0].tobytes() + second[0].tobytes()
    assert labels.tobytes() == first[1].tobytes() + second[1].tobytes()
