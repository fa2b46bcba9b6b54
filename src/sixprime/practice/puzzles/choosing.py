"""Which puzzle is asked next: one that fits the learner's rating and was not asked before."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sixprime.practice.puzzles.sets import Puzzle, PuzzleSet

NEAREST = 12
"""The next puzzle is one of so many whose ratings are nearest to the learner's."""


def choose_puzzle(puzzles: PuzzleSet, rating: float, done: Sequence[str], random: Random) -> Puzzle:
    """A puzzle near a rating. `done` has the keys of those that were answered, the last one first: when all were,
    those that were answered the longest time ago come again."""
    known = set(done)
    fresh = [puzzle for puzzle in puzzles.puzzles if puzzle.key not in known]
    if not fresh:
        places = {key: place for place, key in reversed(list(enumerate(done)))}
        oldest = sorted(puzzles.puzzles, key=lambda puzzle: -places.get(puzzle.key, 0))
        fresh = oldest[: max(len(oldest) // 2, 1)]
    near = sorted(fresh, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.key))
    return random.choice(near[:NEAREST])
