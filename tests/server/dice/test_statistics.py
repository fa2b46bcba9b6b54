"""Statistics of dice: true counts, and p-values as tables of chi-square have them."""

import itertools
import json

import pytest

from sixprime import ALL_ROLLS, Roll, SeededDice
from sixprime.server.dice.statistics import DiceTally, FrequencyComparison, chi_square_p_value

EVERY_THROW = [Roll(first, second) for first, second in itertools.product(range(1, 7), repeat=2)]


@pytest.mark.parametrize(
    ("distance", "degrees", "chance"),
    [
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (0.0039321, 1, 0.95),
        (11.070498, 5, 0.05),
        (20.515006, 5, 0.001),
        (1.145476, 5, 0.95),
        (31.410433, 20, 0.05),
        (10.850812, 20, 0.95),
        (45.314747, 20, 0.001),
        (66.618829, 35, 0.001),
        (34.336, 35, 0.5000),
        (4.60517, 2, 0.1),
    ],
)
def test_p_values_are_those_of_the_tables(distance: float, degrees: int, chance: float) -> None:
    assert chi_square_p_value(distance, degrees) == pytest.approx(chance, rel=1e-4)


def test_p_values_at_the_ends() -> None:
    assert chi_square_p_value(0, 5) == 1
    assert chi_square_p_value(100, 0) == 1
    assert 0 <= chi_square_p_value(1e6, 5) < 1e-300
    values = [chi_square_p_value(distance / 10, 5) for distance in range(1000)]
    assert values == sorted(values, reverse=True)


def test_every_throw_once_is_as_even_as_can_be() -> None:
    tally = DiceTally.of([EVERY_THROW])
    assert (tally.matches, tally.rolls, tally.doubles) == (1, 36, 6)
    assert set(tally.faces().counts.values()) == {12}
    assert tally.faces().chi_square == tally.double_share().chi_square == 0
    pairs = tally.pairs()
    assert list(pairs.counts) == [f"{roll.first}{roll.second}" for roll in ALL_ROLLS]
    assert (pairs.counts["66"], pairs.counts["65"]) == (1, 2)
    assert pairs.expected == pairs.counts
    assert tally.faces().p_value == 1


def test_loaded_dice_are_noticed() -> None:
    assert DiceTally.of([[Roll(6, 6)] * 20]).faces().p_value < 1e-6
    stuck = DiceTally.of([[Roll(3, 1)] * 200])
    assert stuck.repeats == 199
    assert stuck.repetition().p_value < 1e-300
    assert stuck.double_share().p_value < 1e-6


def test_runs_of_doubles_end_with_their_match() -> None:
    evenings = ["11 12 22 33 21 44", "55 66 66 11 22 33 44 13", ""]
    tally = DiceTally.of([[Roll.of(roll) for roll in evening.split()] for evening in evenings])
    assert tally.matches == 2
    assert tally.run_lengths().counts == {"1": 2, "2": 1, "3": 0, "4": 0, "5": 0, "6+": 1}
    assert sum(tally.run_lengths().expected.values()) == pytest.approx(4)
    assert tally.repeats == 1


def test_a_tally_is_the_sum_of_its_parts() -> None:
    dice = SeededDice("tally")
    matches = [[dice.roll() for _ in range(40)] for _ in range(50)]
    whole = DiceTally.of(matches)
    parts = DiceTally()
    for start in range(0, 50, 10):
        parts.update(DiceTally.of(matches[start : start + 10]))
    assert parts == whole
    assert all(
        compared.p_value > 0.001
        for compared in (whole.faces(), whole.pairs(), whole.double_share(), whole.repetition(), whole.run_lengths())
    )
    assert json.loads(json.dumps(whole.to_json()))["rolls"] == 2000


def test_nothing_thrown_yet() -> None:
    told = json.loads(json.dumps(DiceTally().to_json()))
    assert told["rolls"] == 0
    assert told["faces"]["p_value"] == 1
    assert told["runs_of_doubles"]["degrees"] == 0


def test_small_cells_are_taken_together() -> None:
    compared = FrequencyComparison({"a": 12, "b": 8, "c": 3, "d": 1}, {"a": 10, "b": 10, "c": 2, "d": 2})
    assert compared.degrees == 2
    assert compared.chi_square == pytest.approx(0.4 + 0.4)
