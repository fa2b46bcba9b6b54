"""Rollouts in which the deep net plays and values positions."""

from dataclasses import replace

import numpy as np
import pytest

from sixprime import ALL_ROLLS, Position
from sixprime.core.movegen import to_board
from sixprime.engine.choice.net_stack_kernels import MONEY
from sixprime.engine.choice.net_stacks import net_stack
from sixprime.engine.choice.selection_kernels import best_plays
from sixprime.engine.net.evaluators import default_net, shared_tables
from sixprime.engine.rollout.files import dump_rollout, parse_rollout
from sixprime.engine.rollout.rollouts import Candidate, Rollout, RolloutProblem, RolloutSettings
from sixprime.engine.search.searchers import Searcher


def test_a_deep_rollout_plays_and_ends_as_the_deep_net_says() -> None:
    """Cut off after one roll: the mean over all rolls of the deep net's best play, looked at again."""
    position = Position.of({8: 2, 7: 2, 6: 3, 5: 3, 4: 3, 3: 1, 24: 1}, {16: 2, 6: 3, 5: 3, 4: 3, 3: 2, 2: 2})
    settings = RolloutSettings(games=36, truncate=1, stratified=1, deep=True, cubeful=False, variance_reduction=False)
    rolled = Rollout([Candidate.to_roll(position)], settings).run(threads=1).candidates[0].cubeless.value
    stack, searcher = net_stack(default_net(), shared_tables()), Searcher(1, threads=1)
    boards = np.tile(to_board(position), (len(ALL_ROLLS), 1))
    rolls = np.array([(roll.first, roll.second) for roll in ALL_ROLLS], dtype=np.int8)
    results, chances = np.zeros_like(boards), np.zeros((len(ALL_ROLLS), 5), dtype=np.float32)
    best_plays(boards, rolls, position.checkers, stack, MONEY, results, chances)
    by_hand = 0.0
    for roll, points in zip(ALL_ROLLS, results.tolist(), strict=True):
        after = Position(tuple(points), position.checkers)
        by_hand -= searcher.chances(after.flipped()).equity * (1 if roll.is_double else 2) / 36
    assert rolled == pytest.approx(by_hand, abs=1e-5)
    plain = replace(settings, deep=False)
    assert Rollout([Candidate.to_roll(position)], plain).run(threads=1).candidates[0].cubeless.value != rolled


def test_luck_taken_out_changes_no_mean() -> None:
    """The full net judges the luck while the deep net plays: the results agree within their errors."""
    position = Position.standard()
    values = [
        Rollout(
            [Candidate.to_roll(position)],
            RolloutSettings(games=720, truncate=4, deep=True, cubeful=False, variance_reduction=reduced),
        )
        .run()
        .candidates[0]
        .cubeless
        for reduced in (True, False)
    ]
    assert values[0].error < values[1].error
    assert abs(values[0].value - values[1].value) < 4 * (values[0].error ** 2 + values[1].error ** 2) ** 0.5


def test_a_deep_rollout_goes_on_from_its_file() -> None:
    candidates = [Candidate.to_roll(Position.standard())]
    settings = RolloutSettings(games=12, truncate=3, deep=True)
    whole = Rollout(candidates, settings)
    whole.run(threads=1)
    half = Rollout(candidates, settings)
    half.play(5)
    resumed = parse_rollout(dump_rollout(half), "half")
    assert resumed.settings.deep
    resumed.run(threads=1)
    assert resumed.result.candidates[0].equity.value == whole.result.candidates[0].equity.value


def test_deep_is_a_yes_or_a_no() -> None:
    with pytest.raises(RolloutProblem, match="deep"):
        RolloutSettings(deep=1)  # type: ignore[arg-type]
