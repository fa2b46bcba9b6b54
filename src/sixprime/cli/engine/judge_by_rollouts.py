"""`sixprime judge --rollouts`: the errors of nets by kind of position, measured against rollouts.

The rollouts are made once, by one of the nets, and kept, so that further nets can be measured against them later.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from sixprime.cli.engine.judge import MOST
from sixprime.cli.engine.judging_tables import figures_table, progress_bar
from sixprime.cli.shared.options import whole_number
from sixprime.cli.shared.workers import thread_count, workers_of
from sixprime.engine.net.evaluators import default_net
from sixprime.engine.net.nets import Net
from sixprime.messages import Catalogue, Message, text
from sixprime.training.judging.position_kinds import PositionKind
from sixprime.training.judging.rollout_references import ReferencePlan, ReferenceStore, Report
from sixprime.training.judging.rollout_reports import (
    Accuracy,
    AccuracyReport,
    ErrorDifference,
    compare_errors,
    measure_net,
)

LEAST_GAMES = 36
"""So that every first roll comes up; with fewer games there is hardly a standard error."""
NETS_TO_A_TABLE = 2
KIND_NAMES: Mapping[PositionKind, Message] = {
    PositionKind.OPENING: text("opening"),
    PositionKind.MIDDLE_GAME: text("middle game"),
    PositionKind.HOLDING: text("holding"),
    PositionKind.PRIMING: text("priming"),
    PositionKind.BLITZ: text("blitz"),
    PositionKind.PRIME_AGAINST_PRIME: text("prime against prime"),
    PositionKind.CONTAINMENT: text("containment"),
    PositionKind.BEAR_IN: text("bear-in against contact"),
    PositionKind.BACKGAME: text("backgame"),
    PositionKind.AGAINST_BACKGAME: text("against a backgame"),
    PositionKind.LATE_BACKGAME: text("late backgame"),
    PositionKind.AGAINST_LATE_BACKGAME: text("against a late backgame"),
    PositionKind.RACE: text("race"),
    PositionKind.GAMMON_RACE: text("gammon race"),
}


@dataclass(frozen=True, slots=True)
class RolloutJudgeOptions:
    """The options of `sixprime judge --rollouts` as values."""

    plan: ReferencePlan
    nets: tuple[Path, ...]
    """The nets to measure; none for the one that comes with the program."""
    reference: Path | None
    """The net that plays the rollouts; None for the one that comes with the program."""
    threads: int | None
    ray: str | None

    @classmethod
    def of(
        cls,
        positions: str | None,
        games: str | None,
        seed: str,
        nets: Sequence[Path],
        reference: Path | None,
        threads: str | None,
        ray: str | None,
    ) -> RolloutJudgeOptions:
        """Read the options as typed; None if not given."""
        plan = ReferencePlan(seed=whole_number("--seed", seed, 0, MOST))
        if positions is not None:
            plan = replace(plan, positions=whole_number("--positions", positions, 1, MOST))
        if games is not None:
            plan = replace(plan, games=whole_number("--games", games, LEAST_GAMES, MOST))
        return cls(plan, tuple(nets), reference or (nets[0] if nets else None), thread_count(threads), ray)


def judge_by_rollouts(wanted: RolloutJudgeOptions, *, as_json: bool, words: Catalogue) -> None:
    """Make the rollouts that are missing, measure the nets against them and print the tables."""
    console = Console(highlight=False, emoji=False, stderr=as_json)
    names = _names(wanted.nets)
    nets = {name: Net.load(path) for name, path in names.items()} or {"sixprime": default_net()}
    reference_net = default_net() if wanted.reference is None else Net.load(wanted.reference)
    store = ReferenceStore(reference_net, wanted.plan)
    _make(store, wanted, console, words)
    reference = store.load()
    reports = {name: measure_net(net, reference) for name, net in nets.items()}
    if as_json:
        print(json.dumps(_as_json(reports, wanted.plan, store)))
        return
    title = text(
        "Net minus rollout, thousandths of a point: {positions} positions, {games} games of {net} with itself for each",
        positions=f"{len(reference):,}",
        games=wanted.plan.games,
        net="sixprime" if wanted.reference is None else wanted.reference.name,
    )
    for table in _tables(reports, title, words):
        console.print(table)
    explanation = text(
        "Equities are cubeless, for the player who has just moved: a positive bias means that the net overrates that "
        "player. Corrected: the rms without the rollouts' own errors."
    )
    for line in (explanation, text("The rollouts are kept in {path}", path=store.folder)):
        console.print(line.in_language(words), soft_wrap=True, markup=False)


def _names(paths: Sequence[Path]) -> dict[str, Path]:
    """Nets by the names of their files, or by their whole paths where two files have the same name."""
    times = Counter(path.name for path in paths)
    return {path.name if times[path.name] == 1 else str(path): path for path in paths}


def _make(store: ReferenceStore, wanted: RolloutJudgeOptions, console: Console, words: Catalogue) -> None:
    """Make the missing rollouts, with a progress bar; Ctrl-C stops and prints how many are kept."""
    done = total = 0
    workers = workers_of(wanted.ray, wanted.threads)
    try:
        with progress_bar(console) as bar:

            def shown_as(doing: Message) -> Report:
                task = bar.add_task(doing.in_language(words), total=None)

                def report(so_far: int, of: int) -> None:
                    nonlocal done, total
                    done, total = so_far, of
                    bar.update(task, completed=so_far, total=of)

                return report

            store.collect(shown_as(text("collecting positions")))
            done = total = 0
            store.roll_out(workers, shown_as(text("rolling out")))
    except KeyboardInterrupt:
        stopped = text(
            "stopped: {done} of {total} positions are rolled out and kept in {path}",
            done=done, total=total, path=store.folder,
        )  # fmt: skip
        if total:
            console.print(stopped.in_language(words), soft_wrap=True, markup=False)
        raise
    finally:
        workers.close()


def _tables(reports: Mapping[str, AccuracyReport], title: Message, words: Catalogue) -> Iterator[Table]:
    """The errors of each net by kind of position, a few nets to a table."""

    def say(message: Message) -> str:
        return message.in_language(words)

    figures = [say(text("rms")), say(text("corrected")), say(text("bias"))]
    for start in range(0, len(reports), NETS_TO_A_TABLE):
        names = list(reports)[start : start + NETS_TO_A_TABLE]
        # The name of a net stands above the first of its figures.
        heads = [head for name in names for head in (f"{name}\n{figures[0]}", *figures[1:])]
        table = figures_table(say(title), say(text("kind of position")), "n", say(text("rollout error")), *heads)
        by_kind = [reports[name].by_kind() for name in names]
        for kind in by_kind[0]:
            table.add_row(*_row(say(KIND_NAMES[kind]), [accuracies[kind] for accuracies in by_kind]))
        table.add_section()
        table.add_row(*_row(say(text("all")), [reports[name].overall for name in names]))
        yield table


def _row(name: str, accuracies: Sequence[Accuracy]) -> list[str]:
    """The cells of a kind; two nets beside each other leave no room for the standard errors of the bias."""
    cells = [name, str(accuracies[0].positions), _thousandths(accuracies[0].reference_error)]
    for accuracy in accuracies:
        told = len(accuracies) == 1 and not math.isnan(accuracy.bias_error)
        error = f" ±{_thousandths(accuracy.bias_error)}" if told else ""
        cells += [_thousandths(accuracy.rms), _thousandths(accuracy.corrected_rms)]
        cells += [f"{1000 * accuracy.bias:+.1f}{error}"]
    return cells


def _thousandths(points: float) -> str:
    return f"{1000 * points:.1f}"


def _as_json(reports: Mapping[str, AccuracyReport], plan: ReferencePlan, store: ReferenceStore) -> dict[str, Any]:
    first = next(iter(reports.values()))
    nets = {}
    for name, report in reports.items():
        against_first = compare_errors(first, report)
        kinds = {
            kind.value: _figures(accuracy, against_first.by_kind[kind]) for kind, accuracy in report.by_kind().items()
        }
        nets[name] = {"overall": _figures(report.overall, against_first.overall), "kinds": kinds}
    reference = {"net": store.checksum, "seed": plan.seed, "games": plan.games, "folder": str(store.folder)}
    return {"reference": reference, "nets": nets}


def _figures(accuracy: Accuracy, against_first: ErrorDifference) -> dict[str, Any]:
    """The figures of a net, and how much larger its squared errors are than those of the first net."""
    figures = asdict(accuracy) | {
        "squared_error_excess": against_first.excess,
        "squared_error_excess_error": against_first.standard_error,
    }
    return {name: None if math.isnan(value) else value for name, value in figures.items()}
