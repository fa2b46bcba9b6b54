"""Move generation against a slow and obvious version of the rules, on tens of thousands of positions."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from judges import brute_force, comparison, rounds, samples
from judges.boards import BAR, OFF, Board, Dice, Question
from judges.brute_force import BEAR_OFF_RULES

from sixprime import BearOff

SHARES = 2
POSITIONS_PER_SHARE = 4_000
TURNS_PER_RULE = 1_000


def test_every_bear_off_rule_is_compared() -> None:
    assert {bear_off.value for bear_off in BearOff} == set(BEAR_OFF_RULES)


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("rule", BEAR_OFF_RULES)
def test_legal_plays(rule: str, share: int) -> None:
    tally = rounds.by_brute_force(1000 + share, POSITIONS_PER_SHARE, rule)
    assert tally.positions == POSITIONS_PER_SHARE
    assert tally.plays > 5 * POSITIONS_PER_SHARE


@pytest.mark.parametrize("rule", BEAR_OFF_RULES)
def test_steps_offered_in_a_turn(rule: str) -> None:
    tally = rounds.of_turns(2000, TURNS_PER_RULE, rule)
    assert tally.positions == TURNS_PER_RULE
    assert tally.plays > 2 * TURNS_PER_RULE


# The judge judged: by hand, and by what its questions come to


def board(mover: dict[int, int], opponent: dict[int, int]) -> Board:
    """All points in the mover's numbers."""
    points = [0] * 26
    for point, count in mover.items():
        points[point] = count
    for point, count in opponent.items():
        points[point] = -count
    return tuple(points)


ENEMY = {24: 2}  # out of the way


@pytest.mark.parametrize(
    ("mover", "opponent", "dice", "rule", "results"),
    [
        # 20/14 or 20/15, but then nothing: the larger; where that is blocked, the smaller; where both are, nothing.
        ({20: 1}, {9: 2}, (6, 5), "standard", [{14: 1}]),
        ({20: 1}, {9: 2}, (5, 6), "standard", [{14: 1}]),
        ({20: 1}, {14: 2, 9: 2}, (6, 5), "standard", [{15: 1}]),
        ({20: 1}, {14: 2, 15: 2}, (6, 5), "standard", []),
        # 7/1 would leave no one to play: 14/13 is blocked.
        ({14: 1, 7: 1}, {13: 2}, (6, 1), "standard", [{7: 2}, {8: 1, 6: 1}]),
        # The bar first, as many as can enter; with a double the rest moves on, if it can.
        ({25: 2}, {22: 2}, (3, 1), "standard", [{24: 1, 25: 1}]),
        ({25: 2}, {19: 2}, (3, 3), "standard", [{22: 2}]),
        ({25: 2}, {24: 1}, (1, 1), "standard", [{24: 1, 22: 1}, {23: 2}]),
        # 3/off is the exact number, but not the rearmost checker.
        ({6: 1, 3: 1}, ENEMY, (3, 2), "standard", [{4: 1}, {3: 1, 1: 1}]),
        ({6: 1, 3: 1}, ENEMY, (3, 2), "rearmost-only", [{3: 1, 1: 1}]),
        ({6: 1, 3: 1}, ENEMY, (3, 2), "exact-only", [{4: 1}, {3: 1, 1: 1}]),
        # A six has no checker of its own: it takes the rearmost, but for the exact rule.
        ({5: 1, 2: 2}, ENEMY, (6, 2), "standard", [{2: 1}, {2: 2}]),
        ({5: 1, 2: 2}, ENEMY, (6, 2), "rearmost-only", [{2: 1}, {2: 2}]),
        ({5: 1, 2: 2}, ENEMY, (6, 2), "exact-only", [{3: 1, 2: 2}, {5: 1, 2: 1}]),
        # Once the last checker is home, and not before.
        ({8: 1, 4: 1}, ENEMY, (4, 2), "standard", [{6: 1}, {4: 1, 2: 1}]),
    ],
)
def test_the_rules_by_hand(
    mover: dict[int, int], opponent: dict[int, int], dice: Dice, rule: str, results: list[dict[int, int]]
) -> None:
    """In these positions every play hits every blot there is."""
    standing = {point: count for point, count in opponent.items() if count > 1}
    expected = {board(result, {**standing, 0: len(opponent) - len(standing)}) for result in results}
    assert brute_force.legal_results(board(mover, opponent), dice, rule) == expected


def occasions(question: Question) -> Iterator[str]:
    """Which rules a question puts to the test."""
    sequences = brute_force.legal_sequences(question.board, question.dice, "standard")
    steps = len(next(iter(sequences)))
    first_steps = {
        step for die in set(question.dice) for step in brute_force.possible_steps(question.board, die, "standard")
    }
    if steps == 0:
        yield "nothing can be played"
    elif question.is_double:
        yield f"a double played {steps} times"
    elif steps == 1:
        either = len({step.die for step in first_steps}) == 2
        yield "the larger of two dice" if either else "the only die that works"
    elif first_steps > {sequence[0] for sequence in sequences}:
        yield "a first step that spoils the second"
    hits = max(sum(step.hit for step in sequence) for sequence in sequences)
    if hits:
        yield f"{hits} hits"
    if question.has_bar:
        yield "not all can enter" if steps < question.board[BAR] else "all can enter"
    if any(step.target == OFF for sequence in sequences for step in sequence):
        yield "bearing off" if question.is_bear_off else "bearing off once the last is home"
        results = {rule: brute_force.legal_results(question.board, question.dice, rule) for rule in BEAR_OFF_RULES}
        for rule in BEAR_OFF_RULES[1:]:
            if results[rule] != results["standard"]:
                yield f"{rule} is not standard"


def test_the_samples_come_to_every_rule() -> None:
    seen = Counter(
        occasion for question in islice(samples.questions(seed=3000), 3_000) for occasion in occasions(question)
    )
    every_rule = {
        "nothing can be played", "the larger of two dice", "the only die that works",
        "a first step that spoils the second", "1 hits", "2 hits", "3 hits",
        "a double played 1 times", "a double played 2 times", "a double played 3 times", "a double played 4 times",
        "all can enter", "not all can enter", "bearing off", "bearing off once the last is home",
        "rearmost-only is not standard", "exact-only is not standard",
    }  # fmt: skip
    rare = {occasion: seen[occasion] for occasion in every_rule if seen[occasion] < 10}
    assert not rare


# A comparison that could not fail would be worth nothing


def test_a_missing_a_surplus_and_a_wrong_result_are_noticed() -> None:
    question = Question(samples.STANDARD, (3, 1))
    expected = brute_force.legal_results(question.board, question.dice, "standard")
    comparison.check_results(question, expected, "nobody")
    some = min(expected)
    for wrong in (expected - {some}, expected | {question.board}, expected - {some} | {question.board}):
        with pytest.raises(comparison.Disagreement, match=r"Position\(\(0, -2, .*\)\)\.legal_plays\(\(3, 1\)\)"):
            comparison.check_results(question, wrong, "nobody")


def test_steps_that_do_not_lead_to_the_result_are_noticed() -> None:
    question = Question(samples.STANDARD, (3, 1))
    plays = list(comparison.position_of(question).legal_plays(question.dice))
    comparison.check_steps(question, plays)
    for other, message in (
        (Question(samples.STANDARD, (4, 2)), "not there"),
        (Question(samples.NACKGAMMON, (3, 1)), "lead to"),
    ):
        with pytest.raises(comparison.Disagreement, match=message):
            comparison.check_steps(other, plays)
