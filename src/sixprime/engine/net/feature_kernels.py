"""What a player sees at a glance and a sum over points does not: shots, escapes, walls, timing.

Each side's features are numbers of about the size of one, found by table look-ups over bit masks of the points.
They describe the position after a play, with the opponent about to roll.

Besides these numbers there are pairs, each of which is there or not: a blot on some point, and an enemy checker so many
pips away that could hit it.
"""

import numpy as np
import numpy.typing as npt

from sixprime.compiled.bits import count_ones, highest_one, lowest_one, mirrored
from sixprime.compiled.jit import lean_float_kernel, lean_kernel
from sixprime.compiled.simd import points_above, points_below, turn_board

Floats = npt.NDArray[np.float32]
Board = npt.NDArray[np.int8]
Masks = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int16]

FEATURES_PER_SIDE = 20
FEATURES = 2 * FEATURES_PER_SIDE

REACH = 12
"""Shots from further away need large doubles, and are left out."""
PAIRS_PER_SIDE = 24 * REACH
PAIRS = 2 * PAIRS_PER_SIDE
INPUTS = FEATURES + PAIRS
"""All that a net is told besides where the checkers stand: the features, then a place for each pair."""
MOST_PAIRS = 2 * 15 * REACH
"""A position cannot have more."""


@lean_kernel
def _roll_bit(first: int, second: int) -> int:
    """The bit of a roll in a mask of the 21 rolls: doubles are the bits 0 to 5, other rolls the bits 6 to 20."""
    if first == second:
        return 1 << (first - 1)
    high = max(first, second)
    low = min(first, second)
    return 1 << (6 + (high - 1) * (high - 2) // 2 + low - 1)


@lean_kernel
def fill_tables(shots: Masks, escapes: npt.NDArray[np.int8]) -> None:
    """Fill `shots[distance, blocked]`, the rolls that hit, and `escapes[blocked]`, how many of 36 rolls get away.

    In `shots`, bit j of `blocked` is the point j + 1 pips in front of the blot; in `escapes`, bit j is the point
    j + 1 pips in front of the checker that wants to get away by its whole roll.
    """
    for distance in range(1, REACH + 1):
        for blocked in range(1 << (REACH - 1)):
            rolls = 0
            for first in range(1, 7):
                for second in range(first, 7):
                    hits = distance in (first, second)
                    if not hits and first != second and first + second == distance:
                        # Over either point in between: `second` or `first` pips away from the blot.
                        hits = not (blocked >> (second - 1)) & 1 or not (blocked >> (first - 1)) & 1
                    if not hits and first == second and distance % first == 0 and distance // first <= 4:
                        hits = True
                        for stop in range(1, distance // first):
                            if (blocked >> (stop * first - 1)) & 1:
                                hits = False
                    if hits:
                        rolls |= _roll_bit(first, second)
            shots[distance, blocked] = rolls
    for blocked in range(1 << REACH):
        count = 0
        for first in range(1, 7):
            for second in range(1, 7):
                over = not (blocked >> (first - 1)) & 1 or not (blocked >> (second - 1)) & 1
                if over and not (blocked >> (first + second - 1)) & 1:
                    count += 1
        escapes[blocked] = count


@lean_kernel
def rolls_in(mask: int) -> int:
    """How many of the 36 rolls a mask of the 21 different ones stands for."""
    return count_ones(mask & 63) + 2 * count_ones(mask >> 6)


@lean_float_kernel
def _side(
    counts: Board,
    base: int,
    own_blots: int,
    own_made: int,
    own_any: int,
    enemy_made: int,
    enemy_any: int,
    own_made_from_enemy: int,
    enemy_rear: int,
    shots: Masks,
    escapes: npt.NDArray[np.int8],
    features: Floats,
    pairs: Ints,
    noted: int,
) -> int:
    """The features of one side; its pairs are added to those noted already. Returns how many there are then.

    `counts` has its checkers 0..25 as that side counts them. Masks have bit p for the point p: `own_blots`, `own_made`,
    `own_any` as this side counts, the others as the enemy does. `enemy_rear` is the enemy's rearmost point, counted by
    this side: 0 if on the bar, 25 if all are off.
    """
    # Shots at our blots: the enemy comes down on 25 - p, as it counts, from higher points.
    any_hit = 0
    two_hits = 0
    lost = 0
    first_pair = FEATURES if base == 0 else FEATURES + PAIRS_PER_SIDE
    enters = (enemy_any >> 25) & 1
    while own_blots:
        lowest = own_blots & -own_blots
        own_blots ^= lowest
        point = lowest_one(lowest)
        window = (enemy_any >> (26 - point)) & ((1 << REACH) - 1)
        walls = (own_made_from_enemy >> (26 - point)) & ((1 << (REACH - 1)) - 1)
        rolls = 0
        while window:
            nearest = window & -window
            window ^= nearest
            distance = lowest_one(nearest) + 1
            pairs[noted] = first_pair + (point - 1) * REACH + distance - 1
            noted += 1
            if not enters or distance == point:  # who is on the bar comes in first
                rolls |= shots[distance, walls]
        two_hits |= any_hit & rolls
        any_hit |= rolls
        lost += rolls_in(rolls) * (25 - point)
    features[base] = rolls_in(any_hit) / 36.0
    features[base + 1] = lost / (36.0 * 15.0)
    features[base + 2] = rolls_in(two_hits) / 36.0

    # Getting away: the rearmost checker, and the tightest place on its way. What is in front of point p is, as the
    # enemy counts, above 25 - p.
    rear = highest_one(own_any | 1)
    tightest_near = 36
    tightest_far = 36
    rear_escape = 36
    if rear > 6:
        rear_escape = escapes[(enemy_made >> (26 - rear)) & 4095]
        tightest_near = rear_escape
        for point in range(rear - 1, max(rear - 6, 6), -1):
            tightest_near = min(tightest_near, escapes[(enemy_made >> (26 - point)) & 4095])
        tightest_far = tightest_near
        for point in range(rear - 6, max(rear - 12, 6), -1):
            tightest_far = min(tightest_far, escapes[(enemy_made >> (26 - point)) & 4095])
    features[base + 3] = rear_escape / 36.0
    features[base + 4] = tightest_near / 36.0
    features[base + 5] = tightest_far / 36.0
    features[base + 6] = (36 - tightest_near) * (36 - tightest_near) / 1296.0
    features[base + 7] = (36 - tightest_far) * (36 - tightest_far) / 1296.0

    # The enemy's home board against us.
    closed = count_ones((enemy_made >> 1) & 63)
    on_bar = counts[25]
    features[base + 8] = closed * closed / 36.0 if on_bar > 0 else 0.0
    features[base + 9] = min(on_bar, 3) * closed / 12.0

    # Pips still in contact, pips already past, how hard it is to move, how far back the stragglers are, and
    # how much can be played before points of ours must be given up.
    contact = 0
    past = 0
    mobility = 0
    moment = 0
    behind = 0
    spare = 0
    points = own_any
    while points:
        lowest = points & -points
        points ^= lowest
        point = lowest_one(lowest)
        count = counts[point]
        if point > enemy_rear:
            contact += point * count
        else:
            past += point * count
        if point > 6:
            mobility += (point - 6) * count * escapes[(enemy_made >> (26 - point)) & 4095]
            if count > 2:
                spare += (count - 2) * (point - 6)
            elif count == 1 and point < 19:
                spare += point - 6
            if point > 11:
                moment += (point - 11) * (point - 11) * count
                if point > 18:
                    behind += count
    features[base + 10] = contact / 100.0
    features[base + 11] = past / 100.0
    features[base + 12] = mobility / 3600.0
    features[base + 13] = moment / 400.0
    features[base + 19] = spare / 50.0

    # Anchors in the enemy's home, and what stands with them.
    anchors = (own_made >> 19) & 63
    number = count_ones(anchors)
    features[base + 14] = (6 - lowest_one(anchors)) / 6.0 if anchors else 0.0
    features[base + 15] = behind / 5.0 if number == 1 else 0.0
    features[base + 16] = behind / 5.0 if number >= 2 else 0.0

    # Walls of our own: the longest on our side of the board, and the points made at home.
    longest = 0
    wall = (own_made >> 1) & 0x1FFF
    while wall:
        longest += 1
        wall &= wall >> 1
    features[base + 17] = longest / 6.0
    features[base + 18] = count_ones((own_made >> 1) & 63) / 6.0
    return noted


@lean_float_kernel
def fill_features(
    board: Board, flipped: Board, shots: Masks, escapes: npt.NDArray[np.int8], features: Floats, pairs: Ints
) -> int:
    """The features of both sides, the mover's first, and a list of their pairs: the places of these among the inputs.

    Returns how many pairs there are. `flipped` is scratch: the board becomes the other side's view.
    """
    turn_board(board, flipped)
    every = points_above(board, 0)
    made = points_above(board, 1)
    enemy_every = points_below(board, 0)
    enemy_made = points_below(board, -1)
    every_reversed = mirrored(every)
    made_reversed = mirrored(made)
    enemy_every_reversed = mirrored(enemy_every)
    enemy_made_reversed = mirrored(enemy_made)
    on_board = (1 << 25) - 2
    blots = every & ~made & ~(1 << 25)
    enemy_blots = enemy_every_reversed & ~enemy_made_reversed & ~(1 << 25)
    enemy_rear = lowest_one(enemy_every | (1 << 25))
    own_rear = lowest_one(every_reversed | (1 << 25))
    noted = _side(
        board, int(np.int64(0)), blots, made & on_board, every, enemy_made_reversed & on_board, enemy_every_reversed,
        made_reversed & on_board, enemy_rear, shots, escapes, features, pairs, int(np.int64(0)),
    )  # fmt: skip
    return _side(
        flipped, int(np.int64(FEATURES_PER_SIDE)), enemy_blots, enemy_made_reversed & on_board, enemy_every_reversed,
        made & on_board, every, enemy_made & on_board, own_rear, shots, escapes, features, pairs, noted,
    )  # fmt: skip
