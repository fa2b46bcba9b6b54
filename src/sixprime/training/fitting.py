"""Fitting a net to labelled positions, in plain NumPy: the net is small, and its gradient takes a few lines.

Each phase is fitted by itself, and so are the full and the quick net, starting from the weights they have: Adam on the
cross-entropy of the five chances and the squared error of the equity they make, a falling rate, and an average of the
weights over the last part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sixprime.core.kernels import COLUMNS
from sixprime.engine.feature_kernels import INPUTS
from sixprime.engine.net_kernels import CONTACT, HIDDEN, OUTPUTS, PLANS, RACE, RACE_PLAN
from sixprime.engine.nets import Net, Tables
from sixprime.training.encoding_kernels import encode

Boards = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]

CHUNK = 100_000
"""Boards that become inputs together."""
EQUITY = np.array([2, 1, 1, -1, -1], dtype=np.float32)
"""What each of the five chances adds to the equity."""
EQUITY_SHARE = np.float32(0.5)
"""What the squared error of the equity counts for beside the cross-entropy, which by itself is hardest on chances near
0 and 1: plays are chosen, and luck is told, by equities."""
DIRECT = slice(HIDDEN, HIDDEN + OUTPUTS)
"""The places of the first layer's direct connections to the outputs."""


@dataclass(frozen=True, slots=True)
class FittingPlan:
    """How to fit: passes over the data, positions a step, and the learning rate from first to last."""

    epochs: int = 5
    batch: int = 512
    first_rate: float = 1e-3
    last_rate: float = 2e-5
    averaging: float = 0.999
    features: bool = True
    second_layer: bool = True
    """Whether these parts of the net learn; to see what they are worth they can be left as they are."""
    plans: bool = True
    """Whether each game plan gets upper layers of its own."""
    seed: int = 1


def fit(
    net: Net, boards: Boards, labels: Floats, tables: Tables, plan: FittingPlan, report: Callable[[str], None]
) -> Net:
    """A new net, fitted to the labels from the weights of `net`."""
    fitted = net.copy()
    plans = _plans_of(boards, tables)
    for phase, name in ((CONTACT, "contact"), (RACE, "race")):
        chosen = (plans == RACE_PLAN) == (phase == RACE)
        if chosen.sum() < plan.batch:
            report(f"{name}: only {chosen.sum()} positions, left as it is")
            continue
        _fit_phase(fitted, phase, name, Material(boards[chosen], labels[chosen], plans[chosen], tables), plan, report)
    return fitted


def _plans_of(boards: Boards, tables: Tables) -> npt.NDArray[np.int8]:
    """The game plan of each board."""
    plans = np.empty(len(boards), dtype=np.int8)
    for start in range(0, len(boards), CHUNK):
        plans[start : start + CHUNK] = _encoded(boards[start : start + CHUNK], tables)[1]
    return plans


def _encoded(boards: Boards, tables: Tables) -> tuple[Floats, npt.NDArray[np.int8]]:
    """Boards as inputs, and their plans."""
    inputs = np.zeros((len(boards), COLUMNS + INPUTS), dtype=np.float32)
    plans = np.zeros(len(boards), dtype=np.int8)
    encode(boards, 15, tables.shots, tables.escapes, inputs, plans)
    return inputs, plans


@dataclass(frozen=True, slots=True)
class Material:
    """Positions to fit to. They become inputs when their turn comes: those of millions would fill the memory."""

    boards: Boards
    labels: Floats
    plans: npt.NDArray[np.int8]
    tables: Tables
    counts_only: bool = False
    """Whether the inputs are the columns without the features."""

    def __len__(self) -> int:
        return len(self.boards)

    def batch(self, rows: npt.NDArray[np.int64]) -> Examples:
        """Some of them, by plan."""
        rows = rows[np.argsort(self.plans[rows], kind="stable")]
        inputs, _ = _encoded(self.boards[rows], self.tables)
        if self.counts_only:
            inputs = np.ascontiguousarray(inputs[:, :COLUMNS])
        return Examples(inputs, self.labels[rows], self.plans[rows])


@dataclass(frozen=True, slots=True)
class Examples:
    """Positions as inputs, what they are worth, and the game plan of each, in its order."""

    inputs: Floats
    labels: Floats
    plans: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.inputs)

    def slices(self, plans: int) -> Iterator[tuple[int, slice]]:
        """Where each plan is to be found in a batch."""
        cuts = np.searchsorted(self.plans, np.arange(plans + 1)).tolist()
        for plan, (first, end) in enumerate(pairwise(cuts)):
            if first < end:
                yield plan, slice(first, end)


class Adam:
    """The optimiser: steps scaled by running means of each gradient and of its square."""

    def __init__(self, parameters: list[Floats]) -> None:
        self._parameters = parameters
        self._means = [np.zeros_like(parameter) for parameter in parameters]
        self._squares = [np.zeros_like(parameter) for parameter in parameters]
        self._steps = 0

    def step(self, gradients: list[Floats], rate: float) -> None:
        """Move the parameters, in place, against their gradients."""
        self._steps += 1
        scale = rate * np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for parameter, gradient, mean, square in zip(
            self._parameters, gradients, self._means, self._squares, strict=True
        ):
            mean += np.float32(0.1) * (gradient - mean)
            square += np.float32(0.001) * (gradient * gradient - square)
            parameter -= np.float32(scale) * mean / (np.sqrt(square) + np.float32(1e-8))


def gradients_of(parameters: Sequence[Floats], batch: Examples) -> tuple[float, list[Floats]]:
    """What the full net misses in a batch, and its gradient for each parameter: see `_miss`.

    The parameters are the first layer with its bias, the upper ones of all plans with theirs, and the last ones.
    """
    first, bias, top, top_bias, last = parameters
    hidden = np.maximum(batch.inputs @ first + bias, 0)
    below = np.empty_like(hidden)
    steps = [np.zeros_like(parameter) for parameter in (top, top_bias, last)]
    total = 0.0
    for plan, rows in batch.slices(len(top)):
        inner = hidden[rows] @ top[plan] + top_bias[plan]
        second = np.maximum(inner[:, :HIDDEN], 0)
        loss, miss = _miss(inner[:, DIRECT] + second @ last[plan], batch.labels[rows], len(batch))
        total += loss
        back = np.zeros_like(inner)
        back[:, DIRECT] = miss
        back[:, :HIDDEN] = (miss @ last[plan].T) * (second > 0)
        below[rows] = (back @ top[plan].T) * (hidden[rows] > 0)
        steps[0][plan], steps[1][plan], steps[2][plan] = hidden[rows].T @ back, back.sum(axis=0), second.T @ miss
    return total, [batch.inputs.T @ below, below.sum(axis=0), *steps]


def quick_gradients_of(parameters: Sequence[Floats], batch: Examples) -> tuple[float, list[Floats]]:
    """The same by the quick net, whose parameters are its layer with its bias and the outputs with theirs."""
    first, bias, top, top_bias = parameters
    hidden = np.maximum(batch.inputs @ first + bias, 0)
    loss, miss = _miss(hidden @ top.T + top_bias, batch.labels, len(batch))
    below = (miss @ top) * (hidden > 0)
    return loss, [batch.inputs.T @ below, below.sum(axis=0), miss.T @ hidden, miss.sum(axis=0)]


def _miss(scores: Floats, labels: Floats, count: int) -> tuple[float, Floats]:
    """What some rows add to the loss of so many, and its gradient for their scores.

    The loss is the mean cross-entropy of the chances, and a share of the mean squared error of their equities.
    """
    chances = 1 / (1 + np.exp(-scores))
    # log(1 + exp(x)) - x * y, written so that it does not overflow.
    losses = np.maximum(scores, 0) - scores * labels + np.log1p(np.exp(-np.abs(scores)))
    size = np.float32(count * OUTPUTS)
    missed = (chances - labels) @ EQUITY
    loss = float(losses.sum() / size + EQUITY_SHARE * (missed * missed).sum() / count)
    pull = np.float32(2 / count) * EQUITY_SHARE * missed[:, np.newaxis] * EQUITY * chances * (1 - chances)
    return loss, np.asarray((chances - labels) / size + pull, dtype=np.float32)


def _fit_phase(
    net: Net, phase: int, name: str, material: Material, plan: FittingPlan, report: Callable[[str], None]
) -> None:
    first = np.concatenate([net.weights[phase], net.feature_weights[phase]])
    upper = slice(RACE_PLAN, RACE_PLAN + 1) if phase == RACE else slice(PLANS if plan.plans else 1)
    parameters = [first, net.bias[phase].copy(), *(array[upper].copy() for array in (net.top, net.top_bias, net.last))]

    def gradients(parameters: Sequence[Floats], batch: Examples) -> tuple[float, list[Floats]]:
        loss, steps = gradients_of(parameters, batch)
        if not plan.features:
            steps[0][COLUMNS:] = 0.0
        if not plan.second_layer:
            steps[2][:, :, :HIDDEN] = 0.0
            steps[4][:] = 0.0
        return loss, steps

    is_one = phase == RACE or not plan.plans
    known = replace(material, plans=np.zeros_like(material.plans)) if is_one else material
    fitted = _descend(gradients, parameters, known, plan, lambda line: report(f"{name}: {line}"))
    net.weights[phase], net.feature_weights[phase] = fitted[0][:COLUMNS], fitted[0][COLUMNS:]
    net.bias[phase] = fitted[1]
    upper = slice(PLANS) if phase == CONTACT else upper
    net.top[upper], net.top_bias[upper], net.last[upper] = fitted[2:]
    quick = (net.quick_weights, net.quick_bias, net.quick_top, net.quick_top_bias)
    parameters = [array[phase].copy() for array in quick]
    counts = replace(material, counts_only=True)
    fitted = _descend(quick_gradients_of, parameters, counts, plan, lambda line: report(f"quick {name}: {line}"))
    for array, values in zip(quick, fitted, strict=True):
        array[phase] = values


def _descend(
    gradients: Callable[[Sequence[Floats], Examples], tuple[float, list[Floats]]],
    parameters: list[Floats],
    material: Material,
    plan: FittingPlan,
    report: Callable[[str], None],
) -> list[Floats]:
    """Follow the gradient over all epochs; the parameters' averages at the end."""
    averages = [parameter.copy() for parameter in parameters]
    optimizer = Adam(parameters)
    chance = np.random.default_rng(plan.seed)
    batches = len(material) // plan.batch
    step = 0
    for epoch in range(plan.epochs):
        order = chance.permutation(len(material))
        total = 0.0
        for start in range(0, batches * plan.batch, plan.batch):
            rate = plan.first_rate * (plan.last_rate / plan.first_rate) ** (step / (plan.epochs * batches))
            loss, steps = gradients(parameters, material.batch(order[start : start + plan.batch]))
            optimizer.step(steps, rate)
            total += loss
            follow = np.float32(1 - min(plan.averaging, step / (step + 10)))
            for average, parameter in zip(averages, parameters, strict=True):
                average += follow * (parameter - average)
            step += 1
        report(f"epoch {epoch + 1} of {plan.epochs}, loss {total / batches:.5f}")
    return averages
