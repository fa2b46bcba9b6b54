"""What positions of every kind are worth by a net's own rollouts: made once, kept, and any net measured against it.

The positions come from games of the net with itself (`kind_positions`). Each is rolled out cubeless and for money:
whole games at 0-ply, the luck of the dice taken out. All of it is kept in a folder of JSON lines, so that making it can
be interrupted at any time, and more positions can be added later; the same net and seed give the same numbers, whoever
does the work.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Generator, Iterable
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from sixprime.compiled.arrays import Boards, Doubles, Flags
from sixprime.core import Position, SixprimeError
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.evaluators import NetEvaluator
from sixprime.engine.net.nets import Net
from sixprime.engine.rollout.files import checksum_of
from sixprime.engine.rollout.rollouts import Candidate, Rollout, RolloutSettings
from sixprime.engine.workers import Alone, Threads, Workers
from sixprime.messages import text
from sixprime.training.judging.json_lines import adding_entries, damaged, read_entries
from sixprime.training.judging.kind_positions import GAMES_FOR_A_POSITION, games_of_kinds
from sixprime.training.judging.position_kinds import PositionKind

POSITIONS_FORMAT = "sixprime positions by kind 1"
ROLLOUTS_FORMAT = "sixprime rollouts by position 1"

Points = tuple[int, ...]
ByKind = dict[PositionKind, dict[Points, None]]
"""Positions in the order in which they were found, each once."""
Report = Callable[[int, int], None]
"""Hears of the progress: how many are done, of how many."""


class ReferenceProblem(SixprimeError):
    """A reference that holds nothing to measure by."""


@dataclass(frozen=True, slots=True)
class ReferencePlan:
    """How many positions of each kind there are to be, and how closely each is looked at."""

    positions: int = 200
    """Of each kind; there are fewer of kinds that hardly come up."""
    games: int = 144
    """Of each rollout."""
    seed: int = 1


@dataclass(frozen=True, eq=False)
class RolloutReference:
    """Positions after a play and their cubeless equities by rollouts, for the player who has just moved."""

    boards: Boards
    """(n, 26), in the view of the player who has just moved."""
    kinds: tuple[PositionKind, ...]
    equities: Doubles
    errors: Doubles
    """The standard errors of the equities."""

    def __len__(self) -> int:
        return len(self.kinds)

    def of_kind(self, kind: PositionKind) -> Flags:
        """Which of the positions are of a kind."""
        return np.array([one is kind for one in self.kinds], dtype=np.bool_)


@dataclass(frozen=True, slots=True)
class _Estimate:
    equity: float
    error: float


class ReferenceStore:
    """The positions and rollouts of one net, as they are kept in a folder and made where they are missing."""

    def __init__(self, net: Net, plan: ReferencePlan, folder: Path | None = None) -> None:
        """Without a folder, one in the user's cache."""
        self.net = net
        self.plan = plan
        self.checksum = checksum_of(net)
        self.folder = folder or default_folder() / f"{self.checksum[:16]}-{plan.seed}"
        made_by: dict[str, object] = {"net": self.checksum, "seed": plan.seed}
        self._positions = self.folder / "positions.jsonl"
        self._positions_heading = {"format": POSITIONS_FORMAT, **made_by}
        # What a result depends on. The seed of the dice differs from position to position, and nobody turns the cube.
        settings = asdict(rollout_settings(plan, ()))
        del settings["seed"], settings["efficiencies"]
        self._rollouts_heading = {"format": ROLLOUTS_FORMAT, **made_by, "settings": settings}
        key = hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()
        self._rollouts = self.folder / f"rollouts-{plan.games}-{key[:8]}.jsonl"

    def collect(self, report: Report) -> None:
        """Play games until there are positions enough of each kind, or it has been tried long enough."""
        wanted = self.plan.positions
        most_games = GAMES_FOR_A_POSITION * wanted
        games, by_kind = self._collected()
        total = wanted * len(PositionKind)

        def found() -> int:
            return sum(min(len(positions), wanted) for positions in by_kind.values())

        report(found(), total)
        if found() == total or games >= most_games:
            return
        with adding_entries(self._positions, self._positions_heading) as add:
            games, by_kind = self._collected()
            for game in games_of_kinds(NetEvaluator(self.net), self.plan.seed, games):
                if found() == total or games >= most_games:
                    break
                add({"found": {kind.value: position.points for kind, position in game.items()}})
                _add_new(by_kind, ((kind, position.points) for kind, position in game.items()))
                games += 1
                report(found(), total)

    def roll_out(self, workers: Workers, report: Report) -> None:
        """Roll out the positions that have not been yet; each is written down when it is finished."""
        wanted = [points for _, points in self._wanted()]
        known = self._rolled_out()
        report(sum(points in known for points in wanted), len(wanted))
        if all(points in known for points in wanted):
            return
        with adding_entries(self._rollouts, self._rollouts_heading) as add:
            known = self._rolled_out()
            missing = [points for points in wanted if points not in known]
            boards = np.array(missing, dtype=np.int8)
            pieces = workers.do(roll_out_position, (self.net,), (self.plan, boards), range(len(missing)))
            try:
                for piece, (equity, error) in pieces:
                    add({"position": missing[piece], "equity": equity, "error": error})
                    report(len(wanted) - len(missing) + piece + 1, len(wanted))
            finally:
                if isinstance(pieces, Generator):
                    pieces.close()

    def load(self) -> RolloutReference:
        """The positions that have been rolled out so far."""
        known = self._rolled_out()
        rows = [(kind, points) for kind, points in self._wanted() if points in known]
        rows.sort(key=lambda row: list(PositionKind).index(row[0]))
        return RolloutReference(
            np.array([points for _, points in rows], dtype=np.int8).reshape(-1, 26),
            tuple(kind for kind, _ in rows),
            np.array([known[points].equity for _, points in rows]),
            np.array([known[points].error for _, points in rows]),
        )

    def _collected(self) -> tuple[int, ByKind]:
        """How many games have been played, and the positions found in them, in the order of the games."""
        entries = read_entries(self._positions, self._positions_heading)
        by_kind: ByKind = {}
        for line, entry in enumerate(entries, start=2):
            try:
                found = [(PositionKind(kind), _points_of(points)) for kind, points in entry["found"].items()]
            except (SixprimeError, KeyError, TypeError, ValueError, AttributeError) as error:
                raise damaged(self._positions, line) from error
            _add_new(by_kind, found)
        return len(entries), by_kind

    def _rolled_out(self) -> dict[Points, _Estimate]:
        known: dict[Points, _Estimate] = {}
        for line, entry in enumerate(read_entries(self._rollouts, self._rollouts_heading), start=2):
            try:
                estimate = _Estimate(float(entry["equity"]), float(entry["error"]))
                if not math.isfinite(estimate.equity) or not 0 <= estimate.error < math.inf:
                    raise ValueError(entry)
                known[_points_of(entry["position"])] = estimate
            except (SixprimeError, KeyError, TypeError, ValueError) as error:
                raise damaged(self._rollouts, line) from error
        return known

    def _wanted(self) -> list[tuple[PositionKind, Points]]:
        """The positions to roll out: the first of every kind, then the second of every kind, and so on."""
        _, by_kind = self._collected()
        kinds = list(PositionKind)
        rows = [
            (place, kind, points)
            for kind in kinds
            for place, points in enumerate(islice(by_kind.get(kind, ()), self.plan.positions))
        ]
        rows.sort(key=lambda row: row[0])
        return [(kind, points) for _, kind, points in rows]


def reference_by(
    net: Net,
    plan: ReferencePlan | None = None,
    folder: Path | None = None,
    *,
    workers: Workers | None = None,
    report: Report = lambda done, total: None,  # noqa: ARG005
) -> RolloutReference:
    """The reference by a net's rollouts: what is kept in the folder, and what is missing made now.

    Without a folder it is kept in the user's cache, by the net's checksum and the seed. Without workers, threads of
    this machine do the rollouts. `report` hears how many positions are rolled out, of how many.
    """
    store = ReferenceStore(net, plan or ReferencePlan(), folder)
    store.collect(lambda done, total: None)  # noqa: ARG005
    store.roll_out(workers or Threads(), report)
    reference = store.load()
    if not len(reference):
        raise ReferenceProblem(text("there are no positions to judge by"))
    return reference


def default_folder() -> Path:
    """Where references are kept if nobody says otherwise, a folder for each net and seed."""
    return Path(platformdirs.user_cache_dir("sixprime")) / "rollouts"


def rollout_settings(plan: ReferencePlan, points: Points) -> RolloutSettings:
    """How a position is rolled out. Each has dice of its own: with the same dice for all, their errors would not be
    independent."""
    digest = hashlib.sha256(f"{plan.seed}/{points}".encode()).digest()
    return RolloutSettings(games=plan.games, seed=int.from_bytes(digest[:7]), cubeful=False)


def roll_out_position(nets: tuple[Net, ...], work: tuple[ReferencePlan, Boards], number: int) -> tuple[float, float]:
    """Roll out one of the boards: its cubeless equity for the player who has just moved, and the standard error."""
    plan, boards = work
    points = tuple(boards[number].tolist())
    money = CubeView.money()
    candidate = Candidate("", Position(points), False, money, money)
    rollout = Rollout([candidate], rollout_settings(plan, points), net=nets[0])
    estimate = rollout.run(workers=Alone()).candidates[0].cubeless
    return estimate.value, estimate.error


def _points_of(points: Any) -> Points:
    return Position(tuple(points)).points


def _add_new(by_kind: ByKind, found: Iterable[tuple[PositionKind, Points]]) -> None:
    """Add positions to the lists of their kinds, but for those that are there already."""
    for kind, points in found:
        by_kind.setdefault(kind, {})[points] = None
