"""What a net misses: the loss that fits make small, and its gradient.

A play is chosen by what it is worth more than the other plays of its roll. What a net believes wrongly about all of
them alike costs nothing at the table; so errors about their differences count more than the rest.
"""

from __future__ import annotations

import numpy as np

from sixprime.compiled.arrays import Floats, Longs
from sixprime.engine.net.chance_arrays import equities_above_loss
from sixprime.engine.net.kernels import OUTPUTS

EQUITY = (2.0, 1.0, 1.0, -1.0, -1.0)
"""What each of the five chances adds to the equity."""
EQUITY_SHARE = np.float32(0.5)
"""What the squared error of the equity counts for beside the cross-entropy, which by itself is hardest on chances near
0 and 1: plays are chosen, and luck is told, by equities."""
DIFFERENCE_SHARE = np.float32(10.0)
"""What the squared error of an equity counts for besides, once the mean error of all plays of its roll is taken out."""


def missed(scores: Floats, labels: Floats, decisions: Longs) -> tuple[float, Floats]:
    """The loss of a batch, and its gradient for the scores of its rows.

    The loss is the mean cross-entropy of the chances, a share of the mean squared error of their equities, and a share
    of that error's variance among rows of the same decision; `decisions` counts them from 0.
    """
    count = len(scores)
    chances = 1 / (1 + np.exp(-np.clip(scores, -60, 60)))
    # log(1 + exp(x)) - x * y, written so that it does not overflow.
    losses = np.maximum(scores, 0) - scores * labels + np.log1p(np.exp(-np.abs(scores)))
    size = scores.dtype.type(count * OUTPUTS)
    difference = chances - labels
    equity = equities_above_loss(difference)
    common = np.bincount(decisions, equity) / np.bincount(decisions)
    own = (equity - common[decisions]).astype(scores.dtype)
    squares = EQUITY_SHARE * np.square(equity).sum() + DIFFERENCE_SHARE * np.square(own).sum()
    loss = float(losses.sum() / size + squares / count)
    pull = scores.dtype.type(2 / count) * (EQUITY_SHARE * equity + DIFFERENCE_SHARE * own)
    slope = pull[:, np.newaxis] * chances * (1 - chances) * np.array(EQUITY, dtype=scores.dtype)
    return loss, np.asarray(difference / size + slope, dtype=scores.dtype)
