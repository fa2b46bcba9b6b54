"""A whole run in small: it ends with a net, goes on where it was stopped, and refuses another plan."""

import functools
import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from conftest import Sixprime
from sixprime import SixprimeError
from sixprime.engine.nets import Net
from sixprime.training import fitting, labelling, runs, selfplay
from sixprime.training.runs import Reporter, RunPlan, RunProblem, run

PLAN = RunPlan(games=20, rounds=2, positions=120, seed=4)
QUIET = Reporter(lambda *_: None, lambda _: None)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks and batches for a few games and positions."""
    monkeypatch.setattr(selfplay, "CHUNK", 10)
    monkeypatch.setattr(selfplay, "SAVE_SECONDS", 0.0)
    monkeypatch.setattr(labelling, "CHUNK", 40)
    monkeypatch.setattr(runs, "FittingPlan", functools.partial(fitting.FittingPlan, epochs=2, batch=16))


@pytest.mark.usefixtures("small")
def test_a_run_ends_with_a_net(tmp_path: Path) -> None:
    lines: list[str] = []
    stages: list[tuple[str, int, int]] = []
    net = run(PLAN, tmp_path, Reporter(lambda *stage: stages.append(stage), lines.append), 1)
    final = Net.load(tmp_path / "final.net")
    assert all(a.tobytes() == b.tobytes() for a, b in zip(net.arrays(), final.arrays(), strict=True))
    assert final.card["plan"] == asdict(PLAN)
    for value in ("--games 20", "--rounds 2", "--positions 120", "--seed 4"):
        assert value in final.card["command"]
    assert stages == [
        ("games", 10, 20), ("games", 20, 20), *((f"labels {n}", done, 120) for n in (1, 2) for done in (0, 40, 80, 120))
    ]  # fmt: skip
    assert "round 1: fitting to 120 positions" in lines
    assert "round 2: fitting to 240 positions" in lines
    assert lines[-1] == "round 2 done"
    log = (tmp_path / "log.txt").read_text(encoding="utf-8")
    assert all(line in log for line in lines)
    weights = {Net.load(tmp_path / name).weights.tobytes() for name in ("selfplay.net", "round-1.net", "round-2.net")}
    assert len(weights) == 3
    assert Net.load(tmp_path / "round-2.net").weights.tobytes() == final.weights.tobytes()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("steps", [1, 2])
def test_a_run_that_is_stopped_again_and_again_ends_in_the_same_net(tmp_path: Path, steps: int) -> None:
    run(PLAN, tmp_path / "whole", QUIET, 1)
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
            run(PLAN, tmp_path / "parts", Reporter(stop, stop), 1)
            break
        except KeyboardInterrupt:
            stops += 1
    assert stops > 1
    assert (tmp_path / "parts" / "final.net").read_bytes() == (tmp_path / "whole" / "final.net").read_bytes()


@pytest.mark.usefixtures("small")
def test_a_finished_run_has_nothing_left_to_do(tmp_path: Path) -> None:
    plan = replace(PLAN, rounds=1)
    run(plan, tmp_path, QUIET, 1)
    final = (tmp_path / "final.net").read_bytes()
    run(plan, tmp_path, Reporter(lambda *_: pytest.fail("worked"), lambda _: pytest.fail("worked")), 1)
    assert (tmp_path / "final.net").read_bytes() == final


@pytest.mark.usefixtures("small")
def test_another_plan_is_refused(tmp_path: Path) -> None:
    plan = replace(PLAN, rounds=0)
    run(plan, tmp_path, QUIET, 1)
    before = sorted((entry.name, entry.stat().st_mtime_ns) for entry in tmp_path.iterdir())
    for other in (replace(plan, seed=5), replace(plan, games=30), replace(plan, rounds=1)):
        with pytest.raises(RunProblem, match="another plan") as refused:
            run(other, tmp_path, QUIET, 1)
        assert "\n" not in str(refused.value)
    assert sorted((entry.name, entry.stat().st_mtime_ns) for entry in tmp_path.iterdir()) == before


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("damage", ["", "[", "null", '{"games": '])
def test_a_damaged_plan_is_refused_in_a_line(tmp_path: Path, damage: str) -> None:
    (tmp_path / "plan.json").write_text(damage, encoding="utf-8")
    with pytest.raises(SixprimeError) as refused:
        run(PLAN, tmp_path, QUIET, 1)
    assert "\n" not in str(refused.value)


@pytest.mark.usefixtures("small")
def test_a_damaged_checkpoint_is_refused_in_a_line(tmp_path: Path) -> None:
    plan = replace(PLAN, rounds=0)
    run(plan, tmp_path, QUIET, 1)
    path = tmp_path / "selfplay.net"
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(SixprimeError, match="damaged"):
        run(plan, tmp_path, QUIET, 1)


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
