"""Choosing a play by the nets in turn: each looks at what the one before let through, and the last one decides."""

import itertools
import random
from functools import cache

import numpy as np
import pytest

from engine.support.deep_examples import counting, counting_chance, random_deep, with_deep, without_deep
from engine.support.game_positions import random_positions
from engine.support.slow_search import Slow
from sixprime import ALL_ROLLS, Position
from sixprime.compiled.moves import MAX_PLAYS
from sixprime.core.movegen import to_board
from sixprime.engine.choice.net_stack_kernels import MONEY, GammonWeights, NetStack, worth_of
from sixprime.engine.choice.net_stacks import net_stack
from sixprime.engine.choice.quick_choice_kernels import NO_PLAY
from sixprime.engine.choice.selection_kernels import (
    best_play,
    best_plays,
    prepare_selection,
    select_play,
    selection_buffers,
)
from sixprime.engine.net.evaluators import NetEvaluator, default_net, shared_tables
from sixprime.engine.net.nets import Net
from sixprime.training.selfplay.setups import SETUPS, set_up

POINT = 5
BUFFERS = selection_buffers()


@cache
def counter() -> Net:
    """The net that comes along, under a deep net that likes checkers on a point and nothing else."""
    return with_deep(default_net(), counting(POINT))


@cache
def contrary() -> Net:
    """The net that comes along, under a deep net of random numbers."""
    return with_deep(default_net(), random_deep(4))


@cache
def positions() -> list[Position]:
    chance = random.Random(12)
    return [set_up(kind, chance) for kind in SETUPS for _ in range(4)] + random_positions(40, 7)


def chosen(position: Position, high: int, low: int, stack: NetStack, *, deeply: bool = True) -> Position | None:
    prepared = prepare_selection(to_board(position), position.checkers, stack, BUFFERS)
    row = select_play(high, low, prepared, stack, MONEY, deeply, BUFFERS)
    if row == NO_PLAY:
        return None
    return Position(tuple(BUFFERS.quick.plays.results[row].tolist()), position.checkers)


def test_without_filters_the_deep_net_has_its_way() -> None:
    stack = net_stack(
        counter(), shared_tables(), keep=MAX_PLAYS, margin=9.0, deep_keep=MAX_PLAYS, deep_margin=9.0
    )  # fmt: skip
    stack = stack._replace(tables=shared_tables().arrays(exact_endings=False))
    different = 0
    for position, roll in itertools.product(positions()[::2], ALL_ROLLS[::4]):
        results = [play.result for play in position.legal_plays(roll)]
        if not results or any(result.is_over for result in results):
            continue
        row = best_play(to_board(position), position.checkers, roll.high, roll.low, stack, MONEY, BUFFERS)
        most = max(max(result.points[POINT], 0) for result in results)
        plays = BUFFERS.quick.plays
        assert max(plays.results[row, POINT], 0) == most
        assert plays.chances[row, 0] == pytest.approx(counting_chance(most), abs=1e-6)
        different += len({result.points[POINT] for result in results}) > 1
    assert different > 100


@pytest.mark.parametrize(("keep", "margin"), [(6, 0.2), (2, 0.05), (MAX_PLAYS, 9.0)])
@pytest.mark.parametrize(
    ("deep_keep", "deep_margin"), [(3, 0.08), (2, 9.0), (MAX_PLAYS, 0.02), (1, 9.0), (MAX_PLAYS, 0.0)]
)
def test_filters_are_those_of_the_slow_version(keep: int, margin: float, deep_keep: int, deep_margin: float) -> None:
    filters = {"keep": keep, "margin": margin, "deep_keep": deep_keep, "deep_margin": deep_margin}
    stack = net_stack(contrary(), shared_tables(), **filters)  # type: ignore[arg-type]
    slow = Slow(contrary(), **filters)  # type: ignore[arg-type]
    chance, asked = random.Random(keep), 0
    for position in positions():
        roll = chance.choice(ALL_ROLLS)
        if not position.legal_plays(roll):
            assert chosen(position, roll.high, roll.low, stack) is None
            continue
        for deeply in (False, True):
            expected = slow.answer(position, roll, deeply=deeply)
            assert chosen(position, roll.high, roll.low, stack, deeply=deeply) == expected, (position, roll)
        asked += 1
    assert asked > 60


def test_a_wider_filter_changes_choices() -> None:
    """Otherwise the test above would not say much."""
    narrow, wide, wider = (
        net_stack(contrary(), shared_tables(), keep=MAX_PLAYS, margin=9.0, deep_keep=keep, deep_margin=margin)
        for keep, margin in ((1, 9.0), (5, 0.2), (MAX_PLAYS, 9.0))
    )
    choices = [[chosen(position, 5, 3, stack) for position in positions()] for stack in (narrow, wide, wider)]
    for one, other in itertools.combinations(choices, 2):
        assert sum(a != b for a, b in zip(one, other, strict=True)) > 10


def test_one_survivor_is_the_choice_of_the_full_net_with_the_chances_of_the_deep_net() -> None:
    for filters in ({"deep_keep": 1}, {"deep_margin": 0.0}):
        stack = net_stack(counter(), shared_tables(), **filters)
        for position in positions():
            if not (position.has_contact and position.legal_plays(ALL_ROLLS[4])):
                continue
            roll = ALL_ROLLS[4]
            alone = chosen(position, roll.high, roll.low, stack, deeply=False)
            assert alone is not None
            assert chosen(position, roll.high, roll.low, stack) == alone
            if alone.has_contact:
                row = best_play(to_board(position), position.checkers, roll.high, roll.low, stack, MONEY, BUFFERS)
                expected = counting_chance(max(alone.points[POINT], 0))
                assert BUFFERS.quick.plays.chances[row, 0] == pytest.approx(expected, abs=1e-6)


def test_without_a_deep_part_the_full_net_decides() -> None:
    everything = {"keep": MAX_PLAYS, "margin": 9.0}
    small = without_deep(default_net())
    evaluator = NetEvaluator(small)
    plain, unwanted = (
        net_stack(net, shared_tables(), **everything, deep=deep)  # type: ignore[arg-type]
        for net, deep in ((small, True), (contrary(), False))
    )
    for position, roll in itertools.product(positions()[::4], ALL_ROLLS[::3]):
        ranked = evaluator.rank(position, roll)
        expected = ranked[0].play.result if ranked else None
        for stack, deeply in ((plain, True), (plain, False), (unwanted, True)):
            assert chosen(position, roll.high, roll.low, stack, deeply=deeply) == expected


def test_the_price_of_gammons_counts() -> None:
    """Without filters nobody finds a play that is worth more with the gammon weights asked for."""
    stack = net_stack(
        contrary(), shared_tables(), keep=MAX_PLAYS, margin=99.0, deep_keep=MAX_PLAYS, deep_margin=99.0
    )  # fmt: skip
    boards = np.array([position.points for position in positions() if position.checkers == 15], dtype=np.int8)
    rolls = np.array([[6, 4]] * len(boards), dtype=np.int8)
    results, chances = np.empty((2, len(boards), 26), dtype=np.int8), np.empty((2, len(boards), 5), dtype=np.float32)
    both = GammonWeights(0.0, 0.0, 0.0, 0.0), GammonWeights(0.0, 0.0, 5.0, 5.0)
    for number, gammons in enumerate(both):
        best_plays(boards, rolls, 15, stack, gammons, results[number], chances[number])
    for number, gammons in enumerate(both):
        own, others = ([worth_of(row, gammons) for row in chances[which]] for which in (number, 1 - number))
        assert (np.array(own) >= np.array(others) - 1e-6).all()
    assert (results[0] != results[1]).any(axis=1).sum() > 5


def test_the_order_of_the_dice_does_not_matter() -> None:
    stack = net_stack(contrary(), shared_tables())
    boards = np.array([position.points for position in positions() if position.checkers == 15], dtype=np.int8)
    found = []
    for roll in ((6, 2), (2, 6)):
        results, chances = np.empty_like(boards), np.empty((len(boards), 5), dtype=np.float32)
        best_plays(boards, np.array([roll] * len(boards), dtype=np.int8), 15, stack, MONEY, results, chances)
        found.append((results.tobytes(), chances.tobytes()))
    assert found[0] == found[1]
