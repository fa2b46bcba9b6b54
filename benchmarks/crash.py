"""A server that is killed a thousand times in the middle of play, and what is left of its matches: everything.

    python benchmarks/crash.py [--kills 1000] [--minutes 60] [--tables 12] [--database sqlite|postgresql] [--seed 1]

Clients play over WebSockets while the server dies by SIGKILL at moments that nobody chose, and is started again. In the
end every acknowledged event must be in the logs, in order, once, and every match must have come to its end with the
score that its events make and dice that can be verified. PostgreSQL is started for the occasion. When the given minutes
are over there are no more kills, however many there were.
"""

import argparse
import asyncio
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.support.crashing import Evening, crash, faults_of
from server.support.postgres import running_cluster, why_not
from server.support.server_processes import Nursery, ServerProcess

EVERY = 50
"""After so many kills a word on how it goes."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill the server again and again in the middle of play.")
    parser.add_argument("--kills", type=int, default=1000, help="how often (default: %(default)s)")
    parser.add_argument("--minutes", type=float, default=60, help="for at most so long (default: %(default)s)")
    parser.add_argument("--tables", type=int, default=12, help="matches at a time (default: %(default)s)")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    console = Console(highlight=False)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sixprime-crash-")))
        database = str(folder / "matches.db")
        if asked.database == "postgresql":
            missing = why_not()
            if missing is not None:
                console.print(missing)
                return 2
            database = stack.enter_context(running_cluster()).new_database()
        nursery = stack.enter_context(Nursery(folder / "log", with_engine=True))
        server = ServerProcess(nursery, database)
        server.start()
        stack.callback(server.kill)
        server.wait()
        try:
            evening, faults = asyncio.run(_spend(server, asked, console))
        finally:
            if nursery.said:
                console.print(nursery.said[-4000:], markup=False, soft_wrap=True)
    console.print(
        f"{asked.database}: killed {evening.kills} times in {evening.seconds:.0f} s; {len(evening.tables)} matches, "
        f"{evening.acknowledged} acknowledged commands, {evening.lost_connections} connections lost and found again",
        soft_wrap=True,
    )
    for fault in faults:
        console.print(fault, markup=False, soft_wrap=True)
    console.print(f"{len(faults)} faults: " + ("nothing lost, nothing doubled" if not faults else "see above"))
    return 1 if faults else 0


async def _spend(server: ServerProcess, asked: argparse.Namespace, console: Console) -> tuple[Evening, list[str]]:
    def report(evening: Evening) -> None:
        if evening.kills % EVERY == 0:
            each = evening.seconds / evening.kills
            console.print(f"{evening.kills} of {asked.kills} kills, {each:.2f} s each", soft_wrap=True)

    evening = await crash(
        server,
        kills=asked.kills,
        tables=asked.tables,
        kinds=("screen", "link", "bot"),
        seed=asked.seed,
        seconds=60 * asked.minutes,
        on_kill=report,
    )
    return evening, await faults_of(evening)


if __name__ == "__main__":
    sys.exit(main())
