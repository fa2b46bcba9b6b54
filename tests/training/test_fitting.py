"""Fitting: what another net knows is learnt, and nothing else changes."""

from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from sixprime import Position
from sixprime.engine import net_kernels as kernels
from sixprime.engine.nets import Net, Tables
from sixprime.training.fitting import FittingPlan, fit, gradients_of
from sixprime.training.label_kernels import label_positions

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
        np.array([start.points], dtype=np.int8), 15, 1, 0.5, 0.2, *Net.untrained(1).arrays(), *tables().arrays(),
        boards, labels,
    )  # fmt: skip
    return boards


CONTACT = Position.standard()
RACE = Position.of({9: 5, 8: 5, 7: 5}, {9: 5, 8: 5, 7: 5})


def judged(net: Net, boards: Boards) -> Floats:
    chances = np.empty((len(boards), 5), dtype=np.float32)
    kernels.evaluate_boards(boards, 15, *net.arrays(), *tables().arrays(), chances)
    return chances


@cache
def teacher() -> Net:
    net = Net.untrained(7)
    rng = np.random.default_rng(7)
    for array in (net.top_bias, net.last):
        array += (rng.standard_normal(array.shape) * 0.5).astype(np.float32)
    return net


def miss(net: Net, boards: Boards) -> float:
    return float(np.square(judged(net, boards) - judged(teacher(), boards)).mean())


def ignore(line: str) -> None:
    """Nobody listens."""


@pytest.mark.parametrize(("start", "phase"), [(CONTACT, kernels.CONTACT), (RACE, kernels.RACE)])
def test_it_learns_what_another_net_knows(start: Position, phase: int) -> None:
    boards = np.array([board for board in boards_of(start, 700) if kernels.is_race(board) == (phase == kernels.RACE)])
    training, unseen = boards[:500], boards[500:]
    assert len(unseen) > 50
    net = Net.untrained(1)
    before = net.copy()
    said: list[str] = []
    fitted = fit(net, training, judged(teacher(), training), tables(), PLAN, said.append)
    assert miss(fitted, training) < 0.6 * miss(net, training)
    assert miss(fitted, unseen) < 0.8 * miss(net, unseen)
    losses = [float(line.rsplit(" ", 1)[1]) for line in said if "loss" in line]
    assert len(losses) == PLAN.epochs
    assert losses[-1] < losses[0]
    fitted_name, other_name = ("race", "contact") if phase == kernels.RACE else ("contact", "race")
    assert all(line.startswith(fitted_name) for line in said if "loss" in line)
    assert f"{other_name}: only 0 positions, left as it is" in said
    for ours, theirs, old in zip(fitted.arrays(), net.arrays(), before.arrays(), strict=True):
        assert theirs.tobytes() == old.tobytes()  # the given net is left alone
        assert ours[1 - phase].tobytes() == old[1 - phase].tobytes()  # and so is the other phase
        if phase == kernels.CONTACT or ours is not fitted.feature_weights:  # races have no features
            assert ours[phase].tobytes() != old[phase].tobytes()
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
    assert all(a.tobytes() == b.tobytes() for a, b in zip(first.arrays(), again.arrays(), strict=True))
    assert first.weights.tobytes() != other.weights.tobytes()


def test_too_few_positions_change_nothing() -> None:
    boards = boards_of(CONTACT, 20)
    fitted = fit(Net.untrained(1), boards, judged(teacher(), boards), tables(), PLAN, ignore)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(fitted.arrays(), Net.untrained(1).arrays(), strict=True))


def test_the_loss_it_reports_is_that_of_the_net_as_it_plays() -> None:
    # With chances of one half all round nothing is cut by the rules, and the loss is known.
    net = Net.untrained(1)
    net.top[:, :, 16:21] = 0
    boards = np.array([board for board in boards_of(CONTACT, 200) if not kernels.is_race(board)])
    labels = np.full((len(boards), 5), 0.25, dtype=np.float32)
    said: list[str] = []
    fit(net, boards, labels, tables(), replace(PLAN, epochs=1, first_rate=1e-12, last_rate=1e-12), said.append)
    assert float(said[0].rsplit(" ", 1)[1]) == pytest.approx(np.log(2), abs=1e-4)


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    """Each parameter moved a little up and down, at a few places, in double precision."""
    chance = np.random.default_rng(3)
    shapes = [(7, 256), (256,), (256, kernels.TOP), (kernels.TOP,), (kernels.HIDDEN, kernels.OUTPUTS)]
    parameters = [chance.standard_normal(shape) * 0.2 for shape in shapes]
    inputs, labels = chance.standard_normal((9, 7)), chance.random((9, 5))

    def loss_of() -> float:
        return gradients_of(parameters, inputs, labels)[0]  # type: ignore[arg-type]

    _, gradients = gradients_of(parameters, inputs, labels)  # type: ignore[arg-type]
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
