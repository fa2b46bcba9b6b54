"""The net in machine code: one position, all plays of a roll, arrays of positions.

A net looks at a position after a play, with the opponent about to roll, and gives the chances of the player who has
just moved: to win, to win a gammon, a backgammon, to lose a gammon, a backgammon. Its first layer is a sum of one
column for each checker (see `core.kernels`) and of the features. The sum over checkers of the position before the
roll is kept; each play of the roll only adds and takes away the columns that it changes.

There are two sets of weights: for positions with contact, and for races.
"""

import math

import numpy as np
import numpy.typing as npt

from sixprime.core import kernels as core
from sixprime.core.jit import float_kernel, kernel
from sixprime.engine.bearoff_kernels import bearoff_chances, is_bearoff
from sixprime.engine.feature_kernels import FEATURES, fill_features

Floats = npt.NDArray[np.float32]
Board = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int16]
Keys = npt.NDArray[np.uint64]

WIDTH = 256
HIDDEN = 16
OUTPUTS = 5
TOP = 24
"""What the first layer feeds: HIDDEN units of a second layer and OUTPUTS direct connections, padded."""

CONTACT = 0
RACE = 1


@kernel
def is_race(board: Board) -> bool:
    """Whether the sides have passed each other."""
    rear = core.rearmost(board)
    for point in range(rear):  # noqa: SIM110  # a loop is what compiles best
        if board[point] < 0:
            return False
    return True


@float_kernel
def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))


@float_kernel
def base_sum(board: Board, checkers: int, weights: Floats, bias: Floats, columns: Ints, total: Floats) -> None:
    """The first layer's sum over all checkers of a board."""
    used = core.board_columns(board, checkers, columns)
    for unit in range(WIDTH):
        total[unit] = bias[unit]
    for entry in range(used):
        column = columns[entry]
        for unit in range(WIDTH):
            total[unit] += weights[column, unit]


@float_kernel
def changed_sum(base: Floats, changes: Ints, used: int, weights: Floats, total: Floats) -> None:
    """The first layer's sum of a position that differs from a known one by some columns."""
    for unit in range(WIDTH):
        total[unit] = base[unit]
    for entry in range(used):
        change = changes[entry]
        if change > 0:
            for unit in range(WIDTH):
                total[unit] += weights[change - 1, unit]
        else:
            for unit in range(WIDTH):
                total[unit] -= weights[-change - 1, unit]


@float_kernel
def add_features(features: Floats, known: Floats, weights: Floats, total: Floats) -> None:
    """Add to the first layer's sum what the features differ by from known ones; most plays change few of them."""
    for feature in range(FEATURES):
        value = features[feature] - known[feature]
        if value != 0.0:
            for unit in range(WIDTH):
                total[unit] += value * weights[feature, unit]


@float_kernel
def upper_layers(
    total: Floats, top: Floats, top_bias: Floats, last: Floats, active: Ints, inner: Floats, chances: Floats
) -> None:
    """From the first layer's sum to the five chances. Units that are off are skipped, the others taken by fours."""
    count = 0
    for unit in range(WIDTH):
        active[count] = unit
        count += total[unit] > 0.0
    for place in range(TOP):
        inner[place] = top_bias[place]
    whole = count - count % 4
    for entry in range(0, whole, 4):
        unit0 = active[entry]
        unit1 = active[entry + 1]
        unit2 = active[entry + 2]
        unit3 = active[entry + 3]
        value0 = total[unit0]
        value1 = total[unit1]
        value2 = total[unit2]
        value3 = total[unit3]
        for place in range(TOP):
            inner[place] += (
                value0 * top[unit0, place]
                + value1 * top[unit1, place]
                + value2 * top[unit2, place]
                + value3 * top[unit3, place]
            )
    for entry in range(whole, count):
        value0 = total[active[entry]]
        for place in range(TOP):
            inner[place] += value0 * top[active[entry], place]
    for output in range(OUTPUTS):
        chances[output] = inner[HIDDEN + output]
    for place in range(HIDDEN):
        value = inner[place]
        if value > 0.0:
            for output in range(OUTPUTS):
                chances[output] += value * last[place, output]
    for output in range(OUTPUTS):
        chances[output] = sigmoid(chances[output])


@kernel
def make_consistent(board: Board, checkers: int, chances: Floats) -> None:
    """Make the chances agree with the rules: what can no longer happen has none, and no part exceeds the whole.

    The board is the view of the player whose chances they are.
    """
    own = 0
    enemy = 0
    enemy_at_home = False
    own_far = False
    for point in range(26):
        count = board[point]
        if count > 0:
            own += count
            if point > 18:
                own_far = True
        elif count < 0:
            enemy -= count
            if point < 7:
                enemy_at_home = True
    if own == 0:
        chances[0] = 1.0
        chances[1] = 1.0 if enemy == checkers else 0.0
        chances[2] = 1.0 if enemy == checkers and enemy_at_home else 0.0
        chances[3] = 0.0
        chances[4] = 0.0
        return
    if enemy == 0:
        chances[0] = 0.0
        chances[1] = 0.0
        chances[2] = 0.0
        chances[3] = 1.0 if own == checkers else 0.0
        chances[4] = 1.0 if own == checkers and own_far else 0.0
        return
    race = is_race(board)
    if enemy < checkers:
        chances[1] = 0.0
        chances[2] = 0.0
    elif race and not enemy_at_home:
        chances[2] = 0.0
    if own < checkers:
        chances[3] = 0.0
        chances[4] = 0.0
    elif race and not own_far:
        chances[4] = 0.0
    chances[1] = min(chances[1], chances[0])
    chances[2] = min(chances[2], chances[1])
    chances[3] = min(chances[3], np.float32(1.0) - chances[0])
    chances[4] = min(chances[4], chances[3])


@kernel
def turn_round(chances: Floats) -> None:
    """The same chances, for the other player."""
    chances[0] = np.float32(1.0) - chances[0]
    gammon = chances[1]
    backgammon = chances[2]
    chances[1] = chances[3]
    chances[2] = chances[4]
    chances[3] = gammon
    chances[4] = backgammon


@kernel
def exact_ending(
    board: Board, checkers: int, rolls: Floats, next_off: Floats, two_sided: Floats, flipped: Board, chances: Floats
) -> bool:
    """Fill in the chances of the player who has just moved from the bear-off tables; false if they do not apply.

    Without tables (no rows in `rolls`) they never do. `flipped` is scratch.
    """
    if rolls.shape[0] == 0 or not is_bearoff(board):
        return False
    own = 0
    enemy = 0
    for point in range(1, 7):
        own += board[point]
        enemy -= board[25 - point]
    if own == 0 or enemy == 0:
        return False
    for point in range(26):
        flipped[25 - point] = -board[point]
    bearoff_chances(flipped, checkers, rolls, next_off, two_sided, chances)
    turn_round(chances)
    return True


@kernel
def equity(chances: Floats) -> float:
    """Points a game, without a cube, for the player whose chances they are."""
    points = np.float32(2.0) * chances[0] - np.float32(1.0) + chances[1] + chances[2] - chances[3] - chances[4]
    return float(points)


@float_kernel
def evaluate_plays(
    board: Board,
    checkers: int,
    first: int,
    second: int,
    bear_off: int,
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
    results: Board,
    sources: Board,
    low_first: Board,
    keys: Keys,
    scratch: Board,
    columns: Ints,
    active: Ints,
    sums: Floats,
    features: Floats,
    chances: Floats,
) -> int:
    """Generate the plays of a roll and evaluate each: row i of `chances` is for the mover after play i.

    `sums` has room for three sums, `columns` for a whole board's columns, `scratch` for two boards, `features` for
    three sets: the first two are worked on, the third is all zeros.
    """
    features[2, :] = 0.0
    found, _ = core.generate_plays(board, first, second, bear_off, results, sources, low_first, keys)
    own = 0
    for point in range(1, 26):
        if board[point] > 0:
            own += board[point]
    borne_off = checkers - own
    has_base = False
    for play in range(found):
        result = results[play]
        # The tables know the standard bear-off only.
        exact = bear_off == core.BEAR_OFF_STANDARD and exact_ending(
            result, checkers, rolls, next_off, two_sided, scratch[1], chances[play]
        )
        if exact:
            continue
        if is_race(result):
            base_sum(result, checkers, weights[RACE], bias[RACE], columns, sums[1])
            phase = RACE
        else:
            if not has_base:
                base_sum(board, checkers, weights[CONTACT], bias[CONTACT], columns, sums[0])
                fill_features(board, scratch[1], shots, escapes, features[0])
                add_features(features[0], features[2], feature_weights[CONTACT], sums[0])
                has_base = True
            used = core.column_changes(
                board, borne_off, first, second, sources[play], low_first[play], scratch[0], columns
            )
            changed_sum(sums[0], columns, used, weights[CONTACT], sums[1])
            fill_features(result, scratch[1], shots, escapes, features[1])
            add_features(features[1], features[0], feature_weights[CONTACT], sums[1])
            phase = CONTACT
        upper_layers(sums[1], top[phase], top_bias[phase], last[phase], active, sums[2], chances[play])
        make_consistent(result, checkers, chances[play])
    return found


@float_kernel
def evaluate_boards(
    boards: Board,
    checkers: int,
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
    chances: Floats,
) -> None:
    """Evaluate positions after a play, each in the view of the player who has just moved."""
    columns = np.empty(64, dtype=np.int16)
    active = np.empty(WIDTH + 1, dtype=np.int16)
    sums = np.empty((2, WIDTH), dtype=np.float32)
    features = np.zeros((2, FEATURES), dtype=np.float32)
    scratch = np.empty(26, dtype=np.int8)
    for row in range(boards.shape[0]):
        board = boards[row]
        if exact_ending(board, checkers, rolls, next_off, two_sided, scratch, chances[row]):
            continue
        phase = RACE if is_race(board) else CONTACT
        base_sum(board, checkers, weights[phase], bias[phase], columns, sums[0])
        if phase == CONTACT:
            fill_features(board, scratch, shots, escapes, features[0])
            add_features(features[0], features[1], feature_weights[phase], sums[0])
        upper_layers(sums[0], top[phase], top_bias[phase], last[phase], active, sums[1], chances[row])
        make_consistent(board, checkers, chances[row])
