"""Positions as plain rows of inputs, for fitting: how often each count column applies, then the features and pairs."""

import numpy as np
import numpy.typing as npt

from sixprime.core import kernels as core
from sixprime.core.jit import float_kernel
from sixprime.engine.feature_kernels import FEATURES, MOST_PAIRS, fill_features
from sixprime.engine.net_kernels import RACE_PLAN, is_race, plan_of


@float_kernel
def encode(
    boards: npt.NDArray[np.int8],
    checkers: int,
    shots: npt.NDArray[np.int32],
    escapes: npt.NDArray[np.int8],
    inputs: npt.NDArray[np.float32],
    plans: npt.NDArray[np.int8],
) -> None:
    """Fill `inputs` (all zeros before) and `plans`; races have no features, as in the net."""
    columns = np.empty(64, dtype=np.int16)
    scratch = np.empty(26, dtype=np.int8)
    features = np.empty(FEATURES, dtype=np.float32)
    pairs = np.empty(MOST_PAIRS, dtype=np.int16)
    for row in range(boards.shape[0]):
        used = core.board_columns(boards[row], checkers, columns)
        for entry in range(used):
            inputs[row, columns[entry]] += 1.0
        plans[row] = RACE_PLAN
        if not is_race(boards[row]):
            plans[row] = plan_of(boards[row])
            noted = fill_features(boards[row], scratch, shots, escapes, features, pairs)
            for feature in range(FEATURES):
                inputs[row, core.COLUMNS + feature] = features[feature]
            for pair in range(noted):
                inputs[row, core.COLUMNS + pairs[pair]] = 1.0
