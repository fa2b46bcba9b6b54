"""Whether GNU Backgammon can judge positions that no game leads to: its opinion beside games played to the end.

    python benchmarks/scattered.py [--decisions 30] [--games 1000] [--referee 72]

In the decisions of benchmarks/strength.py with checkers scattered at random, sixprime seems to lose a lot. This takes
those where it seems to lose most and plays both its choice and GNU Backgammon's to the end many times, by its net
on both sides and with the same dice, and shows what was really lost. With `--referee` GNU Backgammon rolls out both
plays as well, so many games each, by its own net on both sides and with the luck of the dice taken out: its own games
are the referee between it and sixprime.
"""

import argparse
import math
import sys
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table

from references import FOUND, Reference, ask_gnubg, money
from sixprime.cli.judgements import SCATTERED
from sixprime.core import Position
from sixprime.core.jit import float_kernel
from sixprime.engine.evaluators import NetEvaluator, shared_tables
from sixprime.engine.net_kernels import LookUps, Weights, new_room
from sixprime.training import decision_sets
from sixprime.training.duel_kernels import play_out
from sixprime.training.judging import by_evaluator, judge

Board = npt.NDArray[np.int8]


@float_kernel
def play_many(start: Board, seed: int, net: Weights, tables: LookUps, points: npt.NDArray[np.float64]) -> None:
    """Fill in what who rolls first wins in each of many games."""
    room = new_room()
    board = np.empty(26, dtype=np.int8)
    for game in range(points.shape[0]):
        points[game] = play_out(start, 15, seed + game, net, net, tables, room, board)


class Lost(NamedTuple):
    """Points that a play gives away, and the standard error."""

    points: float
    error: float

    def __str__(self) -> str:
        return f"{self.points:+.3f} ± {self.error:.3f}"


def lost_in_games(best: Board, chosen: Board, games: int, evaluator: NetEvaluator) -> Lost:
    """By our net on both sides, with the same dice for both plays."""
    played = []
    for board in (best, chosen):
        points = np.empty(games)
        play_many(
            np.ascontiguousarray(-board[::-1]), 12345, evaluator.net.arrays(), shared_tables().arrays(), points
        )  # fmt: skip
        played.append(-points)
    lost = played[0] - played[1]
    return Lost(float(lost.mean()), float(lost.std(ddof=1)) / games**0.5)


def lost_by_referee(best: Board, chosen: Board, games: int) -> Lost:
    """By GNU Backgammon's rollouts of both plays."""
    found = []
    for board in (best, chosen):
        position = Position(tuple(int(-count) for count in board[::-1]))
        said = ask_gnubg(Reference("scattered", "", money(position)), games, 1, None)
        value = FOUND.search(said)
        if value is None:
            raise SystemExit(f"GNU Backgammon printed no result of its rollout: {said}")
        found.append((-float(value[1]), float(value[3])))
    return Lost(found[0][0] - found[1][0], math.hypot(found[0][1], found[1][1]))


def total(losses: list[Lost]) -> Lost:
    return Lost(sum(lost.points for lost in losses), math.hypot(*(lost.error for lost in losses)))


def main() -> int:
    parser = argparse.ArgumentParser(description="Play out what GNU Backgammon thinks is lost.")
    parser.add_argument("--decisions", type=int, default=30)
    parser.add_argument("--games", type=int, default=1000, help="for each of both plays (default: %(default)s)")
    parser.add_argument("--referee", type=int, default=0, help="games of GNU Backgammon's (default: %(default)s)")
    asked = parser.parse_args()
    evaluator = NetEvaluator.default()
    console = Console(highlight=False)
    decisions = decision_sets.load(decision_sets.default_path(1))
    report = judge(by_evaluator(evaluator), decisions).only(lambda decision: decision.source == SCATTERED)
    table = Table(title="Lost by the play that sixprime chooses, in points")
    for column in ("by GNU Backgammon's search", "in games", "in its own rollouts")[: 3 if asked.referee else 2]:
        table.add_column(column, justify="right")
    claimed: list[float] = []
    games: list[Lost] = []
    refereed: list[Lost] = []
    worst = np.argsort(-report.losses)[: asked.decisions]
    for number in track(worst, "playing out", console=console):
        reference = report.decisions[number]
        best, chosen = reference.boards[int(np.argmin(reference.losses))], reference.boards[int(report.choices[number])]
        claimed.append(float(report.losses[number]))
        games.append(lost_in_games(best, chosen, asked.games, evaluator))
        cells = [f"{claimed[-1]:.3f}", str(games[-1])]
        if asked.referee:
            refereed.append(lost_by_referee(best, chosen, asked.referee))
            cells.append(str(refereed[-1]))
        table.add_row(*cells)
    table.add_section()
    table.add_row(
        f"{sum(claimed):.3f}", *(str(total(losses)) for losses in ([games, refereed] if asked.referee else [games]))
    )  # fmt: skip
    console.print(table)
    console.print(f"{len(claimed)} of {len(report.losses)} decisions; all together {report.losses.sum():.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
