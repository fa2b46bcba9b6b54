"""Commands that work on a cluster: the same numbers as by threads, also when a worker dies in the middle."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import Sixprime
from sixprime import Position
from sixprime.engine.rollout.files import load_rollout
from sixprime.engine.rollout.results import RolloutResult
from sixprime.engine.rollout.rollouts import Candidate, Rollout, RolloutSettings
from sixprime.engine.workers import RayCluster, WorkersProblem

SETTINGS = RolloutSettings(games=36 * 30, truncate=8, seed=3)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a cluster with two workers on this machine, which all tests here share."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    yield found.address
    found.shutdown()  # type: ignore[no-untyped-call]
    assert not ray.is_initialized()


def workers_at_work() -> list[int]:
    """The processes of our own cluster that are doing a piece."""
    parents: dict[int, int] = {}
    names: dict[int, str] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                stat = (folder / "stat").read_text()
                names[int(folder.name)] = (folder / "cmdline").read_text()
            except OSError:
                continue
            parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])

    def is_ours(process: int) -> bool:
        while process in parents:
            process = parents[process]
            if process == os.getpid():
                return True
        return False

    return [process for process, name in names.items() if name.startswith("ray::_do_piece") and is_ours(process)]


class Killer:
    """Kills a worker as soon as so many games are done."""

    def __init__(self, games: int = 72) -> None:
        self.games = games
        self.killed: list[int] = []

    def __call__(self, so_far: RolloutResult) -> None:
        if so_far.games >= self.games and not self.killed:
            for process in workers_at_work()[:1]:
                os.kill(process, signal.SIGKILL)
                self.killed.append(process)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")


@needs_proc
@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_dies_changes_nothing(
    address: str, sixprime: Sixprime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = Rollout(Candidate.cube_actions(Position.standard()), SETTINGS)
    expected.run(threads=2)
    killer, run, file = Killer(), Rollout.run, tmp_path / "kept.rollout"

    def watched(self: Rollout, progress: Any, **options: Any) -> RolloutResult:
        def show(so_far: RolloutResult) -> None:
            progress(so_far)
            killer(so_far)

        return run(self, show, **options)

    monkeypatch.setattr(Rollout, "run", watched)
    wishes = ("--games", str(SETTINGS.games), "--truncate", str(SETTINGS.truncate), "--seed", str(SETTINGS.seed))
    said = sixprime("rollout", "4HPwATDgc/ABMA", *wishes, "--ray", address, "--file", str(file), "--json")
    assert said.code == 0, said.err
    assert killer.killed
    found = load_rollout(file)
    assert found.result.games == SETTINGS.games
    assert found.result.candidates == expected.result.candidates
    assert found.result.covariance == expected.result.covariance
    assert found.tally.sums.tobytes() == expected.tally.sums.tobytes()
    shown = {one["candidate"]: one for one in json.loads(said.out)["candidates"]}
    for one in expected.result.candidates:
        assert shown[one.label]["equity"] == one.equity.value
        assert shown[one.label]["equity_error"] == one.equity.error


@pytest.mark.filterwarnings("ignore")
def test_the_equities_command(address: str, sixprime: Sixprime, tmp_path: Path) -> None:
    files = tmp_path / "threads.json", tmp_path / "ray.json"
    for file, where in zip(files, (("--threads", "1"), ("--ray", address)), strict=True):
        said = sixprime("equities", str(file), "--length", "2", "--games", "36", *where)
        assert said.code == 0, said.err
        assert f"The table is in {file}" in said.out.replace("\n", "")
    assert files[0].read_text() == files[1].read_text()


@pytest.mark.filterwarnings("ignore")
def test_the_rollouts_that_judge_nets(
    address: str, sixprime: Sixprime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = []
    for number, where in enumerate((("--threads", "1"), ("--ray", address))):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / str(number)))
        said = sixprime("judge", "--rollouts", "--positions", "1", "--games", "36", "--json", *where)
        assert said.code == 0, said.err
        figures.append(json.loads(said.out)["nets"])
    assert figures[0] == figures[1]


def test_a_cluster_that_is_not_there() -> None:
    pytest.importorskip("ray")
    with pytest.raises(WorkersProblem, match=r"127\.0\.0\.1:1"):
        RayCluster("127.0.0.1:1")
