"""The quick net over all plays of a roll at once, with shared steps made once, says what it says of each by itself."""

import random

import numpy as np
import pytest

from engine.support.game_positions import random_positions
from sixprime import ALL_ROLLS, BearOff, Position, Roll
from sixprime.compiled.jit import plain
from sixprime.core.movegen import BEAR_OFF_CODES, to_board
from sixprime.engine.choice.net_stack_kernels import MONEY, without_deep
from sixprime.engine.choice.net_stacks import net_stack
from sixprime.engine.choice.quick_choice_kernels import evaluate_plays_quickly, new_quick_buffers, prepare
from sixprime.engine.net import kernels as net_kernels
from sixprime.engine.net.evaluators import default_net, shared_tables
from sixprime.engine.net.quick_kernels import quick_plays
from sixprime.training.selfplay.setups import SETUPS, set_up

MIXED = Position((0, 0, 1, 2, 4, 1, 3, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -2, -2, -3, 1, -2, 0))
"""With 6-5 some plays keep contact and others, generated between them, do not."""
BUFFERS = plain(new_quick_buffers)()
REFERENCE = plain(net_kernels.new_evaluation_buffers)()


def compare(position: Position, roll: Roll, bear_off: BearOff = BearOff.STANDARD) -> set[bool]:
    """Compare the plays of a roll; whether there were some with contact after them, some without."""
    stack = plain(without_deep)(net_stack(default_net(), shared_tables(), bear_off))
    board, checkers = to_board(position), position.checkers
    for array in (BUFFERS.sums, BUFFERS.logits, BUFFERS.plays.worth, BUFFERS.plays.chances):
        array[:] = np.float32(0.37)  # what was there before must not matter
    prepared = prepare(board, checkers, stack, BUFFERS)
    found = evaluate_plays_quickly(roll.high, roll.low, prepared, stack, MONEY, BUFFERS)
    expected = quick_plays(
        board, checkers, roll.high, roll.low, BEAR_OFF_CODES[bear_off], stack.quick, stack.tables, REFERENCE
    )  # fmt: skip
    assert found == expected
    if found < 2:
        return set()
    assert BUFFERS.plays.results[:found].tolist() == REFERENCE.results[:found].tolist()
    assert np.abs(BUFFERS.plays.chances[:found] - REFERENCE.chances[:found]).max() <= 1e-5, (position, roll)
    worth = [net_kernels.equity(row) for row in REFERENCE.chances[:found]]
    assert np.abs(BUFFERS.plays.worth[:found] - worth).max() <= 4e-5, (position, roll)
    return {net_kernels.is_race(board) for board in REFERENCE.results[:found]}


def test_plays_that_end_contact_between_others_that_keep_it() -> None:
    assert compare(MIXED, Roll(6, 5)) == {False, True}


@pytest.mark.parametrize("bear_off", list(BearOff))
def test_every_play_of_set_ups_and_random_games(bear_off: BearOff) -> None:
    chance, mixed = random.Random(5), 0
    positions = [set_up(kind, chance) for kind in SETUPS for _ in range(30)]
    for position in [*positions, *random_positions(150, 6, restarts=0.1)]:
        mixed += len(compare(position, chance.choice(ALL_ROLLS), bear_off)) == 2
    assert mixed > 3


def test_positions_in_which_contact_may_end() -> None:
    """One or two checkers are about to pass the last enemy: where plays of both kinds come one after the other."""
    chance, mixed = random.Random(1), 0
    for _ in range(250):
        ours = [chance.randint(1, 9) for _ in range(chance.randint(10, 13))]
        theirs = [chance.randint(1, 6) for _ in range(13)]
        behind = [chance.randint(18, 24) for _ in range(15 - len(ours))]
        side = {point: [*ours, *behind].count(point) for point in [*ours, *behind]}
        enemy = {point: theirs.count(point) for point in theirs if 25 - point not in side}
        mixed += len(compare(Position.of(side, enemy), chance.choice(ALL_ROLLS))) == 2
    assert mixed > 20
