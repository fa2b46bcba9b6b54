"""The cube's efficiency by phase, and exact cube actions at the end of a race."""

from pathlib import Path

import numpy as np
import pytest

from sixprime import Position
from sixprime.core.movegen import to_board
from sixprime.engine.bearoff.databases import TwoSided, no_two_sided_table
from sixprime.engine.cube.board_kernels import (
    DEFAULT_EFFICIENCIES,
    GNUBG_EFFICIENCIES,
    Efficiencies,
    efficiency_of,
    exact_action,
)
from sixprime.engine.cube.kernels import MINE, NOBODYS, THEIRS
from sixprime.engine.cube.views import CubeView


@pytest.fixture(scope="module")
def two_sided(tmp_path_factory: pytest.TempPathFactory) -> TwoSided:
    return TwoSided.load(3, Path(tmp_path_factory.getbasetemp()) / "bearoff")


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (Position.standard(), 0.68),
        (Position.of({6: 3}, {6: 2, 5: 4}), 0.6),
        (Position.of({6: 3, 7: 1}, {6: 2, 5: 4}), 0.6),
        (Position.of({6: 5, 8: 5, 5: 4}, {12: 5, 6: 10}), 0.55 + 0.00125 * 90),
        (Position.of({12: 15}, {6: 15}), 0.7),
    ],
)
def test_efficiencies_by_phase(place: Position, expected: float) -> None:
    assert efficiency_of(to_board(place), GNUBG_EFFICIENCIES) == pytest.approx(expected)


def test_our_own_efficiencies() -> None:
    """A cube is used better than GNU Backgammon thinks, but less well than a live one."""
    for ours, theirs in zip(DEFAULT_EFFICIENCIES, GNUBG_EFFICIENCIES, strict=True):
        assert 0 < ours < 1
        assert ours > theirs or ours < 0.01
    assert efficiency_of(to_board(Position.of({6: 5, 8: 5, 5: 4}, {12: 5, 6: 10})), DEFAULT_EFFICIENCIES) == (
        pytest.approx(0.71 + 0.00085 * 90)
    )


def test_other_efficiencies() -> None:
    fitted = Efficiencies(0.7, 0.5, 0.001, 0.1, 0.9, 0.55)
    assert efficiency_of(to_board(Position.standard()), fitted) == 0.7
    assert efficiency_of(to_board(Position.of({7: 10}, {6: 2})), fitted) == pytest.approx(0.57)
    assert efficiency_of(to_board(Position.of({1: 1}, {1: 1})), fitted) == 0.55


@pytest.mark.parametrize(("owner", "name"), [(MINE, "owned"), (NOBODYS, "centred"), (THEIRS, "opponents")])
def test_exact_actions_are_those_of_the_table(two_sided: TwoSided, owner: int, name: str) -> None:
    place = Position.of({6: 1, 3: 1}, {4: 2, 1: 1})
    known, values = exact_action(to_board(place), 15, CubeView.money(2, owner).situation, two_sided.table)
    equities = two_sided.equities(place)
    assert known
    assert values == pytest.approx((getattr(equities, name), 2 * equities.opponents, 1.0), abs=1e-7)


def test_the_last_roll_by_hand(two_sided: TwoSided) -> None:
    """Two checkers on the ace point wait for the mover to miss, on 6 and 1: 27 rolls of 36 bear both off."""
    place = Position.of({5: 1, 2: 1}, {1: 2})
    misses = sum(
        1
        for first in range(1, 7)
        for second in range(1, 7)
        if not (max(first, second) >= 5 and min(first, second) >= 2) and (first, second) not in {(3, 3), (4, 4), (2, 2)}
    )
    equity = 1 - 2 * misses / 36
    known, values = exact_action(to_board(place), 15, CubeView.money().situation, two_sided.table)
    assert known
    assert values == pytest.approx((equity, 2 * equity, 1.0), abs=1e-6)


def test_where_the_table_does_not_help(two_sided: TwoSided) -> None:
    place = Position.of({6: 1, 3: 1}, {4: 2, 1: 1})
    board = to_board(place)
    money = CubeView.money().situation
    assert exact_action(board, 15, money, two_sided.table)[0]
    assert not exact_action(board, 15, CubeView.match(5, 5).situation, two_sided.table)[0]
    assert not exact_action(board, 15, money, no_two_sided_table())[0]
    assert not exact_action(board, 3, money, two_sided.table)[0], "the opponent can lose a gammon"
    assert not exact_action(board, 15, CubeView.money(32, limit=64).situation, two_sided.table)[0]
    assert not exact_action(to_board(Position.of({6: 4}, {1: 1})), 15, money, two_sided.table)[0], "too many checkers"
    assert not exact_action(to_board(Position.of({7: 1}, {1: 1})), 15, money, two_sided.table)[0]
    assert not exact_action(to_board(Position.standard()), 15, money, two_sided.table)[0]


def test_a_cube_at_its_limit_is_exact_again(two_sided: TwoSided) -> None:
    place = Position.of({6: 1, 3: 1}, {4: 2, 1: 1})
    known, values = exact_action(to_board(place), 15, CubeView.money(64, MINE, limit=64).situation, two_sided.table)
    assert known
    assert values.no_double == pytest.approx(two_sided.equities(place).cubeless, abs=1e-7)
    assert np.isclose(values.double_take, 2 * values.no_double)
