"""The compiled kernels against slow, obvious versions of what they do, and against themselves as plain Python."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.strategies import examples, position_from, rolls, slow_plays, unfinished_positions
from sixprime import ALL_ROLLS, BearOff, Position, Roll
from sixprime.compiled import jit
from sixprime.compiled import moves as kernels
from sixprime.compiled.arrays import Board
from sixprime.core import movegen

CODES = movegen.BEAR_OFF_CODES
START = Position.standard()

# Fifteen blots that a double 1 can move in more ways than any other position a long search has found.
MANY_WAYS = Position.of(dict.fromkeys((24, 23, 21, 20, 18, 16, 15, 13, 12, 10, 9, 7, 6, 4, 3), 1), {25: 1})


def random_positions(count: int, seed: int) -> Iterator[Position]:
    """Positions of every stage: on the way, with checkers on the bar, in the bear-off, with few checkers."""
    rng = random.Random(seed)
    stages = (range(26), range(1, 25), range(7), (0, 1, 2, 3, 5, 6, 19, 20, 22, 25))
    while count:
        checkers = rng.choice((1, 2, 3, 5, 10, 15, 15, 15))
        mine, theirs = rng.choice(stages), rng.choice(stages)
        position = position_from(rng.choices(mine, k=checkers), rng.choices(theirs, k=checkers), checkers)
        if position is not None and not position.is_over:
            yield position
            count -= 1


class TestGeneratePlays:
    @pytest.mark.parametrize("bear_off", BearOff)
    def test_against_every_order_of_steps(self, bear_off: BearOff) -> None:
        table = movegen.PlayTable()
        rng = random.Random(7)
        for position in random_positions(300, seed=1):
            roll = rng.choice(ALL_ROLLS)
            legal = slow_plays(position, roll, bear_off)
            found = table.fill(movegen.to_board(position), roll, bear_off)
            results = [tuple(row) for row in table.results[:found].tolist()]
            assert len(results) == len(set(results))
            assert set(results) == {result for steps, result in legal.items() if steps}
            assert table.dice_used == max(map(len, legal))

    @examples(150)
    @given(unfinished_positions(), rolls(), st.sampled_from(BearOff))
    def test_sources_and_order_lead_to_the_result(self, position: Position, roll: Roll, bear_off: BearOff) -> None:
        legal = slow_plays(position, roll, bear_off)
        table = movegen.PlayTable()
        found = table.fill(movegen.to_board(position), roll, bear_off)
        for sources, low_first, result in zip(
            table.sources[:found].tolist(),
            table.low_first[:found].tolist(),
            table.results[:found].tolist(),
            strict=True,
        ):
            dice = roll.numbers if roll.is_double or not low_first else (roll.low, roll.high)
            steps = tuple(
                (source, max(source - die, 0), die) for source, die in zip(sources, dice, strict=False) if source
            )
            assert len(steps) == table.dice_used
            assert legal[steps] == tuple(result)

    def test_the_board_is_as_before(self) -> None:
        table = movegen.PlayTable()
        for position in random_positions(200, seed=2):
            board = movegen.to_board(position)
            for roll in (Roll(6, 5), Roll(1, 2), Roll(1, 1), Roll(4, 4)):
                for bear_off in BearOff:
                    table.fill(board, roll, bear_off)
                    assert tuple(board.tolist()) == position.points

    def test_the_order_of_the_dice_does_not_matter(self) -> None:
        one, other = movegen.PlayTable(), movegen.PlayTable()
        for position in random_positions(50, seed=3):
            board = movegen.to_board(position)
            for roll in ALL_ROLLS:
                found = one.fill(board, roll)
                assert found == other.fill(board, Roll(roll.second, roll.first))
                assert (one.results[:found] == other.results[:found]).all()
                assert (one.low_first[:found] == other.low_first[:found]).all()

    def test_a_table_can_be_filled_again_and_again(self) -> None:
        table = movegen.PlayTable()
        assert table.fill(movegen.to_board(MANY_WAYS), Roll(1, 1)) == 2226
        assert table.fill(movegen.to_board(START), Roll(3, 1)) == 16
        assert not table.sources[:16, 2:].any()

    def test_a_position_with_very_many_plays(self) -> None:
        assert kernels.MAX_PLAYS == 3060
        assert len(MANY_WAYS.legal_plays((1, 1))) == 2226
        legal = slow_plays(MANY_WAYS, Roll(1, 1), BearOff.STANDARD)
        assert {play.result.points for play in MANY_WAYS.legal_plays((1, 1))} == set(legal.values())

    def test_no_search_for_more_plays_leaves_the_room_there_is(self) -> None:
        """Climb towards positions with more and more plays; the arrays must always be large enough."""
        rng = random.Random(11)
        table = movegen.PlayTable()
        most = 0
        for _ in range(6):
            places = [rng.randint(1, 24) for _ in range(15)]
            here = 0
            for _ in range(400):
                changed = list(places)
                changed[rng.randrange(15)] = rng.randint(1, 25)
                board = np.bincount(changed, minlength=26).astype(np.int8)
                board[0] = -1
                number = rng.randint(1, 2)
                found = table.fill(board, Roll(number, number))
                assert found <= kernels.MAX_PLAYS
                if found >= here:
                    places, here = changed, found
            most = max(most, here)
        assert most > 1500  # the climb does climb


class TestMostSteps:
    @examples(80)
    @given(unfinished_positions(), st.integers(1, 6), st.integers(0, 4), st.sampled_from(BearOff))
    def test_equal_dice_are_counted_like_any_others(
        self, position: Position, die: int, count: int, bear_off: BearOff
    ) -> None:
        table = movegen.PlayTable()
        board = movegen.to_board(position)
        most = movegen.most_steps(board, (die,) * count, bear_off, table)
        four = max(map(len, slow_plays(position, Roll(die, die), bear_off)))
        assert most == min(four, count)


# What a play changes, as the sum of its keys


def _steps() -> Iterator[tuple[int, int, bool]]:
    """Every step that any board can see: (source, target, hit)."""
    for source in range(1, 26):
        for target in {max(source - die, 0) for die in range(1, 7)}:
            if source < 25 or target:
                yield source, target, False
                if target:
                    yield source, target, True


def _net_change(*steps: tuple[int, int, bool]) -> frozenset[tuple[str, int]]:
    """What the board looks like after the steps, compared with before: the obvious way."""
    change: Counter[tuple[str, int]] = Counter()
    for source, target, hit in steps:
        change["mine", source] -= 1
        if target:
            change["mine", target] += 1
        if hit:
            change["hit", target] += 1
    return frozenset((place, number) for place, number in change.items() if number)  # type: ignore[misc]


def _key(*steps: tuple[int, int, bool]) -> int:
    """The same as the kernel sums it up."""
    key = 0
    for source, target, hit in steps:
        key += int(kernels.CHECKER_KEYS[target]) - int(kernels.CHECKER_KEYS[source])
        if hit:
            key += int(kernels.HIT_KEYS[target])
    return key % 2**64


def test_no_two_changes_have_the_same_key() -> None:
    """All pairs of steps at once, more than any one board allows: one key for each change, one change for each key."""
    steps = list(_steps())
    key_of: dict[frozenset[tuple[str, int]], int] = {}
    for first in steps:
        for second in steps:
            key = _key(first, second)
            assert key_of.setdefault(_net_change(first, second), key) == key
    assert len(key_of) > 10_000
    assert len(set(key_of.values())) == len(key_of)


# Columns


def slow_columns(position: Position) -> Counter[int]:
    """The columns that are on, and how often, told from the words in the kernel's own description."""
    per_side = 24 * 4 + 4 + 15
    columns: Counter[int] = Counter()
    for side, view in enumerate((position, Position(tuple(-n for n in position.points[::-1]), position.checkers))):
        base = side * per_side
        for point in range(1, 25):
            count = max(view.points[point], 0)
            first_column = 4 * ((point if side == 0 else 25 - point) - 1)
            for number in range(count):
                columns[base + first_column + min(number, 3)] += 1
        for number in range(max(view.points[25], 0)):
            columns[base + 24 * 4 + min(number, 3)] += 1
        for number in range(view.off):
            columns[base + 24 * 4 + 4 + number] += 1
    return columns


def columns_of(board: Board, checkers: int) -> Counter[int]:
    columns = np.full(64, -1, dtype=np.int16)
    used = kernels.board_columns(board, checkers, columns)
    assert (columns[used:] == -1).all()
    return Counter(columns[:used].tolist())


class TestColumns:
    def test_of_whole_boards(self) -> None:
        for position in random_positions(300, seed=4):
            columns = columns_of(movegen.to_board(position), position.checkers)
            assert columns == slow_columns(position)
            assert columns.total() == 2 * position.checkers
            assert all(0 <= column < kernels.COLUMNS for column in columns)

    @pytest.mark.parametrize("bear_off", BearOff)
    def test_changes_are_the_difference_of_before_and_after(self, bear_off: BearOff) -> None:
        rng = random.Random(5)
        table = movegen.PlayTable()
        scratch = np.empty(26, dtype=np.int8)
        changes = np.empty(kernels.MAX_CHANGES, dtype=np.int16)
        seen: Counter[str] = Counter()
        for position in random_positions(400, seed=6):
            roll = rng.choice(ALL_ROLLS)
            board = movegen.to_board(position)
            before = columns_of(board, position.checkers)
            found = table.fill(board, roll, bear_off)
            for play in rng.sample(range(found), min(found, 25)):
                after = columns_of(table.results[play], position.checkers)
                used = kernels.column_changes(
                    board,
                    position.off,
                    roll.first,
                    roll.second,
                    table.sources[play],
                    table.low_first[play],
                    scratch,
                    changes,
                )
                listed = Counter(changes[:used].tolist())
                expected = Counter({column + 1: n for column, n in (after - before).items()})
                expected.update({-column - 1: n for column, n in (before - after).items()})
                assert listed == expected
                assert (board == movegen.to_board(position)).all()
                seen["plays"] += 1
                seen["hits"] += int(table.results[play, 0] < board[0])
                seen["borne off"] += int(table.results[play].clip(0).sum() < board.clip(0).sum())
                seen["entered"] += int(table.results[play, 25] < board[25])
        assert seen["plays"] > 2000
        assert min(seen["hits"], seen["borne off"], seen["entered"]) > 100


class TestBoards:
    @pytest.mark.parametrize("bear_off", BearOff)
    def test_the_points_that_a_checker_may_leave_are_those_where_it_lands_somewhere(self, bear_off: BearOff) -> None:
        some = 0
        for position in random_positions(400, seed=11):
            board = movegen.to_board(position)
            for die in range(1, 7):
                able = [
                    source
                    for source in range(1, 26)
                    if board[source] > 0
                    and (source == 25 or not board[25])
                    and movegen.landing(board, source, die, bear_off) >= 0
                ]
                mask = kernels.movable(board, die, CODES[bear_off])
                assert [source for source in range(26) if mask >> source & 1] == able
                some += len(able)
        assert some > 2000

    def test_flip(self) -> None:
        for position in random_positions(50, seed=8):
            board = movegen.to_board(position)
            kernels.flip(board)
            assert movegen.to_position(board, position.checkers) == position.flipped()

    def test_take_back_undoes_a_step(self) -> None:
        for position in random_positions(200, seed=9):
            board = movegen.to_board(position)
            for source in range(1, 26):
                for die in range(1, 7):
                    if board[source] > 0 and (source == 25 or not board[25]):
                        target = movegen.landing(board, source, die, BearOff.STANDARD)
                        if target >= 0:
                            hit = kernels.make_step(board, source, target)
                            kernels.take_back(board, source, target, hit)
                            assert tuple(board.tolist()) == position.points


# Random games


def random_games(start: Position, games: int, seed: int, max_rolls: int, bear_off: BearOff) -> list[int]:
    counts = np.empty(4, dtype=np.int64)
    kernels.play_random_games(movegen.to_board(start), games, CODES[bear_off], seed, max_rolls, counts)
    return [int(count) for count in counts]


class SplitMix64:
    """The random numbers of the kernel, in whole numbers of any size."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        return ((self.next() >> 32) * limit) >> 32


def slow_random_games(start: Position, games: int, seed: int, max_rolls: int) -> list[int]:
    """The same games, played with positions and plays."""
    numbers = SplitMix64(seed)
    won = thrown = seen = cut_off = 0
    for _ in range(games):
        position = start
        first = second = 1 + numbers.below(6)
        while second == first:
            second = 1 + numbers.below(6)
        for turn in range(max_rolls):
            plays = list(position.legal_plays((first, second)))
            thrown += 1
            seen += len(plays)
            if plays:
                position = plays[numbers.below(len(plays))].result
                if position.off == position.checkers:
                    won += turn % 2 == 0
                    break
            position = position.flipped()
            first, second = 1 + numbers.below(6), 1 + numbers.below(6)
        else:
            cut_off += 1
    return [won, thrown, seen, cut_off]


class TestRandomGames:
    def test_the_random_numbers_are_those_of_splitmix64(self) -> None:
        state = np.array([1234567], dtype=np.uint64)
        numbers = [int(kernels.next_random(state)) for _ in range(3)]
        assert numbers == [6457827717110365317, 3203168211198807973, 9817491932198370423]

    @pytest.mark.parametrize(("start", "games", "max_rolls"), [(START, 6, 1000), (Position.hypergammon(), 60, 40)])
    def test_against_games_played_with_positions(self, start: Position, games: int, max_rolls: int) -> None:
        for seed in (0, 1, 2**63 - 1):
            counts = random_games(start, games, seed, max_rolls, BearOff.STANDARD)
            assert counts == slow_random_games(start, games, seed, max_rolls)

    def test_a_seed_gives_these_games_for_ever(self) -> None:
        assert random_games(START, 200, 42, 10_000, BearOff.STANDARD) == [113, 19379, 367043, 0]
        assert random_games(START, 200, 42, 10_000, BearOff.STANDARD) != random_games(
            START, 200, 43, 10_000, BearOff.STANDARD
        )

    def test_games_are_cut_off(self) -> None:
        won, thrown, _, cut_off = random_games(START, 50, 1, 10, BearOff.STANDARD)
        assert (won, thrown, cut_off) == (0, 500, 50)
        won, thrown, _, cut_off = random_games(Position.hypergammon(), 300, 1, 20, BearOff.STANDARD)
        assert 0 < cut_off < 300
        assert 0 < won < 300 - cut_off
        assert thrown < 300 * 20

    def test_no_games_are_no_counts(self) -> None:
        assert random_games(START, 0, 1, 10, BearOff.STANDARD) == [0, 0, 0, 0]


# The kernels without the compiler


@pytest.fixture(scope="module")
def plain() -> Iterator[Any]:
    """The kernels' file once more, with nothing compiled: each function calls the others as plain Python."""
    module = ModuleType("plain_kernels")
    path = Path(kernels.__file__)
    with pytest.MonkeyPatch.context() as patched:
        for decorator in ("kernel", "lean_kernel"):
            patched.setattr(jit, decorator, lambda function: function)
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), vars(module))
    # What becomes a few instructions, in words of Python.
    vars(module).update(
        highest_one=lambda bits: int(bits).bit_length() - 1,
        points_above=lambda board, count: sum(1 << point for point in range(26) if board[point] > count),
        points_below=lambda board, count: sum(1 << point for point in range(26) if board[point] < count),
        copy_board=lambda board, other: np.copyto(other, board),
        turn_board=lambda board, other: np.copyto(other, -board[::-1]),
    )
    # Numbers of 64 bits wrap round; numpy mentions it, the compiler does not.
    with np.errstate(over="ignore"):
        yield module


class TestPlainPython:
    def test_it_is_not_compiled(self, plain: Any) -> None:
        assert not hasattr(plain.generate_plays, "py_func")
        assert hasattr(kernels.generate_plays, "py_func")

    @pytest.mark.parametrize("bear_off", BearOff)
    def test_the_plays_are_the_same(self, plain: Any, bear_off: BearOff) -> None:
        rng = random.Random(12)
        compiled, interpreted = movegen.PlayTable(), movegen.PlayTable()
        for position in random_positions(60, seed=13):
            roll = rng.choice(ALL_ROLLS)
            board = movegen.to_board(position)
            found = compiled.fill(board, roll, bear_off)
            again = plain.generate_plays(
                board, roll.first, roll.second, CODES[bear_off],
                interpreted.results, interpreted.sources, interpreted.low_first, interpreted.keys,
            )  # fmt: skip
            assert again == (found, compiled.dice_used)
            for rows, other in (
                (compiled.results, interpreted.results),
                (compiled.sources, interpreted.sources),
                (compiled.low_first, interpreted.low_first),
            ):
                assert (rows[:found] == other[:found]).all()
            if table_keys_matter(roll, compiled):
                assert (compiled.keys[:found] == interpreted.keys[:found]).all()

    def test_the_columns_are_the_same(self, plain: Any) -> None:
        table = movegen.PlayTable()
        scratch = np.empty(26, dtype=np.int8)
        rng = random.Random(14)
        for position in random_positions(60, seed=15):
            board = movegen.to_board(position)
            columns, other_columns = np.zeros(64, dtype=np.int16), np.zeros(64, dtype=np.int16)
            used = kernels.board_columns(board, position.checkers, columns)
            assert plain.board_columns(board, position.checkers, other_columns) == used
            assert (columns == other_columns).all()
            roll = rng.choice(ALL_ROLLS)
            for play in range(min(table.fill(board, roll), 5)):
                changes, other_changes = (np.zeros(kernels.MAX_CHANGES, dtype=np.int16) for _ in range(2))
                arguments = (
                    board, position.off, roll.first, roll.second, table.sources[play], table.low_first[play], scratch,
                )  # fmt: skip
                used = kernels.column_changes(*arguments, changes)
                assert plain.column_changes(*arguments, other_changes) == used
                assert (changes[:used] == other_changes[:used]).all()

    def test_the_random_games_are_the_same(self, plain: Any) -> None:
        counts = np.empty(4, dtype=np.int64)
        for bear_off in BearOff:
            start = movegen.to_board(Position.hypergammon())
            plain.play_random_games(start, 5, CODES[bear_off], 3, 60, counts)
            assert counts.tolist() == random_games(Position.hypergammon(), 5, 3, 60, bear_off)


def table_keys_matter(roll: Roll, table: movegen.PlayTable) -> bool:
    """Keys are written for plays of two different dice only."""
    return not roll.is_double and table.dice_used == 2
