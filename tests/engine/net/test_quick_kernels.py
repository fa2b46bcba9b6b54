"""The quick net: plain matrices say the same, whatever its width; endings are exact; the rules cut what cannot be."""

import random
from functools import cache

import numpy as np
import pytest

from engine.support.dense_inputs import count_inputs
from engine.support.game_positions import random_positions
from sixprime import ALL_ROLLS, BearOff, Position, Roll
from sixprime.compiled.arrays import Boards, Floats
from sixprime.compiled.moves import COLUMNS
from sixprime.core.movegen import BEAR_OFF_CODES, to_board
from sixprime.engine.bearoff.databases import TwoSided
from sixprime.engine.net import kernels as net_kernels
from sixprime.engine.net.nets import QUICK, Net, Tables
from sixprime.engine.net.quick_kernels import QuickWeights, quick_plays


@cache
def tables(exact: bool) -> Tables:
    return Tables(exact_endings=exact)


@cache
def quick_net(width: int, seed: int = 1) -> QuickWeights:
    """Random numbers everywhere."""
    rng = np.random.default_rng(seed)
    shapes = ((2, COLUMNS, width), (2, width), (2, 5, width), (2, 5))
    return QuickWeights(*((rng.standard_normal(shape) * 0.2).astype(np.float32) for shape in shapes))


def by_plays(
    net: QuickWeights, exact: bool, position: Position, roll: Roll, bear_off: BearOff = BearOff.STANDARD
) -> tuple[Boards, Floats]:
    plays = net_kernels.new_evaluation_buffers()
    for array in (plays.features, plays.sums, plays.chances):
        array[:] = np.nan  # what is used must have been filled
    found = quick_plays(
        to_board(position), position.checkers, roll.first, roll.second, BEAR_OFF_CODES[bear_off], net,
        tables(exact).arrays(), plays,
    )  # fmt: skip
    return plays.results[:found], plays.chances[:found]


def slow_chances(net: QuickWeights, position: Position) -> Floats:
    """What the net says of a position after a play, by matrices in double precision; then the rules are applied."""
    phase = net_kernels.CONTACT if position.has_contact else net_kernels.RACE
    weights, bias, top, top_bias = (array[phase].astype(np.float64) for array in net)
    outputs = top @ np.maximum(count_inputs(position) @ weights + bias, 0) + top_bias
    chances: Floats = np.asarray(1 / (1 + np.exp(-outputs)), dtype=np.float32)
    net_kernels.make_consistent(to_board(position), position.checkers, chances)
    return chances


@pytest.mark.parametrize("width", [1, 7, QUICK, net_kernels.WIDTH])
def test_the_sums_are_those_of_matrices_whatever_the_width(width: int) -> None:
    net, rng = quick_net(width), random.Random(width)
    phases = set()
    for position in random_positions(80, width, restarts=0.1):
        roll, bear_off = rng.choice(ALL_ROLLS), rng.choice(list(BearOff))
        results, chances = by_plays(net, False, position, roll, bear_off)
        for board, found in zip(results[::5], chances[::5], strict=True):
            after = Position(tuple(board.tolist()), position.checkers)
            assert found == pytest.approx(slow_chances(net, after), abs=2e-5), after
            phases.add(after.has_contact)
    assert phases == {False, True}


def test_all_plays_are_there_in_the_order_of_the_full_net() -> None:
    net = Net.untrained(1)
    for position in random_positions(60, 2, restarts=0.1):
        for roll in ALL_ROLLS[::3]:
            results, _ = by_plays(net.quick_arrays(), True, position, roll)
            plays = net_kernels.new_evaluation_buffers()
            found = net_kernels.evaluate_plays(
                to_board(position), position.checkers, roll.first, roll.second, 0, net.arrays(),
                tables(True).arrays(), plays,
            )  # fmt: skip
            assert results.tobytes() == plays.results[:found].tobytes()


def test_each_phase_has_weights_of_its_own() -> None:
    contact, race = Position.standard(), Position.of({8: 5, 6: 5, 5: 5}, {8: 5, 6: 5, 5: 5})
    for phase, changed, kept in ((net_kernels.CONTACT, contact, race), (net_kernels.RACE, race, contact)):
        other = quick_net(QUICK)._replace(top_bias=quick_net(QUICK).top_bias.copy())
        other.top_bias[phase, 0] += 1.0
        before, after = (by_plays(net, False, changed, Roll(3, 1))[1] for net in (quick_net(QUICK), other))
        assert (after[:, 0] > before[:, 0] + 0.001).all()
        before, after = (by_plays(net, False, kept, Roll(3, 1))[1] for net in (quick_net(QUICK), other))
        assert before.tobytes() == after.tobytes()


def test_endings_are_the_bear_off_tables() -> None:
    two_sided, rng = TwoSided.load(), random.Random(3)
    compared = 0
    for _ in range(40):
        sides = [[rng.randint(1, 6) for _ in range(rng.randint(1, 6))] for _ in range(2)]
        mover, other = ({point: side.count(point) for point in side} for side in sides)
        results, chances = by_plays(quick_net(QUICK), True, Position.of(mover, other), rng.choice(ALL_ROLLS))
        for board, found in zip(results, chances, strict=True):
            after = Position(tuple(board.tolist()))
            expected = 1.0 if after.is_over else 1 - two_sided.win_chance(after.flipped())
            assert found[0] == pytest.approx(expected, abs=1e-6)
            assert found[1:].tolist() == [0, 0, 0, 0]
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("bear_off", [BearOff.EXACT_ONLY, BearOff.REARMOST_ONLY])
def test_the_tables_are_for_the_standard_bear_off_only(bear_off: BearOff) -> None:
    position = Position.of({6: 3, 4: 2, 2: 1}, {5: 3, 3: 2})
    for roll in ALL_ROLLS:
        with_tables = by_plays(quick_net(QUICK), True, position, roll, bear_off)
        without = by_plays(quick_net(QUICK), False, position, roll, bear_off)
        assert with_tables[0].tobytes() == without[0].tobytes()
        assert with_tables[1].tobytes() == without[1].tobytes()


@pytest.mark.parametrize(
    ("opponent", "expected"),
    [
        ({6: 14}, (1, 0, 0)),
        ({6: 15}, (1, 1, 0)),
        ({18: 1, 6: 14}, (1, 1, 0)),
        ({19: 1, 6: 14}, (1, 1, 1)),
        ({25: 1, 6: 14}, (1, 1, 1)),
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_a_game_that_is_won_is_exact(opponent: dict[int, int], expected: tuple[int, int, int], exact: bool) -> None:
    results, chances = by_plays(quick_net(QUICK), exact, Position.of({1: 1}, opponent), Roll(2, 1))
    assert [row.tolist() for row in chances] == [[*expected, 0, 0]]
    assert len(results) == 1


def test_no_part_exceeds_the_whole() -> None:
    rng = random.Random(5)
    for position in random_positions(200, 6, restarts=0.1):
        _, chances = by_plays(quick_net(32, 3), True, position, rng.choice(ALL_ROLLS))
        win, gammon, backgammon, lost, lost_backgammon = chances.T
        assert ((backgammon >= 0) & (backgammon <= gammon) & (gammon <= win) & (win <= 1)).all()
        assert ((lost_backgammon >= 0) & (lost_backgammon <= lost) & (lost <= 1 - win)).all()


def test_a_roll_without_a_play_has_none() -> None:
    position = Position.of({25: 1, 1: 14}, dict.fromkeys(range(1, 7), 2))
    results, chances = by_plays(quick_net(QUICK), True, position, Roll(6, 5))
    assert len(results) == len(chances) == 0
