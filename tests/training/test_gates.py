"""The gate: a better net passes and a worse one does not, always by the same decisions and the same dice."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from sixprime import ALL_ROLLS, Position, Roll
from sixprime.core.kernels import random_below
from sixprime.core.movegen import to_board
from sixprime.engine.evaluators import DEFAULT_NET, NetEvaluator, shared_tables
from sixprime.engine.nets import Net
from sixprime.engine.workers import Threads
from sixprime.training import gates
from sixprime.training.decisions import SOURCES, Decision
from sixprime.training.duel_kernels import play_pairs
from sixprime.training.gates import GatePlan, Verdict, fixed_decisions, judge_nets

PLAN = GatePlan(decisions=44, pairs=60)


@cache
def trained() -> Net:
    """The net that comes along, which has learnt something."""
    return Net.load(DEFAULT_NET)


@cache
def ignorant(seed: int) -> Net:
    """One that knows nothing, but has opinions."""
    net = Net.untrained(seed)
    net.last += (np.random.default_rng(seed).standard_normal(net.last.shape) * 0.3).astype(np.float32)
    return net


@cache
def decisions() -> list[Decision]:
    return fixed_decisions(ignorant(1), PLAN)


@pytest.fixture(autouse=True)
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gates, "PAIRS", 15)
    monkeypatch.setattr(gates, "DECISIONS", 10)


def verdict_on(old: Net, new: Net, plan: GatePlan = PLAN, threads: int = 2) -> Verdict:
    return judge_nets(old, new, decisions(), plan, Threads(threads), lambda *_: None)


# What it lets pass


def test_a_better_net_passes_and_a_worse_one_does_not() -> None:
    better, worse = verdict_on(ignorant(1), trained()), verdict_on(trained(), ignorant(1))
    assert better.accepted
    assert better.saved > 2 * better.saved_error
    assert better.won > 2 * better.won_error
    assert not worse.accepted
    # The same games, and the same decisions judged by the same two: only the sign is the other one.
    assert worse.won == pytest.approx(-better.won)
    assert worse.saved == pytest.approx(-better.saved, abs=1e-6)


def test_the_same_net_again_does_not_pass() -> None:
    same = verdict_on(trained(), trained().copy())
    assert (same.saved, same.won) == (0, 0)
    assert not same.accepted


@pytest.mark.parametrize(
    ("saved", "won", "accepted"), [(0.001, 0.01, True), (-0.001, 0.01, False), (0.001, -0.01, False), (0, 0.1, False)]
)
def test_it_takes_both(saved: float, won: float, accepted: bool) -> None:
    verdict = Verdict(saved, 0.0005, won, 0.002, 400)
    assert verdict.accepted is accepted
    assert str(verdict).startswith("accepted: " if accepted else "rejected: ")
    assert f"{1000 * saved:+.2f} ± 0.50 thousandths a decision, {won:+.4f} ± 0.0020" in str(verdict)
    assert str(verdict).endswith("400 games")


# Always the same


def test_it_says_the_same_twice_and_whoever_does_the_work() -> None:
    first = verdict_on(ignorant(1), ignorant(2), threads=1)
    assert verdict_on(ignorant(1), ignorant(2), threads=1) == first
    assert verdict_on(ignorant(1), ignorant(2), threads=3) == first


def test_another_seed_rolls_other_dice() -> None:
    first, other = (verdict_on(ignorant(1), ignorant(2), replace(PLAN, seed=seed)) for seed in (1, 2))
    assert first.saved == other.saved
    assert first.won != other.won


def test_the_decisions_are_fixed() -> None:
    again = fixed_decisions(ignorant(1), PLAN)
    assert again == decisions()
    # A longer set begins with the shorter one; whom the games are judged for later makes no difference.
    assert fixed_decisions(ignorant(1), replace(PLAN, decisions=20, pairs=3, clear=1.0)) == again[:20]
    assert fixed_decisions(ignorant(1), replace(PLAN, seed=2)) != again


def test_the_decisions_are_of_all_kinds_and_none_comes_twice() -> None:
    assert len(decisions()) == PLAN.decisions
    assert len({decision.key for decision in decisions()}) == PLAN.decisions
    assert [decision.source for decision in decisions()] == [*SOURCES, *SOURCES][: PLAN.decisions]
    for decision in decisions():
        assert len(decision.position.legal_plays(decision.roll)) > 1


# Decisions, slowly


def deep(net: Net, position: Position) -> float:
    """What a position after a play is worth once each roll has been answered as the net thinks best."""
    if position.is_over:
        return NetEvaluator(net).chances(position.flipped()).for_opponent().equity
    evaluator, total = NetEvaluator(net), 0.0
    for roll in ALL_ROLLS:
        ranked = evaluator.rank(position.flipped(), roll)
        answer = ranked[0].chances if ranked else evaluator.chances(position).for_opponent()
        total -= answer.equity * (1 if roll.is_double else 2) / 36
    return total


def test_what_is_saved_is_the_difference_of_the_choices() -> None:
    old, new = ignorant(1), ignorant(2)
    saved = []
    for decision in decisions()[:20]:
        chosen = [NetEvaluator(net).rank(decision.position, decision.roll)[0].play.result for net in (old, new)]
        judged = [(deep(old, position) + deep(new, position)) / 2 for position in chosen]
        saved.append(judged[1] - judged[0])
    found = judge_nets(old, new, decisions()[:20], replace(PLAN, pairs=15), Threads(2), lambda *_: None)
    assert np.count_nonzero(saved) > 10
    assert found.saved == pytest.approx(np.mean(saved), abs=1e-4)
    assert found.saved_error == pytest.approx(np.std(saved, ddof=1) / math.sqrt(len(saved)), abs=1e-4)


# Games, slowly


def slow_game(start: Position, seed: int, nets: tuple[Net, Net]) -> float:
    """What the first net wins in a game; it has the first roll, which is no double."""
    state, position = np.array([seed], dtype=np.uint64), start
    evaluators = [NetEvaluator(net) for net in nets]
    for turn in range(600):
        first, second = 1 + random_below(state, 6), 1 + random_below(state, 6)
        while turn == 0 and first == second:
            second = 1 + random_below(state, 6)
        ranked = evaluators[turn % 2].rank(position, Roll(first, second))
        if ranked:
            position = ranked[0].play.result
        if position.is_over:
            points = evaluators[0].after_plays(to_board(position).reshape(1, 26), 15)[0].tolist()
            return float(sum(points[:3])) * (1 if turn % 2 == 0 else -1)
        position = position.flipped()
    return 0.0


def pairs(first: Net, second: Net, seed: int, count: int, start: Position) -> npt.NDArray[np.float64]:
    points = np.full(count, np.nan)
    play_pairs(
        to_board(start), 15, seed, first.arrays(), second.arrays(), shared_tables().arrays(), points
    )  # fmt: skip
    return points


@pytest.mark.parametrize(
    "start",
    [
        Position.standard(),
        Position.of({8: 3, 6: 3, 3: 2}, {8: 3, 6: 3, 3: 2, 24: 1}),
        Position.of({12: 15}, {1: 3}),
    ],
)
def test_pairs_are_games_with_the_same_dice_for_both_seatings(start: Position) -> None:
    first, second = ignorant(2), ignorant(1)
    found = pairs(first, second, 3, 4, start)
    for number, points in enumerate(found):
        dice = 3 * 1_000_003 + number
        won, lost = slow_game(start, dice, (first, second)), slow_game(start, dice, (second, first))
        assert points == pytest.approx((won - lost) / 2)


def test_a_pair_of_the_same_net_is_even() -> None:
    assert not pairs(trained(), trained().copy(), 1, 20, Position.standard()).any()


def test_swapped_nets_lose_what_they_won() -> None:
    ours, theirs = (
        pairs(ignorant(one), ignorant(other), 5, 20, Position.standard()) for one, other in ((1, 2), (2, 1))
    )
    assert ours.tolist() == (-theirs).tolist()
    assert ours.any()


# How long it takes


def test_it_tells_how_far_it_is() -> None:
    said: list[tuple[int, int]] = []
    judge_nets(
        ignorant(1), ignorant(2), decisions(), replace(PLAN, clear=1e6), Threads(2),
        lambda done, total: said.append((done, total)),
    )  # fmt: skip
    assert said == [(done, 104) for done in (10, 20, 30, 40, 44, 59, 74, 89, 104)]


def test_a_clear_lead_ends_the_games_early() -> None:
    plan = replace(PLAN, pairs=300)
    early, late = (verdict_on(ignorant(1), trained(), replace(plan, clear=clear)) for clear in (1.0, 1e6))
    assert early.games < late.games == 600
    # Looked at after every fourth round only.
    assert early.games % (2 * 4 * 15) == 0
