"""Rollouts: they agree with what is known exactly and with a slow, obvious version; their errors are honest; the same
seed gives the same numbers, whoever does the work and however often it is interrupted."""

import dataclasses
import math
import random
import statistics
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.support.deep_examples import without_deep
from engine.support.slow_rollout import SlowRollout
from sixprime import ALL_ROLLS, Position, Roll
from sixprime.compiled.jit import plain
from sixprime.compiled.moves import MAX_PLAYS
from sixprime.core import STANDARD, SixprimeError
from sixprime.core.movegen import to_board
from sixprime.engine.bearoff.databases import TwoSided
from sixprime.engine.choice.net_stack_kernels import MONEY, TwoNets
from sixprime.engine.choice.quick_choice_kernels import (
    BY_FULL_NET,
    NO_PLAY,
    NOT_EVALUATED,
    Prepared,
    choose_play,
    choose_two_plays,
    new_quick_buffers,
    prepare,
)
from sixprime.engine.cube.kernels import MINE, THEIRS
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.evaluators import NetEvaluator, default_net, shared_tables
from sixprime.engine.rollout import rollouts
from sixprime.engine.rollout.dice_kernels import roll_number
from sixprime.engine.rollout.results import RolloutResult
from sixprime.engine.rollout.rollouts import (
    Candidate,
    Rollout,
    RolloutPlan,
    RolloutProblem,
    RolloutSettings,
    plan_of,
    play_piece,
)
from sixprime.engine.workers import Threads

START = Position.standard()
ENDING = Position.of({1: 2, 3: 1, 5: 1}, {2: 2, 4: 1, 6: 1})
QUICK = RolloutSettings(games=180, cubeful=False, variance_reduction=False)
WHOLE: dict[str, Any] = {"keep": MAX_PLAYS, "margin": 9.0, "luck_keep": MAX_PLAYS, "luck_margin": 9.0}
"""Every play is looked at by the full net."""


def plays_of(roll: Roll, count: int, view: CubeView | None = None) -> list[Candidate]:
    ranked = NetEvaluator.default().rank(START, roll)
    return [Candidate.after(entry.play, view) for entry in ranked[:count]]


def bits_of(rollout: Rollout) -> tuple[bytes, ...]:
    tally = rollout.tally
    return tuple(array.tobytes() for array in (tally.counts, tally.sums, tally.squares, tally.products))


# Dice


def test_first_rolls_come_up_equally_often() -> None:
    cards = np.zeros(36, dtype=np.int64)
    rolls = [tuple(roll_number(5, game, turn, 2, cards) for turn in range(3)) for game in range(2 * 36 * 36)]
    for start in range(0, len(rolls), 36):
        assert sorted(roll[0] for roll in rolls[start : start + 36]) == list(range(36))
    for start in (0, 36 * 36):
        assert len({roll[:2] for roll in rolls[start : start + 36 * 36]}) == 36 * 36
    third = np.bincount([roll[2] for roll in rolls], minlength=36)
    assert 36 < third.min() <= third.max() < 120  # by chance: 72 on average


def test_dice_differ_by_seed_and_need_not_be_stratified() -> None:
    cards = np.zeros(36, dtype=np.int64)
    rolls = [[roll_number(seed, game, 0, 0, cards) for game in range(3600)] for seed in (1, 2)]
    assert rolls[0] != rolls[1]
    assert sorted(rolls[0][:36]) != list(range(36))
    for row in rolls:
        assert abs(statistics.mean(row) - 17.5) < 5 * 10.4 / 60
        assert set(row) == set(range(36))


# What is known exactly


@pytest.mark.parametrize("variance_reduction", [False, True])
def test_an_ending_played_out_agrees_with_the_table(variance_reduction: bool) -> None:
    settings = RolloutSettings(
        games=720, cubeful=False, variance_reduction=variance_reduction, bearoff_truncation=False
    )
    (line,) = Rollout([Candidate.to_roll(ENDING)], settings).run().candidates
    exact = TwoSided.largest().equities(ENDING).cubeless
    assert line.equity == line.cubeless
    assert abs(line.equity.value - exact) <= 4 * line.equity.error + 1e-6
    assert line.equity.error < (0.002 if variance_reduction else 0.05)
    assert line.chances.win == pytest.approx((1 + line.equity.value) / 2, abs=1e-6)


def test_a_known_ending_needs_no_luck() -> None:
    settings = dataclasses.replace(QUICK, games=72)
    (line,) = Rollout([Candidate.to_roll(ENDING)], settings).run().candidates
    assert line.equity.value == pytest.approx(TwoSided.largest().equities(ENDING).cubeless, abs=1e-6)
    assert line.equity.error < 1e-9


@pytest.mark.parametrize("owner", [0, MINE, THEIRS])
def test_an_ending_with_the_cube_agrees_with_the_table(owner: int) -> None:
    settings = RolloutSettings(games=720, variance_reduction=False, bearoff_truncation=False)
    view = CubeView.money(2, owner)
    (line,) = Rollout([Candidate.to_roll(ENDING, view)], settings).run().candidates
    known = TwoSided.largest().equities(ENDING)
    exact = {0: known.best_centred, MINE: known.best_owned, THEIRS: known.opponents}[owner]
    assert abs(line.equity.value - exact) <= 4 * line.equity.error + 1e-6


def test_cube_actions_of_a_known_ending() -> None:
    result = Rollout(Candidate.cube_actions(ENDING), RolloutSettings(games=36)).run()
    known = TwoSided.largest().equities(ENDING)
    assert result.candidates[0].equity.value == pytest.approx(known.centred, abs=1e-6)
    assert result.candidates[1].equity.value == pytest.approx(2 * known.opponents, abs=1e-6)


# The slow, obvious version


@pytest.mark.parametrize("cubeful", [False, True])
@pytest.mark.parametrize("variance_reduction", [False, True])
@pytest.mark.parametrize("score", [None, (3, 2)])
def test_each_game_is_what_a_slow_rollout_makes_of_it(
    cubeful: bool, variance_reduction: bool, score: tuple[int, int] | None
) -> None:
    view = CubeView.money() if score is None else CubeView.match(*score)
    settings = RolloutSettings(
        games=36, cubeful=cubeful, variance_reduction=variance_reduction, stratified=1, seed=9, **WHOLE
    )
    candidates = [*plays_of(Roll(3, 1), 1, view), *Candidate.cube_actions(START, view)]
    games = 1 if variance_reduction else 4
    plan = dataclasses.replace(plan_of(candidates, settings, STANDARD), games=games)
    numbers, _ = play_piece((NetEvaluator.default().net,), plan, 0)
    for index, candidate in enumerate(candidates):
        slow = SlowRollout(candidate, settings)
        for game in range(games):
            np.testing.assert_allclose(numbers[game, index], slow.game(game), atol=2e-4, err_msg=candidate.label)


def test_truncated_games_too() -> None:
    settings = RolloutSettings(games=36, truncate=5, **WHOLE)
    candidates = plays_of(Roll(6, 4), 2)
    numbers, _ = play_piece((NetEvaluator.default().net,), plan_of(candidates, settings, STANDARD), 0)
    for index, candidate in enumerate(candidates):
        slow = SlowRollout(candidate, settings)
        for game in range(3):
            np.testing.assert_allclose(numbers[game, index], slow.game(game), atol=2e-4)


def test_the_first_look_loses_next_to_nothing() -> None:
    """Plays chosen among the few that the quick net likes are hardly worse, by the full net, than the best of all."""
    evaluator, defaults = NetEvaluator(without_deep(default_net())), RolloutSettings()
    net = evaluator.net
    tables = shared_tables().arrays()
    stack = TwoNets(net.arrays(), net.quick_arrays(), tables, 0, defaults.keep, defaults.margin)
    buffers = plain(new_quick_buffers)()
    losses: list[float] = []
    position, rng = START, random.Random(4)
    while len(losses) < 400:
        roll = rng.choice(ALL_ROLLS)
        ranked = evaluator.rank(position, roll)
        if ranked:
            prepared = prepare(to_board(position), 15, stack, buffers)
            chosen, _ = choose_play(roll.high, roll.low, prepared, stack, MONEY, False, buffers)
            result = Position(tuple(buffers.plays.results[chosen].tolist()))
            worth = {entry.play.result: entry.chances.equity for entry in ranked}
            losses.append(ranked[0].chances.equity - worth[result])
            position = ranked[0].play.result
        position = START if position.is_over else position.flipped()
    assert statistics.mean(losses) < 0.003
    assert statistics.median(losses) == 0.0


@pytest.mark.parametrize("always_fully", [False, True])
def test_two_players_choose_at_once_what_each_would_choose_alone(always_fully: bool) -> None:
    net, tables = NetEvaluator.default().net, shared_tables().arrays()
    one, other = (TwoNets(net.arrays(), net.quick_arrays(), tables, 0, *limits) for limits in ((1, 0.0), (6, 0.5)))
    buffers = plain(new_quick_buffers)()
    position, rng = START, random.Random(6)
    different = 0
    for _ in range(300):
        roll = rng.choice(ALL_ROLLS)
        prepared = prepare(to_board(position), 15, one, buffers)

        def alone(stack: TwoNets, roll: Roll = roll, prepared: Prepared = prepared) -> int:
            return choose_play(roll.high, roll.low, prepared, stack, MONEY, True, buffers)[0]

        expected = alone(one), alone(other)
        *chosen, seen = choose_two_plays(
            roll.high, roll.low, prepared, one, other.keep, other.margin, MONEY, always_fully, buffers
        )  # fmt: skip
        assert tuple(chosen) == expected
        if always_fully:
            assert seen == (NOT_EVALUATED if expected[0] == NO_PLAY else BY_FULL_NET)
        different += expected[0] != expected[1]
        if expected[1] != NO_PLAY:
            position = Position(tuple(buffers.plays.results[expected[1]].tolist()))
        position = START if position.is_over else position.flipped()
    assert different > 30


def test_players_may_look_ahead() -> None:
    settings = RolloutSettings(games=36, truncate=3, deep_plies=1, deep_moves=1, variance_reduction=False)
    result = Rollout(plays_of(Roll(3, 1), 1), settings).run()
    shallow = Rollout(plays_of(Roll(3, 1), 1), dataclasses.replace(settings, deep_plies=0)).run()
    assert result.candidates[0].equity.value != shallow.candidates[0].equity.value
    assert abs(result.candidates[0].equity.value - shallow.candidates[0].equity.value) < 0.2


# Errors


@pytest.mark.parametrize("stratified", [0, 2])
@pytest.mark.parametrize("variance_reduction", [False, True])
def test_errors_are_those_of_repeated_rollouts(stratified: int, variance_reduction: bool) -> None:
    games = 36 * 2
    truncate = 8 if not variance_reduction else 3
    values, errors, differences, joint = [], [], [], []
    for seed in range(100):
        settings = RolloutSettings(
            games, seed, cubeful=False, variance_reduction=variance_reduction, truncate=truncate, stratified=stratified
        )
        result = Rollout(plays_of(Roll(2, 1), 2), settings).run(threads=2)
        values.append(result.candidates[0].equity.value)
        errors.append(result.candidates[0].equity.error)
        differences.append(result.difference(0, 1).value)
        joint.append(result.difference(0, 1).error)
    assert 0.75 < statistics.stdev(values) / statistics.mean(errors) < 1.25
    assert 0.75 < statistics.stdev(differences) / statistics.mean(joint) < 1.25


def test_taking_out_the_luck_makes_errors_smaller_and_the_same_dice_too() -> None:
    settings = RolloutSettings(games=72, cubeful=False, truncate=12)
    calm = Rollout(plays_of(Roll(3, 1), 2), settings).run()
    wild = Rollout(plays_of(Roll(3, 1), 2), dataclasses.replace(settings, variance_reduction=False)).run()
    assert calm.candidates[0].equity.error < wild.candidates[0].equity.error / 2
    assert abs(calm.candidates[0].equity.value - wild.candidates[0].equity.value) < 5 * wild.candidates[0].equity.error
    alone = math.hypot(wild.candidates[0].equity.error, wild.candidates[1].equity.error)
    assert wild.difference(0, 1).error < alone


# The same numbers


@pytest.mark.parametrize(("piece", "threads"), [(36, 1), (7, 2), (100, 3), (180, 2)])
def test_pieces_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch, piece: int, threads: int) -> None:
    expected = Rollout(plays_of(Roll(3, 1), 2), QUICK)
    expected.run(threads=1)
    monkeypatch.setattr(rollouts, "QUICK_PIECE", piece)
    again = Rollout(plays_of(Roll(3, 1), 2), QUICK)
    again.run(threads=threads)
    assert bits_of(again) == bits_of(expected)
    assert again.result.candidates == expected.result.candidates


def test_progress_is_told_and_an_interrupted_rollout_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "QUICK_PIECE", 36)
    expected = Rollout(plays_of(Roll(3, 1), 2), QUICK)
    seen: list[int] = []
    expected.run(lambda so_far: seen.append(so_far.games))
    assert seen == [36, 72, 108, 144, 180]

    def stop(so_far: RolloutResult) -> None:
        if so_far.games >= 72:
            raise KeyboardInterrupt

    stopped = Rollout(plays_of(Roll(3, 1), 2), QUICK)
    with pytest.raises(KeyboardInterrupt):
        stopped.run(stop, threads=2)
    assert stopped.result.games == 72
    stopped.run()
    assert stopped.is_done
    assert bits_of(stopped) == bits_of(expected)
    assert stopped.run() == stopped.result  # there is nothing left to do


# When to stop


def test_a_rollout_stops_when_it_is_clear() -> None:
    ranked = NetEvaluator.default().rank(START, Roll(3, 1))
    candidates = [Candidate.after(ranked[0].play), Candidate.after(ranked[-1].play)]
    settings = dataclasses.replace(QUICK, games=36_000, truncate=4)
    clear = Rollout(candidates, dataclasses.replace(settings, stop_clear=3.0))
    result = clear.run()
    assert rollouts.LEAST_GAMES <= result.games < 36_000
    assert clear.is_done
    assert result.difference(0, 1).value >= 3 * result.difference(0, 1).error
    known = Rollout(candidates, dataclasses.replace(settings, stop_error=0.05)).run()
    assert known.games < 36_000
    assert known.difference(0, 1).error <= 0.05
    alone = Rollout(candidates[:1], dataclasses.replace(settings, stop_error=0.05)).run()
    assert alone.games < 36_000
    assert alone.candidates[0].equity.error <= 0.05


def test_a_rollout_stops_when_its_time_is_over() -> None:
    rollout = Rollout(plays_of(Roll(3, 1), 1), dataclasses.replace(QUICK, games=1_000_000, seconds=0.3))
    result = rollout.run()
    assert 0 < result.games < 1_000_000
    assert not rollout.is_done


# Matches


def test_a_match_is_told_as_chances_to_win_it() -> None:
    view = CubeView.match(1, 3, crawford=True)
    result = Rollout(plays_of(Roll(3, 1), 1, view), RolloutSettings(games=36, variance_reduction=False)).run()
    (line,) = result.candidates
    assert line.mwc is not None
    assert 0 < line.mwc.value < 1
    assert line.equity.value == pytest.approx(view.equity(line.mwc.value))
    assert line.equity.error > line.mwc.error


def test_the_cube_counts_in_the_units_of_the_decision() -> None:
    view = CubeView.money(4, MINE)
    settings = RolloutSettings(games=36, truncate=10)
    no_double, double = Rollout(Candidate.cube_actions(START, view), settings).run().candidates
    usual = Rollout(Candidate.cube_actions(START, CubeView.money(1, MINE)), settings).run().candidates
    assert no_double.equity.value == pytest.approx(usual[0].equity.value)
    assert double.equity.value == pytest.approx(usual[1].equity.value)
    assert double.mwc is None


# What is refused


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0}, {"games": 1.5}, {"games": True}, {"seed": -1}, {"seed": 2**63}, {"truncate": -1}, {"plies": 9},
        {"stratified": 4}, {"margin": math.nan}, {"margin": -0.1}, {"keep": 0}, {"seconds": math.inf}, {"cubeful": 1},
        {"stop_error": "small"}, {"efficiencies": (1, 2)}, {"efficiencies": (2.0,) * 6},
    ],
)  # fmt: skip
def test_settings_that_cannot_be(wrong: dict[str, object]) -> None:
    with pytest.raises(RolloutProblem) as refused:
        RolloutSettings(**wrong)  # type: ignore[arg-type]
    assert "\n" not in str(refused.value)
    assert next(iter(wrong)) in str(refused.value)


def test_candidates_that_cannot_be() -> None:
    with pytest.raises(RolloutProblem, match="1 to 100 candidates"):
        Rollout([])
    over = Position.of({}, {6: 1})
    with pytest.raises(RolloutProblem, match="over"):
        Candidate.to_roll(over)
    with pytest.raises(RolloutProblem, match="may not double"):
        Candidate.cube_actions(START, CubeView.money(2, THEIRS))
    with pytest.raises(RolloutProblem, match="same game"):
        Rollout([Candidate.to_roll(START), Candidate.to_roll(START, CubeView.match(3, 3))])


def test_trouble_of_a_worker_comes_to_who_asked(tmp_path: Path) -> None:
    def fail(nets: object, plan: RolloutPlan, first_game: int) -> None:
        raise SixprimeError("no dice")  # type: ignore[arg-type]

    with pytest.raises(SixprimeError, match="no dice"):
        list(Threads(2).do(fail, (), plan_of([Candidate.to_roll(START)], QUICK, STANDARD), [0, 36]))
