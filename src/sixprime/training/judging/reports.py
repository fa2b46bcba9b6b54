"""How good a player's checker plays are: what each gives away, on average and by kind of position.

A loss is in points of a cubeless money game, against the best play by the reference. It has a standard error, because a
set is only a sample; two players are compared on the same decisions, where most of that error cancels out.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sixprime.compiled.arrays import Boards, Doubles, Flags, Longs
from sixprime.core import SixprimeError
from sixprime.core.positions import MAX_CHECKERS
from sixprime.engine.net.chance_arrays import equities_of
from sixprime.engine.phases import GamePhase
from sixprime.messages import text
from sixprime.training.judging.decision_sets import CHOICE_PLIES, ReferenceDecision
from sixprime.training.judging.decisions import Decision, Mover, Player, by_boards

if TYPE_CHECKING:
    from sixprime.engine.net.evaluators import Evaluator

TIE = 1e-6
"""Values are kept to six decimals: plays that differ by no more are equally good."""


class JudgingProblem(SixprimeError):
    """A player that chose no play, or reports that cannot be compared."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a player did on some decisions."""

    decisions: int
    loss: float
    """Points given away per decision, on average."""
    standard_error: float
    best: float
    """The share of decisions in which no other play was better."""
    beyond: int
    """How many plays were so far behind that the reference did not search them; their loss is the net's estimate."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more one player loses than another per decision, on the same decisions."""

    decisions: int
    loss: float
    standard_error: float


def mean_and_error(values: Doubles) -> tuple[float, float]:
    """The mean and its standard error, which is not a number where there is one value only."""
    error = float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return float(values.mean()), error


@dataclass(frozen=True, eq=False)
class Report:
    """What a player chose in each decision, and what that lost."""

    decisions: Sequence[ReferenceDecision]
    choices: Longs
    losses: Doubles
    beyond: Flags
    phases: npt.NDArray[np.object_]
    seconds: float
    """How long a choice took on average."""

    @property
    def overall(self) -> Score:
        return self._score(np.ones(len(self.losses), dtype=np.bool_))

    def only(self, wanted: Callable[[Decision], bool]) -> Report:
        """The report on some of the decisions only."""
        chosen = np.array([wanted(reference.decision) for reference in self.decisions], dtype=np.bool_)
        decisions = [reference for reference, take in zip(self.decisions, chosen, strict=True) if take]
        return Report(
            decisions,
            self.choices[chosen],
            self.losses[chosen],
            self.beyond[chosen],
            self.phases[chosen],
            self.seconds,
        )

    def by_phase(self) -> dict[GamePhase, Score]:
        """A score for each phase that came up."""
        return {phase: self._score(self.phases == phase) for phase in GamePhase if (self.phases == phase).any()}

    def _score(self, chosen: Flags) -> Score:
        losses = self.losses[chosen]
        loss, error = mean_and_error(losses)
        return Score(len(losses), loss, error, float((losses <= TIE).mean()), int(self.beyond[chosen].sum()))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two players on the same decisions: positive where the first loses more."""

    overall: Difference
    by_phase: dict[GamePhase, Difference]


def by_evaluator(evaluator: Evaluator) -> Player:
    """A mover that makes the play that an evaluator values most, cubeless and for money."""

    def choose(boards_after: Boards) -> int:
        return int(np.argmax(equities_of(evaluator.after_plays(boards_after, MAX_CHECKERS))))

    return choose


def judge(player: Player, decisions: Sequence[ReferenceDecision]) -> Report:
    """Let a player who looks at the boards after the plays choose in every decision."""
    return judge_mover(by_boards(player), decisions)


def judge_mover(player: Mover, decisions: Sequence[ReferenceDecision]) -> Report:
    """Let a player who looks at position and roll as well choose in every decision."""
    choices: list[int] = []
    started = time.perf_counter()
    for reference in decisions:
        decision = reference.decision
        choices.append(player(decision.position, decision.roll, reference.boards.copy()))
    return _report(decisions, choices, (time.perf_counter() - started) / max(len(decisions), 1))


def judge_gnubg(plies: int, decisions: Sequence[ReferenceDecision]) -> Report:
    """How GNU Backgammon itself did when the set was made, looking 0, 1 or 2 plies ahead."""
    place = CHOICE_PLIES.index(plies)
    seconds = [reference.seconds[place] for reference in decisions]
    return _report(decisions, [reference.choices[place] for reference in decisions], float(np.mean(seconds)))


def _report(decisions: Sequence[ReferenceDecision], choices: Iterable[int], seconds: float) -> Report:
    if not decisions:
        raise JudgingProblem(text("there are no decisions to judge by"))
    numbers = np.array(list(choices), dtype=np.int64)
    for number, (choice, reference) in enumerate(zip(numbers, decisions, strict=True)):
        if not 0 <= choice < len(reference.boards):
            raise JudgingProblem(
                text(
                    "decision {number}: there are {plays} plays, and the player chose number {choice}",
                    number=number, plays=len(reference.boards), choice=int(choice),
                )
            )  # fmt: skip
    pairs = list(zip(numbers, decisions, strict=True))
    return Report(
        decisions,
        numbers,
        np.array([reference.losses[choice] for choice, reference in pairs]),
        np.array([reference.beyond[choice] for choice, reference in pairs]),
        np.array([reference.decision.phase for reference in decisions], dtype=np.object_),
        seconds,
    )


def compare(first: Report, second: Report) -> Comparison:
    """How much more the first player loses than the second."""
    keys = [[reference.decision.key for reference in report.decisions] for report in (first, second)]
    if keys[0] != keys[1]:
        raise JudgingProblem(text("players can only be compared on the same decisions"))
    differences = first.losses - second.losses

    def over(chosen: Flags) -> Difference:
        return Difference(int(chosen.sum()), *mean_and_error(differences[chosen]))

    return Comparison(
        over(np.ones(len(differences), dtype=np.bool_)),
        {phase: over(first.phases == phase) for phase in GamePhase if (first.phases == phase).any()},
    )
