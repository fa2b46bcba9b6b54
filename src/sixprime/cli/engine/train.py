"""`sixprime train`: trains a net, with a progress bar for each stage and a line for each result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from sixprime.cli.shared.options import whole_number
from sixprime.messages import Catalogue, text

if TYPE_CHECKING:
    from sixprime.training.runs import RunPlan


@dataclass(frozen=True, slots=True)
class TrainingFlags:
    """The options of a training run as typed."""

    games: str
    rounds: str
    positions: str
    deep_rounds: str
    deep_positions: str
    deep_epochs: str
    gnubg_decisions: str
    rollout_positions: str
    seed: str
    half_precision: bool = False

    def plan(self) -> RunPlan:
        """The plan of the run; numbers out of range are refused."""
        from sixprime.training.judging.gates import GatePlan
        from sixprime.training.runs import RunPlan

        gate = GatePlan()
        decisions = whole_number("--gnubg-decisions", self.gnubg_decisions, 0, 10**6)
        if decisions:
            gate = replace(gate, decisions=decisions, gnubg=True)
        return RunPlan(
            games=whole_number("--games", self.games, 1000, 10**9),
            rounds=whole_number("--rounds", self.rounds, 0, 1000),
            positions=whole_number("--positions", self.positions, 1000, 10**9),
            deep_rounds=whole_number("--deep-rounds", self.deep_rounds, 0, 1000),
            deep_positions=whole_number("--deep-positions", self.deep_positions, 1000, 10**9),
            deep_epochs=whole_number("--deep-epochs", self.deep_epochs, 1, 1000),
            half_precision=self.half_precision,
            seed=whole_number("--seed", self.seed, 0, 10**6),
            gate=replace(gate, rollouts=whole_number("--rollout-positions", self.rollout_positions, 0, 10**5)),
        )


def train_net(folder: Path, flags: TrainingFlags, *, workers: str | None, ray: str | None, words: Catalogue) -> None:
    """Train a net, or resume an interrupted run: Ctrl-C loses only the chunk, portion or gate in progress."""
    from sixprime.cli.shared.workers import thread_count, workers_of
    from sixprime.training.runs import Reporter, run

    plan = flags.plan()
    count = thread_count(workers, "--workers")
    console = Console(highlight=False, emoji=False)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )
    tasks: dict[str, TaskID] = {}

    def show(stage: str, done: int, total: int) -> None:
        if stage not in tasks:
            tasks[stage] = bar.add_task(stage, total=total)
        bar.update(tasks[stage], completed=done)

    staff = workers_of(ray, count)
    try:
        with bar:
            run(plan, folder, Reporter(show, lambda line: bar.console.print(line, markup=False)), staff)
    finally:
        staff.close()
    console.print(text("The net is in {path}", path=folder / "final.net").in_language(words), markup=False)
