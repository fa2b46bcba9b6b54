"""The numbering of bear-off positions, and the chances read from the tables, against slow and obvious versions."""

import random
from collections.abc import Iterator
from math import comb
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

from sixprime import Position
from sixprime.compiled import jit
from sixprime.compiled.arrays import Board, Floats
from sixprime.core.movegen import to_board
from sixprime.engine.bearoff import kernels
from sixprime.engine.bearoff.databases import OneSided, TwoSided, no_two_sided_table


@pytest.fixture(scope="module")
def one_sided(tmp_path_factory: pytest.TempPathFactory) -> OneSided:
    return OneSided.load(tmp_path_factory.getbasetemp() / "bearoff")


@pytest.fixture(scope="module")
def two_sided(tmp_path_factory: pytest.TempPathFactory) -> TwoSided:
    return TwoSided.load(6, tmp_path_factory.getbasetemp() / "bearoff")


def all_sides(checkers: int) -> Iterator[tuple[int, ...]]:
    """Every way to have up to so many checkers on the points 1 to 6."""

    def on_points(points: int, left: int) -> Iterator[tuple[int, ...]]:
        if points == 0:
            yield ()
            return
        for count in range(left + 1):
            for others in on_points(points - 1, left - count):
                yield (count, *others)

    return on_points(6, checkers)


def board_of(mine: tuple[int, ...], theirs: tuple[int, ...] = (0,) * 6) -> Board:
    """Checkers on the points 1 to 6 of both sides, each counted from its own home."""
    board = np.zeros(26, dtype=np.int8)
    board[1:7] = mine
    board[19:25] -= np.array(theirs[::-1], dtype=np.int8)
    return board


def random_side(rng: random.Random, checkers: int) -> tuple[int, ...]:
    places = rng.choices(range(6), weights=[rng.random() for _ in range(6)], k=checkers)
    return tuple(places.count(point) for point in range(6))


class TestRanks:
    def test_each_position_has_its_number(self) -> None:
        sides = list(all_sides(15))
        ranks = [kernels.rank_of(board_of(side)) for side in sides]
        assert len(sides) == kernels.ONE_SIDED_POSITIONS == 54_264
        assert sorted(ranks) == list(range(54_264))
        board = np.empty(26, dtype=np.int8)
        for side, rank in zip(sides, ranks, strict=True):
            board[:] = 9
            assert kernels.set_up(rank, board) == sum(side)
            assert (board == board_of(side)).all()

    def test_fewer_checkers_come_first(self) -> None:
        """So that the two-sided table for n checkers uses the first numbers."""
        for side in all_sides(8):
            rank, count = kernels.rank_of(board_of(side)), sum(side)
            assert comb(count + 5, 6) <= rank < comb(count + 6, 6)

    @pytest.mark.parametrize(
        ("side", "rank"),
        [
            ((0, 0, 0, 0, 0, 0), 0),
            ((1, 0, 0, 0, 0, 0), 1),
            ((0, 1, 0, 0, 0, 0), 2),
            ((0, 0, 0, 0, 0, 1), 6),
            ((2, 0, 0, 0, 0, 0), 7),
            ((0, 0, 0, 0, 0, 6), 923),
            ((0, 0, 0, 0, 0, 15), 54_263),
        ],
    )
    def test_by_hand(self, side: tuple[int, ...], rank: int) -> None:
        assert kernels.rank_of(board_of(side)) == rank

    def test_the_opponent_is_numbered_alike(self) -> None:
        rng = random.Random(1)
        for _ in range(500):
            mine, theirs = random_side(rng, rng.randint(0, 15)), random_side(rng, rng.randint(0, 15))
            board = board_of(mine, theirs)
            assert kernels.rank_of(board) == kernels.rank_of(board_of(mine))
            assert kernels.opponent_rank_of(board) == kernels.rank_of(board_of(theirs))

    def test_boards_of_other_whole_numbers_are_numbered_alike(self) -> None:
        board = board_of((3, 0, 2, 1, 0, 4), (1, 1, 1, 1, 1, 1))
        assert kernels.rank_of(board) == kernels.rank_of(board.astype(np.int64))


class TestIsBearoff:
    def test_against_the_position_itself(self) -> None:
        rng = random.Random(2)
        answers = {True: 0, False: 0}
        for _ in range(3000):
            board = board_of(random_side(rng, rng.randint(0, 13)), random_side(rng, rng.randint(1, 13)))
            for _ in range(rng.randint(0, 2)):
                place = rng.randint(0, 25)
                if place in (0, 25) or board[place] == 0:
                    board[place] = 1 if place == 25 else -1 if place == 0 else rng.choice((1, -1))
            position = Position(tuple(board.tolist()))
            expected = position.all_home and position.flipped().all_home
            assert kernels.is_bearoff(board) is expected
            answers[expected] += 1
        assert min(answers.values()) > 500

    @pytest.mark.parametrize("place", [0, *range(1, 26)])
    def test_each_place(self, place: int) -> None:
        mover, opponent = np.zeros(26, dtype=np.int8), np.zeros(26, dtype=np.int8)
        mover[place], opponent[place] = 1, -1
        if place != 0:
            assert kernels.is_bearoff(mover) == (place <= 6)
        if place != 25:
            assert kernels.is_bearoff(opponent) == (place >= 19)


def test_results_are_those_of_the_legal_plays() -> None:
    positions = comb(3 + 6, 6)
    offsets = np.empty(kernels.ROLLS * positions + 1, dtype=np.int64)
    found = kernels.list_results(positions, offsets, np.empty(0, dtype=np.int32))
    after = np.full(found, -1, dtype=np.int32)
    assert kernels.list_results(positions, offsets, after) == found
    board = np.empty(26, dtype=np.int8)
    entry = 0
    for rank in range(positions):
        kernels.set_up(rank, board)
        board[24] = -1  # somebody to play against
        for high in range(1, 7):
            for low in range(1, high + 1):
                listed = after[offsets[entry] : offsets[entry + 1]].tolist()
                entry += 1
                if rank == 0:
                    assert not listed
                    continue
                plays = Position(tuple(board.tolist())).legal_plays((high, low))
                assert sorted(listed) == sorted(kernels.rank_of(to_board(play.result)) for play in plays)
                assert listed
                assert all(result < rank for result in listed)


# Chances


def slow_chances(board: Board, checkers: int, one_sided: OneSided) -> list[float]:
    """Every number of rolls of the one side against every number of the other."""
    mine, theirs = kernels.rank_of(board), kernels.opponent_rank_of(board)
    my_rolls, their_rolls = one_sided.rolls_table[mine].tolist(), one_sided.rolls_table[theirs].tolist()
    win = win_gammon = lose_gammon = 0.0
    for n, my_chance in enumerate(my_rolls):
        for m, their_chance in enumerate(their_rolls):
            if n <= m:
                win += my_chance * their_chance
    if -board[19:25].sum() == checkers:
        for n, my_chance in enumerate(my_rolls):
            for m, their_chance in enumerate(one_sided.next_off_table[theirs].tolist()):
                rolls_they_have_had = max(n - 1, 0)
                if m > rolls_they_have_had:
                    win_gammon += my_chance * their_chance
    if board[1:7].sum() == checkers:
        for m, their_chance in enumerate(their_rolls):
            for n, my_chance in enumerate(one_sided.next_off_table[mine].tolist()):
                rolls_i_have_had = m
                if n > rolls_i_have_had:
                    lose_gammon += my_chance * their_chance
    return [win, win_gammon, 0.0, lose_gammon, 0.0]


def chances_of(board: Board, checkers: int, one_sided: OneSided, table: Floats) -> list[float]:
    chances = np.full(5, 9.0)
    kernels.bearoff_chances(board, checkers, one_sided.rolls_table, one_sided.next_off_table, table, chances)
    return [float(chance) for chance in chances]


class TestChances:
    def test_by_the_one_sided_tables(self, one_sided: OneSided) -> None:
        rng = random.Random(3)
        gammons = {"won": 0, "lost": 0}
        nothing = no_two_sided_table()
        for _ in range(1500):
            checkers = rng.choice((15, 15, 15, 10, 3))
            mine, theirs = (rng.choice((checkers, rng.randint(1, checkers), rng.randint(1, 3))) for _ in range(2))
            board = board_of(random_side(rng, mine), random_side(rng, theirs))
            before = board.copy()
            chances = chances_of(board, checkers, one_sided, nothing)
            assert chances == pytest.approx(slow_chances(board, checkers, one_sided), abs=1e-6)
            assert (board == before).all()
            gammons["won"] += 0.01 < chances[1] < 0.99
            gammons["lost"] += 0.01 < chances[3] < 0.99
            win, win_gammon, _, lose_gammon, _ = chances
            assert 0 <= win_gammon <= win <= 1
            assert 0 <= lose_gammon <= 1 - win
        assert min(gammons.values()) > 50

    def test_by_the_two_sided_table_where_it_covers(self, one_sided: OneSided, two_sided: TwoSided) -> None:
        rng = random.Random(4)
        exact = 0
        for _ in range(1500):
            mine, theirs = random_side(rng, rng.randint(1, 8)), random_side(rng, rng.randint(1, 8))
            board = board_of(mine, theirs)
            chances = chances_of(board, 15, one_sided, two_sided.table)
            position = Position(tuple(board.tolist()))
            if max(sum(mine), sum(theirs)) <= 6:
                assert chances == [pytest.approx(two_sided.win_chance(position), abs=1e-9), 0, 0, 0, 0]
                exact += 1
            else:
                assert chances == pytest.approx(slow_chances(board, 15, one_sided), abs=1e-6)
        assert 500 < exact < 1300

    def test_playing_for_oneself_alone_costs_little(self, one_sided: OneSided, two_sided: TwoSided) -> None:
        """The one-sided tables are near the truth, and never right about everything."""
        rng = random.Random(5)
        worst = 0.0
        for _ in range(3000):
            board = board_of(random_side(rng, rng.randint(1, 6)), random_side(rng, rng.randint(1, 6)))
            exact = chances_of(board, 15, one_sided, two_sided.table)[0]
            alone = chances_of(board, 15, one_sided, no_two_sided_table())[0]
            worst = max(worst, abs(exact - alone))
        assert 0.0001 < worst < 0.02

    @pytest.mark.parametrize("table", ["none", "six"])
    def test_with_three_checkers_a_gammon_is_possible(
        self, one_sided: OneSided, two_sided: TwoSided, table: str
    ) -> None:
        """Two on the ace point go off now; the opponent, who has not rolled, still has all three."""
        tables = {"none": no_two_sided_table(), "six": two_sided.table}
        board = board_of((2, 0, 0, 0, 0, 0), (3, 0, 0, 0, 0, 0))
        assert chances_of(board, 3, one_sided, tables[table]) == pytest.approx([1, 1, 0, 0, 0])
        assert chances_of(board, 4, one_sided, tables[table]) == pytest.approx([1, 0, 0, 0, 0])

    def test_by_hand(self, one_sided: OneSided) -> None:
        nothing = no_two_sided_table()
        # All on the six point: 17 of 36 rolls take a checker off (any 6, 51, 42, 33, 22).
        assert chances_of(board_of((0, 0, 0, 0, 0, 15), (2, 0, 0, 0, 0, 0)), 15, one_sided, nothing) == pytest.approx(
            [0, 0, 0, 19 / 36, 0], abs=1e-6
        )
        # Four on the ace point: 6 doubles of 36 win at once, against three rolls of the other's whole home.
        assert chances_of(board_of((4, 0, 0, 0, 0, 0), (15, 0, 0, 0, 0, 0)), 15, one_sided, nothing) == pytest.approx(
            [1, 1 / 6, 0, 0, 0], abs=1e-6
        )

    @pytest.mark.parametrize("table", ["none", "six"])
    def test_games_that_are_over(self, one_sided: OneSided, two_sided: TwoSided, table: str) -> None:
        given = {"none": no_two_sided_table(), "six": two_sided.table}[table]
        none, few, all_on = (0,) * 6, (1, 0, 1, 0, 0, 0), (5, 5, 5, 0, 0, 0)
        assert chances_of(board_of(none, few), 15, one_sided, given) == [1, 0, 0, 0, 0]
        assert chances_of(board_of(none, all_on), 15, one_sided, given) == [1, 1, 0, 0, 0]
        assert chances_of(board_of(few, none), 15, one_sided, given) == [0, 0, 0, 0, 0]
        assert chances_of(board_of(all_on, none), 15, one_sided, given) == [0, 0, 0, 1, 0]

    def test_other_kernels_can_call_it(self, one_sided: OneSided, two_sided: TwoSided) -> None:
        @numba.njit
        def mean_win(boards: Any, rolls: Any, next_off: Any, table: Any) -> float:
            chances = np.empty(5)
            total = 0.0
            for number in range(boards.shape[0]):
                if kernels.is_bearoff(boards[number]):
                    kernels.bearoff_chances(boards[number], 15, rolls, next_off, table, chances)
                    total += chances[0]
            return total / len(boards)

        rng = random.Random(6)
        boards = [
            board_of(random_side(rng, rng.randint(1, 15)), random_side(rng, rng.randint(1, 15))) for _ in range(50)
        ]
        expected = np.mean([chances_of(board, 15, one_sided, two_sided.table)[0] for board in boards])
        answer = mean_win(np.array(boards), one_sided.rolls_table, one_sided.next_off_table, two_sided.table)
        assert answer == pytest.approx(expected)


# The kernels without the compiler


@pytest.fixture(scope="module")
def plain() -> Any:
    """The kernels' file once more with nothing compiled; only the plays still come from the compiled ones."""
    module = ModuleType("plain_bearoff_kernels")
    path = Path(kernels.__file__)
    with pytest.MonkeyPatch.context() as patched:
        for decorator in ("kernel", "lean_kernel"):
            patched.setattr(jit, decorator, lambda function: function)
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), vars(module))
    return module


class TestPlainPython:
    def test_it_is_not_compiled(self, plain: Any) -> None:
        assert not hasattr(plain.rank_of, "py_func")
        assert hasattr(kernels.rank_of, "py_func")

    def test_the_one_sided_table_is_the_same(self, plain: Any, one_sided: OneSided) -> None:
        positions = comb(2 + 6, 6)
        rolls = np.empty((positions, kernels.ROLL_COLUMNS))
        next_off = np.empty((positions, kernels.NEXT_OFF_COLUMNS))
        plain.fill_one_sided(0, positions, rolls, next_off, np.empty(positions), np.empty(positions))
        assert (rolls.astype(np.float32) == one_sided.rolls_table[:positions]).all()
        assert (next_off.astype(np.float32) == one_sided.next_off_table[:positions]).all()

    def test_the_two_sided_table_is_the_same(self, plain: Any, two_sided: TwoSided) -> None:
        positions = comb(1 + 6, 6)
        offsets = np.empty(kernels.ROLLS * positions + 1, dtype=np.int64)
        found = plain.list_results(positions, offsets, np.empty(0, dtype=np.int32))
        after = np.empty(found, dtype=np.int32)
        plain.list_results(positions, offsets, after)
        table = np.empty((positions, positions, kernels.EQUITY_COLUMNS), dtype=np.float32)
        plain.fill_two_sided(0, positions, offsets, after, table)
        assert (table == two_sided.table[:positions, :positions]).all()

    def test_the_chances_are_the_same(self, plain: Any, one_sided: OneSided, two_sided: TwoSided) -> None:
        rng = random.Random(7)
        tables = (one_sided.rolls_table, one_sided.next_off_table, two_sided.table)
        for _ in range(60):
            board = board_of(random_side(rng, rng.choice((1, 3, 6, 15))), random_side(rng, rng.choice((1, 3, 6, 15))))
            assert plain.is_bearoff(board)
            chances, others = np.empty(5), np.empty(5)
            kernels.bearoff_chances(board, 15, *tables, chances)
            plain.bearoff_chances(board, 15, *tables, others)
            assert chances == pytest.approx(others, abs=1e-6)
        assert not plain.is_bearoff(to_board(Position.standard()))
