"""What a server does so that nobody notices its gc_tuning; in a process of its own, because all of it is changed."""

import subprocess
import sys

SET_ASIDE = """
import asyncio, gc, sys
from sixprime.server.ops.gc_tuning import SWITCH_SECONDS, configure, freeze_when_loaded

async def main():
    board, bot = asyncio.Event(), asyncio.Event()
    waiting = asyncio.create_task(freeze_when_loaded(board, bot))
    await asyncio.sleep(0)
    assert gc.get_freeze_count() == 0
    board.set()
    await asyncio.sleep(0)
    first = gc.get_freeze_count()
    assert first > 1000
    kept = [[number] for number in range(1000)]
    bot.set()
    await waiting
    assert gc.get_freeze_count() > first + 0.9 * len(kept)

configure()
assert abs(sys.getswitchinterval() - SWITCH_SECONDS) < 1e-6
assert gc.isenabled()
asyncio.run(main())
"""

LOOK = """
import asyncio, gc
from sixprime.server.ops import gc_tuning

class Ring:
    seen = 0
    def __init__(self):
        self.me = self
    def __del__(self):
        Ring.seen += 1

async def main():
    acts = asked = 0
    def acted():
        nonlocal acts
        acts += is_busy
        return acts
    def count():
        nonlocal asked
        asked += 1
        return 0, 0, looks
    gc.get_count = count
    gc_tuning.IDLE_SECONDS = 0.001
    for is_busy, looks, is_found in (
        (False, gc_tuning.SOME - 1, False),
        (False, gc_tuning.SOME, True),
        (True, gc_tuning.SOME, False),
        (True, gc_tuning.MANY - 1, False),
        (True, gc_tuning.MANY, True),
    ):
        before = Ring.seen
        Ring()
        asked = 0
        waiting = asyncio.create_task(gc_tuning.collect_when_idle(acted))
        while asked < 5:  # by then what the first looks find has been collected
            await asyncio.sleep(0.001)
        waiting.cancel()
        assert (Ring.seen > before) == is_found, (is_busy, looks)

gc_tuning.configure()
assert gc.get_threshold() == (gc_tuning.YOUNG, gc_tuning.MIDDLE, gc_tuning.NEVER)
gc.disable()  # what is found here is found by looking through all
asyncio.run(main())
"""


def test_what_stays_is_set_aside_once_it_is_there() -> None:
    _run(SET_ASIDE)


def test_all_is_looked_through_when_nobody_acts() -> None:
    _run(LOOK)


def _run(program: str) -> None:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
