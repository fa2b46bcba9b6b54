"""Decisions with checkers scattered at random, judged by GNU Backgammon's rollouts instead of its search.

    python benchmarks/scattered.py [--games 1296] [--decisions 2500] [--workers 2]

The set of benchmarks/strength.py has decisions in positions that no game leads to. What GNU Backgammon's search says of
them can be wrong by tenths of a point, and its 1-ply search is a worse player there than its net alone, by its own
2-ply search. This rolls out every play that one of the players chooses in any of these decisions, and the one that the
search likes best: GNU Backgammon's net on both sides, to the end, so that the referee is its own games. A player loses
what its play is worth less than the search's favourite; that may be negative. Each play is compared with the same one
for all players, so that no player gains from the luck of the dice.

Then all decisions of the set are put together, these by rollouts and the others by the search, beside what is wanted.
Rollouts are kept, and the program can be stopped and started again, with another number of games if need be. From
nothing they take two hours on one core.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import platformdirs
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from references import COMMANDS, CUBE, FOUND, money
from sixprime.cli.engine.judge import SCATTERED
from sixprime.core import Position
from sixprime.engine.net.evaluators import NetEvaluator
from sixprime.engine.search.searchers import Searcher
from sixprime.formats.ids import xgid
from sixprime.training.judging import decision_sets
from sixprime.training.judging.gnubg_reference import program
from sixprime.training.judging.movers import mover_of
from sixprime.training.judging.reports import Report, judge_gnubg, judge_mover

Board = tuple[int, ...]
WITHOUT_LUCK_OR_CUBE = COMMANDS.replace("cubeful on", "cubeful off").replace("varredn on", "varredn off")
SEED = 1
GOALS = {
    "sixprime 0-ply": ("gnubg 0-ply", 1.8),
    "sixprime 1-ply": ("gnubg 0-ply", 1.0),
    "sixprime 2-ply": ("gnubg 1-ply", 1.0),
}
"""Whose loss each player's may not exceed, times what."""


@dataclass(frozen=True)
class Rolled:
    """What a board after a play is worth to who made it, and the standard error."""

    equity: float
    error: float


def roll_out(board: Board, games: int, *, commands: str = WITHOUT_LUCK_OR_CUBE) -> Rolled:
    where = program()
    assert where is not None
    situation = money(Position(tuple(-count for count in reversed(board))))
    told = commands.format(xgid=xgid(situation), games=games, seed=SEED, last=CUBE)
    said = subprocess.run(
        [where, "-t", "-q", "-r"], input=told, capture_output=True, text=True, timeout=7200, check=False
    ).stdout
    found = FOUND.search(said)
    if found is None:
        raise SystemExit(f"GNU Backgammon printed no result of its rollout: {said}")
    return Rolled(-float(found[1]), float(found[3]))


class Kept:
    """The rollouts made so far, in a file that is written line by line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[Board, Rolled] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                try:
                    entry = json.loads(line)
                except ValueError:  # cut off when the program was stopped
                    continue
                self._known[tuple(entry["board"])] = Rolled(entry["equity"], entry["error"])

    def __getitem__(self, board: Board) -> Rolled:
        return self._known[board]

    def fill(
        self,
        boards: set[Board],
        games: int,
        workers: int,
        console: Console,
        roll: Callable[[Board, int], Rolled] = roll_out,
    ) -> None:
        """Roll out what is missing."""
        missing = sorted(boards - self._known.keys())
        if not missing:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with (
            Progress(console=console) as bar,
            self._path.open("a", encoding="utf-8") as file,
            ThreadPoolExecutor(workers) as pool,
        ):
            task = bar.add_task("rolling out", total=len(missing))
            running = {pool.submit(roll, board, games): board for board in missing}
            try:
                for done in as_completed(running):
                    board, rolled = running[done], done.result()
                    self._known[board] = rolled
                    entry = {"board": board, "equity": rolled.equity, "error": rolled.error}
                    file.write(json.dumps(entry) + "\n")
                    file.flush()
                    bar.advance(task)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def boards_of(reports: dict[str, Report]) -> Iterator[tuple[str, int, Board]]:
    """What each player plays in each decision."""
    for name, report in reports.items():
        for number, (reference, choice) in enumerate(zip(report.decisions, report.choices, strict=True)):
            yield name, number, tuple(reference.boards[int(choice)].tolist())


def favourites(report: Report) -> list[Board]:
    """What the search likes best in each decision."""
    return [tuple(reference.boards[int(np.argmin(reference.losses))].tolist()) for reference in report.decisions]


def lost_in_rollouts(reports: dict[str, Report], kept: Kept) -> dict[str, tuple[npt.NDArray[np.float64], float]]:
    """For each player what it loses in each decision, and the standard error of the mean."""
    best = favourites(next(iter(reports.values())))
    losses = {name: np.zeros(len(best)) for name in reports}
    squares = dict.fromkeys(reports, 0.0)
    for name, number, board in boards_of(reports):
        if board != best[number]:
            first, second = kept[best[number]], kept[board]
            losses[name][number] = first.equity - second.equity
            squares[name] += first.error**2 + second.error**2
    return {name: (losses[name], math.sqrt(squares[name]) / len(best)) for name in reports}


def show(reports: dict[str, Report], scattered: dict[str, Report], kept: Kept, console: Console) -> bool:
    rolled = lost_in_rollouts(scattered, kept)
    count = len(next(iter(scattered.values())).losses)
    others = {name: report.losses.sum() - scattered[name].losses.sum() for name, report in reports.items()}
    decisions = len(next(iter(reports.values())).losses)
    together = {name: (others[name] + rolled[name][0].sum()) / decisions for name in reports}
    table = Table(title="Thousandths of a point lost a decision")
    table.add_column("player")
    for column in (f"{count} scattered, by search", "by its rollouts", f"all {decisions:,}", "wanted"):
        table.add_column(column, justify="right")
    reached = True
    for name, report in scattered.items():
        wanted = ""
        if name in GOALS:
            yardstick, times = GOALS[name]
            goal = times * together[yardstick]
            reached = reached and together[name] <= goal
            wanted = f"<= {1000 * goal:.2f}"
        losses, error = rolled[name]
        table.add_row(
            name, f"{1000 * report.losses.mean():.1f}", f"{1000 * losses.mean():.1f} ± {1000 * error:.1f}",
            f"{1000 * together[name]:.2f} ± {1000 * error * count / decisions:.2f}", wanted,
        )  # fmt: skip
    console.print(table)
    console.print("The errors are those of the rollouts alone.")
    return reached


def main() -> int:
    parser = argparse.ArgumentParser(description="Let rollouts judge where a search cannot.")
    parser.add_argument(
        "--games", type=int, default=1296, help="of each rollout that is still to be made (default: %(default)s)"
    )
    parser.add_argument("--decisions", type=int, default=2500, help="of the whole set (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=2, help="rollouts at a time (default: %(default)s)")
    asked = parser.parse_args()
    console = Console(highlight=False)
    path = decision_sets.default_path(1)
    if program() is None or not path.exists():
        console.print("GNU Backgammon is not here, or benchmarks/strength.py has not made its decisions yet")
        return 1
    decisions = decision_sets.load(path, asked.decisions)
    reports = {f"gnubg {plies}-ply": judge_gnubg(plies, decisions) for plies in (0, 1)}
    for plies in (0, 1, 2):
        judge = Searcher(plies) if plies else NetEvaluator.default()
        reports[f"sixprime {plies}-ply"] = judge_mover(mover_of(judge), decisions)
    scattered = {name: report.only(lambda one: one.source == SCATTERED) for name, report in reports.items()}
    kept = Kept(Path(platformdirs.user_cache_dir("sixprime")) / "scattered-1.jsonl")
    best = favourites(next(iter(scattered.values())))
    needed: set[Board] = set()
    for _, number, board in boards_of(scattered):
        if board != best[number]:
            needed |= {board, best[number]}
    try:
        kept.fill(needed, asked.games, asked.workers, console)
    except KeyboardInterrupt:
        return 130
    return 0 if show(reports, scattered, kept, console) else 1


if __name__ == "__main__":
    sys.exit(main())
