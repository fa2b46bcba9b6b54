"""The gate of a training run: a new net is taken only if it is better than the last one in two ways.

It must give away less on a fixed set of decisions, where each play is worth the mean of what the old and the new net
say after all 21 rolls, so that neither judges alone; and it must win in games with the same dice for both seatings.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from sixprime.core import Position
from sixprime.core.kernels import MAX_PLAYS
from sixprime.engine import net_kernels
from sixprime.engine.evaluators import shared_tables
from sixprime.engine.nets import Net
from sixprime.engine.workers import Workers
from sixprime.training.decisions import Decision, DecisionMaker, Mover, Plays, RandomMover, by_boards
from sixprime.training.duel_kernels import play_pairs
from sixprime.training.label_kernels import label_boards
from sixprime.training.labelling import LabellingPlan, brain_of

Boards = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]

POINTS = np.array([2, 1, 1, -1, -1], dtype=np.float32)
PAIRS = 250
"""Pairs of games in a piece of work."""
DECISIONS = 25
"""Decisions in a piece of work."""
LOOKS = 8
"""How often, at most, the games so far are looked at for a clear lead."""
CLOSELY = LabellingPlan(keep=MAX_PLAYS, near=9.0)
"""All answers are looked at by the full net."""


@dataclass(frozen=True, slots=True)
class GatePlan:
    """How closely to look: decisions of the set, and pairs of games; a clear lead ends the games early.

    Pairs are played by the hundreds, and so may be a few more.
    """

    decisions: int = 600
    pairs: int = 8_000
    clear: float = 2.5
    """How many standard errors make a lead clear."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the gate saw: positive where the new net is better."""

    saved: float
    """Points a decision that the new net gives away less, and the standard error."""
    saved_error: float
    won: float
    """Points a game that it wins against the old one, and the standard error."""
    won_error: float
    games: int

    @property
    def accepted(self) -> bool:
        return self.saved > 0 and self.won > 0

    def __str__(self) -> str:
        return (
            f"{'accepted' if self.accepted else 'rejected'}: {1000 * self.saved:+.2f} ± {1000 * self.saved_error:.2f} "
            f"thousandths a decision, {self.won:+.4f} ± {self.won_error:.4f} points a game in {self.games} games"
        )


def fixed_decisions(net: Net, plan: GatePlan) -> list[Decision]:
    """The set: decisions of all kinds, from games that the given net and a random player make."""

    def choose(boards: Boards) -> int:
        return int(np.argmax(_static(net, boards)))

    movers: list[Mover] = [by_boards(choose)] * 3 + [RandomMover(Random(f"gate {plan.seed}"))]
    maker = DecisionMaker(plan.seed, movers)
    found: list[Decision] = []
    known: set[tuple[tuple[int, ...], int, int]] = set()
    for number in range(plan.decisions):
        decision = maker.make(number, known)
        known.add(decision.key)
        found.append(decision)
    return found


def judge_nets(
    old: Net, new: Net, decisions: list[Decision], plan: GatePlan, workers: Workers, report: Callable[[int, int], None]
) -> Verdict:
    """Compare two nets; `report` hears of the progress in games and decisions."""
    boards = [_boards_after(decision) for decision in decisions]
    groups = [boards[start : start + DECISIONS] for start in range(0, len(boards), DECISIONS)]
    saved: list[float] = []
    rounds = -(-plan.pairs // PAIRS)
    total = len(boards) + rounds * PAIRS
    for number, losses in workers.do(_compare_on, (old, new), groups, range(len(groups))):
        saved.extend(losses)
        report(min((number + 1) * DECISIONS, len(boards)), total)
    won: list[float] = []
    for number, points in workers.do(_play, (new, old), plan, range(rounds)):
        won.extend(points)
        report(len(boards) + len(won), total)
        # Looked at seldom, so that the limit keeps its meaning.
        if (number + 1) % max(rounds // LOOKS, 4) == 0 and abs(np.mean(won)) > plan.clear * _error(won):
            break
    return Verdict(float(np.mean(saved)), _error(saved), float(np.mean(won)), _error(won), 2 * len(won))


def _error(values: list[float]) -> float:
    return float(np.std(values, ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf


def _static(net: Net, boards: Boards) -> npt.NDArray[np.float32]:
    """What boards are worth at a look to the player who has just moved."""
    chances = np.empty((len(boards), 5), dtype=np.float32)
    net_kernels.evaluate_boards(boards, 15, net.arrays(), shared_tables().arrays(), chances)
    return np.asarray(chances @ POINTS, dtype=np.float32)


def _deeper(net: Net, boards: Boards) -> npt.NDArray[np.float32]:
    """The same after all 21 rolls."""
    chances = np.empty((len(boards), 5), dtype=np.float32)
    label_boards(boards, 15, brain_of(net, CLOSELY), chances)
    return np.asarray(chances @ POINTS, dtype=np.float32)


def _compare_on(nets: tuple[Net, ...], groups: list[list[Boards]], number: int) -> list[float]:
    """What the new net gives away less than the old one, in each decision of a group."""
    old, new = nets
    saved = []
    for boards in groups[number]:
        seen = [_static(net, boards) for net in (old, new)]
        choices = [int(np.argmax(values)) for values in seen]
        if choices[0] == choices[1]:
            saved.append(0.0)
            continue
        pair = boards[choices]
        worth = (_deeper(old, pair) + _deeper(new, pair)) / 2
        saved.append(float(worth[1] - worth[0]))
    return saved


def _play(nets: tuple[Net, ...], plan: GatePlan, number: int) -> list[float]:
    """Pairs of games: what the first net wins in each."""
    points = np.empty(PAIRS, dtype=np.float64)
    start = np.array(Position.standard().points, dtype=np.int8)
    first, second = (net.arrays() for net in nets)
    play_pairs(start, 15, plan.seed * 1_000_003 + number, first, second, shared_tables().arrays(), points)
    return [float(value) for value in points]


def _boards_after(decision: Decision) -> Boards:
    """The boards after the legal plays of a decision, in a fixed order."""
    return Plays()(decision.position, decision.roll).copy()
