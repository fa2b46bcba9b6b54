"""A whole run in small: it ends with a net, goes on where it was stopped, and refuses another plan."""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from conftest import Sixprime
from engine.support.deep_examples import without_deep
from sixprime import SixprimeError
from sixprime.cli.engine.train import TrainingFlags
from sixprime.engine.net import deep_nets
from sixprime.engine.net.evaluators import default_net
from sixprime.engine.net.kernels import RACE_PLAN
from sixprime.engine.net.nets import Net
from sixprime.engine.workers import Threads, Workers
from sixprime.training import runs
from sixprime.training.fitting import fits as fitting
from sixprime.training.fitting import label_sources
from sixprime.training.fitting.fits import FittingPlan
from sixprime.training.fitting.kernels import game_plans
from sixprime.training.judging import gates
from sixprime.training.judging.gates import GatePlan, GateVerdict, Opinion
from sixprime.training.judging.rollout_references import ReferencePlan
from sixprime.training.labels import labelling
from sixprime.training.labels.labelling import LabellingPlan
from sixprime.training.runs import Reporter, RunPlan, RunProblem, Schedule, deepened, race_labelling, run
from sixprime.training.selfplay import stages as selfplay

PLAN = RunPlan(
    games=20, rounds=1, positions=80, deep_rounds=2, deep_positions=80, deep_epochs=1, seed=4,
    gate=GatePlan(decisions=4, pairs=4),
)  # fmt: skip
SMALL = replace(PLAN, rounds=2, deep_rounds=0)
ALONE = Threads(1)
QUIET = Reporter(lambda *_: None, lambda _: None)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks and batches for a few games and positions."""
    monkeypatch.setattr(selfplay, "CHUNK", 10)
    monkeypatch.setattr(selfplay, "SAVE_SECONDS", 0.0)
    monkeypatch.setattr(labelling, "CHUNK", 40)
    monkeypatch.setattr(gates, "PAIRS", 2)
    monkeypatch.setattr(label_sources, "PORTION", 1)
    monkeypatch.setattr(fitting, "SAVE_SECONDS", -1.0)
    monkeypatch.setattr(runs, "FittingPlan", partial(FittingPlan, batch=16, deep_batch=16))
    monkeypatch.setattr(runs, "SMALL_EPOCHS", 1)
    monkeypatch.setattr(deep_nets, "CONTACT_WIDTHS", (128, 64, 64, 64))
    monkeypatch.setattr(deep_nets, "RACE_WIDTHS", (64, 64, 64, 64))


def as_bytes(net: Net) -> bytes:
    """All numbers of a net."""
    return b"".join(array.tobytes() for array in (*net.all_arrays(), *net.deep.contact, *net.deep.race))


def everything(path: Path) -> bytes:
    return as_bytes(Net.load(path))


@pytest.mark.usefixtures("small")
def test_a_run_ends_with_a_net(tmp_path: Path) -> None:
    lines: list[str] = []
    stages: list[tuple[str, int, int]] = []
    net = run(PLAN, tmp_path, Reporter(lambda *stage: stages.append(stage), lines.append), ALONE)
    assert as_bytes(net) == everything(tmp_path / "final.net") == everything(tmp_path / "best.net")
    card = Net.load(tmp_path / "final.net").card
    assert card["plan"] == asdict(PLAN)
    assert card["command"] == (
        "sixprime train FOLDER --games 20 --rounds 1 --positions 80 --deep-rounds 2 --deep-positions 80 "
        "--deep-epochs 1 --seed 4"
    )
    # The first deep round makes twice as many labels.
    wanted = {1: 80, 2: 160, 3: 80}
    assert stages[:2] == [("games", 10, 20), ("games", 20, 20)]
    for number, positions in wanted.items():
        labels = [stage[1:] for stage in stages if stage[0] == f"labels {number}"]
        assert labels == [(done, positions) for done in range(0, positions + 1, 40)]
        assert [stage[1:] for stage in stages if stage[0] == f"gate {number}"] == [(4, 8), (6, 8), (8, 8)]
        assert (f"deep contact {number}" in {stage[0] for stage in stages}) is (number > 1)
    assert [line for line in lines if "fitting to" in line] == [
        f"round {number}: fitting to {positions} positions" for number, positions in ((1, 80), (2, 280), (3, 320))
    ]
    # A quarter as many races besides, in whole chunks.
    assert [stage for stage in stages if stage[0].startswith("races")] == [
        ("races 2", 0, 40), ("races 2", 40, 40), ("races 3", 0, 20), ("races 3", 40, 20)
    ]  # fmt: skip
    verdicts = [line for line in lines if "accepted" in line or "rejected" in line]
    assert [line.split(",")[0] for line in verdicts] == ["round 1", "round 2", "round 3"]
    assert all(line.endswith("points in 8 games") for line in verdicts)
    log = (tmp_path / "log.txt").read_text(encoding="utf-8")
    assert all(line in log for line in lines)
    assert not Net.load(tmp_path / "round-1.net").has_deep


@pytest.mark.usefixtures("small")
def test_what_the_gate_said_is_kept_and_plotted(tmp_path: Path) -> None:
    run(PLAN, tmp_path, QUIET, ALONE)
    figures = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert [entry["round"] for entry in figures] == [1, 2, 3]
    for entry in figures:
        assert [opinion["of"] for opinion in entry["opinions"]] == ["decisions", "games"]
        assert GateVerdict(tuple(Opinion(**one) for one in entry["opinions"])).accepted is entry["accepted"]
    picture = ElementTree.parse(tmp_path / "progress.svg").getroot()
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    written = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert "loss of each pass, by round" in written
    assert "deep contact" in written


def verdict(*gains: float) -> GateVerdict:
    """Each judge is as sure as every other."""
    return GateVerdict(tuple(Opinion(name, gain, 1.0, "points") for name, gain in zip(("a", "b"), gains, strict=True)))


GOOD, BAD, HOPELESS = verdict(1, 1), verdict(0.5, -0.5), verdict(1, -9)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "verdicts",
    [(GOOD, GOOD, GOOD), (BAD, BAD, BAD), (HOPELESS, GOOD, HOPELESS), (GOOD, HOPELESS, BAD), (BAD, GOOD, BAD)],
)
def test_the_best_net_is_the_last_accepted_and_training_goes_on_from_the_last_that_is_not_hopeless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verdicts: tuple[GateVerdict, ...]
) -> None:
    judged: list[tuple[bytes, bytes]] = []
    begun: list[bytes] = []

    def judge(old: Net, new: Net, *_: object) -> GateVerdict:
        judged.append((as_bytes(old), as_bytes(new)))
        return verdicts[len(judged) - 1]

    def label(net: Net, plan: LabellingPlan, folder: Path, workers: Workers) -> Iterator[int]:
        begun.append(as_bytes(net))
        return labelling.label(net, plan, folder, workers)

    monkeypatch.setattr(runs, "judge_nets", judge)
    monkeypatch.setattr(runs, "label", label)
    lines: list[str] = []
    plan = replace(PLAN, rounds=2, deep_rounds=1, positions=40, deep_positions=40)
    net = run(plan, tmp_path, Reporter(lambda *_: None, lines.append), ALONE)
    best = current = everything(tmp_path / "selfplay.net")
    for number, said in enumerate(verdicts, 1):
        old, new = judged[number - 1]
        assert begun[number - 1] == current
        assert old == best
        assert new != current
        current = old if said.hopeless else new
        best = new if said.accepted else old
        assert everything(tmp_path / f"round-{number}.net") == current
        assert f"round {number}, {said}" in lines
    assert as_bytes(net) == best == everything(tmp_path / "final.net")
    figures = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert [entry["accepted"] for entry in figures] == [said.accepted for said in verdicts]


@pytest.mark.usefixtures("small")
def test_a_round_is_fitted_to_the_labels_of_the_last_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "KEPT_ROUNDS", 2)
    lines: list[str] = []
    plan = replace(SMALL, rounds=3, positions=40)
    run(plan, tmp_path, Reporter(lambda *_: None, lines.append), ALONE)
    assert [line for line in lines if "fitting to" in line] == [
        f"round {number}: fitting to {positions} positions" for number, positions in ((1, 40), (2, 80), (3, 80))
    ]


# What the rounds do differently


def plans_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plan: RunPlan) -> list[tuple[LabellingPlan, FittingPlan]]:
    """How the rounds of a run label and fit, without doing so."""
    found: list[LabellingPlan] = []
    fits: list[FittingPlan] = []

    def label(_: Net, asked: LabellingPlan, *__: object) -> Iterator[int]:
        if asked.kinds != ("race",):
            found.append(asked)
        return iter(())

    def fit(net: Net, _: object, __: object, asked: FittingPlan, *___: object, **____: object) -> Net:
        fits.append(asked)
        changed = net.copy()
        changed.feature_weights[:] = 1
        return changed

    monkeypatch.setattr(runs, "label", label)
    monkeypatch.setattr(runs, "fit", fit)
    monkeypatch.setattr(runs, "judge_nets", lambda *_: BAD)
    run(plan, tmp_path, QUIET, ALONE)
    return list(zip(found, fits, strict=True))


def test_how_rounds_label_and_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        runs, "play_and_learn", lambda *_: selfplay.with_layer(Net.untrained(1), selfplay.layer_of(Net.untrained(2)))
    )
    plan = RunPlan(games=1000, rounds=2, positions=50, deep_rounds=5, deep_positions=70, deep_epochs=6, seed=3)
    rounds = plans_of(tmp_path, monkeypatch, plan)
    assert [labels.positions for labels, _ in rounds] == [50, 50, 140, 70, 70, 70, 70]
    assert [labels.plain for labels, _ in rounds] == [True] + [False] * 6
    assert [fits.epochs for _, fits in rounds] == [5, 5, 6, 6, 6, 6, 6]
    assert [labels.trace for labels, _ in rounds] == [0.8, 0.8, 0.7, 0.7, 0.5, 0.5, 0.0]
    assert [labels.lasting_trace for labels, _ in rounds] == [0.8] * 2 + [0.9] * 5
    assert [labels.set_up for labels, _ in rounds] == [LabellingPlan().set_up] * 2 + [runs.DEEP_SET_UP] * 5
    assert [labels.deep_rolls for labels, _ in rounds] == [0] * 2 + [runs.DEEP_ROLLS] * 5
    rates = [fits.deep_first_rate for _, fits in rounds[2:]]
    assert rates == sorted(rates, reverse=True)
    assert rates == pytest.approx([1e-3] + [runs.STEADY_RATE] * 3 + [runs.STEADY_RATE / 8])
    assert [fits.averaging for _, fits in rounds] == [FittingPlan().averaging] * 2 + [runs.DEEP_AVERAGING] * 5
    assert [fits.first_rate for _, fits in rounds[2:]] == rates
    seeds = [labels.seed for labels, _ in rounds]
    assert seeds == [fits.seed for _, fits in rounds]
    assert len(set(seeds)) == 7


def test_deep_rounds_label_races_besides() -> None:
    races = race_labelling(LabellingPlan(positions=1000, deep_rolls=5, trace=0.5, seed=3))
    assert races.positions == 250
    assert (races.set_up, races.kinds, races.races, races.race_trace, races.deep_rolls) == (1.0, ("race",), 1.0, 1.0, 0)
    boards, labels, _ = labelling.make_chunk((Net.untrained(1),), races, 0)
    plans = np.empty(len(boards), dtype=np.int8)
    game_plans(boards, plans)
    assert (plans == RACE_PLAN).all()
    assert ((labels[:, 0] >= -0.5) & (labels[:, 0] <= 1.5)).all()


@pytest.mark.parametrize(("done", "trace"), [(0, 0.7), (0.29, 0.7), (0.3, 0.5), (0.85, 0.5), (0.86, 0.0), (1, 0.0)])
def test_less_is_passed_back_as_a_run_goes_on(done: float, trace: float) -> None:
    schedule = Schedule(done)
    assert schedule.trace == trace
    assert schedule.last_rate == pytest.approx(schedule.rate / (20 if trace == 0 else 4))


def test_a_deepened_net_begins_with_what_the_full_net_has() -> None:
    net = without_deep(default_net())
    made, again, other = deepened(net, 1), deepened(net, 1), deepened(net, 2)
    assert made.has_deep
    assert not net.has_deep
    width = net.weights.shape[2]
    for phase in (0, 1):
        assert made.deep[phase].weights[:, :width].tobytes() == net.weights[phase].tobytes()
    assert made.deep.contact.feature_weights[:, :width].tobytes() == net.feature_weights[0].tobytes()
    assert made.deep.race.feature_weights.shape[0] == 0
    assert as_bytes(made) == as_bytes(again) != as_bytes(other)
    assert deep_nets.widths_of(made.deep.contact) == deep_nets.CONTACT_WIDTHS
    assert all(np.isfinite(array).all() for phase in made.deep for array in phase)


def test_judges_are_those_of_the_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions by GNU Backgammon if they are wanted; rollouts by the net before the first deep round, from then on."""
    asked: list[object] = []

    def judge(_: Net, __: Net, decisions: object, reference: object, *___: object) -> GateVerdict:
        asked.append((decisions, reference))
        return GOOD

    def reference_by(net: Net, plan: ReferencePlan, folder: Path, **_: object) -> tuple[bytes, ReferencePlan, str]:
        return as_bytes(net), plan, folder.name

    monkeypatch.setattr(runs, "play_and_learn", lambda *_: Net.untrained(1))
    monkeypatch.setattr(runs, "label", lambda *_: iter(()))
    monkeypatch.setattr(runs, "fit", lambda net, *_, **__: net.copy())
    monkeypatch.setattr(runs, "judge_nets", judge)
    monkeypatch.setattr(runs, "gnubg_decisions", lambda path, plan, _: (path.name, plan.decisions, plan.seed))
    monkeypatch.setattr(runs, "reference_by", reference_by)
    gate = GatePlan(decisions=30, gnubg=True, rollouts=7, games=36)
    net = run(replace(PLAN, gate=gate), tmp_path, QUIET, ALONE)
    reference = (everything(tmp_path / "round-1.net"), ReferencePlan(7, 36, 4), "rollouts")
    decisions = ("decisions.jsonl", 30, 4)
    assert asked == [(decisions, None), (decisions, reference), (decisions, reference)]
    assert net.card["command"].endswith("--seed 4 --gnubg-decisions 30 --rollout-positions 7")


# Stopping and going on


@pytest.mark.usefixtures("small")
def test_the_number_of_workers_does_not_matter(tmp_path: Path) -> None:
    for count in (1, 3):
        run(replace(PLAN, deep_rounds=1), tmp_path / str(count), QUIET, Threads(count))
    assert (tmp_path / "1" / "final.net").read_bytes() == (tmp_path / "3" / "final.net").read_bytes()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("steps", [1, 2])
def test_a_run_that_is_stopped_again_and_again_ends_in_the_same_net(tmp_path: Path, steps: int) -> None:
    run(PLAN, tmp_path / "whole", QUIET, ALONE)
    stops = 0
    left = 0

    def stop(*_: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt

    # One stop after so many signs of life, each time one more: so that it gets on, and stops in many places.
    while stops < 100:
        left = steps + stops
        try:
            run(PLAN, tmp_path / "parts", Reporter(stop, stop), ALONE)
            break
        except KeyboardInterrupt:
            stops += 1
    assert stops > 5
    assert (tmp_path / "parts" / "final.net").read_bytes() == (tmp_path / "whole" / "final.net").read_bytes()


@pytest.mark.usefixtures("small")
def test_a_finished_run_has_nothing_left_to_do(tmp_path: Path) -> None:
    plan = replace(PLAN, deep_rounds=1)
    run(plan, tmp_path, QUIET, ALONE)
    final = (tmp_path / "final.net").read_bytes()
    run(plan, tmp_path, Reporter(lambda *_: pytest.fail("worked"), lambda _: pytest.fail("worked")), ALONE)
    assert (tmp_path / "final.net").read_bytes() == final


@pytest.mark.usefixtures("small")
def test_another_plan_is_refused(tmp_path: Path) -> None:
    plan = replace(PLAN, rounds=0, deep_rounds=0)
    run(plan, tmp_path, QUIET, ALONE)
    before = sorted((entry.name, entry.stat().st_mtime_ns) for entry in tmp_path.iterdir())
    for other in (
        replace(plan, seed=5),
        replace(plan, games=30),
        replace(plan, rounds=1),
        replace(plan, deep_rounds=1),
        replace(plan, deep_positions=90),
        replace(plan, deep_epochs=3),
        replace(plan, half_precision=True),
        replace(plan, gate=GatePlan(decisions=4, pairs=6)),
    ):
        with pytest.raises(RunProblem, match="another plan") as refused:
            run(other, tmp_path, QUIET, ALONE)
        assert "\n" not in str(refused.value)
    assert sorted((entry.name, entry.stat().st_mtime_ns) for entry in tmp_path.iterdir()) == before


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("damage", ["", "[", "null", '{"games": '])
def test_a_damaged_plan_is_refused_in_a_line(tmp_path: Path, damage: str) -> None:
    (tmp_path / "plan.json").write_text(damage, encoding="utf-8")
    with pytest.raises(SixprimeError) as refused:
        run(PLAN, tmp_path, QUIET, ALONE)
    assert "\n" not in str(refused.value)


@pytest.mark.usefixtures("small")
def test_a_damaged_checkpoint_is_refused_in_a_line(tmp_path: Path) -> None:
    plan = replace(PLAN, rounds=0, deep_rounds=0)
    run(plan, tmp_path, QUIET, ALONE)
    path = tmp_path / "selfplay.net"
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(SixprimeError, match="damaged"):
        run(plan, tmp_path, QUIET, ALONE)


# The command


def refused(sixprime: Sixprime, *arguments: str) -> str:
    said = sixprime("train", *arguments)
    assert said.code != 0
    words = said.err + said.out
    assert len(words.strip().splitlines()) == 1, words
    return words


@pytest.mark.parametrize(
    "arguments",
    [("--games", "10"), ("--games", "many"), ("--rounds", "-1"), ("--positions", "1.5"), ("--seed", "x"),
     ("--workers", "0"), ("--deep-rounds", "-1"), ("--deep-positions", "few"), ("--deep-epochs", "0"),
     ("--gnubg-decisions", "-1"), ("--rollout-positions", "x")],
)  # fmt: skip
def test_bad_numbers_are_refused_before_anything_is_made(
    sixprime: Sixprime, tmp_path: Path, arguments: tuple[str, str]
) -> None:
    assert arguments[0] in refused(sixprime, str(tmp_path / "run"), *arguments)
    assert not (tmp_path / "run").exists()


def test_the_command_refuses_another_plan(sixprime: Sixprime, tmp_path: Path) -> None:
    plan = RunPlan(games=5000)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "plan.json").write_text(json.dumps(asdict(plan)), encoding="utf-8")
    assert "another plan" in refused(sixprime, str(tmp_path / "run"), "--games", "6000")


def test_a_file_is_no_folder(sixprime: Sixprime, tmp_path: Path) -> None:
    (tmp_path / "run").write_text("not a folder", encoding="utf-8")
    refused(sixprime, str(tmp_path / "run"), "--games", "1000")


def test_the_command_makes_the_plan_that_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    flags = TrainingFlags("2000", "3", "4000", "5", "6000", "10", "70", "8", "9")
    plan = flags.plan()
    assert plan == RunPlan(
        games=2000, rounds=3, positions=4000, deep_rounds=5, deep_positions=6000, deep_epochs=10, seed=9,
        gate=replace(GatePlan(), decisions=70, gnubg=True, rollouts=8),
    )  # fmt: skip
    words = runs.command_of(plan).split()[3:]
    names = ("games", "rounds", "positions", "deep-rounds", "deep-positions", "deep-epochs", "seed",
             "gnubg-decisions", "rollout-positions")  # fmt: skip
    assert words[::2] == [f"--{name}" for name in names]
    assert words[1::2] == ["2000", "3", "4000", "5", "6000", "10", "9", "70", "8"]
    assert runs.command_of(replace(flags, half_precision=True).plan()).endswith(" --half-precision")
    assert replace(flags, gnubg_decisions="0", rollout_positions="0").plan().gate == GatePlan()
