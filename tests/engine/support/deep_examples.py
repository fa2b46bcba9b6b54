"""Deep nets to test with: of random numbers, like a trained one, and one whose opinion is known beforehand."""

from functools import cache

import numpy as np

from sixprime.compiled.moves import COLUMNS, point_column
from sixprime.engine.net import deep_nets
from sixprime.engine.net.deep_kernels import NO_DEEP, Deep, DeepWeights
from sixprime.engine.net.deep_nets import Widths
from sixprime.engine.net.evaluators import default_net
from sixprime.engine.net.feature_kernels import INPUTS
from sixprime.engine.net.nets import Net
from sixprime.training.runs import deepened

CONTACT_WIDTHS: Widths = (192, 128, 64, 64)
RACE_WIDTHS: Widths = (64, 64, 128, 64)
"""Small, and no two of a net alike where that could hide a mistake."""


def random_phase(seed: int, widths: Widths, features: int) -> DeepWeights:
    """Random numbers everywhere, also where the outputs have places that do not count."""
    chance = np.random.default_rng(seed)
    arrays = []
    for name, shape in zip(DeepWeights._fields, deep_nets.deep_shapes(widths, features), strict=True):
        scale = 0.2 if len(shape) == 1 else 0.1 if name in ("weights", "feature_weights") else np.sqrt(2 / shape[0])
        arrays.append((chance.standard_normal(shape) * scale).astype(np.float32))
    return DeepWeights(*arrays)


def random_deep(seed: int, contact: Widths = CONTACT_WIDTHS, race: Widths = RACE_WIDTHS) -> Deep:
    return Deep(random_phase(seed, contact, INPUTS), random_phase(seed + 1000, race, 0))


def with_deep(net: Net, deep: Deep) -> Net:
    changed = net.copy()
    changed.deep = deep
    return changed


def without_deep(net: Net) -> Net:
    """The full and the quick net alone, as rollouts use them."""
    return with_deep(net, NO_DEEP)


@cache
def trained_like() -> Net:
    """The net that comes along, with a deep part of the widths of training runs: its first layer is a trained one."""
    net = deepened(default_net(), 1)
    chance = np.random.default_rng(5)
    for phase in net.deep:
        phase.last[:, :5] *= np.float32(8)
        for bias in (phase.second_bias, phase.third_bias, phase.fourth_bias, phase.last_bias[:5]):
            bias += (chance.standard_normal(bias.shape) * 0.3).astype(np.float32)
    return net


def counting(point: int) -> Deep:
    """A deep net whose chance of winning is `counting_chance` of the mover's checkers on a point, in any position.

    All other chances are next to none.
    """
    phases = []
    for widths, features in ((CONTACT_WIDTHS, INPUTS), (RACE_WIDTHS, 0)):
        phase = DeepWeights(
            *(np.zeros(shape, dtype=np.float32) for shape in deep_nets.deep_shapes(widths, features))
        )  # fmt: skip
        for count in range(1, 5):
            phase.weights[point_column(point, 0, count), 0] = 1.0
        for weights in (phase.second, phase.third, phase.fourth):
            weights[0, 0] = 1.0
        phase.last[0, 0] = 0.1
        phase.last_bias[1:5] = -40.0
        phases.append(phase)
    assert all(phase.weights.shape[0] == COLUMNS for phase in phases)
    return Deep(*phases)


def counting_chance(checkers: int) -> float:
    """What a `counting` net says of so many checkers on its point."""
    return float(1 / (1 + np.exp(-0.1 * checkers)))
