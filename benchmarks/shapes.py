"""Which shape the deep net should have: what each loses after the same fit, and how long it takes to evaluate.

    python benchmarks/shapes.py FOLDER [--files 200] [--epochs 3] [--shapes 512,512,256,128 ...] [--half-precision]

FOLDER is that of a training run (`sixprime train`): its last labels are used, its best net is what each deep net begins
above, and its decisions with contact, judged by GNU Backgammon, are those that losses are told by. Labels of other
files, which nothing was fitted to, say how far each net is from them. Times are for evaluating a position anew, the
first layer included, on one core, medians of five, and those of the full net in the same run. Fitted nets are kept in
FOLDER/shapes, so that a run can be interrupted, and times measured again on a quiet machine.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from sixprime.compiled.arrays import Boards
from sixprime.engine.net import deep_nets
from sixprime.engine.net.chance_arrays import equities_of
from sixprime.engine.net.deep_kernels import NO_DEEP, Deep
from sixprime.engine.net.evaluators import NetEvaluator, shared_tables
from sixprime.engine.net.kernels import CONTACT
from sixprime.engine.net.nets import Net
from sixprime.training.fitting.fits import FittingPlan, fit
from sixprime.training.fitting.label_sources import LabelFiles
from sixprime.training.judging import decision_sets
from sixprime.training.judging.reports import by_evaluator, compare, judge
from sixprime.training.labels.labelling import CHUNK
from sixprime.training.runs import deepened

SHAPES = ("512,64,64,64", "512,128,64,64", "256,256,128,64", "512,256,128,64", "512,512,256,128")
APART = 20
"""Files of labels that nothing is fitted to."""


def microseconds(net: Net, boards: Boards) -> float:
    """How long a position takes."""
    evaluator = NetEvaluator(net)
    evaluator.after_plays(boards, 15)
    times = []
    for _ in range(5):
        started = time.perf_counter()
        evaluator.after_plays(boards, 15)
        times.append(time.perf_counter() - started)
    return 1e6 * statistics.median(times) / len(boards)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare shapes of the deep net.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=200, help="label files to fit to (default: %(default)s)")
    parser.add_argument("--epochs", type=int, default=3, help="passes over them (default: %(default)s)")
    parser.add_argument("--shapes", nargs="*", default=SHAPES, help="units of the four layers (default: five shapes)")
    parser.add_argument("--half-precision", action="store_true", help="fit in half precision, which takes PyTorch")
    asked = parser.parse_args()
    console = Console(highlight=False)
    rounds = sorted(asked.folder.glob("labels-*"), key=lambda path: int(path.name.partition("-")[2]))
    paths = sorted(rounds[-1].glob("labels-?????.npz"))[: asked.files + APART]
    labels = LabelFiles(paths[APART:], CHUNK)
    apart = [np.load(path) for path in paths[:APART]]
    boards, known = (np.concatenate([kept[name] for kept in apart]) for name in ("boards", "labels"))
    contact = np.array([_have_contact(board) for board in boards])
    boards, known = boards[contact], equities_of(known[contact])
    decisions = [
        reference
        for reference in decision_sets.load(asked.folder / "decisions.jsonl")
        if reference.decision.position.has_contact and all(_have_contact(board) for board in reference.boards)
    ]
    base = Net.load(asked.folder / "best.net")
    base.deep = NO_DEEP
    first = judge(by_evaluator(NetEvaluator(base)), decisions)
    table = Table(title=f"Fitted to {len(labels):,} labels, {asked.epochs} passes; {len(decisions):,} decisions")
    for column in (
        "layers",
        "parameters",
        "missed (rms)",
        "lost a decision",
        "less than the full net",
        "us a position",
    ):
        table.add_column(column, justify="right")

    def show(name: str, parameters: int, net: Net) -> None:
        report = judge(by_evaluator(NetEvaluator(net)), decisions)
        better = compare(first, report).overall
        missed = equities_of(NetEvaluator(net).after_plays(boards, 15)) - known
        table.add_row(
            name,
            f"{parameters:,}",
            f"{float(np.sqrt(np.mean(missed**2))):.4f}",
            f"{1000 * report.overall.loss:.2f} ±{1000 * report.overall.standard_error:.2f}",
            f"{1000 * better.loss:.2f} ±{1000 * better.standard_error:.2f}",
            f"{microseconds(net, boards[:4000]):.1f}",
        )
        console.print(f"{name} done", style="dim")

    show("full net", sum(array.size for array in base.arrays()), base)
    for shape in asked.shapes:
        first_layer, second, third, fourth = (int(width) for width in shape.split(","))
        widths = (first_layer, second, third, fourth)
        net = deepened(base, 1)
        made = deep_nets.untrained(base.weights[CONTACT], base.feature_weights[CONTACT], base.bias[CONTACT], widths, 1)
        net.deep = Deep(made, net.deep.race)
        plan = FittingPlan(epochs=asked.epochs, half_precision=asked.half_precision)
        path = asked.folder / "shapes" / f"{shape.replace(',', '-')}-{len(labels)}-{asked.epochs}.net"
        if not path.exists():
            fit(net, labels, shared_tables(), plan, lambda _: None, only=["deep contact"]).save(path)
        fitted = Net.load(path)
        show(shape.replace(",", " "), sum(array.size for array in fitted.deep.contact), fitted)
    console.print(table)
    return 0


def _have_contact(board: Boards) -> bool:
    """Whether the sides still have to pass each other."""
    own, enemies = np.flatnonzero(board > 0), np.flatnonzero(board < 0)
    return len(own) > 0 and len(enemies) > 0 and enemies[0] < own[-1]


if __name__ == "__main__":
    sys.exit(main())
