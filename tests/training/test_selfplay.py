"""Learning by playing: one step is the gradient's, errors fall, and an interrupted run ends where it would have."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from sixprime import Position
from sixprime.core.kernels import COLUMNS
from sixprime.core.movegen import to_board
from sixprime.engine.feature_kernels import FEATURES
from sixprime.engine.net_kernels import CONTACT, RACE, evaluate_boards
from sixprime.engine.nets import Net, Tables, Workspace
from sixprime.training import selfplay
from sixprime.training.encoding_kernels import encode
from sixprime.training.selfplay import Progress, SelfPlayPlan, play_and_learn
from sixprime.training.td_kernels import learn, learn_by_playing

PLAN = SelfPlayPlan(games=50, seed=5)
RACE_POSITION = Position.of({8: 5, 6: 5, 5: 5}, {8: 5, 6: 5, 5: 5})


@cache
def tables() -> Tables:
    return Tables(exact_endings=False)


def same(first: Net, second: Net) -> bool:
    return all(a.tobytes() == b.tobytes() for a, b in zip(first.arrays(), second.arrays(), strict=True))


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "CHUNK", 10)
    monkeypatch.setattr(selfplay, "SAVE_SECONDS", 0.0)


def learn_once(net: Net, position: Position, target: list[float], rate: float) -> float:
    room = Workspace()
    room.features[:] = 0
    return learn(
        to_board(position), position.checkers, np.array(target, dtype=np.float32), rate, *net.arrays()[:5],
        tables().shots, tables().escapes, room.columns, room.scratch[0], room.sums, room.features,
    )  # fmt: skip


@pytest.mark.parametrize("position", [Position.standard(), RACE_POSITION, Position.of({25: 2, 6: 3}, {20: 1, 1: 4})])
def test_a_step_follows_the_gradient(position: Position) -> None:
    net = Net.untrained(2)
    net.bias += np.float32(0.05)
    net.top_bias += np.float32(0.1)
    before = net.copy()
    target, rate = [0.9, 0.5, 0.1, 0.05, 0.0], 0.01
    error = learn_once(net, position, target, rate)
    inputs = np.zeros((1, COLUMNS + FEATURES), dtype=np.float32)
    phases = np.zeros(1, dtype=np.int8)
    encode(to_board(position).reshape(1, 26), 15, tables().shots, tables().escapes, inputs, phases)
    phase = int(phases[0])
    assert phase == (CONTACT if position.has_contact else RACE)
    x = inputs[0].astype(np.float64)
    first = np.concatenate([before.weights[phase], before.feature_weights[phase]]).astype(np.float64)
    hidden = np.maximum(x @ first + before.bias[phase], 0)
    top = before.top[phase, :, 16:21].astype(np.float64)
    missed = np.array(target) - 1 / (1 + np.exp(-(hidden @ top + before.top_bias[phase, 16:21])))
    assert error == pytest.approx((missed**2).sum(), abs=1e-5)
    down = (top @ missed) * (hidden > 0)
    expected = {
        "weights": rate * np.outer(x[:COLUMNS], down),
        "feature_weights": rate * np.outer(x[COLUMNS:], down),
        "bias": rate * down,
    }
    for name, change in expected.items():
        moved = getattr(net, name)[phase].astype(np.float64) - getattr(before, name)[phase]
        assert moved == pytest.approx(change, abs=2e-6), name
    moved = net.top[phase, :, 16:21].astype(np.float64) - before.top[phase, :, 16:21]
    assert moved == pytest.approx(rate * np.outer(hidden, missed), abs=2e-6)
    moved = net.top_bias[phase, 16:21].astype(np.float64) - before.top_bias[phase, 16:21]
    assert moved == pytest.approx(rate * missed, abs=2e-6)
    other = 1 - phase
    assert all(a[other].tobytes() == b[other].tobytes() for a, b in zip(net.arrays(), before.arrays(), strict=True))
    assert net.top[:, :, :16].tobytes() == before.top[:, :, :16].tobytes()
    assert net.top[:, :, 21:].tobytes() == before.top[:, :, 21:].tobytes()


@pytest.mark.parametrize("position", [Position.standard(), RACE_POSITION])
def test_steps_lower_the_error(position: Position) -> None:
    net = Net.untrained(1)
    target = [0.8, 0.4, 0.0, 0.05, 0.0]
    errors = [learn_once(net, position, target, 0.01) for _ in range(200)]
    assert errors[-1] < 0.01 * errors[0]
    chances = np.empty((1, 5), dtype=np.float32)
    evaluate_boards(to_board(position).reshape(1, 26), 15, *net.arrays(), *tables().arrays(), chances)
    assert chances[0] == pytest.approx(target, abs=0.05)


def test_it_learns_from_games_who_wins() -> None:
    # Whatever is rolled, the opponent bears off the last checker at once.
    lost = Position.of({6: 5}, {1: 1})
    net, totals = Net.untrained(1), np.zeros(4)
    starts = to_board(lost).reshape(1, 26)
    errors = []
    for seed in range(8):
        learn_by_playing(starts, 15, 50, seed, 0.05, 0.5, *net.arrays(), *tables().arrays(), totals)
        assert totals[0] == 50  # the winner's last position is not learnt
        assert totals[2:].tolist() == [0, 0]
        errors.append(totals[1])
    assert errors[-1] < 0.05 * errors[0]


def test_gammons_and_lost_gammons_are_told_apart() -> None:
    # The mover has all fifteen checkers left and loses a gammon at the next roll.
    lost = Position.of({12: 15}, {1: 1})
    net, totals = Net.untrained(1), np.zeros(4)
    starts = to_board(lost).reshape(1, 26)
    learn_by_playing(starts, 15, 300, 1, 0.05, 0.5, *net.arrays(), *tables().arrays(), totals)
    assert totals[2] == 300
    chances = np.empty((1, 5), dtype=np.float32)
    evaluate_boards(starts, 15, *net.arrays(), *tables().arrays(), chances)
    win, gammon, _, lost_gammon, lost_backgammon = chances[0]
    assert win < 0.1
    assert gammon == 0
    assert lost_gammon > 0.9
    assert lost_backgammon == 0


def test_the_same_seed_gives_the_same_net(tmp_path: Path) -> None:
    said: list[Progress] = []
    first = play_and_learn(PLAN, tmp_path / "a", said.append)
    assert same(first, play_and_learn(PLAN, tmp_path / "b", lambda _: None))
    assert not same(first, play_and_learn(replace(PLAN, seed=6), tmp_path / "c", lambda _: None))
    assert not same(first, Net.untrained(5))
    assert [progress.games for progress in said] == [10, 20, 30, 40, 50]
    rates = [progress.rate for progress in said]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] == PLAN.first_rate


@pytest.mark.parametrize("after", [1, 2, 4, 5])
def test_an_interrupted_run_ends_in_the_same_net(tmp_path: Path, after: int) -> None:
    whole = play_and_learn(PLAN, tmp_path / "whole", lambda _: None)
    said: list[int] = []

    def interrupt(progress: Progress) -> None:
        said.append(progress.games)
        if len(said) == after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_and_learn(PLAN, tmp_path / "parts", interrupt)
    resumed = play_and_learn(PLAN, tmp_path / "parts", lambda progress: said.append(progress.games))
    assert same(whole, resumed)
    # What had been kept was not played again.
    assert said == [10 * chunk for chunk in (*range(1, after + 1), *range(after, 6))]
    assert same(resumed, play_and_learn(PLAN, tmp_path / "parts", lambda _: pytest.fail("nothing is left to do")))


def test_only_the_last_checkpoint_is_kept(tmp_path: Path) -> None:
    play_and_learn(PLAN, tmp_path, lambda _: None)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["average-5.net", "learning-5.net", "selfplay.json"]


def test_another_plan_begins_anew(tmp_path: Path) -> None:
    play_and_learn(PLAN, tmp_path, lambda _: None)
    other = replace(PLAN, games=20, seed=9)
    assert same(play_and_learn(other, tmp_path, lambda _: None), play_and_learn(other, tmp_path / "x", lambda _: None))
