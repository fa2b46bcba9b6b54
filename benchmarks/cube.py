"""How good cube decisions are, beside GNU Backgammon's: what they lose by its 2-ply search, and by our rollouts.

    python benchmarks/cube.py [--positions 1000] [--plies 0,1,2] [--rollouts GAMES] [--efficiencies fitted,gnubg]
        [--seed 1] [--file FILE]

Positions come from games that our net plays with itself for money, with and without the Jacoby rule and beavers, and
at scores of matches of 2 to 15 points, with the cube wherever it was turned to. A third of them are wild: containment,
back games and blitzes, from games that begin in such positions. Half of all are close: by GNU Backgammon's 2-ply search
the doubler, or who is doubled, loses less than a tenth of a point by the other choice. Each position asks two
questions, whether to double and whether to take; a wrong answer loses the difference, in equities normalised to the
cube before the double. GNU Backgammon is its own judge, and so is flattered; so are we by our rollouts, which take out
the luck of the dice, and are kept beside the positions, so that they can be interrupted and go on.

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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sixprime import Engine
from sixprime.core import Action, Match, Phase, Player, Position, RuleSet, SeededDice
from sixprime.core.situations import Situation
from sixprime.engine.bots.net_players import NetPlayer
from sixprime.engine.cube.board_kernels import DEFAULT_EFFICIENCIES, GNUBG_EFFICIENCIES
from sixprime.engine.phases import GamePhase, phase_of
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.files import write_atomically
from sixprime.formats.ids import from_xgid, xgid
from sixprime.training.judging.gnubg_reference import program
from sixprime.training.selfplay.starts import starting_boards

CLOSE = 0.1
EFFICIENCIES = {"fitted": DEFAULT_EFFICIENCIES, "gnubg": GNUBG_EFFICIENCIES}
WILD = (GamePhase.CONTAINMENT, GamePhase.BACKGAME, GamePhase.BLITZ)
WILD_STARTS = ("containment", "backgame", "late backgame", "blitz")
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


def positions(seed: int, *, wild: bool = False) -> Iterator[Match]:
    """Matches that wait for somebody who may double, one position of every few turns; only wild ones if asked for."""
    chance = random.Random(f"{seed}/wild" if wild else seed)
    bot = NetPlayer(CubeSearcher(0, threads=1))
    game = 0
    while True:
        game += 1
        length = None if chance.random() < 0.4 else chance.randrange(2, 16)
        jacoby = length is None and chance.random() < 0.5
        rules = RuleSet(jacoby=jacoby, beavers=jacoby and chance.random() < 0.5)
        match = Match(rules, length=length)
        position, score, over = rules.start, (0, 0), False
        if wild:
            board = starting_boards(1, 1.0, f"{seed}/{game}", WILD_STARTS)[0]
            position = Position(tuple(board.tolist()), rules.start.checkers)
        if length is not None:
            white, black = chance.randrange(length), chance.randrange(length)
            if chance.random() < 0.2:
                white = length - 1
            score, over = (white, black), length - 1 in (white, black)
        if wild or length is not None:
            match.set_up(position, Player.WHITE, score=score, crawford_over=over)
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
                if not wild or phase_of(match.position) in WILD:
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
        "wild": phase_of(match.position) in WILD,
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
    chosen = []
    for wild, wanted in ((False, count - count // 3), (True, count // 3)):
        source = positions(seed, wild=wild)
        pool = [question(next(source)) for _ in track(range(POOL * wanted), "Our net plays", console=console)]
        judged = list(zip(pool, ask_gnubg(pool, [0, 1, 2], console), strict=True))
        close = [one for one in judged if values_of(one[1]["2"], one[0]).is_close][: wanted // 2]
        others = [one for one in judged if not values_of(one[1]["2"], one[0]).is_close][: wanted - len(close)]
        chosen += close + others
    random.Random(seed).shuffle(chosen)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(chosen), encoding="utf-8")
    return chosen


def values_of(numbers: list[float], asked: dict[str, object]) -> Values:
    waiting, taken, dropped = numbers
    return Values(waiting, taken, dropped, bool(asked["beavers"]))


def rules_of(asked: dict[str, object]) -> RuleSet:
    return RuleSet(jacoby=bool(asked["jacoby"]), beavers=bool(asked["beavers"]))


def our_values(asked: dict[str, object], searcher: CubeSearcher) -> Values:
    look = searcher.decide(from_xgid(str(asked["xgid"])), rules=rules_of(asked))
    return Values(look.no_double, look.double_take, look.double_pass, bool(asked["beavers"]))


def rolled_out(asked: Sequence[dict[str, object]], games: int, file: Path, console: Console) -> list[Values]:
    """What our rollouts say, from the file as far as they are there; each is kept as soon as it is done."""
    kept: dict[str, list[float]] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    found = []
    with Engine(plies=0) as engine:
        for one in track(asked, "Rollouts", console=console):
            name = f"{one['xgid']} {one['jacoby']} {one['beavers']} {games}"
            if name not in kept:
                cube = engine.rollout(from_xgid(str(one["xgid"])), rules_of(one), games=games).cube
                assert cube is not None
                kept[name] = [cube.no_double, cube.double_take, cube.double_pass]
                write_atomically(file, json.dumps(kept))
            found.append(values_of(kept[name], one))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Judge cube decisions by GNU Backgammon.")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--plies", default="0,1,2")
    parser.add_argument("--efficiencies", default="fitted", help=f"of the cube, with commas: {', '.join(EFFICIENCIES)}")
    parser.add_argument("--rollouts", type=int, default=0, help="judge by rollouts of so many games too")
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
    players: dict[str, list[Values]] = {
        f"GNU Backgammon {plies}-ply": [values_of(values[plies], one) for one, values in chosen]
        for plies in ("0", "1", "2")
    }
    for plies, kind in itertools.product(map(int, asked.plies.split(",")), efficiencies):
        searcher = CubeSearcher(plies, efficiencies=EFFICIENCIES[kind])
        name = f"sixprime {plies}-ply" if kind == "fitted" else f"sixprime {plies}-ply, {kind} efficiencies"
        players[name] = [our_values(one, searcher) for one, _ in track(chosen, name, console=console)]
        searcher.close()
    asked_for = [one for one, _ in chosen]
    report("GNU Backgammon 2-ply", players, truth, asked_for, console)
    if asked.rollouts:
        rolled = rolled_out(asked_for, asked.rollouts, file.with_suffix(".rollouts.json"), console)
        report(f"our rollouts of {asked.rollouts} games", players, rolled, asked_for, console)
    return 0


def report(
    judge: str, players: dict[str, list[Values]], truth: list[Values], asked: list[dict[str, object]], console: Console
) -> None:
    kinds = {
        "all": [True] * len(truth),
        "close": [values.is_close for values in truth],
        "wild": [bool(one["wild"]) for one in asked],
        "money": [one["length"] == 0 and not one["jacoby"] for one in asked],
        "Jacoby": [bool(one["jacoby"]) for one in asked],
        "matches": [one["length"] != 0 for one in asked],
    }
    table = Table(title=f"Thousandths lost a position by doubling / by taking, judged by {judge}")
    table.add_column("player")
    for kind, members in kinds.items():
        table.add_column(f"{kind} ({sum(members)})", justify="right")
    for name, found in players.items():
        cells = []
        for members in kinds.values():
            counted = [pair for pair, counts in zip(zip(truth, found, strict=True), members, strict=True) if counts]
            doubling = [1000 * values.lost_by_doubling(mine.doubles) for values, mine in counted]
            taking = [1000 * values.lost_by_taking(mine.takes) for values, mine in counted]
            cells.append(f"{mean_with_error(doubling)} / {mean_with_error(taking)}")
        table.add_row(name, *cells)
    console.print(table)


def mean_with_error(numbers: Sequence[float]) -> str:
    if len(numbers) < 2:
        return "-"
    return f"{statistics.mean(numbers):.2f} ±{statistics.stdev(numbers) / len(numbers) ** 0.5:.2f}"


if __name__ == "__main__":
    sys.exit(main())
