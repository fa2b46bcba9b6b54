"""Every reason for which a step can be refused, word for word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.strategies import examples, refusal_of, rolls, unfinished_positions
from sixprime import BearOff, IllegalPlay, Position, Roll, RuleSet, Step, Turn

START = Position.standard()
HOME = Position.of({6: 2, 4: 2, 2: 2}, {6: 6}, 6)
EXACT = RuleSet(bear_off=BearOff.EXACT_ONLY)
REARMOST = RuleSet(bear_off=BearOff.REARMOST_ONLY)


@pytest.mark.parametrize(
    ("turn", "source", "target", "words"),
    [
        (Turn(START, Roll(3, 1)), 26, 5, "26/5 is not on the board: points are 1 to 24, bar and off"),
        (Turn(START, Roll(3, 1)), 0, 5, "0/5 is not on the board: points are 1 to 24, bar and off"),
        (Turn(START, Roll(3, 1)), 6, 25, "6/25 is not on the board: points are 1 to 24, bar and off"),
        (Turn(START, Roll(3, 1)), 1, -2, "1/-2 is not on the board: points are 1 to 24, bar and off"),
        (Turn(START, Roll(3, 1)), "6", 5, "'6'/5 is not on the board: points are 1 to 24, bar and off"),
        (Turn(START, Roll(3, 1)), 6, None, "6/None is not on the board: points are 1 to 24, bar and off"),
        (Turn(START, Roll(3, 1)), True, 0, "True/0 is not on the board: points are 1 to 24, bar and off"),
        (Turn(START, Roll(3, 1)).move(8, 5).move(6, 5), 6, 5, "6/5: all the dice have been played"),
        (Turn(START, Roll(3, 1)), 25, 22, "bar/22: you have no checker on the bar"),
        (Turn(START, Roll(3, 1)), 7, 4, "7/4: you have no checker on the 7 point"),
        (Turn(START, Roll(3, 1)), 12, 9, "12/9: you have no checker on the 12 point"),
        (
            Turn(Position.of({25: 1, 8: 1}, {6: 2}, 2), Roll(3, 1)),
            8,
            5,
            "8/5: your checker on the bar must enter first",
        ),
        (Turn(START, Roll(3, 1)), 6, 7, "6/7: checkers only move forward, towards home"),
        (Turn(START, Roll(3, 1)), 6, 6, "6/6: checkers only move forward, towards home"),
        (Turn(START, Roll(3, 1)), 13, 9, "13/9 is 4 away, and the dice left are 3 1"),
        (Turn(START, Roll(2, 2)).move(6, 4), 6, 3, "6/3 is 3 away, and the dice left are 2 2 2"),
        (
            Turn(START, Roll(5, 1)),
            24,
            19,
            "24/19 is blocked: the opponent holds the 19 point with 5 checkers",
        ),
        (
            Turn(Position.of({25: 1}, {6: 2}, 2), Roll(6, 5)),
            25,
            19,
            "bar/19 is blocked: the opponent holds the 19 point with 2 checkers",
        ),
        (
            Turn(Position.of({20: 1}, {16: 2}, 2), Roll(6, 5)),
            20,
            15,
            "20/15: only one number can be played, and it must be the larger, 6",
        ),
        (
            Turn(Position.of({20: 1, 7: 1}, {16: 2, 23: 2}, 4), Roll(6, 5)),
            20,
            14,
            "20/14: after that a number could not be played that can be played otherwise",
        ),
        (
            Turn(Position.of({25: 1}, {6: 2}, 2), Roll(6, 5)),
            25,
            0,
            "bar/off: no checker may be borne off while one is on the bar",
        ),
        (
            Turn(START, Roll(6, 5)),
            6,
            0,
            "6/off: no checker may be borne off while one is on the 24 point, outside home",
        ),
        (Turn(HOME, Roll(5, 3), EXACT), 4, 0, "4/off: checkers are borne off by their exact number, 4"),
        (
            Turn(HOME, Roll(4, 3), REARMOST),
            4,
            0,
            "4/off: the rearmost checker, on the 6 point, must be borne off first",
        ),
        (Turn(HOME, Roll(5, 3), REARMOST), 6, 0, "6/off needs a 6, and the dice left are 5 3"),
        (Turn(HOME, Roll(3, 2)), 4, 0, "4/off needs a 4, and the dice left are 3 2"),
        (Turn(HOME, Roll(5, 3)), 4, 0, "4/off: a larger number bears off the rearmost checker, on the 6 point"),
    ],
)
def test_words(turn: Turn, source: int, target: int, words: str) -> None:
    assert str(turn.why_not(source, target)) == words
    assert refusal_of(IllegalPlay, lambda: turn.move(source, target)) == words


def test_only_one_number_is_said_only_where_it_is_so() -> None:
    """With one die left, or with a double, the rule of the larger number is not the reason."""
    double = Turn(Position.of({7: 1, 3: 1}, {24: 2}, 4), Roll(2, 2))
    assert {(step.source, step.target) for step in double.next_steps} == {(7, 5)}
    assert str(double.why_not(3, 0)).startswith("3/off: no checker may be borne off while one is on the 7 point")


@pytest.mark.parametrize("lie", [Step(8, 5, 1), Step(8, 5, 3, hit=True), Step(8, 5, 6)], ids=repr)
def test_a_step_that_could_be_made_is_not_called_impossible(lie: Step) -> None:
    """8/5 can be played with the 3: whatever is wrong with these, it is not that."""
    words = refusal_of(IllegalPlay, lambda: Turn(START, Roll(3, 1)).step(lie))
    assert "after that a number could not be played" not in words


def test_points_can_go_by_other_names() -> None:
    def label(point: int) -> str:
        return f"<{point}>"

    turn = Turn(START, Roll(5, 1))
    assert str(turn.why_not(24, 19, label)) == (
        "<24>/<19> is blocked: the opponent holds the <19> point with 5 checkers"
    )
    assert str(turn.why_not(7, 2, label)) == "<7>/<2>: you have no checker on the <7> point"
    assert str(turn.why_not(6, 0, label)) == (
        "<6>/off: no checker may be borne off while one is on the <24> point, outside home"
    )


@examples(60)
@given(unfinished_positions(), rolls(), st.sampled_from(BearOff))
def test_every_other_step_is_refused_with_a_reason(position: Position, roll: Roll, bear_off: BearOff) -> None:
    turn = Turn(position, roll, RuleSet(bear_off=bear_off))
    possible = {(step.source, step.target) for step in turn.next_steps}
    for source in range(27):
        for target in range(-1, 26):
            if (source, target) not in possible:
                assert str(turn.why_not(source, target))


def test_a_point_from_which_nothing_can_be_played_says_why_for_each_die() -> None:
    turn = Turn(START, Roll(5, 5))
    assert str(turn.why_not_from(24)) == "24/19 is blocked: the opponent holds the 19 point with 5 checkers"
    assert str(turn.why_not_from(4)) == "you have no checker on the 4 point, and cannot make it with 5 5 5 5"
    turn = Turn(START, Roll(6, 5)).move(24, 18).move(18, 13)
    assert str(turn.why_not_from(8)) == "all the dice have been played"
    entering = Position.of({25: 1, 6: 14}, {6: 2, 5: 2, 4: 11})
    for point in (6, 13, 19):  # with checkers of one's own, without any, and held by the opponent
        assert str(Turn(entering, Roll(2, 1)).why_not_from(point)) == "your checker on the bar must enter first"
    assert str(Turn(entering, Roll(6, 5)).why_not_from(25)) == (
        "bar/19 is blocked: the opponent holds the 19 point with 2 checkers; "
        "bar/20 is blocked: the opponent holds the 20 point with 2 checkers"
    )
