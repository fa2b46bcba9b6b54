"""How fast the engine is beside GNU Backgammon, on one core and in one run: evaluations a second, and time a decision.

    python benchmarks/decisions.py [--decisions 300] [--repeats 3]

Evaluations include finding the plays, as a player needs it: whole games in which every play of every roll is valued.
GNU Backgammon's figure is what its own `calibrate` command prints. The decisions are the first of the set that
benchmarks/strength.py makes and keeps; both programs decide the same ones, one after the other.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from sixprime.cli.engine.judge import SCATTERED
from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Boards
from sixprime.compiled.jit import float_kernel
from sixprime.core import Position, Roll, SixprimeError
from sixprime.engine.net import kernels as net_kernels
from sixprime.engine.net import quick_kernels
from sixprime.engine.net.evaluators import NetEvaluator, shared_tables
from sixprime.engine.search.searchers import Searcher
from sixprime.training.judging import decision_sets
from sixprime.training.judging.decision_sets import ReferenceDecision
from sixprime.training.judging.decisions import Mover
from sixprime.training.judging.gnubg_reference import Gnubg, GnubgMover, program
from sixprime.training.judging.movers import mover_of
from sixprime.training.judging.reports import judge_gnubg, judge_mover

START = np.array(Position.standard().points, dtype=np.int8)
TURNS = 3000
CALIBRATIONS = "150"


@float_kernel
def full_games(net: net_kernels.Weights, tables: net_kernels.LookUps, turns: int, seed: int) -> int:
    """Turns of games by the full net; how many positions were valued."""
    plays = net_kernels.new_evaluation_buffers()
    board = START.copy()
    state = np.array([seed], dtype=np.uint64)
    valued = 0
    for _ in range(turns):
        first, second = 1 + core.random_below(state, 6), 1 + core.random_below(state, 6)
        found = net_kernels.evaluate_plays(board, 15, first, second, 0, net, tables, plays)
        valued += found
        _go_on(board, found, plays)
    return valued


@float_kernel
def quick_games(net: quick_kernels.QuickWeights, tables: net_kernels.LookUps, turns: int, seed: int) -> int:
    """The same by the quick net."""
    plays = net_kernels.new_evaluation_buffers()
    board = START.copy()
    state = np.array([seed], dtype=np.uint64)
    valued = 0
    for _ in range(turns):
        first, second = 1 + core.random_below(state, 6), 1 + core.random_below(state, 6)
        found = quick_kernels.quick_plays(board, 15, first, second, 0, net, tables, plays)
        valued += found
        _go_on(board, found, plays)
    return valued


@float_kernel
def _go_on(board: npt.NDArray[np.int8], found: int, plays: net_kernels.EvaluationBuffers) -> None:
    """Make the best play, or begin a new game."""
    if found > 0:
        core.copy_into(plays.results[net_kernels.best_of(plays.chances, found)], board)
    if core.rearmost(board) == 0:
        core.copy_into(START, board)
    else:
        core.flip(board)


def gnubg_calibration() -> float:
    """What GNU Backgammon's own `calibrate` prints."""
    where = program()
    assert where is not None
    commands = f"set threads 1\ncalibrate {CALIBRATIONS}\n"
    said = subprocess.run(
        [where, "-t", "-q", "-r"], input=commands, capture_output=True, text=True, timeout=300, check=False
    ).stdout
    found = re.findall(r"([0-9]+(?:\.[0-9]+)?) static evaluations", said)
    if not found:
        raise SystemExit("GNU Backgammon printed no calibration result")
    return float(found[-1])


def pace(games: Callable[..., int], net: object, seed: int) -> float:
    """Positions valued a second."""
    started = time.perf_counter()
    valued = games(net, shared_tables().arrays(), TURNS, seed)
    return valued / (time.perf_counter() - started)


def show_evaluations(repeats: int, console: Console) -> None:
    net = NetEvaluator.default().net
    full_games(net.arrays(), shared_tables().arrays(), 5, 1)  # compiles
    quick_games(net.quick_arrays(), shared_tables().arrays(), 5, 1)
    measured: dict[str, list[float]] = {
        "GNU Backgammon, calibrate": [],
        "sixprime, full net": [],
        "sixprime, quick net": [],
    }
    for repeat in range(repeats):
        measured["GNU Backgammon, calibrate"].append(gnubg_calibration())
        measured["sixprime, full net"].append(pace(full_games, net.arrays(), repeat))
        measured["sixprime, quick net"].append(pace(quick_games, net.quick_arrays(), repeat))
    table = Table(title="Positions valued a second, on one core")
    for column in ("", "thousands a second", "times GNU Backgammon", "goal"):
        table.add_column(column, justify="left" if not column else "right")
    peer = statistics.median(measured["GNU Backgammon, calibrate"])
    goals = {"sixprime, full net": "8", "sixprime, quick net": "20"}
    for name, values in measured.items():
        value = statistics.median(values)
        table.add_row(name, f"{value / 1000:,.0f}", f"{value / peer:.1f}", goals.get(name, ""))
    console.print(table)


def by_net(evaluator: NetEvaluator) -> Mover:
    """The net alone, asked for the best play only."""

    def move(position: Position, roll: Roll, boards: Boards) -> int:
        best = evaluator.best(position, roll)
        assert best is not None
        return int(np.flatnonzero((boards == np.array(best.play.result.points, dtype=np.int8)).all(axis=1))[0])

    return move


def show_decisions(decisions: list[ReferenceDecision], repeats: int, console: Console) -> None:
    ours: dict[int, Mover] = {0: by_net(NetEvaluator.default())}
    ours |= {plies: mover_of(Searcher(plies, threads=1)) for plies in (1, 2)}
    milliseconds: dict[str, list[float]] = {}
    losses: dict[str, float] = {}
    for plies, mover in ours.items():
        judge_mover(mover, decisions[:2])  # compiles
        losses[f"gnubg {plies}-ply"] = judge_gnubg(plies, decisions).overall.loss
    evaluator = NetEvaluator.default()
    questions = [(reference.decision.position, reference.decision.roll) for reference in decisions]
    for _ in range(repeats):
        for plies, mover in ours.items():
            with Gnubg(plies) as gnubg:
                gnubg.version()  # starts it
                seconds = judge_mover(GnubgMover(gnubg), decisions).seconds
            milliseconds.setdefault(f"gnubg {plies}-ply", []).append(1000 * seconds)
            report = judge_mover(mover, decisions)
            seconds = report.seconds
            if plies == 0:  # asked for the play itself: looking it up among the boards would take as long
                started = time.perf_counter()
                for position, roll in questions:
                    evaluator.best(position, roll)
                seconds = (time.perf_counter() - started) / len(questions)
            milliseconds.setdefault(f"sixprime {plies}-ply", []).append(1000 * seconds)
            losses[f"sixprime {plies}-ply"] = report.overall.loss
    boards = np.array([reference.decision.position.points for reference in decisions], dtype=np.int8)
    rolls = np.array([tuple(reference.decision.roll) for reference in decisions], dtype=np.int8)
    evaluator.best_of_many(boards[:1], rolls[:1])  # compiles
    for _ in range(repeats):
        started = time.perf_counter()
        evaluator.best_of_many(boards, rolls)
        each = (time.perf_counter() - started) / len(decisions)
        milliseconds.setdefault("sixprime in bulk 0-ply", []).append(1000 * each)
    losses["sixprime in bulk 0-ply"] = losses["sixprime 0-ply"]
    table = Table(title=f"{len(decisions)} decisions, on one core")
    for column in ("", "ms a decision", "of GNU Backgammon's time", "lost a decision (thousandths)"):
        table.add_column(column, justify="left" if not column else "right")
    middle = {name: statistics.median(values) for name, values in milliseconds.items()}
    for name in sorted(middle, key=lambda name: (name[-5:], name)):
        ratio = middle[name] / middle[f"gnubg {name[-5:]}"]
        table.add_row(name, f"{middle[name]:.3f}", f"{ratio:.2f}", f"{1000 * losses[name]:.2f}")
    console.print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the engine's speed beside GNU Backgammon.")
    parser.add_argument("--decisions", type=int, default=300, help="decisions to time (default: %(default)s)")
    parser.add_argument("--repeats", type=int, default=3, help="times to measure; the median counts (default: 3)")
    chosen = parser.parse_args()
    console = Console(highlight=False)
    if program() is None:
        console.print("GNU Backgammon is not here: there is nothing to compare with.")
        return 1
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # one core, for us and for the programs we start
    try:
        show_evaluations(chosen.repeats, console)
        path = decision_sets.default_path(1)
        if not path.exists():
            console.print("No decisions yet: run benchmarks/strength.py first.")
            return 1
        decisions = [entry for entry in decision_sets.load(path) if entry.decision.source != SCATTERED]
        show_decisions(decisions[: chosen.decisions], chosen.repeats, console)
    except (SixprimeError, OSError) as problem:
        console.print(str(problem), style="red", markup=False, soft_wrap=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
