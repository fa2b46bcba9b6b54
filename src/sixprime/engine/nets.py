"""`Net`: the weights of the evaluator, and the file they come in.

A file is a line of JSON (format, version, shapes, model card, checksum) followed by the numbers. It is read in
milliseconds; a file that is damaged, or made for another architecture, is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sixprime.core import SixprimeError
from sixprime.core.kernels import COLUMNS, MAX_PLAYS, MAX_STEPS
from sixprime.engine import bearoff, feature_kernels, net_kernels
from sixprime.messages import text

FORMAT = "sixprime-net"
VERSION = 1
PHASES = 2
MAX_HEADER = 1_000_000

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int32]
Small = npt.NDArray[np.int8]

SHAPES: Mapping[str, tuple[int, ...]] = {
    "weights": (PHASES, COLUMNS, net_kernels.WIDTH),
    "bias": (PHASES, net_kernels.WIDTH),
    "feature_weights": (PHASES, feature_kernels.FEATURES, net_kernels.WIDTH),
    "top": (PHASES, net_kernels.WIDTH, net_kernels.TOP),
    "top_bias": (PHASES, net_kernels.TOP),
    "last": (PHASES, net_kernels.HIDDEN, net_kernels.OUTPUTS),
}


class InvalidNet(SixprimeError):
    """A file that is not a net of this program."""


@dataclass
class Net:
    """The weights, by the names in `SHAPES`; the first axis is the phase: contact, race. `card` says how they came."""

    weights: Floats
    bias: Floats
    feature_weights: Floats
    top: Floats
    top_bias: Floats
    last: Floats
    card: dict[str, Any] = field(default_factory=dict)

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
            top=spread(SHAPES["top"], 0.06),
            top_bias=np.zeros(SHAPES["top_bias"], dtype=np.float32),
            last=np.zeros(SHAPES["last"], dtype=np.float32),
        )
        net.top[:, :, net_kernels.HIDDEN + net_kernels.OUTPUTS :] = 0.0
        return net

    def arrays(self) -> tuple[Floats, Floats, Floats, Floats, Floats, Floats]:
        """The weights in the order in which kernels take them."""
        return self.weights, self.bias, self.feature_weights, self.top, self.top_bias, self.last

    def copy(self) -> Net:
        weights, bias, feature_weights, top, top_bias, last = (array.copy() for array in self.arrays())
        return Net(weights, bias, feature_weights, top, top_bias, last, dict(self.card))

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        numbers = b"".join(np.ascontiguousarray(array, dtype="<f4").tobytes() for array in self.arrays())
        header = {
            "format": FORMAT,
            "version": VERSION,
            "shapes": {name: list(shape) for name, shape in SHAPES.items()},
            "sha256": hashlib.sha256(numbers).hexdigest(),
            "card": self.card,
        }
        beside = path.with_name(path.name + ".new")
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(json.dumps(header).encode() + b"\n" + numbers)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)

    @classmethod
    def load(cls, path: Path) -> Net:
        """Read a file and check it."""
        try:
            with path.open("rb") as file:
                first = file.readline(MAX_HEADER)
                numbers = file.read(4 * sum(int(np.prod(shape)) for shape in SHAPES.values()) + 1)
        except OSError as error:
            raise InvalidNet(text("cannot read {path}: {why}", path=path, why=error.strerror or str(error))) from error
        try:
            header = json.loads(first)
            known = header["format"] == FORMAT and header["version"] == VERSION
            shapes = {name: tuple(shape) for name, shape in header["shapes"].items()}
            checksum, card = str(header["sha256"]), dict(header["card"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            known, shapes, checksum, card = False, {}, "", {}
        if not known or shapes != dict(SHAPES):
            raise InvalidNet(text("{path} is not a net that this version can use", path=path))
        expected = 4 * sum(int(np.prod(shape)) for shape in SHAPES.values())
        if len(numbers) != expected or hashlib.sha256(numbers).hexdigest() != checksum:
            raise InvalidNet(text("{path} is damaged: its checksum is wrong", path=path))
        arrays = {}
        place = 0
        for name, shape in SHAPES.items():
            size = int(np.prod(shape))
            arrays[name] = (
                np.frombuffer(numbers, dtype="<f4", count=size, offset=place).reshape(shape).astype(np.float32)
            )
            place += 4 * size
        return cls(**arrays, card=card)


class Tables:
    """What kernels look up: the tables of the features, and those of exact endings if they are wanted."""

    def __init__(self, *, exact_endings: bool = True) -> None:
        self.shots = np.zeros((feature_kernels.REACH + 1, 1 << (feature_kernels.REACH - 1)), dtype=np.int32)
        self.escapes = np.zeros(1 << feature_kernels.REACH, dtype=np.int8)
        feature_kernels.fill_tables(self.shots, self.escapes)
        self.rolls = bearoff.no_one_sided_table()
        self.next_off = bearoff.no_one_sided_table()
        self.two_sided = bearoff.no_two_sided_table()
        if exact_endings:
            one_sided = bearoff.OneSided.load()
            self.rolls, self.next_off = one_sided.rolls_table, one_sided.next_off_table
            self.two_sided = bearoff.TwoSided.load().table

    def without_exact_endings(self) -> tuple[Integers, Small, Floats, Floats, Floats]:
        """The same without the bear-off tables, which know the standard bear-off only."""
        empty = bearoff.no_one_sided_table()
        return self.shots, self.escapes, empty, empty, bearoff.no_two_sided_table()

    def arrays(self) -> tuple[Integers, Small, Floats, Floats, Floats]:
        """The tables in the order in which kernels take them."""
        return self.shots, self.escapes, self.rolls, self.next_off, self.two_sided


class Workspace:
    """Room to evaluate all plays of a roll; one for each thread."""

    def __init__(self) -> None:
        self.results = np.empty((MAX_PLAYS, 26), dtype=np.int8)
        self.sources = np.empty((MAX_PLAYS, MAX_STEPS), dtype=np.int8)
        self.low_first = np.empty(MAX_PLAYS, dtype=np.int8)
        self.keys = np.empty(MAX_PLAYS, dtype=np.uint64)
        self.scratch = np.empty((2, 26), dtype=np.int8)
        self.columns = np.empty(64, dtype=np.int16)
        self.active = np.empty(net_kernels.WIDTH + 1, dtype=np.int16)
        self.sums = np.empty((3, net_kernels.WIDTH), dtype=np.float32)
        self.features = np.empty((3, feature_kernels.FEATURES), dtype=np.float32)
        self.chances = np.empty((MAX_PLAYS, net_kernels.OUTPUTS), dtype=np.float32)
