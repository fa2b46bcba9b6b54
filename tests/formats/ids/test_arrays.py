"""Position IDs in arrays: the same as one by one, and every bad row named."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.strategies import examples, random_position
from sixprime import Position, SixprimeError
from sixprime.formats.ids import position_from_id, position_id
from sixprime.formats.ids.arrays import MAX_REASONS, BadRows, boards_of_ids, position_ids

START = "4HPwATDgc/ABMA"
CLOSED = [-1, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -2, -2, -2, -2, -2, 1]


def boards_of(positions: list[Position]) -> np.ndarray:
    return np.array([position.points for position in positions], dtype=np.int8)


@pytest.mark.parametrize("checkers", [15, 7, 3, 1])
def test_equal_to_one_by_one(checkers: int) -> None:
    random = Random(checkers)
    positions = [random_position(random, checkers) for _ in range(500)]
    boards = boards_of(positions)
    ids = position_ids(boards, checkers)
    assert ids.dtype == "S14"
    assert [written.decode() for written in ids] == [position_id(position) for position in positions]
    assert np.array_equal(boards_of_ids(ids, checkers), boards)
    assert np.array_equal(boards_of_ids([written.decode() for written in ids], checkers), boards)


def test_a_game_that_is_over_has_an_id() -> None:
    positions = [Position.of({2: 2, 4: 1}, {}), Position.of({}, {2: 2, 4: 1}), Position.of({25: 15}, {25: 15})]
    ids = position_ids(boards_of(positions))
    assert ids.tolist() == [position_id(position).encode() for position in positions]
    assert np.array_equal(boards_of_ids(ids), boards_of(positions))


def test_any_order_of_numbers_in_memory() -> None:
    boards = boards_of([Position.standard(), Position.nackgammon()])
    for given_boards in (boards.astype(np.int64), boards.astype(">i2"), np.asfortranarray(boards), boards.tolist()):
        assert position_ids(given_boards).tolist() == [START.encode(), b"4Dl4ADbgOXgANg"]
    assert position_ids(boards[::-1]).tolist() == [b"4Dl4ADbgOXgANg", START.encode()]
    assert np.array_equal(boards_of_ids(position_ids(boards)[::-1]), boards[::-1])


def test_nothing_is_nothing() -> None:
    assert position_ids(np.empty((0, 26), dtype=np.int8)).shape == (0,)
    assert boards_of_ids([]).shape == (0, 26)


def test_what_stands_around_an_id() -> None:
    written = [START, f"Position ID: {START}", f"{START}==", f" {START} "]
    assert np.array_equal(boards_of_ids(written), boards_of([Position.standard()] * 4))
    assert np.array_equal(boards_of_ids([one.encode() for one in written]), boards_of([Position.standard()] * 4))


def test_bad_boards_are_named() -> None:
    boards = boards_of([Position.standard()] * 4).astype(np.int64)
    boards[1, 6] = 400
    boards[3] = CLOSED
    with pytest.raises(BadRows) as caught:
        position_ids(boards)
    assert caught.value.rows == (1, 3)
    assert str(caught.value.reasons[1]) == "the mover has 410 checkers, 15 at most"
    assert "closed board" in str(caught.value.reasons[3])
    assert str(caught.value) == (
        "2 rows of 4 cannot be used, the first is row 1: the mover has 410 checkers, 15 at most"
    )


@pytest.mark.parametrize(
    "points",
    [
        [0] * 26,
        [1, *[0] * 24, 1],
        [0, 1, *[0] * 23, -1],
        [0, 16, *[0] * 24],
        [0, -16, *[0] * 24],
        [0, -128, *[0] * 24],
        CLOSED,
    ],
)
def test_no_board_gets_an_id_that_is_no_position(points: list[int]) -> None:
    with pytest.raises(SixprimeError):
        Position(tuple(points))
    with pytest.raises(BadRows, match="1 row of 1 cannot be used: row 0: "):
        position_ids([points])


def test_bad_ids_are_named_as_one_by_one() -> None:
    written = [
        START, "", "4HPwATDgc/ABM", "4HPwATDgc_ABMA", "4HPwATDgc/ABMB", "/////////////w", "AQAAAAAAAgAAAA",
        "AAAAAAAAAAAAAA", "AQAAAAIAAAAAgA", "4HPwATDgc/ABMAA", "4HPwATDgc/ABM\u0141", "\u00e4\u00f6", START,
    ]  # fmt: skip
    with pytest.raises(BadRows) as caught:
        boards_of_ids(written)
    assert caught.value.rows == tuple(range(1, len(written) - 1))
    for row in caught.value.rows:
        with pytest.raises(SixprimeError) as alone:
            position_from_id(written[row])
        assert str(caught.value.reasons[row]) == str(alone.value)


def test_not_every_reason_is_kept() -> None:
    with pytest.raises(BadRows) as caught:
        boards_of_ids(["nothing"] * (MAX_REASONS + 5))
    assert (len(caught.value.rows), len(caught.value.reasons)) == (MAX_REASONS + 5, MAX_REASONS)


@pytest.mark.parametrize("boards", [[0] * 26, [[0] * 25], [[0.5] * 26], [[0] * 26, [0]], [["a"] * 26]])
def test_no_boards(boards: object) -> None:
    with pytest.raises(SixprimeError, match="boards are an array of whole numbers with 26 columns"):
        position_ids(boards)  # type: ignore[arg-type]


@pytest.mark.parametrize("ids", [START, [1, 2], [[START]], [[START], []], None])
def test_no_ids(ids: object) -> None:
    with pytest.raises(SixprimeError, match="ids are a list or an array of texts"):
        boards_of_ids(ids)  # type: ignore[arg-type]


@pytest.mark.parametrize("checkers", [0, 16, True, "15"])
def test_no_number_of_checkers(checkers: int) -> None:
    with pytest.raises(SixprimeError, match="a side has 1 to 15 checkers"):
        boards_of_ids([START], checkers)
    with pytest.raises(SixprimeError, match="a side has 1 to 15 checkers"):
        position_ids([Position.standard().points], checkers)


@examples(300)
@given(
    st.lists(st.text("ABCMQRghw0148+/=", min_size=12, max_size=15) | st.binary(min_size=10, max_size=10), max_size=5)
)
def test_any_text_is_read_as_one_by_one_or_refused(texts: list[str | bytes]) -> None:
    from base64 import b64encode

    written = [b64encode(one).decode().rstrip("=") if isinstance(one, bytes) else one for one in texts]
    expected: dict[int, object] = {}
    for row, one in enumerate(written):
        try:
            expected[row] = list(position_from_id(one).points)
        except SixprimeError:
            expected[row] = None
    bad = tuple(row for row, points in expected.items() if points is None)
    if bad:
        with pytest.raises(BadRows) as caught:
            boards_of_ids(written)
        assert caught.value.rows == bad
    else:
        assert boards_of_ids(written).tolist() == list(expected.values())
