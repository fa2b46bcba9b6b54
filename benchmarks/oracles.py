"""The comparisons of tests/oracles at any size: sixprime's legal plays beside brute force, OpenSpiel, GNU Backgammon.

    python benchmarks/oracles.py --positions 1000000 --oracle brute

Ctrl-C stops it and says what has been compared until then. A difference ends the run with exit code 1.
"""

import argparse
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "oracles"))

from judges import brute_force, gnubg, openspiel, rounds
from judges.comparison import Disagreement
from judges.rounds import Tally


@dataclass(frozen=True)
class Oracle:
    """A judge: what it is called, whether it is here, one round of it, and how many positions a round has.

    A round is long enough for whole games, so that the later parts of games come up as often as the openings.
    """

    title: str
    is_here: bool
    play_round: Callable[[int, int], Tally]
    round_size: int


def brute_force_round(seed: int, positions: int) -> Tally:
    """Every position under all three bear-off rules, counted once; all their plays."""
    tallies = [rounds.by_brute_force(seed, positions, rule) for rule in brute_force.BEAR_OFF_RULES]
    first = tallies[0]
    first.plays = sum(tally.plays for tally in tallies)
    return first


ORACLES = {
    "brute": Oracle("brute force, all bear-off rules", True, brute_force_round, 1_000),
    "openspiel": Oracle("OpenSpiel", openspiel.is_here(), rounds.by_openspiel, 2_000),
    # Each run of GNU Backgammon sleeps most of its time: several fit on a core.
    "gnubg": Oracle("GNU Backgammon", gnubg.program() is not None, partial(rounds.by_gnubg, runs=6), 6_000),
}


def work(task: tuple[str, int, int]) -> Tally:
    name, seed, positions = task
    return ORACLES[name].play_round(seed, positions)


def tasks(name: str, positions: int, seed: int) -> Iterator[tuple[str, int, int]]:
    """Rounds that make up so many positions. Their seeds lie so far apart that no two runs share positions."""
    size = ORACLES[name].round_size
    for number, start in enumerate(range(0, positions, size)):
        yield name, seed * 10**12 + 1_000 * number, min(size, positions - start)


def leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def compare(name: str, positions: int, seed: int, jobs: int, minutes: float | None, console: Console) -> bool:
    """Run one oracle and print what it came to. False if it found a difference."""
    oracle = ORACLES[name]
    tally = Tally()
    ending = "all equal"
    problem: Disagreement | None = None
    started = time.monotonic()
    progress = Progress(
        TextColumn(oracle.title), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(),
        console=console,
    )  # fmt: skip
    pool = multiprocessing.get_context("spawn").Pool(jobs, initializer=leave_ctrl_c_to_the_parent)
    try:
        with progress:
            bar = progress.add_task(name, total=positions)
            for part in pool.imap_unordered(work, tasks(name, positions, seed)):
                tally.add(part)
                progress.update(bar, completed=tally.positions)
                if minutes is not None and time.monotonic() - started > 60 * minutes:
                    ending = f"all equal; stopped after {minutes:g} minutes"
                    break
    except KeyboardInterrupt:
        ending = "all equal until it was interrupted"
    except Disagreement as difference:
        problem = difference
        ending = "equal until a difference was found"
    finally:
        pool.terminate()
        pool.join()
    seconds = time.monotonic() - started
    console.print(
        f"{oracle.title}: {tally.positions:,} positions, {tally.plays:,} plays, {ending}. "
        f"{tally.on_the_bar:,} on the bar, {tally.bearing_off:,} bearing off, "
        f"{tally.few_checkers:,} of at most three checkers a side. "
        f"{seconds:,.0f} s, {tally.positions / seconds:,.0f} positions/s with {jobs} processes, seed {seed}."
    )
    if problem is not None:
        console.print(str(problem), markup=False, highlight=False)
    return problem is None


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare sixprime's legal plays with independent judges.")
    parser.add_argument("--positions", type=int, default=100_000, help="how many positions (default: %(default)s)")
    parser.add_argument("--oracle", choices=list(ORACLES), help="only this judge (default: all that are here)")
    parser.add_argument("--seed", type=int, default=1, help="other seeds, other positions (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count(), help="processes (default: all cores)")
    parser.add_argument("--minutes", type=float, help="stop each judge after this time")
    options = parser.parse_args()
    console = Console()
    agreed = True
    for name in [options.oracle] if options.oracle else list(ORACLES):
        if not ORACLES[name].is_here:
            console.print(f"{ORACLES[name].title} is not here: see scripts/install-oracles")
            agreed = agreed and options.oracle is None
            continue
        agreed = compare(name, options.positions, options.seed, options.jobs, options.minutes, console) and agreed
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
