"""Instructions for many numbers at once, against slow and obvious versions; and what they refuse."""

from collections.abc import Callable

import numba
import numpy as np
import numpy.typing as npt
import pytest

from sixprime.compiled import bits, simd
from sixprime.compiled.arrays import Floats

RNG = np.random.default_rng(1)


@numba.njit
def masks(board, other):  # type: ignore[no-untyped-def]
    return (
        simd.points_above(board, 0),
        simd.points_above(board, 1),
        simd.points_below(board, 0),
        simd.points_below(board, -1),
        simd.points_that_differ(board, other),
        bits.mirrored(simd.points_above(board, 0)),
    )


@numba.njit
def changed(now, before, places, differences):  # type: ignore[no-untyped-def]
    return simd.list_changes(now, before, now.shape[0], simd.ORDERS, places, differences)


@numba.njit
def added(base, changes, used, weights, places, factors, listed, more_weights, total):  # type: ignore[no-untyped-def]
    simd.add_rows(base, changes, used, weights, places, factors, listed, more_weights, total)


@numba.njit
def copied(board, other):  # type: ignore[no-untyped-def]
    simd.copy_board(board, other)


@numba.njit
def turned(board, other):  # type: ignore[no-untyped-def]
    simd.turn_board(board, other)


@numba.njit
def sigmoids(numbers):  # type: ignore[no-untyped-def]
    for first in range(0, numbers.shape[0], simd.LANES):
        simd.sigmoid_inplace(numbers, first)


@numba.njit(fastmath=True)
def sigmoids_fast(numbers):  # type: ignore[no-untyped-def]
    for first in range(0, numbers.shape[0], simd.LANES):
        simd.sigmoid_inplace(numbers, first)


@numba.njit
def layered(numbers, weights, bias, total):  # type: ignore[no-untyped-def]
    simd.positive_rows(numbers, weights, bias, total)


@numba.njit
def finished(numbers, count, weights):  # type: ignore[no-untyped-def]
    simd.last_rows(numbers, count, weights)


def floats(*shape: int) -> Floats:
    return RNG.standard_normal(shape).astype(np.float32)


def test_masks_of_points() -> None:
    def mask(points: npt.NDArray[np.bool_]) -> int:
        marked: list[int] = np.flatnonzero(points).tolist()
        return sum(1 << point for point in marked)

    for _ in range(300):
        board = RNG.integers(-15, 16, 26).astype(np.int8) * RNG.integers(0, 2, 26).astype(np.int8)
        other = board + (RNG.integers(0, 5, 26) == 0).astype(np.int8)
        assert masks(board, other) == (
            mask(board > 0), mask(board > 1), mask(board < 0), mask(board < -1), mask(board != other),
            mask(board[::-1] > 0),
        )  # fmt: skip


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 1.0])
def test_places_are_listed_in_order(share: float) -> None:
    for length in (8, 40, 256):
        numbers = np.where(RNG.random(length) < share, 1, -1).astype(np.float32) * np.abs(floats(length))
        numbers[RNG.integers(length)] = 0.0
        places = np.full(length + simd.LANES, -1, dtype=np.int16)
        now = np.where(RNG.random(length) < share, numbers + 1, numbers).astype(np.float32)
        differences = np.full(length, np.nan, dtype=np.float32)
        found = changed(now, numbers, places, differences)
        assert places[:found].tolist() == np.flatnonzero(now != numbers).tolist()
        assert (differences == now - numbers).all()


@pytest.mark.parametrize("width", [64, 128, 256])
def test_rows_are_added_and_taken_away(width: int) -> None:
    for _ in range(40):
        base, weights, more = floats(width), floats(230, width), floats(40, width)
        changes = (RNG.integers(1, 231, 16) * RNG.choice([-1, 1], 16)).astype(np.int16)
        places, factors = RNG.permutation(40).astype(np.int16), floats(40)
        used, listed = int(RNG.integers(0, 17)), int(RNG.integers(0, 41))
        expected = base.astype(np.float64)
        for change in changes[:used].tolist():
            expected += np.sign(change) * weights[abs(change) - 1]
        for place in places[:listed].tolist():
            expected += float(factors[place]) * more[place]
        total = np.full(width, np.nan, dtype=np.float32)
        added(base, changes, used, weights, places, factors, listed, more, total)
        assert total == pytest.approx(expected, abs=1e-4)
        added(base, changes, used, weights, places, factors, listed, more, base)
        assert (base == total).all()


@pytest.mark.parametrize("share", [0.0, 0.01, 0.2, 0.5, 1.0])
@pytest.mark.parametrize("length", [64, 256])
def test_rows_of_positive_numbers_are_added(length: int, share: float) -> None:
    for _ in range(20):
        numbers = np.where(RNG.random(length) < share, 1, -1).astype(np.float32) * np.abs(floats(length))
        numbers[RNG.integers(length)] = 0.0
        weights, bias = floats(length, simd.ROW), floats(simd.ROW)
        total = np.full(simd.ROW, np.nan, dtype=np.float32)
        layered(numbers, weights, bias, total)
        assert total == pytest.approx(bias + np.maximum(numbers, 0).astype(np.float64) @ weights, abs=1e-4)


def test_a_last_layer_in_place() -> None:
    for count in (1, 16):
        numbers, weights = floats(count + simd.LANES + 3), floats(count, simd.LANES)
        before = numbers.copy()
        finished(numbers, count, weights)
        expected = before[count : count + simd.LANES] + np.maximum(before[:count], 0).astype(np.float64) @ weights
        assert numbers[: simd.LANES] == pytest.approx(expected, abs=1e-5)
        assert (numbers[max(count, simd.LANES) :] == before[max(count, simd.LANES) :]).all()


@pytest.mark.parametrize("sigmoid_inplace", [sigmoids, sigmoids_fast])
def test_the_logistic_function(sigmoid_inplace: Callable[[Floats], None]) -> None:
    numbers = np.linspace(-30, 30, 16_000, dtype=np.float32)
    expected = 1 / (1 + np.exp(-numbers.astype(np.float64)))
    sigmoid_inplace(numbers)
    assert numbers == pytest.approx(expected, rel=5e-6, abs=3e-7)
    assert (np.diff(numbers) > -2e-7).all()
    far = np.array([-1e30, -100, -80, 80, 100, 1e30, np.inf, -np.inf], dtype=np.float32)
    sigmoid_inplace(far)
    assert far == pytest.approx([0, 0, 0, 1, 1, 1, 1, 0], abs=3e-7)


def test_a_board_is_copied_and_nothing_else() -> None:
    board = np.arange(1, 27, dtype=np.int8)
    others = np.zeros((3, 26), dtype=np.int8)
    copied(board, others[1])
    assert (others[1] == board).all()
    assert not others[::2].any()


def test_a_board_is_turned_round_in_another_or_in_place() -> None:
    board = np.arange(1, 27, dtype=np.int8)
    others = np.zeros((3, 26), dtype=np.int8)
    turned(board, others[1])
    assert (others[1] == -board[::-1]).all()
    assert not others[::2].any()
    turned(others[1], others[1])
    assert (others[1] == board).all()


def test_numbers_must_be_side_by_side() -> None:
    apart = np.zeros(52, dtype=np.int8)[::2]
    with pytest.raises(numba.TypingError, match="side by side"):
        masks(apart, apart)
