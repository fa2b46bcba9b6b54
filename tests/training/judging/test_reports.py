"""The arithmetic of losses, on decisions made by hand."""

import math

import numpy as np
import numpy.typing as npt
import pytest

from sixprime import Position, Roll
from sixprime.compiled.arrays import Boards
from sixprime.engine.net.evaluators import NetEvaluator
from sixprime.engine.net.nets import Net
from sixprime.engine.phases import GamePhase
from sixprime.training.judging.decision_sets import ReferenceDecision
from sixprime.training.judging.decisions import Decision, Player, Plays
from sixprime.training.judging.reports import JudgingProblem, by_evaluator, compare, judge, judge_gnubg, judge_mover

START = Position.standard()
RACE = Position.of({8: 5, 6: 5, 11: 5}, {6: 5, 8: 5, 12: 5})
NOT_SEARCHED = math.nan
Chances = tuple[float, float, float, float, float]


def decision(
    shallow: list[float],
    deep: list[float],
    *,
    position: Position = START,
    roll: tuple[int, int] = (3, 1),
    choices: tuple[int, int, int] = (0, 0, 0),
) -> ReferenceDecision:
    """Plays that can be told apart by the count on their first point."""
    boards = np.zeros((len(shallow), 26), dtype=np.int8)
    boards[:, 1] = range(len(shallow))
    return ReferenceDecision(
        Decision(position, Roll(*roll), "by hand"),
        boards,
        np.array(shallow),
        np.array(deep),
        choices,
        (0.001, 0.01, 0.1),
    )


def always(number: int) -> Player:
    def choose(boards: Boards) -> int:
        return number

    return choose


SET = [
    decision([0.30, 0.20, 0.10], [0.10, 0.25, 0.05], choices=(0, 1, 1)),
    decision([0.50, 0.40], [0.50, 0.42], roll=(4, 2), choices=(0, 1, 0)),
    decision([-0.2, -0.2], [-0.2, -0.2], position=RACE, choices=(1, 0, 0)),
]


class TestLosses:
    def test_are_what_is_missing_to_the_best_play(self) -> None:
        assert SET[0].losses == pytest.approx([0.15, 0.0, 0.20])
        assert SET[1].losses == pytest.approx([0.0, 0.08])
        assert not SET[0].beyond.any()

    def test_plays_that_were_not_searched_are_measured_from_the_best_by_the_net(self) -> None:
        far = decision([0.30, 0.20, -0.40], [0.10, 0.25, NOT_SEARCHED])
        assert far.losses == pytest.approx([0.15, 0.0, 0.15 + 0.70])
        assert far.beyond.tolist() == [False, False, True]


class TestReports:
    def test_overall(self) -> None:
        score = judge(always(0), SET).overall
        assert score.decisions == 3
        assert score.loss == pytest.approx(0.05)
        # Losses 0.15, 0, 0: their standard deviation is 0.15 / sqrt(3), that of the mean a third of 0.15.
        assert score.standard_error == pytest.approx(0.05)
        assert score.best == pytest.approx(2 / 3)
        assert score.beyond == 0

    def test_by_phase(self) -> None:
        scores = judge(always(1), SET).by_phase()
        assert set(scores) == {GamePhase.OPENING, GamePhase.RACE}
        opening = scores[GamePhase.OPENING]
        assert (opening.loss, opening.standard_error) == pytest.approx((0.04, 0.04))
        assert (opening.decisions, opening.best, opening.beyond) == (2, 0.5, 0)
        assert scores[GamePhase.RACE].loss == 0
        assert scores[GamePhase.RACE].best == 1
        assert math.isnan(scores[GamePhase.RACE].standard_error)

    def test_plays_that_were_not_searched_are_counted(self) -> None:
        far = decision([0.30, 0.20, -0.40], [0.10, 0.25, NOT_SEARCHED])
        assert judge(always(2), [SET[0], far]).overall.beyond == 1
        assert judge(always(1), [SET[0], far]).overall.beyond == 0

    def test_a_difference_of_rounding_is_none(self) -> None:
        assert judge(always(0), [decision([0.1, 0.0], [0.1, 0.1000005])]).overall.best == 1
        assert judge(always(0), [decision([0.1, 0.0], [0.1, 0.10001])]).overall.best == 0

    def test_the_player_sees_the_boards(self) -> None:
        def highest_first_point(boards: Boards) -> int:
            chosen = int(boards[:, 1].argmax())
            boards[:] = 0  # a player may scribble on what it is given
            return chosen

        for _ in range(2):
            assert judge(highest_first_point, SET).choices.tolist() == [2, 1, 1]

    def test_a_mover_sees_position_and_roll(self) -> None:
        def by_roll(position: Position, roll: Roll, boards: Boards) -> int:
            assert position in (START, RACE)
            return int(roll == Roll(4, 2))

        assert judge_mover(by_roll, SET).choices.tolist() == [0, 1, 0]

    def test_recorded_choices_of_gnubg(self) -> None:
        assert judge_gnubg(0, SET).overall.loss == pytest.approx(0.05)
        assert judge_gnubg(1, SET).overall.loss == pytest.approx(0.08 / 3)
        report = judge_gnubg(2, SET)
        assert report.overall.loss == 0
        assert report.seconds == pytest.approx(0.1)

    @pytest.mark.parametrize("number", [-1, 2])
    def test_a_choice_that_is_none(self, number: int) -> None:
        with pytest.raises(
            JudgingProblem, match=f"decision 1: there are 2 plays, and the player chose number {number}"
        ):
            judge(lambda boards: 0 if len(boards) == 3 else number, SET)

    def test_no_decisions(self) -> None:
        with pytest.raises(JudgingProblem, match="no decisions"):
            judge(always(0), [])


class TestEvaluators:
    """A player made of an evaluator takes the most points, not the most wins."""

    class Fixed:
        """The same five chances for the plays of every decision, as many as there are."""

        def __init__(self, *chances: Chances) -> None:
            self._chances = np.array(chances, dtype=np.float32)

        def after_plays(self, boards: Boards, checkers: int) -> npt.NDArray[np.float32]:
            assert checkers == 15
            return self._chances[: len(boards)]

    @pytest.mark.parametrize(
        ("first", "second", "better"),
        [
            ((0.6, 0.0, 0.0, 0.0, 0.0), (0.5, 0.0, 0.0, 0.0, 0.0), 0),
            ((0.6, 0.0, 0.0, 0.0, 0.0), (0.55, 0.2, 0.0, 0.0, 0.0), 1),
            ((0.6, 0.1, 0.0, 0.0, 0.0), (0.6, 0.1, 0.1, 0.0, 0.0), 1),
            ((0.6, 0.0, 0.0, 0.3, 0.0), (0.5, 0.0, 0.0, 0.0, 0.0), 1),
            ((0.6, 0.0, 0.0, 0.1, 0.1), (0.55, 0.0, 0.0, 0.1, 0.0), 0),
            ((0.6, 0.0, 0.0, 0.2, 0.2), (0.55, 0.0, 0.0, 0.2, 0.0), 1),
        ],
    )
    def test_points(self, first: Chances, second: Chances, better: int) -> None:
        assert judge(by_evaluator(self.Fixed(first, second)), [SET[1]]).choices.tolist() == [better]

    def test_a_net_bears_off_its_last_checker(self) -> None:
        """Also one that has learnt nothing: what is over is known."""
        boards = Plays()(Position.of({2: 1, 1: 1}, {6: 4}), Roll(2, 1))
        assert [int((board > 0).sum()) for board in boards] == [0, 1]  # both off, or clumsily one of them
        for seed in range(4):
            player = by_evaluator(NetEvaluator(Net.untrained(seed)))
            assert player(boards) == 0
            assert player(boards[::-1].copy()) == 1


class TestComparison:
    def test_is_pairwise(self) -> None:
        comparison = compare(judge(always(0), SET), judge(always(1), SET))
        # Losses 0.15, 0, 0 against 0, 0.08, 0.
        differences = np.array([0.15, -0.08, 0.0])
        assert comparison.overall.decisions == 3
        assert comparison.overall.loss == pytest.approx(differences.mean())
        assert comparison.overall.standard_error == pytest.approx(differences.std(ddof=1) / math.sqrt(3))
        assert comparison.by_phase[GamePhase.OPENING].loss == pytest.approx(0.035)
        assert comparison.by_phase[GamePhase.RACE].loss == 0

    def test_of_a_player_with_itself(self) -> None:
        overall = compare(judge(always(1), SET), judge(always(1), SET)).overall
        assert (overall.loss, overall.standard_error) == (0, 0)

    def test_other_decisions(self) -> None:
        with pytest.raises(JudgingProblem, match="the same decisions"):
            compare(judge(always(0), SET), judge(always(0), SET[::-1]))
