"""Gradients in half precision: near those in single precision, and refused in a line where PyTorch is missing."""

import importlib.util
import sys

import numpy as np
import pytest

from sixprime.compiled.arrays import Floats
from sixprime.compiled.simd import LANES
from sixprime.engine.net.nets import Net, Tables
from sixprime.training.fitting.fits import FittingBatch, FittingPlan, deep_gradients, fit
from sixprime.training.fitting.half_precision import NoHalfPrecision, half_precision_gradients
from sixprime.training.fitting.label_sources import LabelArrays
from sixprime.training.fitting.losses import missed

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


def layers(chance: np.random.Generator) -> list[Floats]:
    """Weights and biases of the three layers above the first, and of the outputs."""
    arrays: list[Floats] = []
    for below, above in ((64, 64), (64, 64), (64, 64), (64, LANES)):
        arrays.append((chance.standard_normal((below, above)) * np.sqrt(2 / below)).astype(np.float32))
        arrays.append((0.1 * chance.standard_normal(above)).astype(np.float32))
    return arrays


def batch_of(labels: Floats) -> FittingBatch:
    count = len(labels)
    return FittingBatch(
        np.zeros(count + 1, dtype=np.int64), np.zeros(0, dtype=np.int16), np.zeros((count, 0), dtype=np.float32),
        labels, np.zeros(count, dtype=np.int8), np.arange(count) // 3,
    )  # fmt: skip


def rounded(array: Floats) -> Floats:
    """Each number rounded to the nearest bfloat16: the upper half of its bits."""
    bits = array.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)).view(np.float32)


def rounded_gradients(sums: Floats, upper: list[Floats], batch: FittingBatch) -> tuple[float, Floats, list[Floats]]:
    """The gradients by plain products of rounded numbers, each result rounded again."""
    layers = [(rounded(weights), rounded(bias)) for weights, bias in zip(upper[:-2:2], upper[1:-2:2], strict=True)]
    hidden = [rounded(np.maximum(sums, 0))]
    for weights, bias in layers:
        hidden.append(np.maximum(rounded(hidden[-1] @ weights + bias), 0))
    last, last_bias = np.zeros_like(upper[-2]), np.zeros_like(upper[-1])
    loss, miss = missed(hidden[-1] @ upper[-2][:, :5] + upper[-1][:5], batch.labels, batch.decisions)
    last[:, :5], last_bias[:5] = hidden[-1].T @ miss, miss.sum(axis=0)
    steps = [last, last_bias]
    below = rounded((miss @ upper[-2][:, :5].T) * (hidden[-1] > 0))
    for (weights, _), units in zip(reversed(layers), reversed(hidden[:-1]), strict=True):
        steps[:0] = [rounded(units.T @ below), below.sum(axis=0)]
        below = rounded(below @ weights.T) * (units > 0)
    return loss, below, steps


@needs_torch
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gradients_are_those_of_rounded_numbers(seed: int) -> None:
    chance = np.random.default_rng(seed)
    sums = chance.standard_normal((128, 64)).astype(np.float32)
    batch = batch_of(chance.random((128, 5)).astype(np.float32))
    upper = layers(chance)
    loss, below, steps = rounded_gradients(sums, upper, batch)
    near_loss, near_below, near_steps = half_precision_gradients(sums, upper, batch)
    assert near_loss == pytest.approx(loss, rel=0.01)
    assert near_loss == pytest.approx(deep_gradients(sums, upper, batch)[0], rel=0.01)
    for exact, near in zip([below, *steps], [near_below * (sums > 0), *near_steps], strict=True):
        assert near.shape == exact.shape
        assert near.dtype == np.float32
        assert np.linalg.norm(near - exact) <= 0.03 * np.linalg.norm(exact)


def test_without_pytorch_it_is_refused_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    nothing = LabelArrays(np.zeros((0, 26), dtype=np.int8), np.zeros((0, 5), dtype=np.float32))
    with pytest.raises(NoHalfPrecision, match="PyTorch") as refused:
        fit(Net.untrained(1), nothing, Tables(exact_endings=False), FittingPlan(half_precision=True), lambda _: None)
    assert "\n" not in str(refused.value)
