"""How good checker plays are, beside GNU Backgammon's: what they lose by its search, and whole games against its net.

    python benchmarks/strength.py [--decisions 2500] [--net FILE] [--player MODULE:NAME] [--games 2000]

The decisions are made once and kept (a quarter of an hour for the default); judging takes seconds. Losses are cubeless
points for money against the best play by GNU Backgammon's 2-ply search, and so flatter programs that are like it. Times
are measured in this run, on the same decisions, one process at a time.
"""

import argparse
import importlib
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from sixprime.core import SixprimeError
from sixprime.engine.evaluators import NetEvaluator
from sixprime.engine.nets import Net
from sixprime.training import decision_sets
from sixprime.training.decision_sets import CHOICE_PLIES, Heading, ReferenceDecision
from sixprime.training.decisions import Mover, RandomMover, by_boards
from sixprime.training.duels import duel
from sixprime.training.gnubg_reference import Gnubg, GnubgMover, program
from sixprime.training.judging import Report, by_evaluator, compare, judge_gnubg, judge_mover

YARDSTICK = "gnubg 0-ply"
PR = 500
"""Mean loss times this is the performance rating that players know."""


def net_player(path: Path) -> Mover:
    """A net of ours as a player, by itself: nothing is searched."""
    return by_boards(by_evaluator(NetEvaluator(Net.load(path))))


def named_player(name: str) -> Mover:
    """A player from a module, as MODULE:NAME: a function from the boards after the plays to the number of one."""
    module, _, attribute = name.partition(":")
    try:
        return by_boards(getattr(importlib.import_module(module), attribute))
    except (ImportError, AttributeError, ValueError) as error:
        raise SystemExit(f"--player {name}: {error}") from error


def progress_bar(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(),
        console=console,
    )  # fmt: skip


def decisions_of(path: Path, count: int, seed: int, fresh: bool, console: Console) -> list[ReferenceDecision]:
    """The first decisions of the set in a file, made now as far as they are missing."""
    if (
        not fresh
        and path.exists()
        and len(decision_sets.load(path)) >= count
        and decision_sets.heading(path).seed == seed
    ):
        return decision_sets.load(path, count)
    with progress_bar(console) as progress:
        task = progress.add_task("making decisions", total=count)
        for done in decision_sets.extend(path, count, Heading(seed=seed), fresh=fresh):
            progress.update(task, completed=min(done, count))
    return decision_sets.load(path, count)


def gnubg_milliseconds(decisions: Sequence[ReferenceDecision]) -> dict[int, float]:
    """How long GNU Backgammon thinks about a decision at each depth, now."""
    pace: dict[int, float] = {}
    for plies in CHOICE_PLIES:
        with Gnubg(plies) as gnubg:
            gnubg.version()  # starts it
            pace[plies] = 1000 * judge_mover(GnubgMover(gnubg), decisions).seconds
    return pace


def thousandths(loss: float, error: float, decimals: int = 2) -> str:
    """A loss with its standard error, which a single decision does not have."""
    shown = f"{1000 * loss:.{decimals}f}"
    return shown if math.isnan(error) else f"{shown} ±{1000 * error:.{decimals}f}"


def new_table(title: str, first: str, *columns: str) -> Table:
    """A table of figures that is narrow enough for 80 characters a line."""
    table = Table(title=title, box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(first, no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def show_scores(reports: dict[str, Report], pace: dict[str, float], console: Console) -> None:
    table = new_table(
        f"{len(reports[YARDSTICK].losses):,} decisions: points lost, in thousandths",
        "player", "lost a\ndecision", f"more than\n{YARDSTICK}", f"x {PR}", "best\nplay", "not\nsearched",
        "ms a\ndecision",
    )  # fmt: skip
    for name, report in reports.items():
        score = report.overall
        difference = compare(report, reports[YARDSTICK]).overall
        table.add_row(
            name,
            thousandths(score.loss, score.standard_error),
            "" if name == YARDSTICK else thousandths(difference.loss, difference.standard_error),
            f"{PR * score.loss:.2f}",
            f"{score.best:.0%}",
            str(score.beyond),
            f"{pace[name]:.3g}" if name in pace else "",
        )
    console.print(table)


def show_phases(reports: dict[str, Report], console: Console) -> None:
    scores = {name: report.by_phase() for name, report in reports.items()}
    table = new_table("The same by phase: thousandths lost a decision", "phase", "n", *scores)
    for phase, score in scores[YARDSTICK].items():
        cells = [thousandths(by_phase[phase].loss, by_phase[phase].standard_error, 1) for by_phase in scores.values()]
        table.add_row(phase.value, str(score.decisions), *cells)
    console.print(table)


def play_games(players: dict[str, Mover], games: int, seed: int, console: Console) -> None:
    """Every player against GNU Backgammon's net, in pairs of games with the same dice."""
    title = f"Cubeless games for money against {YARDSTICK}, same dice for both seatings"
    table = new_table(title, "player", "games", "points a game", "games/s")
    with Gnubg(0) as gnubg, progress_bar(console) as progress:
        for name, player in players.items():
            task = progress.add_task(name, total=games)
            started = time.perf_counter()
            score = None
            for score in duel(player, GnubgMover(gnubg), games // 2, seed):
                progress.update(task, completed=score.games)
            if score:
                pace = score.games / (time.perf_counter() - started)
                points = f"{score.points:+.4f} ±{score.standard_error:.4f}"
                table.add_row(name, f"{score.games:,}", points, f"{pace:.1f}")
    console.print(table)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Judge checker plays by GNU Backgammon.")
    parser.add_argument("--decisions", type=int, default=2500, help="how many decisions (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="other seeds, other decisions (default: %(default)s)")
    parser.add_argument("--file", type=Path, help="where the decisions are kept (default: the user's cache folder)")
    parser.add_argument("--fresh", action="store_true", help="make the decisions again, even if they are there")
    parser.add_argument("--net", type=Path, action="append", default=[], help="judge this net as well; may be repeated")
    parser.add_argument("--player", action="append", default=[], metavar="MODULE:NAME", help="judge this function too")
    parser.add_argument("--games", type=int, default=0, help="play so many games against gnubg 0-ply besides")
    parser.add_argument("--timed", type=int, default=100, help="decisions to time gnubg by (default: %(default)s)")
    chosen = parser.parse_args()
    if chosen.decisions < 1:
        parser.error("--decisions: at least one is needed")
    return chosen


def main() -> int:
    chosen = options()
    console = Console()
    path = chosen.file or decision_sets.default_path(chosen.seed)
    try:
        players: dict[str, Mover] = {"random": RandomMover(Random(chosen.seed))}
        players |= {name: named_player(name) for name in chosen.player}
        players |= {net.name: net_player(net) for net in chosen.net}
        decisions = decisions_of(path, chosen.decisions, chosen.seed, chosen.fresh, console)
        reports = {f"gnubg {plies}-ply": judge_gnubg(plies, decisions) for plies in CHOICE_PLIES}
        pace: dict[str, float] = {}
        if chosen.timed > 0 and program():
            for plies, milliseconds in gnubg_milliseconds(decisions[: chosen.timed]).items():
                pace[f"gnubg {plies}-ply"] = milliseconds
        for name, player in players.items():
            judge_mover(player, decisions[:1])  # compiles what has to be compiled
            reports[name] = judge_mover(player, decisions)
            pace[name] = 1000 * reports[name].seconds
        show_scores(reports, pace, console)
        show_phases(reports, console)
        console.print(f"Kept in {path}", highlight=False, soft_wrap=True)
        if chosen.games > 1:
            play_games(players, chosen.games, chosen.seed, console)
    except (SixprimeError, OSError) as problem:
        console.print(str(problem), style="red", markup=False, highlight=False, soft_wrap=True)
        return 1
    except KeyboardInterrupt:
        console.print("Interrupted; what has been made is kept.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
