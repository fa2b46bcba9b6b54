"""Reviews of whole matches beside GNU Backgammon's: what each says the players lost, how lucky they were, and how long
it takes, on one core.

    python benchmarks/match_analysis.py FOLDER|FILE... [--depths instant,fast,deep] [--plies 2] [--most N]

Matches are read from the files, written as .mat for GNU Backgammon, and analysed by it at the plies asked for and by us
at each depth, in turns. For each player: the error in all decisions by both (normalised equity), and the luck by both.
In the end the median of the ratios, how luck correlates, and the time of both. Matches that GNU Backgammon
reads differently (another number of moves) are named and left out.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from sixprime.analysis import review
from sixprime.analysis.figures import figures_of
from sixprime.core import Match, Player, SixprimeError
from sixprime.formats.match_files import read_match_file, write_match
from sixprime.training.judging.gnubg_reference import program

COMMANDS = """set analysis chequerplay evaluation plies {plies}
set analysis cubedecision evaluation plies {plies}
set analysis luckanalysis plies 0
set threads 1
import mat "{file}"
analyse match
show statistics match
"""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a program says of a match: for each player moves, error and luck as equities; and how long it took."""

    moves: tuple[int, int]
    unforced: tuple[int, int]
    error: tuple[float, float]
    luck: tuple[float, float]
    seconds: float


def by_gnubg(match: Match, plies: int) -> Opinion:
    """Have GNU Backgammon analyse a match. Its columns are in the order of the players in the file."""
    gnubg = program()
    if gnubg is None:
        sys.exit("GNU Backgammon is not here")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.mat"
        path.write_text(write_match(match, "mat"), encoding="utf-8")
        asked = Path(folder) / "commands"
        asked.write_text(COMMANDS.format(plies=plies, file=path), encoding="utf-8")
        started = time.perf_counter()
        told = subprocess.run(
            [gnubg, "--tty", "--quiet", "--no-rc", "--commands", str(asked)],
            capture_output=True, text=True, check=False, env={"HOME": folder, "PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        ).stdout  # fmt: skip
        seconds = time.perf_counter() - started

    def numbers(line: str, part: str) -> tuple[float, float]:
        found = re.search(rf"{re.escape(line)}\s+([-+]?[\d.]+)[^-+\d\n]*(?:\([^)]*\))?\s+([-+]?[\d.]+)", part)
        if found is None:
            raise ValueError(f"GNU Backgammon does not say: {line}")
        return float(found[1]), float(found[2])

    luck = told[told.index("Luck statistics") : told.index("Cube statistics")]
    overall = told[told.index("Overall statistics") :]
    moves, unforced = numbers("Total moves", told), numbers("Unforced moves", told)
    error = numbers("Error total EMG (MWC)", overall)
    return Opinion(
        (int(moves[0]), int(moves[1])),
        (int(unforced[0]), int(unforced[1])),
        (-error[0], -error[1]),
        numbers("Luck total EMG (MWC)", luck),
        seconds,
    )


def by_us(match: Match, depth: str) -> Opinion:
    started = time.perf_counter()
    found = figures_of(review(match, depth, threads=1), match)
    seconds = time.perf_counter() - started
    white, black = (found.of(player) for player in Player)
    return Opinion(
        (white.moves, black.moves),
        (white.unforced.count, black.unforced.count),
        (white.total.loss, black.total.loss),
        (white.luck.luck, black.luck.luck),
        seconds,
    )


def matches_of(places: list[Path]) -> Iterator[tuple[str, Match]]:
    """The matches of the files, each once."""
    seen = set()
    for place in places:
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if not path.is_file():
                continue
            try:
                matches = read_match_file(path).matches
            except SixprimeError:
                continue
            for read in matches:
                match = read.match
                if len(match.events) > 20 and (match.length, match.events) not in seen:
                    seen.add((match.length, match.events))
                    yield path.name, match


def correlation(pairs: list[tuple[float, float]]) -> float:
    return statistics.correlation([one for one, _ in pairs], [other for _, other in pairs]) if len(pairs) > 2 else 1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="+", type=Path)
    parser.add_argument("--depths", default="instant,fast,deep")
    parser.add_argument("--plies", type=int, default=2)
    parser.add_argument("--most", type=int, default=1000, help="at most so many matches")
    options = parser.parse_args()
    depths = options.depths.split(",")
    console = Console(width=140)
    table = Table(title=f"Equity lost a player, by GNU Backgammon {options.plies}-ply and by us; luck; seconds")
    for column in ("match", "moves", "gnubg", *depths, "luck: gnubg", "ours", "seconds: gnubg", *depths):
        table.add_column(column, justify="right")
    ratios: dict[str, list[float]] = {depth: [] for depth in depths}
    speeds: dict[str, list[float]] = {depth: [] for depth in depths}
    lucks: list[tuple[float, float]] = []
    for depth in depths:
        by_us(next(matches_of(options.places))[1], depth)  # everything compiled and loaded
    for name, match in list(matches_of(options.places))[: options.most]:
        theirs = by_gnubg(match, options.plies)
        ours = {depth: by_us(match, depth) for depth in depths}
        first = ours[depths[0]]
        if (first.moves, first.unforced) != (theirs.moves, theirs.unforced):
            console.print(f"left out: {name}: {first.moves} {first.unforced}, GNU Backgammon {theirs}")
            continue
        for player in (0, 1):
            table.add_row(
                name[:34],
                str(theirs.moves[player]),
                f"{theirs.error[player]:.3f}",
                *(f"{ours[depth].error[player]:.3f}" for depth in depths),
                f"{theirs.luck[player]:+.3f}",
                f"{first.luck[player]:+.3f}",
                *([f"{theirs.seconds:.1f}", *(f"{ours[d].seconds:.1f}" for d in depths)] if not player else [""]),
            )
            lucks.append((theirs.luck[player], first.luck[player]))
            for depth in depths:
                ratios[depth].append(ours[depth].error[player] / theirs.error[player])
        for depth in depths:
            speeds[depth].append(theirs.seconds / ours[depth].seconds)
    console.print(table)
    for depth in depths:
        if ratios[depth]:
            away = statistics.median(abs(ratio - 1) for ratio in ratios[depth])
            console.print(
                f"{depth}: errors {statistics.median(ratios[depth]):.3f} times GNU Backgammon's (median), "
                f"{away:.1%} apart (median); {statistics.median(speeds[depth]):.1f} times as fast (median)"
            )
    console.print(f"luck: correlation {correlation(lucks):.4f}")


if __name__ == "__main__":
    main()
