"""A check on the rollouts by which `sixprime judge --arbitrate` decides between plays: GNU Backgammon's own.

    python benchmarks/arbitration.py [--disputes 100] [--games 144] [--workers 2] [--net FILE]

Takes so many of the decisions that were rolled out, drawn at random, and in each the two plays that our rollouts put
furthest apart. GNU Backgammon rolls both out with its own net on both sides, without the cube, to the end, the luck of
the dice taken out. Told are how often the two programs prefer the same play, how much the difference between the plays
differs, and whether that is more than the errors of the rollouts explain. Rollouts are kept, and the program can be
stopped and started again.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.table import Table

from references import COMMANDS
from scattered import Board, Kept, roll_out
from sixprime.engine.net.evaluators import default_net
from sixprime.engine.net.nets import Net
from sixprime.training.judging.gnubg_reference import program
from sixprime.training.judging.neutral.arbitration import Arbitration, ArbitrationPlan, PlayWorth

WITHOUT_CUBE = COMMANDS.replace("cubeful on", "cubeful off")
CLEAR = 2.0
"""So many joint standard errors make two programs disagree."""


@dataclass(frozen=True)
class Pair:
    """The two plays of a decision that are furthest apart, the better one by our rollouts first."""

    better: Board
    worse: Board
    ours: float
    """How much better it is."""
    error: float


def pair_of(ruling: dict[Board, PlayWorth]) -> Pair:
    better, worse = (choose(ruling, key=lambda board: ruling[board].equity) for choose in (max, min))
    first, second = ruling[better], ruling[worse]
    return Pair(better, worse, first.equity - second.equity, math.hypot(first.error, second.error))


def show(pairs: list[Pair], kept: Kept, console: Console) -> None:
    theirs = [kept[pair.better].equity - kept[pair.worse].equity for pair in pairs]
    errors = [math.hypot(pair.error, kept[pair.better].error, kept[pair.worse].error) for pair in pairs]
    gaps = [value - pair.ours for value, pair in zip(theirs, pairs, strict=True)]
    in_errors = [gap / error for gap, error in zip(gaps, errors, strict=True)]
    table = Table(title=f"{len(pairs)} decisions, two plays each: our rollouts beside GNU Backgammon's", min_width=80)
    table.add_column("")
    table.add_column("", justify="right")
    rows = {
        "the same play preferred": f"{sum(value > 0 for value in theirs)} of {len(pairs)}",
        "the other one, by more than two joint errors": str(
            sum(value < -CLEAR * error for value, error in zip(theirs, errors, strict=True))
        ),
        "what our better play is worth more, by ours": f"{1000 * statistics.mean(pair.ours for pair in pairs):.1f}",
        "by GNU Backgammon's": f"{1000 * statistics.mean(theirs):.1f}",
        "mean of the gap": f"{1000 * statistics.mean(gaps):+.1f} ± "
        f"{1000 * statistics.stdev(gaps) / math.sqrt(len(gaps)):.1f}",
        "gap, root mean square": f"{1000 * math.sqrt(statistics.mean(gap**2 for gap in gaps)):.1f}",
        "errors alone would make": f"{1000 * math.sqrt(statistics.mean(error**2 for error in errors)):.1f}",
        "gaps within two joint errors": f"{sum(abs(value) <= CLEAR for value in in_errors)} of {len(pairs)}",
    }
    for name, value in rows.items():
        table.add_row(name, value)
    console.print(table)
    console.print("Thousandths of a point.")


def main() -> int:
    parser = argparse.ArgumentParser(description="Check our rollouts of disputed plays by GNU Backgammon's.")
    parser.add_argument("--disputes", type=int, default=100, help="how many decisions (default: %(default)s)")
    parser.add_argument("--games", type=int, default=144, help="of each of its rollouts (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=2, help="rollouts at a time (default: %(default)s)")
    parser.add_argument("--net", type=Path, help="whose rollouts to check (default: those of the built-in net)")
    asked = parser.parse_args()
    console = Console(highlight=False)
    net = Net.load(asked.net) if asked.net is not None else default_net()
    rulings = Arbitration(net, ArbitrationPlan()).rulings()
    if program() is None or not rulings:
        console.print("GNU Backgammon is not here, or sixprime judge --arbitrate has not rolled anything out yet")
        return 1
    open_games = sorted(key for key, ruling in rulings.items() if all(max(board) > 0 for board in ruling))
    drawn = random.Random(1).sample(open_games, min(asked.disputes, len(open_games)))
    pairs = [pair_of(dict(rulings[key])) for key in drawn]
    kept = Kept(Path(platformdirs.user_cache_dir("sixprime")) / "arbitration" / "gnubg.jsonl")
    boards = {board for pair in pairs for board in (pair.better, pair.worse)}
    try:
        kept.fill(boards, asked.games, asked.workers, console, partial(roll_out, commands=WITHOUT_CUBE))
    except KeyboardInterrupt:
        return 130
    show(pairs, kept, console)
    return 0


if __name__ == "__main__":
    sys.exit(main())
