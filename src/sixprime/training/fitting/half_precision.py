"""The deep net's gradients in half precision, by PyTorch: the extra `train`.

Products of matrices of bfloat16 numbers take less than half of the time where the processor has instructions for them.
The weights themselves, and what is added to them, stay in single precision, so that small steps are not lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sixprime.compiled.arrays import Floats
from sixprime.core import SixprimeError
from sixprime.engine.net.kernels import OUTPUTS
from sixprime.messages import text
from sixprime.training.fitting.losses import missed

if TYPE_CHECKING:
    from sixprime.training.fitting.fits import FittingBatch, Gradients


class NoHalfPrecision(SixprimeError):
    """PyTorch is not here."""


def require_torch() -> Any:
    """PyTorch, told to use one thread, as every other part of a fit does; `NoHalfPrecision` without it."""
    try:
        import torch
    except ImportError as error:
        raise NoHalfPrecision(
            text("half precision needs PyTorch: install it with pip install 'sixprime[train]'")
        ) from error
    torch.set_num_threads(1)
    return torch


def half_precision_gradients(sums: Floats, upper: Sequence[Floats], batch: FittingBatch) -> Gradients:
    """What the deep net misses, from the first layer's sums on; `deep_gradients` in half precision."""
    torch = require_torch()
    half = torch.bfloat16
    layers = [
        (torch.from_numpy(weights).to(half), torch.from_numpy(bias).to(half))
        for weights, bias in zip(upper[:-2:2], upper[1:-2:2], strict=True)
    ]
    hidden = [torch.from_numpy(sums).clamp(min=0).to(half)]
    for weights, bias in layers:
        hidden.append(torch.addmm(bias, hidden[-1], weights).clamp_(min=0))
    top = hidden[-1].float().numpy()
    last, last_bias = (np.zeros_like(array) for array in upper[-2:])
    scores = top @ upper[-2][:, :OUTPUTS] + upper[-1][:OUTPUTS]
    loss, miss = missed(scores, batch.labels, batch.decisions)
    last[:, :OUTPUTS], last_bias[:OUTPUTS] = top.T @ miss, miss.sum(axis=0)
    steps = [last, last_bias]
    below = torch.from_numpy((miss @ upper[-2][:, :OUTPUTS].T) * (top > 0)).to(half)
    for (weights, _), units in zip(reversed(layers), reversed(hidden[:-1]), strict=True):
        steps[:0] = [(units.T @ below).float().numpy(), below.float().sum(dim=0).numpy()]
        below = (below @ weights.T) * (units > 0)
    return loss, np.ascontiguousarray(below.float().numpy()), steps
