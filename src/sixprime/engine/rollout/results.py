"""What a rollout has found: the sums over its games, and the estimates with their standard errors.

Where the first rolls are stratified, games with the same first roll are a stratum, and only how they differ among
themselves makes the error: that every first roll comes up equally often is no matter of luck. Until each stratum has
games to compare, the error is that of independent games, which is too large rather than too small.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sixprime.compiled.arrays import Doubles, SignedBytes
from sixprime.core.plays import Play
from sixprime.engine.chances import Chances
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.rollout.kernels import EQUITY, NUMBERS, VALUE

STRATA = 36


class RolloutTally:
    """Sums over games, in the order of the games: they are the same whoever has played them."""

    def __init__(self, candidates: int) -> None:
        self.counts = np.zeros(STRATA, dtype=np.int64)
        """Games by first roll."""
        self.sums = np.zeros((STRATA, candidates, NUMBERS))
        self.squares = np.zeros((candidates, NUMBERS))
        self.products = np.zeros((candidates, candidates))
        """Of the values of two candidates in the same game."""

    @property
    def games(self) -> int:
        return int(self.counts.sum())

    def add(self, numbers: Doubles, first_rolls: SignedBytes) -> None:
        """Add games: what each gave each candidate (games, candidates, numbers), and the first rolls."""
        for game, stratum in zip(numbers, first_rolls.tolist(), strict=True):
            self.counts[stratum] += 1
            self.sums[stratum] += game
            self.squares += game * game
            self.products += np.outer(game[:, VALUE], game[:, VALUE])

    def means(self) -> Doubles:
        """For each candidate its seven numbers."""
        return np.array(self.sums.sum(axis=0) / max(self.games, 1))

    def errors(self, stratified: bool) -> Doubles:
        """The standard errors of the means; infinite while there are too few games to tell."""
        return _roots(self._spread(self.squares, self.sums * self.sums, self.sums.sum(axis=0) ** 2, stratified))

    def covariance(self, stratified: bool) -> Doubles:
        """How the means of the candidates' values vary together."""
        values = self.sums[:, :, VALUE]
        total = values.sum(axis=0)
        return self._spread(
            self.products, values[:, :, np.newaxis] * values[:, np.newaxis, :], np.outer(total, total), stratified
        )

    def _spread(self, squares: Doubles, by_stratum: Doubles, overall: Doubles, stratified: bool) -> Doubles:
        """The variance of means, from sums of squares: within the strata, or of all games alike."""
        games = self.games
        used = self.counts > 0
        strata = int(used.sum())
        if stratified and games >= 2 * STRATA:
            counts = self.counts[used].reshape(-1, *(1 for _ in squares.shape))
            within = squares - (by_stratum[used] / counts).sum(axis=0)
            return np.array(within / (games - strata) / games)
        if games < 2:
            return np.full(squares.shape, math.inf)
        return np.array((squares - overall / games) / (games - 1) / games)


def _roots(squares: Doubles) -> Doubles:
    return np.sqrt(np.maximum(squares, 0.0))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over games and its standard error.

    >>> from sixprime.engine import Estimate
    >>> Estimate(value=0.25, error=0.01).value
    0.25
    """

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:+.4f} ± {self.error:.4f}"


@dataclass(frozen=True, slots=True)
class CandidateResult:
    """What the games of a candidate came to, all in the view of the player who decides.

    >>> from sixprime import Engine, Position, Roll, Situation
    >>> race = Situation(Position.of({6: 2, 1: 1}, {5: 2, 3: 1}), roll=Roll(2, 1))
    >>> with Engine(plies=0, threads=1) as engine:
    ...     best = engine.rollout(race, games=36).ranked[0]
    >>> best.chances.win_gammon
    0.0
    >>> best.equity.error < 1
    True
    """

    label: str
    """The play in notation, the name of a cube action, or nothing for a position by itself."""
    chances: Chances
    chance_errors: Chances
    """The standard errors of the chances, by the same names."""
    cubeless: Estimate
    """The equity as if nobody had a cube: in games with one, up to where they ended with a dropped double."""
    equity: Estimate
    """What counts: with the cube where games are played with it, in matches at the score; normalised, so that 1 is
    what winning the cube gives and -1 what losing it costs."""
    mwc: Estimate | None
    """The chance to win the match; None for money."""
    play: Play | None = None
    """The play that was rolled out; None for a cube action or a position by itself."""

    def __str__(self) -> str:
        return f"{self.label} {self.equity}".strip()


@dataclass(frozen=True, slots=True)
class RolloutResult:
    """What a rollout has found so far; the candidates are in the order in which they were given.

    >>> from sixprime import Engine, Position, Roll, Situation
    >>> race = Situation(Position.of({6: 2, 1: 1}, {5: 2, 3: 1}), roll=Roll(2, 1))
    >>> with Engine(plies=0, threads=1) as engine:
    ...     result = engine.rollout(race, games=36)
    >>> result.games, len(result.candidates) == len(result.ranked)
    (36, True)
    """

    games: int
    """How many games each candidate has had."""
    seconds: float
    candidates: tuple[CandidateResult, ...]
    covariance: tuple[tuple[float, ...], ...]
    """The covariance of the candidates' equities: games with the same dice have much in common."""
    cube: CubeDecision | None = None
    """What cube actions that were rolled out come to; None where something else was, or before the first game."""

    @property
    def best(self) -> CandidateResult:
        """The best candidate: of plays the one with the most equity, of cube actions what the player should do."""
        if self.cube is not None:
            return self.candidates[1 if self.cube.double else 0]
        return self.candidates[self.order[0]]

    @property
    def equity(self) -> float:
        """What the situation is worth if the best is done, to the player who decides; normalised."""
        return self.best.equity.value if self.cube is None else self.cube.best

    def __str__(self) -> str:
        return f"{self.games}: {', '.join(str(one) for one in self.ranked)}"

    @property
    def ranked(self) -> tuple[CandidateResult, ...]:
        """The best candidate first."""
        return tuple(self.candidates[index] for index in self.order)

    @property
    def order(self) -> tuple[int, ...]:
        """The numbers of the candidates, the best first."""
        return tuple(sorted(range(len(self.candidates)), key=lambda index: -self.candidates[index].equity.value))

    def difference(self, one: int, other: int) -> Estimate:
        """How much better one candidate is than another, with the joint standard error."""
        variance = self.covariance[one][one] + self.covariance[other][other] - 2 * self.covariance[one][other]
        error = math.sqrt(max(variance, 0.0)) if math.isfinite(variance) else math.inf
        return Estimate(self.candidates[one].equity.value - self.candidates[other].equity.value, error)


def result_of(
    tally: RolloutTally,
    labels: Sequence[str],
    scales: Sequence[tuple[float, float]],
    stratified: bool,
    seconds: float,
    plays: Sequence[Play | None] | None = None,
) -> RolloutResult:
    """The estimates. A pair of `scales` turns a value into a normalised equity: so many times it, plus so much;
    for money it is (1, 0)."""
    means, errors = tally.means(), tally.errors(stratified)
    covariance = tally.covariance(stratified)
    lines = []
    for index, (label, (factor, shift)) in enumerate(zip(labels, scales, strict=True)):
        mean, error = means[index].tolist(), errors[index].tolist()
        value = Estimate(mean[VALUE], error[VALUE])
        money = (factor, shift) == (1.0, 0.0)
        lines.append(
            CandidateResult(
                label,
                Chances(*mean[:EQUITY]),
                Chances(*error[:EQUITY]),
                Estimate(mean[EQUITY], error[EQUITY]),
                Estimate(factor * value.value + shift, abs(factor) * value.error),
                None if money else value,
                plays[index] if plays is not None else None,
            )
        )
    factors = [factor for factor, _ in scales]
    scaled = covariance * np.outer(factors, factors)
    return RolloutResult(tally.games, seconds, tuple(lines), tuple(tuple(row) for row in scaled.tolist()))
