"""R12 to R15: bearing off by the standard rule. The other two ways are in test_rule_options.py.

Black stands out of the way in these positions, all checkers on Black's own 6 point, unless it says otherwise.
"""

import pytest
from at_the_board import BLACK, WHITE, after, game_from, plays, steps, throw, why_refused

from sixprime import Position
from sixprime.core.match.events import Played

FAR = {6: 15}
HOME = {6: 3, 5: 2, 4: 4, 3: 2, 2: 2, 1: 2}


# Rule 12: only with all checkers home


@pytest.mark.parametrize("place", [7, 8, 18])
def test_r12_no_bearing_off_with_a_checker_outside_home(place: int) -> None:
    one_outside = Position.of({place: 1, 6: 4, 5: 4, 4: 3, 3: 3}, {1: 15})
    assert f"while one is on the {place} point, outside home" in why_refused(one_outside, "65", "6/off 5/off")
    # With two outside, one die brings one of them nearer, and the other die still bears off nobody.
    two_outside = Position.of({place: 2, 6: 4, 5: 3, 4: 3, 3: 3}, {1: 15})
    assert not any(play.result.off for play in two_outside.legal_plays((6, 5)))
    # With five outside, a double cannot do it either.
    five_outside = Position.of({place: 5, 6: 10}, {1: 15})
    assert five_outside.legal_plays((6, 6))
    assert not any(play.result.off for play in five_outside.legal_plays((6, 6)))


def test_r12_no_bearing_off_with_a_checker_on_the_bar() -> None:
    position = Position.of({25: 1, 6: 5, 5: 5, 4: 4}, {8: 15})
    assert "on the bar must enter first" in why_refused(position, "65", "6/off")
    assert "while one is on the 19 point, outside home" in why_refused(position, "65", "bar/19 5/off")


def test_r12_with_all_checkers_home_it_begins() -> None:
    assert after(Position.of(HOME, FAR), "65", "6/off 5/off").off == 2


def test_r12_the_second_die_may_bear_off_after_the_first_brought_the_last_checker_home() -> None:
    position = Position.of({8: 1, 6: 4, 5: 4, 4: 3, 3: 3}, FAR)
    assert after(position, "62", "8/6 6/off").off == 1
    assert after(position, "62", "8/2/off").off == 1
    # The other way round the checker on 8 is still outside.
    assert "outside home" in why_refused(position, "62", "6/off 8/6")


def test_r12_the_later_numbers_of_a_double_may_bear_off_too() -> None:
    # 9/6 and 8/5 bring the last two home; the third and the fourth 3 bear off.
    position = Position.of({9: 1, 8: 1, 3: 13}, FAR)
    result = after(position, "33", "9/6 8/5 3/off 3/off")
    assert (result.off, result.points[3]) == (2, 11)
    assert "while one is on the 8 point, outside home" in why_refused(position, "33", "9/6 3/off")


# Rule 13: from which point a die bears off


def test_r13_a_die_bears_off_from_its_own_point() -> None:
    result = after(Position.of(HOME, FAR), "42", "4/off 2/off")
    assert (result.off, result.points[4], result.points[2]) == (2, 3, 1)


def test_r13_a_die_does_not_bear_off_from_another_point_while_a_higher_one_is_occupied() -> None:
    position = Position.of(HOME, FAR)
    assert "a larger number bears off the rearmost checker, on the 6 point" in why_refused(position, "54", "3/off")
    assert "6/off needs a 6" in why_refused(position, "54", "6/off")


def test_r13_without_a_checker_on_its_point_the_die_moves_one_from_a_higher_point() -> None:
    # None on 5: a 5 can only be 6/1. Once both are down, nobody is higher than 5, and 5s bear off from 4.
    position = Position.of({6: 2, 4: 5, 3: 4, 2: 2, 1: 2}, FAR)
    assert plays(position, "55") == {"6/1(2) 4/off(2)"}
    assert "a larger number bears off the rearmost checker, on the 6 point" in why_refused(position, "55", "4/off")


def test_r13_with_no_checker_higher_the_die_bears_off_from_the_highest_point() -> None:
    position = Position.of({4: 3, 2: 3}, FAR)
    assert plays(position, "65") == {"4/off(2)"}
    assert "a larger number bears off the rearmost checker, on the 4 point" in why_refused(position, "65", "2/off")
    # Down to one on 4, the 6 takes that and the 5 the next highest.
    assert plays(Position.of({4: 1, 2: 3}, FAR), "65") == {"4/off 2/off"}


# Rule 14: bearing off is a choice


def test_r14_another_legal_move_may_be_played_instead_of_bearing_off() -> None:
    position = Position.of({6: 2, 4: 2, 1: 3}, FAR)
    assert after(position, "41", "4/off 1/off").off == position.off + 2
    assert after(position, "41", "6/2 6/5").off == position.off
    assert after(position, "41", "6/5 4/off").off == position.off + 1


def test_r14_where_nothing_else_is_possible_the_checker_must_go_off() -> None:
    position = Position.of({1: 3}, FAR)
    assert plays(position, "65") == {"1/off(2)"}
    assert "2 more numbers must be played" in why_refused(position, "65", "")
    assert "1 more number must be played" in why_refused(position, "65", "1/off")


# Rule 15: hit while bearing off


def test_r15_a_checker_hit_while_bearing_off_comes_round_before_bearing_off_goes_on() -> None:
    # White has borne off eight and has a single checker on 3. Black enters with a 3 from the bar and hits it.
    match = game_from(Position.of({25: 1, 6: 7, 5: 7}, {6: 2, 3: 1, 2: 4}), on_roll=BLACK)
    throw(match, "31")
    match.play(steps("bar/22* 6/5"))
    assert (match.position.bar, match.position.off) == (1, 8)
    # On the bar: the 4 enters, and the 6 bears nobody off.
    throw(match, "64")
    assert "must enter first" in str(match.refusal(Played(WHITE, steps("6/off bar/21"))))
    assert "on the 21 point, outside home" in str(match.refusal(Played(WHITE, steps("bar/21 6/off"))))
    match.play(steps("bar/21/15"))
    throw(match, "21")
    match.play(steps("6/4 6/5"))
    # On its way: the 6 could bear off from the 6 point, if the checker on 15 were home.
    throw(match, "63")
    assert "on the 15 point, outside home" in str(match.refusal(Played(WHITE, steps("6/off 15/12"))))
    match.play(steps("15/9/6"))
    throw(match, "21")
    match.play(steps("6/4 6/5"))
    # Home again: bearing off goes on from eight.
    throw(match, "62")
    match.play(steps("6/off 2/off"))
    assert match.position_for(WHITE).off == 10


def test_r15_checkers_already_borne_off_stay_off() -> None:
    # Black hits and White is shut out: Black moves on, and White still has eight off.
    match = game_from(Position.of({25: 1, 6: 7, 5: 7}, {6: 2, 3: 1, 2: 4}), on_roll=BLACK)
    throw(match, "31")
    match.play(steps("bar/22* 6/5"))
    throw(match, "65")
    assert "bar/19 is blocked" in str(match.refusal(Played(WHITE, steps("bar/19"))))
    match.play()
    assert (match.position_for(WHITE).off, match.position_for(WHITE).bar) == (8, 1)
