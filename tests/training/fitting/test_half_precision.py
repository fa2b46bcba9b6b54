"""Gradients in half precision: near those in single precision, and refused in a line where PyTorch is missing."""

import importlib.util
import sys

import numpy as np
import pytest

from sixprime.compiled.arrays import Floats
from sixprime.compiled.simd import LANES
from sixprime.engine.net.nets import Net, Tables
from sixprime.training.fitting.fits import FittingBatch, FittingPlan, LabelArrays, deep_gradients, fit
from sixprime.training.fitting.half_precision import NoHalfPrecision, half_precision_gradients

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
        labels, np.zeros(count, dtype=np.int8),
    )  # fmt: skip


@needs_torch
def test_gradients_are_near_those_in_single_precision() -> None:
    chance = np.random.default_rng(1)
    sums = chance.standard_normal((128, 64)).astype(np.float32)
    batch = batch_of(chance.random((128, 5)).astype(np.float32))
    upper = layers(chance)
    loss, below, steps = deep_gradients(sums, upper, batch)
    near_loss, near_below, near_steps = half_precision_gradients(sums, upper, batch)
    assert near_loss == pytest.approx(loss, rel=0.01)
    below = below * (sums > 0)
    near_below = near_below * (sums > 0)
    for exact, near in zip([below, *steps], [near_below, *near_steps], strict=True):
        assert near.shape == exact.shape
        assert near.dtype == np.float32
        assert np.linalg.norm(near - exact) <= 0.03 * np.linalg.norm(exact)


def test_without_pytorch_it_is_refused_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    nothing = LabelArrays(np.zeros((0, 26), dtype=np.int8), np.zeros((0, 5), dtype=np.float32))
    with pytest.raises(NoHalfPrecision, match="PyTorch") as refused:
        fit(Net.untrained(1), nothing, Tables(exact_endings=False), FittingPlan(half_precision=True), lambda _: None)
    assert "\n" not in str(refused.value)
