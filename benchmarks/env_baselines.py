"""How strong the opponents of the environments are: each against Tesauro's linear evaluator, for money without a cube.

    python benchmarks/env_baselines.py [--games 100]

Games come in pairs with the same dice and the seats changed. GNU Backgammon is asked over its socket, 0 plies deep.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Iterator
from contextlib import ExitStack

from rich.console import Console
from rich.table import Table

from sixprime import Engine, Match, Phase, Player, RuleSet, SeededDice, SixprimeError
from sixprime.core.match import events as ev
from sixprime.engine import LEVELS
from sixprime.engine.bots.players import MatchPlayer, RandomPlayer
from sixprime.env import PubevalPlayer
from sixprime.peers.gnubg import GnubgOpponent, MatchGnubg

RULES = RuleSet(cube=False)
MEASURED = tuple(name for name, level in LEVELS.items() if level.plies <= 1)
"""The levels but for those that look further ahead, whose games take many times as long."""


def play_game(white: MatchPlayer, black: MatchPlayer, seed: str) -> int:
    """What White wins, or loses if negative. Offers to resign are declined: games are played to their end."""
    match, dice = Match(RULES), SeededDice(seed)
    while not match.results:
        if match.phase is Phase.OPENING:
            match.open(dice)
            continue
        player = match.to_act
        assert player is not None
        decided = (white if player is Player.WHITE else black).decide(match)
        if decided is None:
            match.roll(dice)
        else:
            match.apply(decided)
            if isinstance(decided, ev.Resigned):
                match.apply(ev.ResignationDeclined(player.opponent))
    result = match.results[0]
    return result.points if result.winner is Player.WHITE else -result.points


def players(stack: ExitStack, console: Console) -> Iterator[tuple[str, MatchPlayer]]:
    """All that are here, the weakest first."""
    yield "random", RandomPlayer(1)
    yield "pubeval", PubevalPlayer()
    for level in MEASURED:
        yield level, stack.enter_context(Engine(level=level, threads=1))
    try:
        yield "GNU Backgammon, 0 plies", GnubgOpponent(stack.enter_context(MatchGnubg(plies=0)))
    except (SixprimeError, OSError) as problem:
        console.print(f"GNU Backgammon is not here: {problem}", markup=False)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the opponents of the environments.")
    parser.add_argument("--games", type=int, default=100, help="for each of them (default: %(default)s)")
    options = parser.parse_args()
    console = Console()
    table = Table(title=f"{options.games} games for money without a cube against pubeval")
    for column in ("", "points a game", "standard error", "games won"):
        table.add_column(column, justify="right" if column else "left")
    linear = PubevalPlayer()
    with ExitStack() as stack:
        for name, player in players(stack, console):
            won: list[int] = []
            for pair in range(options.games // 2):
                won.append(play_game(player, linear, f"baselines/{pair}"))
                won.append(-play_game(linear, player, f"baselines/{pair}"))
            error = statistics.stdev(won) / math.sqrt(len(won))
            share = sum(points > 0 for points in won) / len(won)
            table.add_row(name, f"{statistics.fmean(won):+.2f}", f"{error:.2f}", f"{share:.0%}")
            console.print(f"{name}: {statistics.fmean(won):+.2f} ({error:.2f}), {share:.0%} won")
    console.print(table)


if __name__ == "__main__":
    main()
