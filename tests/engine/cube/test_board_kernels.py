"""The cube's efficiency by phase, and exact cube actions at the end of a race."""

import itertools
import random
from pathlib import Path

import numpy as np
import pytest

from engine.support.match_endings import MatchEnding
from sixprime import Position
from sixprime.core.movegen import to_board
from sixprime.engine.bearoff.databases import TwoSided, no_two_sided_table
from sixprime.engine.chances import Chances
from sixprime.engine.cube.board_kernels import (
    DEFAULT_EFFICIENCIES,
    GNUBG_EFFICIENCIES,
    Efficiencies,
    efficiencies_on,
    efficiency_of,
    exact_action,
)
from sixprime.engine.cube.kernels import MINE, NOBODYS, THEIRS, OwnerEfficiencies
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


def test_efficiencies_for_money_and_outside_the_table_are_those_of_the_phase(two_sided: TwoSided) -> None:
    ending, longer = to_board(Position.of({6: 1, 3: 1}, {4: 2, 1: 1})), to_board(Position.of({6: 4}, {1: 1}))
    usual = OwnerEfficiencies(*[DEFAULT_EFFICIENCIES.bearoff] * 4)
    assert efficiencies_on(ending, 15, False, two_sided.table, DEFAULT_EFFICIENCIES) == usual
    assert efficiencies_on(longer, 15, True, two_sided.table, DEFAULT_EFFICIENCIES) == usual
    assert efficiencies_on(ending, 15, True, no_two_sided_table(), DEFAULT_EFFICIENCIES) == usual


def test_the_cube_is_dead_before_the_last_roll(two_sided: TwoSided) -> None:
    """The opponent bears the last two checkers off with any roll: nobody will double after this one."""
    board = to_board(Position.of({5: 1, 2: 1}, {1: 2}))
    found = efficiencies_on(board, 15, True, two_sided.table, DEFAULT_EFFICIENCIES)
    assert found.mine == pytest.approx(0, abs=1e-6)
    assert found.theirs == pytest.approx(0, abs=1e-6), "nor does a miss leave a chance"
    assert found.riskless == DEFAULT_EFFICIENCIES.bearoff


@pytest.mark.parametrize(
    ("away", "opponent_away", "cube", "owner"),
    [(4, 4, 1, NOBODYS), (4, 4, 2, MINE), (3, 5, 1, NOBODYS), (7, 7, 2, MINE), (6, 4, 2, THEIRS), (2, 5, 1, NOBODYS)],
)
def test_the_last_rolls_of_a_match_against_plain_recursion(
    two_sided: TwoSided, away: int, opponent_away: int, cube: int, owner: int
) -> None:
    """By the table's efficiencies values are nearer to the truth than by that of all bear-offs, and takes lose less."""
    view = CubeView.match(away, opponent_away, cube, owner)
    ending = MatchEnding(view)
    usual = OwnerEfficiencies(*[DEFAULT_EFFICIENCIES.bearoff] * 4)
    homes = [home for home in itertools.product(range(4), repeat=6) if 0 < sum(home) <= 3]
    chance = random.Random(f"{view.situation}")
    squares, losses = np.zeros(2), np.zeros(2)
    for _ in range(40):
        mine, theirs = chance.choice(homes), chance.choice(homes)
        place = Position.of(
            {point: count for point, count in enumerate(mine, 1) if count},
            {point: count for point, count in enumerate(theirs, 1) if count},
        )
        chances = Chances((two_sided.equities(place).cubeless + 1) / 2, 0.0, 0.0, 0.0, 0.0)
        true = [view.equity(value) for value in ending.values(mine, theirs)]
        found = efficiencies_on(to_board(place), 15, True, two_sided.table, DEFAULT_EFFICIENCIES)
        for number, efficiencies in enumerate((usual, found)):
            said = [view.equity(value) for value in view.cube_action(chances, efficiencies)]
            squares[number] += (said[0] - true[0]) ** 2 + (said[1] - true[1]) ** 2
            losses[number] += abs(true[1] - true[2]) if (said[1] < said[2]) != (true[1] < true[2]) else 0.0
    assert squares[1] < squares[0]
    assert losses[1] <= losses[0] + 1e-9
    if not away <= 2 * cube < opponent_away:
        assert squares[1] < squares[0] / 2, "unless the opponent may turn a cube that costs nothing"
