"""A match equity table of our own: what each score is worth, by games that the engine plays with itself.

Scores are taken from the end of a match backwards, so that a game at a score ends in scores whose worth is known. Its
games begin with each of the 15 opening rolls, for either side, best played, and go on with the cube at that score to
their end; who opens with which roll is thus no matter of luck. With equal points to go both have the same chance, and
of scores that mirror each other one is played.

The errors are standard errors. Each score has one of its own, from how its games differ, and rests on the scores in
which its games end, each counted by how often they do. Own errors are independent of each other: every score has its
own dice. That a wrong figure also makes players misjudge the cube is left out, being small of second order.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sixprime.compiled.arrays import Doubles, SignedBytes
from sixprime.core import STANDARD, Position, Roll, SixprimeError
from sixprime.engine.cube.views import CubeView
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.engine.match_equity.models import distant_chance
from sixprime.engine.match_equity.tables import MAX_POINTS, EquityErrors, EquityTable
from sixprime.engine.net.evaluators import default_net
from sixprime.engine.net.nets import Net
from sixprime.engine.rollout.kernels import NUMBERS, VALUE
from sixprime.engine.rollout.results import STRATA, RolloutTally
from sixprime.engine.rollout.rollouts import MOST_GAMES, Candidate, RolloutPlan, RolloutSettings, plan_of, play_piece
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.engine.workers import Threads, Workers
from sixprime.messages import shown, text

OPENING_PLIES = 1
"""How far the engine looks ahead to choose the opening plays."""
OPENINGS = tuple(Roll(high, low) for high in range(2, 7) for low in range(1, high))
MOST_SEED = 2**62


class MakingProblem(SixprimeError):
    """A table that cannot be made as asked."""


class MatchScore(NamedTuple):
    """How far both sides are from winning; the player looked at is never the one who is nearer."""

    away: int
    opponent_away: int
    over: bool
    """Whether the Crawford game has been played."""

    @property
    def is_crawford(self) -> bool:
        return self.opponent_away == 1 and not self.over


@dataclass(frozen=True, slots=True)
class MakingSettings:
    """What the figures depend on, besides the net."""

    games: int = 1296
    """From each opening roll of either side, at each score."""
    seed: int = 1

    def __post_init__(self) -> None:
        for name, value, least, most in (
            ("games", self.games, STRATA, MOST_GAMES), ("seed", self.seed, 0, MOST_SEED)
        ):  # fmt: skip
            if type(value) is not int or not least <= value <= most:
                raise MakingProblem(
                    text(
                        "{name} of a match equity table is a whole number from {least} to {most}, not {value}",
                        name=name,
                        least=least,
                        most=most,
                        value=shown(value),
                    )
                )

    def of(self, score: MatchScore) -> RolloutSettings:
        """How the games of a score are played. The luck of the dice stays in: so a game counts for the score it ends
        in, and is so much quicker that nothing is lost by it."""
        digest = hashlib.sha256(f"{self.seed}/{score.away}/{score.opponent_away}/{score.over:d}".encode()).digest()
        return RolloutSettings(games=self.games, seed=int.from_bytes(digest[:7], "big"), variance_reduction=False)


@dataclass(frozen=True, slots=True)
class ScoreChance:
    """What the games at a score have come to."""

    chance: float
    """Of the player to win the match."""
    own_error: float
    """Its standard error if all scores nearer the end were known exactly."""
    ends: tuple[float, ...]
    """Which parts of the games the player has lost by as many points as the opponent needs, by one less, and so on up
    to winning as many as the player needs."""


Progress = Callable[[MatchScore, int], object]
"""Told which score is being played and how many of its games are done."""


def scores_to(length: int) -> Iterator[MatchScore]:
    """The scores to be played for a table up to a length, each after all that its games can end in."""
    for away in range(2, length + 1):
        yield MatchScore(away, 1, True)
        yield MatchScore(away, 1, False)
        for opponent_away in range(2, away):
            yield MatchScore(away, opponent_away, False)


class _Openings(NamedTuple):
    """All that the games of a score depend on besides the net, in a form that can be sent away."""

    rollout: RolloutPlan
    ends: tuple[float, ...]
    """What the ends of a game are worth to the player; nothing is worth as much as the end that cannot be."""


def play_openings(nets: tuple[Net, ...], plan: _Openings, first_game: int) -> tuple[Doubles, SignedBytes, Doubles]:
    """Some games from each opening: their mean for each sequence of dice, the first rolls after the opening, and how
    many came to which end."""
    numbers, first_rolls = play_piece(nets, plan.rollout, first_game)
    values = numbers[:, :, VALUE].copy()
    values[:, len(OPENINGS) :] = 1.0 - values[:, len(OPENINGS) :]  # the opponent's games
    nearest = np.abs(values[:, :, np.newaxis] - np.array(plan.ends)).argmin(axis=2)
    return values.mean(axis=1), first_rolls, np.bincount(nearest.ravel(), minlength=len(plan.ends)).astype(np.float64)


class EquityMaking:
    """A table being made: the scores that are done, and how to do the others."""

    def __init__(self, settings: MakingSettings | None = None, *, net: Net | None = None) -> None:
        self.settings = settings or MakingSettings()
        self.net = net or default_net()
        self.found: dict[MatchScore, ScoreChance] = {}

    def missing(self, length: int) -> list[MatchScore]:
        """The scores that a table up to a length still needs."""
        if type(length) is not int or not 2 <= length <= MAX_POINTS:
            raise MakingProblem(
                text("a table goes to 2 to {most} points, not {value}", most=MAX_POINTS, value=shown(length))
            )
        return [score for score in scores_to(length) if score not in self.found]

    def run(
        self,
        length: int,
        *,
        progress: Progress | None = None,
        after_score: Callable[[MatchScore], object] | None = None,
        workers: Workers | None = None,
    ) -> EquityTable:
        """Play what is missing; `after_score` is told of each score that is done, which then is kept."""
        pool = workers or Threads()
        for score in self.missing(length):
            self.found[score] = self._play(score, progress, pool)
            if after_score is not None:
                after_score(score)
        return self.table(length)

    def table(self, length: int) -> EquityTable:
        """The table of what is done, with its errors."""
        if self.missing(length):
            raise MakingProblem(text("the table is not finished"))
        errors = {score: self.error(score) for score in scores_to(length)}
        points = range(1, length + 1)
        before = tuple(tuple(errors.get(_ordered(mine, theirs), 0.0) for theirs in points) for mine in points)
        after = (0.0, *(errors[MatchScore(away, 1, True)] for away in points[1:]))
        settings = self.settings
        return EquityTable(
            "sixprime",
            f"games of sixprime with itself, {len(OPENINGS) * 2 * settings.games} a score",
            *self._rows(length),
            errors=EquityErrors(before, (after, after)),
            made=(("games", settings.games), ("seed", settings.seed), ("opening_plies", OPENING_PLIES)),
        )

    def error(self, score: MatchScore) -> float:
        """The standard error of a chance: its own and that of all it rests on."""
        influences = self._influences(score, {})
        return math.sqrt(sum((part * self.found[of].own_error) ** 2 for of, part in influences.items()))

    def _influences(
        self, score: MatchScore, kept: dict[MatchScore, dict[MatchScore, float]]
    ) -> dict[MatchScore, float]:
        """By how much the chance at a score changes with what luck has done at each score."""
        if score not in kept:
            influences = {score: 1.0}
            for place, part in enumerate(self.found[score].ends):
                target, sign = _led_to(score, place - score.opponent_away)
                if part > 0.0 and target is not None:
                    for of, share in self._influences(target, kept).items():
                        influences[of] = influences.get(of, 0.0) + sign * part * share
            kept[score] = influences
        return kept[score]

    def _rows(self, length: int) -> tuple[tuple[tuple[float, ...], ...], tuple[tuple[float, ...], tuple[float, ...]]]:
        """The chances as a table has them; scores not done yet, which nobody asks for, by formula."""

        def chance(away: int, opponent_away: int) -> float:
            done = self.found.get(_ordered(away, opponent_away))
            if away == opponent_away or done is None:
                return distant_chance(away, opponent_away)
            return done.chance if away > opponent_away else 1.0 - done.chance

        points = range(1, length + 1)
        after = [0.5]
        while (score := MatchScore(len(after) + 1, 1, True)) in self.found and len(after) < length:
            after.append(self.found[score].chance)
        return tuple(tuple(chance(mine, theirs) for theirs in points) for mine in points), (tuple(after), tuple(after))

    def _play(self, score: MatchScore, progress: Progress | None, pool: Workers) -> ScoreChance:
        """All games of a score."""
        known = MatchEquities(EquityTable("", "", *self._rows(score.away)))
        view = CubeView.match(score.away, score.opponent_away, crawford=score.is_crawford, equities=known)
        # The stakes are those of the match's first player, whom both views know by `first`.
        settings = self.settings.of(score)
        plan = plan_of([*self._openings(view), *self._openings(view.turned())], settings, STANDARD)
        worth = view.stakes.tolist()
        worth[score.opponent_away] = math.inf  # nobody wins nothing
        openings = _Openings(plan, tuple(worth))
        tally, ends = RolloutTally(1), np.zeros(len(worth))
        if progress is not None:
            progress(score, 0)
        pieces = range(0, settings.games, plan.games)
        for _, (means, first_rolls, counts) in pool.do(play_openings, (self.net,), openings, pieces):
            numbers = np.zeros((len(means), 1, NUMBERS))
            numbers[:, 0, VALUE] = means
            tally.add(numbers, first_rolls)
            ends += counts
            if progress is not None:
                progress(score, tally.games)
        return ScoreChance(
            float(tally.means()[0, VALUE]),
            float(tally.errors(stratified=True)[0, VALUE]),
            tuple((ends / ends.sum()).tolist()),
        )

    def _openings(self, view: CubeView) -> list[Candidate]:
        """The best plays of the opening rolls, by the player whose view it is."""
        searcher = CubeSearcher(OPENING_PLIES, net=self.net)
        start = Position.standard()
        try:
            return [Candidate.after(searcher.weigh(start, roll, view)[0].play, view) for roll in OPENINGS]
        finally:
            searcher.close()


def _ordered(away: int, opponent_away: int) -> MatchScore:
    """A score before or in the Crawford game, with the player who is nearer second."""
    return MatchScore(max(away, opponent_away), min(away, opponent_away), False)


def _led_to(score: MatchScore, points: int) -> tuple[MatchScore | None, float]:
    """The score after the player has won points, or lost them if negative, and whether its chance is the player's, 1,
    or the other's, -1; no score where there is nothing to find out: the match is over, or both are equally far."""
    away, opponent_away = score.away - max(points, 0), score.opponent_away + min(points, 0)
    if min(away, opponent_away) <= 0 or away == opponent_away:
        return None, 0.0
    over = score.opponent_away == 1
    sign = 1.0 if away > opponent_away else -1.0
    return MatchScore(max(away, opponent_away), min(away, opponent_away), over), sign
