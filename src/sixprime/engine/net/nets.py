"""`Net`: the weights of the evaluator, and the file they come in.

A file is a line of JSON (format, version, shapes, model card, checksum) followed by the numbers. It is read in
milliseconds; a file that is damaged, or made for another architecture, is refused.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sixprime.compiled.arrays import Floats
from sixprime.compiled.moves import COLUMNS
from sixprime.compiled.simd import LANES
from sixprime.core import SixprimeError
from sixprime.engine.bearoff import databases as bearoff
from sixprime.engine.net import deep_nets, feature_kernels, feature_tables
from sixprime.engine.net import kernels as net_kernels
from sixprime.engine.net.deep_kernels import NO_DEEP, Deep
from sixprime.engine.net.kernels import CONTACT, PHASES, PLANS, RACE, LookUps, Weights
from sixprime.engine.net.quick_kernels import QuickWeights
from sixprime.files import write_atomically
from sixprime.messages import text
from sixprime.messages.system_errors import reason

FORMAT = "sixprime-net"
VERSION = 5
OLDER_VERSION = 4
"""Files of this version have no deep part; otherwise they are the same."""
QUICK = 128
"""Units of the quick net's layer."""
MAX_HEADER = 1_000_000


SHAPES: Mapping[str, tuple[int, ...]] = {
    "weights": (PHASES, COLUMNS, net_kernels.WIDTH),
    "bias": (PHASES, net_kernels.WIDTH),
    "feature_weights": (PHASES, feature_kernels.INPUTS, net_kernels.WIDTH),
    "top": (PLANS + 1, net_kernels.WIDTH, net_kernels.TOP),
    "top_bias": (PLANS + 1, net_kernels.TOP),
    "last": (PLANS + 1, net_kernels.HIDDEN, net_kernels.OUTPUTS),
    "quick_weights": (PHASES, COLUMNS, QUICK),
    "quick_bias": (PHASES, QUICK),
    "quick_top": (PHASES, net_kernels.OUTPUTS, QUICK),
    "quick_top_bias": (PHASES, net_kernels.OUTPUTS),
}


class InvalidNet(SixprimeError):
    """A file that is not a net of this program."""


@dataclass
class Net:
    """The weights, by the names in `SHAPES`. `card` says how they came.

    The first axis is the phase (contact, race); that of the full net's upper layers is the plan, races being the last.
    """

    weights: Floats
    bias: Floats
    feature_weights: Floats
    top: Floats
    top_bias: Floats
    last: Floats
    quick_weights: Floats
    quick_bias: Floats
    quick_top: Floats
    quick_top_bias: Floats
    card: dict[str, Any] = field(default_factory=dict)
    deep: Deep = NO_DEEP
    """The deep net; arrays without numbers if there is none."""

    @property
    def has_deep(self) -> bool:
        return deep_nets.has_layers(self.deep)

    @classmethod
    def untrained(cls, seed: int) -> Net:
        """Small random weights that know nothing."""
        generator = np.random.default_rng(seed)

        def spread(shape: tuple[int, ...], scale: float) -> Floats:
            return (generator.standard_normal(shape) * scale).astype(np.float32)

        net = cls(
            weights=spread(SHAPES["weights"], 0.1),
            bias=np.zeros(SHAPES["bias"], dtype=np.float32),
            feature_weights=spread(SHAPES["feature_weights"], 0.1),
            top=for_all_plans(spread((PHASES, *SHAPES["top"][1:]), 0.06)),
            top_bias=np.zeros(SHAPES["top_bias"], dtype=np.float32),
            last=np.zeros(SHAPES["last"], dtype=np.float32),
            quick_weights=spread(SHAPES["quick_weights"], 0.1),
            quick_bias=np.zeros(SHAPES["quick_bias"], dtype=np.float32),
            quick_top=spread(SHAPES["quick_top"], 0.06),
            quick_top_bias=np.zeros(SHAPES["quick_top_bias"], dtype=np.float32),
        )
        net.top[:, :, net_kernels.HIDDEN + net_kernels.OUTPUTS :] = 0.0
        return net

    def arrays(self) -> Weights:
        """The weights of the full net as kernels take them."""
        last = np.zeros((*self.last.shape[:2], LANES), dtype=np.float32)
        last[:, :, : net_kernels.OUTPUTS] = self.last
        return Weights(self.weights, self.bias, self.feature_weights, self.top, self.top_bias, last)

    def quick_arrays(self) -> QuickWeights:
        """The quick net's arrays."""
        return QuickWeights(self.quick_weights, self.quick_bias, self.quick_top, self.quick_top_bias)

    def all_arrays(self) -> tuple[Floats, ...]:
        """All weights but those of the deep net, in the order of `SHAPES`."""
        full = (self.weights, self.bias, self.feature_weights, self.top, self.top_bias, self.last)
        return (*full, *self.quick_arrays())

    def copy(self) -> Net:
        named = dict(zip(SHAPES, self.all_arrays(), strict=True))
        arrays = {name: array.copy() for name, array in named.items()}
        return Net(**arrays, card=dict(self.card), deep=deep_nets.copy_of(self.deep))

    def _numbers(self) -> bytes:
        """All weights as the file has them."""
        arrays = [*self.all_arrays(), *(array for phase in self.deep for array in phase)]
        return b"".join(np.ascontiguousarray(array, dtype="<f4").tobytes() for array in arrays)

    @property
    def checksum(self) -> str:
        """A digest of the weights: two nets with the same one give the same answers."""
        return hashlib.sha256(self._numbers()).hexdigest()

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        deep = [list(deep_nets.widths_of(phase)) for phase in self.deep] if self.has_deep else []
        numbers = self._numbers()
        header = {
            "format": FORMAT,
            "version": VERSION,
            "shapes": {name: list(shape) for name, shape in SHAPES.items()},
            "deep": deep,
            "sha256": hashlib.sha256(numbers).hexdigest(),
            "card": self.card,
        }
        write_atomically(path, json.dumps(header).encode() + b"\n" + numbers)

    @classmethod
    def load(cls, path: Path) -> Net:
        """Read a file and check it."""
        try:
            with path.open("rb") as file:
                first = file.readline(MAX_HEADER)
                shapes, checksum, card = _contents_of(first)
                expected = 4 * sum(math.prod(shape) for shape in shapes)
                numbers = file.read(expected + 1)
        except OSError as error:
            raise InvalidNet(text("cannot read {path}: {why}", path=path, why=reason(error))) from error
        if not shapes:
            raise InvalidNet(text("{path} is not a net that this version can use", path=path))
        if len(numbers) != expected or hashlib.sha256(numbers).hexdigest() != checksum:
            raise InvalidNet(text("{path} is damaged: its checksum is wrong", path=path))
        arrays = []
        place = 0
        for shape in shapes:
            size = math.prod(shape)
            array = np.frombuffer(numbers, dtype="<f4", count=size, offset=place).reshape(shape)
            arrays.append(array.astype(np.float32))
            place += 4 * size
        named = dict(zip(SHAPES, arrays, strict=False))
        deep = deep_nets.deep_of(arrays[len(SHAPES) :]) if len(arrays) > len(SHAPES) else NO_DEEP
        return cls(**named, card=card, deep=deep)


def _contents_of(first: bytes) -> tuple[tuple[tuple[int, ...], ...], str, dict[str, Any]]:
    """What the first line of a file says: the shapes of its arrays, none if it is no net; the checksum, the card."""
    try:
        header = json.loads(first)
        known = header["format"] == FORMAT and header["version"] in (OLDER_VERSION, VERSION)
        shapes = {name: tuple(shape) for name, shape in header["shapes"].items()}
        widths = list(header.get("deep", []))
        checksum, card = str(header["sha256"]), dict(header["card"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return (), "", {}
    if not known or shapes != dict(SHAPES):
        return (), "", {}
    if not widths:
        return tuple(SHAPES.values()), checksum, card
    if len(widths) != len(Deep._fields) or not all(deep_nets.are_widths(numbers) for numbers in widths):
        return (), "", {}
    return (*SHAPES.values(), *deep_nets.shapes_of_both(*widths)), checksum, card


def for_all_plans(phases: Floats) -> Floats:
    """Upper layers that are the same for all plans of a phase."""
    return np.concatenate([np.repeat(phases[CONTACT : CONTACT + 1], PLANS, axis=0), phases[RACE : RACE + 1]])


class Tables:
    """What kernels look up: the tables of the features, and those of exact endings if they are wanted."""

    def __init__(self, *, exact_endings: bool = True) -> None:
        self.shots, self.escapes = feature_tables.shots_table(), feature_tables.escapes_table()
        self.rolls = bearoff.no_one_sided_table()
        self.next_off = bearoff.no_one_sided_table()
        self.two_sided = bearoff.no_two_sided_table()
        if exact_endings:
            one_sided = bearoff.OneSided.load()
            self.rolls, self.next_off = one_sided.rolls_table, one_sided.next_off_table
            self.two_sided = bearoff.TwoSided.largest().table

    def arrays(self, *, exact_endings: bool = True) -> LookUps:
        """The tables as kernels take them; those of exact endings know the standard bear-off only."""
        if exact_endings:
            return LookUps(self.shots, self.escapes, self.rolls, self.next_off, self.two_sided)
        empty = bearoff.no_one_sided_table()
        return LookUps(self.shots, self.escapes, empty, empty, bearoff.no_two_sided_table())
