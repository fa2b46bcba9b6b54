"""`sixprime judge --rollouts`: what it prints, keeps and refuses."""

import json
from pathlib import Path

import numpy as np
import pytest

from conftest import Sixprime
from sixprime.cli.engine.judge_by_rollouts import KIND_NAMES
from sixprime.engine.net.evaluators import DEFAULT_NET
from sixprime.engine.net.nets import Net
from sixprime.training.judging import rollout_references
from sixprime.training.judging.position_kinds import PositionKind
from sixprime.training.judging.rollout_references import ReferencePlan, roll_out_position

SMALL = ("judge", "--rollouts", "--positions", "1", "--games", "36", "--threads", "1")


@pytest.fixture
def cache(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where rollouts are kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    return home / "cache" / "sixprime" / "rollouts"


def test_every_kind_has_a_name() -> None:
    assert list(KIND_NAMES) == list(PositionKind)
    assert len({str(name) for name in KIND_NAMES.values()}) == len(PositionKind)


def test_the_net_is_compared_with_rollouts_that_are_kept(sixprime: Sixprime, cache: Path) -> None:
    said = sixprime(*SMALL)
    assert said.code == 0, said.err
    for name in (*KIND_NAMES.values(), "14 positions, 36 games of sixprime", "rms", "corrected", "bias", "all"):
        assert str(name) in " ".join(said.out.split())
    kept = {path: path.read_bytes() for path in cache.rglob("*.jsonl")}
    assert len(kept) == 2

    again = sixprime(*SMALL, "--json")
    assert {path: path.read_bytes() for path in cache.rglob("*.jsonl")} == kept
    answer = json.loads(again.out)
    assert (answer["reference"]["games"], answer["reference"]["seed"]) == (36, 1)
    assert Path(answer["reference"]["folder"]).parent == cache
    ours = answer["nets"]["sixprime"]
    assert set(ours["kinds"]) == {kind.value for kind in PositionKind}
    assert ours["overall"]["positions"] == len(PositionKind)
    assert 0 < ours["overall"]["corrected_rms"] < ours["overall"]["rms"] < 0.3
    assert ours["kinds"]["race"]["bias_error"] is None
    assert abs(ours["kinds"]["race"]["bias"]) == pytest.approx(ours["kinds"]["race"]["rms"])


def test_several_nets_are_measured_by_one_reference(sixprime: Sixprime, cache: Path, tmp_path: Path) -> None:
    ignorant, copied = tmp_path / "ignorant.net", tmp_path / "more" / "ignorant.net"
    Net.untrained(1).save(ignorant)
    Net.untrained(2).save(copied)
    nets = ("--net", str(DEFAULT_NET), "--net", str(ignorant), "--net", str(copied))
    answer = json.loads(sixprime(*SMALL, *nets, "--json").out)
    good, *bad = answer["nets"].values()
    assert list(answer["nets"]) == [DEFAULT_NET.name, str(ignorant), str(copied)]
    assert good["overall"]["squared_error_excess"] == 0
    for net in bad:
        assert net["overall"]["rms"] > 2 * good["overall"]["rms"]
        assert net["overall"]["squared_error_excess"] == pytest.approx(
            net["overall"]["rms"] ** 2 - good["overall"]["rms"] ** 2
        )
        assert net["overall"]["reference_error"] == good["overall"]["reference_error"]
    assert len(list(cache.iterdir())) == 1

    said = sixprime(*SMALL, *nets[2:4], "--reference", str(DEFAULT_NET))
    assert f"36 games of {DEFAULT_NET.name}" in said.out
    assert "ignorant.net" in said.out
    assert f"{1000 * bad[0]['overall']['rms']:.1f}" in said.out
    assert len(list(cache.iterdir())) == 1


def test_an_interruption_says_what_is_kept(sixprime: Sixprime, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(nets: tuple[Net, ...], work: tuple[ReferencePlan, np.ndarray], number: int) -> tuple[float, float]:
        if number == 3:
            raise KeyboardInterrupt
        return roll_out_position(nets, work, number)

    monkeypatch.setattr(rollout_references, "roll_out_position", broken_off)
    said = sixprime(*SMALL)
    assert said.code == 130
    assert f"stopped: 3 of 14 positions are rolled out and kept in {cache}" in said.out
    (file,) = cache.rglob("rollouts-36-*.jsonl")
    assert file.read_text().count("\n") == 1 + 3


@pytest.mark.parametrize(
    "arguments",
    [("--rollouts", "--positions", "0"), ("--rollouts", "--games", "35"), ("--rollouts", "--games", "x"),
     ("--rollouts", "--seed", "-1"), ("--rollouts", "--threads", "0"), ("--rollouts", "--net", "nowhere.net"),
     ("--rollouts", "--reference", "nowhere.net"), ("--rollouts", "--plies", "0"), ("--rollouts", "--levels"),
     ("--rollouts", "--decisions", "10"), ("--rollouts", "--file", "x"), ("--rollouts", "--against", "1"),
     ("--rollouts", "--cubeful"), ("--positions", "10"), ("--reference", str(DEFAULT_NET)), ("--threads", "2"),
     ("--ray", "local")],
)  # fmt: skip
def test_bad_wishes_are_refused_in_a_line(sixprime: Sixprime, cache: Path, arguments: tuple[str, ...]) -> None:
    said = sixprime("judge", *arguments)
    assert said.code == 2
    assert len((said.out + said.err).strip().splitlines()) == 1
    assert not cache.exists()
