"""R1 to R11: the board, the opening, moving, hitting, entering, and what a prime does."""

import pytest
from at_the_board import BLACK, STUCK, WHITE, after, game_from, opened, plays, steps, throw, why_not, why_refused

from sixprime import ALL_ROLLS, InvalidPosition, Match, Phase, Position, RecordedDice, Roll
from sixprime.core.match.events import OpeningRolled, Played, Rolled

START = Position.standard()


# Rule 1: the board


def test_r01_both_sides_start_with_fifteen_checkers_on_four_points() -> None:
    match = Match()
    for player in (WHITE, BLACK):
        view = match.position_for(player).points
        assert {point: count for point, count in enumerate(view) if count > 0} == {24: 2, 13: 5, 8: 3, 6: 5}
    # One side's 24, 13, 8 and 6 points are the other's 1, 12, 17 and 19.
    assert {point: -count for point, count in enumerate(START.points) if count < 0} == {1: 2, 12: 5, 17: 3, 19: 5}
    assert (START.bar, START.opponent_bar, START.off, START.opponent_off) == (0, 0, 0, 0)


def test_r01_no_point_beyond_24_and_no_sixteenth_checker() -> None:
    with pytest.raises(InvalidPosition, match="no 26 point"):
        Position.of({26: 1}, {1: 2})
    with pytest.raises(InvalidPosition, match="16 checkers, 15 at most"):
        Position.of({24: 16}, {6: 2})
    assert "not on the board" in why_refused(START, "61", "30/24")


# Rule 2: direction


def test_r02_the_sides_move_in_opposite_directions() -> None:
    match = Match()
    match.open(RecordedDice(["61"]))
    match.play(steps("24/18 8/7"))
    # White's checker went from 24 down to 18. In Black's numbers it went up, from 1 to 7.
    black_view = match.position_for(BLACK).points
    assert (black_view[1], black_view[7]) == (-1, -1)
    throw(match, "43")
    match.play(steps("24/20 13/10"))
    # Black's checker, from 24 down to 20, went up from White's 1 to White's 5.
    white_view = match.position_for(WHITE).points
    assert (white_view[1], white_view[5]) == (-1, -1)


def test_r02_no_checker_moves_back() -> None:
    assert "only move forward" in why_refused(START, "21", "6/8")
    assert "only move forward" in why_refused(START, "21", "6/6")
    assert not any(step.target >= step.source for play in START.legal_plays((2, 1)) for step in play.steps)


# Rule 3: the opening


def test_r03_the_higher_die_starts_and_plays_both_numbers() -> None:
    match = Match()
    assert (match.phase, match.to_act) == (Phase.OPENING, None)
    match.open(RecordedDice(["35"]))  # White throws a 3, Black a 5
    assert (match.phase, match.to_act) == (Phase.TO_PLAY, BLACK)
    assert match.state.roll == Roll(5, 3)
    match.play(steps("8/3 6/3"))
    assert (match.phase, match.to_act) == (Phase.TO_ROLL, WHITE)

    match = Match()
    match.open(RecordedDice(["61"]))
    assert match.to_act is WHITE


def test_r03_on_a_tie_both_throw_again() -> None:
    match = Match()
    match.open(RecordedDice(["44"]))
    assert (match.phase, match.to_act) == (Phase.OPENING, None)
    match.open(RecordedDice(["11"]))
    assert (match.phase, match.to_act) == (Phase.OPENING, None)
    match.open(RecordedDice(["24"]))
    assert (match.phase, match.to_act) == (Phase.TO_PLAY, BLACK)


def test_r03_the_starter_does_not_throw_a_second_time() -> None:
    match = Match()
    assert "opening roll comes first" in why_not(match, Rolled(WHITE, Roll(6, 5)))
    match.open(RecordedDice(["61"]))
    assert "White has to play the roll" in why_not(match, Rolled(WHITE, Roll(6, 5)))
    assert "White has to play the roll" in why_not(match, OpeningRolled(6, 5))


# Rule 4: two dice, two moves


def test_r04_the_players_throw_in_turns() -> None:
    match = opened()
    assert "not White's turn" in why_not(match, Rolled(WHITE, Roll(6, 5)))
    throw(match, "42")
    assert "not White's turn" in why_not(match, Played(WHITE, steps("8/4 6/4")))
    match.play(steps("8/4 6/4"))
    assert "not Black's turn" in why_not(match, Rolled(BLACK, Roll(6, 5)))
    throw(match, "65")
    assert match.to_act is WHITE


def test_r04_one_checker_plays_both_dice_or_two_play_one_each() -> None:
    one = after(START, "61", "13/7/6")
    assert (one.points[13], one.points[7], one.points[6]) == (4, 0, 6)
    two = after(START, "61", "13/7 8/7")
    assert (two.points[13], two.points[8], two.points[7]) == (4, 2, 2)


def test_r04_the_sum_is_not_one_move() -> None:
    # 24/13 with 6-5 goes by way of 18. By way of 19, where five enemy checkers stand, it does not.
    assert after(START, "65", "24/18/13").points[13] == 6
    assert "24/19 is blocked" in why_refused(START, "65", "24/19/13")
    assert "24/13 is 11 away" in why_refused(START, "65", "24/13")


def test_r04_either_die_may_be_played_first() -> None:
    # From 24 with 5-1: Black holds White's 19 (Black's 6), so only the 1 opens the way: 24/23/18.
    low_first = Position.of({24: 1, 6: 7, 5: 7}, {6: 5, 8: 5, 9: 5})
    assert after(low_first, "51", "24/23/18").points[18] == 1
    assert "blocked" in why_refused(low_first, "51", "24/19/18")
    # Black holds White's 23 (Black's 2) instead: only the 5 opens it: 24/19/18.
    high_first = Position.of({24: 1, 6: 7, 5: 7}, {2: 5, 8: 5, 9: 5})
    assert after(high_first, "51", "24/19/18").points[18] == 1
    assert "blocked" in why_refused(high_first, "51", "24/23/18")


# Rule 5: where a checker may land


@pytest.mark.parametrize(("enemies", "open_to_us"), [(0, True), (1, True), (2, False), (5, False)])
def test_r05_a_point_is_closed_by_two_enemy_checkers(enemies: int, open_to_us: bool) -> None:
    # White's 13/7 with the 6. Black has this many checkers on White's 7 (Black's 18), the others far behind.
    position = Position.of({13: 1, **STUCK}, {18: enemies, 6: 15 - enemies})
    if open_to_us:
        assert after(position, "62", "13/7/5").opponent_bar == enemies
    else:
        assert f"holds the 7 point with {enemies} checkers" in why_refused(position, "62", "13/7")


def test_r05_own_checkers_never_block() -> None:
    position = Position.of({13: 1, 7: 14}, {6: 15})
    assert after(position, "65", "13/7/2").points[7] == 14
    assert after(position, "65", "13/7 7/2").points[7] == 14


# Rule 6: doubles


def test_r06_a_double_is_played_four_times() -> None:
    assert after(START, "22", "24/22/20/18/16").points[16] == 1
    spread = after(START, "22", "13/11 13/11 6/4 6/4")
    assert (spread.points[11], spread.points[4]) == (2, 2)
    assert "1 more number must be played" in why_refused(START, "22", "13/11 13/11 6/4")
    assert "at most four steps" in why_refused(START, "22", "13/11 13/11 6/4 6/4 6/4")


def test_r06_as_many_of_the_four_as_can_be_played() -> None:
    # White: one checker on 24 and fourteen that have no 6. Black holds White's 6 (Black's 19): 24/18/12 and no further.
    position = Position.of({24: 1, 5: 7, 4: 7}, {19: 2, 6: 5, 5: 4, 4: 4})
    assert plays(position, "66") == {"24/12"}
    assert "1 more number must be played" in why_refused(position, "66", "24/18")
    assert "12/6 is blocked" in why_refused(position, "66", "24/18/12/6")


def test_r06_no_second_throw_after_a_double() -> None:
    match = opened()
    throw(match, "44")
    match.play(steps("13/9 13/9 8/4 8/4"))
    assert match.to_act is WHITE
    assert "not Black's turn" in why_not(match, Rolled(BLACK, Roll(4, 4)))


# Rule 7: both numbers, if there is a way

# White: 14 and 8, the rest without a 5 or 2. Black holds White's 12, 7 and 6 (Black's 13, 18 and 19).
# After 14/9 no 2 can be played (9/7 and 8/6 are closed), after 8/3 there is 3/1.
ONLY_ONE_WAY = Position.of({14: 1, 8: 1, 2: 7, 1: 6}, {13: 5, 18: 2, 19: 2, 6: 3, 5: 3})


def test_r07_both_numbers_must_be_played_where_a_way_exists() -> None:
    assert plays(ONLY_ONE_WAY, "52") == {"8/1"}
    assert "1 more number must be played" in why_refused(ONLY_ONE_WAY, "52", "8/3")
    assert "2 more numbers must be played" in why_refused(ONLY_ONE_WAY, "52", "")


def test_r07_a_first_move_that_spoils_the_second_is_refused() -> None:
    assert "after that a number could not be played" in why_refused(ONLY_ONE_WAY, "52", "14/9")
    # With White's 7 open, 14/9/7 plays both numbers too, and 14/9 is a legal beginning.
    both_ways = Position.of({14: 1, 8: 1, 2: 7, 1: 6}, {13: 5, 19: 4, 6: 3, 5: 3})
    assert plays(both_ways, "52") == {"8/1", "14/7"}


def test_r07_the_smaller_number_may_have_to_come_first() -> None:
    # White: 14 and thirteen checkers without a 6 or 3, one more on 4. Black holds White's 8 (Black's 17):
    # the 6 is playable only from 11, which the 3 reaches: 14/11/5. Playing the 3 by 4/1 would spoil the 6.
    position = Position.of({14: 1, 4: 1, 2: 6, 1: 7}, {17: 2, 6: 7, 5: 6})
    assert plays(position, "63") == {"14/5"}
    assert "after that a number could not be played" in why_refused(position, "63", "4/1")


# Rule 8: one number only. White: 14 and the fourteen that have no 5 or 2. Black holds White's 7 (Black's 18), so that
# whatever is played from 14 first, 14/9 or 14/12, the other number is closed.


def test_r08_of_two_numbers_that_exclude_each_other_the_larger_is_played() -> None:
    position = Position.of({14: 1, **STUCK}, {18: 2, 6: 7, 5: 6})
    assert plays(position, "52") == {"14/9"}
    assert after(position, "52", "14/9").points[9] == 1
    why = why_refused(position, "52", "14/12")
    assert "only one number can be played" in why
    assert "the larger, 5" in why


def test_r08_the_only_playable_number_must_be_played() -> None:
    # Black holds White's 9 as well (Black's 16): only the 2 is left.
    small = Position.of({14: 1, **STUCK}, {18: 2, 16: 2, 6: 6, 5: 5})
    assert plays(small, "52") == {"14/12"}
    assert "1 more number must be played" in why_refused(small, "52", "")
    # Black holds White's 12 instead (Black's 13): only the 5 is left.
    large = Position.of({14: 1, **STUCK}, {18: 2, 13: 2, 6: 6, 5: 5})
    assert plays(large, "52") == {"14/9"}
    assert "1 more number must be played" in why_refused(large, "52", "")


def test_r08_a_throw_without_a_legal_move_is_lost() -> None:
    # Black holds White's 9 and 12 (Black's 16 and 13).
    match = game_from(Position.of({14: 1, **STUCK}, {16: 2, 13: 2, 6: 6, 5: 5}))
    throw(match, "52")
    assert not match.legal_plays
    before = match.position_for(WHITE)
    match.play()
    assert match.position_for(WHITE) == before
    assert (match.phase, match.to_act) == (Phase.TO_ROLL, BLACK)


# Rule 9: hitting


def test_r09_a_single_enemy_checker_is_hit_and_goes_to_the_bar() -> None:
    # Black has one checker on White's 7 (Black's 18).
    position = Position.of({13: 1, **STUCK}, {18: 1, 6: 14})
    result = after(position, "62", "13/7*/5")
    assert (result.opponent_bar, result.points[7], result.points[5]) == (1, 0, 1)
    assert result.opponent_off == 0


def test_r09_passing_over_a_single_checker_does_not_hit_it() -> None:
    # Black has one checker on White's 8 (Black's 17): 13/7/5 goes past it.
    result = after(Position.of({13: 1, **STUCK}, {17: 1, 6: 14}), "62", "13/7/5")
    assert (result.opponent_bar, result.points[8]) == (0, -1)


def test_r09_four_hits_in_one_double() -> None:
    # Black has single checkers on White's 21, 18, 15 and 12 (Black's 4, 7, 10 and 13).
    position = Position.of({24: 1, **STUCK}, {4: 1, 7: 1, 10: 1, 13: 1, 6: 11})
    result = after(position, "33", "24/21*/18*/15*/12*")
    assert result.opponent_bar == 4
    assert plays(position, "33") == {"24/21*/18*/15*/12*"}


# Rule 10: entering


def test_r10_nothing_else_moves_while_a_checker_is_on_the_bar() -> None:
    position = Position.of({25: 1, 13: 5, 8: 4, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert "on the bar must enter first" in why_refused(position, "42", "8/4 6/4")
    assert "on the bar must enter first" in why_refused(position, "42", "6/4 bar/21")
    assert after(position, "42", "bar/21 6/4").bar == 0


@pytest.mark.parametrize("die", range(1, 7))
def test_r10_a_die_enters_on_its_point_of_the_enemy_home(die: int) -> None:
    # Black has no checker in the home board. The point that die n enters on is White's 25 - n, Black's n.
    position = Position.of({25: 1, **STUCK}, {14: 8, 13: 7})
    other = 6 if die != 6 else 5
    entered = after(position, f"{die}{other}", f"bar/{25 - die} {25 - die}/{25 - die - other}")
    assert entered.bar == 0
    assert "away, and the dice left are" in why_refused(position, f"{die}{die}", f"bar/{24 - die}")


def test_r10_as_many_enter_as_can() -> None:
    # Three on the bar; Black holds Black's 6, so that only the 4 enters one, on 21. The 6 is lost.
    position = Position.of({25: 3, 13: 6, 8: 6}, {6: 8, 7: 7})
    assert plays(position, "64") == {"bar/21"}
    assert "1 more number must be played" in why_refused(position, "64", "")
    assert "on the bar must enter first" in why_refused(position, "64", "bar/21 13/7")
    # With 4-4 all three enter, and the fourth 4 is played with any checker.
    assert plays(position, "44") == {"bar/21(3) 13/9", "bar/21(3) 8/4", "bar/21(2) bar/17"}


def test_r10_what_is_left_of_the_throw_is_played_normally() -> None:
    # Black holds White's 20 and 19 (Black's 5 and 6). The 4 enters on 21, the 2 on 23; then any checker may play
    # the other number, but for the entered one, which would land on 19.
    position = Position.of({25: 1, 13: 7, 8: 7}, {6: 8, 5: 7})
    assert plays(position, "42") == {"bar/21 13/11", "bar/21 8/6", "bar/23 13/9", "bar/23 8/4"}
    # Two on the bar: both dice are needed to enter.
    assert plays(Position.of({25: 2, 13: 7, 8: 6}, {6: 8, 5: 7}), "42") == {"bar/23 bar/21"}
    # Nobody in the way: the entered checker itself may go on.
    assert plays(Position.of({25: 1, **STUCK}, {8: 8, 7: 7}), "31") == {"bar/21", "bar/22 2/1"}


def test_r10_entering_may_hit() -> None:
    # Black has a single checker on Black's 4 point, White's 21.
    result = after(Position.of({25: 1, 13: 7, 8: 7}, {4: 1, 6: 14}), "42", "bar/21* 8/6")
    assert (result.bar, result.points[21], result.opponent_bar) == (0, 1, 1)


def test_r10_no_entry_on_a_point_the_enemy_holds() -> None:
    position = Position.of({25: 1, 13: 7, 8: 7}, {4: 2, 6: 13})
    assert "the opponent holds the 21 point with 2 checkers" in why_refused(position, "42", "bar/21")
    assert all(str(play).startswith("bar/23") for play in position.legal_plays((4, 2)))


# Rule 11: closed board and prime


def test_r11_nothing_enters_a_closed_board() -> None:
    # Black holds the six points of the own home with two checkers each.
    position = Position.of({25: 1, 13: 7, 8: 7}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 8: 3})
    for roll in ALL_ROLLS:
        assert not position.legal_plays(roll)
    match = game_from(position)
    throw(match, "66")
    assert "blocked" in str(match.refusal(Played(WHITE, steps("bar/19"))))
    match.play()
    assert match.to_act is BLACK


def test_r11_one_open_point_lets_its_number_in() -> None:
    # The same board with Black's 3 point open (White's 22).
    position = Position.of({25: 1, 13: 7, 8: 7}, {6: 2, 5: 2, 4: 2, 2: 2, 1: 2, 8: 5})
    for roll in ALL_ROLLS:
        assert bool(position.legal_plays(roll)) == (3 in roll)


@pytest.mark.parametrize("place", [24, 21, 19])
def test_r11_a_prime_cannot_be_passed(place: int) -> None:
    # Black holds White's 18 to 13 (Black's 7 to 12) with two checkers each; White waits behind that.
    position = Position.of({place: 2, 6: 7, 5: 6}, {12: 2, 11: 2, 10: 2, 9: 2, 8: 2, 7: 2, 24: 3})
    for roll in ALL_ROLLS:
        for play in position.legal_plays(roll):
            assert sum(play.result.points[19:25]) >= 2, f"{roll}: {play} passes the prime"


def test_r11_five_points_in_a_row_can_be_passed_by_a_six() -> None:
    # Black holds White's 18 to 14 only. From its edge a 6 jumps to 13; from one point further back it does not.
    five = {11: 2, 10: 2, 9: 2, 8: 2, 7: 2, 24: 5}
    assert after(Position.of({19: 2, 6: 7, 5: 6}, five), "62", "19/13/11").points[19] == 1
    assert "20/14 is blocked" in why_refused(Position.of({20: 2, 6: 7, 5: 6}, five), "62", "20/14")


def test_r11_both_sides_shut_out_at_once_is_no_position() -> None:
    # Each side holds its whole home and has a checker on the bar: nobody could ever move again.
    closed = {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 25: 1}
    with pytest.raises(InvalidPosition, match="nobody could ever move"):
        Position.of(closed, closed)
    # One of the two alone is a position: the other side enters.
    position = Position.of(closed, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 25: 1})
    assert {str(play.steps[0]) for play in position.legal_plays((6, 1))} == {"bar/24"}
