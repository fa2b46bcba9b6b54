"""E1 to E14: the examples that the printed sheets work out, each set up on the board."""

import pytest
from at_the_board import (
    BLACK,
    STUCK,
    WHITE,
    after,
    game_from,
    opened,
    plays,
    steps,
    throw,
    why_not,
    why_refused,
    won_by_white,
)

from sixprime import Cube, Match, Phase, Position, RuleSet, Win
from sixprime.core.match.events import Doubled

START = Position.standard()


def test_e01_two_ways_to_play_a_5_3_from_the_start() -> None:
    run = after(START, "53", "24/21/16")
    assert (run.points[24], run.points[21], run.points[16]) == (1, 0, 1)
    make = after(START, "53", "8/3 6/3")
    assert (make.points[8], make.points[6], make.points[3]) == (2, 4, 2)


def test_e02_the_four_enters_the_six_does_not() -> None:
    # One of White's back checkers is on the bar, everybody else at the start: Black holds White's 19 with five.
    position = Position.of({25: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert "bar/19 is blocked" in why_refused(position, "64", "bar/19")
    # bar/21 is forced, and then the 6 is any 6: by the entered checker, or from 24, 13 or 8.
    assert plays(position, "64") == {"bar/15", "bar/21 24/18", "bar/21 13/7", "bar/21 8/2"}


def test_e03_six_four_bears_off_two() -> None:
    position = Position.of({6: 3, 5: 2, 4: 4, 3: 2, 2: 2, 1: 2}, {6: 15})
    assert after(position, "64", "6/off 4/off").off == 2


@pytest.mark.parametrize(
    ("black", "way"),
    [
        ({6: 5, 13: 5, 8: 5}, "24/21/16"),  # White's 19, five away, is held: by way of 21
        ({4: 5, 13: 5, 8: 5}, "24/19/16"),  # White's 21, three away, is held: by way of 19
    ],
)
def test_e04_eight_with_one_checker_by_way_of_an_open_point(black: dict[int, int], way: str) -> None:
    position = Position.of({24: 1, **STUCK}, black)
    assert after(position, "53", way).points[16] == 1


def test_e04_not_with_both_points_on_the_way_held() -> None:
    # Black holds White's 21 and 19 (Black's 4 and 6); White's 16 itself is open.
    position = Position.of({24: 1, **STUCK}, {4: 5, 6: 5, 8: 5})
    assert "24/21 is blocked" in why_refused(position, "53", "24/21/16")
    assert "24/19 is blocked" in why_refused(position, "53", "24/19/16")
    assert plays(position, "53") == set()


def test_e05_four_and_five_do_not_jump_nine() -> None:
    # Black to move. White holds the points four and five away from Black's 24: Black's 20 and 19.
    white = {5: 8, 6: 7}
    position = Position.of({24: 2, 13: 5, 8: 8}, white)
    match = game_from(position, on_roll=BLACK)
    throw(match, "45")
    assert not any(step.source == 24 for play in match.legal_plays for step in play.steps)
    assert "24/15 is 9 away" in why_refused(position, "45", "24/15")
    match.play(steps("13/9 13/8"))
    # Where no other checker can move, the throw is lost.
    match = game_from(Position.of({24: 1, **STUCK}, white), on_roll=BLACK)
    throw(match, "45")
    assert not match.legal_plays
    match.play()
    assert match.to_act is WHITE


def test_e06_five_and_six_held_the_throw_is_lost() -> None:
    # Black is on the bar. White holds the own 5 and 6 points with more than two checkers: Black's 20 and 19.
    match = game_from(Position.of({25: 1, 13: 7, 8: 7}, {5: 3, 6: 3, 13: 5, 8: 4}), on_roll=BLACK)
    throw(match, "56")
    assert not match.legal_plays
    match.play()
    assert (match.phase, match.to_act) == (Phase.TO_ROLL, WHITE)
    assert match.position_for(BLACK).bar == 1


def test_e07_one_then_five_hits_five_then_one_is_closed() -> None:
    # Black to move from 24. White has one checker on the own 7 point, Black's 18, and holds the own 6, Black's 19.
    position = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {7: 1, 6: 5, 13: 5, 8: 4})
    result = after(position, "15", "24/23/18*")
    assert (result.points[18], result.opponent_bar) == (1, 1)
    assert "24/19 is blocked: the opponent holds the 19 point" in why_refused(position, "15", "24/19/18*")


def test_e08_three_bears_off_and_five_moves_from_the_six_point() -> None:
    # Nobody on 5.
    position = Position.of({6: 3, 4: 4, 3: 4, 2: 2, 1: 2}, {6: 15})
    result = after(position, "35", "3/off 6/1")
    assert (result.off, result.points[3], result.points[6], result.points[1]) == (1, 3, 2, 3)
    # With the 6 point occupied, the 5 can be nothing but 6/1.
    assert all(any(str(step) == "6/1" for step in play.steps) for play in position.legal_plays((3, 5)))
    assert "larger number bears off the rearmost checker, on the 6 point" in why_refused(position, "35", "4/off")


def test_e09_six_five_bears_off_from_six_and_five() -> None:
    position = Position.of({6: 4, 5: 4, 4: 3, 3: 2, 2: 2}, {6: 15})
    result = after(position, "65", "6/off 5/off")
    assert (result.off, result.points[6], result.points[5]) == (2, 3, 3)


def test_e10_the_second_die_bears_off_once_the_first_brought_everybody_home() -> None:
    # The last checker is on 9: the 3 brings it home, the 5 bears off.
    position = Position.of({9: 1, 6: 4, 5: 4, 4: 3, 3: 3}, {6: 15})
    assert after(position, "53", "9/6 5/off").off == 1
    assert "outside home" in why_refused(position, "53", "5/off 9/6")


def test_e11_a_refused_redouble_costs_two_an_accepted_one_makes_four() -> None:
    def redoubled() -> Match:
        match = opened()
        match.double()
        match.take()
        throw(match, "42")
        match.play(steps("8/4 6/4"))
        assert match.state.cube == Cube(2, WHITE)
        match.double()
        return match

    refused = redoubled()
    refused.drop()
    assert (refused.results[0].winner, refused.results[0].points) == (WHITE, 2)
    accepted = redoubled()
    accepted.take()
    assert accepted.state.cube == Cube(4, BLACK)


def test_e12_a_beaver_turns_the_cube_at_once_and_keeps_it() -> None:
    match = opened(RuleSet(beavers=True))
    match.double()  # Black offers 2
    match.beaver()  # White makes it 4 and keeps it
    match.take()
    assert match.state.cube == Cube(4, WHITE)
    assert match.to_act is BLACK
    assert "White owns the cube" in why_not(match, Doubled(BLACK))


def test_e13_a_gammon_with_the_cube_never_turned_counts_one() -> None:
    result = won_by_white({6: 15}, RuleSet(jacoby=True))
    assert (result.win, result.points) == (Win.GAMMON, 1)
    assert "Black has borne off no checker" in str(result.why)
    assert "Jacoby rule" in str(result.why)


def test_e14_all_home_counts_two_one_outside_counts_three() -> None:
    rules = RuleSet.preset("003-de")
    assert won_by_white({6: 15}, rules).points == 2
    assert won_by_white({7: 1, 6: 14}, rules).points == 3
