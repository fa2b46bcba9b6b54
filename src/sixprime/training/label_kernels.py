"""Labels better than one look: what a position is worth after all 21 rolls have been answered by the best play.

Positions come from games of the net against itself, in which it sometimes tries a play that is nearly as good, so
that the labels cover what search will look at and not only what the net likes.
"""

import numpy as np
import numpy.typing as npt

from sixprime.core import kernels as core
from sixprime.core.jit import float_kernel
from sixprime.engine.feature_kernels import FEATURES
from sixprime.engine.net_kernels import (
    OUTPUTS,
    WIDTH,
    equity,
    evaluate_boards,
    evaluate_plays,
    make_consistent,
    turn_round,
)

Floats = npt.NDArray[np.float32]
Board = npt.NDArray[np.int8]

MAX_TURNS = 400


@float_kernel
def best_of(chances: Floats, found: int) -> int:
    """The play that is worth most; of equal ones the first."""
    best = 0
    for play in range(1, found):
        if equity(chances[play]) > equity(chances[best]):
            best = play
    return best


@float_kernel
def label_positions(
    starts: Board,
    checkers: int,
    seed: int,
    exploring: float,
    margin: float,
    weights: Floats,
    bias: Floats,
    feature_weights: Floats,
    top: Floats,
    top_bias: Floats,
    last: Floats,
    shots: npt.NDArray[np.int32],
    escapes: npt.NDArray[np.int8],
    rolls: Floats,
    next_off: Floats,
    two_sided: Floats,
    boards: Board,
    labels: Floats,
) -> None:
    """Fill `boards` with positions after a play and `labels` with the chances of the player who made it.

    With the chance `exploring` a play is chosen evenly among those within `margin` of the best.
    """
    results = np.empty((core.MAX_PLAYS, 26), dtype=np.int8)
    sources = np.empty((core.MAX_PLAYS, core.MAX_STEPS), dtype=np.int8)
    low_first = np.empty(core.MAX_PLAYS, dtype=np.int8)
    keys = np.empty(core.MAX_PLAYS, dtype=np.uint64)
    scratch = np.empty((2, 26), dtype=np.int8)
    columns = np.empty(64, dtype=np.int16)
    active = np.empty(WIDTH + 1, dtype=np.int16)
    sums = np.empty((3, WIDTH), dtype=np.float32)
    features = np.zeros((3, FEATURES), dtype=np.float32)
    chances = np.empty((core.MAX_PLAYS, OUTPUTS), dtype=np.float32)
    board = np.empty(26, dtype=np.int8)
    alone = np.empty((1, 26), dtype=np.int8)
    passed = np.empty((1, OUTPUTS), dtype=np.float32)
    total = np.empty(OUTPUTS, dtype=np.float64)
    state = np.empty(1, dtype=np.uint64)
    state[0] = np.uint64(seed)
    filled = 0
    turn = MAX_TURNS
    while filled < boards.shape[0]:
        if turn >= MAX_TURNS:
            board[:] = starts[core.random_below(state, starts.shape[0])]
            turn = 0
        first = 1 + core.random_below(state, 6)
        second = 1 + core.random_below(state, 6)
        found = evaluate_plays(
            board, checkers, first, second, 0, weights, bias, feature_weights, top, top_bias, last, shots, escapes,
            rolls, next_off, two_sided, results, sources, low_first, keys, scratch, columns, active, sums, features,
            chances,
        )  # fmt: skip
        turn += 1
        if found > 0:
            choice = best_of(chances, found)
            if core.random_below(state, 1_000_000) < exploring * 1_000_000:
                floor = equity(chances[choice]) - margin
                near = 0
                for play in range(found):
                    near += equity(chances[play]) >= floor
                wanted = core.random_below(state, near)
                for play in range(found):
                    if equity(chances[play]) >= floor:
                        if wanted == 0:
                            choice = play
                            break
                        wanted -= 1
            board[:] = results[choice]
        if core.rearmost(board) == 0:
            turn = MAX_TURNS
            continue
        boards[filled, :] = board
        core.flip(board)
        total[:] = 0.0
        for high in range(1, 7):
            for low in range(1, high + 1):
                found = evaluate_plays(
                    board, checkers, high, low, 0, weights, bias, feature_weights, top, top_bias, last, shots, escapes,
                    rolls, next_off, two_sided, results, sources, low_first, keys, scratch, columns, active, sums,
                    features, chances,
                )  # fmt: skip
                weight = 1.0 if high == low else 2.0
                if found > 0:
                    answer = chances[best_of(chances, found)]
                else:
                    alone[0, :] = board
                    evaluate_boards(
                        alone, checkers, weights, bias, feature_weights, top, top_bias, last, shots, escapes, rolls,
                        next_off, two_sided, passed,
                    )  # fmt: skip
                    answer = passed[0]
                for output in range(OUTPUTS):
                    total[output] += weight * answer[output]
        for output in range(OUTPUTS):
            labels[filled, output] = total[output] / 36.0
        turn_round(labels[filled])
        make_consistent(boards[filled], checkers, labels[filled])
        filled += 1
