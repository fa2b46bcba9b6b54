"""How many of 36 rolls hit, enter, escape and make points: against the tables that players know by heart."""

from itertools import combinations

import pytest

from sixprime import Position, Roll
from sixprime.analysis.reasons.rolls import Replies, ways
from sixprime.core.dice import ALL_ROLLS

SHOTS = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3, 15: 1, 16: 1, 18: 1, 20: 1}
"""Of a single checker at a blot so many pips away, with nothing between."""


def test_all_rolls_are_thirty_six() -> None:
    assert ways(ALL_ROLLS) == 36
    assert ways([Roll(1, 1), Roll(2, 1)]) == 3


@pytest.mark.parametrize(("distance", "shots"), SHOTS.items())
def test_shots_by_distance(distance: int, shots: int) -> None:
    blot = 2  # of the player who is shot at, as the shooter counts
    position = Position.of({blot + distance: 1}, {25 - blot: 1, 6: 1 if distance == 17 else 0})
    assert Replies.of(position).shots == shots


def test_points_in_between_stop_shots() -> None:
    # Six pips away with points two and four pips before the shooter: 4-2 and 2-2 cannot land, 5-1, 3-3 and sixes can.
    position = Position.of({14: 1}, {25 - 8: 1, 25 - 12: 2, 25 - 10: 2})
    hits = Replies.of(position).hitting
    assert hits.isdisjoint({Roll(2, 2), Roll(4, 2)})
    assert hits >= {Roll(3, 3), Roll(5, 1), Roll(6, 2)}
    assert Replies.of(position).shots == 14


@pytest.mark.parametrize("closed", range(7))
def test_rolls_that_do_not_enter(closed: int) -> None:
    for points in list(combinations(range(1, 7), closed))[:3]:
        position = Position.of({25: 1, 13: 2}, dict.fromkeys(points, 2) | {12 - 4: 1})
        assert Replies.of(position).dancing == closed * closed


def test_nobody_on_the_bar_enters() -> None:
    assert Replies.of(Position.standard()).dancing == 0


def test_checkers_on_the_bar_enter_before_they_hit() -> None:
    free = Position.of({14: 1, 13: 1}, {25 - 8: 1, 6: 2, 5: 2, 4: 2, 3: 2, 2: 2})
    on_bar = Position.of({14: 1, 25: 1}, {25 - 8: 1, 6: 2, 5: 2, 4: 2, 3: 2, 2: 2})
    assert Replies.of(free).shots > 20
    assert Replies.of(on_bar).hitting == {Roll(6, 1)}  # enters with the 1, hits with the 6


def test_escaping_from_behind_a_prime() -> None:
    five = dict.fromkeys((4, 5, 6, 7, 8), 2)
    # From the 22 point, behind points on 21 to 17: only a 6 from the edge jumps, to 16.
    assert Replies.of(Position.of({22: 1}, five | {24: 1})).escaping == 11
    assert Replies.of(Position.of({23: 1}, five | {24: 1})).escaping == 2  # a 1 to the edge, then the 6
    assert Replies.of(Position.of({22: 1}, five | {9: 2})).escaping == 0
    assert Replies.of(Position.of({13: 1}, five)).escaping is None


def test_good_points() -> None:
    # The 4 point with 4-2, 1-1 and 3-1 makes the 5 point, 6-1 the bar point, 6-6 both, ...
    rolls = Replies.of(Position.standard())
    assert rolls.good_points == ways(
        roll
        for roll in ALL_ROLLS
        if any(
            play.result.points[point] >= 2
            for play in Position.standard().legal_plays(roll)
            for point in (4, 5, 7, 18, 20, 21)
        )
    )
    assert rolls.good_points == 11


def test_rolls_that_must_leave_a_shot() -> None:
    # Two on 6, two on 5 against the ace point: 6-1 leaves a blot however it is played, 6-5 takes one off each.
    position = Position.of({6: 2, 5: 2}, {24: 2, 1: 2}, checkers=15)
    exposing = Replies.of(position).exposing
    safe = [
        roll
        for roll in ALL_ROLLS
        if any(all(count != 1 for count in play.result.points[2:25]) for play in position.legal_plays(roll))
        or not position.legal_plays(roll)
    ]
    assert exposing == 36 - ways(safe)
    assert 0 < exposing < 36
