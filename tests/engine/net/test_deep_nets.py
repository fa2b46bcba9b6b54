"""The deep net: kernels against plain matrices, and the same chances whichever way a position is asked about."""

import random
from dataclasses import astuple
from functools import cache

import numpy as np
import pytest

from engine.support.deep_examples import counting, counting_chance, random_deep, trained_like, with_deep
from engine.support.dense_inputs import dense_inputs
from engine.support.game_positions import random_positions
from sixprime import ALL_ROLLS, BearOff, Position, Roll, RuleSet
from sixprime.compiled.arrays import Boards, Floats
from sixprime.compiled.jit import plain
from sixprime.compiled.moves import MAX_PLAYS
from sixprime.compiled.simd import BLOCK
from sixprime.core.movegen import BEAR_OFF_CODES, to_board
from sixprime.engine.choice.net_stack_kernels import MONEY
from sixprime.engine.choice.net_stacks import net_stack
from sixprime.engine.choice.selection_kernels import answer_by_selection, prepare_selection, selection_buffers
from sixprime.engine.net import deep_kernels, deep_nets, evaluators
from sixprime.engine.net import kernels as net_kernels
from sixprime.engine.net.deep_kernels import MOST_UNITS, Deep
from sixprime.engine.net.evaluators import NetEvaluator, default_net
from sixprime.engine.net.feature_kernels import FEATURES
from sixprime.engine.net.nets import Net, Tables
from sixprime.training.selfplay.setups import SETUPS, set_up

SHUT_OUT = Position.of({25: 2, 1: 13}, {**dict.fromkeys(range(2, 7), 2), 1: 2, 8: 3})
DANCES = Position.of({25: 1, 13: 4, 8: 4, 6: 6}, {**dict.fromkeys((2, 3, 4, 6), 3), 5: 2, 24: 1})
"""Most rolls cannot be played, some can."""


@cache
def tables(exact: bool) -> Tables:
    return Tables(exact_endings=exact)


@cache
def net_of(name: str) -> Net:
    return trained_like() if name == "trained" else with_deep(default_net(), random_deep(int(name)))


@cache
def positions() -> list[Position]:
    """Set-ups of all kinds, and some of random games with few checkers."""
    chance = random.Random(3)
    return [set_up(kind, chance) for kind in SETUPS for _ in range(12)] + random_positions(60, 4, restarts=0.1)


def boards_of(some: list[Position]) -> Boards:
    return np.array([position.points for position in some], dtype=np.int8)


def whole(deep: Deep, exact: bool, boards: Boards, checkers: int = 15) -> Floats:
    chances = np.full((len(boards), 5), np.nan, dtype=np.float32)
    deep_kernels.evaluate_boards_deeply(boards, checkers, deep, tables(exact).arrays(), chances)
    return chances


def slowly(deep: Deep, position: Position) -> Floats:
    """What the net says of a position after a play, by matrices; then the rules are applied."""
    phase = deep.contact if position.has_contact else deep.race
    first = np.concatenate([phase.weights, phase.feature_weights])
    inputs = dense_inputs([position], tables(False))[:, : len(first)]
    chances = np.array(deep_nets.plain_layers(phase, inputs @ first + phase.bias)[0])
    net_kernels.make_consistent(to_board(position), position.checkers, chances)
    return chances


# Kernels against matrices


@pytest.mark.parametrize("name", ["1", "2", "trained"])
def test_the_kernels_say_what_plain_matrices_say(name: str) -> None:
    deep = net_of(name).deep
    phases, spread = set(), []
    for position in positions():
        expected = slowly(deep, position)
        found = whole(deep, False, to_board(position).reshape(1, 26), position.checkers)[0]
        assert np.abs(found - expected).max() <= 1e-5, position
        phases.add(position.has_contact)
        spread.append(found[0])
    assert phases == {False, True}
    assert np.std(spread) > 0.02  # it does not say the same of everything


@pytest.mark.parametrize("widths", [(64, 64, 64, 64), (MOST_UNITS - BLOCK,) * 4])
def test_the_narrowest_and_the_widest_layers_are_right(widths: deep_nets.Widths) -> None:
    deep = random_deep(7, widths, widths)
    for position in positions()[::7]:
        found = whole(deep, False, to_board(position).reshape(1, 26), position.checkers)[0]
        assert np.abs(found - slowly(deep, position)).max() <= 1e-5


def test_a_net_made_to_count_checkers_counts_them() -> None:
    deep = counting(6)
    for position in positions():
        if position.is_over:
            continue
        found = whole(deep, False, to_board(position).reshape(1, 26), position.checkers)[0]
        assert found[0] == pytest.approx(counting_chance(max(position.points[6], 0)), abs=1e-6)


def test_each_phase_has_weights_of_its_own() -> None:
    contact, race = Position.standard(), Position.of({8: 5, 6: 5, 5: 5}, {8: 5, 6: 5, 5: 5})
    boards = boards_of([contact, race])
    before = whole(random_deep(1), False, boards)
    for phase, changed in ((net_kernels.CONTACT, 0), (net_kernels.RACE, 1)):
        other = random_deep(1)
        other[phase].last_bias[0] += 1.0
        after = whole(other, False, boards)
        assert after[changed, 0] > before[changed, 0] + 0.01
        assert after[1 - changed].tobytes() == before[1 - changed].tobytes()


def test_endings_are_those_of_the_tables() -> None:
    """Where the tables know the position, the deep net is not asked: the full net gives the same numbers."""
    chance = random.Random(8)
    boards = boards_of([set_up("bear-off", chance) for _ in range(40)])
    expected = np.empty((len(boards), 5), dtype=np.float32)
    net_kernels.evaluate_boards(boards, 15, default_net().arrays(), tables(True).arrays(), expected)
    assert whole(random_deep(1), True, boards).tobytes() == expected.tobytes()
    assert np.abs(whole(random_deep(1), False, boards) - expected).max() > 0.01


# Whichever path


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("name", ["1", "trained"])
def test_plays_are_evaluated_like_the_boards_they_lead_to(name: str, exact: bool) -> None:
    deep, chance, compared = net_of(name).deep, random.Random(6), 0
    plays, buffers = plain(net_kernels.new_evaluation_buffers)(), deep_kernels.deep_buffers()
    for position in positions():
        roll, bear_off = chance.choice(ALL_ROLLS), chance.choice(list(BearOff))
        for array in (plays.features[:, :FEATURES], plays.chances, buffers.base, buffers.layers, buffers.values):
            array[:] = np.nan  # what is used must have been filled
        found = deep_kernels.evaluate_plays_deeply(
            to_board(position), position.checkers, roll.first, roll.second, BEAR_OFF_CODES[bear_off], deep,
            tables(exact).arrays(), plays, buffers,
        )  # fmt: skip
        expected = whole(deep, exact and bear_off is BearOff.STANDARD, plays.results[:found], position.checkers)
        assert np.abs(plays.chances[:found] - expected).max(initial=0) <= 1e-5, (position, roll)
        compared += found
    assert compared > 1500


@pytest.mark.parametrize("bear_off", list(BearOff))
@pytest.mark.parametrize("name", ["1", "trained"])
def test_an_evaluator_says_the_same_of_a_play_in_every_way(
    monkeypatch: pytest.MonkeyPatch, name: str, bear_off: BearOff
) -> None:
    """With filters that let everything through, the best play is the first of all, too."""
    every = {"keep": MAX_PLAYS, "margin": 9.0, "deep_keep": MAX_PLAYS, "deep_margin": 9.0}
    monkeypatch.setattr(evaluators, "DECISION_FILTERS", every)
    evaluator, rules, chance = NetEvaluator(net_of(name)), RuleSet(bear_off=bear_off), random.Random(9)
    for position in [*positions()[::3], SHUT_OUT, DANCES]:
        roll = chance.choice(ALL_ROLLS)
        ranked, best = evaluator.rank(position, roll, rules), evaluator.best(position, roll, rules)
        boards, rolls = boards_of([position]), np.array([[roll.first, roll.second]], dtype=np.int8)
        results, chances = evaluator.best_of_many(boards, rolls, position.checkers, rules)
        assert {entry.play for entry in ranked} == set(position.legal_plays(roll, rules))
        if not ranked:
            assert best is None
            assert results.tolist() == boards.tolist()
            assert chances == pytest.approx(evaluator.after_plays(boards, position.checkers, rules), abs=1e-5)
            continue
        after = boards_of([entry.play.result for entry in ranked])
        said = np.array([astuple(entry.chances) for entry in ranked])
        assert np.abs(said - evaluator.after_plays(after, position.checkers, rules)).max() <= 1e-5
        assert best is not None
        assert best.chances.equity == pytest.approx(ranked[0].chances.equity, abs=1e-5)
        same = next(entry for entry in ranked if entry.play == best.play)
        assert same.play.steps == best.play.steps
        assert astuple(same.chances) == pytest.approx(astuple(best.chances), abs=1e-5)
        assert tuple(results[0].tolist()) == best.play.result.points
        assert astuple(best.chances) == pytest.approx(chances[0].tolist(), abs=1e-5)


def test_a_play_chosen_with_filters_has_the_chances_that_the_deep_net_gives_it() -> None:
    evaluator, chance, others = NetEvaluator(net_of("1")), random.Random(2), 0
    for position in positions():
        ranked = evaluator.rank(position, roll := chance.choice(ALL_ROLLS))
        best = evaluator.best(position, roll)
        assert (best is None) == (not ranked)
        if best is not None:
            said = next(entry.chances for entry in ranked if entry.play == best.play)
            assert astuple(best.chances) == pytest.approx(astuple(said), abs=1e-5)
            others += best.play != ranked[0].play
    assert others > 20  # the smaller nets, which know better here, do not let everything through


@pytest.mark.parametrize("deeply", [False, True])
@pytest.mark.parametrize("position", [DANCES, SHUT_OUT, Position.standard(), Position.of({9: 2, 6: 4}, {8: 3, 1: 3})])
def test_a_board_prepared_once_serves_all_rolls(position: Position, deeply: bool) -> None:
    """Sums that rolls share stay right, also after rolls that cannot be played."""
    stack, board = net_stack(net_of("1"), tables(True)), to_board(position)
    shared = selection_buffers()
    prepared = prepare_selection(board, 15, stack, shared)
    answers, rows = np.zeros((2, 26), dtype=np.int8), np.zeros((2, 5), dtype=np.float32)
    for roll in ALL_ROLLS:
        fresh = selection_buffers()
        again = prepare_selection(board, 15, stack, fresh)
        asked = ((prepared, shared), (again, fresh))
        for number, (what, buffers) in enumerate(asked):
            answer_by_selection(roll.high, roll.low, what, stack, MONEY, deeply, buffers, answers[number], rows[number])
        assert answers[0].tolist() == answers[1].tolist()
        assert rows[0].tolist() == rows[1].tolist()
        expected = whole(net_of("1").deep, True, answers[:1])
        if not deeply:
            net_kernels.evaluate_boards(answers[:1], 15, net_of("1").arrays(), tables(True).arrays(), expected)
        assert rows[0] == pytest.approx(expected[0], abs=1e-5)


def test_a_game_that_is_won_is_exact() -> None:
    for opponent, expected in (({6: 14}, (1, 0, 0)), ({6: 15}, (1, 1, 0)), ({19: 1, 6: 14}, (1, 1, 1))):
        last = Position.of({1: 1}, opponent)
        best = NetEvaluator(net_of("1")).best(last, Roll(2, 1))
        assert best is not None
        assert astuple(best.chances) == (*expected, 0, 0)
        over = boards_of([Position.of({}, opponent)])
        assert whole(net_of("1").deep, True, over).tolist() == [[*expected, 0, 0]]


# Shapes


def test_widths_that_kernels_can_deal_with() -> None:
    good = ([64, 64, 64, 64], [512, 512, 256, 128], [960] * 4)
    bad: tuple[object, ...] = (
        [64] * 3, [64] * 5, [], [0, 64, 64, 64], [-64, 64, 64, 64], [65, 64, 64, 64], [1024, 64, 64, 64], [2**60] * 4,
        [64.0, 64, 64, 64], ["64", 64, 64, 64], [True, 64, 64, 64], (64, 64, 64, 64), None, "6464", 64,
    )  # fmt: skip
    assert [deep_nets.are_widths(one) for one in good] == [True] * len(good)
    assert [deep_nets.are_widths(one) for one in bad] == [False] * len(bad)


def test_shapes_and_widths_belong_together() -> None:
    deep = random_deep(1)
    assert deep_nets.widths_of(deep.contact) == (192, 128, 64, 64)
    shapes = deep_nets.shapes_of_both(deep_nets.widths_of(deep.contact), deep_nets.widths_of(deep.race))
    assert [array.shape for phase in deep for array in phase] == list(shapes)
    again = deep_nets.deep_of([array for phase in deep for array in phase])
    for ours, theirs in zip((*deep.contact, *deep.race), (*again.contact, *again.race), strict=True):
        assert ours is theirs


def test_a_copy_shares_nothing() -> None:
    deep = random_deep(1)
    for phase in deep_nets.copy_of(deep):
        for array in phase:
            array += 1
    assert all(a.tobytes() == b.tobytes() for a, b in zip(deep.contact, random_deep(1).contact, strict=True))


@pytest.mark.parametrize("widths", [(512, 128, 64, 64), (64, 64, 64, 64)])
def test_an_untrained_deep_net_begins_with_the_units_of_a_smaller_one(widths: deep_nets.Widths) -> None:
    net = default_net()
    weights, features, bias = net.weights[0], net.feature_weights[0], net.bias[0]
    made, again, other = (deep_nets.untrained(weights, features, bias, widths, seed) for seed in (1, 1, 2))
    known = min(widths[0], weights.shape[1])
    assert made.weights[:, :known].tobytes() == weights[:, :known].tobytes()
    assert made.feature_weights[:, :known].tobytes() == features[:, :known].tobytes()
    assert made.bias[:known].tobytes() == bias[:known].tobytes()
    assert deep_nets.widths_of(made) == widths
    assert all(a.tobytes() == b.tobytes() for a, b in zip(made, again, strict=True))
    assert made.second.tobytes() != other.second.tobytes()
    assert not made.last[:, 5:].any()
