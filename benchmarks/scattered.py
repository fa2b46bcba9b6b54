"""Whether GNU Backgammon can judge positions that no game leads to: its opinion beside games played to the end.

    python benchmarks/scattered.py [--decisions 10] [--games 1000]

In the decisions of benchmarks/strength.py with checkers scattered at random, sixprime seems to lose a lot. This takes
those where it seems to lose most and plays both its choice and GNU Backgammon's to the end many times, by its net
on both sides and with the same dice, and shows what was really lost.
"""

import argparse
import sys

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from sixprime.cli.judgements import SCATTERED
from sixprime.core.jit import float_kernel
from sixprime.engine.evaluators import NetEvaluator, shared_tables
from sixprime.engine.net_kernels import LookUps, Weights, new_room
from sixprime.training import decision_sets
from sixprime.training.duel_kernels import play_out
from sixprime.training.judging import by_evaluator, judge


@float_kernel
def play_many(
    start: npt.NDArray[np.int8], seed: int, net: Weights, tables: LookUps, points: npt.NDArray[np.float64]
) -> None:
    """Fill in what who rolls first wins in each of many games."""
    room = new_room()
    board = np.empty(26, dtype=np.int8)
    for game in range(points.shape[0]):
        points[game] = play_out(start, 15, seed + game, net, net, tables, room, board)


def main() -> int:
    parser = argparse.ArgumentParser(description="Play out what GNU Backgammon thinks is lost.")
    parser.add_argument("--decisions", type=int, default=10)
    parser.add_argument("--games", type=int, default=1000, help="for each of both plays (default: %(default)s)")
    asked = parser.parse_args()
    evaluator = NetEvaluator.default()
    decisions = decision_sets.load(decision_sets.default_path(1))
    report = judge(by_evaluator(evaluator), decisions).only(lambda decision: decision.source == SCATTERED)
    table = Table(title="Lost by the play that sixprime chooses, in points")
    for column in ("by GNU Backgammon", "in games", "standard error"):
        table.add_column(column, justify="right")
    sums = np.zeros(3)
    for number in np.argsort(-report.losses)[: asked.decisions]:
        reference = report.decisions[number]
        played = []
        for row in (int(np.argmin(reference.losses)), int(report.choices[number])):
            points = np.empty(asked.games)
            start = np.ascontiguousarray(-reference.boards[row][::-1])
            play_many(start, 12345, evaluator.net.arrays(), shared_tables().arrays(), points)
            played.append(-points)
        lost = played[0] - played[1]  # the same dice: game by game
        error = float(lost.std(ddof=1)) / len(lost) ** 0.5
        sums += (report.losses[number], lost.mean(), error**2)
        table.add_row(f"{report.losses[number]:.3f}", f"{lost.mean():+.3f}", f"{error:.3f}")
    table.add_section()
    table.add_row(f"{sums[0]:.3f}", f"{sums[1]:+.3f}", f"{sums[2] ** 0.5:.3f}")
    Console(highlight=False).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
