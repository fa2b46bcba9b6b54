"""Positions of every kind to measure a net on, from games that an evaluator plays with itself.

Games begin in the starting position and in set-ups of rare kinds, one after the other in a fixed order. Each game gives
at most one position of each kind, so that no two positions of a kind have much in common. A game depends on the seed,
its number and the evaluator alone: the first positions of a kind are the same, however many are wanted.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from sixprime.compiled.arrays import Boards
from sixprime.core import Position
from sixprime.core.positions import MAX_CHECKERS
from sixprime.engine.net.chance_arrays import equities_of
from sixprime.engine.net.evaluators import Evaluator
from sixprime.training.judging.decisions import MOST_TURNS, Mover, Plays, by_boards, throws, turns
from sixprime.training.judging.position_kinds import PositionKind, kind_of
from sixprime.training.selfplay.setups import set_up

START = "start"
# Kinds that are hard to reach come more often, so that all kinds are complete at about the same time.
SOURCES: tuple[str, ...] = (
    START, "late backgame", "blitz", START, "prime against prime", "containment", "backgame", START, "late backgame",
    "holding", "race", START, "bear-in", "scattered", "closed board", "blitz",
)  # fmt: skip
GAMES_FOR_A_POSITION = 40
"""A kind that is still incomplete after so many games for each position wanted stays incomplete."""

Found = dict[PositionKind, Position]
"""What a game gives: positions after a play, in the view of the player who has just moved."""


def games_of_kinds(evaluator: Evaluator, seed: int, first: int = 0) -> Iterator[Found]:
    """What each game gives, from game number `first` on, without end."""
    plays = Plays()
    mover = _mover(evaluator)
    number = first
    while True:
        yield _one_game(plays, mover, SOURCES[number % len(SOURCES)], Random(f"kinds {seed}/{number}"))
        number += 1


def _mover(evaluator: Evaluator) -> Mover:
    def choose(boards: Boards) -> int:
        return int(np.argmax(equities_of(evaluator.after_plays(boards, MAX_CHECKERS))))

    return by_boards(choose)


def _one_game(plays: Plays, mover: Mover, source: str, random: Random) -> Found:
    """Play a game; of each kind that comes up, one of its positions, each equally likely."""
    start = Position.standard() if source == START else set_up(source, random)
    by_kind: dict[PositionKind, list[Position]] = {}
    has_moved = False
    game = turns(start, throws(random, opening=source == START), [mover], plays)
    for turn, (position, _, boards) in enumerate(game):
        after_play = position.flipped()
        if has_moved and (kind := kind_of(after_play)) is not None:
            by_kind.setdefault(kind, []).append(after_play)
        has_moved = len(boards) > 0
        if turn == MOST_TURNS:
            break
    return {kind: random.choice(by_kind[kind]) for kind in PositionKind if kind in by_kind}
