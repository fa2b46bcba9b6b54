"""Move generation compiled to machine code: every distinct result of a roll, and random games.

A board is an int8 array of 26 in the mover's view (see `Position`): 1..24 the points, mover positive
and moving down, 25 the mover's bar, 0 the opponent's bar. `landing` and `make_step` are the only
kernels that say how one checker may move, with `movable`, which answers for all points at once what
`landing` answers for one; everything else is built on them.

Kernels fill arrays that the caller made. No roll has more than `MAX_PLAYS` distinct plays: with 15
checkers a double is at most a way to share four steps among them, C(18, 4) = 3060.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from sixprime.compiled.arrays import Board, Keys, Longs, Shorts
from sixprime.compiled.bits import highest_one
from sixprime.compiled.jit import kernel, lean_kernel, wraps_round
from sixprime.compiled.simd import copy_board, points_above, points_below, turn_board

MAX_PLAYS = 3060
MAX_STEPS = 4
BAR = 25
OFF = 0

ON_BOARD = (1 << BAR) - 2
"""The points of a board as a mask, without the bars."""

BEAR_OFF_STANDARD = 0
BEAR_OFF_REARMOST = 1
BEAR_OFF_EXACT = 2

# Count columns, the inputs of an incremental evaluator. For each side: four columns a point (first,
# second, third checker, and one shared by every further checker), four for the bar alike, and fifteen
# for the checkers borne off (one each). A checker that moves changes two columns, one that is hit two more.
COLUMNS_PER_SIDE = 24 * 4 + 4 + 15
COLUMNS = 2 * COLUMNS_PER_SIDE
BAR_COLUMN = 24 * 4
OFF_COLUMN = BAR_COLUMN + 4
MAX_CHANGES = 4 * MAX_STEPS


def _keys(stream: int) -> Keys:
    """26 fixed pseudo-random 64-bit numbers; sums of a few of them identify what a play changed."""
    return np.random.Generator(np.random.PCG64(stream)).integers(1, 2**64 - 1, size=26, dtype=np.uint64)


CHECKER_KEYS = _keys(2024)
HIT_KEYS = _keys(2025)
CHECKER_KEYS[OFF] = 0


@lean_kernel
def copy_into(source: npt.NDArray[Any], target: npt.NDArray[Any]) -> None:
    """Copy a row of numbers. A slice assignment would take seconds to compile."""
    for index in range(source.shape[0]):
        target[index] = source[index]


@lean_kernel
def rearmost(board: Board) -> int:
    """The highest point (25 for the bar) that holds a checker of the mover, 0 if all are off."""
    return highest_one(points_above(board, 0) | 1)


@lean_kernel
def landing(board: Board, source: int, die: int, bear_off: int, rear: int) -> int:
    """Where a checker from `source` lands with `die`: a point, 0 for off the board, -1 if it may not.

    The caller has seen to it that a checker is there and that the bar comes first. `rear` is
    `rearmost(board)` where `source <= die`; otherwise it is not looked at.
    """
    target = source - die
    if target > 0:
        return target if board[target] >= -1 else -1
    if rear > 6:
        return -1
    if bear_off == BEAR_OFF_STANDARD:
        return 0 if target == 0 or source == rear else -1
    if bear_off == BEAR_OFF_REARMOST:
        return 0 if source == rear else -1
    return 0 if target == 0 else -1


@lean_kernel
def make_step(board: Board, source: int, target: int) -> bool:
    """Move one checker; true if that hit."""
    board[source] -= 1
    if target == 0:
        return False
    if board[target] < 0:
        board[target] = 1
        board[0] -= 1
        return True
    board[target] += 1
    return False


@lean_kernel
def take_back(board: Board, source: int, target: int, hit: bool) -> None:
    """Undo what `make_step` did."""
    board[source] += 1
    if target == 0:
        return
    if hit:
        board[target] = -1
        board[0] += 1
    else:
        board[target] -= 1


@lean_kernel
def flip(board: Board) -> None:
    """Turn the board round in place: the other player becomes the mover."""
    turn_board(board, board)


@lean_kernel
def movable(board: Board, die: int, bear_off: int) -> int:
    """A mask of the points that a checker may leave with a die: bit p for point p.

    A test compares it with `landing`, which answers for one point.
    """
    own = points_above(board, 0)
    if own >> BAR:
        own = 1 << BAR
    free = ~points_below(board, -1) & ON_BOARD
    sources = own & (free << die)
    if own < 1 << 7:
        rear = highest_one(own)
        if bear_off != BEAR_OFF_REARMOST:
            sources |= own & (1 << die)
        if bear_off != BEAR_OFF_EXACT and 0 < rear <= die:
            sources |= 1 << rear
    return sources


@lean_kernel
def _note_sources(sources: Board, play: int, path: int) -> None:
    """Note where the steps of a play start from, eight bits each."""
    for step in range(MAX_STEPS):
        sources[play, step] = (path >> (8 * step)) & 255


@lean_kernel
def equal_dice_plays(
    board: Board, die: int, count: int, bear_off: int, results: Board, sources: Board
) -> tuple[int, int]:
    """Plays of `count` equal dice. Returns how many plays there are, and of how many steps.

    Sources never rise within a play. Every legal order of steps can be sorted so, and two different
    sorted plays never reach the same board, so nothing has to be compared.
    """
    found = 0
    longest = 0
    depth = 0
    path = 0
    hits = 0
    waiting = movable(board, die, bear_off)
    while True:
        if waiting:
            source = highest_one(waiting)
            waiting ^= 1 << source
            target = max(source - die, 0)
            path = (path & ((1 << (8 * depth)) - 1)) | (source << (8 * depth))
            if depth == count - 1:
                if longest < count:
                    longest = count
                    found = 0
                copy_board(board, results[found])
                make_step(results[found], source, target)
                _note_sources(sources, found, path)
                found += 1
                continue
            hit = make_step(board, source, target)
            hits = (hits & ((1 << depth) - 1)) | (int(hit) << depth)
            depth += 1
            waiting = movable(board, die, bear_off) & ((2 << source) - 1)
            if not waiting and depth >= longest:
                if depth > longest:
                    longest = depth
                    found = 0
                copy_board(board, results[found])
                _note_sources(sources, found, path)
                found += 1
            continue
        if depth == 0:
            return found, longest
        depth -= 1
        source = (path >> (8 * depth)) & 255
        take_back(board, source, max(source - die, 0), (hits >> depth) & 1 == 1)
        waiting = movable(board, die, bear_off) & ((1 << source) - 1)


@lean_kernel
def _single_plays(board: Board, die: int, bear_off: int, results: Board, sources: Board) -> int:
    """Plays of one die."""
    found = 0
    waiting = movable(board, die, bear_off)
    while waiting:
        source = highest_one(waiting)
        waiting ^= 1 << source
        copy_board(board, results[found])
        make_step(results[found], source, max(source - die, 0))
        _note_sources(sources, found, source)
        found += 1
    return found


@lean_kernel
def _is_known(keys: Keys, found: int, key: np.uint64) -> bool:
    for earlier in range(found):  # noqa: SIM110  # a loop is what compiles best
        if keys[earlier] == key:
            return True
    return False


@lean_kernel
@wraps_round
def _two_dice_plays(
    board: Board, high: int, low: int, bear_off: int, results: Board, sources: Board, low_first: Board, keys: Keys
) -> int:
    """Plays that use two different dice both. Duplicates are recognised by the sum of their changes' keys."""
    found = 0
    for order in range(2):
        first = low if order else high
        second = high if order else low
        waiting = movable(board, first, bear_off)
        while waiting:
            source = highest_one(waiting)
            waiting ^= 1 << source
            target = max(source - first, 0)
            hit = make_step(board, source, target)
            key = CHECKER_KEYS[target] - CHECKER_KEYS[source]
            if hit:
                key += HIT_KEYS[target]
            answers = movable(board, second, bear_off)
            while answers:
                next_source = highest_one(answers)
                answers ^= 1 << next_source
                next_target = max(next_source - second, 0)
                next_key = key + CHECKER_KEYS[next_target] - CHECKER_KEYS[next_source]
                if next_target > 0 and board[next_target] < 0:
                    next_key += HIT_KEYS[next_target]
                if _is_known(keys, found, next_key):
                    continue
                copy_board(board, results[found])
                make_step(results[found], next_source, next_target)
                keys[found] = next_key
                _note_sources(sources, found, source | next_source << 8)
                low_first[found] = order
                found += 1
            take_back(board, source, target, hit)
    return found


@lean_kernel
def generate_plays(
    board: Board, first: int, second: int, bear_off: int, results: Board, sources: Board, low_first: Board, keys: Keys
) -> tuple[int, int]:
    """Every distinct result of the roll. Returns how many there are and how many dice each of them uses.

    Row i of `results` is the board after play i, still in the mover's view; row i of `sources` the
    points its steps start from, in order (0: no step). `low_first[i]` is 1 where the smaller die is
    played first, or is the only one played. As many dice as possible are used; where either
    could be played but not both, the larger. `board` is as before when this returns.
    """
    if first == second:
        found, steps = equal_dice_plays(board, first, 4, bear_off, results, sources)
        low_first[:found] = 0
        return found, steps
    high = max(first, second)
    low = min(first, second)
    found = _two_dice_plays(board, high, low, bear_off, results, sources, low_first, keys)
    if found > 0:
        return found, 2
    found = _single_plays(board, high, bear_off, results, sources)
    if found > 0:
        low_first[:found] = 0
        return found, 1
    found = _single_plays(board, low, bear_off, results, sources)
    low_first[:found] = 1
    return found, 1 if found > 0 else 0


@lean_kernel
def point_column(point: int, side: int, count: int) -> int:
    """The column that the `count`-th checker of a side (0 mover, 1 opponent) on a point switches on.

    Points are numbered as on the mover's board for both sides; 25 is the bar of either side.
    """
    level = min(int(count), 4) - 1
    base = side * COLUMNS_PER_SIDE
    if point == BAR:
        return base + BAR_COLUMN + level
    return base + 4 * (int(point) - 1) + level


@lean_kernel
def board_columns(board: Board, checkers: int, columns: Shorts) -> int:
    """List the columns of a whole board, each as often as it counts. Returns how many entries there are."""
    used = 0
    own = 0
    enemy = 0
    for point in range(26):
        count = int(board[point])
        side = 0 if count > 0 else 1
        count = abs(count)
        if side == 0:
            own += count
        else:
            enemy += count
        for number in range(1, count + 1):
            columns[used] = point_column(BAR if point == 0 else point, side, number)
            used += 1
    for number in range(checkers - own):
        columns[used] = OFF_COLUMN + number
        used += 1
    for number in range(checkers - enemy):
        columns[used] = COLUMNS_PER_SIDE + OFF_COLUMN + number
        used += 1
    return used


@lean_kernel
def _note_change(changes: Shorts, used: int, change: int) -> int:
    """Append a signed column, or strike out its opposite if that is listed: a checker that passes through."""
    for index in range(used):
        if changes[index] == -change:
            changes[index] = changes[used - 1]
            return used - 1
    changes[used] = change
    return used + 1


@lean_kernel
def column_changes(
    board: Board,
    borne_off: int,
    first: int,
    second: int,
    sources: Board,
    low_first: int,
    scratch: Board,
    changes: Shorts,
) -> int:
    """Which columns a play switches on and off, as signed numbers: +(c + 1) on, -(c + 1) off.

    `sources` and `low_first` are one play's, as `generate_plays` gives them; `borne_off` counts the mover's
    checkers that are off before the play; `scratch` is any board to work on. Returns how many changes there are.
    """
    copy_into(board, scratch)
    used = 0
    off = borne_off
    for step in range(MAX_STEPS):
        source = sources[step]
        if source == 0:
            break
        die = first if first == second else (min(first, second) if low_first == (1 - step) else max(first, second))
        target = max(source - die, 0)
        used = _note_change(changes, used, -(point_column(source, 0, scratch[source]) + 1))
        hit = make_step(scratch, source, target)
        if target == 0:
            used = _note_change(changes, used, OFF_COLUMN + off + 1)
            off += 1
            continue
        if hit:
            used = _note_change(changes, used, -(point_column(target, 1, 1) + 1))
            used = _note_change(changes, used, point_column(BAR, 1, -scratch[0]) + 1)
        used = _note_change(changes, used, point_column(target, 0, scratch[target]) + 1)
    return used


@lean_kernel
def next_random(state: Keys) -> np.uint64:
    """SplitMix64: one 64-bit state, the next of its numbers."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(z ^ (z >> np.uint64(31)))


@lean_kernel
def random_below(state: Keys, limit: int) -> int:
    """A whole number from 0 to `limit` - 1, evenly (to one part in four thousand million)."""
    return int(((next_random(state) >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


@kernel
def play_random_games(start: Board, games: int, bear_off: int, seed: int, max_rolls: int, counts: Longs) -> None:
    """Play games of evenly random legal plays and count what happened.

    `counts` becomes games won by the first mover, rolls thrown, distinct plays seen, and games cut off after
    `max_rolls` rolls.
    """
    results = np.empty((MAX_PLAYS, 26), dtype=np.int8)
    sources = np.empty((MAX_PLAYS, MAX_STEPS), dtype=np.int8)
    low_first = np.empty(MAX_PLAYS, dtype=np.int8)
    keys = np.empty(MAX_PLAYS, dtype=np.uint64)
    state = np.empty(1, dtype=np.uint64)
    state[0] = np.uint64(seed)
    board = np.empty(26, dtype=np.int8)
    counts[:] = 0
    for _ in range(games):
        copy_into(start, board)
        first = 1 + random_below(state, 6)
        second = first
        while second == first:
            second = 1 + random_below(state, 6)
        for turn in range(max_rolls + 1):
            if turn == max_rolls:
                counts[3] += 1
                break
            found, _steps = generate_plays(board, first, second, bear_off, results, sources, low_first, keys)
            counts[1] += 1
            counts[2] += found
            if found > 0:
                copy_into(results[random_below(state, found)], board)
                if rearmost(board) == 0:
                    counts[0] += 1 - turn % 2
                    break
            flip(board)
            first = 1 + random_below(state, 6)
            second = 1 + random_below(state, 6)
