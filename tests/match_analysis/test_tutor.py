"""The tutor: what a choice gives away before it is made, in both directions, and what is better."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from sixprime import Engine, Match, Situation
from sixprime.analysis import review
from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.figures import Mark
from sixprime.analysis.tutor import QuestionLimits, Tutor
from sixprime.core import Action, IllegalAction, Position, Roll, SeededDice, SixprimeError, Win

OPENING_31 = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
AHEAD = Position.of({3: 1, 2: 1}, {1: 1})
"""The last roll of a race, which wins 25 times of 36."""
WON = Position.of({6: 2, 5: 2}, {6: 5, 5: 5, 4: 5})


@pytest.fixture(scope="module")
def tutor() -> Iterator[Tutor]:
    with Tutor(Engine(plies=1, threads=1)) as found:
        yield found


def opened(roll: tuple[int, int], length: int | None = 5) -> Match:
    match = Match(length=length)
    match.open(roll)
    return match


def test_a_blunder_is_questioned_and_the_best_play_is_not(tutor: Tutor) -> None:
    situation = Situation.parse(OPENING_31)
    best, blunder = (tutor.judge(situation, play) for play in ("8/5 6/5", "24/23 13/10"))
    assert best is not None
    assert blunder is not None
    assert (best.loss, best.mark, best.is_questionable()) == (0.0, Mark.NONE, False)
    assert blunder.mark is Mark.BLUNDER
    assert blunder.is_questionable()
    assert str(blunder.best) == "8/5 6/5"
    assert str(tutor.why(blunder)[0]).startswith("8/5 6/5 makes the 5 point")
    assert tutor.why(best) == ()
    # The limit decides, and a loss that is shown as reaching it reaches it.
    limit = round(blunder.loss, 4)
    assert blunder.is_questionable(QuestionLimits(play=limit))
    assert not blunder.is_questionable(QuestionLimits(play=limit + 0.0001))
    # The limit for the cube is another one.
    assert blunder.is_questionable(QuestionLimits(cube=2))


def test_what_is_forced_is_never_questioned(tutor: Tutor) -> None:
    home = dict.fromkeys(range(1, 7), 2)
    one_way_in = Situation(Position.of({25: 1, 6: 5}, dict.fromkeys(range(2, 7), 2)), roll=Roll(6, 5))
    shut_out = Situation(Position.of({25: 1, 6: 5}, home), roll=Roll(6, 1))
    for situation, plays in ((one_way_in, 0), (shut_out, 0), (replace(one_way_in, roll=Roll(6, 1)), 1)):
        legal = list(situation.to_match().state.legal_plays)
        assert len(legal) == plays
        judged = tutor.judge(situation, legal[0] if legal else "")
        assert judged is not None
        assert (judged.is_forced, judged.loss, judged.is_questionable()) == (True, 0.0, False)
        assert judged.chances.win < 1
    with pytest.raises(IllegalAction, match="no play is possible with 6-1"):
        tutor.judge(shut_out, "6/5")


def test_doubling_is_judged_in_both_directions(tutor: Tutor) -> None:
    strong = Situation(AHEAD)
    even = Situation(Position.standard())
    for situation, right, wrong in ((strong, Action.DOUBLE, Action.ROLL), (even, Action.ROLL, Action.DOUBLE)):
        good, bad = tutor.judge(situation, right), tutor.judge(situation, wrong)
        assert good is not None
        assert bad is not None
        assert (good.kind, good.is_questionable()) == (DecisionKind.DOUBLE, False)
        assert (bad.best, bad.is_questionable()) == (right, True)
        assert bad.is_questionable(QuestionLimits(play=2))
        assert not bad.is_questionable(QuestionLimits(cube=2))


def test_taking_and_dropping_are_judged_in_both_directions(tutor: Tutor) -> None:
    behind, lost = Situation(Position.standard()).to_match(), Situation(WON).to_match()
    for match, right, wrong in ((behind, Action.TAKE, Action.DROP), (lost, Action.DROP, Action.TAKE)):
        match.double()
        good, bad = tutor.judge(match, right), tutor.judge(match, wrong.value)
        assert good is not None
        assert bad is not None
        assert (good.kind, good.is_questionable()) == (DecisionKind.ANSWER, False)
        assert (bad.best, bad.is_questionable()) == (right, True)
        assert tutor.why(bad)


def test_resignations_are_judged(tutor: Tutor) -> None:
    even = opened((3, 1), None)
    judged = tutor.judge(even, Win.SINGLE)
    assert judged is not None
    assert (judged.kind, judged.chosen, judged.best) == (DecisionKind.RESIGNATION, Action.RESIGN, Action.DECLINE)
    assert judged.is_questionable()
    assert str(judged.best_words) == "play on"
    (words,) = tutor.why(judged)
    wins, gammons = (f"{100 * chance:.0f}%" for chance in (judged.chances.win, judged.chances.lose_gammon))
    assert str(words) == f"You still win {wins} of such games, and lose a gammon in {gammons} of them."
    assert 0.5 < judged.chances.win < 0.6
    even.resign(Win.GAMMON)
    answer = tutor.judge(even, "decline")
    assert answer is not None
    assert (answer.kind, answer.best) == (DecisionKind.RESIGNATION_ANSWER, Action.ACCEPT)
    assert answer.is_questionable()


def test_a_roll_without_a_choice_is_no_decision(tutor: Tutor) -> None:
    match = opened((3, 1), 1)
    match.play("8/5 6/5")
    assert tutor.judge(match, "roll") is None  # no cube at one point


@pytest.mark.parametrize(
    ("choice", "why"),
    [("13/1", "13/1"), ("", "2 more numbers"), ("jump", "jump"), (Action.TAKE, "take is not possible here")],
)
def test_what_the_rules_forbid_is_refused(tutor: Tutor, choice: Action | str, why: str) -> None:
    with pytest.raises(SixprimeError, match=why):
        tutor.judge(Situation.parse(OPENING_31), choice)
    with pytest.raises(IllegalAction):
        tutor.judge(opened((3, 1)), Action.DOUBLE)
    before = opened((3, 1))
    before.play("8/5 6/5")
    with pytest.raises(IllegalAction, match="jump is no cube action"):
        tutor.judge(before, "jump")


def test_luck_is_that_of_the_review(tutor: Tutor) -> None:
    match = opened((3, 1))
    luck = tutor.luck(match)
    assert luck is not None
    match.play("8/5 6/5")
    assert tutor.luck(match) is None
    dice = SeededDice("luck")
    match.roll(dice)
    second = tutor.luck(match)
    found = review(match, "instant", threads=1)
    assert [entry.luck for entry in found.rolls] == pytest.approx([luck, second])


def test_judgements_are_those_of_the_review() -> None:
    """What the tutor says before is what a review of the same depth says afterwards."""
    dice, match = SeededDice("a whole game"), Match(length=3)
    judged: dict[int, float] = {}
    with Tutor(Engine(plies=0, threads=1)) as tutor, Engine(level="beginner", threads=1) as player:
        while not match.results:
            if match.to_act is None:
                match.open(dice)
                continue
            event = player.decide(match, seed=4)
            tutor.prepare(match)
            if event is None:
                found = tutor.judge(match, Action.ROLL)
            elif event.action is Action.PLAY:
                found = tutor.judge(match, match.turn().play_of(event.steps))  # type: ignore[union-attr]
            elif event.action is Action.RESIGN:
                found = tutor.judge(match, event.win)  # type: ignore[union-attr]
            else:
                found = tutor.judge(match, event.action)
            if found is not None:
                judged[match.version] = found.loss
            if event is None:
                match.roll(dice)
            else:
                match.apply(event)
    reviewed = {entry.decision.event: entry.loss for entry in review(match, "instant", threads=1).decisions}
    assert len(reviewed) > 20
    assert judged == pytest.approx(reviewed, abs=1e-6)
