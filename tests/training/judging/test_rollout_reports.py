"""The arithmetic of a net's errors, on a reference made by hand."""

import math

import numpy as np
import numpy.typing as npt
import pytest

from sixprime import Position
from sixprime.engine.net.evaluators import NetEvaluator
from sixprime.training.judging.position_kinds import PositionKind
from sixprime.training.judging.rollout_references import ReferenceProblem, RolloutReference
from sixprime.training.judging.rollout_reports import compare_errors, measure

START = Position.standard()
RACE, BLITZ = PositionKind.RACE, PositionKind.BLITZ


def reference(*rows: tuple[PositionKind, float, float]) -> RolloutReference:
    """Positions that can be told apart by the count on their first point; equity and error of each."""
    boards = np.zeros((len(rows), 26), dtype=np.int8)
    boards[:, 1] = range(len(rows))
    kinds = tuple(kind for kind, _, _ in rows)
    return RolloutReference(
        boards, kinds, np.array([equity for _, equity, _ in rows]), np.array([error for _, _, error in rows])
    )


class Fixed:
    """Says the given equities, by the number on the first point."""

    def __init__(self, *equities: float) -> None:
        self._equities = np.array(equities)

    def after_plays(self, boards: npt.NDArray[np.int8], checkers: int) -> npt.NDArray[np.float32]:
        assert checkers == 15
        chances = np.zeros((len(boards), 5), dtype=np.float32)
        chances[:, 0] = (self._equities[boards[:, 1]] + 1) / 2
        return chances


ROWS = reference((BLITZ, 0.1, 0.01), (RACE, 0.5, 0.02), (BLITZ, -0.1, 0.03))


class TestAccuracy:
    def test_overall(self) -> None:
        accuracy = measure(Fixed(0.2, 0.4, 0.2), ROWS).overall  # misses .1, -.1, .3
        assert accuracy.positions == 3
        assert accuracy.reference_error == pytest.approx(0.02)
        assert accuracy.bias == pytest.approx(0.1)
        assert accuracy.bias_error == pytest.approx(0.2 / math.sqrt(3))
        assert accuracy.rms == pytest.approx(math.sqrt(0.11 / 3))
        assert accuracy.corrected_rms == pytest.approx(math.sqrt((0.11 - 0.0014) / 3))

    def test_by_kind(self) -> None:
        by_kind = measure(Fixed(0.2, 0.4, 0.2), ROWS).by_kind()
        assert list(by_kind) == [BLITZ, RACE]
        assert by_kind[BLITZ].positions == 2
        assert by_kind[BLITZ].bias == pytest.approx(0.2)
        assert by_kind[BLITZ].rms == pytest.approx(math.sqrt(0.05))
        assert by_kind[RACE].bias == pytest.approx(-0.1)
        assert math.isnan(by_kind[RACE].bias_error)

    def test_nothing_is_left_of_an_error_below_the_noise(self) -> None:
        accuracy = measure(Fixed(0.105, 0.5, -0.1), ROWS).overall
        assert accuracy.rms > 0
        assert accuracy.corrected_rms == 0

    def test_noise_in_the_rollouts_is_taken_out(self) -> None:
        """An evaluator that is wrong by .04 as a rule, and rollouts that are wrong by .05."""
        random = np.random.default_rng(7)
        truth = random.uniform(-1, 1, 100)
        noisy = reference(*((BLITZ, float(equity), 0.05) for equity in truth + random.normal(0, 0.05, 100)))
        accuracy = measure(Fixed(*(truth + random.normal(0, 0.04, 100))), noisy).overall
        assert accuracy.rms == pytest.approx(0.064, rel=0.15)
        assert accuracy.corrected_rms == pytest.approx(0.04, rel=0.25)

    def test_a_net_is_asked_for_who_has_just_moved(self) -> None:
        boards = np.array([START.points], dtype=np.int8)
        kept = RolloutReference(boards, (PositionKind.OPENING,), np.array([0.0]), np.array([0.01]))
        net = NetEvaluator.default()
        expected = -net.chances(START.flipped()).equity
        assert measure(net, kept).overall.bias == pytest.approx(expected, abs=1e-5)

    def test_nothing_to_measure_by(self) -> None:
        with pytest.raises(ReferenceProblem, match="no positions"):
            measure(Fixed(), reference())


class TestComparison:
    def test_is_pairwise(self) -> None:
        old, new = measure(Fixed(0.2, 0.4, 0.2), ROWS), measure(Fixed(0.1, 0.4, 0.0), ROWS)
        comparison = compare_errors(old, new)  # squares .01, .01, .09 and 0, .01, .01
        differences = np.array([-0.01, 0.0, -0.08])
        assert comparison.overall.positions == 3
        assert comparison.overall.excess == pytest.approx(differences.mean())
        assert comparison.overall.standard_error == pytest.approx(differences.std(ddof=1) / math.sqrt(3))
        assert comparison.by_kind[BLITZ].excess == pytest.approx(-0.045)
        assert comparison.by_kind[RACE].excess == pytest.approx(0, abs=1e-7)
        assert list(comparison.by_kind) == [BLITZ, RACE]

    def test_the_other_way_round_it_is_the_opposite(self) -> None:
        old, new = measure(Fixed(0.2, 0.4, 0.2), ROWS), measure(Fixed(0.1, 0.4, 0.0), ROWS)
        assert compare_errors(new, old).overall.excess == -compare_errors(old, new).overall.excess

    def test_equal_references_are_the_same(self) -> None:
        again = RolloutReference(ROWS.boards.copy(), ROWS.kinds, ROWS.equities.copy(), ROWS.errors.copy())
        one, other = measure(Fixed(0.2, 0.4, 0.2), ROWS), measure(Fixed(0.2, 0.4, 0.2), again)
        assert compare_errors(one, other).overall.excess == 0

    @pytest.mark.parametrize(
        "other",
        [
            reference((BLITZ, 0.1, 0.01), (RACE, 0.5, 0.02)),
            reference((BLITZ, 0.1, 0.01), (RACE, 0.6, 0.02), (BLITZ, -0.1, 0.03)),
            reference((BLITZ, 0.1, 0.01), (BLITZ, 0.5, 0.02), (BLITZ, -0.1, 0.03)),
        ],
    )
    def test_other_references(self, other: RolloutReference) -> None:
        with pytest.raises(ReferenceProblem, match="the same rollouts"):
            compare_errors(measure(Fixed(0.2, 0.4, 0.2), ROWS), measure(Fixed(0.2, 0.4, 0.2), other))
