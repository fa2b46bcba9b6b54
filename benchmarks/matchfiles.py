"""How fast match files are read: `.mat` matches beside GNU Backgammon's import of the same, and Position IDs.

    python benchmarks/matchfiles.py [--quick]

The matches are played here at random, written as `.mat`, and read by both in turns, on one core, by the processor's
seconds. GNU Backgammon imports all of them in one process; what it needs to start is measured beside it and left out of
the ratio. We read each file from the disk, find out what it is, and check every play by the rules. The events of a
match become objects when somebody looks at them; what that adds is measured beside it, and so is what files take that
are not of the usual form and are read line by line. The events are also checked by `Match` alone, without reading:
against that one sees what the faster copies of the rules save (docs/architecture.md).
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
from rich.console import Console
from rich.table import Table

from sixprime import Match, Phase, Play, Player, Position, Roll
from sixprime.core.match import events as ev
from sixprime.formats.ids import position_from_id, position_id
from sixprime.formats.ids.arrays import boards_of_ids, position_ids
from sixprime.formats.mat import write_mat
from sixprime.formats.mat.files import read_any_mat
from sixprime.formats.mat.plain_files import read_plain_mat
from sixprime.formats.match_files import read_match_file

MATCHES = 1000
SOME_MATCHES = 50
LENGTH = 3
IDS = 20_000
MANY_IDS = 1_000_000
DEBIAN_PLACE = Path("/usr/games/gnubg")  # not on everybody's search path


def play_match(seed: int) -> Match:
    """A match of two who hurry home and double now and then."""
    random = Random(seed)
    match = Match(length=LENGTH, names={Player.WHITE: f"White {seed}", Player.BLACK: f"Black {seed}"})
    while match.phase is not Phase.OVER:
        roll = (
            Roll(*random.sample(range(1, 7), 2))
            if match.phase is Phase.OPENING
            else Roll(random.randint(1, 6), random.randint(1, 6))
        )
        player = match.to_act
        if player is None:
            match.apply(ev.OpeningRolled(roll.first, roll.second))
        elif match.phase is Phase.TO_ANSWER_CUBE:
            match.take() if random.random() < 0.6 else match.drop()
        elif match.phase is Phase.TO_PLAY:
            plays = list(match.legal_plays)
            match.play(min(random.sample(plays, min(3, len(plays))), key=_way_home) if plays else ())
        elif random.random() < 0.03 and match.refusal(ev.Doubled(player)) is None:
            match.double()
        else:
            match.apply(ev.Rolled(player, roll))
    return match


def _way_home(play: Play) -> int:
    return sum(point * point * count for point, count in enumerate(play.result.points) if count > 0)


def read_quickly(path: Path) -> None:
    assert not read_match_file(path).problems


def read_with_events(path: Path) -> None:
    assert read_match_file(path).match.events


def read_line_by_line(path: Path) -> None:
    assert not read_any_mat(path.read_bytes()).problems


OUR_WAYS: dict[str, Callable[[Path], None]] = {
    "sixprime": read_quickly,
    "sixprime, all events looked at": read_with_events,
    "sixprime, line by line": read_line_by_line,
}


def our_seconds(paths: list[Path], read: Callable[[Path], None]) -> float:
    """What reading all files takes us."""
    started = time.process_time()
    for path in paths:
        read(path)
    return time.process_time() - started


def gnubg_seconds(gnubg: str, home: Path, paths: list[Path]) -> float:
    """What importing all files takes GNU Backgammon, start included."""
    commands = home / "commands"
    commands.write_text("".join(f'import mat "{path}"\n' for path in paths))
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYTHONPATH")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [gnubg, "--tty", "--quiet", "--no-rc", "--commands", str(commands)],
        env={**environment, "HOME": str(home), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure_rules(paths: list[Path], console: Console) -> None:
    """How much longer `Match` alone takes to check the events of some files than each of the two readers takes."""
    matches = [read_match_file(path).match for path in paths]
    started = time.process_time()
    for match in matches:
        Match.from_events(match.events, match.rules, length=match.length)
    seconds = time.process_time() - started
    quick, careful = (our_seconds(paths, read) for read in (read_quickly, read_line_by_line))
    console.print(
        f"To check the events of {len(paths)} files, Match alone takes {seconds / quick:.0f} times as long as reading "
        f"them, and {seconds / careful:.1f} times as long as reading them line by line"
    )


def measure_matches(matches: int, repeats: int, console: Console) -> list[Position]:
    """Both read the same matches in turns; the positions of the first ones, for the ids."""
    positions: list[Position] = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        paths: list[Path] = []
        turns = 0
        for seed in range(matches):
            match = play_match(seed)
            turns += sum(isinstance(event, ev.Played) for event in match.events)
            if len(positions) < IDS:
                positions += [match.state_at(version).position for version in range(match.version)]
            paths.append(home / f"{seed}.mat")
            paths[-1].write_text(write_mat(match), encoding="utf-8")
        gnubg = shutil.which("gnubg") or str(DEBIAN_PLACE)
        has_gnubg = Path(gnubg).exists()
        usual = sum(read_plain_mat(path.read_bytes()) is not None for path in paths)  # compiles, or loads that
        our_seconds(paths[: len(paths) // 4], read_quickly)
        measure_rules(paths[:SOME_MATCHES], console)
        ours: dict[str, list[float]] = {title: [] for title in OUR_WAYS}
        theirs: list[float] = []
        for _ in range(repeats):
            for title, read in OUR_WAYS.items():
                ours[title].append(our_seconds(paths, read))
            if has_gnubg:
                theirs.append(gnubg_seconds(gnubg, home, paths) - gnubg_seconds(gnubg, home, []))
    table = Table(title=f"{matches:,} matches to {LENGTH}, {turns:,} plays, one core, medians of {repeats} turns")
    table.add_column("", no_wrap=True)
    for column in ("seconds", "matches/s", "plays/s", "time, gnubg = 1"):
        table.add_column(column, justify="right")
    for title, seconds in (*ours.items(), ("GNU Backgammon", theirs)):
        if seconds:
            median = statistics.median(seconds)
            ratio = statistics.median(own / other for own, other in zip(seconds, theirs, strict=True)) if theirs else 0
            cells = (f"{median:.3f}", f"{matches / median:,.0f}", f"{turns / median:,.0f}")
            table.add_row(title, *cells, f"{ratio:.2f}" if theirs else "")
    console.print(table)
    console.print(f"{usual:,} of the files are of the usual form")
    if theirs:
        ratio = statistics.median(own / other for own, other in zip(ours["sixprime"], theirs, strict=True))
        console.print(f"Reading takes {ratio:.2f} times as long as GNU Backgammon's import (goal: 1 time or less)")
    else:
        console.print("GNU Backgammon is not here, so there is nothing to compare with: sudo apt install gnubg")
    return positions[:IDS]


def measure_ids(positions: list[Position], repeats: int, console: Console) -> None:
    """Position IDs written and read back, one by one and in arrays."""
    rates = []
    for _ in range(repeats):
        started = time.process_time()
        for position in positions:
            assert position_from_id(position_id(position)) == position
        rates.append(len(positions) / (time.process_time() - started))
    console.print(f"Position IDs, one by one: {statistics.median(rates):,.0f} round trips a second")
    boards = np.resize(np.array([position.points for position in positions], dtype=np.int8), (MANY_IDS, 26))
    boards_of_ids(position_ids(boards[:10]))  # compiles, or loads what was compiled
    rates = []
    for _ in range(repeats):
        started = time.process_time()
        read = boards_of_ids(position_ids(boards))
        rates.append(len(boards) / (time.process_time() - started))
        assert np.array_equal(read, boards)
    console.print(f"Position IDs, in arrays of {MANY_IDS:,}: {statistics.median(rates):,.0f} round trips a second")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast match files are read beside GNU Backgammon.")
    parser.add_argument("--quick", action="store_true", help="fewer matches and turns: a rough answer in seconds")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    console = Console()
    repeats = 3 if options.quick else 5
    positions = measure_matches(MATCHES // 10 if options.quick else MATCHES, repeats, console)
    measure_ids(positions, repeats, console)


if __name__ == "__main__":
    main()
