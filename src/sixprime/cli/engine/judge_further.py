"""Further judges of `sixprime judge`: rollouts of the plays that players choose where they differ, and another net."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from rich.console import Console
from rich.table import Table

from sixprime.cli.engine.judging_tables import YARDSTICK, figures_table, progress_bar, thousandths
from sixprime.engine.net.evaluators import default_net
from sixprime.engine.workers import Threads
from sixprime.messages import Catalogue, Message, text
from sixprime.training.judging.neutral.arbitration import Arbitration, ArbitrationPlan, arbitrated, disputes_of
from sixprime.training.judging.neutral.peer_judges import judged_by
from sixprime.training.judging.neutral.peer_nets import PeerNet
from sixprime.training.judging.reports import Report, compare

LEAST_GAMES = 36
"""So that every first roll comes up in a rollout."""


def further_judgements(
    reports: Mapping[str, Report], peer: PeerNet | None, games: int, console: Console, words: Catalogue
) -> Iterator[tuple[str, dict[str, Report]]]:
    """What the players lose by each further judge, with the judge's name. All decisions count here."""
    with progress_bar(console) as bar:
        if games:
            disputes = disputes_of(reports)
            task = bar.add_task(text("rolling out").in_language(words), total=len(disputes))
            arbitration = Arbitration(default_net(), ArbitrationPlan(games=games))
            arbitration.settle(disputes, Threads(), lambda done, total: bar.update(task, completed=done, total=total))
            name = text(
                "by rollouts where players differ ({disputes} of {decisions} decisions)",
                disputes=f"{len(disputes):,}",
                decisions=f"{len(next(iter(reports.values())).decisions):,}",
            )
            yield name.in_language(words), arbitrated(reports, arbitration.rulings())
        if peer is not None:
            name = text("by {player}", player=f"{peer.name} 1-ply")
            told = name.in_language(words)
            task = bar.add_task(told, total=len(next(iter(reports.values())).decisions))
            yield told, judged_by(peer, reports, lambda done: bar.update(task, completed=done))


def further_scores(judge: str, reports: Mapping[str, Report], words: Catalogue) -> Table:
    """What each player loses by a further judge, and how much more than GNU Backgammon's net."""

    def say(message: Message) -> str:
        return message.in_language(words)

    title = text("Thousandths of a point lost, {judge}", judge=judge)
    more = text("more than {player}", player=YARDSTICK)
    table = figures_table(say(title), say(text("player")), say(text("lost a decision")), say(more))
    against = partial(compare, second=reports[YARDSTICK])
    for name, report in reports.items():
        score, difference = report.overall, against(report).overall
        table.add_row(
            name,
            thousandths(score.loss, score.standard_error),
            "" if name == YARDSTICK else thousandths(difference.loss, difference.standard_error),
        )
    return table
