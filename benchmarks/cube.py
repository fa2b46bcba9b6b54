"""How good cube decisions are, beside GNU Backgammon's: what they lose by its 2-ply search.

    python benchmarks/cube.py [--positions 600] [--plies 0,1,2] [--efficiencies fitted,gnubg] [--seed 1] [--file FILE]

Positions come from games that our net plays with itself for money, with and without the Jacoby rule and beavers, and
at scores of matches of 2 to 15 points, with the cube wherever it was turned to. Half of them are close: by GNU
Backgammon's 2-ply search the doubler, or who is doubled, loses less than a tenth of a point by the other choice. Each
position asks two questions, whether to double and whether to take; a wrong answer loses the difference, in
equities normalised to the cube before the double. GNU Backgammon is its own judge here, and so is flattered.

The cube's efficiencies are our own, fitted by rollouts, unless GNU Backgammon's are asked for; with both, each depth
has two lines, which differ in nothing else.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sixprime.core import Action, Match, Phase, Player, RuleSet, SeededDice
from sixprime.core.situations import Situation
from sixprime.engine.bots.net_players import NetPlayer
from sixprime.engine.cube.board_kernels import DEFAULT_EFFICIENCIES, GNUBG_EFFICIENCIES
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.formats.ids import from_xgid, xgid
from sixprime.training.judging.gnubg_reference import program

CLOSE = 0.1
EFFICIENCIES = {"fitted": DEFAULT_EFFICIENCIES, "gnubg": GNUBG_EFFICIENCIES}
POOL = 4
"""So many times more positions are looked at than are kept, to find close ones."""

SCRIPT = """
import gnubg, json, sys
lines = open({questions!r}).read().splitlines()
out = open({answers!r}, "w")
for number, line in enumerate(lines):
    asked = json.loads(line)
    gnubg.command("set jacoby " + ("on" if asked["jacoby"] else "off"))
    gnubg.command("set beavers " + ("3" if asked["beavers"] else "0"))
    cube = gnubg.cubeinfo(asked["cube"], asked["owner"], 1, asked["length"], tuple(asked["score"]), asked["crawford"])
    board = (tuple(asked["theirs"]), tuple(asked["mine"]))
    answer = dict()
    for plies in {plies!r}:
        answer[str(plies)] = gnubg.cfevaluate(board, cube, gnubg.evalcontext(1, plies, 1, 0, 0.0))[1:4]
    out.write(json.dumps(answer) + chr(10))
    out.flush()
"""


@dataclass(frozen=True, slots=True)
class Values:
    """What not doubling, a double taken and a double dropped are worth to who may double."""

    waiting: float
    taken: float
    dropped: float
    beavers: bool = False

    @property
    def doubled(self) -> float:
        taken = 2 * self.taken if self.beavers and self.taken < 0 else self.taken
        return min(taken, self.dropped)

    @property
    def doubles(self) -> bool:
        return self.doubled >= self.waiting

    @property
    def takes(self) -> bool:
        return self.taken < self.dropped

    def lost_by_doubling(self, doubles: bool) -> float:
        return max(self.waiting, self.doubled) - (self.doubled if doubles else self.waiting)

    def lost_by_taking(self, takes: bool) -> float:
        return max(self.taken - self.dropped, 0.0) if takes else max(self.dropped - self.taken, 0.0)

    @property
    def is_close(self) -> bool:
        return abs(self.doubled - self.waiting) < CLOSE or abs(self.taken - self.dropped) < CLOSE


def positions(seed: int) -> Iterator[Match]:
    """Matches that wait for somebody who may double, one position of every few turns."""
    chance = random.Random(seed)
    bot = NetPlayer(CubeSearcher(0, threads=1))
    game = 0
    while True:
        game += 1
        length = None if chance.random() < 0.4 else chance.randrange(2, 16)
        jacoby = length is None and chance.random() < 0.5
        rules = RuleSet(jacoby=jacoby, beavers=jacoby and chance.random() < 0.5)
        match = Match(rules, length=length)
        if length is not None:
            white, black = chance.randrange(length), chance.randrange(length)
            if chance.random() < 0.2:
                white = length - 1
            over = length - 1 in (white, black)
            opened = Match(rules, length=length)
            opened.set_up(rules.start, Player.WHITE, score=(white, black), crawford_over=over)
            match = opened
        dice = SeededDice(f"{seed}/{game}")
        if match.phase is Phase.OPENING:
            while match.phase is Phase.OPENING:
                match.open(dice)
        number = match.state.game
        while match.phase is not Phase.OVER and match.state.game == number:
            player = match.to_act
            if player is None:
                break
            if match.phase is Phase.TO_ROLL and Action.DOUBLE in match.actions(player) and chance.random() < 0.15:
                yield match
            event = bot.decide(match)
            # Doubles that are dropped would end most games early: half of them are not made.
            if event is not None and event.action is Action.DOUBLE and chance.random() < 0.5:
                event = None
            if event is None:
                match.roll(dice)
            else:
                match.apply(event)


def question(match: Match) -> dict[str, object]:
    """A position as GNU Backgammon's Python takes it: the player on roll is its player 1."""
    state, player = match.state, match.on_roll
    assert player is not None
    points = match.position.points
    owner = -1 if state.cube.owner is None else int(state.cube.owner is player)
    return {
        "mine": [max(points[point], 0) for point in range(1, 26)],
        "theirs": [max(-points[25 - point], 0) for point in range(1, 26)],
        "cube": state.cube.value,
        "owner": owner,
        "length": state.length or 0,
        "score": [state.points_of(player.opponent), state.points_of(player)],
        "crawford": int(state.is_crawford),
        "jacoby": state.is_money and match.rules.jacoby,
        "beavers": state.is_money and match.rules.beavers,
        "xgid": xgid(Situation.from_match(match)),
    }


def ask_gnubg(questions: list[dict[str, object]], plies: list[int], console: Console) -> list[dict[str, list[float]]]:
    """Its values at some depths. With the Jacoby rule it is asked apart: its cache does not tell that from without."""
    answers: list[dict[str, list[float]]] = [{}] * len(questions)
    for jacoby in (False, True):
        numbers = [number for number, asked in enumerate(questions) if asked["jacoby"] is jacoby]
        found = ask_at_once([questions[number] for number in numbers], plies, console)
        for number, answer in zip(numbers, found, strict=True):
            answers[number] = answer
    return answers


def ask_at_once(questions: list[dict[str, object]], plies: list[int], console: Console) -> list[dict[str, list[float]]]:
    with tempfile.TemporaryDirectory() as folder:
        asked, answered, script = (Path(folder) / name for name in ("asked", "answered", "script.py"))
        asked.write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
        answered.touch()
        script.write_text(SCRIPT.format(questions=str(asked), answers=str(answered), plies=plies), encoding="utf-8")
        command = [str(program()), "-t", "-q", "-r", "-p", str(script)]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd=folder)
        try:
            done = 0
            for number in track(range(len(questions)), "GNU Backgammon judges", console=console):
                while done <= number and process.poll() is None:
                    time.sleep(0.05)
                    done = answered.read_text(encoding="utf-8").count("\n")
            process.wait()
        finally:
            process.kill()
        return [json.loads(line) for line in answered.read_text(encoding="utf-8").splitlines()]


def made(count: int, seed: int, file: Path, console: Console) -> list[tuple[dict[str, object], dict[str, list[float]]]]:
    """The positions with GNU Backgammon's values, from the file if they are there."""
    if file.exists():
        kept = json.loads(file.read_text(encoding="utf-8"))
        if len(kept) >= count:
            return [(asked, values) for asked, values in kept[:count]]
    source = positions(seed)
    pool = [question(next(source)) for _ in track(range(POOL * count), "Our net plays", console=console)]
    judged = list(zip(pool, ask_gnubg(pool, [0, 2], console), strict=True))
    close = [one for one in judged if values_of(one[1]["2"], one[0]).is_close][: count // 2]
    others = [one for one in judged if not values_of(one[1]["2"], one[0]).is_close][: count - len(close)]
    chosen = close + others
    random.Random(seed).shuffle(chosen)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(chosen), encoding="utf-8")
    return chosen


def values_of(numbers: list[float], asked: dict[str, object]) -> Values:
    waiting, taken, dropped = numbers
    return Values(waiting, taken, dropped, bool(asked["beavers"]))


def our_values(asked: dict[str, object], searcher: CubeSearcher) -> Values:
    situation = from_xgid(str(asked["xgid"]))
    look = searcher.decide(situation, rules=RuleSet(jacoby=bool(asked["jacoby"]), beavers=bool(asked["beavers"])))
    return Values(look.no_double, look.double_take, look.double_pass, bool(asked["beavers"]))


def main() -> int:
    parser = argparse.ArgumentParser(description="Judge cube decisions by GNU Backgammon.")
    parser.add_argument("--positions", type=int, default=600)
    parser.add_argument("--plies", default="0,1,2")
    parser.add_argument("--efficiencies", default="fitted", help=f"of the cube, with commas: {', '.join(EFFICIENCIES)}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, help="where the positions are kept (default: the user's cache folder)")
    asked = parser.parse_args()
    efficiencies = asked.efficiencies.split(",")
    if not set(efficiencies) <= set(EFFICIENCIES):
        parser.error(f"--efficiencies are {', '.join(EFFICIENCIES)}, not {asked.efficiencies}")
    console = Console()
    file = asked.file or platformdirs.user_cache_path("sixprime") / f"cubes-{asked.seed}-{asked.positions}.json"
    chosen = made(asked.positions, asked.seed, file, console)
    truth = [values_of(values["2"], one) for one, values in chosen]
    players: dict[str, list[Values]] = {"GNU Backgammon 0-ply": [values_of(values["0"], one) for one, values in chosen]}
    for plies, kind in itertools.product(map(int, asked.plies.split(",")), efficiencies):
        searcher = CubeSearcher(plies, efficiencies=EFFICIENCIES[kind])
        name = f"sixprime {plies}-ply" if kind == "fitted" else f"sixprime {plies}-ply, {kind} efficiencies"
        players[name] = [our_values(one, searcher) for one, _ in track(chosen, name, console=console)]
        searcher.close()
    report(players, truth, [one for one, _ in chosen], console)
    return 0


def report(
    players: dict[str, list[Values]], truth: list[Values], asked: list[dict[str, object]], console: Console
) -> None:
    kinds = {
        "all": [True] * len(truth),
        "close": [values.is_close for values in truth],
        "money": [one["length"] == 0 and not one["jacoby"] for one in asked],
        "Jacoby": [bool(one["jacoby"]) for one in asked],
        "matches": [one["length"] != 0 for one in asked],
    }
    table = Table(title="Thousandths lost a position, doubling and taking together (agreement on both)")
    table.add_column("player")
    for kind, members in kinds.items():
        table.add_column(f"{kind} ({sum(members)})", justify="right")
    for name, found in players.items():
        cells = []
        for members in kinds.values():
            losses, right = [], []
            for values, mine, counts in zip(truth, found, members, strict=True):
                if counts:
                    lost = values.lost_by_doubling(mine.doubles) + values.lost_by_taking(mine.takes)
                    losses.append(1000 * lost)
                    right.append(mine.doubles == values.doubles and mine.takes == values.takes)
            error = statistics.stdev(losses) / len(losses) ** 0.5 if len(losses) > 1 else 0.0
            cells.append(f"{statistics.mean(losses):.2f} ± {error:.2f} ({statistics.mean(right):.1%})")
        table.add_row(name, *cells)
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
