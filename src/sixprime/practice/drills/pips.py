"""The drill of counting pips."""

from __future__ import annotations

from random import Random

from sixprime.core import Position, Roll
from sixprime.messages import Message, text
from sixprime.practice.drills.models import AnswerKind, Drill, DrillTask, DrillVerdict, as_number
from sixprime.practice.drills.pip_counts import Cluster, clusters, half_crossovers, point_by_point


def make(seed: int, level: int) -> DrillTask:
    """Level 1: checkers at home; 2: a race; 3: a whole board; 4: the same for Black."""
    random = Random(f"pips {level} {seed}")  # problems, not dice
    position = _position(random, level)
    side = position.flipped() if level >= 4 else position

    def judge(answer: object) -> DrillVerdict:
        is_right = as_number(answer) == side.pips
        words = text("Right: {pips} pips.", pips=side.pips) if is_right else text("It is {pips} pips.", pips=side.pips)
        return DrillVerdict(is_right, words, working(side))

    question = text("How many pips does Black have?") if level >= 4 else text("How many pips do you have?")
    return DrillTask(Drill.PIPS, level, seed, AnswerKind.NUMBER, question, judge, position)


def _position(random: Random, level: int) -> Position:
    if level <= 2:
        highest = 6 if level == 1 else 12
        mine, theirs = (_scattered(random, highest, 15 - random.randrange(6)) for _ in range(2))
        return Position.of(mine, theirs)
    return played_position(random, random.randrange(8, 24))


def _scattered(random: Random, highest: int, checkers: int) -> dict[int, int]:
    """Checkers on random points, more of them near the six point."""
    points = list(range(1, highest + 1))
    weights = [1 + (4 if point in (4, 5, 6) else 0) for point in points]
    found: dict[int, int] = {}
    for point in random.choices(points, weights, k=checkers):
        found[point] = found.get(point, 0) + 1
    return found


def played_position(random: Random, turns: int) -> Position:
    """A position after so many turns of random plays from the start."""
    position = Position.standard()
    for _ in range(turns):
        plays = position.legal_plays(Roll(random.randint(1, 6), random.randint(1, 6)))
        after = plays[random.randrange(len(plays))].result if plays else position
        if after.is_over:
            break
        position = after.flipped()
    return position


def working(side: Position) -> tuple[Message, ...]:
    """How the mover's pips are counted, in three ways."""
    halves = half_crossovers(side)
    parts = clusters(side)
    return (
        text("Point by point: {sum} = {pips}.", sum=point_by_point(side), pips=side.pips),
        text(
            "By half-crossovers: 3×{crossovers} + 5×{checkers} = {sum}; {high} on high points and {low} on low ones"
            " make it {pips}.",
            crossovers=_factor(halves.crossovers),
            checkers=halves.checkers,
            sum=3 * halves.crossovers + 5 * halves.checkers,
            high=halves.high,
            low=halves.low,
            pips=halves.pips,
        ),
        text(
            "By clusters: {sum} = {pips}.",
            sum=" + ".join(_cluster_sum(part) for part in parts),
            pips=side.pips,
        ),
    )


def _factor(number: int) -> str:
    """A factor of a product; a negative one stands in parentheses."""
    return f"(\N{MINUS SIGN}{-number})" if number < 0 else str(number)


def _cluster_sum(cluster: Cluster) -> str:
    """The pips of a cluster as a sum; in parentheses, because it may be added to another."""
    product = f"{cluster.checkers}×{cluster.point}"
    if cluster.rest == 0:
        return product
    sign = "+" if cluster.rest > 0 else "\N{MINUS SIGN}"
    return f"({product} {sign} {abs(cluster.rest)})"
