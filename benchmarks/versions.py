"""How fast this version is beside another one: both do the same work in turns, in one run on one core.

    git worktree add /tmp/before COMMIT
    python benchmarks/versions.py /tmp/before [--repeats 7] [--only rollout]

Each version works in a process of its own, by the functions of its own benchmarks. What is compared is the processor's
time, turn by turn, so that other programs disturb little; both use the libraries of this environment. The other version
compiles its kernels in its own folder when it is first asked.
"""

from __future__ import annotations

import argparse
import importlib
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
MATCHES = 60
COMMAND = "from sixprime.cli.app import main; main()"
STARTS = {
    "import sixprime": ("import sixprime",),
    "the plays of a first roll": (
        "import sixprime; list(sixprime.Position.standard().legal_plays(sixprime.Roll(3, 1)))",
    ),
    "sixprime --version": (COMMAND, "--version"),
    "sixprime hint --plies 0": (COMMAND, "hint", "4HPwATDgc/ABMA", "31", "--plies", "0"),
}
Work = Callable[[int], object]


def works(files: Path) -> dict[str, Work]:
    """What is measured, by its name: functions of a seed. The modules are those of the version that runs."""
    moves: Any = importlib.import_module("moves")
    rollouts: Any = importlib.import_module("rollouts")
    matchfiles: Any = importlib.import_module("matchfiles")
    # The engine's benchmark had another name.
    engine: Any = importlib.import_module("decisions" if (Path(sys.path[0]) / "decisions.py").exists() else "engine")
    net = engine.NetEvaluator.default().net
    tables = engine.shared_tables().arrays()
    paths = sorted(files.iterdir())
    found: dict[str, Work] = {
        "random games, kernels": lambda seed: moves.kernel_games(2000, seed),
        "random games, Position.legal_plays": lambda seed: moves.position_games(60, seed),
        "random games, Match": lambda seed: moves.match_games(20, seed),
        "evaluations, full net": lambda seed: engine.full_games(net.arrays(), tables, 3000, seed),
        "evaluations, quick net": lambda seed: engine.quick_games(net.quick_arrays(), tables, 6000, seed),
        "decisions, 2-ply": lambda _: decide(engine),
    }
    for kind in rollouts.KINDS:
        games = 324 if kind.luck else 2592
        found[f"rollout {kind.title}"] = lambda seed, kind=kind, games=games: rollouts.our_rollout(  # type: ignore[misc]
            kind, games, seed
        ).run(threads=1)
    for title, read in matchfiles.OUR_WAYS.items():
        found[f"match files, {title}"] = lambda _, read=read: [read(path) for path in paths]  # type: ignore[misc]
    for title, arguments in STARTS.items():
        found[f"start, {title}"] = lambda _, arguments=arguments: subprocess.run(  # type: ignore[misc]
            [sys.executable, "-c", *arguments], check=True, stdout=subprocess.DEVNULL
        )
    return found


def decide(engine: Any) -> None:
    """Three openings, looked at two plies deep by a searcher that remembers nothing of before."""
    searcher = engine.Searcher(2, threads=1)
    for dice in ((3, 1), (6, 4), (5, 2)):
        searcher.rank(engine.Position.standard(), engine.Roll(*dice))


def processor_seconds() -> float:
    return sum(
        used.ru_utime + used.ru_stime
        for used in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


def work_when_asked(files: Path) -> None:
    """Be a version at work: for a line with a seed and a name, do that work and print what it took."""
    known = works(files)
    print(*known, sep="\t", flush=True)
    for line in sys.stdin:
        seed, name = line.rstrip("\n").split(" ", 1)
        before = processor_seconds()
        known[name](int(seed))
        print(processor_seconds() - before, flush=True)


class Version:
    """A version at work, seen from outside."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._ask, self._answers = process.stdin, process.stdout
        self.names = self._answers.readline().rstrip("\n").split("\t")

    def seconds(self, name: str, seed: int) -> float:
        print(seed, name, file=self._ask, flush=True)
        return float(self._answers.readline())


@contextmanager
def at_work(folder: Path, files: Path) -> Iterator[Version]:
    program = (
        f"import sys; sys.path.insert(0, {str(folder / 'benchmarks')!r}); sys.path.append({str(HERE)!r}); "
        f"from pathlib import Path; import versions; versions.work_when_asked(Path({str(files)!r}))"
    )
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    command = [sys.executable, "-c", program]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder
    ) as process:
        yield Version(process)
        assert process.stdin is not None
        process.stdin.close()


def write_files(folder: Path) -> None:
    """Match files that both read."""
    matchfiles: Any = importlib.import_module("matchfiles")
    for seed in range(MATCHES):
        (folder / f"{seed}.mat").write_text(matchfiles.write_mat(matchfiles.play_match(seed)), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the speed of this version with that of another one.")
    parser.add_argument("other", type=Path, help="a working tree of the other version")
    parser.add_argument("--repeats", type=int, default=7, help="turns of each (default: %(default)s)")
    parser.add_argument("--only", default="", help="only what has this in its name")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as files:
        write_files(Path(files))
        with at_work(HERE.parent, Path(files)) as ours, at_work(options.other.resolve(), Path(files)) as others:
            table = Table(title=f"Processor seconds, medians of {options.repeats} turns")
            for column in ("", "other", "this", "this/other", "quartiles"):
                table.add_column(column, justify="left" if not column else "right", no_wrap=not column)
            for name in ours.names:
                if options.only in name:
                    table.add_row(name, *compare(name, ours, others, options.repeats))
    Console(highlight=False).print(table)
    return 0


def compare(name: str, ours: Version, others: Version, repeats: int) -> list[str]:
    for version in (ours, others):
        version.seconds(name, 0)  # compiles, or loads what was compiled
    pairs = [(others.seconds(name, seed), ours.seconds(name, seed)) for seed in range(1, repeats + 1)]
    ratios = [mine / other for other, mine in pairs]
    low, middle, high = statistics.quantiles(ratios, n=4) if repeats > 1 else ratios * 3
    medians = [statistics.median(column) for column in zip(*pairs, strict=True)]
    return [*(f"{value:.3f}" for value in medians), f"{middle:.2f}", f"{low:.2f} - {high:.2f}"]


if __name__ == "__main__":
    sys.exit(main())
