"""Rollouts decide where players differ: every play that one of them chooses in such a decision is rolled out.

The rollouts are ours: cubeless, for money, to the end of the game, the luck of the dice taken out, the same dice for
all plays of a decision. Each goes on until the plays are clearly apart, or hardly differ, or it has had games enough.
They are kept in a file of JSON lines, so that making them can be interrupted, and more players can be judged later.
Where all players choose the same play, the set's own reference says what it loses: that is the same for all of them.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import platformdirs

from sixprime.compiled.arrays import Doubles
from sixprime.core import Position, Roll, SixprimeError
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.nets import Net
from sixprime.engine.rollout.files import checksum_of
from sixprime.engine.rollout.rollouts import Candidate, Rollout, RolloutSettings
from sixprime.engine.workers import Alone, Workers
from sixprime.training.judging.gnubg_reference import points_won
from sixprime.training.judging.json_lines import adding_entries, damaged, read_entries
from sixprime.training.judging.reports import Report

FORMAT = "sixprime arbitrated plays 1"

Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ArbitrationPlan:
    """How closely plays are looked at."""

    games: int = 1296
    """At most, for each play."""
    error: float = 0.003
    """It is enough if the joint standard error of the best play and each other is not larger."""
    clear: float = 3.0
    """It is enough if each other play is so many joint standard errors behind the best."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Dispute:
    """A decision in which players differ, and the boards after the plays they choose, in a fixed order."""

    position: Points
    roll: tuple[int, int]
    boards: tuple[Points, ...]

    @property
    def key(self) -> tuple[Points, tuple[int, int]]:
        return self.position, self.roll


@dataclass(frozen=True, slots=True)
class PlayWorth:
    """What a play came to in its rollout."""

    equity: float
    error: float


Ruling = Mapping[Points, PlayWorth]
"""What each board after a play of a decision is worth."""


def disputes_of(reports: Mapping[str, Report]) -> list[Dispute]:
    """The decisions in which players differ, with all plays that one of them chose."""
    first = next(iter(reports.values()))
    found = []
    for number, reference in enumerate(first.decisions):
        chosen = sorted({int(report.choices[number]) for report in reports.values()})
        if len(chosen) > 1:
            decision = reference.decision
            boards = tuple(tuple(reference.boards[choice].tolist()) for choice in chosen)
            found.append(Dispute(decision.position.points, (decision.roll.high, decision.roll.low), boards))
    return found


class Arbitration:
    """The rollouts of one net, as they are kept in a file and made where they are missing."""

    def __init__(self, net: Net, plan: ArbitrationPlan, path: Path | None = None) -> None:
        """Without a path, a file in the user's cache."""
        self.net = net
        self.plan = plan
        settings = asdict(_settings(plan, Dispute((), (0, 0), ())))
        del settings["seed"], settings["efficiencies"]
        self._heading = {"format": FORMAT, "net": checksum_of(net), "seed": plan.seed, "settings": settings}
        digest = hashlib.sha256(json.dumps(self._heading, sort_keys=True).encode()).hexdigest()
        self.path = path or Path(platformdirs.user_cache_dir("sixprime")) / "arbitration" / f"{digest[:16]}.jsonl"

    def rulings(self) -> dict[tuple[Points, tuple[int, int]], Ruling]:
        """What is known so far; the last entry of a decision counts."""
        known: dict[tuple[Points, tuple[int, int]], Ruling] = {}
        for line, entry in enumerate(read_entries(self.path, self._heading), start=2):
            try:
                points = Position(tuple(entry["position"])).points
                roll = Roll.of(entry["roll"])
                boards = [Position(tuple(board)).points for board in entry["boards"]]
                worth = [PlayWorth(float(equity), float(error)) for equity, error in entry["worth"]]
                ruling = dict(zip(boards, worth, strict=True))
                if not all(math.isfinite(one.equity) and 0 <= one.error < math.inf for one in worth):
                    raise ValueError(entry)
            except (SixprimeError, KeyError, TypeError, ValueError) as error:
                raise damaged(self.path, line) from error
            known[points, (roll.high, roll.low)] = ruling
        return known

    def settle(self, disputes: Sequence[Dispute], workers: Workers, report: Callable[[int, int], None]) -> None:
        """Roll out the disputes of which not every play has been rolled out yet."""
        known = self.rulings()
        missing = [dispute for dispute in disputes if not set(dispute.boards) <= set(known.get(dispute.key, {}))]
        missing = [_with_known_boards(dispute, known.get(dispute.key, {})) for dispute in missing]
        report(len(disputes) - len(missing), len(disputes))
        if not missing:
            return
        with adding_entries(self.path, self._heading) as add:
            pieces = workers.do(roll_out_dispute, (self.net,), (self.plan, missing), range(len(missing)))
            try:
                for done, (piece, worth) in enumerate(pieces, start=1):
                    dispute = missing[piece]
                    add({"position": dispute.position, "roll": dispute.roll, "boards": dispute.boards, "worth": worth})
                    report(len(disputes) - len(missing) + done, len(disputes))
            finally:
                if isinstance(pieces, Generator):
                    pieces.close()


def _with_known_boards(dispute: Dispute, known: Ruling) -> Dispute:
    """A dispute with the plays that were rolled out before as well, so that one entry has all of them."""
    return replace(dispute, boards=tuple(sorted({*dispute.boards, *known})))


def _settings(plan: ArbitrationPlan, dispute: Dispute) -> RolloutSettings:
    """How a dispute is rolled out. Each has dice of its own, the same for all its plays, whichever these are."""
    digest = hashlib.sha256(f"{plan.seed}/{dispute.key}".encode()).digest()
    return RolloutSettings(
        games=plan.games, seed=int.from_bytes(digest[:7]), cubeful=False, stop_error=plan.error, stop_clear=plan.clear
    )


def roll_out_dispute(
    nets: tuple[Net, ...], work: tuple[ArbitrationPlan, Sequence[Dispute]], number: int
) -> list[tuple[float, float]]:
    """Roll out the plays of a dispute: the cubeless equity of each for the player who makes it, and its error."""
    plan, disputes = work
    dispute = disputes[number]
    money = CubeView.money()
    exact = {board: float(points_won(board)) for board in dispute.boards if max(board) <= 0}
    open_boards = [board for board in dispute.boards if board not in exact]
    worth = {board: (points, 0.0) for board, points in exact.items()}
    if open_boards:
        candidates = [Candidate("", Position(board), False, money, money) for board in open_boards]
        found = Rollout(candidates, _settings(plan, dispute), net=nets[0]).run(workers=Alone()).candidates
        worth |= {
            board: (entry.cubeless.value, entry.cubeless.error) for board, entry in zip(open_boards, found, strict=True)
        }
    return [worth[board] for board in dispute.boards]


def arbitrated(
    reports: Mapping[str, Report], rulings: Mapping[tuple[Points, tuple[int, int]], Ruling]
) -> dict[str, Report]:
    """The reports with the losses that the rulings give: what a play is worth less than the best that anybody chose."""
    return {name: replace(report, losses=_losses(report, reports, rulings)) for name, report in reports.items()}


def _losses(
    report: Report,
    reports: Mapping[str, Report],
    rulings: Mapping[tuple[Points, tuple[int, int]], Ruling],
) -> Doubles:
    losses = report.losses.copy()
    for dispute, number in _numbered(reports):
        ruling = rulings.get(dispute.key)
        if ruling is None or not set(dispute.boards) <= set(ruling):
            continue
        board = tuple(report.decisions[number].boards[report.choices[number]].tolist())
        losses[number] = max(ruling[other].equity for other in dispute.boards) - ruling[board].equity
    return np.asarray(losses, dtype=np.float64)


def _numbered(reports: Mapping[str, Report]) -> list[tuple[Dispute, int]]:
    """The disputes, each with the number of its decision."""
    first = next(iter(reports.values()))
    numbers = {reference.decision.key: number for number, reference in enumerate(first.decisions)}
    return [(dispute, numbers[dispute.position, *dispute.roll]) for dispute in disputes_of(reports)]
