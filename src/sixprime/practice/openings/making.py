"""Making an opening book: a search chooses the plays of each roll, and rollouts say what they are worth.

The rollouts leave the cube out, because the same time gives errors that are several times smaller without it, and take
the luck of the dice out. They are cut off after some rolls, where the net values the position. All plays of a roll
begin with the same few games, and only those that may still be the best one get the rest.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from sixprime.core import Play, Roll, SixprimeError
from sixprime.core.situations import Situation
from sixprime.engine.engines import Engine
from sixprime.engine.rollout.results import CandidateResult
from sixprime.engine.rollout.rollouts import Rollout, RolloutSettings
from sixprime.messages import text
from sixprime.practice.openings.books import BookPlay, BookSettings, OpeningBook

FIRST_GAMES = 72
"""All plays of a roll get so many games before any is given up."""
CLEARLY_WORSE = 4.0
"""A play gets no more games if it is behind by so many joint standard errors ..."""
CLEARLY_BEHIND = 0.01
"""... and by more than this."""


class OtherBook(SixprimeError):
    """A book that was begun in another way than the one that is to be made."""


@dataclass(slots=True)
class _Racer:
    """A play that is being rolled out."""

    play: Play
    rollout: Rollout

    @property
    def found(self) -> CandidateResult:
        return self.rollout.result.candidates[0]


def make_book(
    settings: BookSettings, *, program: str, begun: OpeningBook | None = None, threads: int | None = None
) -> Iterator[OpeningBook]:
    """Make a book, line by line: yields what there is so far, after each line.

    What was `begun` is gone on with, if it was begun in the same way; a book that is complete stays as it is. The
    numbers are the same for all numbers of threads.
    """
    if begun is not None and begun.settings == settings and all(map(begun.has, begun.lines())):
        return
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool, Engine(plies=settings.plies, threads=1) as own:
        book = begun or OpeningBook(settings, own.identity, program)
        if (book.settings, book.engine) != (settings, own.identity):
            raise OtherBook(
                text("this opening book was begun with other settings or by another engine and cannot be continued")
            )
        try:
            for replies in (False, True):
                known = book
                games = settings.reply_games if replies else settings.games
                lines = [line for line in book.lines() if ("-" in line) is replies and not book.has(line)]
                found = pool.map(lambda line, known=known, games=games: _rolled_out(own, known, line, games), lines)
                for line, plays in zip(lines, found, strict=True):
                    added = {line: plays}
                    book = replace(
                        book,
                        first=book.first if replies else {**book.first, **added},
                        replies={**book.replies, **added} if replies else book.replies,
                    )
                    yield book
        finally:
            pool.shutdown(cancel_futures=True)


def _rolled_out(engine: Engine, book: OpeningBook, line: str, games: int) -> tuple[BookPlay, ...]:
    """What the plays of a line are worth, the best first."""
    situation = Situation(book.position(line), roll=Roll.of(line[-2:]))
    settings = book.settings
    ranked = engine.analyse(situation, cubeless=True).plays
    near = [one.play for one in ranked if ranked[0].equity - one.equity <= settings.margin]
    chosen = near[: settings.most] if len(near) > 1 else [one.play for one in ranked[:2]]
    rules = RolloutSettings(games=games, seed=settings.seed, cubeful=False, truncate=settings.truncate)
    racers = [_Racer(play, engine.plan_rollout(situation, plays=[play], settings=rules)) for play in chosen]
    running = racers
    while running:
        for racer in running:
            racer.rollout.play(FIRST_GAMES)
        running = [racer for racer in racers if not racer.rollout.is_done and not _is_beaten(racer, racers)]
    entries = [_entry(racer) for racer in racers]
    return tuple(sorted(entries, key=lambda entry: -entry.equity))


def _is_beaten(racer: _Racer, racers: list[_Racer]) -> bool:
    """Whether another play is clearly better already."""
    mine = racer.found.equity
    return any(
        one.found.equity.value - mine.value
        > max(CLEARLY_BEHIND, CLEARLY_WORSE * math.hypot(one.found.equity.error, mine.error))
        for one in racers
    )


def _entry(racer: _Racer) -> BookPlay:
    found = racer.found
    return BookPlay(str(racer.play), found.equity.value, found.equity.error, racer.rollout.result.games, found.chances)
