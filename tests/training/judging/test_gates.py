"""The gate: a better net passes and a worse one does not, always by the same decisions and the same dice."""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from engine.support.deep_examples import random_deep, with_deep, without_deep
from engine.support.slow_search import ALL, Slow
from sixprime import Position, Roll
from sixprime.compiled.moves import random_below
from sixprime.core.movegen import to_board
from sixprime.engine.choice.net_stacks import KEEP, MARGIN, net_stack
from sixprime.engine.net.chance_arrays import equities_of
from sixprime.engine.net.evaluators import DEFAULT_NET, NetEvaluator, shared_tables
from sixprime.engine.net.kernels import RACE, equity
from sixprime.engine.net.nets import Net
from sixprime.engine.workers import Threads
from sixprime.training.judging import decision_sets, gates
from sixprime.training.judging.decision_sets import Heading, ReferenceDecision
from sixprime.training.judging.decisions import SOURCES, Decision
from sixprime.training.judging.duel_kernels import play_pairs
from sixprime.training.judging.gates import GatePlan, GateVerdict, Opinion, fixed_decisions, gnubg_decisions, judge_nets
from sixprime.training.judging.position_kinds import PositionKind
from sixprime.training.judging.rollout_references import RolloutReference
from sixprime.training.judging.rollout_reports import measure

PLAN = GatePlan(decisions=44, pairs=60)


@cache
def trained() -> Net:
    """The small nets that come along, which have learnt something."""
    return without_deep(Net.load(DEFAULT_NET))


@cache
def ignorant(seed: int) -> Net:
    """One that knows nothing, but has opinions."""
    net = Net.untrained(seed)
    net.last += (np.random.default_rng(seed).standard_normal(net.last.shape) * 0.3).astype(np.float32)
    # Where plays are chosen, the quick net does not notice that a play in a race ends the danger of a backgammon.
    net.quick_top_bias[RACE, 4] = -40.0
    return net


@cache
def decisions() -> list[Decision]:
    return fixed_decisions(ignorant(1), PLAN)


@pytest.fixture(autouse=True)
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gates, "PAIRS", 15)
    monkeypatch.setattr(gates, "DECISIONS", 10)


def verdict_on(old: Net, new: Net, plan: GatePlan = PLAN, threads: int = 2) -> GateVerdict:
    return judge_nets(old, new, decisions(), None, plan, Threads(threads), lambda *_: None)


def opinion(verdict: GateVerdict, judge: str) -> Opinion:
    return next(one for one in verdict.opinions if one.of == judge)


# What it lets pass


def test_a_better_net_passes_and_a_worse_one_does_not() -> None:
    better, worse = verdict_on(ignorant(1), trained()), verdict_on(trained(), ignorant(1))
    assert better.accepted
    for judge in ("decisions", "games"):
        ours, theirs = opinion(better, judge), opinion(worse, judge)
        assert ours.gain > 2 * ours.error
        # The same games, and the same decisions judged by the same two: only the sign is the other one.
        assert theirs.gain == pytest.approx(-ours.gain, abs=1e-3)
        assert theirs.error == pytest.approx(ours.error, abs=1e-3)
    assert not worse.accepted
    assert worse.hopeless


def test_the_same_net_again_does_not_pass() -> None:
    same = verdict_on(trained(), trained().copy())
    assert [one.gain for one in same.opinions] == [0, 0]
    assert not same.accepted
    assert not same.hopeless


@pytest.mark.parametrize(
    ("gains", "accepted", "hopeless"),
    [
        # Each with a standard error of 1.
        ((0.1, 0.1, 0.1), True, False),
        ((2.0, -0.5, 0.3), True, False),  # together they are for it
        ((2.0, -1.5, 0.3), False, False),  # who is against it is sure
        ((2.0, -3.5, 5.0), False, True),  # beyond doubt
        ((2.0, -0.5, -0.5), True, False),  # one is surer than the two others
        ((0.7, -0.5, -0.4), False, False),
        ((0.5, -0.5, 0.0), False, False),  # a draw
        ((2.0, 0.0, 0.0), True, False),
        ((0.0, 0.0, 0.0), False, False),
        ((-0.1, -0.1, -0.1), False, False),
        ((-4.0, -4.0, -4.0), False, True),
        ((0.5, 0.5), True, False),  # rollouts are not asked
        ((0.5, -0.6), False, False),
        ((0.5, 0.0), True, False),
        ((3.0, -1.0, 0.1), True, False),  # exactly one standard error is not clear
    ],
)
def test_who_is_accepted(gains: tuple[float, ...], accepted: bool, hopeless: bool) -> None:
    names = ("decisions", "rollouts", "games") if len(gains) == 3 else ("decisions", "games")
    verdict = GateVerdict(tuple(Opinion(name, gain, 1.0, "points") for name, gain in zip(names, gains, strict=True)))
    assert verdict.accepted is accepted
    assert verdict.hopeless is hopeless
    assert str(verdict).startswith("accepted: " if accepted else "rejected: ")


def test_nobody_is_sure_after_a_single_game() -> None:
    verdict = GateVerdict((Opinion("games", -9.0, math.inf, "points"),))
    assert not verdict.accepted
    assert not verdict.hopeless


def test_a_verdict_says_what_each_judge_thinks() -> None:
    opinions = (Opinion("decisions", 1.25, 0.5, "thousandths"), Opinion("games", -0.03234, 0.02, "points in 400 games"))
    assert str(GateVerdict(opinions)) == (
        "rejected: decisions +1.25 ± 0.5 thousandths, games -0.03234 ± 0.02 points in 400 games"
    )


# Rollouts


def reference_of(net: Net) -> RolloutReference:
    """Some positions, and what a net says of them in the place of rollouts."""
    boards = np.array([decision.position.flipped().points for decision in decisions()], dtype=np.int8)
    equities = equities_of(NetEvaluator(net).after_plays(boards, 15)).astype(np.float64)
    kinds = tuple(PositionKind.BLITZ for _ in boards)
    return RolloutReference(boards, kinds, equities, np.full(len(boards), 0.01))


def test_who_is_nearer_to_rollouts_is_better_by_that_judge() -> None:
    """By the fall of the root of the mean square, in thousandths, as far as it is linear."""
    reference = reference_of(trained())
    near = trained().copy()
    near.top_bias[:, 16] += np.float32(0.05)
    nearer = trained().copy()
    nearer.top_bias[:, 16] += np.float32(0.04)
    told = [
        judge_nets(old, new, decisions()[:4], reference, replace(PLAN, pairs=15), Threads(1), lambda *_: None)
        for old, new in ((near, nearer), (nearer, near))
    ]
    assert [one.of for one in told[0].opinions] == ["decisions", "rollouts", "games"]
    better, worse = (opinion(verdict, "rollouts") for verdict in told)
    falls = [1000 * measure(NetEvaluator(net), reference).overall.rms for net in (near, nearer)]
    assert better.gain == pytest.approx(falls[0] - falls[1], rel=0.2)
    assert better.gain > 2 * better.error > 0
    assert worse.gain < -2 * worse.error


# Decisions that GNU Backgammon has judged


def test_decisions_of_another_judge_count_what_it_says() -> None:
    old, new = ignorant(1), ignorant(2)
    judged, saved = [], []
    chance = np.random.default_rng(1)
    for decision in decisions()[:20]:
        boards = np.array([play.result.points for play in decision.position.legal_plays(decision.roll)], dtype=np.int8)
        worth = chance.random(len(boards))
        judged.append(ReferenceDecision(decision, boards, worth, worth, (0, 0, 0), (0.0, 0.0, 0.0)))
        choices = [
            int(np.argmax(equities_of(NetEvaluator(net).after_plays(boards, 15)))) for net in (old, new)
        ]  # fmt: skip
        saved.append(worth[choices[1]] - worth[choices[0]])
    found = judge_nets(old, new, judged, None, replace(PLAN, pairs=15), Threads(2), lambda *_: None)
    assert opinion(found, "decisions").gain == pytest.approx(1000 * np.mean(saved))
    assert np.count_nonzero(saved) > 5


def test_decisions_by_gnubg_are_others_than_those_strength_is_told_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Path, int, int]] = []

    def extend(path: Path, count: int, heading: Heading) -> Iterator[int]:
        asked.append((path, count, heading.seed))
        yield from (20, count + 5)

    monkeypatch.setattr(decision_sets, "extend", extend)
    monkeypatch.setattr(decision_sets, "load", lambda path, count: [path] * count)
    told: list[tuple[int, int]] = []
    path = tmp_path / "decisions.jsonl"
    found = gnubg_decisions(path, replace(PLAN, seed=3), lambda *progress: told.append(progress))
    assert len(found) == PLAN.decisions
    assert asked == [(path, PLAN.decisions, gates.GNUBG_SEED + 3)]
    assert told == [(20, PLAN.decisions), (PLAN.decisions, PLAN.decisions)]


# Always the same


def test_it_says_the_same_twice_and_whoever_does_the_work() -> None:
    first = verdict_on(ignorant(1), ignorant(2), threads=1)
    assert verdict_on(ignorant(1), ignorant(2), threads=1) == first
    assert verdict_on(ignorant(1), ignorant(2), threads=3) == first


def test_another_seed_rolls_other_dice() -> None:
    first, other = (verdict_on(ignorant(1), ignorant(2), replace(PLAN, seed=seed)) for seed in (1, 2))
    assert opinion(first, "decisions") == opinion(other, "decisions")
    assert opinion(first, "games") != opinion(other, "games")


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


@cache
def deeper(net_number: int) -> Slow:
    """Who says what a position is worth once each roll has been answered as the net thinks best."""
    return Slow(nets()[net_number], deep_keep=ALL, deep_margin=0.2)


@cache
def nets() -> tuple[Net, ...]:
    return ignorant(1), ignorant(2), with_deep(ignorant(1), random_deep(3))


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2)])
def test_what_is_saved_is_the_difference_of_the_choices(first: int, second: int) -> None:
    old, new = nets()[first], nets()[second]
    saved = []
    for decision in decisions()[:20]:
        chosen = [NetEvaluator(net).rank(decision.position, decision.roll)[0].play.result for net in (old, new)]
        judged = [
            np.mean([equity(deeper(number).value(position, 1)) for number in (first, second)]) for position in chosen
        ]
        saved.append(1000 * (judged[1] - judged[0]))
    found = judge_nets(old, new, decisions()[:20], None, replace(PLAN, pairs=15), Threads(2), lambda *_: None)
    told = opinion(found, "decisions")
    assert np.count_nonzero(saved) > 10
    assert told.gain == pytest.approx(np.mean(saved), abs=0.1)
    assert told.error == pytest.approx(np.std(saved, ddof=1) / math.sqrt(len(saved)), abs=0.1)


# Games, slowly


def slow_game(start: Position, seed: int, nets: tuple[Net, Net]) -> float:
    """What the first net wins in a game; it has the first roll, which is no double."""
    state, position = np.array([seed], dtype=np.uint64), start
    players = [Slow(net, keep=KEEP, margin=MARGIN) for net in nets]
    for turn in range(600):
        first, second = 1 + random_below(state, 6), 1 + random_below(state, 6)
        while turn == 0 and first == second:
            second = 1 + random_below(state, 6)
        position = players[turn % 2].answer(position, Roll(first, second), deeply=True)
        if position.is_over:
            points = NetEvaluator(nets[0]).after_plays(to_board(position).reshape(1, 26), 15)[0].tolist()
            return float(sum(points[:3])) * (1 if turn % 2 == 0 else -1)
        position = position.flipped()
    return 0.0


def pairs(first: Net, second: Net, seed: int, count: int, start: Position) -> npt.NDArray[np.float64]:
    points = np.full(count, np.nan)
    ours, theirs = (net_stack(net, shared_tables()) for net in (first, second))
    play_pairs(to_board(start), 15, seed, ours, theirs, points)
    return points


@pytest.mark.parametrize(
    "start",
    [
        Position.standard(),
        Position.of({8: 3, 6: 3, 3: 2}, {8: 3, 6: 3, 3: 2, 24: 1}),
        Position.of({12: 15}, {1: 3}),
    ],
)
@pytest.mark.parametrize("number", [0, 2])
def test_pairs_are_games_with_the_same_dice_for_both_seatings(start: Position, number: int) -> None:
    first, second = ignorant(2), nets()[number]
    found = pairs(first, second, 3, 3, start)
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
        ignorant(1), ignorant(2), decisions(), None, replace(PLAN, clear=1e6), Threads(2),
        lambda done, total: said.append((done, total)),
    )  # fmt: skip
    assert said == [(done, 104) for done in (10, 20, 30, 40, 44, 59, 74, 89, 104)]


def test_a_clear_lead_ends_the_games_early() -> None:
    plan = replace(PLAN, pairs=300)
    early, late = (verdict_on(ignorant(1), trained(), replace(plan, clear=clear)) for clear in (1.0, 1e6))
    games = [int(opinion(verdict, "games").unit.split()[2]) for verdict in (early, late)]
    assert games[0] < games[1] == 600
    # Looked at after every fourth round only.
    assert games[0] % (2 * 4 * 15) == 0
