"""A roll played step by step: what can be touched, taken back, combined, and when it is a play."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.strategies import examples, refusal_of, rolls, slow_plays, unfinished_positions
from sixprime import ALL_ROLLS, BearOff, IllegalPlay, Play, Position, Roll, RuleSet, Step, Turn

START = Position.standard()


def pairs(turn: Turn) -> set[tuple[int, int]]:
    return {(step.source, step.target) for step in turn.next_steps}


class TestSteps:
    def test_a_turn_begins_with_nothing_played(self) -> None:
        turn = Turn(START, Roll(1, 3))
        assert (turn.position, turn.steps, turn.dice_left) == (START, (), (3, 1))
        assert not turn.is_complete

    def test_next_steps_of_an_opening(self) -> None:
        assert pairs(Turn(START, Roll(3, 1))) == {
            (24, 21), (13, 10), (8, 5), (6, 3), (24, 23), (8, 7), (6, 5),
        }  # fmt: skip

    def test_steps_change_the_board_and_use_up_the_dice(self) -> None:
        turn = Turn(START, Roll(3, 1)).move(8, 5)
        assert (turn.position.points[8], turn.position.points[5], turn.dice_left) == (2, 1, (1,))
        turn = turn.step(Step(6, 5, 1))
        assert (turn.position.points[6], turn.position.points[5], turn.dice_left) == (4, 2, ())
        assert turn.is_complete
        assert str(turn.play()) == "8/5 6/5"

    def test_a_double_has_four_steps(self) -> None:
        turn = Turn(START, Roll(1, 1))
        for left in (3, 2, 1, 0):
            turn = turn.move(6, 5)
            assert turn.dice_left == (1,) * left
        assert turn.is_complete
        assert str(turn.play()) == "6/5(4)"

    def test_a_hit_sends_a_checker_to_the_bar(self) -> None:
        turn = Turn(Position.of({24: 2}, {18: 1, 6: 1}, 2), Roll(6, 1)).move(24, 23)
        assert turn.steps[-1].hit is False
        hit = Turn(Position.of({24: 2}, {7: 1, 6: 1}, 2), Roll(6, 1)).move(24, 18)
        assert hit.steps[-1].hit
        assert hit.position.opponent_bar == 1

    def test_only_the_larger_when_either_but_not_both_can_be_played(self) -> None:
        turn = Turn(Position.of({20: 1}, {16: 2}, 2), Roll(6, 5))
        assert pairs(turn) == {(20, 14)}
        assert turn.move(20, 14).is_complete

    def test_no_step_that_spoils_the_other_die(self) -> None:
        turn = Turn(Position.of({20: 1, 7: 1}, {16: 2, 23: 2}, 4), Roll(6, 5))
        assert pairs(turn) == {(20, 15), (7, 1)}

    def test_nothing_can_be_played(self) -> None:
        closed = Position.of({25: 1}, dict.fromkeys(range(1, 7), 2))
        turn = Turn(closed, Roll(6, 5))
        assert turn.is_complete
        assert turn.play() == Play.nothing(closed)

    def test_nothing_is_played_in_a_finished_game(self) -> None:
        assert Turn(Position.of({}, {6: 1}), Roll(6, 5)).next_steps == ()

    def test_the_exact_die_bears_off_where_both_could(self) -> None:
        turn = Turn(Position.of({4: 2, 2: 1}, {6: 3}, 3), Roll(6, 4))
        assert turn.move(4, 0).dice_left == (6,)
        assert turn.journeys(4)[0].dice_left == (6,)

    def test_a_step_that_lies_about_its_die_or_its_hit_is_refused(self) -> None:
        turn = Turn(START, Roll(3, 1))
        for lie in (Step(8, 5, 1), Step(8, 5, 3, hit=True), Step(8, 4, 3)):
            with pytest.raises(IllegalPlay):
                turn.step(lie)


class TestTakingBack:
    def test_undo_gives_the_turn_before(self) -> None:
        first = Turn(START, Roll(3, 1))
        second = first.move(8, 5)
        assert second.undo() == first
        assert second.undo().position == START
        assert second.undo().dice_left == (3, 1)
        assert second.move(6, 5).undo() == second

    def test_undo_at_the_start_is_the_turn_itself(self) -> None:
        turn = Turn(START, Roll(3, 1))
        assert turn.undo() is turn

    def test_restarted(self) -> None:
        turn = Turn(START, Roll(1, 1)).move(8, 7).move(6, 5).move(6, 5)
        assert turn.restarted() == Turn(START, Roll(1, 1))
        assert turn.restarted().position == START

    def test_a_turn_is_a_value_whatever_way_it_was_made(self) -> None:
        made = Turn(START, Roll(3, 1)).move(8, 5)
        written = Turn(START, Roll(3, 1), steps=(Step(8, 5, 3),))
        assert written == made
        assert (written.position, written.dice_left) == (made.position, made.dice_left)
        assert written.next_steps == made.next_steps
        assert written.undo() == made.undo()

    def test_a_pair_of_numbers_is_a_roll_here_too(self) -> None:
        assert Turn(START, (3, 1)).next_steps == Turn(START, Roll(3, 1)).next_steps


class TestJourneys:
    def test_both_dice_with_one_checker(self) -> None:
        journeys = Turn(START, Roll(6, 5)).journeys(24)
        assert set(journeys) == {18, 13}
        assert journeys[13].is_complete
        assert str(journeys[13].play()) == "24/13"

    def test_a_double_goes_up_to_four_times(self) -> None:
        journeys = Turn(START, Roll(2, 2)).journeys(13)
        assert {target: len(turn.steps) for target, turn in journeys.items()} == {11: 1, 9: 2, 7: 3, 5: 4}

    def test_the_way_that_hits_nothing_is_chosen(self) -> None:
        for blot, way in ((18, 19), (19, 18)):
            position = Position.of({24: 1, 6: 1}, {25 - blot: 1, 20: 1}, 2)
            turn = Turn(position, Roll(6, 5))
            journeys = turn.journeys(24)
            assert set(journeys) == {19, 18, 13}
            assert journeys[13].steps[0].target == way
            assert journeys[13].position.opponent_bar == 0
            assert journeys[blot].position.opponent_bar == 1

    def test_the_only_way_may_hit(self) -> None:
        position = Position.of({24: 1, 6: 1}, {7: 1, 6: 2}, 3)
        journeys = Turn(position, Roll(6, 5)).journeys(24)
        assert set(journeys) == {18, 13}
        assert [step.hit for step in journeys[13].steps] == [True, False]

    def test_the_fewest_steps_are_chosen(self) -> None:
        position = Position.of({5: 1, 4: 1}, {6: 2}, 2)
        assert len(Turn(position, Roll(6, 1)).journeys(5)[0].steps) == 1

    def test_off_the_board_by_both_dice(self) -> None:
        journeys = Turn(Position.of({5: 1}, {6: 1}, 1), Roll(3, 2)).journeys(5)
        assert set(journeys) == {3, 2, 0}
        assert len(journeys[0].steps) == 2

    def test_in_the_middle_of_a_turn(self) -> None:
        assert set(Turn(START, Roll(6, 5)).move(13, 7).journeys(24)) == set()
        assert set(Turn(START, Roll(6, 4)).move(24, 20).journeys(20)) == {14}

    def test_nothing_from_where_no_checker_stands(self) -> None:
        turn = Turn(START, Roll(6, 5))
        assert turn.journeys(23) == turn.journeys(19) == turn.journeys(25) == turn.journeys(0) == {}

    @examples(60)
    @given(unfinished_positions(), rolls())
    def test_a_journey_moves_one_checker_and_agrees_with_move(self, position: Position, roll: Roll) -> None:
        turn = Turn(position, roll)
        for source in range(1, 26):
            for target, after in turn.journeys(source).items():
                place = source
                for step in after.steps:
                    assert step.source == place
                    place = step.target
                assert place == target
                if (source, target) in pairs(turn):
                    assert after.steps == turn.move(source, target).steps


class TestPlay:
    @pytest.mark.parametrize(("played", "left"), [([], "2 more numbers"), ([(8, 5)], "1 more number")])
    def test_an_unfinished_turn_is_no_play(self, played: list[tuple[int, int]], left: str) -> None:
        turn = Turn(START, Roll(3, 1))
        for source, target in played:
            turn = turn.move(source, target)
        assert refusal_of(IllegalPlay, turn.play) == f"the turn is not over: {left} must be played"

    def test_numbers_that_cannot_be_played_are_not_asked_for(self) -> None:
        turn = Turn(Position.of({20: 1}, {16: 2}, 2), Roll(6, 5))
        assert refusal_of(IllegalPlay, turn.play) == "the turn is not over: 1 more number must be played"


class TestPlayOf:
    def test_steps_in_a_playable_order(self) -> None:
        turn = Turn(START, Roll(3, 1))
        assert turn.play_of([(8, 5), (6, 5)]) == turn.play_of([(6, 5), (8, 5)])
        assert str(turn.play_of([(24, 23), (23, 20)])) == "24/20"

    def test_the_die_of_each_step_is_found(self) -> None:
        """6-4 with 4/off first: the 6 must do it, or the checker from the 6 point could not go."""
        turn = Turn(Position.of({4: 1}, {6: 1}, 1), Roll(6, 5))
        assert turn.play_of([(4, 0)]).steps == (Step(4, 0, 6),)
        both = Turn(Position.of({4: 2}, {6: 2}, 2), Roll(6, 4))
        assert both.play_of([(4, 0), (4, 0)]).result.off == 2

    def test_none_where_none_is_possible(self) -> None:
        closed = Position.of({25: 1}, dict.fromkeys(range(1, 7), 2))
        assert Turn(closed, Roll(6, 5)).play_of([]) == Play.nothing(closed)

    def test_it_goes_on_from_a_turn_already_begun(self) -> None:
        turn = Turn(START, Roll(3, 1)).move(8, 5)
        assert str(turn.play_of([(6, 5)])) == "8/5 6/5"

    @pytest.mark.parametrize(
        ("wanted", "complaint"),
        [
            ([], "the turn is not over: 2 more numbers must be played"),
            ([(8, 5)], "the turn is not over: 1 more number must be played"),
            ([(8, 5), (8, 5)], "8/5 is 3 away, and the dice left are 1"),
            ([(8, 5), (6, 5), (6, 5)], "6/5: all the dice have been played"),
            ([(8, 4)], "8/4 is 4 away, and the dice left are 3 1"),
            ([(8, 5)] * 5, "a play has at most four steps"),
        ],
    )
    def test_the_first_step_that_cannot_be_is_named(self, wanted: list[tuple[int, int]], complaint: str) -> None:
        assert refusal_of(IllegalPlay, lambda: Turn(START, Roll(3, 1)).play_of(wanted)) == complaint

    def test_lists_are_pairs_too(self) -> None:
        turn = Turn(START, Roll(3, 1))
        wanted: list[tuple[int, int]] = [[8, 5], [6, 5]]  # type: ignore[list-item]
        assert str(turn.play_of(wanted)) == "8/5 6/5"

    @pytest.mark.parametrize("wanted", [[8], ["8/5"], [(8,)], [(8, 5, 3)], [None], 8, None, [(8.5, 5.5)], [({}, [])]])
    def test_what_are_no_pairs_of_points_are_refused(self, wanted: list[tuple[int, int]]) -> None:
        with pytest.raises((IllegalPlay, TypeError)) as refused:
            Turn(START, Roll(3, 1)).play_of(wanted)
        assert "why_not()" not in str(refused.value)

    @examples(60)
    @given(unfinished_positions(), rolls(), st.sampled_from(BearOff), st.randoms(use_true_random=False))
    def test_accepted_are_exactly_the_legal_orders(
        self, position: Position, roll: Roll, bear_off: BearOff, rng: random.Random
    ) -> None:
        legal: dict[tuple[tuple[int, int], ...], set[tuple[int, ...]]] = {}
        for steps, result in slow_plays(position, roll, bear_off).items():
            legal.setdefault(tuple((source, target) for source, target, _ in steps), set()).add(result)
        turn = Turn(position, roll, RuleSet(bear_off=bear_off))
        wanted = rng.sample(sorted(legal), min(len(legal), 5))
        for order in wanted:
            assert turn.play_of(order).result.points in legal[order]
            spoilt = list(order)
            if spoilt:
                place = rng.randrange(len(spoilt))
                spoilt[place] = (rng.randint(0, 26), rng.randint(-1, 25))
            for wrong in (tuple(spoilt), order[:-1], (*order, (6, 5)), order[::-1]):
                if wrong not in legal:
                    with pytest.raises(IllegalPlay):
                        turn.play_of(wrong)


@examples(60)
@given(unfinished_positions(), rolls(), st.sampled_from(BearOff))
def test_next_steps_are_those_that_begin_a_legal_play(position: Position, roll: Roll, bear_off: BearOff) -> None:
    legal = slow_plays(position, roll, bear_off)
    turn = Turn(position, roll, RuleSet(bear_off=bear_off))
    assert {(step.source, step.target, step.die) for step in turn.next_steps} == {steps[0] for steps in legal if steps}
    for step in turn.next_steps:
        after = turn.step(step)
        first = (step.source, step.target, step.die)
        going_on = {steps[1] for steps in legal if len(steps) > 1 and steps[0] == first}
        assert {(later.source, later.target, later.die) for later in after.next_steps} == going_on


@pytest.mark.parametrize("roll", ALL_ROLLS, ids=str)
def test_every_way_through_an_opening_is_a_legal_play_and_every_legal_play_is_found(roll: Roll) -> None:
    legal = START.legal_plays(roll)
    reached: set[Position] = set()
    known: set[tuple[Position, tuple[int, ...]]] = set()
    stack = [Turn(START, roll)]
    while stack:
        turn = stack.pop()
        if (turn.position, turn.dice_left) in known:
            continue
        known.add((turn.position, turn.dice_left))
        if turn.is_complete:
            assert turn.play() in legal
            reached.add(turn.position)
        stack.extend(turn.step(step) for step in turn.next_steps)
    assert reached == {play.result for play in legal}
