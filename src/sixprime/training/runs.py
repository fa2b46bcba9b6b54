"""A whole training run: self-play from nothing, then rounds of labelling and fitting. A run can always be resumed.

The folder of a run holds its plan, the checkpoints of each stage, a log, and at the end `final.net`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from sixprime.core import SixprimeError
from sixprime.engine.nets import Net, Tables
from sixprime.messages import text
from sixprime.training.fitting import FittingPlan, fit
from sixprime.training.labelling import LabellingPlan, label, load
from sixprime.training.selfplay import Progress, SelfPlayPlan, play_and_learn


class RunProblem(SixprimeError):
    """A run that cannot go on as asked."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """Everything that determines the net a run ends with."""

    games: int = 100_000
    rounds: int = 3
    positions: int = 300_000
    seed: int = 1


@dataclass(slots=True)
class Reporter:
    """What a run tells while it works: a stage with its progress, and lines worth keeping."""

    stage: Callable[[str, int, int], None]
    line: Callable[[str], None]
    started: float = field(default_factory=time.monotonic)


def run(plan: RunPlan, folder: Path, reporter: Reporter, workers: int | None = None) -> Net:
    """Do the run, or what is left of it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _check_plan(plan, folder)
        log = (folder / "log.txt").open("a", encoding="utf-8")
    except OSError as error:
        raise RunProblem(text("cannot write {path}: {why}", path=folder, why=error.strerror or str(error))) from error

    def note(line: str) -> None:
        log.write(f"{time.strftime('%H:%M:%S')} {line}\n")
        log.flush()
        reporter.line(line)

    with log:
        net = _self_play(plan, folder, reporter, note)
        tables = Tables()
        for number in range(1, plan.rounds + 1):
            path = folder / f"round-{number}.net"
            if path.exists():
                net = Net.load(path)
                continue
            labelling = LabellingPlan(positions=plan.positions, seed=plan.seed * 1000 + number)
            for done in label(net, tables, labelling, folder / f"labels-{number}", workers):
                reporter.stage(f"labels {number}", done, plan.positions)
            net = _fit(plan, folder, number, net, tables, note)
            net.save(path)
            note(f"round {number} done")
        net.card = {"plan": asdict(plan), "command": _command(plan)}
        net.save(folder / "final.net")
    return net


def _command(plan: RunPlan) -> str:
    return (
        f"sixprime train FOLDER --games {plan.games} --rounds {plan.rounds} --positions {plan.positions} "
        f"--seed {plan.seed}"
    )


def _check_plan(plan: RunPlan, folder: Path) -> None:
    path = folder / "plan.json"
    if not path.exists():
        beside = path.with_name("plan.json.new")
        beside.write_text(json.dumps(asdict(plan)), encoding="utf-8")
        beside.replace(path)
        return
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise RunProblem(text("{path} is damaged: choose another folder", path=path)) from error
    if known != asdict(plan):
        raise RunProblem(text("{path} holds a run with another plan: choose another folder", path=folder))


def _self_play(plan: RunPlan, folder: Path, reporter: Reporter, note: Callable[[str], None]) -> Net:
    path = folder / "selfplay.net"
    if path.exists():
        return Net.load(path)

    def tell(progress: Progress) -> None:
        reporter.stage("games", progress.games, plan.games)
        if progress.games % 10_000 == 0:
            note(
                f"games {progress.games}, rate {progress.rate:.5f}, error {progress.error:.5f}, "
                f"gammons {progress.gammons:.3f}, {progress.seconds:.2f} s a thousand"
            )

    net = play_and_learn(SelfPlayPlan(games=plan.games, seed=plan.seed), folder / "selfplay", tell)
    net.save(path)
    return net


def _fit(plan: RunPlan, folder: Path, number: int, net: Net, tables: Tables, note: Callable[[str], None]) -> Net:
    recent = [folder / f"labels-{round_}" for round_ in range(max(1, number - 2), number + 1)]
    boards, labels = load(recent)
    note(f"round {number}: fitting to {len(boards)} positions")
    fitting = FittingPlan(seed=plan.seed * 1000 + number)
    return fit(net, boards, labels, tables, fitting, lambda line: note(f"round {number}, {line}"))
