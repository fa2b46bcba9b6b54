"""A whole training run: self-play from nothing, then rounds of labelling, fitting and judging. It can be resumed.

The folder of a run holds its plan, the checkpoints of each stage, a log, and at the end `final.net`. A round's net is
taken only if the gate lets it pass; otherwise the next round starts from the last one that did, with more labels.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path

from sixprime.core import SixprimeError
from sixprime.engine.evaluators import shared_tables
from sixprime.engine.nets import Net
from sixprime.engine.workers import Threads, Workers
from sixprime.messages import text
from sixprime.training.fitting import FittingPlan, fit
from sixprime.training.gates import GatePlan, Verdict, fixed_decisions, judge_nets
from sixprime.training.labelling import LabellingPlan, label, load
from sixprime.training.selfplay import Progress, SelfPlayPlan, play_and_learn

LEARNING_ROUNDS = 7
"""In so many rounds labels pass back much of what the games that followed showed. The later ones refine: there is more
chance in that by then than news."""
REFINED_FADING = 0.6
"""What is left of it, then, with each turn that it is passed back."""
REFINED_SHARE = 4
REFINED_PAIRS = 12
REFINED_EPOCHS = 10
"""What is to be learnt then is finer: so many times as many positions are labelled, and decisions judged at the gate,
so many times as many pairs of games played there, and so many passes made over the labels."""
REFINED_SET_UP = 0.6
"""The share of set-ups among the beginnings of games that are labelled then."""
KEPT_ROUNDS = 4
REFINED_KEPT_ROUNDS = 2
"""Nets are fitted to the labels of so many rounds of their kind, the latest ones."""


class RunProblem(SixprimeError):
    """A run that cannot go on as asked."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """Everything that determines the net a run ends with."""

    games: int = 800_000
    rounds: int = 8
    positions: int = 400_000
    seed: int = 1
    gate: GatePlan = field(default_factory=GatePlan)


@dataclass(slots=True)
class Reporter:
    """What a run tells while it works: a stage with its progress, and lines worth keeping."""

    stage: Callable[[str, int, int], None]
    line: Callable[[str], None]
    started: float = field(default_factory=time.monotonic)


def run(plan: RunPlan, folder: Path, reporter: Reporter, workers: Workers | None = None) -> Net:
    """Do the run, or what is left of it."""
    workers = workers or Threads()
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
        for number in range(1, plan.rounds + 1):
            path = folder / f"round-{number}.net"
            if not path.exists():
                net = _round(plan, folder, number, net, reporter, note, workers)
                net.save(path)
            net = Net.load(path)
        net.card = {"plan": asdict(plan), "command": _command(plan)}
        net.save(folder / "final.net")
    return net


def _round(
    plan: RunPlan,
    folder: Path,
    number: int,
    net: Net,
    reporter: Reporter,
    note: Callable[[str], None],
    workers: Workers,
) -> Net:
    """One round: label, fit, judge. The new net, or the given one again if the new one is no better."""
    fresh = not net.feature_weights.any()
    labelling = LabellingPlan(positions=plan.positions, plain=fresh, seed=plan.seed * 1000 + number)
    if number > LEARNING_ROUNDS:
        labelling = replace(
            labelling, positions=REFINED_SHARE * plan.positions, set_up=REFINED_SET_UP, fading=REFINED_FADING
        )  # fmt: skip
    for done in label(net, labelling, folder / f"labels-{number}", workers):
        reporter.stage(f"labels {number}", done, labelling.positions)
    fitted = _fit(plan, folder, number, net, note)
    verdict = _judge(plan, folder, number, net, fitted, reporter, workers)
    note(f"round {number}, {verdict}")
    return fitted if verdict.accepted else net


def _judge(
    plan: RunPlan, folder: Path, number: int, old: Net, new: Net, reporter: Reporter, workers: Workers
) -> Verdict:
    gate = replace(plan.gate, seed=plan.seed)
    if number > LEARNING_ROUNDS:
        gate = replace(gate, decisions=REFINED_SHARE * gate.decisions, pairs=REFINED_PAIRS * gate.pairs)
    decisions = fixed_decisions(Net.load(folder / "selfplay.net"), gate)
    return judge_nets(old, new, decisions, gate, workers, partial(reporter.stage, f"gate {number}"))


def rounds_kept(number: int) -> range:
    """The rounds whose labels the net of a round is fitted to."""
    if number > LEARNING_ROUNDS:
        return range(max(LEARNING_ROUNDS + 1, number + 1 - REFINED_KEPT_ROUNDS), number + 1)
    return range(max(1, number + 1 - KEPT_ROUNDS), number + 1)


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


def _fit(plan: RunPlan, folder: Path, number: int, net: Net, note: Callable[[str], None]) -> Net:
    recent = [folder / f"labels-{round_}" for round_ in rounds_kept(number)]
    boards, labels = load(recent)
    note(f"round {number}: fitting to {len(boards)} positions")
    fitting = FittingPlan(seed=plan.seed * 1000 + number)
    if number > LEARNING_ROUNDS:
        fitting = replace(fitting, epochs=REFINED_EPOCHS)
    return fit(net, boards, labels, shared_tables(), fitting, lambda line: note(f"round {number}, {line}"))
