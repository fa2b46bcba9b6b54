"""What the parts of the net are worth: the same labels fitted with and without features, second layer and game plans.

    python benchmarks/ablation.py FOLDER [--rounds 2]

FOLDER is that of a training run (`sixprime train`), of which the last labels are used and the net after self-play is
the beginning of every fit. Each variant is judged on the decisions of benchmarks/strength.py.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from sixprime.engine.net.evaluators import NetEvaluator, shared_tables
from sixprime.engine.net.nets import Net
from sixprime.training.fitting.fits import FittingPlan, fit
from sixprime.training.judging import decision_sets
from sixprime.training.judging.reports import Report, by_evaluator, compare, judge
from sixprime.training.labels.labelling import labelled

VARIANTS = {
    "counts only": (False, False, False),
    "counts and features": (True, False, False),
    "counts and second layer": (False, True, False),
    "counts, features and second layer": (True, True, False),
    "all of these, and upper layers for each game plan": (True, True, True),
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what the parts of the net are worth.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=2, help="rounds whose labels are used (default: %(default)s)")
    asked = parser.parse_args()
    console = Console(highlight=False)
    decisions = decision_sets.load(decision_sets.default_path(1))
    found = sorted(asked.folder.glob("labels-*"), key=lambda path: int(path.name.partition("-")[2]))
    labels = labelled(found[-asked.rounds :])
    start = Net.load(asked.folder / "selfplay.net")
    table = Table(title=f"Fitted to {len(labels):,} labels, judged on {len(decisions):,} decisions")
    for column in ("net", "lost a decision (thousandths)", "less than counts only", "best play"):
        table.add_column(column, justify="left" if column == "net" else "right")
    first: Report | None = None
    for name, (features, second, plans) in VARIANTS.items():
        plan = FittingPlan(features=features, second_layer=second, plans=plans)
        net = fit(start, labels, shared_tables(), plan, lambda _: None)
        report = judge(by_evaluator(NetEvaluator(net)), decisions)
        first = first or report
        better = compare(first, report).overall
        table.add_row(
            name,
            f"{1000 * report.overall.loss:.2f} ±{1000 * report.overall.standard_error:.2f}",
            f"{1000 * better.loss:.2f} ±{1000 * better.standard_error:.2f}",
            f"{np.round(100 * report.overall.best):.0f} %",
        )
        console.print(f"{name} done", style="dim")
    console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
