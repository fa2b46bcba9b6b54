"""The command that trains a net: a progress bar for each stage, lines worth keeping above it."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from sixprime.cli.options import whole_number
from sixprime.messages import Catalogue, text


def train_net(
    folder: Path,
    *,
    games: str,
    rounds: str,
    positions: str,
    seed: str,
    workers: str | None,
    ray: str | None,
    words: Catalogue,
) -> None:
    """Train, or go on training; Ctrl-C stops and loses at most half a minute of work."""
    from sixprime.engine.workers import RayCluster, Threads
    from sixprime.training.runs import Reporter, RunPlan, run

    plan = RunPlan(
        games=whole_number("--games", games, 1000, 10**9),
        rounds=whole_number("--rounds", rounds, 0, 1000),
        positions=whole_number("--positions", positions, 1000, 10**9),
        seed=whole_number("--seed", seed, 0, 10**6),
    )
    count = None if workers is None else whole_number("--workers", workers, 1, 1024)
    console = Console(highlight=False)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )
    tasks: dict[str, TaskID] = {}

    def show(stage: str, done: int, total: int) -> None:
        if stage not in tasks:
            tasks[stage] = bar.add_task(stage, total=total)
        bar.update(tasks[stage], completed=done)

    staff = Threads(count) if ray is None else RayCluster(ray, count)
    try:
        with bar:
            run(plan, folder, Reporter(show, lambda line: bar.console.print(line, markup=False)), staff)
    finally:
        staff.close()
    console.print(text("The net is in {path}", path=folder / "final.net").in_language(words), markup=False)
