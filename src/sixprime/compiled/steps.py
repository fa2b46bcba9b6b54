"""Which single steps of a roll can still be completed to a legal play, in machine code: masks of points to move from.

A player must use as many dice as possible, and the larger one where only one of the two can be played. `Turn` in
`sixprime.core` answers the same question with objects and in words; a test compares the two.
"""

from sixprime.compiled.arrays import Board
from sixprime.compiled.bits import highest_one
from sixprime.compiled.jit import lean_kernel
from sixprime.compiled.moves import make_step, movable, take_back

HIGH_LEFT = 1
"""Of two different dice the higher is still to be played."""
LOW_LEFT = 2
"""Of two different dice the lower is still to be played."""


@lean_kernel
def most_equal_steps(board: Board, die: int, count: int, bear_off: int) -> int:
    """How many of `count` equal dice can be played at most; `board` is as before when this returns.

    Sources never rise, as in `equal_dice_plays`; the search ends as soon as all dice have been played.
    """
    longest = 0
    depth = 0
    path = 0
    hits = 0
    waiting = movable(board, die, bear_off)
    while longest < count:
        if waiting:
            source = highest_one(waiting)
            hit = make_step(board, source, max(source - die, 0))
            path = (path & ((1 << (8 * depth)) - 1)) | (source << (8 * depth))
            hits = (hits & ((1 << depth) - 1)) | (int(hit) << depth)
            depth += 1
            longest = max(longest, depth)
            waiting = movable(board, die, bear_off) & ((2 << source) - 1)
            continue
        if depth == 0:
            return longest
        depth -= 1
        source = (path >> (8 * depth)) & 255
        take_back(board, source, max(source - die, 0), (hits >> depth) & 1 == 1)
        waiting = movable(board, die, bear_off) & ((1 << source) - 1)
    while depth > 0:
        depth -= 1
        source = (path >> (8 * depth)) & 255
        take_back(board, source, max(source - die, 0), (hits >> depth) & 1 == 1)
    return longest


@lean_kernel
def _equal_dice_sources(board: Board, die: int, count: int, bear_off: int) -> int:
    """The points from which the next of `count` equal dice may be played."""
    waiting = movable(board, die, bear_off)
    if count == 1 or not waiting:
        return waiting
    most = most_equal_steps(board, die, count, bear_off)
    kept = waiting ^ waiting
    while waiting:
        source = highest_one(waiting)
        waiting ^= 1 << source
        target = max(source - die, 0)
        hit = make_step(board, source, target)
        if most_equal_steps(board, die, count - 1, bear_off) == most - 1:
            kept |= 1 << source
        take_back(board, source, target, hit)
    return kept


@lean_kernel
def _sources_before(board: Board, first: int, second: int, bear_off: int) -> int:
    """The points from which `first` can be played so that `second` can be played after it."""
    waiting = movable(board, first, bear_off)
    kept = waiting ^ waiting
    while waiting:
        source = highest_one(waiting)
        waiting ^= 1 << source
        target = max(source - first, 0)
        hit = make_step(board, source, target)
        if movable(board, second, bear_off):
            kept |= 1 << source
        take_back(board, source, target, hit)
    return kept


@lean_kernel
def step_sources(board: Board, high: int, low: int, left: int, bear_off: int) -> int:
    """The points from which the roll can be played on, as masks: bit p by the higher die, bit 32 + p by the lower one.

    `left` is what is left of the roll: for equal dice their number, which are all the higher one; for different dice
    `HIGH_LEFT`, `LOW_LEFT` or their sum. The answer is 0 when the turn is over.
    """
    if high == low:
        return _equal_dice_sources(board, high, left, bear_off) if left > 0 else 0
    if left == HIGH_LEFT:
        return movable(board, high, bear_off)
    if left == LOW_LEFT:
        return movable(board, low, bear_off) << 32
    if left == 0:
        return 0
    by_high = _sources_before(board, high, low, bear_off)
    by_low = _sources_before(board, low, high, bear_off)
    if by_high or by_low:
        return by_high | by_low << 32
    by_high = movable(board, high, bear_off)
    return by_high if by_high else movable(board, low, bear_off) << 32
