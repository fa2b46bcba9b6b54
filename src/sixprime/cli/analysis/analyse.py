"""`sixprime analyse`: reviews match files, and shows errors, figures and luck, in tables, JSON or HTML."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from sixprime.analysis.batches import current_engine
from sixprime.analysis.depths import depth_named
from sixprime.analysis.figures import DEFAULT_MARKS, Marks
from sixprime.cli.analysis.named_figures import figure_named
from sixprime.cli.analysis.outputs import ReviewOutputs
from sixprime.cli.analysis.runs import ReviewPlan, read_matches, review_matches
from sixprime.cli.analysis.summaries import AnalysisSummary
from sixprime.cli.shared.options import BadOption, whole_number
from sixprime.messages import Catalogue, shown, text

SOME_FAILED = 1
"""The exit code when not every file could be analysed."""
STOPPED = 130
MOST_WORST = 1000


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """The options of `sixprime analyse` as typed."""

    depth: str | None = None
    threads: str | None = None
    ray: str | None = None
    worst: str = "3"
    decisions: str | None = None
    marks: str | None = None
    again: bool = False
    write: Path | None = None
    html: Path | None = None
    force: bool = False
    as_json: bool = False

    def plan(self) -> ReviewPlan:
        depth = None if self.depth is None else depth_named(self.depth)
        threads = None if self.threads is None else whole_number("--threads", self.threads, 1, 1024)
        return ReviewPlan(depth, threads, self.ray, self.again)


def analyse(files: Sequence[Path], options: AnalysisOptions, words: Catalogue) -> int:
    """Analyse files and show what was found. Ctrl-C stops; what was found is kept, and the same command goes on."""
    plan = options.plan()
    worst = whole_number("--worst", options.worst, 0, MOST_WORST)
    marks = DEFAULT_MARKS if options.marks is None else marks_of(options.marks)
    figure = None if options.decisions is None else figure_named(options.decisions)
    errors = Console(stderr=True, highlight=False, emoji=False)
    out = Console(highlight=False, emoji=False)
    matches, failed = read_matches(files, errors, words)
    outputs = ReviewOutputs(options.write, options.html, matches, words, force=options.force)
    engine = current_engine()
    stopped = False
    for entry, made in review_matches(matches, plan, errors, words):
        summary = AnalysisSummary(
            entry.label, entry.match, made, words, marks, entry.read.analyses, is_current=made.engine == engine
        )
        if options.as_json:
            print(json.dumps(summary.as_json(), ensure_ascii=False), flush=True)
        else:
            summary.show(out, worst, figure)
        outputs.add(entry, made)
        stopped = stopped or not made.is_complete
    for path in outputs.finish(marks):
        errors.print(text("Written to {path}", path=path).in_language(words), markup=False)
    if stopped:
        said = text("stopped: what has been found is kept, and the same command goes on from there")
        errors.print(said.in_language(words), markup=False)
        return STOPPED
    return SOME_FAILED if failed else 0


def marks_of(written: str) -> Marks:
    """The limits of marks from a text like `0.02,0.04,0.08`."""
    try:
        inaccuracy, error, blunder = (float(part) for part in written.split(","))
    except ValueError:
        inaccuracy, error, blunder = 0.0, 0.0, 0.0
    if not 0 < inaccuracy < error < blunder < 10:
        raise BadOption(
            text(
                "--marks are three rising numbers, for inaccuracies, errors and blunders, like {example}, not {value}",
                example="0.02,0.04,0.08",
                value=shown(written),
            )
        )
    return Marks(inaccuracy, error, blunder)
