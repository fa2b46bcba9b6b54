"""`sixprime judge`: what players lose by GNU Backgammon's search, and how they do in games against its net.

Decisions are made once and kept, so that any number of players can be judged by the same ones. Losses are points of a
cubeless money game against the best play by GNU Backgammon at two plies, which flatters programs that are like it.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from sixprime.cli.shared.options import BadOption, whole_number
from sixprime.compiled.arrays import Boards
from sixprime.core import Position, Roll
from sixprime.engine.bots.levels import LEVELS
from sixprime.engine.net.nets import Net
from sixprime.engine.search.searchers import MAX_PLIES
from sixprime.messages import Catalogue, Message, text
from sixprime.training.judging import decision_sets
from sixprime.training.judging.decision_sets import CHOICE_PLIES, Heading, ReferenceDecision
from sixprime.training.judging.decisions import Mover
from sixprime.training.judging.duels import DuelScore, duel
from sixprime.training.judging.gnubg_reference import Gnubg, GnubgMover
from sixprime.training.judging.movers import level_mover, net_mover
from sixprime.training.judging.reports import Report, Score, compare, judge_gnubg, judge_mover

YARDSTICK = "gnubg 0-ply"
PR = 500
"""Mean loss times this is the performance rating that players know."""
MOST = 1_000_000
PLAYERS_TO_A_TABLE = 4
SCATTERED = "scattered"
"""Positions that no game leads to. GNU Backgammon's search is a doubtful judge of them: see docs/engine.md."""


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """The options of `sixprime judge` as values."""

    decisions: int
    seed: int
    path: Path
    nets: tuple[Path, ...]
    plies: tuple[int, ...]
    levels: bool
    games: int
    against: int
    """How many plies GNU Backgammon looks ahead in these games."""

    @classmethod
    def of(
        cls,
        decisions: str | None,
        seed: str,
        file: Path | None,
        nets: Sequence[Path],
        plies: str | None,
        *,
        levels: bool,
        games: str | None,
        against: str | None = None,
    ) -> JudgeOptions:
        """Read the options as typed; None if not given."""
        decisions = "2500" if decisions is None else decisions
        plies = "0" if plies is None else plies
        games = "0" if games is None else games
        against = "0" if against is None else against
        number = whole_number("--seed", seed, 0, MOST)
        depths = tuple(whole_number("--plies", depth.strip(), 0, MAX_PLIES) for depth in plies.split(","))
        if len(set(depths)) != len(depths):
            raise BadOption(text("--plies names a depth twice"))
        return cls(
            whole_number("--decisions", decisions, 1, MOST),
            number,
            file or decision_sets.default_path(number),
            tuple(nets),
            depths,
            levels,
            whole_number("--games", games, 0, MOST),
            whole_number("--against", against, 0, max(CHOICE_PLIES)),
        )


def judge_players(wanted: JudgeOptions, *, as_json: bool, words: Catalogue) -> None:
    """Judge the players and print the tables; decisions made for it are kept even if it is interrupted."""
    console = Console(highlight=False, stderr=as_json)

    def say(message: Message) -> str:
        return message.in_language(words)

    players = dict(_players(wanted))
    decisions = _decisions(wanted, console, say(text("making decisions")))
    reports = {f"gnubg {plies}-ply": judge_gnubg(plies, decisions) for plies in CHOICE_PLIES}
    reports |= _judged(players, decisions, console)
    scattered = {name: report.only(lambda decision: decision.source == SCATTERED) for name, report in reports.items()}
    reports = {name: report.only(lambda decision: decision.source != SCATTERED) for name, report in reports.items()}
    if as_json:
        print(json.dumps({name: _as_json(report) for name, report in reports.items()}))
        return
    console.print(_scores(reports, words))
    if len(scattered[YARDSTICK].losses):
        console.print(_scattered(scattered, words))
    for table in _phases(reports, words):
        console.print(table)
    console.print(say(text("The decisions are kept in {path}", path=wanted.path)), soft_wrap=True, markup=False)
    if wanted.games >= 2:
        console.print(_games(players, wanted, console, words))


def _players(wanted: JudgeOptions) -> Iterator[tuple[str, Mover]]:
    """Every net at every depth, and the levels."""
    for path in wanted.nets or (None,):
        net = Net.load(path) if path is not None else None
        name = path.name if path is not None else "sixprime"
        for plies in wanted.plies:
            yield f"{name} {plies}-ply", net_mover(net, plies)
    if wanted.levels:
        for name, level in LEVELS.items():
            yield name, level_mover(level)


@contextmanager
def progress_bar(console: Console) -> Iterator[Progress]:
    """A progress bar that disappears when the work is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        yield bar


def _decisions(wanted: JudgeOptions, console: Console, doing: str) -> list[ReferenceDecision]:
    """Load the decisions of the set, and make those that are missing."""
    path = wanted.path
    if path.exists() and decision_sets.heading(path).seed == wanted.seed:
        kept = decision_sets.load(path, wanted.decisions)
        if len(kept) == wanted.decisions:
            return kept
    with progress_bar(console) as bar:
        task = bar.add_task(doing, total=wanted.decisions)
        for done in decision_sets.extend(path, wanted.decisions, Heading(seed=wanted.seed)):
            bar.update(task, completed=min(done, wanted.decisions))
    return decision_sets.load(path, wanted.decisions)


def _judged(players: dict[str, Mover], decisions: list[ReferenceDecision], console: Console) -> dict[str, Report]:
    reports = {}
    with progress_bar(console) as bar:
        for name, player in players.items():
            judge_mover(player, decisions[:1])  # compiles what has to be compiled
            task = bar.add_task(name, total=len(decisions))

            def move(
                position: Position, roll: Roll, boards: Boards, player: Mover = player, task: int = int(task)
            ) -> int:
                choice = player(position, roll, boards)
                bar.advance(bar.tasks[task].id)
                return choice

            reports[name] = judge_mover(move, decisions)
    return reports


def _thousandths(loss: float, error: float, decimals: int = 2) -> str:
    """A loss in thousandths of a point with its standard error, if there is one."""
    written = f"{1000 * loss:.{decimals}f}"
    return written if math.isnan(error) else f"{written} ±{1000 * error:.{decimals}f}"


def figures_table(title: str, first: str, *columns: str) -> Table:
    """A table with a column of names and further ones of figures."""
    table = Table(title=title, box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(first, no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _scores(reports: dict[str, Report], words: Catalogue) -> Table:
    def say(message: Message) -> str:
        return message.in_language(words)

    decisions = len(reports[YARDSTICK].losses)
    table = figures_table(
        say(text("{decisions} decisions: thousandths of a point lost", decisions=f"{decisions:,}")),
        say(text("player")),
        say(text("lost a decision")),
        say(text("more than {player}", player=YARDSTICK)),
        f"x {PR}",
        say(text("best play")),
        say(text("ms a decision")),
    )
    for name, report in reports.items():
        score = report.overall
        difference = compare(report, reports[YARDSTICK]).overall
        table.add_row(
            name,
            _thousandths(score.loss, score.standard_error),
            "" if name == YARDSTICK else _thousandths(difference.loss, difference.standard_error),
            f"{PR * score.loss:.2f}",
            f"{score.best:.0%}",
            f"{1000 * report.seconds:.3g}",
        )
    return table


def _scattered(reports: dict[str, Report], words: Catalogue) -> str:
    """A sentence on the decisions that are not counted."""
    losses = ", ".join(f"{name} {1000 * report.overall.loss:.1f}" for name, report in reports.items())
    return text(
        "Not counted, because the judge may err there, are {decisions} decisions with checkers scattered at "
        "random: {losses}",
        decisions=len(reports[YARDSTICK].losses),
        losses=losses,
    ).in_language(words)


def _phases(reports: dict[str, Report], words: Catalogue) -> Iterator[Table]:
    """What each player loses by phase, a few players to a table."""
    scores = {name: report.by_phase() for name, report in reports.items()}
    title = text("The same by phase").in_language(words)
    names = list(scores)
    for start in range(0, len(names), PLAYERS_TO_A_TABLE):
        some = names[start : start + PLAYERS_TO_A_TABLE]
        table = figures_table(title, text("phase").in_language(words), "n", *some)
        for phase, score in scores[YARDSTICK].items():
            cells = [f"{1000 * scores[name][phase].loss:.1f}" for name in some]
            table.add_row(phase.label.in_language(words), str(score.decisions), *cells)
        yield table


def _games(players: dict[str, Mover], wanted: JudgeOptions, console: Console, words: Catalogue) -> Table:
    """Every player against GNU Backgammon's net, in pairs of games with the same dice."""

    def say(message: Message) -> str:
        return message.in_language(words)

    table = figures_table(
        say(
            text(
                "Cubeless games against {player}, the same dice for both seatings",
                player=f"gnubg {wanted.against}-ply",
            )
        ),
        say(text("player")),
        say(text("games")),
        say(text("points a game")),
        say(text("games a second")),
    )
    with Gnubg(wanted.against) as gnubg, progress_bar(console) as bar:
        for name, player in players.items():
            task = bar.add_task(name, total=wanted.games)
            started = time.perf_counter()
            score: DuelScore | None = None
            for score in duel(player, GnubgMover(gnubg), wanted.games // 2, wanted.seed):
                bar.update(task, completed=score.games)
            assert score is not None
            pace = score.games / (time.perf_counter() - started)
            points = f"{score.points:+.4f} ±{score.standard_error:.4f}"
            table.add_row(name, f"{score.games:,}", points, f"{pace:.1f}")
    return table


def _as_json(report: Report) -> dict[str, object]:
    def figures(score: Score) -> dict[str, object]:
        return {
            "decisions": score.decisions,
            "loss": score.loss,
            "standard_error": None if math.isnan(score.standard_error) else score.standard_error,
            "best": score.best,
        }

    phases = {phase.value: figures(score) for phase, score in report.by_phase().items()}
    return {**figures(report.overall), "seconds": report.seconds, "phases": phases}
