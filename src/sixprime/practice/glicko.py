"""Ratings by Glicko-2, as Mark Glickman describes it in "Example of the Glicko-2 system" (2013).

A rating has a deviation, which says how sure it is, and a volatility, which says how much results vary. Learner and
question are rated like two players: the learner wins by the right answer. Each answer is a rating period of its own.

    >>> learner, puzzle = Glicko(), Glicko(1700, 80)
    >>> better, harder = after_answer(learner, puzzle, right=True)
    >>> better.rating > 1500, harder.rating < 1700, better.deviation < learner.deviation
    (True, True, True)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178
"""How many points of a rating are one of the system's own units."""
MIDDLE = 1500.0
TAU = 0.5
"""How quickly volatility changes."""
LEAST_RATING, MOST_RATING = 100.0, 4000.0
LEAST_DEVIATION, MOST_DEVIATION = 30.0, 350.0
"""A rating never gets so sure that answers no longer move it, nor less sure than that of somebody new."""
LEAST_VOLATILITY, MOST_VOLATILITY = 0.01, 0.1
CLOSE_ENOUGH = 1e-6


@dataclass(frozen=True, slots=True)
class Glicko:
    """A rating; without numbers that of somebody of whom nothing is known."""

    rating: float = MIDDLE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


def expected(mine: Glicko, other: Glicko) -> float:
    """The chance of winning against the other, as the system sees it.

    >>> expected(Glicko(1500, 30), Glicko(1500, 30))
    0.5
    """
    return _expected((mine.rating - MIDDLE) / SCALE, (other.rating - MIDDLE) / SCALE, other.deviation / SCALE)


def rated(before: Glicko, results: Sequence[tuple[Glicko, float]]) -> Glicko:
    """A rating after a period: `results` has the opponents and the points, 1 for a win and 0 for a loss.

    Without results only the deviation grows.
    """
    deviation = before.deviation / SCALE
    if not results:
        return Glicko(before.rating, SCALE * math.hypot(deviation, before.volatility), before.volatility)
    rating = (before.rating - MIDDLE) / SCALE
    information = gain = 0.0
    for other, points in results:
        weight = _weight(other.deviation / SCALE)
        chance = _expected(rating, (other.rating - MIDDLE) / SCALE, other.deviation / SCALE)
        information += weight * weight * chance * (1 - chance)
        gain += weight * (points - chance)
    variance = 1 / information
    volatility = _volatility(before.volatility, deviation, variance, variance * gain)
    widened = math.hypot(deviation, volatility)
    after = 1 / math.sqrt(1 / (widened * widened) + information)
    return Glicko(MIDDLE + SCALE * (rating + after * after * gain), SCALE * after, volatility)


def after_answer(learner: Glicko, question: Glicko, *, right: bool) -> tuple[Glicko, Glicko]:
    """The ratings of both after an answer."""
    points = 1.0 if right else 0.0
    learner, question = bounded(learner), bounded(question)
    return bounded(rated(learner, [(question, points)])), bounded(rated(question, [(learner, 1 - points)]))


def bounded(rating: Glicko) -> Glicko:
    """The nearest rating that somebody can have: a learner may bring one from elsewhere, with any numbers.

    >>> bounded(Glicko(1e6, -1, 0))
    Glicko(rating=4000.0, deviation=30.0, volatility=0.01)
    """
    return Glicko(
        min(max(rating.rating, LEAST_RATING), MOST_RATING),
        min(max(rating.deviation, LEAST_DEVIATION), MOST_DEVIATION),
        min(max(rating.volatility, LEAST_VOLATILITY), MOST_VOLATILITY),
    )


def _weight(deviation: float) -> float:
    """How much a result against somebody counts: the less, the less their rating is known."""
    return 1 / math.sqrt(1 + 3 * deviation * deviation / math.pi**2)


def _expected(rating: float, other: float, deviation: float) -> float:
    return 1 / (1 + math.exp(-_weight(deviation) * (rating - other)))


def _volatility(before: float, deviation: float, variance: float, difference: float) -> float:
    """The new volatility, by the iteration of the paper's fifth step (the Illinois variant of regula falsi)."""
    start = math.log(before * before)
    square, spread = difference * difference, deviation * deviation + variance

    def slope(place: float) -> float:
        grown = math.exp(place)
        return grown * (square - spread - grown) / (2 * (spread + grown) ** 2) - (place - start) / (TAU * TAU)

    low = start
    if square > spread:
        high = math.log(square - spread)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE_ENOUGH:
        between = low + (low - high) * at_low / (at_high - at_low)
        there = slope(between)
        if there * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, there
    return math.exp(low / 2)
