"""Fitting nets to labelled positions: Adam over positions that are streamed from disk, in portions that fit in memory.

The full, the quick and the deep net are fitted one after the other, each phase by itself, from the weights they have.
The loss (`losses`) is the cross-entropy of the five chances and the squared error of the equity they make, above all
of what plays of one roll differ by; the rate falls, and what counts at the end is an average of the weights over the
last part.

The first layer works on lists of inputs (`fitting_kernels`), the layers above it are products of NumPy's. A fit that is
interrupted goes on from its last checkpoint, and ends in the same weights.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from sixprime.compiled.arrays import Boards, Floats, Longs, Shorts, SignedBytes
from sixprime.compiled.moves import COLUMNS
from sixprime.engine.net import deep_nets
from sixprime.engine.net.deep_kernels import Deep, DeepWeights
from sixprime.engine.net.feature_kernels import FEATURES
from sixprime.engine.net.kernels import CONTACT, HIDDEN, OUTPUTS, PLANS, RACE, RACE_PLAN
from sixprime.engine.net.nets import Net, Tables
from sixprime.files import atomic_file
from sixprime.training.fitting.half_precision import half_precision_gradients, require_torch
from sixprime.training.fitting.kernels import (
    MOST_ONES,
    adam_step,
    first_layer_gradient,
    first_layer_sums,
    game_plans,
    list_inputs,
)
from sixprime.training.fitting.label_sources import Labelled, Portion
from sixprime.training.fitting.losses import missed

SAVE_SECONDS = 120.0
CHECKERS = 15
DIRECT = slice(HIDDEN, HIDDEN + OUTPUTS)
"""The places of the full net's direct connections from its first layer to the outputs."""

Report = Callable[[str], None]
Progress = Callable[[str, int, int], None]


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
    """Whether these parts of the full net learn; to see what they are worth they can be left as they are."""
    plans: bool = True
    """Whether each game plan gets upper layers of its own in the full net."""
    deep_batch: int = 512
    deep_race_batch: int = 128
    """Of races there are few, and the steps are small."""
    deep_first_rate: float = 1e-3
    deep_last_rate: float = 1e-5
    half_precision: bool = False
    """Whether products of the deep net's fit for contact are made of bfloat16 numbers, by PyTorch."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class FittingBatch:
    """Some positions as lists of inputs, what they are worth, and the game plan of each, in its order."""

    ends: Longs
    ones: Shorts
    features: Floats
    labels: Floats
    plans: SignedBytes
    decisions: Longs
    """The decision that each belongs to, counted from 0."""

    @classmethod
    def of(
        cls, boards: Boards, labels: Floats, decisions: Longs, plans: SignedBytes, tables: Tables, *, features: bool
    ) -> FittingBatch:
        order = np.argsort(plans, kind="stable")
        count = len(boards)
        ends = np.empty(count + 1, dtype=np.int64)
        ones = np.empty(count * MOST_ONES if features else count * 64, dtype=np.int16)
        values = np.zeros((count, FEATURES), dtype=np.float32)
        list_inputs(boards[order], CHECKERS, features, tables.shots, tables.escapes, ends, ones, values)
        numbers = np.unique(decisions, return_inverse=True)[1]
        return cls(ends, ones, values, labels[order], plans[order], numbers[order])

    def __len__(self) -> int:
        return len(self.labels)

    def slices(self, plans: int) -> Iterator[tuple[int, slice]]:
        """Where each plan is to be found in the batch."""
        cuts = np.searchsorted(self.plans, np.arange(plans + 1)).tolist()
        for plan, (first, end) in enumerate(pairwise(cuts)):
            if first < end:
                yield plan, slice(first, end)


Gradients = tuple[float, Floats, list[Floats]]
"""The loss of a batch, and its gradient: of the first layer's sums, and of each array of the layers above."""
Upper = Callable[[Floats, Sequence[Floats], FittingBatch], Gradients]


def full_gradients(sums: Floats, upper: Sequence[Floats], batch: FittingBatch) -> Gradients:
    """What the full net misses, from the first layer's sums on: its arrays are `top`, `top_bias` and `last` by plan."""
    top, top_bias, last = upper
    hidden = np.maximum(sums, 0)
    below = np.empty_like(hidden)
    second = np.empty((len(batch), HIDDEN), dtype=hidden.dtype)
    scores = np.empty((len(batch), OUTPUTS), dtype=hidden.dtype)
    steps = [np.zeros_like(array) for array in upper]
    for plan, rows in batch.slices(len(top)):
        inner = hidden[rows] @ top[plan] + top_bias[plan]
        second[rows] = np.maximum(inner[:, :HIDDEN], 0)
        scores[rows] = inner[:, DIRECT] + second[rows] @ last[plan]
    loss, miss = missed(scores, batch.labels, batch.decisions)
    for plan, rows in batch.slices(len(top)):
        back = np.zeros((rows.stop - rows.start, top.shape[2]), dtype=hidden.dtype)
        back[:, DIRECT] = miss[rows]
        back[:, :HIDDEN] = (miss[rows] @ last[plan].T) * (second[rows] > 0)
        below[rows] = (back @ top[plan].T) * (hidden[rows] > 0)
        steps[0][plan], steps[1][plan] = hidden[rows].T @ back, back.sum(axis=0)
        steps[2][plan] = second[rows].T @ miss[rows]
    return loss, below, steps


def quick_gradients(sums: Floats, upper: Sequence[Floats], batch: FittingBatch) -> Gradients:
    """What the quick net misses, from its layer's sums on: its arrays are the outputs' weights and bias."""
    top, top_bias = upper
    hidden = np.maximum(sums, 0)
    loss, miss = missed(hidden @ top.T + top_bias, batch.labels, batch.decisions)
    return loss, (miss @ top) * (hidden > 0), [miss.T @ hidden, miss.sum(axis=0)]


def deep_gradients(sums: Floats, upper: Sequence[Floats], batch: FittingBatch) -> Gradients:
    """What the deep net misses, from the first layer's sums on: its arrays are weights and bias of each layer above."""
    layers = list(zip(upper[::2], upper[1::2], strict=True))
    hidden = [np.maximum(sums, 0)]
    for weights, bias in layers[:-1]:
        hidden.append(np.maximum(hidden[-1] @ weights + bias, 0))
    weights, bias = layers[-1]
    scores = hidden[-1] @ weights[:, :OUTPUTS] + bias[:OUTPUTS]
    loss, miss = missed(scores, batch.labels, batch.decisions)
    last, last_bias = np.zeros_like(weights), np.zeros_like(bias)
    last[:, :OUTPUTS], last_bias[:OUTPUTS] = hidden[-1].T @ miss, miss.sum(axis=0)
    steps = [last, last_bias]
    below = (miss @ weights[:, :OUTPUTS].T) * (hidden[-1] > 0)
    for (layer, _), units in zip(reversed(layers[:-1]), reversed(hidden[:-1]), strict=True):
        steps[:0] = [units.T @ below, below.sum(axis=0)]
        below = (below @ layer.T) * (units > 0)
    return loss, below, steps


@dataclass(slots=True)
class Layers:
    """A net to be fitted in one phase: its first layer with its bias, and the arrays above."""

    name: str
    phase: int
    first: Floats
    bias: Floats
    upper: list[Floats]
    gradients: Upper
    features: bool
    """Whether the first layer sees features and pairs."""
    batch: int
    first_rate: float
    last_rate: float
    frozen: Callable[[list[Floats]], None] | None = None
    """Sets to zero the gradients of what is not to be learnt."""
    one_plan: bool = False
    """Whether all positions count as of the same game plan."""
    cosine: bool = False
    """Whether the rate falls like half a wave of the cosine, late, instead of by the same share with each step."""

    def rate_at(self, done: float) -> float:
        """The learning rate when so large a share of the fit is done."""
        if not self.cosine:
            return float(self.first_rate * (self.last_rate / self.first_rate) ** done)
        return self.last_rate + (self.first_rate - self.last_rate) * (1 + math.cos(math.pi * done)) / 2

    @property
    def arrays(self) -> list[Floats]:
        return [self.first, self.bias, *self.upper]


def fit(
    net: Net,
    labelled: Labelled,
    tables: Tables,
    plan: FittingPlan,
    report: Report,
    *,
    checkpoints: Path | None = None,
    progress: Progress | None = None,
    only: Container[str] | None = None,
) -> Net:
    """A new net, fitted to the labels from the weights of `net`. With a folder for checkpoints it can be resumed.

    `only` names the nets to be fitted, such as "deep contact"; all of them if it is not given.
    """
    if plan.half_precision:
        require_torch()
    fitted = net.copy()
    counts = _positions_by_phase(labelled)
    for phase, name in ((CONTACT, "contact"), (RACE, "race")):
        if counts[phase] < plan.batch:
            report(f"{name}: only {counts[phase]} positions, left as it is")
            continue
        for layers in _layers_of(fitted, phase, name, plan):
            if only is not None and layers.name not in only:
                continue
            arrays = _descend(layers, labelled, tables, plan, report, checkpoints, progress)
            _put_back(fitted, layers, arrays)
    return fitted


def _positions_by_phase(labelled: Labelled) -> tuple[int, int]:
    """How many positions have contact, and how many are races."""
    total = races = 0
    for boards, _, _ in labelled.portions(np.random.default_rng(0)):
        plans = _plans_of(boards)
        total += len(plans)
        races += int((plans == RACE_PLAN).sum())
    return total - races, races


def _plans_of(boards: Boards) -> SignedBytes:
    plans = np.empty(len(boards), dtype=np.int8)
    game_plans(boards, plans)
    return plans


def _layers_of(net: Net, phase: int, name: str, plan: FittingPlan) -> Iterator[Layers]:
    """The nets of a phase, one after the other: full, quick, and deep if there is one. The arrays are copies."""
    rates = plan.batch, plan.first_rate, plan.last_rate
    contact = phase == CONTACT
    first = np.concatenate([net.weights[phase], net.feature_weights[phase]]) if contact else net.weights[phase].copy()
    plans = slice(PLANS if plan.plans else 1) if contact else slice(RACE_PLAN, RACE_PLAN + 1)
    upper = [array[plans].copy() for array in (net.top, net.top_bias, net.last)]

    def freeze(steps: list[Floats]) -> None:
        if not plan.features:
            steps[0][COLUMNS:] = 0.0
        if not plan.second_layer:
            steps[2][:, :, :HIDDEN] = 0.0
            steps[4][:] = 0.0

    yield Layers(
        name, phase, first, net.bias[phase].copy(), upper, full_gradients, contact, *rates, freeze,
        one_plan=not contact or not plan.plans,
    )  # fmt: skip
    arrays = [array[phase].copy() for array in (net.quick_weights, net.quick_bias, net.quick_top, net.quick_top_bias)]
    yield Layers(f"quick {name}", phase, arrays[0], arrays[1], arrays[2:], quick_gradients, False, *rates)
    if deep_nets.has_layers(net.deep):
        deep = net.deep[phase]
        first = np.concatenate([deep.weights, deep.feature_weights])
        halved = plan.half_precision and contact
        yield Layers(
            f"deep {name}", phase, first, deep.bias.copy(), [array.copy() for array in deep[3:]],
            half_precision_gradients if halved else deep_gradients, contact,
            plan.deep_batch if contact else plan.deep_race_batch, plan.deep_first_rate, plan.deep_last_rate,
            cosine=contact,
        )  # fmt: skip


def _put_back(net: Net, layers: Layers, arrays: list[Floats]) -> None:
    """Put what was fitted into the net."""
    phase, (first, bias, *upper) = layers.phase, arrays
    if layers.gradients is full_gradients:
        net.weights[phase], net.bias[phase] = first[:COLUMNS], bias
        if layers.features:
            net.feature_weights[phase] = first[COLUMNS:]
        plans = slice(PLANS) if phase == CONTACT else slice(RACE_PLAN, RACE_PLAN + 1)
        net.top[plans], net.top_bias[plans], net.last[plans] = upper
    elif layers.gradients is quick_gradients:
        net.quick_weights[phase], net.quick_bias[phase] = first, bias
        net.quick_top[phase], net.quick_top_bias[phase] = upper
    else:
        both = list(net.deep)
        both[phase] = DeepWeights(first[:COLUMNS].copy(), first[COLUMNS:].copy(), bias, *upper)
        net.deep = Deep(*both)


class Descent:
    """The optimiser and how far it is: the arrays, the running means of their gradients and squares, and averages."""

    def __init__(self, arrays: list[Floats]) -> None:
        self.arrays = arrays
        self.averages = [array.copy() for array in arrays]
        self.means = [np.zeros_like(array) for array in arrays]
        self.squares = [np.zeros_like(array) for array in arrays]
        self.steps = 0
        self.epoch = 0
        self.portion = 0
        """Portions of the epoch that are done."""
        self.loss = 0.0
        self.batches = 0
        """The sum of the losses of the epoch so far, and how many there are."""

    def step(self, gradients: list[Floats], rate: float, averaging: float) -> None:
        """Move the arrays, in place, against their gradients, and the averages after them."""
        self.steps += 1
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        follow = 1 - min(averaging, (self.steps - 1) / (self.steps + 9))
        every = zip(self.arrays, gradients, self.means, self.squares, self.averages, strict=True)
        for array, gradient, mean, square, average in every:
            adam_step(
                array.ravel(), gradient.ravel(), mean.ravel(), square.ravel(), average.ravel(), scale, follow
            )  # fmt: skip

    def save(self, path: Path, told: dict[str, Any]) -> None:
        """Write a checkpoint, whole or not at all."""
        named = {
            f"{kind}{number}": array
            for kind in ("arrays", "averages", "means", "squares")
            for number, array in enumerate(getattr(self, kind))
        }
        state = {name: getattr(self, name) for name in ("steps", "epoch", "portion", "loss", "batches")}
        with atomic_file(path) as file:
            np.savez(file, told=json.dumps({**told, "state": state}), **named)

    def load(self, path: Path, told: dict[str, Any]) -> None:
        """Go on from a checkpoint, if it is one of the same fit."""
        if not path.exists():
            return
        try:
            with path.open("rb") as file, np.load(file) as kept:
                arrays = dict(kept)
            known = json.loads(str(arrays["told"]))
            state = known.pop("state")
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            return  # It is damaged: the fit begins anew, and ends in the same weights.
        if known != json.loads(json.dumps(told)):
            return
        for kind in ("arrays", "averages", "means", "squares"):
            for number, array in enumerate(getattr(self, kind)):
                array[:] = arrays[f"{kind}{number}"]
        for name, value in state.items():
            setattr(self, name, value)


def _descend(
    layers: Layers,
    labelled: Labelled,
    tables: Tables,
    plan: FittingPlan,
    report: Report,
    checkpoints: Path | None,
    progress: Progress | None,
) -> list[Floats]:
    """Follow the gradient over all epochs; the averages of the arrays at the end."""
    descent = Descent(layers.arrays)
    told = {"plan": asdict(plan), "positions": len(labelled), "name": layers.name}
    path = checkpoints / f"{layers.name.replace(' ', '-')}.npz" if checkpoints is not None else None
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        descent.load(path, told)
    saved_at = time.monotonic()
    total = plan.epochs * len(labelled)
    gradients = [np.zeros_like(array) for array in layers.arrays]
    for epoch in range(descent.epoch, plan.epochs):
        seen = epoch * len(labelled)
        portions = labelled.portions(np.random.default_rng([plan.seed, epoch]))
        for number, portion in enumerate(portions):
            if number >= descent.portion:
                _fit_portion(layers, descent, gradients, portion, tables, plan, seen / total)
                descent.portion = number + 1
                if path is not None and time.monotonic() - saved_at > SAVE_SECONDS:
                    descent.save(path, told)
                    saved_at = time.monotonic()
            seen += len(portion[0])
            if progress is not None:
                progress(layers.name, seen, total)
        report(f"{layers.name}: epoch {epoch + 1} of {plan.epochs}, loss {descent.loss / max(descent.batches, 1):.5f}")
        descent.epoch, descent.portion, descent.loss, descent.batches = epoch + 1, 0, 0.0, 0
    if path is not None:
        descent.save(path, told)
    return descent.averages


def _fit_portion(
    layers: Layers,
    descent: Descent,
    gradients: list[Floats],
    portion: Portion,
    tables: Tables,
    plan: FittingPlan,
    done: float,
) -> None:
    """Make a step for each batch of a portion; `done` is the share of the fit that comes before it."""
    boards, labels, decisions = portion
    plans = _plans_of(boards)
    chosen = np.flatnonzero((plans == RACE_PLAN) == (layers.phase == RACE))
    if layers.one_plan or layers.phase == RACE:
        plans[:] = 0
    listed = FEATURES if layers.features else 0
    rate = layers.rate_at(done)
    for start in range(0, len(chosen) - layers.batch + 1, layers.batch):
        rows = chosen[start : start + layers.batch]
        batch = FittingBatch.of(
            boards[rows], labels[rows], decisions[rows], plans[rows], tables, features=layers.features
        )
        sums = np.empty((len(batch), len(layers.bias)), dtype=np.float32)
        first_layer_sums(batch.ends, batch.ones, batch.features, listed, layers.first, layers.bias, sums)
        loss, below, steps = layers.gradients(sums, layers.upper, batch)
        first_layer_gradient(batch.ends, batch.ones, below, gradients[0])
        if layers.features:
            gradients[0][COLUMNS : COLUMNS + FEATURES] = batch.features.T @ below
        gradients[1][:] = below.sum(axis=0)
        for gradient, step in zip(gradients[2:], steps, strict=True):
            gradient[:] = step
        if layers.frozen is not None:
            layers.frozen(gradients)
        descent.step(gradients, rate, plan.averaging)
        descent.loss += loss
        descent.batches += 1
