"""Chances and the evaluator: whose they are, in which order plays come, what is exact."""

import random
from dataclasses import astuple
from pathlib import Path

import numpy as np
import pytest

from sixprime import ALL_ROLLS, BearOff, Position, Roll, RuleSet
from sixprime.core.movegen import to_board
from sixprime.engine.bearoff.databases import TwoSided
from sixprime.engine.chances import Chances
from sixprime.engine.net.evaluators import DEFAULT_NET, NetEvaluator
from sixprime.engine.net.kernels import evaluate_boards
from sixprime.engine.net.nets import Net, Tables


def random_positions(count: int, seed: int) -> list[Position]:
    rng = random.Random(seed)
    found: list[Position] = []
    position = Position.standard()
    while len(found) < count:
        plays = list(position.legal_plays(rng.choice(ALL_ROLLS)))
        position = (rng.choice(plays).result if plays else position).flipped()
        if position.is_over:
            position = Position.standard()
        found.append(position)
    return found


@pytest.fixture(scope="module")
def evaluator() -> NetEvaluator:
    net = Net.untrained(1)
    net.last += np.random.default_rng(1).standard_normal(net.last.shape).astype(np.float32)
    return NetEvaluator(net)


def test_equity_counts_points() -> None:
    assert Chances(1, 0, 0, 0, 0).equity == 1
    assert Chances(1, 1, 1, 0, 0).equity == 3
    assert Chances(0, 0, 0, 1, 0).equity == -2
    assert Chances(0.5, 0.25, 0.125, 0.125, 0).equity == 0.25


def test_for_the_opponent_twice_is_the_same() -> None:
    chances = Chances(0.625, 0.25, 0.125, 0.1875, 0.0625)
    assert chances.for_opponent() == Chances(0.375, 0.1875, 0.0625, 0.25, 0.125)
    assert chances.for_opponent().for_opponent() == chances
    assert chances.for_opponent().equity == -chances.equity


def test_chances_are_those_of_the_player_on_roll(evaluator: NetEvaluator) -> None:
    ahead = Position.of({1: 2}, {6: 8})
    assert evaluator.chances(ahead).win == 1
    assert evaluator.chances(ahead.flipped()).win < 0.01
    for position in random_positions(60, 2):
        # The player who has just moved is the one who waits.
        waiting = evaluator.after_plays(to_board(position.flipped()).reshape(1, 26), 15)[0].tolist()
        assert astuple(evaluator.chances(position)) == pytest.approx(astuple(Chances(*waiting).for_opponent()))


def test_a_bear_off_on_roll_is_the_table(evaluator: NetEvaluator) -> None:
    two_sided = TwoSided.load()
    for mover, opponent in (({6: 1}, {1: 1}), ({6: 1, 5: 1}, {6: 2}), ({4: 2, 3: 3}, {5: 1, 2: 4}), ({6: 6}, {6: 6})):
        position = Position.of(mover, opponent)
        assert evaluator.chances(position).win == pytest.approx(two_sided.win_chance(position), abs=1e-6)


def test_the_best_play_of_a_bear_off_is_the_tables(evaluator: NetEvaluator) -> None:
    two_sided = TwoSided.load()
    rng = random.Random(4)
    for _ in range(40):
        sides = [[rng.randint(1, 6) for _ in range(rng.randint(3, 6))] for _ in range(2)]
        mover, opponent = ({point: side.count(point) for point in side} for side in sides)
        position, roll = Position.of(mover, opponent), rng.choice(ALL_ROLLS)
        ranked = evaluator.rank(position, roll)
        wins = [1 if e.play.result.is_over else 1 - two_sided.win_chance(e.play.result.flipped()) for e in ranked]
        assert wins == pytest.approx([entry.chances.win for entry in ranked], abs=1e-6)
        assert wins[0] == pytest.approx(max(wins), abs=1e-6)


@pytest.mark.parametrize("bear_off", BearOff)
def test_ranking_has_every_legal_play_with_its_own_chances(evaluator: NetEvaluator, bear_off: BearOff) -> None:
    rng = random.Random(7)
    rules = RuleSet(bear_off=bear_off)
    # The bear-off tables hold for the standard rule only.
    tables = Tables(exact_endings=bear_off is BearOff.STANDARD)
    for position in random_positions(60, 3):
        roll = rng.choice(ALL_ROLLS)
        ranked = evaluator.rank(position, roll, rules)
        legal = list(position.legal_plays(roll, rules))
        assert sorted(map(str, (entry.play for entry in ranked))) == sorted(map(str, legal))
        equities = [entry.chances.equity for entry in ranked]
        assert equities == sorted(equities, reverse=True)
        if ranked:
            boards = np.array([entry.play.result.points for entry in ranked], dtype=np.int8)
            expected = np.empty((len(boards), 5), dtype=np.float32)
            evaluate_boards(boards, 15, evaluator.net.arrays(), tables.arrays(), expected)
            assert np.abs(np.array([astuple(entry.chances) for entry in ranked]) - expected).max() < 1e-5


def test_of_equal_plays_the_first_listed_comes_first() -> None:
    net = Net.untrained(1)
    for array in net.arrays():
        array[:] = 0
    position, roll = Position.standard(), Roll(3, 1)
    ranked = NetEvaluator(net).rank(position, roll)
    assert [entry.play for entry in ranked] == list(position.legal_plays(roll))


def test_the_best_play_is_the_first_of_the_ranking_alone_and_in_bulk(evaluator: NetEvaluator) -> None:
    rng = random.Random(17)
    for bear_off in BearOff:
        rules = RuleSet(bear_off=bear_off)
        questions = [(position, rng.choice(ALL_ROLLS)) for position in random_positions(60, 9)]
        boards = np.array([position.points for position, _ in questions], dtype=np.int8)
        rolls = np.array([(roll.first, roll.second) for _, roll in questions], dtype=np.int8)
        results, chances = evaluator.best_of_many(boards, rolls, rules=rules)
        for (position, roll), result, row in zip(questions, results, chances, strict=True):
            ranked, best = evaluator.rank(position, roll, rules), evaluator.best(position, roll, rules)
            if not ranked:
                assert best is None
                assert tuple(result.tolist()) == position.points
                expected = evaluator.chances(position.flipped(), rules).for_opponent()
                assert row.tolist() == pytest.approx(astuple(expected), abs=1e-6)
                continue
            assert best == ranked[0]
            assert best.play.steps == ranked[0].play.steps
            assert tuple(result.tolist()) == best.play.result.points
            assert tuple(row.tolist()) == astuple(best.chances)


def test_no_play_is_no_entry(evaluator: NetEvaluator) -> None:
    position = Position.of({25: 1, 1: 14}, dict.fromkeys(range(1, 7), 2))
    assert evaluator.rank(position, Roll(6, 5)) == []


def test_it_answers_twice_alike(evaluator: NetEvaluator) -> None:
    other = NetEvaluator(evaluator.net)
    for position in random_positions(20, 5):
        first = evaluator.rank(position, Roll(5, 2))
        other.rank(position.flipped(), Roll(6, 6))
        assert evaluator.rank(position, Roll(5, 2)) == first == other.rank(position, Roll(5, 2))


def test_with_fewer_checkers(evaluator: NetEvaluator) -> None:
    position = Position.of({24: 1, 6: 2}, {24: 1, 6: 2}, 3)
    found = evaluator.chances(position)
    assert 0 <= found.win_backgammon <= found.win_gammon <= found.win <= 1
    assert len(evaluator.rank(position, Roll(6, 1))) == len(position.legal_plays(Roll(6, 1)))


@pytest.mark.parametrize(
    ("loser", "expected"),
    [
        ({6: 14}, (0, 0, 0, 0, 0)),
        ({6: 15}, (0, 0, 0, 1, 0)),
        ({12: 1, 6: 14}, (0, 0, 0, 1, 0)),
        ({20: 1, 6: 14}, (0, 0, 0, 1, 1)),
    ],
)
def test_a_finished_game_is_known_from_both_sides(
    evaluator: NetEvaluator, loser: dict[int, int], expected: tuple[float, ...]
) -> None:
    lost = Position.of(loser, {})
    assert astuple(evaluator.chances(lost)) == expected
    win, *rest = expected
    assert astuple(evaluator.chances(lost.flipped())) == (1 - win, *rest[2:], *rest[:2])


@pytest.mark.parametrize("loser", [{6: 14}, {20: 1, 6: 14}])
def test_a_finished_game_has_no_plays(evaluator: NetEvaluator, loser: dict[int, int]) -> None:
    assert evaluator.rank(Position.of(loser, {}), Roll(3, 1)) == []
    assert evaluator.rank(Position.of(loser, {}).flipped(), Roll(3, 1)) == []


def test_the_default_net_is_the_one_that_comes_along() -> None:
    assert isinstance(DEFAULT_NET, Path)
    assert DEFAULT_NET.suffix == ".net"
    if DEFAULT_NET.exists():
        assert NetEvaluator.default().net is NetEvaluator.default().net
        assert NetEvaluator.default().chances(Position.standard()).win == pytest.approx(0.525, abs=0.02)


@pytest.mark.parametrize("position", [Position.of({}, {6: 3}), Position.of({6: 3}, {})])
def test_where_the_game_is_over_there_is_no_best_play(position: Position) -> None:
    evaluator = NetEvaluator.default()
    for roll in ALL_ROLLS:
        assert evaluator.best(position, roll) is None
        assert evaluator.rank(position, roll) == []
