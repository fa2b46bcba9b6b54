"""Features of a position that are no sums over its points, in machine code: shots, escapes, primes, timing.

Each side's features are numbers of about the size of one, found by table look-ups over bit masks of the points.
They describe the position after a play, with the opponent about to roll.

Besides these numbers there are pairs, each of which is there or not: a blot on some point, and an enemy checker so many
pips away that could hit it.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled.arrays import Board, Floats, Ints, Shorts, SignedBytes
from sixprime.compiled.bits import count_ones, highest_one, lowest_one, mirrored
from sixprime.compiled.jit import inlined_float_kernel, lean_float_kernel, lean_kernel
from sixprime.compiled.simd import points_above, points_below, turn_board

FEATURES_PER_SIDE = 20
FEATURES = 2 * FEATURES_PER_SIDE

REACH = 12
"""Shots from further away need large doubles, and are left out."""
PAIRS_PER_SIDE = 24 * REACH
PAIRS = 2 * PAIRS_PER_SIDE
INPUTS = FEATURES + PAIRS
"""All that a net is told besides where the checkers stand: the features, then a place for each pair."""
MOST_PAIRS = 2 * 15 * REACH
"""A position cannot have more pairs than this."""
WINDOW = (1 << REACH) - 1
"""A mask of the points from which shots are counted, and of those in front of a checker that wants to escape."""


class FeatureTables(NamedTuple):
    """Look-up tables made by `feature_tables`."""

    shots: Ints
    escapes: SignedBytes


class SideMasks(NamedTuple):
    """The points that one side and its enemy hold, for the features of that side. Masks have bit p for point p."""

    blots: int
    """The side's blots, not those on the bar, as the side counts the points; so are `made` and `every`."""
    made: int
    """Points with two or more of the side's checkers."""
    every: int
    """Points with any of the side's checkers; bit 25 is the bar."""
    made_for_enemy: int
    """The points that the side has made, as the enemy counts them; so are `enemy_made` and `enemy_every`."""
    enemy_made: int
    enemy_every: int
    enemy_rear: int
    """The enemy's rearmost point as the side counts: 0 if on the bar, 25 if all of the enemy's checkers are off."""


@lean_kernel
def rolls_in(mask: int) -> int:
    """How many of the 36 rolls a mask of the 21 different ones stands for."""
    return count_ones(mask & 63) + 2 * count_ones(mask >> 6)


@lean_kernel
def _escapes_from(point: int, masks: SideMasks, tables: FeatureTables) -> int:
    """How many of 36 rolls take a checker of the side from a point by the whole roll.

    What is in front of point p is above 25 - p, as the enemy counts.
    """
    return int(tables.escapes[(masks.enemy_made >> (26 - point)) & WINDOW])


@inlined_float_kernel
def _shots_at_blots(
    masks: SideMasks, tables: FeatureTables, first_pair: int, noted: int, features: Floats, pairs: Shorts
) -> int:
    """Features 0 to 2: the enemy's shots at the side's blots, and what they would cost.

    Adds the pairs of blots and shooters to the `noted` ones in `pairs`; returns how many there are then.
    """
    any_hit = 0
    two_hits = 0
    lost = 0
    enters = (masks.enemy_every >> 25) & 1
    blots = masks.blots
    while blots:
        lowest = blots & -blots
        blots ^= lowest
        point = lowest_one(lowest)
        # The enemy comes down on 25 - p, as it counts, from higher points.
        window = (masks.enemy_every >> (26 - point)) & WINDOW
        walls = (masks.made_for_enemy >> (26 - point)) & (WINDOW >> 1)
        rolls = 0
        while window:
            nearest = window & -window
            window ^= nearest
            distance = lowest_one(nearest) + 1
            pairs[noted] = first_pair + (point - 1) * REACH + distance - 1
            noted += 1
            if not enters or distance == point:  # checkers on the bar must come in first
                rolls |= int(tables.shots[distance, walls])
        two_hits |= any_hit & rolls
        any_hit |= rolls
        lost += rolls_in(rolls) * (25 - point)
    features[0] = rolls_in(any_hit) / 36.0
    features[1] = lost / (36.0 * 15.0)
    features[2] = rolls_in(two_hits) / 36.0
    return noted


@inlined_float_kernel
def _escapes(masks: SideMasks, tables: FeatureTables, features: Floats) -> None:
    """Features 3 to 7: how easily the rearmost checker escapes, and the tightest place on its way."""
    rear = highest_one(masks.every | 1)
    tightest_near = 36
    tightest_far = 36
    rear_escape = 36
    if rear > 6:
        rear_escape = _escapes_from(rear, masks, tables)
        tightest_near = rear_escape
        for point in range(rear - 1, max(rear - 6, 6), -1):
            tightest_near = min(tightest_near, _escapes_from(point, masks, tables))
        tightest_far = tightest_near
        for point in range(rear - 6, max(rear - 12, 6), -1):
            tightest_far = min(tightest_far, _escapes_from(point, masks, tables))
    features[3] = rear_escape / 36.0
    features[4] = tightest_near / 36.0
    features[5] = tightest_far / 36.0
    features[6] = (36 - tightest_near) * (36 - tightest_near) / 1296.0
    features[7] = (36 - tightest_far) * (36 - tightest_far) / 1296.0


@inlined_float_kernel
def _on_the_bar(counts: Board, masks: SideMasks, features: Floats) -> None:
    """Features 8 and 9: checkers on the bar against the enemy's home board."""
    closed = count_ones((masks.enemy_made >> 1) & 63)
    on_bar = int(counts[25])
    features[8] = closed * closed / 36.0 if on_bar > 0 else 0.0
    features[9] = min(on_bar, 3) * closed / 12.0


@inlined_float_kernel
def _pips_and_timing(counts: Board, masks: SideMasks, tables: FeatureTables, features: Floats) -> int:
    """Features 10 to 13, and 19: pips in contact and past it, mobility, stragglers, and pips that can be spared.

    Spare pips can be played before points must be given up. Returns how many checkers are in the enemy's home or on
    the bar.
    """
    contact = 0
    past = 0
    mobility = 0
    moment = 0
    behind = 0
    spare = 0
    points = masks.every
    while points:
        lowest = points & -points
        points ^= lowest
        point = lowest_one(lowest)
        count = int(counts[point])
        if point > masks.enemy_rear:
            contact += point * count
        else:
            past += point * count
        if point > 6:
            mobility += (point - 6) * count * _escapes_from(point, masks, tables)
            if count > 2:
                spare += (count - 2) * (point - 6)
            elif count == 1 and point < 19:
                spare += point - 6
            if point > 11:
                moment += (point - 11) * (point - 11) * count
                if point > 18:
                    behind += count
    features[10] = contact / 100.0
    features[11] = past / 100.0
    features[12] = mobility / 3600.0
    features[13] = moment / 400.0
    features[19] = spare / 50.0
    return behind


@inlined_float_kernel
def _anchors_and_primes(masks: SideMasks, behind: int, features: Floats) -> None:
    """Features 14 to 18: anchors with the checkers that stand behind, the longest prime, and points made at home."""
    anchors = (masks.made >> 19) & 63
    number = count_ones(anchors)
    features[14] = (6 - lowest_one(anchors)) / 6.0 if anchors else 0.0
    features[15] = behind / 5.0 if number == 1 else 0.0
    features[16] = behind / 5.0 if number >= 2 else 0.0
    longest = 0
    prime = (masks.made >> 1) & 0x1FFF  # up to the mid-point
    while prime:
        longest += 1
        prime &= prime >> 1
    features[17] = longest / 6.0
    features[18] = count_ones((masks.made >> 1) & 63) / 6.0


@lean_float_kernel
def _fill_side(
    counts: Board,
    masks: SideMasks,
    tables: FeatureTables,
    first_pair: int,
    noted: int,
    features: Floats,
    pairs: Shorts,
) -> int:
    """Fill in the features of one side, and add its pairs to the `noted` ones; returns how many there are then.

    `counts` is the board as that side counts the points.
    """
    noted = _shots_at_blots(masks, tables, first_pair, noted, features, pairs)
    _escapes(masks, tables, features)
    _on_the_bar(counts, masks, features)
    behind = _pips_and_timing(counts, masks, tables, features)
    _anchors_and_primes(masks, behind, features)
    return noted


@lean_float_kernel
def fill_features(
    board: Board, flipped: Board, shots: Ints, escapes: SignedBytes, features: Floats, pairs: Shorts
) -> int:
    """Fill in the features of both sides, the mover's first, and list their pairs: their places among the inputs.

    Returns how many pairs there are. `flipped` is scratch: it becomes the board in the other side's view.
    """
    turn_board(board, flipped)
    tables = FeatureTables(shots, escapes)
    on_board = (1 << 25) - 2
    every = points_above(board, 0)
    made = points_above(board, 1)
    enemy_every = points_below(board, 0)
    enemy_made = points_below(board, -1)
    # Masks by whose point of view they are: the mover's, as found above, and the enemy's.
    every_for_enemy = mirrored(every)
    made_for_enemy = mirrored(made)
    enemy_every_for_enemy = mirrored(enemy_every)
    enemy_made_for_enemy = mirrored(enemy_made)
    mover = SideMasks(
        blots=every & ~made & ~(1 << 25),
        made=made & on_board,
        every=every,
        made_for_enemy=made_for_enemy & on_board,
        enemy_made=enemy_made_for_enemy & on_board,
        enemy_every=enemy_every_for_enemy,
        enemy_rear=lowest_one(enemy_every | (1 << 25)),
    )
    enemy = SideMasks(
        blots=enemy_every_for_enemy & ~enemy_made_for_enemy & ~(1 << 25),
        made=enemy_made_for_enemy & on_board,
        every=enemy_every_for_enemy,
        made_for_enemy=enemy_made & on_board,
        enemy_made=made & on_board,
        enemy_every=every,
        enemy_rear=lowest_one(every_for_enemy | (1 << 25)),
    )
    noted = _fill_side(board, mover, tables, int(np.int64(FEATURES)), int(np.int64(0)), features, pairs)
    return _fill_side(
        flipped, enemy, tables, int(np.int64(FEATURES + PAIRS_PER_SIDE)), noted, features[FEATURES_PER_SIDE:], pairs
    )
