"""Rollouts of known positions beside GNU Backgammon's: do they find the same equities?

    python benchmarks/references.py [--games 144] [--ours 288] [--only WORD] [--json FILE]

Openings, replies, backgames, prime fights, holding games, races and bear-offs, for money and at scores of matches, the
Crawford game among them. Where the cube can be turned both cube actions are rolled out, elsewhere the play that GNU
Backgammon likes best. In both programs the players look at the net alone, the luck of the dice is taken out, the first
rolls are stratified, the cube is valued by the same efficiencies, and games end at the bear-off tables. Both programs
play with nets of their own: what differs by more than the luck that is left is how the nets play on both sides.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from sixprime.core import BAR, Cube, Player, Position, Roll, Turn
from sixprime.core.notation import parse_play
from sixprime.core.situations import Situation
from sixprime.engine.cube.board_kernels import GNUBG_EFFICIENCIES
from sixprime.engine.cube.views import CubeView
from sixprime.engine.rollout.rollouts import Candidate, Rollout, RolloutSettings
from sixprime.formats.ids import xgid
from sixprime.training.judging.gnubg_reference import program

ROUNDING = 0.001 / 12**0.5
"""GNU Backgammon prints three decimals."""
COMMANDS = """\
set threads 1
set automatic roll off
set automatic game off
set automatic move off
set player 0 human
set player 1 human
set beavers 0
set jacoby off
set xgid {xgid}
set player 0 human
set player 1 human
set rollout trials {games}
set rollout cubeful on
set rollout varredn on
set rollout quasirandom on
set rollout chequerplay plies 0
set rollout cubedecision plies 0
set rollout seed {seed}
set analysis chequerplay evaluation plies 0
{last}
export position text -
"""
CUBE = "analyse rollout cube"
PLAY = "move {play}\nprevious\nprevious\nnext\nanalyse move\nanalyse rollout move 1"
FOUND = re.compile(r"CL +([+-][0-9.]+) +CF +([+-][0-9.]+)\n +\[.*CL +([0-9.]+) +CF +([0-9.]+)\]")
CHOSEN = re.compile(r"1\. Rollout +(.*?) +Eq\.:")


@dataclass(frozen=True)
class Reference:
    """A position to be rolled out by both programs; with a roll, a play of it."""

    kind: str
    title: str
    situation: Situation


def board(mine: str, theirs: str) -> Position:
    """A position from both sides' own counting: `6:5 bar:1` and so on."""
    points = [0] * (BAR + 1)
    for written, sign in ((mine, 1), (theirs, -1)):
        for word in written.split():
            place, _, count = word.partition(":")
            own = BAR if place == "bar" else int(place)
            points[own if sign > 0 else BAR - own] += sign * int(count)
    return Position(tuple(points))


def after(*turns: str) -> Position:
    """The position that plays from the start lead to, each like `31: 8/5 6/5`, seen by who is to roll."""
    position = Position.standard()
    for turn in turns:
        roll, _, play = turn.partition(": ")
        position = parse_play(play, Turn(position, Roll.of(roll))).result.flipped()
    return position


def money(position: Position, cube: int = 1, owner: Player | None = None, dice: str | None = None) -> Situation:
    """Black is on roll, as in GNU Backgammon's own boards."""
    roll = Roll.of(dice) if dice else None
    return Situation(position, Player.BLACK, Cube(cube, owner), roll, jacoby=False, beavers=False)


def match(
    position: Position, away: int, opponent_away: int, cube: Cube | None = None, *, dice: str | None = None,
    crawford: bool = False,
) -> Situation:  # fmt: skip
    length = max(away, opponent_away)
    score = (length - opponent_away, length - away)
    roll = Roll.of(dice) if dice else None
    return Situation(
        position, Player.BLACK, cube or Cube(), roll, length=length, score=score, crawford=crawford
    )  # fmt: skip


POINT = after("31: 8/5 6/5")
HOLDING = board("18:2 13:3 8:3 6:4 5:3", "18:2 13:4 8:3 6:4 5:2")
ANCHOR = board("20:2 13:4 8:3 6:4 4:2", "24:2 13:3 9:2 8:3 6:5")
BLITZ = board("24:2 13:3 8:3 6:4 5:2 3:1", "bar:1 24:1 13:5 8:3 6:5")
RACE = board("8:2 7:2 6:4 5:3 4:2 3:2", "9:1 8:2 6:4 5:3 4:3 2:2")
LONG_RACE = board("13:2 10:2 8:3 6:5 5:3", "11:2 9:3 8:3 6:4 4:3")
TWO_THREE = board("23:2 22:2 13:3 8:3 6:3 5:2", "10:2 8:3 7:2 6:3 5:3 4:2")
PRIMES = board("24:2 8:2 7:3 6:3 5:3 4:2", "24:2 8:2 7:3 6:3 5:3 4:2")
START = Position.standard()

REFERENCES = (
    Reference("opening", "after 31: 8/5 6/5", money(POINT)),
    Reference("opening", "after 42: 8/4 6/4", money(after("42: 8/4 6/4"))),
    Reference("opening", "after 61: 13/7 8/7", money(after("61: 13/7 8/7"))),
    Reference("opening", "after 21: 13/11 6/5", money(after("21: 13/11 6/5"))),
    Reference("opening", "after 65: 24/13", money(after("65: 24/13"))),
    Reference("opening", "after 53: 8/3 6/3", money(after("53: 8/3 6/3"))),
    Reference("reply", "31, then 66: 24/18(2) 13/7(2)", money(after("31: 8/5 6/5", "66: 24/18(2) 13/7(2)"))),
    Reference("reply", "42, then 11: 8/7(2) 6/5(2)", money(after("42: 8/4 6/4", "11: 8/7(2) 6/5(2)"))),
    Reference("reply", "63: 24/15, then 55: 8/3(2) 6/1*(2)", money(after("63: 24/15", "55: 8/3(2) 6/1*(2)"))),
    Reference("reply", "21: slot, then 41: 24/20* 24/23", money(after("21: 13/11 6/5", "41: 24/20* 24/23"))),
    Reference("backgame", "22 and 24 points", money(board("24:2 22:3 13:2 8:3 6:3 5:2", "13:3 8:3 7:2 6:4 5:2 4:1"))),
    Reference("backgame", "22 and 23 points", money(TWO_THREE)),
    Reference("backgame", "against 1 and 2", money(board("9:2 8:2 7:2 6:3 5:3 4:3", "24:2 23:2 13:2 8:3 6:4 5:2"))),
    Reference("backgame", "ace-point game", money(board("24:2 8:2 6:4 5:3 4:2 3:2", "6:3 5:3 4:3 3:2 2:2"))),
    Reference("primes", "five points each", money(PRIMES)),
    Reference("primes", "against the ace point", money(board("22:2 8:3 7:2 6:3 5:3 4:2", "24:2 13:3 8:3 6:4 5:3"))),
    Reference("primes", "five points each, cube owned", money(PRIMES, 2, Player.BLACK)),
    Reference("blitz", "one on the bar", money(BLITZ)),
    Reference("containment", "one on the bar", money(board("7:2 6:3 5:3 4:3 3:2 2:2", "bar:1 6:4 5:4 4:3 3:3"))),
    Reference("holding", "bar points", money(HOLDING)),
    Reference("holding", "bar points, cube owned", money(HOLDING, 2, Player.BLACK)),
    Reference("holding", "five point anchor", money(ANCHOR)),
    Reference("bear-in", "against an anchor", money(board("8:3 6:4 4:3 3:3 2:2", "20:2 7:2 6:4 5:3 4:2 3:2"))),
    Reference("race", "about 115 pips", money(LONG_RACE)),
    Reference("race", "about 85 pips", money(RACE)),
    Reference("bear-off", "twelve checkers", money(board("6:2 5:2 4:3 3:2 2:2 1:1", "6:2 5:3 4:2 3:2 2:2"))),
    Reference("bear-off", "fifteen checkers", money(board("6:4 5:3 4:3 3:2 2:2 1:1", "6:3 5:4 4:3 3:3 2:1 1:1"))),
    Reference("match", "anchor, 3 away 5 away", match(ANCHOR, 3, 5)),
    Reference("match", "blitz, 2 away 4 away", match(BLITZ, 2, 4)),
    Reference("match", "backgame, 7 away 5 away, cube 2", match(TWO_THREE, 7, 5, Cube(2, Player.BLACK))),
    Reference("match", "race, 4 away 2 away", match(RACE, 4, 2)),
    Reference("match", "holding, 9 away 9 away", match(HOLDING, 9, 9)),
    Reference("post-Crawford", "after 31, 3 away", match(POINT, 3, 1)),
    Reference("Crawford", "31, 4 away 1 away", match(START, 4, 1, dice="31", crawford=True)),
    Reference("Crawford", "reply 62 to 31, 1 away 3 away", match(POINT, 1, 3, dice="62", crawford=True)),
    Reference("Crawford", "blitz 63, 2 away 1 away", match(BLITZ, 2, 1, dice="63", crawford=True)),
    Reference("match", "43, 1 away each", match(START, 1, 1, dice="43")),
    Reference("holding", "54, the opponent's cube", money(HOLDING, 2, Player.WHITE, dice="54")),
)  # fmt: skip


@dataclass(frozen=True)
class Compared:
    """One equity by both programs."""

    kind: str
    title: str
    what: str
    ours: float
    our_error: float
    theirs: float
    their_error: float

    @property
    def errors_apart(self) -> float:
        """The difference in joint standard errors."""
        return (self.ours - self.theirs) / math.hypot(self.our_error, self.their_error, ROUNDING)


def ask_gnubg(reference: Reference, games: int, seed: int, play: str | None) -> str:
    """All that GNU Backgammon says about it."""
    where = program()
    assert where is not None
    last = CUBE if play is None else PLAY.format(play=play)
    commands = COMMANDS.format(xgid=xgid(reference.situation), games=games, seed=seed, last=last)
    return subprocess.run(
        [where, "-t", "-q", "-r"], input=commands, capture_output=True, text=True, timeout=3600, check=False
    ).stdout


def roll_out(candidates: list[Candidate], games: int, seed: int) -> Rollout:
    rollout = Rollout(candidates, RolloutSettings(games=games, seed=seed, efficiencies=GNUBG_EFFICIENCIES))
    rollout.run(threads=1)
    return rollout


def compare(reference: Reference, games: int, our_games: int, seed: int) -> list[Compared]:
    """The equities of both programs: cubeless for money, with the cube in every case."""
    situation = reference.situation
    view = CubeView.of(situation)
    if situation.roll is None:
        said = ask_gnubg(reference, games, seed, None)
        candidates = Candidate.cube_actions(situation.position, view)
        names = ["no double", "double, take"]
    else:
        turn = Turn(situation.position, situation.roll)
        legal = next(iter(situation.position.legal_plays(situation.roll)))
        said = ask_gnubg(reference, games, seed, str(legal))
        chosen = CHOSEN.search(said)
        if chosen is None:
            raise SystemExit(f"GNU Backgammon rolled out no play: {said}")
        play = parse_play(chosen[1], turn)
        candidates = [Candidate.after(play, view)]
        names = [str(play)]
    # The export comes last; a play's result is printed before it as well.
    found = FOUND.findall(said)[-len(names) :]
    if len(found) != len(names):
        raise SystemExit(f"GNU Backgammon printed no result of its rollout: {said}")
    result = roll_out(candidates, our_games, seed).result
    compared = []
    for number, (name, one) in enumerate(zip(names, result.candidates, strict=True)):
        cubeless, cubeful, cubeless_error, cubeful_error = map(float, found[number])
        if number == 0 and view.is_money:
            compared.append(
                Compared(
                    reference.kind, reference.title, "cubeless", one.cubeless.value, one.cubeless.error, cubeless,
                    cubeless_error,
                )
            )  # fmt: skip
        compared.append(
            Compared(
                reference.kind, reference.title, name, one.equity.value, one.equity.error, cubeful, cubeful_error
            )
        )  # fmt: skip
    return compared


def report(compared: list[Compared], console: Console) -> int:
    table = Table(title="Equities by rollouts, and their difference in joint standard errors")
    for column in ("", "position", "equity", "sixprime", "GNU Backgammon", "difference", "errors"):
        table.add_column(column, justify="left" if column in ("", "position", "equity") else "right")
    for one in compared:
        table.add_row(
            one.kind, one.title, one.what, f"{one.ours:+.3f} ± {one.our_error:.3f}",
            f"{one.theirs:+.3f} ± {one.their_error:.3f}", f"{one.ours - one.theirs:+.3f}", f"{one.errors_apart:+.1f}",
        )  # fmt: skip
    console.print(table)
    apart = [abs(one.errors_apart) for one in compared]
    titles = {(one.kind, one.title) for one in compared}
    within = {1: 0, 2: 0, 3: 0}
    for limit in within:
        within[limit] = sum(errors <= limit for errors in apart)
    console.print(
        f"{len(titles)} positions, {len(compared)} equities: {within[1]} within one joint standard error, "
        f"{within[2]} within two, {within[3]} within three. By luck alone {0.683 * len(compared):.0f}, "
        f"{0.954 * len(compared):.0f} and {0.997 * len(compared):.0f} are expected."
    )
    return 0 if within[2] >= 0.9 * len(compared) else 1


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare rollouts with GNU Backgammon's.")
    parser.add_argument("--games", type=int, default=144, help="GNU Backgammon's games (default: %(default)s)")
    parser.add_argument("--ours", type=int, default=288, help="our games (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="positions with this in their kind or title")
    parser.add_argument("--json", type=Path, help="keep the figures here, position by position")
    asked = parser.parse_args()
    console = Console()
    if program() is None:
        console.print("GNU Backgammon is not here")
        return 1
    chosen = [one for one in REFERENCES if asked.only in one.kind + " " + one.title]
    compared: list[Compared] = []
    for reference in track(chosen, "Rolling out", console=console):
        compared += compare(reference, asked.games, asked.ours, asked.seed)
        if asked.json is not None:
            asked.json.write_text(json.dumps([asdict(one) for one in compared], indent=1), encoding="utf-8")
    return report(compared, console)


if __name__ == "__main__":
    sys.exit(main())
