"""`sixprime judge`: what players lose by GNU Backgammon's search, and how they do in games against its net.

Decisions are made once and kept, so that any number of players can be judged by the same ones. Losses are points of a
cubeless money game against the best play by GNU Backgammon at two plies, which flatters programs that are like it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from rich.console import Console
from rich.table import Table

from sixprime.cli.engine.judge_further import LEAST_GAMES, further_judgements, further_scores
from sixprime.cli.engine.judge_games import play_games
from sixprime.cli.engine.judging_tables import YARDSTICK, figures_table, progress_bar, thousandths
from sixprime.cli.shared.options import BadOption, not_one_of, whole_number
from sixprime.compiled.arrays import Boards
from sixprime.core import Position, Roll
from sixprime.engine.bots.levels import LEVELS
from sixprime.engine.net.nets import Net
from sixprime.engine.search.searchers import MAX_PLIES
from sixprime.messages import Catalogue, Message, text
from sixprime.training.judging import decision_sets
from sixprime.training.judging.decision_sets import CHOICE_PLIES, Heading, ReferenceDecision
from sixprime.training.judging.decisions import Mover
from sixprime.training.judging.movers import level_mover, net_mover
from sixprime.training.judging.neutral.look_ahead import EvaluatorMover
from sixprime.training.judging.neutral.peer_nets import PeerNet
from sixprime.training.judging.reports import Report, Score, compare, judge_gnubg, judge_mover

PR = 500
"""Mean loss times this is the performance rating that players know."""
MOST = 1_000_000
PLAYERS_TO_A_TABLE = 4
SCATTERED = "scattered"
"""Positions that no game leads to. GNU Backgammon's search is a doubtful judge of them: see docs/engine.md."""


PEER = "peer"
"""What `--against` says for the net of another program."""
PEER_PLIES = (0, 1)
"""How far the net of another program looks ahead in decisions. In games it does not: they would take days."""


class Half(StrEnum):
    """Every other decision: filters and thresholds are tuned on the first half only, so that the other is a proof."""

    TUNING = "tuning"
    PROOF = "proof"

    def of(self, decisions: list[ReferenceDecision]) -> list[ReferenceDecision]:
        return decisions[0 if self is Half.TUNING else 1 :: 2]


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
    against: int | None
    """How many plies GNU Backgammon looks ahead in these games; None to play against the net of another program."""
    cubeful: bool = False
    """Whether these games have a cube."""
    peer: Path | None = None
    """The net of another program, as one more player and one more judge."""
    arbitrate: int = 0
    """Plays are rolled out where players differ, with so many games at most; 0: they are not."""
    half: Half | None = None
    """Only one half of the decisions counts."""

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
        cubeful: bool = False,
        peer: Path | None = None,
        arbitrate: str | None = None,
        half: str | None = None,
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
        if against == PEER and peer is None:
            raise BadOption(text("--against peer needs --peer FILE"))
        if half is not None and half not in list(Half):
            raise not_one_of("--half", list(Half), half)
        if against not in (sides := [*map(str, CHOICE_PLIES), PEER]):
            raise not_one_of("--against", sides, against)
        return cls(
            whole_number("--decisions", decisions, 1, MOST),
            number,
            file or decision_sets.default_path(number),
            tuple(nets),
            depths,
            levels,
            whole_number("--games", games, 0, MOST),
            None if against == PEER else int(against),
            cubeful,
            peer,
            0 if arbitrate is None else whole_number("--arbitrate", arbitrate, LEAST_GAMES, MOST),
            None if half is None else Half(half),
        )


def judge_players(wanted: JudgeOptions, *, as_json: bool, words: Catalogue) -> None:
    """Judge the players and print the tables; decisions made for it are kept even if it is interrupted."""
    console = Console(highlight=False, emoji=False, stderr=as_json)

    def say(message: Message) -> str:
        return message.in_language(words)

    peer = PeerNet.load(wanted.peer) if wanted.peer is not None else None
    players = dict(_players(wanted, peer))
    decisions = _decisions(wanted, console, say(text("making decisions")))
    if wanted.half is not None:
        decisions = wanted.half.of(decisions)
    reports = {f"gnubg {plies}-ply": judge_gnubg(plies, decisions) for plies in CHOICE_PLIES}
    reports |= _judged(players, decisions, console)
    further = dict(further_judgements(reports, peer, wanted.arbitrate, console, words))
    scattered = {name: report.only(lambda decision: decision.source == SCATTERED) for name, report in reports.items()}
    reports = {name: report.only(lambda decision: decision.source != SCATTERED) for name, report in reports.items()}
    if as_json:
        told: dict[str, object] = {name: _as_json(report) for name, report in reports.items()}
        for judge, judged in further.items():
            told[judge] = {name: _as_json(report) for name, report in judged.items()}
        print(json.dumps(told))
        return
    console.print(_scores(reports, words))
    if len(scattered[YARDSTICK].losses):
        console.print(_scattered(scattered, words))
    for table in _phases(reports, text("The same by phase"), words):
        console.print(table)
    for judge, judged in further.items():
        console.print(further_scores(judge, judged, words))
        for table in _phases(judged, text("{judge}, by phase", judge=judge), words):
            console.print(table)
    console.print(say(text("The decisions are kept in {path}", path=wanted.path)), soft_wrap=True, markup=False)
    if wanted.games >= 2:
        looking_ahead = {f"{peer.name} {plies}-ply" for plies in PEER_PLIES if plies} if peer is not None else set()
        playing = {name: player for name, player in players.items() if name not in looking_ahead}
        console.print(play_games(wanted, playing, peer, console, words))


def _players(wanted: JudgeOptions, peer: PeerNet | None) -> Iterator[tuple[str, Mover]]:
    """Every net at every depth, the net of another program, and the levels."""
    for path in wanted.nets or (None,):
        net = Net.load(path) if path is not None else None
        name = path.name if path is not None else "sixprime"
        for plies in wanted.plies:
            yield f"{name} {plies}-ply", net_mover(net, plies)
    if peer is not None:
        for plies in PEER_PLIES:
            yield f"{peer.name} {plies}-ply", EvaluatorMover(peer, plies)
    if wanted.levels:
        for name, level in LEVELS.items():
            yield name, level_mover(level)


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
            thousandths(score.loss, score.standard_error),
            "" if name == YARDSTICK else thousandths(difference.loss, difference.standard_error),
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


def _phases(reports: Mapping[str, Report], heading: Message, words: Catalogue) -> Iterator[Table]:
    """What each player loses by phase, a few players to a table."""
    scores = {name: report.by_phase() for name, report in reports.items()}
    title = heading.in_language(words)
    names = list(scores)
    for start in range(0, len(names), PLAYERS_TO_A_TABLE):
        some = names[start : start + PLAYERS_TO_A_TABLE]
        table = figures_table(title, text("phase").in_language(words), "n", *some)
        for phase, score in scores[YARDSTICK].items():
            cells = [f"{1000 * scores[name][phase].loss:.1f}" for name in some]
            table.add_row(phase.label.in_language(words), str(score.decisions), *cells)
        yield table


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
