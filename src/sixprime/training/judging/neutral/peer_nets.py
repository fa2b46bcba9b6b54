"""Nets of other programs, read from plain arrays, to be measured beside ours. They have no part in training.

A file of NumPy arrays holds the layers: `w0` (units, inputs) and `b0`, `w1` and `b1`, and so on; ReLU in between, the
logistic function at the end. There are 196 inputs, in the view of the player on roll: for each point and each side
whether there are one, two, three checkers, and how many more; then the bar and what has been borne off. The five
outputs are the chances of the player on roll, in the order of `Chances`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from sixprime.compiled.arrays import Boards, Floats
from sixprime.core import SixprimeError
from sixprime.engine.net.kernels import OUTPUTS
from sixprime.messages import text
from sixprime.messages.system_errors import reason
from sixprime.training.judging.gnubg_reference import points_won

INPUTS = 196
POINTS = 24
BY_POINT = 4
"""Inputs of a point and a side."""
SIDE = BY_POINT * POINTS + 2
"""Inputs of a side: its points, its bar, and what it has borne off."""


class PeerNetProblem(SixprimeError):
    """A file that holds no net of this kind."""


@dataclass(frozen=True, eq=False)
class PeerNet:
    """A net of another program. It is an `Evaluator`."""

    name: str
    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]

    @classmethod
    def load(cls, path: Path) -> PeerNet:
        """Read a net from its file; `PeerNetProblem` if there is none in it."""
        try:
            with path.open("rb") as file, np.load(file) as arrays:
                layers = sum(name.startswith("w") for name in arrays)
                weights = tuple(np.asarray(arrays[f"w{layer}"], dtype=np.float32) for layer in range(layers))
                biases = tuple(np.asarray(arrays[f"b{layer}"], dtype=np.float32) for layer in range(layers))
        except OSError as error:
            raise PeerNetProblem(text("cannot read {path}: {why}", path=path, why=reason(error))) from error
        except (ValueError, TypeError, KeyError, AttributeError, EOFError, BadZipFile) as error:
            raise PeerNetProblem(text("{path} holds no arrays of a net", path=path)) from error
        widths = [INPUTS, *(len(bias) if bias.ndim == 1 else 0 for bias in biases)]
        shapes = [(after, before) for before, after in pairwise(widths)]
        finite = all(bool(np.isfinite(array).all()) for array in (*weights, *biases))
        if not layers or [array.shape for array in weights] != shapes or widths[-1] != OUTPUTS or not finite:
            raise PeerNetProblem(text("{path} holds no net with {inputs} inputs", path=path, inputs=INPUTS))
        return cls(path.stem, weights, biases)

    def after_plays(self, boards: Boards, checkers: int) -> Floats:
        """Chances of the player who has just moved, for boards (n, 26) in that player's view."""
        turned = -boards[:, ::-1]  # the other player is on roll
        chances = self.on_roll(turned, checkers)[:, [0, 3, 4, 1, 2]]
        chances[:, 0] = 1 - chances[:, 0]
        for row in np.flatnonzero((boards > 0).sum(axis=1) == 0):
            won = points_won(boards[row].tolist())
            chances[row] = (1, won >= 2, won >= 3, 0, 0)
        return chances

    def on_roll(self, boards: Boards, checkers: int) -> Floats:
        """Chances of the player on roll, for boards (n, 26) in that player's view."""
        values = inputs_of(boards, checkers)
        for weights, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            values = np.maximum(values @ weights.T + bias, 0)
        scores = values @ self.weights[-1].T + self.biases[-1]
        chances = np.asarray(1 / (1 + np.exp(-np.clip(scores, -60, 60))), dtype=np.float32)
        own_off, enemy_off = (borne_off(side, checkers) > 0 for side in (boards, -boards))
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = chances.T
        win_gammon[:] = np.where(enemy_off, 0, np.minimum(win_gammon, win))
        win_backgammon[:] = np.minimum(win_backgammon, win_gammon)
        lose_gammon[:] = np.where(own_off, 0, np.minimum(lose_gammon, 1 - win))
        lose_backgammon[:] = np.minimum(lose_backgammon, lose_gammon)
        return chances


def borne_off(boards: Boards, checkers: int) -> Floats:
    """How many checkers the side with the positive numbers has borne off."""
    return np.asarray(checkers - np.maximum(boards, 0).sum(axis=1), dtype=np.float32)


def inputs_of(boards: Boards, checkers: int) -> Floats:
    """The inputs (n, 196) of boards in the view of the player on roll."""
    inputs = np.zeros((len(boards), INPUTS), dtype=np.float32)
    for start, side, bar in ((0, boards, POINTS + 1), (SIDE, -boards, 0)):
        counts = np.maximum(side[:, 1 : POINTS + 1], 0).astype(np.float32)
        for more in range(1, BY_POINT):
            inputs[:, start + more - 1 : start + BY_POINT * POINTS : BY_POINT] = counts >= more
        inputs[:, start + 3 : start + BY_POINT * POINTS : BY_POINT] = np.maximum(counts - 3, 0) / 2
        inputs[:, start + SIDE - 2] = np.maximum(side[:, bar], 0) / 2
        inputs[:, start + SIDE - 1] = borne_off(side, checkers) / checkers
    return inputs
