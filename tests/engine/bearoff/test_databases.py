"""What the bear-off tables say: by hand, against plain recursions over the legal plays, and as a whole."""

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest

from sixprime import ALL_ROLLS, Position
from sixprime.engine.bearoff import kernels
from sixprime.engine.bearoff.databases import (
    BearoffEquities,
    NotABearoff,
    OneSided,
    RollDistribution,
    TwoSided,
    no_two_sided_table,
)

Side = tuple[int, ...]
"""The points of a side's checkers, in rising order."""

SOMEBODY = {6: 1}


@pytest.fixture(scope="module")
def one_sided(tmp_path_factory: pytest.TempPathFactory) -> OneSided:
    return OneSided.load(tmp_path_factory.getbasetemp() / "bearoff")


@pytest.fixture(scope="module")
def two_sided(tmp_path_factory: pytest.TempPathFactory) -> TwoSided:
    return TwoSided.load(6, tmp_path_factory.getbasetemp() / "bearoff")


def setup(side: Side) -> dict[int, int]:
    return {point: side.count(point) for point in set(side)}


def sides(most: int) -> Iterator[Side]:
    """Every side of up to so many checkers, none first."""
    for count in range(most + 1):
        yield from combinations_with_replacement(range(1, 7), count)


@cache
def after_rolls(side: Side) -> list[tuple[Fraction, list[Side]]]:
    """For each roll its chance and the sides that its legal plays lead to."""
    position = Position.of(setup(side), SOMEBODY)
    outcomes = []
    for roll in ALL_ROLLS:
        results = [
            tuple(point for point in range(1, 7) for _ in range(play.result.points[point]))
            for play in position.legal_plays(roll)
        ]
        outcomes.append((Fraction(1 if roll.is_double else 2, 36), results))
    return outcomes


@cache
def slow_rolls(side: Side, next_only: bool = False) -> tuple[Fraction, ...]:
    """The chances to need 0, 1, 2, ... rolls for all checkers or for the next, with the smallest mean: in fractions."""
    if not side:
        return (Fraction(1),)
    chances = [Fraction(0)] * 32
    for chance, results in after_rolls(side):
        futures = [
            (Fraction(1),) if next_only and len(result) < len(side) else slow_rolls(result, next_only)
            for result in results
        ]
        best = min(futures, key=lambda future: sum(n * part for n, part in enumerate(future)))
        for n, part in enumerate(best):
            chances[n + 1] += chance * part
    while not chances[-1]:
        chances.pop()
    return tuple(chances)


@cache
def slow_equity(mine: Side, theirs: Side, cube: str) -> Fraction:
    """The best equity of the player on roll before a possible double; the cube is no, owned, centred or opponents."""
    if not mine:
        return Fraction(1)
    if not theirs:
        return Fraction(-1)
    equity = slow_roll(mine, theirs, cube)
    if cube in ("owned", "centred"):
        equity = max(equity, min(2 * slow_roll(mine, theirs, "opponents"), Fraction(1)))
    return equity


@cache
def slow_roll(mine: Side, theirs: Side, cube: str) -> Fraction:
    """The equity of rolling without a double."""
    for_opponent = {"owned": "opponents", "opponents": "owned"}.get(cube, cube)
    return sum(
        (
            chance * max(-slow_equity(theirs, result, for_opponent) for result in results)
            for chance, results in after_rolls(mine)
        ),
        Fraction(0),
    )


class TestOneSidedByHand:
    @pytest.mark.parametrize(("point", "at_once"), [(1, 36), (2, 36), (3, 36), (4, 34), (5, 31), (6, 27)])
    def test_a_last_checker(self, one_sided: OneSided, point: int, at_once: int) -> None:
        rolls = one_sided.rolls(Position.of({point: 1}, SOMEBODY))
        assert rolls.within(1) == pytest.approx(at_once / 36)
        assert rolls.within(2) == pytest.approx(1)
        assert rolls.mean == pytest.approx(2 - at_once / 36)

    @pytest.mark.parametrize(
        ("side", "at_once"),
        [((1, 1), 36), ((1, 2), 36), ((2, 2), 26), ((1, 6), 15), ((6, 6), 4), ((5, 5), 6), ((1, 1, 1), 6), ((4, 6), 8)],
    )
    def test_chances_to_be_off_at_once(self, one_sided: OneSided, side: Side, at_once: int) -> None:
        assert one_sided.rolls(Position.of(setup(side), SOMEBODY)).within(1) == pytest.approx(at_once / 36)

    def test_fifteen_on_the_ace_point(self, one_sided: OneSided) -> None:
        """Four rolls of doubles or up to eight rolls; 15 and 16 checkers are the same to it."""
        rolls = one_sided.rolls(Position.of({1: 15}, SOMEBODY))
        assert rolls.chances[:4] == (0, 0, 0, 0)
        assert rolls.chances[4] == pytest.approx(6**-4)
        assert rolls.chances[8] == pytest.approx((5 / 6) ** 7, abs=1e-6)
        assert len(rolls.chances) == 9

    def test_effective_pips(self, one_sided: OneSided) -> None:
        assert one_sided.effective_pips(Position.of({1: 2}, SOMEBODY)) == pytest.approx(49 / 6)

    def test_all_off_needs_no_roll(self, one_sided: OneSided) -> None:
        position = Position.of({}, SOMEBODY)
        assert one_sided.rolls(position) == one_sided.first_off(position) == RollDistribution((1.0,))

    def test_the_first_checker(self, one_sided: OneSided) -> None:
        first = one_sided.first_off(Position.of({6: 15}, {6: 14}))
        assert first.chances[0] == 0
        assert first.chances[1] == pytest.approx(17 / 36)  # any 6, 51, 42, 33, 22
        assert one_sided.first_off(Position.of({6: 14}, {6: 14})) == RollDistribution((1.0,))
        # Three can all come down at once: 44 and 55 do it as well.
        assert one_sided.first_off(Position.of({6: 3}, SOMEBODY, checkers=3)).within(1) == pytest.approx(19 / 36)

    def test_only_the_movers_side_counts(self, one_sided: OneSided) -> None:
        mover = {6: 2, 3: 1}
        alone = one_sided.rolls(Position.of(mover, {1: 1}))
        assert one_sided.rolls(Position.of(mover, {18: 9})) == alone
        assert one_sided.rolls(Position.of({3: 1}, {20: 2})) == one_sided.rolls(Position.of({3: 1}, {1: 1}))


class TestOneSidedAsAWhole:
    def test_against_plain_recursion(self, one_sided: OneSided) -> None:
        for side in sides(3):
            position = Position.of(setup(side), SOMEBODY, checkers=max(len(side), 1))
            assert one_sided.rolls(position).chances == pytest.approx([float(p) for p in slow_rolls(side)], abs=1e-7)
            first = one_sided.first_off(position).chances
            assert first == pytest.approx([float(p) for p in slow_rolls(side, next_only=True)], abs=1e-7)

    def test_every_row_is_a_distribution(self, one_sided: OneSided) -> None:
        for table in (one_sided.rolls_table, one_sided.next_off_table):
            assert (table >= 0).all()
            assert np.abs(table.sum(axis=1, dtype=np.float64) - 1).max() < 1e-6
            assert not table[:, -1].any()  # the columns are enough
        assert one_sided.rolls_table[-1, 30] > 0

    def test_a_checker_less_never_needs_more_rolls(self, one_sided: OneSided) -> None:
        means = one_sided.rolls_table.astype(np.float64) @ np.arange(kernels.ROLL_COLUMNS)
        board = np.empty(26, dtype=np.int8)
        for rank in range(1, kernels.ONE_SIDED_POSITIONS, 7):
            kernels.set_up(rank, board)
            for point in range(1, 7):
                if board[point]:
                    board[point] -= 1
                    assert means[kernels.rank_of(board)] <= means[rank] + 1e-5
                    board[point] += 1

    def test_a_gap_can_cost_more_than_a_pip(self, one_sided: OneSided) -> None:
        """Which is why no play is left out as worse at first sight."""
        ahead, behind = Position.of({1: 8, 3: 6}, SOMEBODY), Position.of({1: 7, 2: 1, 3: 6}, SOMEBODY)
        assert ahead.pips == behind.pips - 1
        assert one_sided.mean_rolls(ahead) > one_sided.mean_rolls(behind) + 0.3

    def test_saving_the_gammon_is_quicker_than_all(self, one_sided: OneSided) -> None:
        by_now = one_sided.rolls_table.cumsum(axis=1)[:, : kernels.NEXT_OFF_COLUMNS]
        assert (one_sided.next_off_table.cumsum(axis=1) >= by_now - 1e-6).all()


class TestDistribution:
    def test_mean_deviation_and_within(self) -> None:
        rolls = RollDistribution((0.0, 0.25, 0.5, 0.25))
        assert rolls.mean == 2
        assert rolls.deviation == pytest.approx(0.5**0.5)
        assert [rolls.within(n) for n in (-5, -1, 0, 1, 2, 3, 9)] == [0, 0, 0, 0.25, 0.75, 1, 1]


class TestTwoSided:
    def test_against_plain_recursion_with_the_cube(self, two_sided: TwoSided) -> None:
        compared = 0
        for mine in sides(2):
            for theirs in sides(2):
                if not mine or not theirs:
                    continue
                position = Position.of(setup(mine), setup(theirs))
                equities = two_sided.equities(position)
                assert equities.cubeless == pytest.approx(float(slow_roll(mine, theirs, "no")), abs=1e-6)
                assert equities.owned == pytest.approx(float(slow_roll(mine, theirs, "owned")), abs=1e-6)
                assert equities.centred == pytest.approx(float(slow_roll(mine, theirs, "centred")), abs=1e-6)
                assert equities.opponents == pytest.approx(float(slow_roll(mine, theirs, "opponents")), abs=1e-6)
                assert equities.best_owned == pytest.approx(float(slow_equity(mine, theirs, "owned")), abs=1e-6)
                assert equities.best_centred == pytest.approx(float(slow_equity(mine, theirs, "centred")), abs=1e-6)
                compared += 1
        assert compared == 27**2

    def test_a_last_roll(self, two_sided: TwoSided) -> None:
        """27 of 36 rolls win, all others lose: without a cube half a point; doubled a whole one, and a proper take."""
        position = Position.of({6: 1}, {1: 2})
        equities = two_sided.equities(position)
        assert two_sided.win_chance(position) == pytest.approx(0.75)
        assert dataclasses.astuple(equities) == pytest.approx([0.5] * 4)
        assert equities.doubled == pytest.approx(1)
        assert equities.best_owned == equities.best_centred == equities.doubled

    def test_a_drop(self, two_sided: TwoSided) -> None:
        equities = two_sided.equities(Position.of({4: 1}, {1: 2}))
        assert not equities.is_take
        assert equities.centred == pytest.approx(32 / 36)
        assert equities.best_centred == equities.best_owned == 1

    def test_no_double(self, two_sided: TwoSided) -> None:
        equities = two_sided.equities(Position.of({6: 2}, {1: 2}))
        assert equities.is_take
        assert equities.best_owned == equities.owned == pytest.approx(-28 / 36)
        assert equities.doubled == pytest.approx(-56 / 36)

    def test_the_cube_is_worth_having(self, two_sided: TwoSided) -> None:
        table = two_sided.table[1:, 1:]
        doubled = np.minimum(2 * table[..., kernels.OPPONENTS], 1)
        best_owned = np.maximum(table[..., kernels.OWNED], doubled)
        best_centred = np.maximum(table[..., kernels.CENTRED], doubled)
        assert (np.abs(table) <= 1).all()
        assert (table[..., kernels.OWNED] >= table[..., kernels.CUBELESS] - 1e-6).all()
        assert (table[..., kernels.OPPONENTS] <= table[..., kernels.CUBELESS] + 1e-6).all()
        assert (best_owned >= best_centred - 1e-6).all()
        assert (table[..., kernels.CENTRED] >= table[..., kernels.OPPONENTS] - 1e-6).all()
        assert (best_centred - table[..., kernels.CUBELESS]).max() > 0.3

    def test_games_that_are_over(self, two_sided: TwoSided) -> None:
        assert two_sided.win_chance(Position.of({}, {6: 3})) == 1
        assert two_sided.win_chance(Position.of({6: 3}, {})) == 0
        assert two_sided.equities(Position.of({6: 3}, {})) == BearoffEquities(-1, -1, -1, -1)

    @pytest.mark.parametrize("checkers", [1, 2, 7])
    def test_other_sizes_agree(
        self, two_sided: TwoSided, checkers: int, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        other = TwoSided.load(checkers, tmp_path_factory.getbasetemp() / "bearoff")
        assert other.checkers == checkers
        positions = min(len(other.table), len(two_sided.table))
        assert len(other.table) == {1: 7, 2: 28, 7: 1716}[checkers]
        assert (other.table[:positions, :positions] == two_sided.table[:positions, :positions]).all()
        many = Position.of({3: checkers}, {3: checkers})
        assert other.covers(many)
        assert not other.covers(Position.of({3: checkers + 1}, {3: checkers}))
        assert not other.covers(Position.of({3: checkers}, {3: checkers + 1}))


class TestRefusals:
    @pytest.mark.parametrize(
        ("position", "why"),
        [
            (Position.of({7: 1}, {1: 1}), "not a bear-off: the mover needs all checkers at home"),
            (Position.of({25: 1, 3: 1}, {1: 1}), "not a bear-off: the mover needs all checkers at home"),
            (Position.of({6: 2}, {25: 1}), "not a bear-off: a checker of the opponent's is behind the mover's"),
            (Position.of({6: 2}, {20: 1}), "not a bear-off: a checker of the opponent's is behind the mover's"),
        ],
    )
    def test_one_sided(self, one_sided: OneSided, position: Position, why: str) -> None:
        for ask in (one_sided.rolls, one_sided.mean_rolls, one_sided.first_off, one_sided.effective_pips):
            with pytest.raises(NotABearoff) as refused:
                ask(position)
            assert str(refused.value) == why

    @pytest.mark.parametrize(
        ("position", "why"),
        [
            (Position.of({7: 1}, {1: 1}), "not a bear-off: both sides need all their checkers at home"),
            (Position.of({1: 1}, {7: 1}), "not a bear-off: both sides need all their checkers at home"),
            (
                Position.of({1: 7}, {1: 2}),
                "the two-sided bear-off table has up to 6 checkers a side, here are 7 and 2",
            ),
            (
                Position.of({1: 3}, {1: 2}, checkers=3),
                "the two-sided bear-off table is for when no gammon is possible: both sides have a checker off",
            ),
            (
                Position.of({1: 2}, {1: 3}, checkers=3),
                "the two-sided bear-off table is for when no gammon is possible: both sides have a checker off",
            ),
        ],
    )
    def test_two_sided(self, two_sided: TwoSided, position: Position, why: str) -> None:
        assert not two_sided.covers(position)
        for ask in (two_sided.win_chance, two_sided.equities):
            with pytest.raises(NotABearoff) as refused:
                ask(position)
            assert str(refused.value) == why

    @pytest.mark.parametrize("checkers", [0, -1, 11, 15, 10**30, True, 6.0, "6", None])
    def test_sizes(self, checkers: object) -> None:
        with pytest.raises(NotABearoff, match="a two-sided bear-off table is for 1 to 10 checkers a side, not"):
            TwoSided.load(checkers)  # type: ignore[arg-type]


def test_no_table_covers_nothing() -> None:
    assert no_two_sided_table().shape == (0, 0, 4)
    assert not no_two_sided_table().flags.writeable
