"""The gate of a training run: three judges compare a new net with the best one so far.

*Decisions*: what each gives away by GNU Backgammon's 2-ply search on a set that is used for nothing else; where that
program is not asked, each play is worth the mean of what both nets say after all 21 rolls. *Rollouts*: how far each is
from rollouts of positions of all kinds. *Games* between the two, with the same dice for both seatings.

A net is accepted if the judges together are for it, each counted in its own standard errors, and none is clearly
against it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from sixprime.compiled.arrays import Boards, Floats
from sixprime.compiled.moves import MAX_PLAYS
from sixprime.core import Position
from sixprime.core.positions import MAX_CHECKERS
from sixprime.engine.choice.net_stacks import net_stack
from sixprime.engine.net.chance_arrays import equities_of
from sixprime.engine.net.evaluators import NetEvaluator, shared_tables
from sixprime.engine.net.nets import Net
from sixprime.engine.workers import Workers
from sixprime.training.judging import decision_sets
from sixprime.training.judging.decision_sets import Heading, ReferenceDecision
from sixprime.training.judging.decisions import Decision, DecisionMaker, Mover, Plays, RandomMover, by_boards
from sixprime.training.judging.duel_kernels import play_pairs
from sixprime.training.judging.rollout_references import RolloutReference
from sixprime.training.judging.rollout_reports import compare_errors, measure
from sixprime.training.labels.kernels import label_boards

Report = Callable[[int, int], None]
AnyDecision = Decision | ReferenceDecision

PAIRS = 250
"""Pairs of games in a piece of work."""
DECISIONS = 25
"""Decisions in a piece of work."""
LOOKS = 8
"""How often, at most, the games so far are looked at for a clear lead."""
GNUBG_SEED = 77_000
"""Added to the seed of the decisions that GNU Backgammon judges: they are not those that strength is told by."""


@dataclass(frozen=True, slots=True)
class GatePlan:
    """How closely to look: decisions of the set, and pairs of games; a clear lead ends the games early.

    Pairs are played by the hundreds, and so may be a few more.
    """

    decisions: int = 600
    pairs: int = 8_000
    clear: float = 2.5
    """How many standard errors make a lead clear."""
    gnubg: bool = False
    """Whether GNU Backgammon judges the decisions."""
    rollouts: int = 0
    """How many positions of each kind are rolled out, once; none: this judge is not asked."""
    games: int = 144
    """Games of each rollout."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one judge thinks: positive where the new net is better."""

    of: str
    gain: float
    error: float
    """The standard error of the gain."""
    unit: str

    def __str__(self) -> str:
        return f"{self.of} {self.gain:+.4g} ± {self.error:.2g} {self.unit}"


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """What the judges think, and what follows."""

    opinions: tuple[Opinion, ...]

    @property
    def accepted(self) -> bool:
        in_errors = sum(opinion.gain / opinion.error for opinion in self.opinions if opinion.error > 0)
        return in_errors > 0 and not any(opinion.gain < -opinion.error for opinion in self.opinions)

    @property
    def hopeless(self) -> bool:
        """Whether training had better go on from the old net: a judge is against the new one beyond doubt."""
        return any(opinion.gain < -3 * opinion.error for opinion in self.opinions)

    def __str__(self) -> str:
        return f"{'accepted' if self.accepted else 'rejected'}: {', '.join(map(str, self.opinions))}"


def fixed_decisions(net: Net, plan: GatePlan) -> list[Decision]:
    """Decisions of all kinds, from games that the given net and a random player make."""
    evaluator = NetEvaluator(net)

    def choose(boards: Boards) -> int:
        return int(np.argmax(_static(evaluator, boards)))

    movers: list[Mover] = [by_boards(choose)] * 3 + [RandomMover(Random(f"gate {plan.seed}"))]
    maker = DecisionMaker(plan.seed, movers)
    found: list[Decision] = []
    known: set[tuple[tuple[int, ...], int, int]] = set()
    for number in range(plan.decisions):
        decision = maker.make(number, known)
        known.add(decision.key)
        found.append(decision)
    return found


def gnubg_decisions(path: Path, plan: GatePlan, report: Report) -> list[ReferenceDecision]:
    """Decisions judged by GNU Backgammon's search, kept in a file and made as far as they are missing."""
    for done in decision_sets.extend(path, plan.decisions, Heading(seed=GNUBG_SEED + plan.seed)):
        report(min(done, plan.decisions), plan.decisions)
    return decision_sets.load(path, plan.decisions)


def judge_nets(
    old: Net,
    new: Net,
    decisions: Sequence[AnyDecision],
    reference: RolloutReference | None,
    plan: GatePlan,
    workers: Workers,
    report: Report,
) -> GateVerdict:
    """Compare two nets; `report` hears of the progress in games and decisions."""
    groups = [list(decisions[start : start + DECISIONS]) for start in range(0, len(decisions), DECISIONS)]
    saved: list[float] = []
    rounds = -(-plan.pairs // PAIRS)
    total = len(decisions) + rounds * PAIRS
    for number, losses in workers.do(_compare_on, (old, new), groups, range(len(groups))):
        saved.extend(losses)
        report(min((number + 1) * DECISIONS, len(decisions)), total)
    opinions = [Opinion("decisions", 1000 * float(np.mean(saved)), 1000 * _error(saved), "thousandths")]
    if reference is not None:
        before, after = (measure(NetEvaluator(net), reference) for net in (old, new))
        excess = compare_errors(before, after).overall
        # The root of the mean square is what people know: what its fall comes to, for small differences.
        scale = 1000 / (2 * before.overall.rms)
        opinions.append(
            Opinion("rollouts", -scale * excess.excess, scale * excess.standard_error, "thousandths of rms")
        )
    won: list[float] = []
    for number, points in workers.do(_play, (new, old), plan, range(rounds)):
        won.extend(points)
        report(len(decisions) + len(won), total)
        # Looked at seldom, so that the limit keeps its meaning.
        if (number + 1) % max(rounds // LOOKS, 4) == 0 and abs(np.mean(won)) > plan.clear * _error(won):
            break
    opinions.append(Opinion("games", float(np.mean(won)), _error(won), f"points in {2 * len(won)} games"))
    return GateVerdict(tuple(opinions))


def _error(values: list[float]) -> float:
    return float(np.std(values, ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf


def _static(evaluator: NetEvaluator, boards: Boards) -> Floats:
    """What boards are worth, without looking ahead, to the player who has just moved."""
    return equities_of(evaluator.after_plays(boards, MAX_CHECKERS))


def _deeper(net: Net, boards: Boards) -> Floats:
    """What boards are worth after all 21 rolls, all answers being looked at by the full net."""
    chances = np.empty((len(boards), 5), dtype=np.float32)
    stack = net_stack(net, shared_tables(), keep=MAX_PLAYS, margin=9.0, deep_keep=MAX_PLAYS, deep_margin=0.2)
    label_boards(boards, MAX_CHECKERS, stack, chances)
    return equities_of(chances)


def _compare_on(nets: tuple[Net, ...], groups: list[list[AnyDecision]], number: int) -> list[float]:
    """What the new net gives away less than the old one, in each decision of a group."""
    evaluators = [NetEvaluator(net) for net in nets]
    return [_saved(nets, evaluators, decision) for decision in groups[number]]


def _saved(nets: tuple[Net, ...], evaluators: list[NetEvaluator], decision: AnyDecision) -> float:
    boards = decision.boards if isinstance(decision, ReferenceDecision) else _boards_after(decision)
    old, new = (int(np.argmax(_static(evaluator, boards))) for evaluator in evaluators)
    if old == new:
        return 0.0
    if isinstance(decision, ReferenceDecision):
        return float(decision.losses[old] - decision.losses[new])
    worth = np.mean([_deeper(net, boards[[old, new]]) for net in nets], axis=0)
    return float(worth[1] - worth[0])


def _play(nets: tuple[Net, ...], plan: GatePlan, number: int) -> list[float]:
    """Pairs of games: what the first net wins in each."""
    points = np.empty(PAIRS, dtype=np.float64)
    start = np.array(Position.standard().points, dtype=np.int8)
    first, second = (net_stack(net, shared_tables()) for net in nets)
    play_pairs(start, MAX_CHECKERS, plan.seed * 1_000_003 + number, first, second, points)
    return [float(value) for value in points]


def _boards_after(decision: Decision) -> Boards:
    """The boards after the legal plays of a decision, in a fixed order."""
    return Plays()(decision.position, decision.roll).copy()
