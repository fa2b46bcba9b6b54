"""`Position` as a value, its constructors, what it counts, and the name of everything that it may not be."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given

from core.strategies import examples, positions, refusal_of
from sixprime import BAR, OFF, InvalidPosition, Position, find_defects

EMPTY = (0,) * 26


def points_with(*changes: tuple[int, object]) -> tuple[int, ...]:
    """26 numbers, all nought but these."""
    points: list[object] = [0] * 26
    for point, count in changes:
        points[point] = count
    return tuple(points)  # type: ignore[arg-type]  # some tests put in what does not belong there


def defects_of(*changes: tuple[int, object], checkers: int = 15) -> list[str]:
    return [str(defect) for defect in find_defects(points_with(*changes), checkers)]


class TestValue:
    def test_it_cannot_be_changed(self) -> None:
        position = Position.standard()
        with pytest.raises(FrozenInstanceError):
            position.points = EMPTY  # type: ignore[misc]
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            position.anything = 1  # type: ignore[attr-defined]

    def test_a_list_is_copied_into_a_tuple(self) -> None:
        numbers = list(Position.standard().points)
        position = Position(numbers)  # type: ignore[arg-type]
        numbers[6] = 0
        assert position == Position.standard()
        assert isinstance(position.points, tuple)

    def test_equal_positions_are_one_key(self) -> None:
        again = Position(tuple(Position.standard().points))
        assert again == Position.standard()
        assert {again, Position.standard()} == {again}

    def test_the_number_of_checkers_is_part_of_the_value(self) -> None:
        assert Position.of({1: 1}, {1: 1}, 2) != Position.of({1: 1}, {1: 1}, 3)

    def test_copies_and_pickles_are_equal(self) -> None:
        position = Position.hypergammon()
        assert pickle.loads(pickle.dumps(position)) == position
        assert copy.deepcopy(position) == position

    @examples(50)
    @given(positions())
    def test_the_repr_can_be_pasted_back(self, position: Position) -> None:
        assert eval(repr(position), {"Position": Position}) == position

    def test_the_repr_of_the_start(self) -> None:
        assert repr(Position.standard()) == (
            "Position((0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0))"
        )
        assert repr(Position.of({6: 1}, {6: 1}, 1)).endswith(", checkers=1)")


class TestConstructors:
    def test_standard(self) -> None:
        start = Position.standard()
        assert {point: count for point, count in enumerate(start.points) if count > 0} == {24: 2, 13: 5, 8: 3, 6: 5}
        assert start.flipped() == start
        assert (start.pips, start.opponent_pips, start.off, start.opponent_off) == (167, 167, 0, 0)

    def test_nackgammon(self) -> None:
        start = Position.nackgammon()
        assert [start.points[point] for point in (24, 23, 13, 8, 6)] == [2, 2, 4, 3, 4]
        assert start.flipped() == start
        assert start.pips == 194

    def test_longgammon(self) -> None:
        start = Position.longgammon()
        assert (start.points[24], start.points[1]) == (15, -15)
        assert start.flipped() == start
        assert start.pips == 360

    @pytest.mark.parametrize(("checkers", "pips"), [(1, 24), (2, 47), (3, 69)])
    def test_hypergammon(self, checkers: int, pips: int) -> None:
        start = Position.hypergammon(checkers)
        assert start.flipped() == start
        assert (start.checkers, start.pips, start.off) == (checkers, pips, 0)

    @pytest.mark.parametrize("checkers", [0, 4, -1])
    def test_hypergammon_has_one_to_three_checkers(self, checkers: int) -> None:
        words = f"hypergammon has 1, 2 or 3 checkers a side, not {checkers}"
        assert refusal_of(InvalidPosition, lambda: Position.hypergammon(checkers)) == words

    def test_of_counts_each_side_from_its_own_home(self) -> None:
        position = Position.of({6: 2, 25: 1}, {3: 2, 25: 1}, 3)
        assert (position.points[6], position.points[BAR], position.points[22], position.points[OFF]) == (2, 1, -2, -1)
        assert Position.of({3: 2, 25: 1}, {6: 2, 25: 1}, 3) == position.flipped()

    def test_of_takes_a_nought_for_no_checker(self) -> None:
        assert Position.of({6: 1, 5: 0}, {20: 0, 1: 1}) == Position.of({6: 1}, {1: 1})
        assert Position.of({6: 1, 5: 0}, {20: 1}).points[5] == -1

    @pytest.mark.parametrize(
        ("mover", "opponent", "complaint"),
        [
            ({0: 1}, {1: 1}, "there is no 0 point: points are 1 to 24, and 25 for the bar"),
            ({26: 1}, {1: 1}, "there is no 26 point: points are 1 to 24, and 25 for the bar"),
            ({1: 1}, {-3: 1}, "there is no -3 point: points are 1 to 24, and 25 for the bar"),
            ({6: -1}, {1: 1}, "-1 checkers on the 6 point: a whole number from 0 up is needed"),
            ({6: 1.5}, {1: 1}, "1.5 checkers on the 6 point: a whole number from 0 up is needed"),
            ({6: True}, {1: 1}, "True checkers on the 6 point: a whole number from 0 up is needed"),
            ({6: 1}, {19: 1}, "both sides stand on the mover's 6 point"),
            ({6: 16}, {1: 1}, "not a position: the mover has 16 checkers, 15 at most"),
        ],
    )
    def test_of_refuses(self, mover: dict[int, int], opponent: dict[int, int], complaint: str) -> None:
        assert refusal_of(InvalidPosition, lambda: Position.of(mover, opponent)) == complaint


class TestDefects:
    def test_a_good_position_has_none(self) -> None:
        assert find_defects(Position.standard().points) == []

    @pytest.mark.parametrize("length", [0, 1, 25, 27])
    def test_26_numbers(self, length: int) -> None:
        assert [str(defect) for defect in find_defects((0,) * length)] == [f"a position is 26 numbers, not {length}"]

    @pytest.mark.parametrize("checkers", [0, 16, -1, True, 2.5, "15"])
    def test_the_number_of_checkers(self, checkers: int) -> None:
        found = find_defects(Position.standard().points, checkers)
        assert len(found) == 1
        assert str(found[0]).startswith("a side has 1 to 15 checkers, not ")

    def test_whole_numbers_only_and_each_is_named(self) -> None:
        found = defects_of((3, 1.5), (7, None), (9, True))
        assert [defect.split(" holds ")[0] for defect in found] == ["point 3", "point 7", "point 9"]
        assert all(defect.endswith("which is not a whole number") for defect in found)

    def test_the_bars_have_their_signs(self) -> None:
        assert defects_of((0, 1), (5, -1)) == [
            "point 0 is the opponent's bar: its number must not be positive, it is 1"
        ]
        assert defects_of((25, -2), (5, 1)) == [
            "point 25 is the mover's bar: its number must not be negative, it is -2"
        ]

    def test_too_many_checkers(self) -> None:
        assert defects_of((6, 10), (5, 6), (1, -1)) == ["the mover has 16 checkers, 15 at most"]
        assert defects_of((6, 1), (19, -10), (20, -6)) == ["the opponent has 16 checkers, 15 at most"]
        assert defects_of((6, 2), (1, -1), checkers=1) == ["the mover has 2 checkers, 1 at most"]

    def test_nobody_is_left(self) -> None:
        assert defects_of() == ["both sides have borne off all their checkers"]
        assert defects_of((1, 1)) == []
        assert defects_of((1, -1)) == []

    def test_both_on_the_bar_against_closed_boards(self) -> None:
        closed = [(point, 2) for point in range(1, 7)] + [(point, -2) for point in range(19, 25)]
        assert defects_of(*closed, (25, 1), (0, -1)) == [
            "both sides are on the bar against a closed board: nobody could ever move"
        ]
        assert defects_of(*closed, (25, 1)) == []
        assert defects_of(*closed, (0, -1)) == []
        assert defects_of(*closed, (25, 1), (0, -1), (6, 1)) == []
        assert defects_of(*closed, (25, 1), (0, -1), (19, -1)) == []

    def test_several_at_once(self) -> None:
        everything = defects_of((0, 9), (6, 9), (19, -9), (25, -9))
        assert everything == [
            "point 0 is the opponent's bar: its number must not be positive, it is 9",
            "point 25 is the mover's bar: its number must not be negative, it is -9",
            "the mover has 18 checkers, 15 at most",
            "the opponent has 18 checkers, 15 at most",
        ]
        points = points_with((0, 9), (6, 9), (19, -9), (25, -9))
        assert refusal_of(InvalidPosition, lambda: Position(points)) == "not a position: " + "; ".join(everything)

    @pytest.mark.parametrize(
        "number", [10**5000, -(10**5000), "x" * 10_000, [[]] * 5000], ids=["+", "-", "text", "list"]
    )
    def test_a_monstrous_number_is_refused_in_a_readable_line(self, number: object) -> None:
        assert len(refusal_of(InvalidPosition, lambda: Position(points_with((3, number))))) < 300
        assert len(refusal_of(InvalidPosition, lambda: Position.of({6: number}, {1: 1}))) < 300  # type: ignore[dict-item]


class TestCounting:
    def test_bars(self) -> None:
        position = Position.of({25: 2, 6: 1}, {25: 3, 6: 1}, 4)
        assert (position.bar, position.opponent_bar) == (2, 3)

    def test_checkers_borne_off(self) -> None:
        position = Position.of({6: 4, 25: 1}, {1: 2})
        assert (position.off, position.opponent_off) == (10, 13)

    def test_pips_count_the_bar_as_25(self) -> None:
        position = Position.of({25: 1, 24: 1, 1: 1}, {25: 2, 3: 1})
        assert (position.pips, position.opponent_pips) == (50, 53)

    @pytest.mark.parametrize(("mover", "rearmost"), [({25: 1, 3: 1}, 25), ({24: 1}, 24), ({6: 2, 1: 1}, 6), ({}, 0)])
    def test_rearmost(self, mover: dict[int, int], rearmost: int) -> None:
        assert Position.of(mover, {6: 1}).rearmost == rearmost

    @pytest.mark.parametrize(
        ("mover", "opponent", "contact"),
        [
            ({13: 1}, {13: 1}, True),  # the opponent on the mover's 12 point
            ({12: 1}, {12: 1}, False),  # the opponent on the mover's 13 point: passed
            ({1: 1}, {25: 1}, True),  # the opponent still has to enter and come round
            ({25: 1}, {1: 1}, True),
            ({6: 2}, {6: 2}, False),
            ({}, {6: 2}, False),
            ({6: 2}, {}, False),
        ],
    )
    def test_contact_and_race(self, mover: dict[int, int], opponent: dict[int, int], contact: bool) -> None:
        position = Position.of(mover, opponent, 2)
        assert (position.has_contact, position.is_race) == (contact, not contact)
        assert position.flipped().has_contact is contact

    def test_all_home(self) -> None:
        assert Position.of({6: 2}, {24: 1}).all_home
        assert not Position.of({7: 1, 6: 2}, {24: 1}).all_home
        assert not Position.of({25: 1, 6: 2}, {24: 1}).all_home

    def test_a_game_is_over_when_a_side_is_off(self) -> None:
        assert not Position.standard().is_over
        assert Position.of({}, {6: 1}).is_over
        assert Position.of({6: 1}, {}).is_over

    @examples(100)
    @given(positions())
    def test_flipping_swaps_the_sides_and_twice_is_nothing(self, position: Position) -> None:
        other = position.flipped()
        assert other.flipped() == position
        assert find_defects(other.points, other.checkers) == []
        assert (other.bar, other.off, other.pips) == (
            position.opponent_bar,
            position.opponent_off,
            position.opponent_pips,
        )
        assert (other.is_over, other.has_contact) == (position.is_over, position.has_contact)
