"""The driver of a cluster: starting one on a busy machine."""

from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from sixprime.engine.workers.cluster_driver import LOCAL_STARTS, TOO_SLOW, connect


class SlowNode:
    """What starts the processes of Ray, and gives up when they take too long."""

    def __init__(self, why: str, said: list[str]) -> None:
        self.said = said
        raise RuntimeError(why)

    def kill_all_processes(self, *, check_alive: bool, allow_graceful: bool) -> None:
        assert not check_alive
        assert not allow_graceful
        self.said.append("kill")


class SlowRay:
    """Fails to start a number of times, as Ray does where a process takes more than 30 seconds to come up."""

    def __init__(self, failures: int, why: str = f"The current node {TOO_SLOW}. This could happen because ...") -> None:
        self.failures, self.why = failures, why
        self.said: list[str] = []

    def init(self, **_: Any) -> None:
        self.said.append("init")
        if self.said.count("init") <= self.failures:
            SlowNode(self.why, self.said)

    def shutdown(self) -> None:
        self.said.append("shutdown")


def test_a_cluster_that_comes_up_too_slowly_is_started_again() -> None:
    ray = SlowRay(2)
    connect(ray, "local", {})
    assert ray.said == ["init", "kill", "shutdown"] * 2 + ["init"]


@pytest.mark.parametrize(
    ("address", "why", "starts"),
    [("local", TOO_SLOW, LOCAL_STARTS), ("local", "no space left", 1), ("ray://host:10001", TOO_SLOW, 1)],
)
def test_what_does_not_get_better_is_told(address: str, why: str, starts: int) -> None:
    ray = SlowRay(1000, why)
    with pytest.raises(RuntimeError, match=why):
        connect(ray, address, {})
    assert ray.said.count("init") == starts


def test_the_words_are_those_of_ray() -> None:
    node = pytest.importorskip("ray._private.node")
    assert TOO_SLOW in Path(node.__file__).read_text(encoding="utf-8")
    assert {"check_alive", "allow_graceful"} <= set(signature(node.Node.kill_all_processes).parameters)
