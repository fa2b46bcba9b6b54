"""How fast rollouts are beside GNU Backgammon, on one core and in one run, and how large their errors are.

    python benchmarks/rollouts.py [--games 720] [--careful 72] [--repeats 3] [--threads 2]

The position is that after 31: 8/5 6/5. In both programs both players look at the net alone, the first two rolls are
stratified, and games end at the bear-off tables. The two take turns; the time is that of the processor, so that other
work on the machine counts less. GNU Backgammon's start is timed by itself and left out.

What counts in the end is how soon an equity is known to some error: with an error that is larger by a tenth it takes a
fifth more games. "At equal error" is the number of times with that taken into account.
"""

import argparse
import math
import os
import re
import resource
import subprocess
import sys
import time
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from references import COMMANDS as PLAY_COMMANDS
from references import PLAY, money
from sixprime.core import Position, Roll
from sixprime.engine.rollout.rollouts import Candidate, Rollout, RolloutSettings
from sixprime.formats.ids import position_id, xgid
from sixprime.training.judging.gnubg_reference import program

THE_PLAY = "8/5 6/5"
GOAL = 8.0
ALIKE = 0.02
"""Errors that differ by less are equal: without the luck taken out they are those of the game itself."""
ERROR_GAMES = 2592
OUR_SHARE = 8
"""What the standard error of one game is cannot be told from a few dozen: those with a high cube make much of it. It is
told from so many games, and from so many times as many of ours."""
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
    play = next(play for play in Position.standard().legal_plays(Roll(3, 1)) if str(play) == THE_PLAY)
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


def gnubg_error(kind: Kind, games: int, seed: int) -> float:
    """The standard error of one game: of the play that leads to the position, since only then it is told."""
    where = program()
    assert where is not None
    situation = money(Position.standard(), dice="31")
    commands = (
        PLAY_COMMANDS.replace("cubeful on", "cubeful on" if kind.cubeful else "cubeful off")
        .replace("varredn on", "varredn on" if kind.luck else "varredn off")
        .replace("set threads 1", "set threads 2\nset output digits 6")
        .format(xgid=xgid(situation), games=games, seed=seed, last=PLAY.format(play=THE_PLAY))
    )
    said = subprocess.run(
        [where, "-t", "-q", "-r"], input=commands, capture_output=True, text=True, timeout=3600, check=False
    ).stdout
    found = re.findall(r"CL +([0-9.]+)(?: +CF +([0-9.]+))?\]", said)
    if not found:
        raise SystemExit(f"GNU Backgammon printed no result of its rollout: {said}")
    return float(found[-1][1] if kind.cubeful else found[-1][0]) * math.sqrt(games)


def our_rollout(kind: Kind, games: int, seed: int) -> Rollout:
    settings = RolloutSettings(games=games, seed=seed, cubeful=kind.cubeful, variance_reduction=kind.luck)
    return Rollout([Candidate.to_roll(the_position())], settings)


def our_pace(kind: Kind, games: int, seed: int) -> float:
    """Games a second by one thread."""
    rollout = our_rollout(kind, games, seed)
    began = time.process_time()
    rollout.run(threads=1)
    return games / (time.process_time() - began)


def our_error(kind: Kind, games: int) -> float:
    """The standard error of one game."""
    return our_rollout(kind, games, 1).run().candidates[0].equity.error * math.sqrt(games)


def show_beside_gnubg(games: int, careful: int, repeats: int, console: Console) -> bool:
    table = Table(title="Games a second on one core, and the standard error of one game")
    for column in ("", "GNU Backgammon", "sixprime", "times", "its error", "our error", "at equal error", "goal"):
        table.add_column(column, justify="left" if not column else "right")
    reached = True
    for kind in KINDS:
        count = careful if kind.luck else games
        our_rollout(kind, 36, 0).run(threads=1)  # compiles
        theirs, ours = [], []
        for repeat in range(repeats):
            theirs.append(gnubg_pace(kind, count, repeat + 1))
            ours.append(our_pace(kind, 4 * count, repeat + 1))
        their_error = gnubg_error(kind, max(ERROR_GAMES, count), 1)
        error = our_error(kind, OUR_SHARE * max(ERROR_GAMES, count))
        times = max(ours) / max(theirs)
        fair = times * (their_error / error) ** 2
        reached = reached and min(times, fair) >= GOAL and error <= their_error * (1 + ALIKE)
        table.add_row(
            kind.title, f"{max(theirs):,.0f}", f"{max(ours):,.0f}", f"{times:.1f}", f"{their_error:.3f}",
            f"{error:.3f}", f"{fair:.1f}", f"{GOAL:.0f}",
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
