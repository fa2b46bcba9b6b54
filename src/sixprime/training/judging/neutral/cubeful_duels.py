"""Games for money with the cube between two players, each pair of games with the same dice and the seats changed.

No Jacoby rule, no beavers, and no limit to the cube: a few games decide much, so that many are needed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from sixprime.core import Match, Phase, Player, RuleSet, SeededDice, SixprimeError
from sixprime.engine.bots.net_players import NetPlayer
from sixprime.engine.bots.players import MatchPlayer
from sixprime.engine.cube.judges import ByChances
from sixprime.engine.net.evaluators import Evaluator
from sixprime.engine.net.nets import Net
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.messages import text
from sixprime.training.judging.duels import DuelScore
from sixprime.training.judging.neutral.evaluator_judges import EvaluatorJudge

MONEY_RULES = RuleSet(jacoby=False, beavers=False)
MOST_EVENTS = 10_000
"""A game that has not ended by then has gone wrong."""


class DuelProblem(SixprimeError):
    """A game that comes to no end."""


def net_player(net: Net | None, plies: int) -> MatchPlayer:
    """A net that looks so many plies ahead, with the cube; the one that comes with the program if none is given."""
    return NetPlayer(CubeSearcher(plies, net=net, threads=1))


def evaluator_player(evaluator: Evaluator) -> MatchPlayer:
    """Another program's net without looking ahead: our formulas say what its chances are worth with the cube."""
    return NetPlayer(ByChances(EvaluatorJudge(evaluator)))


def play_cubeful_game(first: MatchPlayer, second: MatchPlayer, seed: str) -> float:
    """Points that the first player, who sits in White's seat, wins; negative if lost."""
    players: Mapping[Player, MatchPlayer] = {Player.WHITE: first, Player.BLACK: second}
    match = Match(MONEY_RULES)
    dice = SeededDice(seed)
    for _ in range(MOST_EVENTS):
        if match.state.results:
            result = match.state.results[-1]
            return float(result.points if result.winner is Player.WHITE else -result.points)
        if match.phase is Phase.OPENING:
            match.open(dice)
            continue
        assert match.to_act is not None
        event = players[match.to_act].decide(match)
        if event is None:
            match.roll(dice)
        else:
            match.apply(event)
    raise DuelProblem(text("a game between two programs came to no end"))


def cubeful_duel(first: MatchPlayer, second: MatchPlayer, pairs: int, seed: int = 1) -> Iterator[DuelScore]:
    """Play so many pairs of games, yielding how the first player stands after each pair."""
    points: list[float] = []
    for pair in range(pairs):
        dice = f"cubeful {seed}/{pair}"
        points.append((play_cubeful_game(first, second, dice) - play_cubeful_game(second, first, dice)) / 2)
        error = float(np.std(points, ddof=1)) / math.sqrt(len(points)) if pair else math.nan
        yield DuelScore(2 * len(points), float(np.mean(points)), error)
