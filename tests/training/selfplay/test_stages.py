"""Learning by playing: one step is the gradient's, errors fall, and an interrupted run ends where it would have."""

from dataclasses import astuple, replace
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from engine.support.dense_inputs import count_inputs
from sixprime import ALL_ROLLS, Position, Roll
from sixprime.compiled.moves import COLUMNS, random_below
from sixprime.core.movegen import to_board
from sixprime.engine.chances import Chances
from sixprime.engine.net.evaluators import as_chances
from sixprime.engine.net.kernels import CONTACT, RACE, WIDTH, evaluate_boards, evaluate_plays, new_evaluation_buffers
from sixprime.engine.net.nets import Net, Tables
from sixprime.engine.net.quick_kernels import QuickWeights, quick_plays
from sixprime.training.selfplay import stages as selfplay
from sixprime.training.selfplay.kernels import learn, learn_by_playing
from sixprime.training.selfplay.stages import Progress, SelfPlayPlan, layer_of, play_and_learn, with_layer

PLAN = SelfPlayPlan(games=50, seed=5)
RACE_POSITION = Position.of({8: 5, 6: 5, 5: 5}, {8: 5, 6: 5, 5: 5})


@cache
def tables() -> Tables:
    return Tables(exact_endings=False)


def same(first: Net, second: Net) -> bool:
    return all(a.tobytes() == b.tobytes() for a, b in zip(first.all_arrays(), second.all_arrays(), strict=True))


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "CHUNK", 10)
    monkeypatch.setattr(selfplay, "SAVE_SECONDS", 0.0)


def small_layer(width: int, seed: int) -> QuickWeights:
    """A layer of any width, with random numbers everywhere."""
    rng = np.random.default_rng(seed)
    shapes = ((2, COLUMNS, width), (2, width), (2, 5, width), (2, 5))
    return QuickWeights(*((rng.standard_normal(shape) * 0.1).astype(np.float32) for shape in shapes))


def learn_once(layer: QuickWeights, position: Position, target: list[float], rate: float) -> float:
    wanted = np.array(target, dtype=np.float32)
    return learn(to_board(position), position.checkers, wanted, rate, layer, new_evaluation_buffers())


def judged(layer: QuickWeights, position: Position) -> npt.NDArray[np.float32]:
    """What a net with this layer says of a position after a play."""
    chances = np.empty((1, 5), dtype=np.float32)
    net = with_layer(Net.untrained(1), layer)
    evaluate_boards(to_board(position).reshape(1, 26), 15, net.arrays(), tables().arrays(), chances)
    return np.array(chances[0])


# The layer that learns


def test_the_layer_alone_says_what_the_net_with_it_says() -> None:
    """A new net's second layer says nothing yet, nor do its features once a layer is put in."""
    layer = small_layer(WIDTH, 1)
    net = with_layer(Net.untrained(2), layer)
    quick, full = new_evaluation_buffers(), new_evaluation_buffers()
    for position in (Position.standard(), RACE_POSITION, Position.of({25: 2, 6: 3}, {20: 1, 1: 4})):
        for roll in ALL_ROLLS:
            board = to_board(position)
            asked = (board, 15, roll.first, roll.second, 0)
            found = quick_plays(*asked, layer, tables().arrays(), quick)
            assert found == evaluate_plays(*asked, net.arrays(), tables().arrays(), full)
            assert np.abs(quick.chances[:found] - full.chances[:found]).max(initial=0) < 1e-5


def test_a_layer_put_in_comes_out_again_and_the_rest_stays() -> None:
    net = Net.untrained(3)
    net.last += np.float32(0.25)
    before, layer = net.copy(), small_layer(WIDTH, 4)
    changed = with_layer(net, layer)
    for ours, theirs in zip(layer_of(changed), layer, strict=True):
        assert ours.tobytes() == theirs.tobytes()
        assert ours.flags.c_contiguous
    assert same(net, before)
    assert not changed.feature_weights.any()
    assert changed.top[:, :, :16].tobytes() == net.top[:, :, :16].tobytes()
    assert changed.top[:, :, 21:].tobytes() == net.top[:, :, 21:].tobytes()
    assert changed.top_bias[:, :16].tobytes() == net.top_bias[:, :16].tobytes()
    assert changed.last.tobytes() == net.last.tobytes()
    for ours, theirs in zip(changed.quick_arrays(), net.quick_arrays(), strict=True):
        assert ours.tobytes() == theirs.tobytes()


def test_a_layer_shares_nothing_with_its_net() -> None:
    net = Net.untrained(3)
    layer = layer_of(net)
    for array in layer:
        array += 1
    assert same(net, Net.untrained(3))
    changed = with_layer(net, layer)
    for array in changed.all_arrays():
        array += 1
    assert layer.weights.tobytes() == (Net.untrained(3).weights + np.float32(1)).tobytes()


# Steps


@pytest.mark.parametrize("width", [20, WIDTH])
@pytest.mark.parametrize("position", [Position.standard(), RACE_POSITION, Position.of({25: 2, 6: 3}, {20: 1, 1: 4})])
def test_a_step_follows_the_gradient(position: Position, width: int) -> None:
    layer = small_layer(width, 2)
    before = QuickWeights(*(array.copy() for array in layer))
    target, rate = [0.9, 0.5, 0.1, 0.05, 0.0], 0.01
    error = learn_once(layer, position, target, rate)
    phase = CONTACT if position.has_contact else RACE
    x = count_inputs(position).astype(np.float64)
    hidden = np.maximum(x @ before.weights[phase].astype(np.float64) + before.bias[phase], 0)
    assert 0 < (hidden > 0).sum() < width
    top = before.top[phase].astype(np.float64)
    missed = np.array(target) - 1 / (1 + np.exp(-(top @ hidden + before.top_bias[phase])))
    assert error == pytest.approx((missed**2).sum(), abs=1e-5)
    down = (missed @ top) * (hidden > 0)
    expected = QuickWeights(np.outer(x, down), down, np.outer(missed, hidden), missed)
    for name, now, then, slope in zip(QuickWeights._fields, layer, before, expected, strict=True):
        moved = now[phase].astype(np.float64) - then[phase]
        assert moved == pytest.approx(rate * slope, abs=2e-6), name
        assert now[1 - phase].tobytes() == then[1 - phase].tobytes(), name


@pytest.mark.parametrize("position", [Position.standard(), RACE_POSITION])
def test_steps_lower_the_error(position: Position) -> None:
    layer = layer_of(Net.untrained(1))
    target = [0.8, 0.4, 0.0, 0.05, 0.0]
    errors = [learn_once(layer, position, target, 0.01) for _ in range(200)]
    assert errors[-1] < 0.01 * errors[0]
    assert judged(layer, position) == pytest.approx(target, abs=0.05)


# Games


def test_it_learns_from_games_who_wins() -> None:
    # Whatever is rolled, the opponent bears off the last checker at once.
    lost = Position.of({6: 5}, {1: 1})
    layer, totals = layer_of(Net.untrained(1)), np.zeros(4)
    starts = to_board(lost).reshape(1, 26)
    errors = []
    for seed in range(8):
        learn_by_playing(starts, 15, 50, seed, 0.05, 0.5, layer, tables().arrays(), totals)
        assert totals[0] == 50  # the winner's last position is not learnt
        assert totals[2:].tolist() == [0, 0]
        errors.append(totals[1])
    assert errors[-1] < 0.05 * errors[0]


def test_gammons_and_lost_gammons_are_told_apart() -> None:
    # The mover has all fifteen checkers left and loses a gammon at the next roll.
    lost = Position.of({12: 15}, {1: 1})
    layer, totals = layer_of(Net.untrained(1)), np.zeros(4)
    starts = to_board(lost).reshape(1, 26)
    learn_by_playing(starts, 15, 300, 1, 0.05, 0.5, layer, tables().arrays(), totals)
    assert totals[2] == 300
    win, gammon, _, lost_gammon, lost_backgammon = judged(layer, lost)
    assert win < 0.1
    assert gammon == 0
    assert lost_gammon > 0.9
    assert lost_backgammon == 0


def test_every_position_but_the_last_is_pulled_towards_what_came_after_it() -> None:
    """A slow version of a few games: who plays what, and the targets from the end to the beginning."""
    start, decay, rate = Position.of({6: 2, 3: 2}, {5: 2, 2: 2}), 0.7, 0.02
    for seed in range(6):
        layer = layer_of(Net.untrained(1))
        slow = QuickWeights(*(array.copy() for array in layer))
        totals, state = np.zeros(4), np.array([seed], dtype=np.uint64)
        learn_by_playing(to_board(start).reshape(1, 26), 15, 1, seed, rate, decay, layer, tables().arrays(), totals)
        assert random_below(state, 1) == 0
        plays, position = new_evaluation_buffers(), start
        played: list[tuple[Position, Chances | None]] = []
        while not played or not played[-1][0].is_over:
            roll = Roll(1 + random_below(state, 6), 1 + random_below(state, 6))
            found = quick_plays(to_board(position), 15, roll.first, roll.second, 0, slow, tables().arrays(), plays)
            judgements = [as_chances(row) for row in plays.chances[:found]]
            best = int(np.argmax([chances.equity for chances in judgements])) if found else -1
            if found:
                position = Position(tuple(plays.results[best].tolist()))
            played.append((position, judgements[best] if found else None))
            position = position.flipped()
        target = Chances(1, 0, 0, 0, 0)
        error = 0.0
        for position, said in reversed(played[:-1]):
            target = target.for_opponent()
            error += learn_once(slow, position, list(astuple(target)), rate)
            if said is not None:
                mixed = decay * np.array(astuple(target)) + (1 - decay) * np.array(astuple(said))
                target = Chances(*mixed.tolist())
        assert totals[0] == len(played) - 1
        assert totals[1] == pytest.approx(error, abs=1e-5)
        for ours, theirs in zip(layer, slow, strict=True):
            assert np.abs(ours - theirs).max() < 1e-6


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


def test_the_share_of_rare_beginnings_matters(tmp_path: Path) -> None:
    plans = [replace(PLAN, set_up=share) for share in (0.0, 0.5)]
    first, second = (play_and_learn(plan, tmp_path / str(plan.set_up), lambda _: None) for plan in plans)
    assert not same(first, second)


def test_only_the_layer_has_learnt(tmp_path: Path) -> None:
    net, before = play_and_learn(PLAN, tmp_path, lambda _: None), Net.untrained(PLAN.seed)
    assert same(net, with_layer(before, layer_of(net)))
    for ours, theirs in zip(layer_of(net), layer_of(before), strict=True):
        assert ours[CONTACT].tobytes() != theirs[CONTACT].tobytes()
        assert np.isfinite(ours).all()


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
