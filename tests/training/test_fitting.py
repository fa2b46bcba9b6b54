"""Fitting: what another net knows is learnt, and nothing else changes."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from sixprime import Position
from sixprime.core.kernels import COLUMNS
from sixprime.engine import net_kernels as kernels
from sixprime.engine.feature_kernels import INPUTS
from sixprime.engine.nets import Net, Tables
from sixprime.training.encoding_kernels import encode
from sixprime.training.fitting import EQUITY_SHARE, Examples, FittingPlan, fit, gradients_of, quick_gradients_of
from sixprime.training.label_kernels import label_positions
from sixprime.training.labelling import LabellingPlan, brain_of

PLAN = FittingPlan(epochs=6, batch=32, first_rate=2e-3, averaging=0.9)

Boards = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]


@cache
def tables() -> Tables:
    return Tables(exact_endings=False)


@cache
def boards_of(start: Position, count: int) -> Boards:
    """Positions of games of a net, whatever their labels."""
    boards, labels = np.zeros((count, 26), dtype=np.int8), np.zeros((count, 5), dtype=np.float32)
    label_positions(
        np.array([start.points], dtype=np.int8), 1, 0, 15, 1, 0.3, 0.5, 0.2, 0.0, 0.0,
        brain_of(Net.untrained(1), LabellingPlan()), boards, labels,
    )  # fmt: skip
    return boards


CONTACT = Position.standard()
RACE = Position.of({9: 5, 8: 5, 7: 5}, {9: 5, 8: 5, 7: 5})


def judged(net: Net, boards: Boards) -> Floats:
    chances = np.empty((len(boards), 5), dtype=np.float32)
    kernels.evaluate_boards(boards, 15, net.arrays(), tables().arrays(), chances)
    return chances


def judged_quickly(net: Net, boards: Boards) -> Floats:
    """What the quick net says, by matrices."""
    inputs = np.zeros((len(boards), COLUMNS + INPUTS), dtype=np.float32)
    plans = np.zeros(len(boards), dtype=np.int8)
    encode(boards, 15, tables().shots, tables().escapes, inputs, plans)
    chances = np.empty((len(boards), 5), dtype=np.float32)
    for row, plan in enumerate(plans):
        phase = kernels.RACE if plan == kernels.RACE_PLAN else kernels.CONTACT
        hidden = np.maximum(inputs[row, :COLUMNS] @ net.quick_weights[phase] + net.quick_bias[phase], 0)
        chances[row] = 1 / (1 + np.exp(-(net.quick_top[phase] @ hidden + net.quick_top_bias[phase])))
        kernels.make_consistent(boards[row], 15, chances[row])
    return chances


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


@pytest.mark.parametrize(("start", "phase"), [(CONTACT, kernels.CONTACT), (RACE, kernels.RACE)])
def test_it_learns_what_another_net_knows(start: Position, phase: int) -> None:
    boards = np.array([board for board in boards_of(start, 700) if kernels.is_race(board) == (phase == kernels.RACE)])
    training, unseen = boards[:500], boards[500:]
    assert len(unseen) > 50
    net = Net.untrained(1)
    net.quick_top_bias += np.float32(0.7)  # as it is made, it happens to be near
    before = net.copy()
    said: list[str] = []
    fitted = fit(net, training, judged(teacher(), training), tables(), PLAN, said.append)
    assert miss(fitted, training) < 0.6 * miss(net, training)
    assert miss(fitted, unseen) < 0.8 * miss(net, unseen)
    assert miss(fitted, training, judged_quickly) < 0.6 * miss(net, training, judged_quickly)
    assert miss(fitted, unseen, judged_quickly) < 0.8 * miss(net, unseen, judged_quickly)
    fitted_name, other_name = ("race", "contact") if phase == kernels.RACE else ("contact", "race")
    for name in (fitted_name, f"quick {fitted_name}"):
        losses = [float(line.rsplit(" ", 1)[1]) for line in said if line.startswith(f"{name}: ") and "loss" in line]
        assert len(losses) == PLAN.epochs
        assert losses[-1] < losses[0]
    assert len(said) == 2 * PLAN.epochs + 1
    assert f"{other_name}: only 0 positions, left as it is" in said
    for ours, theirs, old in zip(fitted.all_arrays(), net.all_arrays(), before.all_arrays(), strict=True):
        assert theirs.tobytes() == old.tobytes()  # the given net is left alone
        contact, race = (slice(2), slice(-1, None)) if len(ours) > 2 else (slice(1), slice(1, 2))
        mine, other = (race, contact) if phase == kernels.RACE else (contact, race)
        assert ours[other].tobytes() == old[other].tobytes()  # and so is the other phase
        if phase == kernels.CONTACT or ours is not fitted.feature_weights:  # races have no features
            assert ours[mine].tobytes() != old[mine].tobytes()
        assert np.isfinite(ours).all()
        assert ours.flags.c_contiguous
    assert not fitted.top[:, :, 21:].any()


def test_the_same_seed_gives_the_same_net() -> None:
    boards = boards_of(CONTACT, 200)
    labels = judged(teacher(), boards)
    plan = replace(PLAN, epochs=2)
    first, again, other = (
        fit(Net.untrained(1), boards, labels, tables(), replace(plan, seed=seed), ignore) for seed in (1, 1, 2)
    )
    assert all(a.tobytes() == b.tobytes() for a, b in zip(first.all_arrays(), again.all_arrays(), strict=True))
    assert first.weights.tobytes() != other.weights.tobytes()
    assert first.quick_weights.tobytes() != other.quick_weights.tobytes()


def test_too_few_positions_change_nothing() -> None:
    boards = boards_of(CONTACT, 20)
    fitted = fit(Net.untrained(1), boards, judged(teacher(), boards), tables(), PLAN, ignore)
    assert all(
        a.tobytes() == b.tobytes() for a, b in zip(fitted.all_arrays(), Net.untrained(1).all_arrays(), strict=True)
    )


def test_the_loss_it_reports_is_that_of_the_net_as_it_plays() -> None:
    # With chances of one half all round nothing is cut by the rules, and the loss is known.
    net = Net.untrained(1)
    net.top[:, :, 16:21] = 0
    net.quick_top[:] = 0
    boards = np.array([board for board in boards_of(CONTACT, 200) if not kernels.is_race(board)])
    labels = np.full((len(boards), 5), 0.25, dtype=np.float32)
    said: list[str] = []
    fit(net, boards, labels, tables(), replace(PLAN, epochs=1, first_rate=1e-12, last_rate=1e-12), said.append)
    losses = {line.split(":")[0]: float(line.rsplit(" ", 1)[1]) for line in said if "loss" in line}
    # One half instead of a quarter makes an equity of 0 instead of -1/2.
    loss = np.log(2) + EQUITY_SHARE / 4
    assert losses == pytest.approx({"contact": loss, "quick contact": loss}, abs=1e-4)


def test_the_quick_net_is_fitted_by_itself() -> None:
    boards = boards_of(CONTACT, 200)
    labels = judged(teacher(), boards)
    plain, other = Net.untrained(1), Net.untrained(1)
    other.quick_weights *= np.float32(0.5)
    fitted, fitted_other = (
        fit(net, boards, labels, tables(), replace(PLAN, epochs=1), ignore) for net in (plain, other)
    )
    for ours, theirs in zip(fitted.arrays(), fitted_other.arrays(), strict=True):
        assert ours.tobytes() == theirs.tobytes()
    assert fitted.quick_weights.tobytes() != fitted_other.quick_weights.tobytes()


FULL_SHAPES = ((7, 256), (256,), (3, 256, kernels.TOP), (3, kernels.TOP), (3, kernels.HIDDEN, kernels.OUTPUTS))
QUICK_SHAPES = ((7, 11), (11,), (5, 11), (5,))


@pytest.mark.parametrize(
    ("gradients_by", "shapes"), [(gradients_of, FULL_SHAPES), (quick_gradients_of, QUICK_SHAPES)], ids=["full", "quick"]
)
def test_the_gradient_is_the_slope_of_the_loss(
    gradients_by: Callable[..., tuple[float, list[Floats]]], shapes: tuple[tuple[int, ...], ...]
) -> None:
    """Each parameter moved a little up and down, at a few places, in double precision."""
    chance = np.random.default_rng(3)
    parameters = [chance.standard_normal(shape) * 0.2 for shape in shapes]
    plans = np.array([0, 0, 0, 0, 2, 2, 2, 2, 2], dtype=np.int8)  # nobody plays the second one
    rows: Any = chance.standard_normal((9, 7))
    labels: Any = chance.random((9, 5))
    batch = Examples(rows, labels, plans)

    def loss_of() -> float:
        return gradients_by(parameters, batch)[0]

    _, gradients = gradients_by(parameters, batch)
    for parameter, gradient in zip(parameters, gradients, strict=True):
        for _ in range(12):
            place = tuple(chance.integers(0, size) for size in parameter.shape)
            kept = parameter[place]
            parameter[place] = kept + 1e-5
            above = loss_of()
            parameter[place] = kept - 1e-5
            below = loss_of()
            parameter[place] = kept
            assert gradient[place] == pytest.approx((above - below) / 2e-5, abs=1e-6)


def test_each_game_plan_learns_by_itself() -> None:
    boards = boards_of(CONTACT, 300)
    plans = np.array([kernels.plan_of(board) for board in boards])
    contact = np.array([not kernels.is_race(board) for board in boards])
    chosen = contact & np.isin(plans, np.bincount(plans[contact]).argsort()[-2:])  # the two that most have
    fitted = fit(Net.untrained(1), boards[chosen], judged(teacher(), boards[chosen]), tables(), PLAN, ignore)
    beginning = Net.untrained(1)
    for plan in range(kernels.PLANS):
        has_changed = fitted.top_bias[plan].tobytes() != beginning.top_bias[plan].tobytes()
        assert has_changed == bool((plans[chosen] == plan).any())


def test_one_plan_for_all_positions_if_that_is_wanted() -> None:
    boards = boards_of(CONTACT, 200)
    plan = replace(PLAN, epochs=1, plans=False)
    fitted = fit(Net.untrained(1), boards, judged(teacher(), boards), tables(), plan, ignore)
    assert (fitted.top[: kernels.PLANS] == fitted.top[0]).all()
    assert fitted.top[0].tobytes() != Net.untrained(1).top[0].tobytes()
