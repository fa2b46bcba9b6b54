"""Workers: threads and a cluster do the same work with the same results, in order, and stop when they are told to."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.support.deep_examples import random_deep, with_deep
from sixprime.compiled.arrays import Boards, Floats, Longs
from sixprime.engine.net.nets import Net
from sixprime.engine.workers import RayCluster, Threads, Work, WorkersProblem
from sixprime.training.judging.gates import GatePlan, fixed_decisions, judge_nets
from sixprime.training.labels.labelling import LabellingPlan
from waiting import PATIENCE

Plan = Callable[[int], int]


def ask(nets: tuple[Net, ...], plan: Plan, piece: int) -> int:
    """A piece of work that does as its plan says."""
    return plan(piece)


def times_ten(piece: int) -> int:
    return 10 * piece


# Threads


@pytest.mark.parametrize("count", [1, 2, 5])
def test_results_come_in_the_order_asked_for(count: int) -> None:
    def slow_at_first(piece: int) -> int:
        time.sleep(0.03 if piece > 5 else 0.0)
        return 10 * piece

    pieces = [7, 3, 9, 0, 1, 8]
    assert list(Threads(count).do(ask, (), slow_at_first, pieces)) == [(piece, 10 * piece) for piece in pieces]


def test_pieces_may_come_from_anywhere() -> None:
    assert list(Threads(2).do(ask, (), times_ten, iter(range(4)))) == [(0, 0), (1, 10), (2, 20), (3, 30)]
    assert list(Threads(2).do(ask, (), times_ten, [])) == []


def test_the_nets_and_the_plan_are_handed_on() -> None:
    nets = (Net.untrained(1), Net.untrained(2))

    def look(given: tuple[Net, ...], plan: str, piece: int) -> tuple[bool, str, int]:
        return given is nets, plan, piece

    assert list(Threads(2).do(look, nets, "a plan", [3])) == [(3, (True, "a plan", 3))]


def test_nothing_is_done_before_somebody_wants_it() -> None:
    asked: list[int] = []

    def note(piece: int) -> int:
        asked.append(piece)
        return piece

    work = Threads(1).do(ask, (), note, range(3))
    time.sleep(0.05)
    assert asked == []
    assert next(work) == (0, 0)
    work.close()  # type: ignore[attr-defined]  # it is a generator


def test_as_many_work_at_once_as_there_are_threads() -> None:
    together = threading.Barrier(3, timeout=PATIENCE)
    at_once, most = 0, 0
    lock = threading.Lock()

    def meet(piece: int) -> int:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        together.wait()
        with lock:
            at_once -= 1
        return piece

    assert len(list(Threads(3).do(ask, (), meet, range(6)))) == 6
    assert most == 3


def test_without_a_number_all_processors_work() -> None:
    assert list(Threads().do(ask, (), times_ten, [1])) == [(1, 10)]


class _Trouble(Exception):
    """Something that went wrong."""


@pytest.mark.parametrize("count", [1, 3])
def test_trouble_comes_to_who_asked(count: int) -> None:
    done: list[int] = []

    def fail_at_two(piece: int) -> int:
        if piece == 2:
            raise _Trouble("at two")
        time.sleep(0.01)
        done.append(piece)
        return piece

    work = Threads(count).do(ask, (), fail_at_two, range(200))
    assert [next(work), next(work)] == [(0, 0), (1, 1)]
    with pytest.raises(_Trouble, match="at two"):
        next(work)
    assert len(done) < 100
    assert no_thread_is_left()


@pytest.mark.parametrize("stop", ["close", "throw"])
def test_a_job_that_is_stopped_leaves_the_rest_undone(stop: str) -> None:
    done: list[int] = []

    def slowly(piece: int) -> int:
        time.sleep(0.01)
        done.append(piece)
        return piece

    work = Threads(2).do(ask, (), slowly, range(500))
    assert next(work) == (0, 0)
    if stop == "close":
        work.close()  # type: ignore[attr-defined]  # it is a generator
    else:
        with pytest.raises(KeyboardInterrupt):
            work.throw(KeyboardInterrupt)  # type: ignore[attr-defined]
    left = len(done)
    assert left < 250
    assert no_thread_is_left()
    time.sleep(0.05)
    assert len(done) == left  # nobody goes on in secret


def test_leaving_the_loop_stops_the_job() -> None:
    done: list[int] = []

    def slowly(piece: int) -> int:
        time.sleep(0.01)
        done.append(piece)
        return piece

    for piece, _ in Threads(2).do(ask, (), slowly, range(500)):
        if piece == 3:
            break
    assert len(done) < 250
    assert no_thread_is_left()


def no_thread_is_left() -> bool:
    return not any(thread.name.startswith("ThreadPoolExecutor") for thread in threading.enumerate())


# A cluster: first those that cannot be had, because there can be only one at a time


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999", "no such place:1", "::"])
def test_a_cluster_that_is_not_there_is_refused_in_a_line(address: str) -> None:
    pytest.importorskip("ray")
    with pytest.raises(WorkersProblem) as refused:
        RayCluster(address)
    assert "\n" not in str(refused.value)
    assert address in str(refused.value)


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(WorkersProblem, match=r"sixprime\[ray\]"):
        RayCluster("local")


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayCluster]:
    """A cluster of two workers on this machine."""
    ray = pytest.importorskip("ray")
    found = RayCluster("local", 2)
    yield found
    found.close()
    assert not ray.is_initialized()


def small_chunk() -> Work[LabellingPlan, tuple[Boards, Floats, Longs]]:
    """Makes a chunk of thirty positions. A function within a function is sent whole to other processes."""

    def make(nets: tuple[Net, ...], plan: LabellingPlan, chunk: int) -> tuple[Boards, Floats, Longs]:
        from sixprime.training.labels import labelling

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(labelling, "CHUNK", 30)
            return labelling.make_chunk(nets, plan, chunk)

    return make


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_labels_bit_for_bit(cluster: RayCluster) -> None:
    plan, nets = LabellingPlan(seed=3), (Net.untrained(1),)
    pieces = [5, 0, 3, 1, 2, 9, 8]
    by_threads = list(Threads(2).do(small_chunk(), nets, plan, pieces))
    by_cluster = list(cluster.do(small_chunk(), nets, plan, pieces))
    assert [piece for piece, _ in by_cluster] == pieces
    for (_, ours), (_, theirs) in zip(by_threads, by_cluster, strict=True):
        assert ours[0].tobytes() == theirs[0].tobytes()
        assert ours[1].tobytes() == theirs[1].tobytes()
        assert ours[2].tobytes() == theirs[2].tobytes()


@pytest.mark.filterwarnings("ignore")
def test_the_work_of_training_can_be_sent_to_a_cluster(cluster: RayCluster) -> None:
    """The gate's verdict is the same; its pieces are those that a run sends."""
    old, new = Net.untrained(1), with_deep(Net.untrained(2), random_deep(1))
    plan = GatePlan(decisions=6, pairs=10)
    decisions = fixed_decisions(old, plan)
    verdicts = [
        judge_nets(old, new, decisions, None, plan, workers, lambda *_: None) for workers in (Threads(2), cluster)
    ]
    assert verdicts[0] == verdicts[1]


@pytest.mark.filterwarnings("ignore")
def test_trouble_on_a_cluster_comes_to_who_asked(cluster: RayCluster) -> None:
    def fail_at_two(nets: tuple[Net, ...], plan: str, piece: int) -> int:
        if piece == 2:
            raise LookupError(f"{plan} {piece}")
        return piece

    work = cluster.do(fail_at_two, (), "trouble at", range(20))
    assert [next(work), next(work)] == [(0, 0), (1, 1)]
    with pytest.raises(LookupError) as trouble:
        next(work)
    assert type(trouble.value) is LookupError
    assert str(trouble.value) == "trouble at 2"


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_is_left_alone_by_a_job_that_is_stopped(cluster: RayCluster, tmp_path: Path) -> None:
    def slowly(nets: tuple[Net, ...], folder: Path, piece: int) -> int:
        time.sleep(0.02)
        (folder / str(piece)).touch()
        return piece

    for piece, _ in cluster.do(slowly, (), tmp_path, range(500)):
        if piece == 3:
            break
    # Nothing is waiting in the way of what comes next, and little was begun that nobody wants.
    assert list(cluster.do(slowly, (), tmp_path, [501, 502])) == [(501, 501), (502, 502)]
    assert len(list(tmp_path.iterdir())) < 30
