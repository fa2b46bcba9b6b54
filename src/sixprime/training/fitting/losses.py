"""What a net misses: the loss that fits make small, and its gradient."""

from __future__ import annotations

import numpy as np

from sixprime.compiled.arrays import Floats
from sixprime.engine.net.chance_arrays import equities_above_loss
from sixprime.engine.net.kernels import OUTPUTS

EQUITY = (2.0, 1.0, 1.0, -1.0, -1.0)
"""What each of the five chances adds to the equity."""
EQUITY_SHARE = np.float32(0.5)
"""What the squared error of the equity counts for beside the cross-entropy, which by itself is hardest on chances near
0 and 1: plays are chosen, and luck is told, by equities."""


def missed(scores: Floats, labels: Floats, count: int) -> tuple[float, Floats]:
    """What some rows add to the loss of so many, and its gradient for their scores.

    The loss is the mean cross-entropy of the chances, and a share of the mean squared error of their equities.
    """
    chances = 1 / (1 + np.exp(-np.clip(scores, -60, 60)))
    # log(1 + exp(x)) - x * y, written so that it does not overflow.
    losses = np.maximum(scores, 0) - scores * labels + np.log1p(np.exp(-np.abs(scores)))
    size = scores.dtype.type(count * OUTPUTS)
    difference = chances - labels
    equity = equities_above_loss(difference)
    loss = float(losses.sum() / size + EQUITY_SHARE * np.square(equity).sum() / count)
    pull = scores.dtype.type(2 / count) * EQUITY_SHARE * equity[:, np.newaxis] * chances * (1 - chances)
    return loss, np.asarray(difference / size + pull * np.array(EQUITY, dtype=scores.dtype), dtype=scores.dtype)
