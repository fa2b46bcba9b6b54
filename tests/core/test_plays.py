"""`Step`, `Play` and its notation, and `LegalPlays`: found late, once, and in a fixed order."""

import copy
import pickle
import random
import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.strategies import examples, rolls, slow_plays, unfinished_positions
from sixprime import BearOff, InvalidRoll, LegalPlays, Play, Position, Roll, RuleSet, Step
from sixprime.core import movegen
from sixprime.core.plays import move_checker

STANDARD_MOVER = {24: 2, 13: 5, 8: 3, 6: 5}
START = Position.standard()


def notations(position: Position, roll: str, rules: RuleSet | None = None) -> list[str]:
    return [str(play) for play in LegalPlays(position, Roll.of(roll), rules)]


class TestMovingACheckerOnTheBoard:
    @examples(200)
    @given(unfinished_positions(), rolls())
    def test_plain_python_and_the_kernel_agree(self, position: Position, roll: Roll) -> None:
        for die in {roll.first, roll.second}:
            for source in range(1, 26):
                board = movegen.to_board(position)
                target = movegen.landing(board, source, die, BearOff.STANDARD) if position.points[source] > 0 else -1
                if target < 0:
                    continue
                points = list(position.points)
                hit = move_checker(points, source, target)
                after, kernel_hit = movegen.after_step(board, source, target)
                assert (points, hit) == (after.tolist(), kernel_hit)

    @examples(100)
    @given(unfinished_positions(), rolls())
    def test_legal_steps_make_the_play(self, position: Position, roll: Roll) -> None:
        for play in LegalPlays(position, roll):
            made = Play.of_legal_steps(position, play.pairs)
            assert made == play
            assert made.notation() == play.notation()
            assert [step.hit for step in made.steps] == [step.hit for step in play.steps]


class TestStep:
    @pytest.mark.parametrize(
        ("step", "notation"),
        [
            (Step(8, 5, 3), "8/5"),
            (Step(24, 18, 6, hit=True), "24/18*"),
            (Step(25, 20, 5), "bar/20"),
            (Step(25, 20, 5, hit=True), "bar/20*"),
            (Step(4, 0, 6), "4/off"),
        ],
    )
    def test_notation(self, step: Step, notation: str) -> None:
        assert str(step) == notation

    def test_the_repr_can_be_pasted_back(self) -> None:
        step = Step(25, 20, 5, hit=True)
        assert eval(repr(step), {"Step": Step}) == step


class TestPlay:
    def test_plays_are_equal_when_they_lead_to_the_same_position(self) -> None:
        three_first, one_first = Step(8, 5, 3), Step(6, 5, 1)
        result = START.legal_plays((3, 1)).reaching(Position.of({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, STANDARD_MOVER))
        assert result is not None
        play = Play(START, (three_first, one_first), result.result)
        other_order = Play(START, (one_first, three_first), result.result)
        assert play == other_order == result
        assert len({play, other_order, result}) == 1
        assert str(play) == str(other_order) == "8/5 6/5"

    def test_plays_differ_by_where_they_begin_and_end(self) -> None:
        plays = list(START.legal_plays((3, 1)))
        assert plays[0] != plays[1]
        assert Play.nothing(START) != Play.nothing(Position.nackgammon())
        assert plays[0] != "24/20"

    def test_nothing(self) -> None:
        nothing = Play.nothing(START)
        assert not nothing
        assert (nothing.steps, nothing.result, nothing.hits, str(nothing)) == ((), START, 0, "")

    def test_hits_are_counted(self) -> None:
        position = Position.of({6: 2}, {20: 1, 21: 1}, 2)
        assert {str(play): play.hits for play in position.legal_plays((2, 1))} == {
            "6/4*/3": 1,
            "6/5*/3": 1,
            "6/5* 6/4*": 2,
        }

    def test_a_play_cannot_be_changed(self) -> None:
        play = next(iter(START.legal_plays((6, 5))))
        with pytest.raises(AttributeError):
            play.result = START
        with pytest.raises(AttributeError):
            del play.position
        with pytest.raises(AttributeError):
            play.steps = ()  # type: ignore[misc]
        assert (play.position, play.result) == (START, next(iter(START.legal_plays((6, 5)))).result)

    def test_a_play_can_be_pasted_back_pickled_and_copied(self) -> None:
        play = next(iter(START.legal_plays((6, 5))))
        again = eval(repr(play), {"Play": Play, "Position": Position, "Step": Step})
        for other in (again, pickle.loads(pickle.dumps(play)), copy.deepcopy(play)):
            assert (other, other.steps) == (play, play.steps)


class TestNotation:
    @pytest.mark.parametrize(
        ("mover", "opponent", "checkers", "roll", "notation"),
        [
            # two checkers, the rearmost first
            (STANDARD_MOVER, STANDARD_MOVER, 15, "31", "8/5 6/5"),
            (STANDARD_MOVER, STANDARD_MOVER, 15, "61", "13/7 8/7"),
            # one checker by both dice is written in one
            (STANDARD_MOVER, STANDARD_MOVER, 15, "65", "24/13"),
            # unless it hits on the way
            (STANDARD_MOVER, {24: 2, 13: 5, 8: 2, 7: 1, 6: 5}, 15, "65", "24/18*/13"),
            (STANDARD_MOVER, {24: 2, 13: 5, 8: 3, 7: 1, 4: 1, 6: 3}, 15, "63", "24/21*/15"),
            # from the bar
            ({25: 1}, {1: 2, 2: 2, 3: 2, 4: 2, 6: 2, 8: 2}, 15, "53", "bar/20"),
            ({25: 2, 6: 2}, {1: 2}, 4, "54", "bar/21 bar/20"),
            ({25: 1}, {5: 1}, 1, "51", "bar/20*/19"),
            ({25: 3, 6: 2}, {1: 2}, 5, "55", "bar/20(3) 6/1"),
            # off the board
            ({6: 2}, {6: 2}, 2, "66", "6/off(2)"),
            ({6: 2, 3: 2}, {6: 4}, 4, "66", "6/off(2) 3/off(2)"),
            ({6: 1, 5: 1, 4: 3}, {6: 5}, 5, "65", "6/off 5/off"),
            ({7: 1, 6: 2}, {6: 5}, 5, "61", "7/off"),
            ({5: 1}, {6: 5}, 5, "61", "5/off"),
            # doubles: equal moves once with their number, a point hit by the first of several starred once
            ({24: 1, 8: 2}, {22: 1, 6: 2}, 3, "55", "8/3*(2)"),
            ({13: 2, 24: 1}, {22: 1, 6: 2}, 3, "55", "13/3*(2)"),
            ({8: 2}, {22: 1, 6: 2}, 3, "55", "8/3*/off 8/off"),
            ({24: 4}, {3: 2}, 4, "11", "24/23(4)"),
            ({24: 2}, {6: 2}, 2, "11", "24/23 24/21"),
            ({24: 2}, {4: 2}, 4, "11", "24/22(2)"),
            ({24: 1, 18: 1}, {8: 1, 9: 1, 10: 1}, 3, "11", "18/17*/16*/15*/14"),
        ],
    )
    def test_golden(
        self, mover: dict[int, int], opponent: dict[int, int], checkers: int, roll: str, notation: str
    ) -> None:
        assert notation in notations(Position.of(mover, opponent, checkers), roll)

    def test_all_plays_of_an_opening_in_their_order(self) -> None:
        assert notations(START, "31") == [
            "24/23 24/21",
            "24/20",
            "24/21 8/7",
            "24/21 6/5",
            "24/23 13/10",
            "13/9",
            "13/10 8/7",
            "13/10 6/5",
            "24/23 8/5",
            "8/7 8/5",
            "8/5 6/5",
            "8/4",
            "24/23 6/3",
            "8/7 6/3",
            "6/5 6/3",
            "6/2",
        ]

    def test_points_can_go_by_other_names(self) -> None:
        play = next(play for play in START.legal_plays((6, 5)) if str(play) == "24/13")
        assert play.notation(lambda point: f"<{point}>") == "<24>/<13>"
        off = next(iter(Position.of({6: 2}, {6: 2}, 2).legal_plays((6, 6))))
        assert off.notation(lambda point: f"<{point}>") == "<6>/off(2)"
        entered = next(iter(Position.of({25: 1}, {5: 1}, 1).legal_plays((5, 1))))
        assert entered.notation(lambda point: f"<{point}>") == "bar/<20>*/<19>"


class TestLegalPlays:
    def test_it_is_found_when_first_asked_for(self) -> None:
        script = (
            "import sys\n"
            "from sixprime import Position\n"
            "plays = Position.standard().legal_plays((3, 1))\n"
            "assert 'numba' not in sys.modules\n"
            "assert len(plays) == 16\n"
            "assert 'numba' in sys.modules\n"
        )
        subprocess.run([sys.executable, "-c", script], check=True)

    def test_it_is_found_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        plays = START.legal_plays((3, 1))
        first = list(plays)
        monkeypatch.setattr(movegen, "play_rows", None)
        assert [id(play) for play in plays] == [id(play) for play in first]
        assert (len(plays), bool(plays)) == (16, True)

    def test_an_interrupted_search_is_not_taken_for_an_empty_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        plays = START.legal_plays((3, 1))

        def interrupted(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(movegen, "play_rows", interrupted)
            with pytest.raises(KeyboardInterrupt):
                len(plays)
        assert len(plays) == 16

    def test_threads_that_ask_at_once_all_get_the_whole_answer(self) -> None:
        for _ in range(20):
            plays = LegalPlays(START, (1, 1))
            counts: list[int] = []
            together = threading.Barrier(4)

            def ask(
                plays: LegalPlays = plays, counts: list[int] = counts, together: threading.Barrier = together
            ) -> None:
                together.wait()
                counts.append(len(list(plays)))

            askers = [threading.Thread(target=ask) for _ in range(4)]
            for asker in askers:
                asker.start()
            for asker in askers:
                asker.join()
            assert counts == [42] * 4

    def test_any_form_of_a_roll_will_do(self) -> None:
        assert set(START.legal_plays((1, 3))) == set(START.legal_plays(Roll(3, 1)))
        assert set(LegalPlays(START, "31")) == set(START.legal_plays((3, 1)))
        with pytest.raises(InvalidRoll):
            START.legal_plays((3, 7))

    def test_it_is_a_sequence(self) -> None:
        plays = START.legal_plays((3, 1))
        listed = list(plays)
        assert [plays[number] for number in range(len(plays))] == listed
        assert plays[-1] is listed[-1]
        assert list(plays[2:5]) == listed[2:5]
        assert list(reversed(plays)) == listed[::-1]
        assert plays.index(listed[7]) == 7
        assert random.Random(1).choice(plays) in listed
        for beyond in (16, -17):
            with pytest.raises(IndexError):
                plays[beyond]

    def test_only_the_plays_that_are_looked_at_are_made(self) -> None:
        plays = START.legal_plays((6, 6))
        assert len(plays) > 2
        assert plays
        assert not plays._made
        assert plays[1] in plays
        assert list(plays._made) == [1]

    def test_it_can_be_pickled(self) -> None:
        plays = START.legal_plays((3, 1))
        assert list(pickle.loads(pickle.dumps(plays))) == list(plays)

    @examples(60)
    @given(unfinished_positions(), rolls())
    def test_with_pairs_finds_plays_by_the_steps_they_are_listed_with(self, position: Position, roll: Roll) -> None:
        plays = position.legal_plays(roll)
        for play in plays:
            assert play.pairs == tuple((step.source, step.target) for step in play.steps)
            assert plays.with_pairs(play.pairs) is play
            again = Play(play.position, play.steps, play.result)
            assert again.pairs == play.pairs
        assert plays.with_pairs(((25, 30),)) is None
        assert plays.with_pairs(((24, 23),) * 200) is None
        nothing = plays.with_pairs(())
        assert nothing is None if plays else nothing == Play.nothing(position)

    def test_in(self) -> None:
        plays = START.legal_plays((3, 1))
        assert all(play in plays for play in plays)
        assert not any(play in plays for play in START.legal_plays((6, 5)))
        assert Play.nothing(START) not in plays
        assert 31 not in plays
        elsewhere = Position.nackgammon().legal_plays((3, 1))
        assert not any(play in plays for play in elsewhere)

    def test_where_nothing_moves_the_play_without_steps_is_the_legal_one(self) -> None:
        closed = Position.of({25: 1}, dict.fromkeys(range(1, 7), 2))
        plays = closed.legal_plays((6, 5))
        assert not plays
        assert (len(plays), list(plays)) == (0, [])
        assert Play.nothing(closed) in plays
        assert Play.nothing(START) not in plays

    def test_reaching(self) -> None:
        plays = START.legal_plays((3, 1))
        for play in plays:
            assert plays.reaching(play.result) is play
        assert plays.reaching(START) is None

    def test_a_finished_game_has_no_plays(self) -> None:
        assert not Position.of({}, {6: 1}).legal_plays((6, 5))
        assert not Position.of({6: 1}, {}).legal_plays((6, 5))

    def test_the_rules_decide_about_bearing_off(self) -> None:
        position = Position.of({6: 1, 3: 1}, {1: 1}, 2)
        assert notations(position, "32", RuleSet()) == ["6/1", "6/4 3/off"]
        assert notations(position, "32", RuleSet(bear_off=BearOff.REARMOST_ONLY)) == ["6/1"]
        assert notations(Position.of({2: 1}, {1: 1}, 1), "65", RuleSet(bear_off=BearOff.EXACT_ONLY)) == []

    def test_repr(self) -> None:
        position = Position.of({6: 2}, {6: 2}, 2)
        assert repr(position.legal_plays((6, 6))) == "<LegalPlays of 6-6: 6/off(2)>"
        closed = Position.of({25: 1}, dict.fromkeys(range(1, 7), 2))
        assert repr(closed.legal_plays((6, 5))) == "<LegalPlays of 6-5: none>"

    @examples(100)
    @given(unfinished_positions(), rolls())
    def test_one_play_for_each_result_in_its_best_order(self, position: Position, roll: Roll) -> None:
        """Of all orders of steps, the play shows one with the larger die first, then the rearmost checkers."""
        orders: dict[tuple[int, ...], list[tuple[tuple[int, ...], tuple[int, ...]]]] = {}
        for steps, result in slow_plays(position, roll, BearOff.STANDARD).items():
            if steps:
                dice, sources = tuple(-die for _, _, die in steps), tuple(-source for source, _, _ in steps)
                orders.setdefault(result, []).append((dice, sources))
        plays = list(position.legal_plays(roll))
        assert {play.result.points for play in plays} == set(orders)
        assert len(plays) == len(orders)
        for play in plays:
            shown = tuple(-step.die for step in play.steps), tuple(-step.source for step in play.steps)
            assert shown == min(orders[play.result.points])


@examples(60)
@given(unfinished_positions(), rolls(), st.sampled_from(BearOff))
def test_each_step_of_a_play_says_whether_it_hits(position: Position, roll: Roll, bear_off: BearOff) -> None:
    for play in position.legal_plays(roll, RuleSet(bear_off=bear_off)):
        points = list(position.points)
        for step in play.steps:
            assert points[step.source] > 0
            points[step.source] -= 1
            if step.target:
                assert step.hit is (points[step.target] == -1)
                if step.hit:
                    points[step.target] = 0
                    points[0] -= 1
                points[step.target] += 1
            else:
                assert not step.hit
        assert tuple(points) == play.result.points
