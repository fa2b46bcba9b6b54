"""How fast moves are generated: random games by the kernels and by the Python classes, beside OpenSpiel's.

    python benchmarks/moves.py [--quick]

Everything runs on one core, in turns, several times; what is shown are medians, and medians of the ratios within each
turn. Games are timed by the processor's seconds, so that other work on the machine disturbs little. A random game
chooses evenly among the legal plays. OpenSpiel has actions instead: a double takes two of them, and several may lead to
the same position, so its games can be compared with ours, its plays only roughly.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
from rich.console import Console
from rich.table import Table

from sixprime import Match, Phase, Position, Roll, SeededDice
from sixprime.compiled import moves as kernels
from sixprime.core import movegen

try:
    import pyspiel
except ImportError:
    pyspiel = None

GOAL_RATIO = 10
GOAL_OF_POSITIONS = 1
GOAL_OF_MATCHES = 1 / 3
GOAL_PLAYS = 5_000_000
# Random games end sooner or later by themselves; nobody's are cut off.
MAX_ROLLS = 1_000_000
THROWS = [Roll(first, second) for first in range(1, 7) for second in range(1, 7)]
OPENINGS = [roll for roll in THROWS if not roll.is_double]


@dataclass(frozen=True)
class Pace:
    """What was done in how many seconds of the processor."""

    games: int
    rolls: int
    plays: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def rolls_per_second(self) -> float:
        return self.rolls / self.seconds

    @property
    def plays_per_second(self) -> float:
        return self.plays / self.seconds


def kernel_games(games: int, seed: int) -> Pace:
    """Games that never leave machine code."""
    board = movegen.to_board(Position.standard())
    counts = np.zeros(4, dtype=np.int64)
    started = time.process_time()
    kernels.play_random_games(board, games, kernels.BEAR_OFF_STANDARD, seed, MAX_ROLLS, counts)
    seconds = time.process_time() - started
    return Pace(games, int(counts[1]), int(counts[2]), seconds)


def position_games(games: int, seed: int) -> Pace:
    """Games by `Position.legal_plays`: of all plays one is chosen, and only that becomes an object."""
    random = Random(seed)
    rolls = seen = 0
    started = time.process_time()
    for _ in range(games):
        position = Position.standard()
        roll = random.choice(OPENINGS)
        while not position.is_over:
            plays = position.legal_plays(roll)
            rolls += 1
            seen += len(plays)
            position = (random.choice(plays).result if plays else position).flipped()
            roll = random.choice(THROWS)
    return Pace(games, rolls, seen, time.process_time() - started)


def match_games(games: int, seed: int) -> Pace:
    """Games by `Match`, with every rule of the game checked and every event kept."""
    random = Random(seed)
    dice = SeededDice(seed)
    rolls = seen = 0
    started = time.process_time()
    for _ in range(games):
        match = Match(length=1)
        while match.phase is not Phase.OVER:
            if match.phase is Phase.OPENING:
                match.open(dice)
            elif match.phase is Phase.TO_ROLL:
                match.roll(dice)
            else:
                plays = match.legal_plays
                rolls += 1
                seen += len(plays)
                match.play(random.choice(plays) if plays else ())
    return Pace(games, rolls, seen, time.process_time() - started)


def openspiel_games(games: int, seed: int) -> Pace:
    """Games by OpenSpiel's Python API. A throw's outcomes are equally likely: one is drawn without listing them all."""
    random = Random(seed)
    # Left to itself OpenSpiel calls a game off after 500 turns.
    game = pyspiel.load_game(f"backgammon(max_player_turns={MAX_ROLLS})")
    openings = len(game.new_initial_state().legal_actions())
    outcomes = game.max_chance_outcomes()
    rolls = seen = 0
    started = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        state.apply_action(random.randrange(openings))
        rolls += 1
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.randrange(outcomes))
                rolls += 1
            else:
                actions = state.legal_actions()
                seen += len(actions)
                state.apply_action(random.choice(actions))
    return Pace(games, rolls, seen, time.process_time() - started)


@dataclass(frozen=True)
class Entry:
    """A row of the table: how its games are played, and how many make a turn of about a second."""

    title: str
    play: Callable[[int, int], Pace]
    games: int


ENTRIES = [
    Entry("sixprime, kernels", kernel_games, 10_000),
    Entry("sixprime, Position.legal_plays", position_games, 500),
    Entry("sixprime, Match", match_games, 200),
]
OPENSPIEL = Entry("OpenSpiel, Python API", openspiel_games, 400)


def measure_games(repeats: int, quick: bool, console: Console) -> None:
    entries = [*ENTRIES, OPENSPIEL] if pyspiel else ENTRIES
    paces: dict[str, list[Pace]] = {entry.title: [] for entry in entries}
    kernel_games(100, 0)  # compiles, or loads what was compiled
    for repeat in range(repeats):
        for entry in entries:
            games = max(entry.games // 5, 1) if quick else entry.games
            paces[entry.title].append(entry.play(games, repeat + 1))
    table = Table(title=f"Random games, one core, medians of {repeats} turns")
    table.add_column("", no_wrap=True)
    for column in ("games/s", "rolls/s", "plays/s", "games/s, OpenSpiel = 1"):
        table.add_column(column, justify="right")
    ratios: dict[str, float] = {}
    for title, turns in paces.items():
        cells = [
            f"{statistics.median(pace.games_per_second for pace in turns):,.0f}",
            f"{statistics.median(pace.rolls_per_second for pace in turns):,.0f}",
            f"{statistics.median(pace.plays_per_second for pace in turns):,.0f}",
        ]
        if pyspiel:
            pairs = list(zip(turns, paces[OPENSPIEL.title], strict=True))
            ratios[title] = statistics.median(own.games_per_second / other.games_per_second for own, other in pairs)
            cells.append(f"{ratios[title]:.2f}")
        table.add_row(title, *cells)
    console.print(table)
    kernel = ENTRIES[0].title
    per_second = statistics.median(pace.plays_per_second for pace in paces[kernel])
    console.print(f"Kernels: {per_second / 1e6:.1f} million plays/s (goal {GOAL_PLAYS / 1e6:.0f} million or more)")
    if pyspiel:
        for entry, goal in zip(ENTRIES, (GOAL_RATIO, GOAL_OF_POSITIONS, GOAL_OF_MATCHES), strict=True):
            console.print(
                f"{entry.title}: {ratios[entry.title]:.2f} times OpenSpiel's games/s (goal {goal:.2f} or more)"
            )
    else:
        console.print("OpenSpiel is not here, so there is nothing to compare with: see scripts/install-oracles")


FIRST_PLAYS = "import sixprime; list(sixprime.Position.standard().legal_plays((3, 1)))"
STARTS = {
    "Python alone": "pass",
    "import sixprime": "import sixprime",
    "import sixprime, and the plays of a first roll": FIRST_PLAYS,
}
OPENSPIEL_START = (
    "import pyspiel, and the actions of a first roll",
    "import pyspiel; s = pyspiel.load_game('backgammon').new_initial_state(); s.apply_action(0); s.legal_actions()",
)


def measure_starts(repeats: int, console: Console) -> None:
    """Fresh processes, in turns. The kernels have been compiled and cached by then, as they are after a first use."""
    starts = dict([*STARTS.items(), OPENSPIEL_START]) if pyspiel else STARTS
    seconds: dict[str, list[float]] = {title: [] for title in starts}
    for repeat in range(repeats + 1):
        for title, code in starts.items():
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            if repeat:  # the first turn only warms the disk
                seconds[title].append(time.perf_counter() - started)
    table = Table(title=f"Start of a new process, medians of {repeats} turns")
    table.add_column("", no_wrap=True)
    for column in ("seconds", "Python alone = 1"):
        table.add_column(column, justify="right")
    for title, measured in seconds.items():
        ratio = statistics.median(own / bare for own, bare in zip(measured, seconds["Python alone"], strict=True))
        table.add_row(title, f"{statistics.median(measured):.3f}", f"{ratio:.1f}")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the speed of move generation beside OpenSpiel's.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter turns: a rough answer in seconds")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    console = Console()
    repeats = 3 if options.quick else 7
    measure_games(repeats, options.quick, console)
    measure_starts(repeats, console)


if __name__ == "__main__":
    main()
