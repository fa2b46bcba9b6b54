"""Where a net is wrong: what it says of positions without looking ahead, against what rollouts say, by kind.

Errors are of the cubeless equity, net minus rollout, in the view of the player who has just moved. A net's own rollouts
know much that the net does not: whole games show what its beliefs lead to. They are not the truth either, because the
same net chooses the plays.

For a gate between two nets:

    >>> reference = reference_by(old_net)  # doctest: +SKIP
    >>> old, new = (measure(NetEvaluator(net), reference) for net in (old_net, new_net))  # doctest: +SKIP
    >>> {kind.value: accuracy.rms for kind, accuracy in new.by_kind().items()}  # doctest: +SKIP
    >>> compare_errors(old, new).overall.excess  # negative where the new net is nearer the rollouts  # doctest: +SKIP
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sixprime.compiled.arrays import Doubles, Flags
from sixprime.core.positions import MAX_CHECKERS
from sixprime.engine.net.chance_arrays import equities_of
from sixprime.engine.net.evaluators import Evaluator, NetEvaluator
from sixprime.engine.net.nets import Net
from sixprime.messages import text
from sixprime.training.judging.position_kinds import PositionKind
from sixprime.training.judging.reports import mean_and_error
from sixprime.training.judging.rollout_references import ReferenceProblem, RolloutReference


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How near a net comes to the rollouts of some positions, in points of cubeless equity."""

    positions: int
    reference_error: float
    """The mean standard error of the rollouts."""
    bias: float
    """The mean of net minus rollout: positive where the net overrates the player who has just moved."""
    bias_error: float
    """The standard error of the bias, over positions; not a number for a single position."""
    rms: float
    """The root of the mean square of net minus rollout, in which the rollouts' own noise is included."""
    corrected_rms: float
    """The error with the variance of the rollouts taken out; 0 where nothing is left."""


@dataclass(frozen=True, eq=False)
class AccuracyReport:
    """What a net says of each position of a reference, less what the rollouts say."""

    reference: RolloutReference
    misses: Doubles

    @property
    def overall(self) -> Accuracy:
        """Over all positions: kinds count by how many positions they have."""
        return self._accuracy(np.ones(len(self.misses), dtype=np.bool_))

    def by_kind(self) -> dict[PositionKind, Accuracy]:
        """For each kind of which there are positions."""
        return {kind: self._accuracy(chosen) for kind, chosen in _kinds(self.reference).items()}

    def _accuracy(self, chosen: Flags) -> Accuracy:
        misses, errors = self.misses[chosen], self.reference.errors[chosen]
        bias, bias_error = mean_and_error(misses)
        square = float(np.mean(misses**2))
        noise = float(np.mean(errors**2))
        return Accuracy(
            len(misses),
            float(errors.mean()),
            bias,
            bias_error,
            math.sqrt(square),
            math.sqrt(max(square - noise, 0.0)),
        )


@dataclass(frozen=True, slots=True)
class ErrorDifference:
    """How much larger the squared errors of a new net are than those of an old one, on the same positions."""

    positions: int
    excess: float
    """The mean of the new net's squared error less the old one's: negative where the new net is better. The noise of
    the rollouts is in both, and cancels out."""
    standard_error: float
    """Over positions; not a number for a single position."""


@dataclass(frozen=True, slots=True)
class ErrorComparison:
    """An old and a new net on the same positions."""

    overall: ErrorDifference
    by_kind: dict[PositionKind, ErrorDifference]


def measure(evaluator: Evaluator, reference: RolloutReference) -> AccuracyReport:
    """Compare what an evaluator says of positions with what the rollouts say."""
    if not len(reference):
        raise ReferenceProblem(text("there are no positions to judge by"))
    equities = equities_of(evaluator.after_plays(reference.boards, MAX_CHECKERS))
    return AccuracyReport(reference, equities.astype(np.float64) - reference.equities)


def measure_net(net: Net, reference: RolloutReference) -> AccuracyReport:
    """How far a net by itself is from the rollouts."""
    return measure(NetEvaluator(net), reference)


def compare_errors(old: AccuracyReport, new: AccuracyReport) -> ErrorComparison:
    """Pairwise differences between the squared errors of two nets that were measured by the same reference."""
    if old.reference is not new.reference and not _same(old.reference, new.reference):
        raise ReferenceProblem(text("nets can only be compared on the same rollouts"))
    excess = new.misses**2 - old.misses**2

    def over(chosen: Flags) -> ErrorDifference:
        return ErrorDifference(int(chosen.sum()), *mean_and_error(excess[chosen]))

    everywhere = np.ones(len(excess), dtype=np.bool_)
    return ErrorComparison(over(everywhere), {kind: over(chosen) for kind, chosen in _kinds(old.reference).items()})


def _kinds(reference: RolloutReference) -> dict[PositionKind, Flags]:
    """Which positions are of each kind that comes up."""
    chosen = {kind: reference.of_kind(kind) for kind in PositionKind}
    return {kind: rows for kind, rows in chosen.items() if rows.any()}


def _same(one: RolloutReference, other: RolloutReference) -> bool:
    return (
        one.kinds == other.kinds
        and np.array_equal(one.boards, other.boards)
        and np.array_equal(one.equities, other.equities)
    )
