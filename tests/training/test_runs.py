"""A whole run in small: it ends with a net, goes on where it was stopped, and refuses another plan."""

import functools
import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from conftest import Sixprime
from sixprime import SixprimeError
from sixprime.engine.nets import Net
from sixprime.engine.workers import Threads, Workers
from sixprime.training import fitting, gates, labelling, runs, selfplay
from sixprime.training.gates import GatePlan, Verdict
from sixprime.training.labelling import LabellingPlan
from sixprime.training.runs import Reporter, RunPlan, RunProblem, run

PLAN = RunPlan(games=20, rounds=2, positions=80, seed=4, gate=GatePlan(decisions=4, pairs=4))
ALONE = Threads(1)
QUIET = Reporter(lambda *_: None, lambda _: None)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks and batches for a few games and positions."""
    monkeypatch.setattr(selfplay, "CHUNK", 10)
    monkeypatch.setattr(selfplay, "SAVE_SECONDS", 0.0)
    monkeypatch.setattr(labelling, "CHUNK", 40)
    monkeypatch.setattr(gates, "PAIRS", 2)
    monkeypatch.setattr(runs, "FittingPlan", functools.partial(fitting.FittingPlan, epochs=1, batch=16))


def as_bytes(net: Net) -> bytes:
    return b"".join(array.tobytes() for array in net.all_arrays())


def everything(path: Path) -> bytes:
    """All numbers of a net."""
    return as_bytes(Net.load(path))


@pytest.mark.usefixtures("small")
def test_a_run_ends_with_a_net(tmp_path: Path) -> None:
    lines: list[str] = []
    stages: list[tuple[str, int, int]] = []
    net = run(PLAN, tmp_path, Reporter(lambda *stage: stages.append(stage), lines.append), ALONE)
    final = Net.load(tmp_path / "final.net")
    assert all(a.tobytes() == b.tobytes() for a, b in zip(net.all_arrays(), final.all_arrays(), strict=True))
    assert final.card["plan"] == asdict(PLAN)
    for value in ("--games 20", "--rounds 2", "--positions 80", "--seed 4"):
        assert value in final.card["command"]
    expected = [("games", 10, 20), ("games", 20, 20)]
    for number in (1, 2):
        expected += [(f"labels {number}", done, 80) for done in (0, 40, 80)]
        expected += [(f"gate {number}", done, 8) for done in (4, 6, 8)]
    assert stages == expected
    assert "round 1: fitting to 80 positions" in lines
    assert "round 2: fitting to 160 positions" in lines
    verdicts = [line for line in lines if "accepted" in line or "rejected" in line]
    assert [line.split(",")[0] for line in verdicts] == ["round 1", "round 2"]
    assert all(line.endswith("points a game in 8 games") for line in verdicts)
    assert lines[-1] == verdicts[-1]
    log = (tmp_path / "log.txt").read_text(encoding="utf-8")
    assert all(line in log for line in lines)
    nets = [everything(tmp_path / name) for name in ("selfplay.net", "round-1.net", "round-2.net")]
    assert [nets[0] != nets[1], nets[1] != nets[2]] == ["accepted" in line for line in verdicts]
    assert nets[2] == everything(tmp_path / "final.net")


GOOD = Verdict(0.001, 0.0005, 0.01, 0.02, 20)
BAD = Verdict(0.001, 0.0005, -0.01, 0.02, 20)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("verdicts", [(GOOD, GOOD, GOOD), (BAD, BAD, BAD), (GOOD, BAD, GOOD), (BAD, GOOD, BAD)])
def test_only_nets_that_pass_the_gate_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verdicts: tuple[Verdict, ...]
) -> None:
    judged: list[tuple[bytes, bytes]] = []

    def judge(old: Net, new: Net, *_: object) -> Verdict:
        judged.append((as_bytes(old), as_bytes(new)))
        return verdicts[len(judged) - 1]

    monkeypatch.setattr(runs, "judge_nets", judge)
    lines: list[str] = []
    net = run(replace(PLAN, rounds=3, positions=40), tmp_path, Reporter(lambda *_: None, lines.append), ALONE)
    last = everything(tmp_path / "selfplay.net")
    for number, verdict in enumerate(verdicts, 1):
        old, new = judged[number - 1]
        assert old == last
        assert new != old
        last = new if verdict.accepted else old
        assert everything(tmp_path / f"round-{number}.net") == last
        assert f"round {number}, {verdict}" in lines
    assert as_bytes(net) == last == everything(tmp_path / "final.net")


@pytest.mark.usefixtures("small")
def test_a_round_is_fitted_to_the_labels_of_the_last_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "KEPT_ROUNDS", 2)
    lines: list[str] = []
    run(replace(PLAN, rounds=3, positions=40), tmp_path, Reporter(lambda *_: None, lines.append), ALONE)
    assert [line for line in lines if "fitting" in line] == [
        f"round {number}: fitting to {positions} positions" for number, positions in ((1, 40), (2, 80), (3, 80))
    ]


@pytest.mark.usefixtures("small")
def test_later_rounds_refine_with_labels_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "LEARNING_ROUNDS", 1)
    monkeypatch.setattr(runs, "REFINED_KEPT_ROUNDS", 2)
    monkeypatch.setattr(runs, "REFINED_SHARE", 2)
    monkeypatch.setattr(runs, "REFINED_EPOCHS", 2)
    plans: list[LabellingPlan] = []

    def label(net: Net, plan: LabellingPlan, folder: Path, workers: Workers) -> Iterator[int]:
        plans.append(plan)
        return labelling.label(net, plan, folder, workers)

    monkeypatch.setattr(runs, "label", label)
    lines: list[str] = []
    run(replace(PLAN, rounds=4, positions=40), tmp_path, Reporter(lambda *_: None, lines.append), ALONE)
    assert [plan.fading for plan in plans] == [LabellingPlan().fading, *[runs.REFINED_FADING] * 3]
    assert [line for line in lines if "fitting" in line] == [
        f"round {number}: fitting to {positions} positions"
        for number, positions in ((1, 40), (2, 80), (3, 160), (4, 160))
    ]
    passes = {line.split(",")[0]: line.split(" of ")[1].split(",")[0] for line in lines if "epoch" in line}
    assert passes == {"round 1": "1", "round 2": "2", "round 3": "2", "round 4": "2"}


@pytest.mark.usefixtures("small")
def test_the_number_of_workers_does_not_matter(tmp_path: Path) -> None:
    for count in (1, 3):
        run(replace(PLAN, rounds=1), tmp_path / str(count), QUIET, Threads(count))
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
    assert stops > 1
    assert (tmp_path / "parts" / "final.net").read_bytes() == (tmp_path / "whole" / "final.net").read_bytes()


@pytest.mark.usefixtures("small")
def test_a_finished_run_has_nothing_left_to_do(tmp_path: Path) -> None:
    plan = replace(PLAN, rounds=1)
    run(plan, tmp_path, QUIET, ALONE)
    final = (tmp_path / "final.net").read_bytes()
    run(plan, tmp_path, Reporter(lambda *_: pytest.fail("worked"), lambda _: pytest.fail("worked")), ALONE)
    assert (tmp_path / "final.net").read_bytes() == final


@pytest.mark.usefixtures("small")
def test_another_plan_is_refused(tmp_path: Path) -> None:
    plan = replace(PLAN, rounds=0)
    run(plan, tmp_path, QUIET, ALONE)
    before = sorted((entry.name, entry.stat().st_mtime_ns) for entry in tmp_path.iterdir())
    for other in (
        replace(plan, seed=5),
        replace(plan, games=30),
        replace(plan, rounds=1),
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
    plan = replace(PLAN, rounds=0)
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
     ("--workers", "0")],
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
