"""How long a single question takes from the command line, by the clock: a new process, everything compiled before.

    python benchmarks/startup.py [--repeats 9]

Beside it what cannot be avoided: Python alone, loading numpy, loading numba. The processor's seconds are shown as well,
because the clock counts what other programs do meanwhile. All commands take turns; the medians and the least count.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

QUESTION = ("4HPwATDgc/ABMA", "31")
COMMAND = (sys.executable, "-c", "from sixprime.cli.app import main; main()")
COMMANDS: dict[str, tuple[str, ...]] = {
    "Python alone": (sys.executable, "-c", "pass"),
    "import numpy": (sys.executable, "-c", "import numpy"),
    "import numba": (sys.executable, "-c", "import numba"),
    "sixprime --version": (*COMMAND, "--version"),
    "sixprime hint --plies 0": (*COMMAND, "hint", *QUESTION, "--plies", "0"),
    "sixprime hint": (*COMMAND, "hint", *QUESTION),
    "sixprime eval": (*COMMAND, "eval", QUESTION[0]),
}


def measure(command: tuple[str, ...]) -> tuple[float, float]:
    """Seconds by the clock and of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=Path(__file__).parent)
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how long a question takes from the command line.")
    parser.add_argument("--repeats", type=int, default=9, help="times to measure (default: %(default)s)")
    repeats = parser.parse_args().repeats
    for command in COMMANDS.values():
        measure(command)  # compiles, and fills the system's caches
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    for _ in range(repeats):
        for name, command in COMMANDS.items():
            measured[name].append(measure(command))
    table = Table(title="A new process, seconds")
    for column in ("", "median", "least", "processor, median", "processor, least", "import numba = 1"):
        table.add_column(column, justify="left" if not column else "right")
    peer = statistics.median(clock for clock, _ in measured["import numba"])
    for name, times in measured.items():
        clocks, processor = ([entry[part] for entry in times] for part in (0, 1))
        middle = statistics.median(clocks)
        table.add_row(
            name,
            *(f"{seconds:.3f}" for seconds in (middle, min(clocks), statistics.median(processor), min(processor))),
            f"{middle / peer:.2f}",
        )
    Console(highlight=False).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
