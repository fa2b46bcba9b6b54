"""How fast rollouts are beside GNU Backgammon, on one core and in one run, and how large their errors are.

    python benchmarks/rollouts.py [--games 720] [--careful 72] [--repeats 3] [--threads 2]

The position is that after 31: 8/5 6/5. In both programs both players look at the net alone, the first two rolls are
stratified, and games end at the bear-off tables. The two take turns; the time is that of the processor, so that other
work on the machine counts less. GNU Backgammon tells its errors only with the cube; those without it come from
the same games. Its start is timed by itself and left out.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import time
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from sixprime.core import Position, Roll
from sixprime.engine.rollouts import Candidate, Rollout, RolloutSettings
from sixprime.formats.gnubg_ids import position_id
from sixprime.training.gnubg_reference import program

GOAL = 8.0
COMMANDS = """\
set threads 1
new session
set player 0 human
set player 1 human
set automatic roll off
set automatic game off
new game
set jacoby off
set board {board}
set turn 1
set rollout trials {games}
set rollout cubeful {cubeful}
set rollout varredn {luck}
set rollout quasirandom on
set rollout chequerplay plies 0
set rollout cubedecision plies 0
set rollout seed {seed}
{last}
"""


@dataclass(frozen=True)
class Kind:
    """A way to roll out."""

    title: str
    cubeful: bool
    luck: bool


KINDS = (
    Kind("without cube", False, False),
    Kind("with cube", True, False),
    Kind("without cube, luck taken out", False, True),
    Kind("with cube, luck taken out", True, True),
)


def the_position() -> Position:
    """Of the player to roll."""
    play = next(play for play in Position.standard().legal_plays(Roll(3, 1)) if str(play) == "8/5 6/5")
    return play.result.flipped()


def ask_gnubg(kind: Kind, games: int, seed: int, last: str) -> tuple[float, str]:
    """The processor time that GNU Backgammon took, and what it said."""
    where = program()
    assert where is not None
    commands = COMMANDS.format(
        board=position_id(the_position()), games=games, seed=seed, last=last,
        cubeful="on" if kind.cubeful else "off", luck="on" if kind.luck else "off",
    )  # fmt: skip
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run(
        [where, "-t", "-q", "-r"], input=commands, capture_output=True, text=True, timeout=1200, check=False
    ).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, said


def gnubg_pace(kind: Kind, games: int, seed: int) -> float:
    """Games a second."""
    start, _ = ask_gnubg(kind, games, seed, "")
    whole, _ = ask_gnubg(kind, games, seed, "rollout")
    return games / max(whole - start, 1e-3)


def gnubg_errors(kind: Kind, games: int, seed: int) -> tuple[float, float]:
    """The standard errors of one game: without a cube and with it."""
    with_cube = Kind(kind.title, True, kind.luck)
    _, said = ask_gnubg(with_cube, games, seed, "analyse rollout cube\nexport position text -")
    found = re.search(r"\[.*CL +([0-9.]+) +CF +([0-9.]+)\]", said)
    if found is None:
        raise SystemExit("GNU Backgammon printed no result of its rollout")
    return float(found[1]) * games**0.5, float(found[2]) * games**0.5


def our_rollout(kind: Kind, games: int, seed: int) -> Rollout:
    settings = RolloutSettings(games=games, seed=seed, cubeful=kind.cubeful, variance_reduction=kind.luck)
    return Rollout([Candidate.to_roll(the_position())], settings)


def our_pace(kind: Kind, games: int, seed: int) -> tuple[float, float]:
    """Games a second by one thread, and the standard error of one game."""
    rollout = our_rollout(kind, games, seed)
    began = time.process_time()
    result = rollout.run(threads=1)
    pace = games / (time.process_time() - began)
    return pace, result.candidates[0].equity.error * games**0.5


def show_beside_gnubg(games: int, careful: int, repeats: int, console: Console) -> bool:
    table = Table(title="Games a second on one core, and the standard error of one game")
    for column in ("", "GNU Backgammon", "sixprime", "times", "goal", "its error", "our error"):
        table.add_column(column, justify="left" if not column else "right")
    reached = True
    for kind in KINDS:
        count = careful if kind.luck else games
        our_rollout(kind, 36, 0).run(threads=1)  # compiles
        theirs, ours, errors = [], [], []
        for repeat in range(repeats):
            theirs.append(gnubg_pace(kind, count, repeat + 1))
            pace, error = our_pace(kind, 4 * count, repeat + 1)
            ours.append(pace)
            errors.append(error)
        cubeless, cubeful = gnubg_errors(kind, count, 1)
        times = max(ours) / max(theirs)
        reached = reached and times >= GOAL
        table.add_row(
            kind.title, f"{max(theirs):,.0f}", f"{max(ours):,.0f}", f"{times:.1f}", f"{GOAL:.0f}",
            f"{cubeful if kind.cubeful else cubeless:.2f}", f"{sum(errors) / repeats:.2f}",
        )  # fmt: skip
    console.print(table)
    return reached


def show_threads(games: int, repeats: int, threads: int, console: Console) -> None:
    """By the clock: what more threads are worth."""
    best: dict[int, float] = {}
    for _ in range(repeats):
        for count in (1, threads):
            rollout = our_rollout(KINDS[0], games, 1)
            began = time.perf_counter()
            rollout.run(threads=count)
            best[count] = max(best.get(count, 0.0), games / (time.perf_counter() - began))
    console.print(
        f"By the clock: {best[1]:,.0f} games a second with one thread, {best[threads]:,.0f} with {threads}: "
        f"{best[threads] / best[1]:.2f} times as many (load of the machine {os.getloadavg()[0]:.1f})"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Time rollouts beside GNU Backgammon's.")
    parser.add_argument(
        "--games", type=int, default=720, help="games without variance reduction (default: %(default)s)"
    )
    parser.add_argument("--careful", type=int, default=72, help="games with it (default: %(default)s)")
    parser.add_argument("--repeats", type=int, default=3, help="the best of so many counts (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=2, help="threads to compare one with (default: %(default)s)")
    options = parser.parse_args()
    console = Console()
    if program() is None:
        console.print("GNU Backgammon is not here")
        return 1
    reached = show_beside_gnubg(options.games, options.careful, options.repeats, console)
    show_threads(20 * options.games, options.repeats, options.threads, console)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
