"""A whole training run, from nothing to a deep net. It can be stopped at any time and resumed.

1. *Self-play*: the plain first layer learns by playing against itself.
2. *Small rounds*: games are labelled, the full and the quick net are fitted to the labels, and judged.
3. *Deep rounds*: a deep net is put above, its first layer beginning with the full net's units; it is fitted to labels,
   makes the next ones, and so on, while the smaller nets are fitted to the same labels and so follow it.

Each round goes on from the net of the round before; `best.net` is the last one that the gate accepted. What games show
is passed back nearly whole at first; in the last rounds labels are the mean over all 21 rolls alone, and the learning
rate is small (`Schedule`).

The folder of a run holds its plan, the nets and labels of each round, a log, a plot of its progress, and at the end
`final.net`. Everything in it is JSON, text or arrays, so that later versions of the program can go on with it; the
latest net, `best.net`, the plan and the log are enough for that, though then the next fits have fewer labels.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path

from sixprime.core import SixprimeError
from sixprime.engine.net import deep_nets
from sixprime.engine.net.deep_kernels import Deep
from sixprime.engine.net.evaluators import shared_tables
from sixprime.engine.net.kernels import CONTACT, RACE
from sixprime.engine.net.nets import Net
from sixprime.engine.workers import Threads, Workers
from sixprime.files import write_atomically
from sixprime.messages import text
from sixprime.messages.system_errors import reason
from sixprime.training import run_plots
from sixprime.training.fitting.fits import FittingPlan, fit
from sixprime.training.judging.gates import (
    AnyDecision,
    GatePlan,
    GateVerdict,
    fixed_decisions,
    gnubg_decisions,
    judge_nets,
)
from sixprime.training.judging.rollout_references import ReferencePlan, RolloutReference, reference_by
from sixprime.training.labels.labelling import LabellingPlan, label, labelled
from sixprime.training.selfplay.stages import Progress, SelfPlayPlan, play_and_learn

KEPT_ROUNDS = 4
"""Nets are fitted to the labels of so many rounds, the latest ones."""
SMALL_EPOCHS = 5
"""Passes over the labels in small rounds."""
DEEP_ROLLS = 5
"""The deep net is asked about so many of the 21 rolls of a label: about twice as many labels in the same time."""
FIRST_DEEP_SHARE = 2
"""The first deep round makes so many times as many labels, since the smaller nets are quick."""
RACE_SEED = 500
"""Added to the seed of a round for its races."""
RACE_SHARE = 0.25
"""A deep round labels so many positions of races besides, as a share of the others: few games come to a race, and what
a race shows by its end is nearly free of chance once luck is taken out."""
DEEP_SET_UP = 0.6
"""The share of set-ups among the beginnings of games that are labelled in deep rounds."""


STEADY_RATE = 4e-4
"""The learning rate to which that of deep rounds falls at first, and with which most of them begin: with averaged
weights it did better than smaller ones."""
STEADY_FROM, STEADY_UNTIL = 0.25, 0.85
"""The part of the deep rounds that have it; the last ones have smaller rates again."""
DEEP_AVERAGING = 0.9998
"""How long the average of the weights remembers in deep rounds: some 5,000 steps. The mean of the nets of three rounds
with an average over 2,000 lost less than any of them."""
SMALL_TRACE = 0.8
"""How much of what a turn shows is passed back in small rounds: what nets that know little say is full of mistakes, and
all of them add up on the way back."""


class RunProblem(SixprimeError):
    """A run that cannot go on as asked."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """Everything that determines the net a run ends with."""

    games: int = 1_000_000
    """Games of self-play."""
    rounds: int = 4
    """Small rounds."""
    positions: int = 500_000
    """Positions that a small round labels."""
    deep_rounds: int = 12
    deep_positions: int = 2_000_000
    deep_epochs: int = 8
    """Passes of a deep round over the labels of the last rounds."""
    half_precision: bool = False
    """Whether the deep net is fitted in half precision, which takes PyTorch and less than half of the time."""
    seed: int = 1
    gate: GatePlan = field(default_factory=GatePlan)


@dataclass(frozen=True, slots=True)
class Schedule:
    """What a deep round does differently as a run goes on. `done` goes from 0 in the first one to 1 in the last."""

    done: float

    @property
    def trace(self) -> float:
        """How much of what a turn shows is passed back to the turn before."""
        if self.done > 0.85:
            return 0.0
        return 0.7 if self.done < 0.3 else 0.5

    @property
    def lasting_trace(self) -> float:
        """The trace where a side has many checkers back, or is contained: what is believed wrongly there lasts for many
        turns."""
        return 0.9

    @property
    def rate(self) -> float:
        """The learning rate at the beginning of the round's fit."""
        if self.done < STEADY_FROM:
            return float(1e-3 * (STEADY_RATE / 1e-3) ** (self.done / STEADY_FROM))
        if self.done <= STEADY_UNTIL:
            return STEADY_RATE
        return float(STEADY_RATE * 0.125 ** ((self.done - STEADY_UNTIL) / (1 - STEADY_UNTIL)))

    @property
    def last_rate(self) -> float:
        """The learning rate at its end."""
        return self.rate / 4 if self.done <= STEADY_UNTIL else self.rate / 20


@dataclass(slots=True)
class Reporter:
    """What a run tells while it works: a stage with its progress, and lines worth keeping."""

    stage: Callable[[str, int, int], None]
    line: Callable[[str], None]
    started: float = field(default_factory=time.monotonic)


def run(plan: RunPlan, folder: Path, reporter: Reporter, workers: Workers | None = None) -> Net:
    """Do the run, or what is left of it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _check_plan(plan, folder)
        log = (folder / "log.txt").open("a", encoding="utf-8")
    except OSError as error:
        raise RunProblem(text("cannot write {path}: {why}", path=folder, why=reason(error))) from error

    def note(line: str) -> None:
        log.write(f"{time.strftime('%H:%M:%S')} {line}\n")
        log.flush()
        reporter.line(line)

    with log:
        return _Run(plan, folder, reporter, note, workers or Threads()).go()


@dataclass(frozen=True, slots=True)
class _Run:
    """A run at work."""

    plan: RunPlan
    folder: Path
    reporter: Reporter
    note: Callable[[str], None]
    workers: Workers

    def go(self) -> Net:
        rounds = self.plan.rounds + self.plan.deep_rounds
        done = max((number for number in range(1, rounds + 1) if self._round_path(number).exists()), default=0)
        net = Net.load(self._round_path(done)) if done else self._self_play()
        best = self.folder / "best.net"
        if not best.exists():
            net.save(best)
        for number in range(done + 1, rounds + 1):
            self._round(number, net).save(self._round_path(number))
            net = Net.load(self._round_path(number))
        final = Net.load(best)
        final.card = {"plan": asdict(self.plan), "command": command_of(self.plan)}
        final.save(self.folder / "final.net")
        return final

    def _round_path(self, number: int) -> Path:
        return self.folder / f"round-{number}.net"

    def _self_play(self) -> Net:
        path = self.folder / "selfplay.net"
        if path.exists():
            return Net.load(path)
        games = self.plan.games

        def tell(progress: Progress) -> None:
            self.reporter.stage("games", progress.games, games)
            if progress.games % 10_000 == 0:
                self.note(
                    f"games {progress.games}, rate {progress.rate:.5f}, error {progress.error:.5f}, "
                    f"gammons {progress.gammons:.3f}, {progress.seconds:.2f} s a thousand"
                )

        net = play_and_learn(SelfPlayPlan(games=games, seed=self.plan.seed), self.folder / "selfplay", tell)
        net.save(path)
        return net

    def _round(self, number: int, net: Net) -> Net:
        """One round: label, fit, judge. The net from which the next round goes on."""
        started = time.monotonic()
        labelling, fitting = self._plans(number, net)
        for done in label(net, labelling, self.folder / f"labels-{number}", self.workers):
            self.reporter.stage(f"labels {number}", done, labelling.positions)
        if number > self.plan.rounds:
            races = race_labelling(labelling)
            for done in label(net, races, self.folder / f"races-{number}", self.workers):
                self.reporter.stage(f"races {number}", done, races.positions)
        labels_made = time.monotonic()
        fitted = self._fit(number, net, fitting)
        fit_done = time.monotonic()
        best = Net.load(self.folder / "best.net")
        verdict = self._judge(number, best, fitted)
        self.note(f"round {number}, {verdict}")
        minutes = [(later - before) / 60 for before, later in ((started, labels_made), (labels_made, fit_done))]
        self.note(f"round {number}: {minutes[0]:.0f} minutes for labels, {minutes[1]:.0f} for fitting")
        self._keep_figures(number, verdict)
        if verdict.accepted:
            fitted.save(self.folder / "best.net")
        return best if verdict.hopeless else fitted

    def _plans(self, number: int, net: Net) -> tuple[LabellingPlan, FittingPlan]:
        """How a round labels and fits."""
        plan, deep_number = self.plan, number - self.plan.rounds
        seed = plan.seed * 1000 + number
        if deep_number <= 0:
            plain = not net.feature_weights.any()
            labelling = LabellingPlan(
                plan.positions, trace=SMALL_TRACE, lasting_trace=SMALL_TRACE, plain=plain, seed=seed
            )
            return labelling, FittingPlan(epochs=SMALL_EPOCHS, seed=seed)
        schedule = Schedule((deep_number - 1) / max(plan.deep_rounds - 1, 1))
        first = deep_number == 1 or not net.has_deep
        labelling = LabellingPlan(
            plan.deep_positions * (FIRST_DEEP_SHARE if first else 1), set_up=DEEP_SET_UP, trace=schedule.trace,
            lasting_trace=schedule.lasting_trace, deep_rolls=DEEP_ROLLS, seed=seed,
        )  # fmt: skip
        fitting = FittingPlan(
            epochs=plan.deep_epochs, first_rate=schedule.rate, last_rate=schedule.last_rate,
            deep_first_rate=schedule.rate, deep_last_rate=schedule.last_rate, averaging=DEEP_AVERAGING,
            half_precision=plan.half_precision, seed=seed,
        )  # fmt: skip
        return labelling, fitting

    def _fit(self, number: int, net: Net, fitting: FittingPlan) -> Net:
        # Labels of the small nets serve the small nets, and the first deep one.
        first_kept = self.plan.rounds + 1 if number > self.plan.rounds + 1 else 1
        kept = range(max(first_kept, number + 1 - KEPT_ROUNDS), number + 1)
        material = labelled([self.folder / f"{name}-{round_}" for name in ("labels", "races") for round_ in kept])
        self.note(f"round {number}: fitting to {len(material)} positions")
        if number > self.plan.rounds and not net.has_deep:
            net = deepened(net, self.plan.seed)
        return fit(
            net,
            material,
            shared_tables(),
            fitting,
            lambda line: self.note(f"round {number}, {line}"),
            checkpoints=self.folder / f"fitting-{number}",
            progress=lambda name, done, total: self.reporter.stage(f"{name} {number}", done, total),
        )

    def _judge(self, number: int, old: Net, new: Net) -> GateVerdict:
        gate = replace(self.plan.gate, seed=self.plan.seed)
        report = partial(self.reporter.stage, f"gate {number}")
        return judge_nets(old, new, self._decisions(gate), self._reference(gate), gate, self.workers, report)

    def _decisions(self, gate: GatePlan) -> Sequence[AnyDecision]:
        if gate.gnubg:
            told = partial(self.reporter.stage, "decisions by GNU Backgammon")
            return gnubg_decisions(self.folder / "decisions.jsonl", gate, told)
        return fixed_decisions(Net.load(self.folder / "selfplay.net"), gate)

    def _reference(self, gate: GatePlan) -> RolloutReference | None:
        """Rollouts by the net with which the first deep round began; before that this judge is not asked."""
        path = self._round_path(self.plan.rounds)
        if not gate.rollouts or not path.exists():
            return None
        plan = ReferencePlan(gate.rollouts, gate.games, gate.seed)
        told = partial(self.reporter.stage, "rollouts")
        return reference_by(Net.load(path), plan, self.folder / "rollouts", workers=self.workers, report=told)

    def _keep_figures(self, number: int, verdict: GateVerdict) -> None:
        """Add what the gate said to the figures of the run, and plot them."""
        path = self.folder / "figures.json"
        figures = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
        figures = [entry for entry in figures if entry["round"] != number]
        entry = {"round": number, "accepted": verdict.accepted, "opinions": [asdict(one) for one in verdict.opinions]}
        write_atomically(path, json.dumps([*figures, entry]))
        log = (self.folder / "log.txt").read_text(encoding="utf-8")
        write_atomically(self.folder / "progress.svg", run_plots.plot(log, [*figures, entry]))


def race_labelling(labelling: LabellingPlan) -> LabellingPlan:
    """How a deep round labels races: whole ones, everything passed back, all rolls looked at by the deep net."""
    return replace(
        labelling, positions=round(labelling.positions * RACE_SHARE), set_up=1.0, kinds=("race",), races=1.0,
        deep_rolls=0, seed=labelling.seed + RACE_SEED,
    )  # fmt: skip


def deepened(net: Net, seed: int) -> Net:
    """A net with a deep part that knows nothing yet, but for a first layer taken over from the full net."""
    changed = net.copy()
    contact, race = (
        deep_nets.untrained(net.weights[phase], features, net.bias[phase], widths, seed * 1000 + phase)
        for phase, features, widths in (
            (CONTACT, net.feature_weights[CONTACT], deep_nets.CONTACT_WIDTHS),
            (RACE, net.feature_weights[RACE][:0], deep_nets.RACE_WIDTHS),
        )
    )
    changed.deep = Deep(contact, race)
    return changed


def command_of(plan: RunPlan) -> str:
    """The command that makes a run by this plan."""
    gate = f" --gnubg-decisions {plan.gate.decisions}" if plan.gate.gnubg else ""
    gate += f" --rollout-positions {plan.gate.rollouts}" if plan.gate.rollouts else ""
    half = " --half-precision" if plan.half_precision else ""
    return (
        f"sixprime train FOLDER --games {plan.games} --rounds {plan.rounds} --positions {plan.positions} "
        f"--deep-rounds {plan.deep_rounds} --deep-positions {plan.deep_positions} --deep-epochs {plan.deep_epochs} "
        f"--seed {plan.seed}{gate}{half}"
    )


def _check_plan(plan: RunPlan, folder: Path) -> None:
    """Note the plan in a new folder; refuse a folder of another plan."""
    path = folder / "plan.json"
    if not path.exists():
        write_atomically(path, json.dumps(asdict(plan)))
        return
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise RunProblem(text("{path} is damaged: choose another folder", path=path)) from error
    if known != asdict(plan):
        raise RunProblem(text("{path} holds a run with another plan: choose another folder", path=folder))
