"""Fitting: what another net knows is learnt, and nothing else changes."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.support.deep_examples import random_deep, with_deep
from engine.support.dense_inputs import count_inputs, dense_inputs
from sixprime import Position
from sixprime.compiled.arrays import Boards, Floats
from sixprime.compiled.moves import COLUMNS
from sixprime.compiled.simd import LANES
from sixprime.engine.net import kernels
from sixprime.engine.net.deep_kernels import evaluate_boards_deeply
from sixprime.engine.net.feature_kernels import FEATURES
from sixprime.engine.net.nets import Net, Tables
from sixprime.training.fitting import fits as fitting
from sixprime.training.fitting import label_sources
from sixprime.training.fitting.fits import (
    Descent,
    FittingBatch,
    FittingPlan,
    deep_gradients,
    fit,
    full_gradients,
    quick_gradients,
)
from sixprime.training.fitting.kernels import first_layer_gradient, first_layer_sums
from sixprime.training.fitting.label_sources import LabelArrays, LabelFiles
from sixprime.training.fitting.losses import DIFFERENCE_SHARE, EQUITY_SHARE, missed
from sixprime.training.labels.kernels import LabelTerms, label_games
from sixprime.training.labels.labelling import LabellingPlan, labelling_stack

PLAN = FittingPlan(epochs=6, batch=32, first_rate=2e-3, averaging=0.9, deep_batch=32, deep_first_rate=2e-3)


@cache
def tables() -> Tables:
    return Tables(exact_endings=False)


@cache
def boards_of(start: Position, count: int) -> Boards:
    """Positions of games of a net, whatever their labels."""
    boards, labels = np.zeros((count, 26), dtype=np.int8), np.zeros((count, 5), dtype=np.float32)
    decisions = np.zeros(count, dtype=np.int64)
    terms = LabelTerms(
        trying=0.5, margin=0.3, branching=0.5, branched=0.5, races=1.0, trace=0.0, lasting_trace=0.0, race_trace=0.0
    )  # fmt: skip
    starts = np.array([start.points], dtype=np.int8)
    label_games(starts, 0, 15, 1, terms, labelling_stack(Net.untrained(1), LabellingPlan()), boards, labels, decisions)
    return boards


CONTACT = Position.standard()
RACE = Position.of({9: 5, 8: 5, 7: 5}, {9: 5, 8: 5, 7: 5})


def judged(net: Net, boards: Boards) -> Floats:
    chances = np.empty((len(boards), 5), dtype=np.float32)
    kernels.evaluate_boards(boards, 15, net.arrays(), tables().arrays(), chances)
    return chances


def positions_of(boards: Boards) -> list[Position]:
    return [Position(tuple(board.tolist())) for board in boards]


def judged_quickly(net: Net, boards: Boards) -> Floats:
    """What the quick net says, by matrices."""
    chances = np.empty((len(boards), 5), dtype=np.float32)
    for row, position in enumerate(positions_of(boards)):
        phase = kernels.CONTACT if position.has_contact else kernels.RACE
        hidden = np.maximum(count_inputs(position) @ net.quick_weights[phase] + net.quick_bias[phase], 0)
        chances[row] = 1 / (1 + np.exp(-(net.quick_top[phase] @ hidden + net.quick_top_bias[phase])))
        kernels.make_consistent(boards[row], 15, chances[row])
    return chances


def judged_deeply(net: Net, boards: Boards) -> Floats:
    chances = np.empty((len(boards), 5), dtype=np.float32)
    evaluate_boards_deeply(boards, 15, net.deep, tables().arrays(), chances)
    return chances


def examples(boards: Boards) -> LabelArrays:
    return LabelArrays(boards, judged(teacher(), boards))


@cache
def teacher() -> Net:
    net = Net.untrained(7)
    rng = np.random.default_rng(7)
    for array in (net.top_bias, net.last):
        array += (rng.standard_normal(array.shape) * 0.5).astype(np.float32)
    return net


def miss(net: Net, boards: Boards, judge: Callable[[Net, Boards], Floats] = judged) -> float:
    return float(np.square(judge(net, boards) - judged(teacher(), boards)).mean())


def ignore(line: str) -> None:
    """Nobody listens."""


def arrays_of(net: Net) -> list[Floats]:
    """All arrays, those of the deep net too."""
    return [*net.all_arrays(), *net.deep.contact, *net.deep.race]


def same(one: Net, other: Net) -> bool:
    return all(a.tobytes() == b.tobytes() for a, b in zip(arrays_of(one), arrays_of(other), strict=True))


@cache
def student() -> Net:
    """An untrained net with a deep part."""
    net = with_deep(Net.untrained(1), random_deep(2))
    net.quick_top_bias += np.float32(0.7)  # as it is made, it happens to be near
    return net


@pytest.mark.parametrize("phase", [kernels.CONTACT, kernels.RACE])
def test_it_learns_what_another_net_knows(phase: int) -> None:
    start = RACE if phase == kernels.RACE else CONTACT
    boards = np.array([board for board in boards_of(start, 900) if kernels.is_race(board) == (phase == kernels.RACE)])
    training, unseen = boards[: len(boards) * 2 // 3], boards[len(boards) * 2 // 3 :]
    assert len(unseen) > 50
    net, before = student().copy(), student().copy()
    said: list[str] = []
    fitted = fit(net, examples(training), tables(), PLAN, said.append)
    for judge in (judged, judged_quickly, judged_deeply):
        assert miss(fitted, training, judge) < 0.6 * miss(net, training, judge)
        assert miss(fitted, unseen, judge) < 0.8 * miss(net, unseen, judge)
    fitted_name, other_name = ("race", "contact") if phase == kernels.RACE else ("contact", "race")
    for name in (fitted_name, f"quick {fitted_name}", f"deep {fitted_name}"):
        losses = [float(line.rsplit(" ", 1)[1]) for line in said if line.startswith(f"{name}: ") and "loss" in line]
        assert len(losses) == PLAN.epochs
        assert losses[-1] < losses[0]
    assert len(said) == 3 * PLAN.epochs + 1
    assert f"{other_name}: only 0 positions, left as it is" in said
    assert same(net, before)  # the given net is left alone
    for ours, old in zip(fitted.all_arrays(), before.all_arrays(), strict=True):
        contact, race = (slice(2), slice(-1, None)) if len(ours) > 2 else (slice(1), slice(1, 2))
        mine, other = (race, contact) if phase == kernels.RACE else (contact, race)
        assert ours[other].tobytes() == old[other].tobytes()  # and so is the other phase
        if phase == kernels.CONTACT or ours is not fitted.feature_weights:  # races have no features
            assert ours[mine].tobytes() != old[mine].tobytes()
    for number, deep in enumerate(fitted.deep):
        changed = [ours.tobytes() != old.tobytes() for ours, old in zip(deep, before.deep[number], strict=True)]
        assert changed == [number == phase and array.size > 0 for array in deep]
    assert all(np.isfinite(array).all() and array.flags.c_contiguous for array in arrays_of(fitted))
    assert not fitted.top[:, :, 21:].any()


def test_the_same_seed_gives_the_same_net() -> None:
    labels = examples(boards_of(CONTACT, 200))
    plan = replace(PLAN, epochs=2)
    first, again, other = (fit(student(), labels, tables(), replace(plan, seed=seed), ignore) for seed in (1, 1, 2))
    assert same(first, again)
    assert first.weights.tobytes() != other.weights.tobytes()
    assert first.quick_weights.tobytes() != other.quick_weights.tobytes()
    assert first.deep.contact.weights.tobytes() != other.deep.contact.weights.tobytes()


def test_too_few_positions_change_nothing() -> None:
    boards = boards_of(CONTACT, 20)
    assert same(fit(student(), examples(boards), tables(), PLAN, ignore), student())


def test_the_loss_it_reports_is_that_of_the_net_as_it_plays() -> None:
    # With chances of one half all round nothing is cut by the rules, and the loss is known.
    net = student().copy()
    net.deep.contact.last[:], net.deep.contact.last_bias[:] = 0, 0
    net.quick_top_bias[:] = 0
    net.top[:, :, 16:21] = 0
    net.quick_top[:] = 0
    boards = np.array([board for board in boards_of(CONTACT, 200) if not kernels.is_race(board)])
    labels = np.full((len(boards), 5), 0.25, dtype=np.float32)
    said: list[str] = []
    plan = replace(
        PLAN, epochs=1, first_rate=1e-12, last_rate=1e-12, deep_first_rate=1e-12, deep_last_rate=1e-12
    )  # fmt: skip
    fit(net, LabelArrays(boards, labels), tables(), plan, said.append)
    losses = {line.split(":")[0]: float(line.rsplit(" ", 1)[1]) for line in said if "loss" in line}
    # One half instead of a quarter makes an equity of 0 instead of -1/2.
    loss = np.log(2) + EQUITY_SHARE / 4
    assert losses == pytest.approx(dict.fromkeys(("contact", "quick contact", "deep contact"), loss), abs=1e-4)


def test_the_quick_net_is_fitted_by_itself() -> None:
    labels = examples(boards_of(CONTACT, 200))
    plain, other = Net.untrained(1), Net.untrained(1)
    other.quick_weights *= np.float32(0.5)
    fitted, fitted_other = (fit(net, labels, tables(), replace(PLAN, epochs=1), ignore) for net in (plain, other))
    for ours, theirs in zip(fitted.arrays(), fitted_other.arrays(), strict=True):
        assert ours.tobytes() == theirs.tobytes()
    assert fitted.quick_weights.tobytes() != fitted_other.quick_weights.tobytes()


FULL_SHAPES = ((3, 256, kernels.TOP), (3, kernels.TOP), (3, kernels.HIDDEN, kernels.OUTPUTS))
QUICK_SHAPES = ((5, 11), (5,))
DEEP_SHAPES = ((12, 9), (9,), (9, 7), (7,), (7, 6), (6,), (6, LANES), (LANES,))


@pytest.mark.parametrize(
    ("gradients_by", "width", "shapes"),
    [(full_gradients, 256, FULL_SHAPES), (quick_gradients, 11, QUICK_SHAPES), (deep_gradients, 12, DEEP_SHAPES)],
    ids=["full", "quick", "deep"],
)
def test_the_gradient_is_the_slope_of_the_loss(
    gradients_by: Callable[..., tuple[float, Floats, list[Floats]]], width: int, shapes: tuple[tuple[int, ...], ...]
) -> None:
    """Each number moved a little up and down, at some places, in double precision."""
    chance = np.random.default_rng(3)
    upper = [chance.standard_normal(shape) * 0.4 for shape in shapes]
    sums = chance.standard_normal((9, width))
    plans = np.array([0, 0, 0, 0, 2, 2, 2, 2, 2], dtype=np.int8)  # nobody plays the second one
    labels: Any = chance.random((9, 5)) * 1.4 - 0.2  # labels may lie beyond 0 and 1
    nothing: Any = np.zeros(0)
    decisions = np.array([0, 1, 1, 2, 1, 2, 3, 4, 4])  # across game plans too
    batch = FittingBatch(nothing, nothing, nothing, labels, plans, decisions)

    def loss_of() -> float:
        return gradients_by(sums, upper, batch)[0]

    _, below, steps = gradients_by(sums, upper, batch)
    slopes = []
    for parameter, gradient in zip((sums, *upper), (below, *steps), strict=True):
        assert gradient.shape == parameter.shape
        for _ in range(25):
            place = tuple(chance.integers(0, size) for size in parameter.shape)
            kept = parameter[place]
            parameter[place] = kept + 1e-5
            above = loss_of()
            parameter[place] = kept - 1e-5
            slopes.append((above - loss_of()) / 2e-5)
            parameter[place] = kept
            assert gradient[place] == pytest.approx(slopes[-1], abs=1e-7)
    assert np.count_nonzero(slopes) > len(slopes) // 3


# Lists of inputs


@pytest.mark.parametrize("features", [True, False])
def test_lists_of_inputs_say_what_plain_rows_say(features: bool) -> None:
    """The first layer's sums, and the gradient of its weights."""
    boards = np.concatenate([boards_of(CONTACT, 200), boards_of(RACE, 40)]) if not features else np.array(
        [board for board in boards_of(CONTACT, 200) if not kernels.is_race(board)]
    )  # fmt: skip
    chance, plans = np.random.default_rng(1), np.zeros(len(boards), dtype=np.int8)
    labels = chance.random((len(boards), 5)).astype(np.float32)
    batch = FittingBatch.of(boards, labels, np.arange(len(boards)), plans, tables(), features=features)
    inputs = dense_inputs(positions_of(boards), tables())[:, : None if features else COLUMNS]
    first = (chance.standard_normal((inputs.shape[1], 64)) * 0.1).astype(np.float32)
    bias = chance.standard_normal(64).astype(np.float32)
    sums = np.full((len(boards), 64), np.nan, dtype=np.float32)
    first_layer_sums(batch.ends, batch.ones, batch.features, FEATURES if features else 0, first, bias, sums)
    assert np.abs(sums - (inputs @ first + bias)).max() < 1e-5
    below = chance.standard_normal((len(boards), 64)).astype(np.float32)
    gradient = np.zeros_like(first)
    first_layer_gradient(batch.ends, batch.ones, below, gradient)
    if features:
        gradient[COLUMNS : COLUMNS + FEATURES] = batch.features.T @ below
    expected = inputs.T.astype(np.float64) @ below
    assert gradient == pytest.approx(expected, rel=1e-4, abs=1e-3)
    assert np.abs(expected).max() > 10


def test_a_batch_is_in_the_order_of_game_plans() -> None:
    boards = boards_of(CONTACT, 100)
    labels = np.arange(500, dtype=np.float32).reshape(100, 5)
    plans = np.array([kernels.plan_of(board) for board in boards], dtype=np.int8)
    batch = FittingBatch.of(boards, labels, np.arange(len(boards)), plans, tables(), features=True)
    assert batch.plans.tolist() == sorted(plans.tolist())
    rows = {tuple(label): plan for label, plan in zip(labels.tolist(), plans.tolist(), strict=True)}
    assert [rows[tuple(label)] for label in batch.labels.tolist()] == batch.plans.tolist()
    assert [plan for plan, rows in batch.slices(kernels.PLANS) for _ in range(rows.start, rows.stop)] == sorted(plans)


def test_a_step_is_that_of_adam() -> None:
    """Written down with plain arrays; the averages follow, and the gradients are set to zero for the next batch."""
    chance = np.random.default_rng(2)
    arrays = [chance.standard_normal(shape).astype(np.float32) for shape in ((3, 4), (5,))]
    plain = [array.astype(np.float64) for array in arrays]
    descent = Descent([array.copy() for array in arrays])
    means, squares = ([np.zeros_like(array) for array in plain] for _ in range(2))
    averages = [array.copy() for array in plain]
    for step in range(1, 30):
        gradients = [chance.standard_normal(array.shape).astype(np.float32) for array in arrays]
        follow = 1 - min(0.9, (step - 1) / (step + 9))
        for number, gradient in enumerate(gradients):
            means[number] = 0.9 * means[number] + 0.1 * gradient
            squares[number] = 0.999 * squares[number] + 0.001 * np.square(gradient, dtype=np.float64)
            mean, square = means[number] / (1 - 0.9**step), squares[number] / (1 - 0.999**step)
            plain[number] -= 0.01 * mean / np.sqrt(square)
            averages[number] += follow * (plain[number] - averages[number])
        descent.step(gradients, 0.01, 0.9)
        assert not any(gradient.any() for gradient in gradients)
    for ours, theirs in zip((*descent.arrays, *descent.averages), (*plain, *averages), strict=True):
        assert ours == pytest.approx(theirs, abs=1e-4)


# Streams and checkpoints


@pytest.fixture
def files(tmp_path: Path) -> LabelFiles:
    """Seven files of 40 labelled positions each."""
    boards = boards_of(CONTACT, 280)
    labels = judged(teacher(), boards)
    paths = [tmp_path / f"labels-{number}.npz" for number in range(7)]
    for number, path in enumerate(paths):
        rows = slice(40 * number, 40 * (number + 1))
        np.savez(path, boards=boards[rows], labels=labels[rows])
    return LabelFiles(paths, 40)


def test_what_a_net_misses_about_all_plays_of_a_roll_alike_counts_less() -> None:
    """The same squared errors: once of one sign in each decision, once of both signs."""
    scores = np.zeros((4, 5), dtype=np.float32)
    losses = []
    for signs in ((1, 1, -1, -1), (1, -1, 1, -1)):
        labels = np.full((4, 5), 0.5, dtype=np.float32)
        labels[:, 0] += np.array(signs, dtype=np.float32) * np.float32(0.05)
        losses.append(missed(scores, labels, np.array([0, 0, 1, 1]))[0])
    alone = missed(scores, labels, np.arange(4))[0]
    assert losses[1] - losses[0] == pytest.approx(DIFFERENCE_SHARE * 0.1**2, rel=1e-3)
    assert losses[0] == pytest.approx(alone, abs=1e-7)


class Stop(Exception):
    """Raised by who listens to the progress."""


STREAMED = replace(PLAN, epochs=2, batch=16, deep_batch=32)


@pytest.mark.parametrize("after", [1, 2, 3, 4, 7, 10, 17])
def test_an_interrupted_fit_ends_in_the_same_weights(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, files: LabelFiles, after: int
) -> None:
    """Four portions, two epochs, and three nets, each with a checkpoint of its own."""
    monkeypatch.setattr(label_sources, "PORTION", 2)
    monkeypatch.setattr(fitting, "SAVE_SECONDS", -1.0)
    whole = fit(student(), files, tables(), STREAMED, ignore)
    heard: list[tuple[str, int, int]] = []

    def listen(*told: Any) -> None:
        heard.append(told)
        if len(heard) == after:
            raise Stop

    said: list[str] = []
    with pytest.raises(Stop):
        fit(student(), files, tables(), STREAMED, said.append, checkpoints=tmp_path / "fit", progress=listen)
    resumed = fit(student(), files, tables(), STREAMED, said.append, checkpoints=tmp_path / "fit")
    assert same(resumed, whole)
    assert not same(whole, student())
    # Each epoch is told of once, with the loss of all its portions.
    plain: list[str] = []
    fit(student(), files, tables(), STREAMED, plain.append)
    assert [line for line in said if "loss" in line] == [line for line in plain if "loss" in line]
    assert [told[1:] for told in heard] == [
        ([80, 160, 240, 280, 360, 440, 520, 560][number % 8], 560) for number in range(after)
    ]


def test_a_fit_without_recent_checkpoints_begins_again_and_ends_in_the_same_weights(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, files: LabelFiles
) -> None:
    monkeypatch.setattr(label_sources, "PORTION", 2)

    def stop_in_the_deep_net(name: str, done: int, total: int) -> None:
        if name == "deep contact" and done > total // 2:
            raise Stop

    with pytest.raises(Stop):
        fit(student(), files, tables(), STREAMED, ignore, checkpoints=tmp_path / "fit", progress=stop_in_the_deep_net)
    assert sorted(path.name for path in (tmp_path / "fit").iterdir()) == ["contact.npz", "quick-contact.npz"]
    names: list[str] = []
    resumed = fit(
        student(), files, tables(), STREAMED, ignore, checkpoints=tmp_path / "fit",
        progress=lambda name, *_: names.append(name),
    )  # fmt: skip
    assert names[0] == "deep contact"
    assert not {"contact", "quick contact"} & set(names)  # they were done
    assert same(resumed, fit(student(), files, tables(), STREAMED, ignore))


def test_a_checkpoint_of_another_fit_is_not_used(tmp_path: Path, files: LabelFiles) -> None:
    fit(student(), files, tables(), STREAMED, ignore, checkpoints=tmp_path)
    other = replace(STREAMED, seed=9)
    assert same(fit(student(), files, tables(), other, ignore, checkpoints=tmp_path),
                fit(student(), files, tables(), other, ignore))  # fmt: skip


@pytest.mark.parametrize("length", [0, 5, 3000, -40])
def test_a_damaged_checkpoint_is_not_used(tmp_path: Path, files: LabelFiles, length: int) -> None:
    whole = fit(student(), files, tables(), STREAMED, ignore, checkpoints=tmp_path / "fit")
    path = tmp_path / "fit" / "contact.npz"
    path.write_bytes(path.read_bytes()[:length])
    names: list[str] = []
    again = fit(
        student(), files, tables(), STREAMED, ignore, checkpoints=tmp_path / "fit",
        progress=lambda name, *_: names.append(name),
    )  # fmt: skip
    assert set(names) == {"contact"}
    assert same(again, whole)


def test_checkpoints_are_plain_arrays(tmp_path: Path, files: LabelFiles) -> None:
    """So that later versions of the program can go on with them."""
    fit(student(), files, tables(), STREAMED, ignore, checkpoints=tmp_path / "fit")
    for path in (tmp_path / "fit").iterdir():
        with np.load(path, allow_pickle=False) as kept:
            assert all(kept[name].dtype.kind in "fU" for name in kept.files)


# Parts that can be left out


def test_each_game_plan_learns_by_itself() -> None:
    boards = boards_of(CONTACT, 300)
    plans = np.array([kernels.plan_of(board) for board in boards])
    contact = np.array([not kernels.is_race(board) for board in boards])
    chosen = contact & np.isin(plans, np.bincount(plans[contact]).argsort()[-2:])  # the two that most have
    fitted = fit(Net.untrained(1), examples(boards[chosen]), tables(), PLAN, ignore)
    beginning = Net.untrained(1)
    for plan in range(kernels.PLANS):
        has_changed = fitted.top_bias[plan].tobytes() != beginning.top_bias[plan].tobytes()
        assert has_changed == bool((plans[chosen] == plan).any())


def test_one_plan_for_all_positions_if_that_is_wanted() -> None:
    boards = boards_of(CONTACT, 200)
    plan = replace(PLAN, epochs=1, plans=False)
    fitted = fit(Net.untrained(1), examples(boards), tables(), plan, ignore)
    assert (fitted.top[: kernels.PLANS] == fitted.top[0]).all()
    assert fitted.top[0].tobytes() != Net.untrained(1).top[0].tobytes()


@pytest.mark.parametrize("part", ["features", "second_layer"])
def test_parts_of_the_full_net_can_be_left_as_they_are(part: str) -> None:
    net = teacher()
    plan = FittingPlan(epochs=1, batch=32, features=part != "features", second_layer=part != "second_layer")
    fitted = fit(net, LabelArrays(boards_of(CONTACT, 200), judged(Net.untrained(1), boards_of(CONTACT, 200))),
                 tables(), plan, ignore)  # fmt: skip
    features_stay = fitted.feature_weights.tobytes() == net.feature_weights.tobytes()
    second_stays = fitted.last.tobytes() == net.last.tobytes()
    assert (features_stay, second_stays) == (part == "features", part == "second_layer")
    assert fitted.weights.tobytes() != net.weights.tobytes()
