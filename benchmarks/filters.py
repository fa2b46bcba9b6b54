"""Which filters a search should have: what it loses, and how long it takes, with each of several.

    python benchmarks/filters.py [--plies 1|2] [--decisions 2500] [--net FILE]

Only the half of the decisions that is for tuning is used (`sixprime judge --half tuning`), the scattered ones left out;
differences are paired with the first row, which is how the search is set. Times are of one processor, beside each other
in the same run.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from sixprime.cli.engine.judge import SCATTERED, Half
from sixprime.engine.choice.net_stacks import DEEP_KEEP, DEEP_MARGIN, KEEP, MARGIN
from sixprime.engine.net.nets import Net
from sixprime.engine.search.searchers import FILTERS, Filter, Searcher
from sixprime.training.judging import decision_sets
from sixprime.training.judging.movers import mover_of
from sixprime.training.judging.reports import judge_mover


class Choice(NamedTuple):
    """How many plays get through, and how far behind they may be."""

    name: str
    passed: Filter | None = None
    """The plays that are searched."""
    keep: int = KEEP
    margin: float = MARGIN
    deep_keep: int = DEEP_KEEP
    deep_margin: float = DEEP_MARGIN


CHOICES = (
    Choice("as it is"),
    Choice("deep net: values only", deep_keep=1, deep_margin=0.0),
    Choice("deep net: 5 within 0.12", deep_keep=5, deep_margin=0.12),
    Choice("full net: 10 within 0.3, deep net: 5 within 0.12", None, 10, 0.3, 5, 0.12),
    Choice("full net: 4 within 0.12, deep net: 2 within 0.05", None, 4, 0.12, 2, 0.05),
    Choice("searched: 12 within 0.25", Filter(12, 0.25)),
    Choice("searched: 4 within 0.1", Filter(4, 0.1)),
)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare filters of the search.")
    parser.add_argument("--plies", type=int, choices=(1, 2), default=1)
    parser.add_argument("--decisions", type=int, default=2500)
    parser.add_argument("--file", type=Path, default=None, help="the decisions (default: those of `sixprime judge`)")
    parser.add_argument("--net", type=Path, default=None)
    asked = parser.parse_args()
    path = asked.file if asked.file is not None else decision_sets.default_path(1)
    kept = Half.TUNING.of(decision_sets.load(path, asked.decisions))
    decisions = [reference for reference in kept if reference.decision.source != SCATTERED]
    net = Net.load(asked.net) if asked.net is not None else None
    table = Table(title=f"{len(decisions):,} decisions, {asked.plies}-ply: thousandths of a point lost")
    for column in ("filters", "lost a decision", "more than as it is", "times as long"):
        table.add_column(column, justify="left" if column == "filters" else "right")
    losses, seconds = [], []
    for choice in CHOICES:
        filters = FILTERS if choice.passed is None else {**FILTERS, asked.plies: choice.passed}
        searcher = Searcher(
            asked.plies, net=net, threads=1, filters=filters, keep=choice.keep, margin=choice.margin,
            deep_keep=choice.deep_keep, deep_margin=choice.deep_margin,
        )  # fmt: skip
        judge_mover(mover_of(searcher), decisions[:1])  # compiles what has to be compiled
        began = time.process_time()
        losses.append(1000 * np.array(judge_mover(mover_of(searcher), decisions).losses))
        seconds.append(time.process_time() - began)
        searcher.close()
        more = losses[-1] - losses[0]
        table.add_row(
            choice.name,
            f"{losses[-1].mean():.2f} ±{losses[-1].std() / len(decisions) ** 0.5:.2f}",
            f"{more.mean():+.3f} ±{more.std() / len(decisions) ** 0.5:.3f}",
            f"{seconds[-1] / seconds[0]:.2f}",
        )
    Console(highlight=False).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
