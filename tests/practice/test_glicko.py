"""Ratings by Glicko-2: the worked example of the paper, and answers of learners."""

from __future__ import annotations

import math
from random import Random

import pytest

from sixprime.practice.glicko import Glicko, after_answer, expected, rated


def test_the_worked_example_of_the_paper() -> None:
    """Glickman's player of 1500 ± 200 beats 1400 ± 30, and loses to 1550 ± 100 and 1700 ± 300."""
    opponents = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]
    after = rated(Glicko(1500, 200, 0.06), opponents)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_results_only_the_deviation_grows() -> None:
    after = rated(Glicko(1700, 50, 0.06), [])
    assert after.rating == 1700
    assert after.deviation == pytest.approx(math.hypot(50, 0.06 * 173.7178))


def test_an_expected_result_changes_little_and_a_surprise_much() -> None:
    strong, easy = Glicko(2000, 60), Glicko(1200, 60)
    bored, _ = after_answer(strong, easy, right=True)
    surprised, risen = after_answer(strong, easy, right=False)
    assert 0 < bored.rating - strong.rating < 1
    assert strong.rating - surprised.rating > 10
    assert risen.rating > easy.rating
    assert expected(strong, easy) > 0.98


def test_a_learner_of_constant_strength_is_found() -> None:
    """Somebody who answers as a player of 1800 would comes to 1800, whoever asks the questions."""
    random, learner, true = Random(4), Glicko(), Glicko(1800, 0)
    for _ in range(400):
        question = Glicko(random.uniform(1200, 2200), 60)
        learner, _ = after_answer(learner, question, right=random.random() < expected(true, Glicko(question.rating, 0)))
    assert abs(learner.rating - 1800) < 2.5 * learner.deviation
    assert learner.deviation >= 30


def test_volatility_grows_with_wild_results() -> None:
    calm = rated(Glicko(1500, 60), [(Glicko(1500, 60), 1.0), (Glicko(1500, 60), 0.0)] * 5)
    wild = rated(Glicko(1500, 60), [(Glicko(1000, 40), 0.0)] * 10)
    assert wild.volatility > 0.06 > calm.volatility


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize(
    "brought",
    [
        Glicko(1e6, 350, 0.06),
        Glicko(-1e6, 1, 0.06),
        Glicko(1500, 350, 0),
        Glicko(1500, -5, 1e-200),
        Glicko(1e6, 1e6, 1e6),
    ],
)
def test_a_rating_with_any_numbers_leaves_that_of_the_puzzle_reasonable(brought: Glicko, right: bool) -> None:
    after, puzzle = after_answer(brought, Glicko(1300, 120), right=right)
    assert 100 <= after.rating <= 4000
    assert abs(puzzle.rating - 1300) < 100
    assert puzzle.volatility < 0.07
