"""`sixprime equities`: makes a match equity table from games of the engine against itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from sixprime.cli.shared.options import whole_number
from sixprime.cli.shared.saves import refuse_folder
from sixprime.cli.shared.tables import figure, print_table
from sixprime.cli.shared.workers import thread_count, workers_of
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.engine.match_equity.files import write_equities
from sixprime.engine.match_equity.making import MOST_SEED, EquityMaking, MakingSettings, MatchScore, scores_to
from sixprime.engine.match_equity.progress import load_progress, progress_path, save_progress
from sixprime.engine.match_equity.tables import MAX_POINTS
from sixprime.engine.rollout.results import STRATA
from sixprime.engine.rollout.rollouts import MOST_GAMES
from sixprime.engine.workers import Workers
from sixprime.messages import Catalogue, Message, text


def make_equities(
    path: Path,
    *,
    length: str,
    games: str,
    seed: str,
    beside: str | None,
    threads: str | None,
    ray: str | None,
    words: Catalogue,
) -> None:
    """Make a table, or go on making it; Ctrl-C stops, and the scores that are done are kept beside the file."""
    points = whole_number("--length", length, 2, MAX_POINTS)
    settings = MakingSettings(
        whole_number("--games", games, STRATA, MOST_GAMES), whole_number("--seed", seed, 0, MOST_SEED)
    )
    other = MatchEquities.named(beside) if beside is not None else None
    count = thread_count(threads)
    refuse_folder(path)
    kept = progress_path(path)
    making = load_progress(kept, settings)
    save_progress(making, kept)  # fail now if the file cannot be written, not after the first score
    console = Console(highlight=False, emoji=False)
    if making.missing(points):
        workers = workers_of(ray, count)
        try:
            _run(making, points, kept, workers, console, words)
        except KeyboardInterrupt:
            done = len(list(scores_to(points))) - len(making.missing(points))
            line = text("stopped: {done} scores are done and kept in {path}", done=done, path=kept)
            console.print(line.in_language(words), markup=False, soft_wrap=True)
            raise
        finally:
            workers.close()
    write_equities(making.table(points), path)
    print_table(console, score_table(making, points, other, words))
    console.print()
    console.print(text("The table is in {path}", path=path).in_language(words), markup=False, soft_wrap=True)


def _run(making: EquityMaking, points: int, kept: Path, workers: Workers, console: Console, words: Catalogue) -> None:
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )
    games = making.settings.games
    scores = list(scores_to(points))
    task = bar.add_task("", total=len(scores) * games)

    def show(score: MatchScore, done: int) -> None:
        before = len(scores) - len(making.missing(points))
        bar.update(task, completed=before * games + done, description=_name(score).in_language(words))

    with bar:
        making.run(points, progress=show, after_score=lambda _: save_progress(making, kept), workers=workers)


def _name(score: MatchScore) -> Message:
    if score.over:
        return text("{mine} away, after the Crawford game", mine=score.away)
    if score.is_crawford:
        return text("{mine} away, the Crawford game", mine=score.away)
    return text("{mine} away, {theirs} away", mine=score.away, theirs=score.opponent_away)


def score_table(making: EquityMaking, points: int, other: MatchEquities | None, words: Catalogue) -> Table:
    """The chances of the player who is further away, with their errors; beside those of another table, if asked."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    headings = [text("score"), text("match won"), text("own error")]
    if other is not None:
        headings += [text("other table"), text("errors apart")]
    for number, heading in enumerate(headings):
        table.add_column(heading.in_language(words), justify="right" if number else "left", no_wrap=True)
    for score in _in_order(points):
        found, error = making.found[score], making.error(score)
        cells = [
            _name(score).in_language(words),
            f"{figure(100 * found.chance, 2, words)} ± {figure(100 * error, 2, words)} %",
            f"{figure(100 * found.own_error, 2, words)} %",
        ]
        if other is not None:
            chance = other.chance(score.away, score.opponent_away, crawford_over=score.over)
            apart = (found.chance - chance) / error if error > 0 else 0.0
            cells += [f"{figure(100 * chance, 2, words)} %", figure(apart, 1, words, sign=True)]
        table.add_row(*cells)
    return table


def _in_order(points: int) -> Iterator[MatchScore]:
    """The scores in the order of the table: after the Crawford game, the Crawford game, all others."""
    return iter(sorted(scores_to(points), key=lambda score: (not score.over, score.opponent_away, score.away)))
