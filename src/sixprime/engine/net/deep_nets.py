"""The deep part of a net: the shapes of its layers, a beginning for training, and a plain version of its arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sixprime.compiled.arrays import Floats
from sixprime.compiled.moves import COLUMNS
from sixprime.compiled.simd import BLOCK, LANES
from sixprime.engine.net.deep_kernels import MOST_UNITS, Deep, DeepWeights
from sixprime.engine.net.feature_kernels import INPUTS
from sixprime.engine.net.kernels import OUTPUTS

Widths = tuple[int, int, int, int]

CONTACT_WIDTHS: Widths = (512, 512, 256, 128)
RACE_WIDTHS: Widths = (256, 128, 64, 64)
"""Units of the four layers."""


def deep_shapes(widths: Sequence[int], features: int) -> DeepWeights:
    """The shape of each array of a phase: a `DeepWeights` with shapes in the places of arrays."""
    first, second, third, fourth = widths
    shapes = (
        (COLUMNS, first), (features, first), (first,), (first, second), (second,), (second, third), (third,),
        (third, fourth), (fourth,), (fourth, LANES), (LANES,),
    )  # fmt: skip
    return DeepWeights(*shapes)  # type: ignore[arg-type]


def are_widths(numbers: object) -> bool:
    """Whether something read from a file gives the widths of four layers that kernels can deal with."""
    return (
        isinstance(numbers, list)
        and len(numbers) == len(CONTACT_WIDTHS)
        and all(type(number) is int and 0 < number < MOST_UNITS and number % BLOCK == 0 for number in numbers)
    )


def widths_of(phase: DeepWeights) -> Widths:
    """The widths of the four layers of a phase."""
    return len(phase.bias), len(phase.second_bias), len(phase.third_bias), len(phase.fourth_bias)


def shapes_of_both(contact: Sequence[int], race: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The shapes of all arrays of both phases, in their order in a file."""
    return (*deep_shapes(contact, INPUTS), *deep_shapes(race, 0))  # type: ignore[return-value]


def deep_of(arrays: Sequence[Floats]) -> Deep:
    """The deep nets of contact and race from their arrays, in the order of `shapes_of_both`."""
    middle = len(DeepWeights._fields)
    return Deep(DeepWeights(*arrays[:middle]), DeepWeights(*arrays[middle:]))


def copy_of(deep: Deep) -> Deep:
    """A deep net of the same numbers."""
    return Deep(*(DeepWeights(*(array.copy() for array in phase)) for phase in deep))


def has_layers(deep: Deep) -> bool:
    """Whether there is a deep net at all."""
    return len(deep.contact.bias) > 0


def untrained(weights: Floats, feature_weights: Floats, bias: Floats, widths: Widths, seed: int) -> DeepWeights:
    """Layers that know nothing, above a first layer that begins with the units of a smaller net.

    The other units of the first layer get random weights of the same size.
    """
    chance = np.random.default_rng(seed)
    shapes = deep_shapes(widths, len(feature_weights))
    arrays = []
    for name, shape in zip(DeepWeights._fields, shapes, strict=True):
        array = np.zeros(shape, dtype=np.float32)
        if array.ndim == 2:
            scale = float(weights.std()) if name in ("weights", "feature_weights") else np.sqrt(2 / len(array))
            array[:] = chance.standard_normal(array.shape) * scale
        arrays.append(array)
    made = DeepWeights(*arrays)
    known = min(weights.shape[1], widths[0])
    made.weights[:, :known], made.bias[:known] = weights[:, :known], bias[:known]
    made.feature_weights[:, :known] = feature_weights[:, :known]
    made.feature_weights[:, known:] *= np.float32(0.3)
    made.last[:] *= np.float32(0.1)
    made.last[:, OUTPUTS:] = 0.0
    return made


def plain_layers(phase: DeepWeights, sums: Floats) -> Floats:
    """From the first layer's sums (n, width) to the five chances, in plain NumPy."""
    hidden = np.maximum(sums, 0)
    for weights, bias in (
        (phase.second, phase.second_bias), (phase.third, phase.third_bias), (phase.fourth, phase.fourth_bias)
    ):  # fmt: skip
        hidden = np.maximum(hidden @ weights + bias, 0)
    scores = (hidden @ phase.last + phase.last_bias)[:, :OUTPUTS]
    return np.asarray(1 / (1 + np.exp(-scores)), dtype=np.float32)
