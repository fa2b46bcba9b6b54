"""Points, primes, anchors, stacks and spare pips, on boards that can be counted by eye."""

import pytest

from sixprime import Position
from sixprime.analysis.reasons.shapes import Shape, is_in_the_way


def shape(mover: dict[int, int], opponent: dict[int, int] | None = None) -> Shape:
    return Shape.of(Position.of(mover, opponent or {24: 2}))


def test_the_starting_position() -> None:
    start = Shape.of(Position.standard())
    assert start.made == {24, 13, 8, 6}
    assert (start.back, start.tallest, start.stacked) == (2, 5, 4)
    assert start.anchors == {24}
    assert start.prime == 1
    assert start.to_bring_home == 10
    assert start.home_points == 1


@pytest.mark.parametrize(
    ("mover", "opponent", "prime"),
    [
        ({9: 2, 8: 2, 7: 2, 6: 2, 5: 2, 4: 2}, {24: 2}, (9, 8, 7, 6, 5, 4)),
        ({8: 2, 7: 2, 5: 2, 4: 3, 3: 2}, {24: 2}, (5, 4, 3)),
        ({8: 2, 7: 2, 5: 2, 4: 3, 3: 2}, {21 - 2: 2}, (8, 7)),  # on the 6 point: only the points in front of it count
        ({8: 2, 7: 2, 6: 2}, {6: 2}, ()),  # nobody has still to pass them
        ({8: 2, 7: 2, 6: 2}, {25: 1}, (8, 7, 6)),
        ({8: 2, 7: 1, 6: 2}, {24: 1}, (6,)),
    ],
)
def test_the_longest_prime_before_an_enemy_checker(
    mover: dict[int, int], opponent: dict[int, int], prime: tuple[int, ...]
) -> None:
    found = shape(mover, opponent)
    assert found.prime_points == prime
    assert found.prime == len(prime)


def test_anchors_are_points_in_the_enemys_home_and_on_its_bar_point() -> None:
    assert shape({24: 1, 20: 2, 18: 3, 17: 2}, {6: 2}).anchors == {20, 18}


def test_spare_pips_leave_every_point_alone() -> None:
    # One of three on 8 goes to 6, a blot on 10 likewise; the third on 6 has two pips on the average.
    assert shape({10: 1, 8: 3, 6: 3, 5: 2}).spare_pips == 4 + 2 + 2


def test_who_has_still_to_pass_a_point() -> None:
    position = Position.of({6: 2}, {20: 2})  # the enemy on the mover's 5 point
    assert is_in_the_way(position, 6)
    assert not is_in_the_way(position, 5)
