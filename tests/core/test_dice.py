"""Rolls, and where they come from."""

import copy
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.strategies import examples, refusal_of
from sixprime import (
    ALL_ROLLS,
    CryptographicDice,
    InvalidRoll,
    ManualDice,
    RecordedDice,
    Roll,
    SeededDice,
    opening_rolls,
)


class TestRoll:
    def test_the_order_of_the_throw_is_kept(self) -> None:
        assert tuple(Roll(1, 3)) == (1, 3)
        assert Roll(1, 3) != Roll(3, 1)
        assert str(Roll(1, 3)) == "1-3"

    def test_numbers_to_be_played(self) -> None:
        assert Roll(1, 3).numbers == (3, 1)
        assert Roll(3, 1).numbers == (3, 1)
        assert Roll(2, 2).numbers == (2, 2, 2, 2)

    def test_high_low_double(self) -> None:
        assert (Roll(1, 3).high, Roll(1, 3).low, Roll(1, 3).is_double) == (3, 1, False)
        assert (Roll(4, 4).high, Roll(4, 4).low, Roll(4, 4).is_double) == (4, 4, True)

    def test_the_repr_can_be_pasted_back(self) -> None:
        assert eval(repr(Roll(6, 5)), {"Roll": Roll}) == Roll(6, 5)

    def test_all_rolls_are_the_21(self) -> None:
        assert len(set(ALL_ROLLS)) == len(ALL_ROLLS) == 21
        assert all(roll.first >= roll.second for roll in ALL_ROLLS)

    @pytest.mark.parametrize("number", [0, 7, -1, 1.0, True, None, "3", 10**20])
    def test_a_die_shows_1_to_6(self, number: object) -> None:
        for dice in ((number, 1), (1, number)):
            assert refusal_of(InvalidRoll, partial(Roll, *dice)) == f"a die shows 1 to 6, not {number!r}"

    def test_a_monstrous_number_is_refused_like_any_other(self) -> None:
        assert len(refusal_of(InvalidRoll, lambda: Roll(10**5000, 1))) < 100


class TestRollOf:
    @pytest.mark.parametrize(
        "form", ["31", "3-1", "3 1", "3,1", "3:1", "3/1", " 3 , 1 ", (3, 1), [3, 1], iter((3, 1)), Roll(3, 1)]
    )
    def test_forms(self, form: Roll | str) -> None:
        assert Roll.of(form) == Roll(3, 1)

    @pytest.mark.parametrize("form", ["", "3", "311", "07", "3x", "3.1", "٣١", "３１", "²¹", "³1", "-", "3\n1"])
    def test_text_that_is_no_roll(self, form: str) -> None:
        words = f"a roll is two numbers from 1 to 6, such as 31, not {form!r}"
        assert refusal_of(InvalidRoll, lambda: Roll.of(form)) == words

    @pytest.mark.parametrize("form", [(), (3,), (3, 1, 1)])
    def test_other_numbers_of_dice(self, form: Iterable[int]) -> None:
        words = f"a roll is two numbers from 1 to 6, such as 31, not {form!r}"
        assert refusal_of(InvalidRoll, lambda: Roll.of(form)) == words

    @pytest.mark.parametrize("form", [31, None, 3.1])
    def test_other_things_that_are_no_roll(self, form: Iterable[int]) -> None:
        words = f"a roll is written like '31' or (3, 1), not {form!r}"
        assert refusal_of(InvalidRoll, lambda: Roll.of(form)) == words

    @pytest.mark.parametrize("form", [(0, 1), (1, 7), ("3", "1"), (3, None), b"31", {"a": 1, "b": 2}])
    def test_two_things_that_are_no_dice(self, form: Iterable[int]) -> None:
        assert refusal_of(InvalidRoll, lambda: Roll.of(form)).startswith("a die shows 1 to 6, not ")

    def test_an_endless_source_is_not_read_to_its_end(self) -> None:
        source = itertools.chain((1, 2, 3), map(_must_not_be_read, itertools.count()))
        with pytest.raises(InvalidRoll):
            Roll.of(source)


def _must_not_be_read(number: int) -> int:
    raise AssertionError(f"number {number} was read, and three are already too many")


@examples(200)
@given(st.text(max_size=6) | st.text("123456 -,:/7x", max_size=5))
def test_any_text_is_a_roll_or_refused(form: str) -> None:
    bare = form.translate({ord(separator): None for separator in " -,:/\t"})
    if len(bare) == 2 and set(bare) <= set("123456"):
        assert Roll.of(form) == Roll(int(bare[0]), int(bare[1]))
    else:
        with pytest.raises(InvalidRoll):
            Roll.of(form)


@examples(100)
@given(st.lists(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3), max_size=3))
def test_any_list_is_a_roll_or_refused(form: list[object]) -> None:
    try:
        roll = Roll.of(form)  # type: ignore[arg-type]
    except InvalidRoll:
        assert len(form) != 2 or not all(type(number) is int and 1 <= number <= 6 for number in form)
    else:
        assert list(roll) == form
        assert all(type(number) is int for number in roll)


class TestSeededDice:
    # Written down once: a seed must give these in every version and on every machine, or recorded seeds lose
    # their games. Seed 2 meets a byte that is skipped in its first block.
    @pytest.mark.parametrize(
        ("seed", "rolls"),
        [
            (0, "61 32 65 46 34 25 23 62 55 32 45 66 22 14 31 23 65 43 66 65"),
            (1, "44 25 63 16 36 12 33 21 22 31 24 35 51 44 22 36 22 13 65 16"),
            (2, "61 26 54 63 54 33 24 65 64 51 34 12 65 46 45 62 35 66 12 42"),
            ("sixprime", "22 23 56 11 63 42 63 33 22 25 64 46 56 64 33 66 33 33 55 36"),
            (b"\x00\xff", "44 62 64 62 55 16 46 42 41 44 13 36 53 33 46 26 32 31 66 31"),
            (-5, "23 34 41 42 54 14 11 55 16 65 42 51 21 32 43 26 24 41 66 26"),
        ],
    )
    def test_a_seed_gives_these_rolls_for_ever(self, seed: int | str | bytes, rolls: str) -> None:
        dice = SeededDice(seed)
        assert " ".join(f"{roll.first}{roll.second}" for roll in (dice.roll() for _ in range(20))) == rolls

    def test_a_number_and_its_text_are_one_seed(self) -> None:
        assert self.first_rolls(17) == self.first_rolls("17") == self.first_rolls(b"17")

    def test_far_rolls_do_not_repeat_the_first_block(self) -> None:
        rolls = self.first_rolls(3, 200)
        blocks = {tuple(rolls[start : start + 16]) for start in range(0, 192, 16)}
        assert len(blocks) == 12

    def test_all_36_throws_are_equally_likely(self) -> None:
        seen = Counter(self.first_rolls("chi", 36_000))
        distance = sum((seen[Roll(*throw)] - 1000) ** 2 / 1000 for throw in itertools.product(range(1, 7), repeat=2))
        assert distance < 66.6  # what even dice exceed once in a thousand seeds, with 35 degrees of freedom

    def test_a_copy_goes_on_where_the_original_stands(self) -> None:
        dice = SeededDice("copy")
        dice.roll()
        again = copy.deepcopy(dice)
        assert [dice.roll() for _ in range(50)] == [again.roll() for _ in range(50)]

    @staticmethod
    def first_rolls(seed: int | str | bytes, count: int = 20) -> list[Roll]:
        dice = SeededDice(seed)
        return [dice.roll() for _ in range(count)]


class TestCryptographicDice:
    def test_dice_show_1_to_6_and_all_of_them(self) -> None:
        dice = CryptographicDice()
        seen = Counter(number for _ in range(500) for number in dice.roll())
        assert set(seen) == {1, 2, 3, 4, 5, 6}  # 1000 dice miss a number once in 10^78 runs


class TestManualDice:
    def test_what_is_on_the_table_is_read(self) -> None:
        answers: Iterator[Roll | str] = iter(["31", "6-6", Roll(2, 5)])
        dice = ManualDice(lambda: next(answers))
        assert [dice.roll() for _ in range(3)] == [Roll(3, 1), Roll(6, 6), Roll(2, 5)]

    @pytest.mark.parametrize("answer", ["", "quit", "70", (1,), None])
    def test_bad_input_is_refused_and_may_be_tried_again(self, answer: str) -> None:
        answers = iter([answer, "31"])
        dice = ManualDice(lambda: next(answers))
        with pytest.raises(InvalidRoll):
            dice.roll()
        assert dice.roll() == Roll(3, 1)


class TestRecordedDice:
    def test_rolls_come_in_order(self) -> None:
        dice = RecordedDice(["31", (6, 5), Roll(4, 4)])
        assert dice.remaining == 3
        assert [dice.roll() for _ in range(3)] == [Roll(3, 1), Roll(6, 5), Roll(4, 4)]
        assert dice.remaining == 0

    def test_no_more_than_there_are(self) -> None:
        dice = RecordedDice(["31", "65"])
        dice.roll()
        dice.roll()
        for _ in range(2):
            assert refusal_of(InvalidRoll, dice.roll) == "the record has 2 rolls, and all of them have been used"

    def test_one_roll_is_not_called_rolls(self) -> None:
        dice = RecordedDice(["31"])
        dice.roll()
        assert refusal_of(InvalidRoll, dice.roll).startswith("the record has 1 roll, ")

    def test_a_bad_roll_is_refused_at_once(self) -> None:
        with pytest.raises(InvalidRoll):
            RecordedDice(["31", "70"])


def test_the_opening_is_thrown_until_the_dice_differ() -> None:
    dice = RecordedDice(["33", "11", "25", "64"])
    assert list(opening_rolls(dice)) == [Roll(3, 3), Roll(1, 1), Roll(2, 5)]
    assert dice.remaining == 1
