"""The net in machine code: one position, all plays of a roll, arrays of positions.

A net looks at a position after a play, with the opponent about to roll, and gives the chances of the player who has
just moved: to win, to win a gammon, a backgammon, to lose a gammon, a backgammon. Its first layer is a sum of one
column for each checker (see `compiled.moves`), of the features and of the pairs. The sum over checkers and features of
the position before the roll is kept; each play of the roll only adds and takes away what it changes, and its pairs.

There are two sets of weights for the first layer: for positions with contact, and for races. Above it there is one set
for races and one for each game plan: how many checkers either side still has behind. The quick net, which looks first,
is in `quick_kernels`.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Floats, Ints, Keys, Shorts, SignedBytes
from sixprime.compiled.bits import lowest_one
from sixprime.compiled.jit import float_kernel, inlined_float_kernel, kernel, lean_float_kernel, lean_kernel
from sixprime.compiled.simd import LANES, ORDERS, ROW, list_changes, points_below, turn_board
from sixprime.engine.bearoff.kernels import bearoff_chances, is_bearoff
from sixprime.engine.net.feature_kernels import FEATURES, INPUTS, MOST_PAIRS, fill_features
from sixprime.engine.net.layer_kernels import base_sum, changed_sum, column_differences, upper_layers
from sixprime.engine.net.layer_kernels import sigmoid as sigmoid  # others know it from here

PHASES = 2
CONTACT = 0
RACE = 1

MOST_BEHIND = 3
"""More checkers than so many behind make no other plan."""
PLANS = (MOST_BEHIND + 1) ** 2
RACE_PLAN = PLANS
"""The number of a race among the plans."""

WIDTH = 256
HIDDEN = 16
OUTPUTS = 5
TOP = ROW
"""What the first layer feeds: HIDDEN units of a second layer and OUTPUTS direct connections, padded."""


class Weights(NamedTuple):
    """A net's numbers, as kernels take them. The first axis is the phase, or the plan from `top` on.

    The rows of `last` have LANES numbers, OUTPUTS of which count.
    """

    weights: Floats
    bias: Floats
    feature_weights: Floats
    top: Floats
    top_bias: Floats
    last: Floats


class LookUps(NamedTuple):
    """The tables of the features, and those of exact endings; without these, arrays with no rows."""

    shots: Ints
    escapes: SignedBytes
    rolls: Floats
    next_off: Floats
    two_sided: Floats


class EvaluationBuffers(NamedTuple):
    """Arrays to evaluate all plays of a roll in; one set for each thread."""

    results: Board
    sources: Board
    low_first: Board
    keys: Keys
    scratch: Board
    columns: Shorts
    active: Shorts
    """Features that differ from those of the position before the roll, then the pairs."""
    pairs: Shorts
    """The pairs of the position worked on."""
    sums: Floats
    """The base of each phase (the sum of the board before the roll), the sum worked on, and the second layer."""
    has_base: Board
    """Which of the bases have been made."""
    features: Floats
    """Rows: the features before the roll, those worked on, zeros, and the differences, with a 1 for each pair."""
    chances: Floats
    worth: Floats
    """What each play is worth by the quick net."""


@kernel
def new_evaluation_buffers() -> EvaluationBuffers:
    return EvaluationBuffers(
        np.empty((core.MAX_PLAYS, 26), dtype=np.int8),
        np.empty((core.MAX_PLAYS, core.MAX_STEPS), dtype=np.int8),
        np.empty(core.MAX_PLAYS, dtype=np.int8),
        np.empty(core.MAX_PLAYS, dtype=np.uint64),
        np.empty((2, 26), dtype=np.int8),
        np.empty(64, dtype=np.int16),
        np.empty(FEATURES + LANES + MOST_PAIRS, dtype=np.int16),
        np.empty(MOST_PAIRS, dtype=np.int16),
        np.empty((PHASES + 2, WIDTH), dtype=np.float32),
        np.zeros(PHASES, dtype=np.int8),
        np.ones((4, INPUTS), dtype=np.float32),
        np.empty((core.MAX_PLAYS, OUTPUTS), dtype=np.float32),
        np.empty(core.MAX_PLAYS, dtype=np.float32),
    )


@lean_kernel
def is_race(board: Board) -> bool:
    """Whether the sides have passed each other."""
    return lowest_one(points_below(board, 0) | 1 << 26) >= core.rearmost(board)


@lean_kernel
def plan_of(board: Board) -> int:
    """The game plan of a position with contact: how many checkers each side has on the bar or in the other's home."""
    own = 0
    enemy = 0
    for place in range(7):
        own += max(board[19 + place], 0)
        enemy -= min(board[place], 0)
    return min(own, MOST_BEHIND) * (MOST_BEHIND + 1) + min(enemy, MOST_BEHIND)


@lean_kernel
def limit(chances: Floats) -> None:
    """Make sure that no part exceeds the whole: backgammons are gammons, gammons are wins or losses."""
    chances[1] = min(chances[1], chances[0])
    chances[2] = min(chances[2], chances[1])
    chances[3] = min(chances[3], np.float32(1.0) - chances[0])
    chances[4] = min(chances[4], chances[3])


@lean_kernel
def remove_impossible(board: Board, checkers: int, chances: Floats) -> bool:
    """Make the chances agree with the rules: what can no longer happen has none. True if the game is over.

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
        return True
    if enemy == 0:
        chances[0] = 0.0
        chances[1] = 0.0
        chances[2] = 0.0
        chances[3] = 1.0 if own == checkers else 0.0
        chances[4] = 1.0 if own == checkers and own_far else 0.0
        return True
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
    return False


@lean_kernel
def make_consistent(board: Board, checkers: int, chances: Floats) -> None:
    """Make the chances agree with the rules: what can no longer happen has none, and no part exceeds the whole.

    The board is the view of the player whose chances they are.
    """
    if not remove_impossible(board, checkers, chances):
        limit(chances)


@lean_kernel
def turn_round(chances: Floats) -> None:
    """Change chances of one player to those of the other."""
    chances[0] = np.float32(1.0) - chances[0]
    gammon = chances[1]
    backgammon = chances[2]
    chances[1] = chances[3]
    chances[2] = chances[4]
    chances[3] = gammon
    chances[4] = backgammon


@lean_kernel
def exact_ending(board: Board, checkers: int, tables: LookUps, flipped: Board, chances: Floats) -> bool:
    """Fill in the chances of the player who has just moved from the bear-off tables; false if they do not apply.

    `flipped` is scratch.
    """
    if tables.rolls.shape[0] == 0 or not is_bearoff(board):
        return False
    own = 0
    enemy = 0
    for point in range(1, 7):
        own += board[point]
        enemy -= board[25 - point]
    if own == 0 or enemy == 0:
        return False
    turn_board(board, flipped)
    bearoff_chances(flipped, checkers, tables.rolls, tables.next_off, tables.two_sided, chances)
    turn_round(chances)
    return True


@lean_kernel
def equity(chances: Floats) -> float:
    """Points a game, without a cube, for the player whose chances they are: bit for bit as `Chances.equity`."""
    return 2.0 * float(chances[0]) - 1.0 + float(chances[1]) + float(chances[2]) - float(chances[3]) - float(chances[4])


@lean_kernel
def best_of(chances: Floats, found: int) -> int:
    """The play that is worth most; of equal ones the first."""
    best = 0
    for play in range(1, found):
        if equity(chances[play]) > equity(chances[best]):
            best = play
    return best


class Before(NamedTuple):
    """What is known of a board before a roll, and need not be looked for after each of its plays."""

    off: int
    """The mover's checkers that are off."""
    front: int
    """The enemy's most advanced point as the mover counts, 0 for the bar and 26 if there is none."""
    untouched: bool
    """Whether both sides have all their checkers, and the mover can bear off none with this roll."""


@lean_kernel
def look_before(board: Board, checkers: int) -> Before:
    own = 0
    enemy = 0
    outside = 0
    for point in range(26):
        own += max(int(board[point]), 0)
        enemy -= min(int(board[point]), 0)
    for point in range(7, 26):
        outside += max(int(board[point]), 0)
    front = lowest_one(points_below(board, 0) | 1 << 26)
    # Four checkers outside take the four steps of a double to come home: none is left to bear off.
    return Before(checkers - own, front, own == checkers and enemy == checkers and outside >= core.MAX_STEPS)


@lean_kernel
def phase_after(result: Board, before: Before) -> int:
    """Whether a play leads to a race: as `is_race`, knowing where the enemy stood."""
    front = 0 if result[0] < 0 else before.front
    return RACE if core.rearmost(result) <= front else CONTACT


@lean_kernel
def forget_bases(plays: EvaluationBuffers) -> None:
    """Forget the sums of the last board: another one is evaluated from now on."""
    for phase in range(PHASES):
        plays.has_base[phase] = 0


@lean_float_kernel
def changed_features(board: Board, row: int, known: int, tables: LookUps, plays: EvaluationBuffers) -> tuple[int, int]:
    """Fill a row of `plays.features` and list in `plays.active` which of them differ from a known row, then all pairs.

    Returns how many features differ, and how many that are with the pairs; the last row has what each differs by.
    """
    noted = fill_features(board, plays.scratch[1], tables.shots, tables.escapes, plays.features[row], plays.pairs)
    listed = list_changes(plays.features[row], plays.features[known], FEATURES, ORDERS, plays.active, plays.features[3])
    for pair in range(noted):
        plays.active[listed + pair] = plays.pairs[pair]
    return listed, listed + noted


@inlined_float_kernel
def evaluate_generated(
    board: Board,
    checkers: int,
    bear_off: int,
    before: Before,
    play: int,
    net: Weights,
    tables: LookUps,
    plays: EvaluationBuffers,
) -> None:
    """Evaluate one of the plays that have been generated; its row of `plays.chances` is for the mover."""
    result = plays.results[play]
    chances = plays.chances[play]
    phase = phase_after(result, before)
    # The tables know the standard bear-off only.
    if (
        phase == RACE
        and bear_off == core.BEAR_OFF_STANDARD
        and exact_ending(result, checkers, tables, plays.scratch[1], chances)
    ):
        return
    total = plays.sums[PHASES]
    if not plays.has_base[phase]:
        base_sum(board, checkers, net.weights[phase], net.bias[phase], plays.columns, plays.sums[phase])
        if phase == CONTACT:
            plays.features[2, :FEATURES] = 0.0
            listed, _ = changed_features(board, 0, 2, tables, plays)
            changed_sum(
                plays.sums[phase], plays.columns, 0, net.weights[phase], plays.active, plays.features[3], listed,
                net.feature_weights[phase], plays.sums[phase],
            )  # fmt: skip
        plays.has_base[phase] = 1
    used = column_differences(board, result, before.off, plays.columns)
    listed = int(np.int64(0))
    if phase == CONTACT:
        _, listed = changed_features(result, 1, 0, tables, plays)
    changed_sum(
        plays.sums[phase], plays.columns, used, net.weights[phase], plays.active, plays.features[3], listed,
        net.feature_weights[phase], total,
    )  # fmt: skip
    plan = RACE_PLAN if phase == RACE else plan_of(result)
    upper_layers(total, net.top[plan], net.top_bias[plan], net.last[plan], plays.sums[PHASES + 1], chances)
    if phase == CONTACT and before.untouched:
        limit(chances)
    else:
        make_consistent(result, checkers, chances)


@lean_float_kernel
def evaluate_plays(
    board: Board,
    checkers: int,
    first: int,
    second: int,
    bear_off: int,
    net: Weights,
    tables: LookUps,
    plays: EvaluationBuffers,
) -> int:
    """Generate the plays of a roll and evaluate each: row i of `plays.chances` is for the mover after play i."""
    found, _ = core.generate_plays(
        board, first, second, bear_off, plays.results, plays.sources, plays.low_first, plays.keys
    )
    before = look_before(board, checkers)
    forget_bases(plays)
    for play in range(found):
        evaluate_generated(board, checkers, bear_off, before, play, net, tables, plays)
    return found


@lean_float_kernel
def evaluate_board(
    board: Board, checkers: int, net: Weights, tables: LookUps, plays: EvaluationBuffers, chances: Floats
) -> None:
    """Evaluate a position after a play, in the view of the player who has just moved."""
    phase = RACE if is_race(board) else CONTACT
    if phase == RACE and exact_ending(board, checkers, tables, plays.scratch[1], chances):
        return
    total = plays.sums[PHASES]
    base_sum(board, checkers, net.weights[phase], net.bias[phase], plays.columns, total)
    if phase == CONTACT:
        plays.features[2, :FEATURES] = 0.0
        _, listed = changed_features(board, 1, 2, tables, plays)
        changed_sum(
            total, plays.columns, 0, net.weights[phase], plays.active, plays.features[3], listed,
            net.feature_weights[phase], total,
        )  # fmt: skip
    plan = RACE_PLAN if phase == RACE else plan_of(board)
    upper_layers(total, net.top[plan], net.top_bias[plan], net.last[plan], plays.sums[PHASES + 1], chances)
    make_consistent(board, checkers, chances)


@float_kernel
def evaluate_boards(boards: Board, checkers: int, net: Weights, tables: LookUps, chances: Floats) -> None:
    """Evaluate positions after a play, each in the view of the player who has just moved."""
    plays = new_evaluation_buffers()
    for row in range(boards.shape[0]):
        evaluate_board(boards[row], checkers, net, tables, plays, chances[row])


@float_kernel
def choose_plays(
    boards: Board,
    rolls: Board,
    checkers: int,
    bear_off: int,
    net: Weights,
    tables: LookUps,
    results: Board,
    chances: Floats,
) -> None:
    """For each board and roll the board after the best play and the mover's chances; without a play, as it stands."""
    plays = new_evaluation_buffers()
    for row in range(boards.shape[0]):
        found = evaluate_plays(
            boards[row], checkers, int(rolls[row, 0]), int(rolls[row, 1]), bear_off, net, tables, plays
        )
        if found > 0:
            best = best_of(plays.chances, found)
            core.copy_into(plays.results[best], results[row])
            core.copy_into(plays.chances[best], chances[row])
        else:
            core.copy_into(boards[row], results[row])
            evaluate_board(boards[row], checkers, net, tables, plays, chances[row])
