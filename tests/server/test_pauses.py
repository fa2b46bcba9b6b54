"""What a server does so that nobody notices its pauses; in a process of its own, because all of it is changed."""

import subprocess
import sys

PROGRAM = """
import asyncio, gc, sys
from sixprime.server.pauses import TURN_SECONDS, keep_pauses_short, set_aside_what_stays

async def main():
    board, bot = asyncio.Event(), asyncio.Event()
    waiting = asyncio.create_task(set_aside_what_stays(board, bot))
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

keep_pauses_short()
assert abs(sys.getswitchinterval() - TURN_SECONDS) < 1e-6
assert gc.isenabled()
asyncio.run(main())
"""


def test_what_stays_is_set_aside_once_it_is_there() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
