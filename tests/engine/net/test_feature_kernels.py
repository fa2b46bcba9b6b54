"""The features, each against a slow and obvious version; shots against walks of every roll."""

import random
from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from sixprime import ALL_ROLLS, Position, Roll
from sixprime.core.movegen import to_board
from sixprime.engine.net import feature_kernels as kernels
from sixprime.engine.net.feature_tables import roll_bit
from sixprime.engine.net.nets import Tables

NAMES = (
    "hit", "pips lost", "hit twice", "rear escape", "tightest near", "tightest far", "squared near", "squared far",
    "on the bar", "kept on the bar", "contact", "past", "mobility", "moment", "anchor", "one anchor", "anchors",
    "wall", "home points", "spare",
)  # fmt: skip


@cache
def tables() -> Tables:
    return Tables(exact_endings=False)


def seen(points: Sequence[int]) -> tuple[npt.NDArray[np.float32], list[int]]:
    """The features and the pairs."""
    found = np.full(kernels.FEATURES, np.nan, dtype=np.float32)
    pairs = np.full(kernels.MOST_PAIRS, -1, dtype=np.int16)
    board, scratch = np.array(points, dtype=np.int8), np.empty(26, dtype=np.int8)
    noted = kernels.fill_features(board, scratch, tables().shots, tables().escapes, found, pairs)
    assert (pairs[noted:] == -1).all()
    return found, pairs[:noted].tolist()


def features(points: Sequence[int]) -> npt.NDArray[np.float32]:
    return seen(points)[0]


def flipped(points: Sequence[int]) -> tuple[int, ...]:
    return tuple(-points[25 - point] for point in range(26))


def random_positions(count: int, seed: int) -> list[Position]:
    """Positions of random games, and checkers dropped anywhere: many on the bar, few left, finished games."""
    rng = random.Random(seed)
    found: list[Position] = []
    position = Position.standard()
    while len(found) < count // 2:
        plays = list(position.legal_plays(rng.choice(ALL_ROLLS)))
        position = (rng.choice(plays).result if plays else position).flipped()
        if position.is_over:
            position = Position.standard()
        found.append(position)
    while len(found) < count:
        points = [0] * 26
        places = range(26) if rng.random() < 0.6 else (0, 1, 2, 3, 5, 6, 19, 20, 23, 25)
        for side in (1, -1):
            for _ in range(15):
                place = rng.choice(places) if rng.random() < 0.5 else rng.choice((4, 5, 8, 16, 20))
                point = place if side > 0 else 25 - place
                if place and points[point] * side >= 0:
                    points[point] += side
        if any(points[1:]) and not (points[25] > 0 and points[0] < 0):
            found.append(Position(tuple(points)))
    return found


POSITIONS = random_positions(400, 1)
ALL_BLOTS = Position.of(dict.fromkeys(range(13, 25), 1), dict.fromkeys(range(13, 25), 1))


# Shots: an attacker walks each roll alone.


def walk_hits(roll: Roll, distance: int, blocked: set[int]) -> bool:
    """Whether a checker `distance` pips before a blot lands on it; `blocked` are pips before the blot."""
    orders = [roll.numbers] if roll.is_double else [roll.numbers, roll.numbers[::-1]]
    for order in orders:
        place = distance
        for die in order:
            place -= die
            if place == 0:
                return True
            if place < 0 or place in blocked:
                break
    return False


def rolls_that_hit(points: Sequence[int], blot: int) -> set[Roll]:
    """The rolls by which one of the enemy's checkers within 12 pips hits; from the bar only, if one is there."""
    attackers = [0] if points[0] < 0 else [point for point in range(1, 25) if points[point] < 0]
    walls = {blot - point for point in range(1, 25) if points[point] > 1}
    return {
        roll
        for attacker in attackers
        if 1 <= blot - attacker <= 12
        for roll in ALL_ROLLS
        if walk_hits(roll, blot - attacker, walls)
    }


def ways(rolls: set[Roll]) -> int:
    return sum(1 if roll.is_double else 2 for roll in rolls)


def slow_escapes(points: Sequence[int], source: int) -> int:
    blocked = {point for point in range(1, 25) if points[point] < -1}
    return sum(
        source - first - second not in blocked and not {source - first, source - second} <= blocked
        for first in range(1, 7)
        for second in range(1, 7)
    )


def slow_side(points: Sequence[int]) -> dict[str, float]:
    """The features of the mover."""
    own = {point: points[point] for point in range(1, 26) if points[point] > 0}
    made = {point for point, count in own.items() if count > 1 and point < 25}
    blots = [point for point, count in own.items() if count == 1 and point < 25]
    shots = {blot: rolls_that_hit(points, blot) for blot in blots}
    every_hit = [roll for rolls in shots.values() for roll in rolls]
    rear = max(own, default=0)
    way = [slow_escapes(points, point) for point in range(rear, 6, -1)]
    near = min(way[:6], default=36)
    far = min(way[:12], default=36)
    closed = sum(points[point] < -1 for point in range(19, 25))
    enemy_rear = next((point for point in range(25) if points[point] < 0), 25)
    anchors = [point for point in range(19, 25) if point in made]
    behind = sum(count for point, count in own.items() if point > 18)
    longest = max(
        (length for start in range(1, 14) for length in range(1, 15 - start)
         if all(point in made for point in range(start, start + length))),
        default=0,
    )  # fmt: skip
    spares = 0
    for point, count in own.items():
        if point > 6 and count > 2:
            spares += (count - 2) * (point - 6)
        elif 6 < point < 19 and count == 1:
            spares += point - 6
    return {
        "hit": ways(set(every_hit)) / 36,
        "pips lost": sum(ways(rolls) * (25 - blot) for blot, rolls in shots.items()) / 540,
        "hit twice": ways({roll for roll in every_hit if every_hit.count(roll) > 1}) / 36,
        "rear escape": (way[0] if way else 36) / 36,
        "tightest near": near / 36,
        "tightest far": far / 36,
        "squared near": ((36 - near) / 36) ** 2,
        "squared far": ((36 - far) / 36) ** 2,
        "on the bar": closed**2 / 36 if 25 in own else 0,
        "kept on the bar": min(own.get(25, 0), 3) * closed / 12,
        "contact": sum(point * count for point, count in own.items() if point > enemy_rear) / 100,
        "past": sum(point * count for point, count in own.items() if point < enemy_rear) / 100,
        "mobility": sum((p - 6) * count * slow_escapes(points, p) for p, count in own.items() if p > 6) / 3600,
        "moment": sum((point - 11) ** 2 * count for point, count in own.items() if point > 11) / 400,
        "anchor": (25 - min(anchors)) / 6 if anchors else 0,
        "one anchor": behind / 5 if len(anchors) == 1 else 0,
        "anchors": behind / 5 if len(anchors) > 1 else 0,
        "wall": longest / 6,
        "home points": sum(point < 7 for point in made) / 6,
        "spare": spares / 50,
    }


@pytest.mark.parametrize("name", NAMES)
def test_each_feature_is_what_it_says(name: str) -> None:
    place = NAMES.index(name)
    seen = set()
    for position in POSITIONS:
        value = slow_side(position.points)[name]
        assert features(position.points)[place] == pytest.approx(value, abs=1e-6), position
        seen.add(round(value, 6))
    assert len(seen) > 2


def test_there_are_as_many_features_as_names() -> None:
    assert len(NAMES) == kernels.FEATURES_PER_SIDE
    for position in POSITIONS[:20]:
        assert np.isfinite(features(position.points)).all()


def test_the_second_half_is_the_other_side() -> None:
    half = kernels.FEATURES_PER_SIDE
    for position in POSITIONS:
        here, there = features(position.points), features(flipped(position.points))
        assert here[:half].tobytes() == there[half:].tobytes()
        assert here[half:].tobytes() == there[:half].tobytes()


def test_the_scratch_board_becomes_the_other_view_and_the_board_stays() -> None:
    for position in POSITIONS[:50]:
        board, scratch = to_board(position), np.empty(26, dtype=np.int8)
        found, pairs = np.empty(kernels.FEATURES, dtype=np.float32), np.empty(kernels.MOST_PAIRS, dtype=np.int16)
        kernels.fill_features(board, scratch, tables().shots, tables().escapes, found, pairs)
        assert tuple(board.tolist()) == position.points
        assert tuple(scratch.tolist()) == flipped(position.points)


def test_the_pairs_are_every_blot_with_every_enemy_that_looks_at_it() -> None:
    most = 0
    for position in (*POSITIONS, ALL_BLOTS):
        expected = set()
        for side, points in enumerate((position.points, flipped(position.points))):
            for blot in range(1, 25):
                for distance in range(1, 13):
                    # The enemy moves upwards here, from 0, its bar.
                    if points[blot] == 1 and blot >= distance and points[blot - distance] < 0:
                        expected.add(kernels.FEATURES + 288 * side + 12 * (blot - 1) + distance - 1)
        pairs = seen(position.points)[1]
        assert sorted(pairs) == sorted(expected)
        most = max(most, len(pairs))
    assert most == 156


def test_contact_and_past_are_the_pips() -> None:
    for position in POSITIONS:
        found = features(position.points)
        pips = sum(point * count for point, count in enumerate(position.points) if count > 0)
        assert 100 * (found[10] + found[11]) == pytest.approx(pips, abs=1e-3)


def test_the_shot_table_is_every_walk() -> None:
    rng = random.Random(3)
    for distance in range(1, kernels.REACH + 1):
        for blocked in (0, (1 << 11) - 1, *(rng.randrange(1 << 11) for _ in range(30))):
            walls = {pips for pips in range(1, 12) if blocked >> (pips - 1) & 1}
            mask = int(tables().shots[distance, blocked])
            hits = {roll for roll in ALL_ROLLS if walk_hits(roll, distance, walls)}
            assert mask == sum(roll_bit(roll.low, roll.high) for roll in hits)
            assert kernels.rolls_in(mask) == ways(hits)


def test_every_roll_has_its_own_bit() -> None:
    bits = {roll_bit(roll.low, roll.high) for roll in ALL_ROLLS}
    assert bits == {1 << place for place in range(21)}
    assert kernels.rolls_in((1 << 21) - 1) == 36


@pytest.mark.parametrize(("distance", "shots"), [(1, 11), (2, 12), (3, 14), (4, 15), (5, 15), (6, 17), (7, 6), (8, 6),
                                                 (9, 5), (10, 3), (11, 2), (12, 3)])  # fmt: skip
def test_unblocked_shots_are_the_well_known_numbers(distance: int, shots: int) -> None:
    assert kernels.rolls_in(int(tables().shots[distance, 0])) == shots


def test_the_escape_table_by_hand() -> None:
    escapes = tables().escapes
    assert escapes[0] == 36
    assert escapes[0b111111] == 0  # a full prime
    assert escapes[0b111110] == 0 + sum(1 + other > 6 for other in range(1, 7)) * 2 - (1 + 1 > 6)
    assert escapes[1 << 11] == 35  # only 6-6 comes down on a point 12 away
    rng = random.Random(5)
    for blocked in (rng.randrange(1 << 12) for _ in range(100)):
        points = [0] * 26
        for pips in range(1, 13):
            points[24 - pips] = -2 if blocked >> (pips - 1) & 1 else 0
        assert escapes[blocked] == slow_escapes(points, 24)
