"""The queue for threads: visitors take turns, lanes have priorities, limits hold, and who leaves gives up the place."""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any

import pytest

from sixprime.server.live.fair_queues import Asker, FairQueue, Lane
from sixprime.server.refusals import Stopping, TooFast

STRANGER, PLAYER = Asker("stranger", "192.0.2.1"), Asker("player", "192.0.2.2")


def at_once(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that is a coroutine."""

    @wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        asyncio.run(test(*arguments, **named))  # type: ignore[arg-type]

    return run


class Queue:
    """A queue whose jobs note their names when they are done. One job for each thread is held up until `open`."""

    def __init__(self, *lanes: Lane, threads: int | None = None) -> None:
        self.queue = FairQueue("test", lanes, threads)
        self.done: list[str] = []
        self.gate = threading.Event()
        self.tasks: list[asyncio.Task[Any]] = []

    def add(self, name: str, asker: Asker, lane: int = 0) -> asyncio.Task[Any]:
        task = asyncio.create_task(self.queue.run(lambda: self.done.append(name), asker, lane))
        self.tasks.append(task)
        return task

    async def hold_up(self, lane: int = 0) -> None:
        """Let a job of nobody's keep a thread busy."""
        begun = threading.Event()

        def wait() -> None:
            begun.set()
            self.gate.wait()

        self.tasks.append(asyncio.create_task(self.queue.run(wait, Asker("nobody"), lane)))
        await asyncio.to_thread(begun.wait)

    async def open(self) -> list[str]:
        """Do everything that waits; the names in their order."""
        await asyncio.sleep(0)  # every task joins the queue
        self.gate.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        return self.done


@asynccontextmanager
async def held_up(*lanes: Lane, threads: int | None = None) -> AsyncIterator[Queue]:
    queue = Queue(*lanes, threads=threads)
    try:
        await queue.hold_up()
        yield queue
    finally:
        queue.gate.set()
        queue.queue.close()


@at_once
async def test_one_stranger_with_many_jobs_does_not_keep_others_waiting() -> None:
    async with held_up(Lane(1)) as queue:
        for number in range(50):
            queue.add(f"stranger {number}", STRANGER)
        queue.add("player", PLAYER)
        order = await queue.open()
    assert len(order) == 51
    assert order.index("player") <= 1
    assert [name for name in order if name != "player"] == [f"stranger {number}" for number in range(50)]


@at_once
async def test_visitors_take_turns_and_so_do_addresses() -> None:
    async with held_up(Lane(1)) as queue:
        for visitor in ("a", "b", "c"):  # three browsers of one address, which has one turn in two
            for number in (1, 2):
                queue.add(f"{visitor}{number}", Asker(visitor, "192.0.2.1"))
        for number in (1, 2, 3):
            queue.add(f"d{number}", Asker("d", "192.0.2.2"))
        order = await queue.open()
    assert order == ["a1", "d1", "b1", "d2", "c1", "d3", "a2", "b2", "c2"]


@at_once
async def test_a_lane_before_goes_first() -> None:
    async with held_up(Lane(1), Lane(1), Lane(1), threads=1) as queue:
        for lane in (2, 1, 0):
            for number in (1, 2):
                queue.add(f"{lane}-{number}", PLAYER, lane)
        order = await queue.open()
    assert order == ["0-1", "0-2", "1-1", "1-2", "2-1", "2-2"]


@at_once
async def test_a_lane_has_threads_of_its_own() -> None:
    """With a thread for each lane nobody waits for another lane."""
    async with held_up(Lane(1), Lane(1)) as queue:
        behind = queue.add("behind", PLAYER)
        await queue.add("other lane", PLAYER, 1)
        assert queue.done == ["other lane"]
        assert not behind.done()
        assert queue.queue.is_computing


@pytest.mark.parametrize(
    ("lane", "asker"),
    [
        (Lane(1, waiting_of_visitor=2), PLAYER),
        (Lane(1, waiting_of_address=2), Asker("another browser", PLAYER.address)),
        (Lane(1, waiting=2), STRANGER),
    ],
)
@at_once
async def test_too_many_are_refused(lane: Lane, asker: Asker) -> None:
    async with held_up(lane) as queue:
        queue.add("1", PLAYER)
        queue.add("2", PLAYER)
        await asyncio.sleep(0)
        with pytest.raises(TooFast):
            await queue.queue.run(lambda: None, asker)
        assert await queue.open() == ["1", "2"]
        await queue.queue.run(lambda: None, asker)


@at_once
async def test_limits_of_one_visitor_are_not_those_of_another() -> None:
    async with held_up(Lane(1, waiting_of_visitor=1, waiting_of_address=1)) as queue:
        for number in range(5):  # this machine has no address, and so no limit of one
            queue.add(f"here {number}", Asker(f"browser {number}"))
        queue.add("player", PLAYER)
        queue.add("stranger", STRANGER)
        assert len(await queue.open()) == 7


@at_once
async def test_who_leaves_gives_up_the_place() -> None:
    async with held_up(Lane(1, waiting_of_visitor=2)) as queue:
        first, second = queue.add("first", PLAYER), queue.add("second", PLAYER)
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert queue.queue.waiting() == 1
        queue.add("third", PLAYER)
        assert await queue.open() == ["second", "third"]
        assert second.done()


@at_once
async def test_who_leaves_while_the_job_is_done_frees_the_thread() -> None:
    async with held_up(Lane(1)) as queue:
        queue.tasks[0].cancel()
        queue.add("next", PLAYER)
        assert await queue.open() == ["next"]


@at_once
async def test_results_and_errors_reach_who_asked() -> None:
    queue = FairQueue("test", [Lane(1)])

    def fail() -> None:
        raise ValueError("bad")

    assert await queue.run(lambda: 7, PLAYER) == 7
    with pytest.raises(ValueError, match="bad"):
        await queue.run(fail, PLAYER)
    assert await queue.run(lambda: 8) == 8
    queue.close()
    with pytest.raises(Stopping):
        await queue.run(lambda: 9, PLAYER)


@at_once
async def test_what_waits_is_dropped_at_the_end() -> None:
    async with held_up(Lane(1)) as queue:
        waiting = queue.add("waiting", PLAYER)
        await asyncio.sleep(0)
        queue.queue.close()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert queue.done == []


@at_once
async def test_a_lane_rests_while_others_keep_the_machine_busy() -> None:
    queue = FairQueue("test", [Lane(2), Lane(2, busy=2, niceness=5)])
    gates = [threading.Event() for _ in range(4)]
    begun: list[int] = []

    def work(number: int) -> None:
        begun.append(number)
        gates[number].wait(60)

    async def until(*numbers: int) -> None:
        while sorted(begun) != sorted(numbers):
            await asyncio.sleep(0.001)

    jobs = [asyncio.create_task(queue.run(lambda: work(0), PLAYER, 0))]
    await until(0)
    jobs += [asyncio.create_task(queue.run(lambda number=number: work(number), STRANGER, 1)) for number in (1, 2)]  # type: ignore[misc]
    await until(0, 1)
    jobs.append(asyncio.create_task(queue.run(lambda: work(3), PLAYER, 0)))
    await until(0, 1, 3)  # what is more urgent starts at once
    gates[0].set()
    await jobs[0]
    assert sorted(begun) == [0, 1, 3]
    gates[1].set()
    gates[3].set()
    await until(0, 1, 2, 3)
    gates[2].set()
    await asyncio.gather(*jobs)
    queue.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a niceness for each thread")
@at_once
async def test_threads_of_a_lane_are_nicer_than_others() -> None:
    queue = FairQueue("test", [Lane(1), Lane(1, niceness=3)])

    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    usual = await queue.run(niceness, PLAYER, 0)
    assert await queue.run(niceness, PLAYER, 1) == max(3, usual)
    assert await queue.run(niceness, PLAYER, 0) == usual
    queue.close()
