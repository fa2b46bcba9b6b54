"""Reasons between plays: true of both boards, alike in both orders, and on the right side."""

import random

import pytest

from sixprime import Engine, Player, Position, Roll, Situation
from sixprime.analysis.reasons import Reason, ReasonKind
from sixprime.analysis.reasons.explaining import Explainer
from sixprime.analysis.reasons.plays import BearoffTables, PlayMeasures
from sixprime.core import Phase
from sixprime.core.dice import ALL_ROLLS

START = Position.standard()


@pytest.fixture(scope="module")
def explainer() -> Explainer:
    return Explainer(Engine(plies=0, threads=1))


def reasons(explainer: Explainer, situation: Situation, first: str, second: str) -> dict[ReasonKind, Reason]:
    return {reason.kind: reason for reason in explainer.compare(situation, first, second)}


def test_making_the_five_point(explainer: Explainer) -> None:
    found = reasons(explainer, Situation(START, roll="31"), "8/5 6/5", "13/9")
    made = found[ReasonKind.MAKES_POINT]
    assert made.favours_first
    assert (made.points, made.value, made.other) == ((5,), 1, 0)
    shots = found[ReasonKind.SHOTS]
    assert shots.favours_first
    assert (shots.value, shots.other) == (0, 6)
    assert shots.detail is not None
    assert shots.detail > 0.1


def test_a_hit_counts_pips_and_rolls_that_do_not_enter(explainer: Explainer) -> None:
    position = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 4, 11: 1, 8: 3, 6: 5})
    hit = reasons(explainer, Situation(position, roll="64"), "24/14*", "8/2 6/2")[ReasonKind.HIT]
    assert hit.favours_first
    assert (hit.value, hit.other, hit.detail, hit.rolls) == (1, 0, 14, 1)  # only 6-6 does not enter


def test_anchors_and_checkers_left_behind(explainer: Explainer) -> None:
    found = reasons(explainer, Situation(START, roll="44"), "24/20(2) 13/9(2)", "13/9(2) 6/2(2)")
    assert found[ReasonKind.MAKES_ANCHOR].points == (20,)
    found = reasons(explainer, Situation(START, roll="65"), "13/8 13/7", "24/13")
    assert not found[ReasonKind.LEAVES].favours_first
    assert (found[ReasonKind.LEAVES].value, found[ReasonKind.LEAVES].other) == (1, 2)


def test_bearing_off_is_exact(explainer: Explainer) -> None:
    race = Situation(Position.of({4: 1, 2: 1, 1: 1}, {3: 1, 2: 1, 1: 2}), roll="21")
    exact = reasons(explainer, race, "2/off 1/off", "4/2 1/off")[ReasonKind.EXACT_CHANCE]
    # The opponent needs two rolls in most cases; a checker on 4 is gone with 34 of 36 rolls, two on 2 with 26.
    assert exact.favours_first
    assert exact.value == pytest.approx(0.84, abs=0.02)
    longer = Situation(Position.of({6: 3, 5: 2, 4: 2, 2: 1}, {6: 2, 5: 2, 4: 2, 3: 2}), roll="31")
    rolls = reasons(explainer, longer, "4/off", "6/3 4/3")
    assert rolls[ReasonKind.ROLLS_TO_GO].value < rolls[ReasonKind.ROLLS_TO_GO].other
    assert (rolls[ReasonKind.CHECKERS_OFF].value, rolls[ReasonKind.CHECKERS_OFF].other) == (1, 0)


def test_what_being_hit_costs_is_the_mean_over_the_rolls() -> None:
    """The mean of all rolls lies between hit and missed, as far from each as the shots say."""
    engine = Engine(plies=0, threads=1)
    state = Situation(START, roll="21").to_match().state
    played = next(entry for entry in engine.analyse(state).plays if str(entry.play) == "13/11 6/5")
    measures = PlayMeasures(state, played, engine, BearoffTables())
    after = state.changed(
        position=played.play.result.flipped(), on_roll=Player.BLACK, roll=None, phase=Phase.TO_ROLL
    )  # fmt: skip
    rolls = engine.analyse_rolls(after)
    missed = [entry for entry in rolls.rolls if entry.roll not in measures.replies.hitting]
    mean_missed = sum(entry.ways * entry.equity for entry in missed) / sum(entry.ways for entry in missed)
    assert rolls.mean == pytest.approx(mean_missed + measures.risk)
    assert measures.replies.shots == 36 - sum(entry.ways for entry in missed)


def test_the_order_of_the_plays_only_turns_reasons_round(explainer: Explainer) -> None:
    rng = random.Random(7)
    position, compared = START, 0
    for _ in range(60):
        roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
        plays = position.legal_plays(roll)
        if len(plays) < 2 or position.is_over:
            position = START if position.is_over else position.flipped()
            continue
        one, other = rng.sample(list(plays), 2)
        situation = Situation(position, roll=roll)
        first, second = explainer.compare(situation, one, other), explainer.compare(situation, other, one)
        assert {reason.kind: reason for reason in first} == {reason.kind: reason.turned() for reason in second}
        assert all(reason.worth >= 0 for reason in first)
        compared += len(first)
        position = one.result.flipped()
    assert compared > 100


def test_equal_results_differ_in_nothing(explainer: Explainer) -> None:
    assert explainer.compare(Situation(START, roll="31"), "8/5 6/5", "6/5 8/5") == []


def test_every_roll_of_the_opening_is_measured(explainer: Explainer) -> None:
    for roll in ALL_ROLLS:
        plays = [str(entry.play) for entry in explainer.engine.analyse(Situation(START, roll=roll)).plays]
        assert explainer.compare(Situation(START, roll=roll), plays[0], plays[-1])
