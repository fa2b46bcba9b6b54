"""Rollouts on a cluster: the same numbers as by threads, also when a worker dies in the middle."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from sixprime import Position
from sixprime.engine.rollout_results import RolloutResult
from sixprime.engine.rollouts import Candidate, Rollout, RolloutSettings
from sixprime.engine.workers import RayCluster, WorkersProblem

SETTINGS = RolloutSettings(games=36 * 30, truncate=8, seed=3)


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayCluster]:
    """A cluster of two workers on this machine."""
    ray = pytest.importorskip("ray")
    found = RayCluster("local", 2)
    yield found
    found.close()
    assert not ray.is_initialized()


def some_rollout() -> Rollout:
    return Rollout(Candidate.cube_actions(Position.standard()), SETTINGS)


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


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_dies_changes_nothing(cluster: RayCluster) -> None:
    expected = some_rollout()
    expected.run(threads=2)
    killed: list[int] = []

    def kill_one(so_far: RolloutResult) -> None:
        if so_far.games >= 72 and not killed:
            for process in workers_at_work()[:1]:
                os.kill(process, signal.SIGKILL)
                killed.append(process)

    again = some_rollout()
    result = again.run(kill_one, workers=cluster)
    assert killed
    assert result.games == SETTINGS.games
    assert result.candidates == expected.result.candidates
    assert result.covariance == expected.result.covariance
    assert again.tally.sums.tobytes() == expected.tally.sums.tobytes()


def test_a_cluster_that_is_not_there() -> None:
    pytest.importorskip("ray")
    with pytest.raises(WorkersProblem, match=r"127\.0\.0\.1:1"):
        RayCluster("127.0.0.1:1")
