"""The opening trainer: which line is asked next, and what an answer is worth.

A line of one roll is a first roll, of two a reply, of three the answer to a reply. Plays of the first two are judged by
the book; third rolls, and plays that the book has not, by a search.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Literal

from sixprime.analysis.reasons import Explainer
from sixprime.analysis.reviews import PlayCandidate, PlaysFinding
from sixprime.core import Play, Roll
from sixprime.core.situations import Situation
from sixprime.engine.engines import Engine
from sixprime.messages import shown, text
from sixprime.practice.judging import JudgedAnswer, judge
from sixprime.practice.openings.books import ALL_ROLLS, FIRST_ROLLS, InvalidBook, OpeningBook

Stage = Literal["first", "reply", "third"]
STAGES: tuple[Stage, ...] = ("first", "reply", "third")
"""By the number of rolls of a line, what it is called."""
NEW_WEIGHT = 1.0
"""How often a line is asked that was never asked, beside others."""
WRONG_WEIGHT = 4.0
"""How often a line is asked whose last answer was wrong, beside others."""
KNOWN_FACTOR = 0.35
"""Each right answer in a row makes a line so much rarer."""
LEAST_WEIGHT = 0.02


def checked_line(line: str) -> tuple[str, ...]:
    """The rolls of a line; `InvalidBook` if it is none."""
    rolls = tuple(line.split("-"))
    good = 1 <= len(rolls) <= len(STAGES) and rolls[0] in FIRST_ROLLS and all(roll in ALL_ROLLS for roll in rolls[1:])
    if not good:
        raise InvalidBook(text("the opening book has no line {line}", line=shown(line)))
    return rolls


def stage_of(line: str) -> Stage:
    """Whether a line is a first roll, a reply or a third roll.

    >>> stage_of("31"), stage_of("31-64"), stage_of("31-64-11")
    ('first', 'reply', 'third')
    """
    return STAGES[len(checked_line(line)) - 1]


def lines_of(stage: Stage, first: Iterable[str] = FIRST_ROLLS, replies: Iterable[str] = ALL_ROLLS) -> list[str]:
    """The lines of a stage, where the game begins with one of these rolls and, for third rolls, goes on with one of
    those.

    >>> len(lines_of("first")), len(lines_of("reply")), lines_of("third", ["31"], ["64"])[:2]
    (15, 315, ['31-64-11', '31-64-21'])
    """
    begun = list(first)
    if stage == "first":
        return begun
    if stage == "reply":
        return [f"{one}-{other}" for one in begun for other in ALL_ROLLS]
    return [f"{one}-{other}-{last}" for one in begun for other in replies for last in ALL_ROLLS]


def weight_of(rights: Sequence[bool]) -> float:
    """How often a line is to be asked, from how its answers went, the last one first."""
    if not rights:
        return NEW_WEIGHT
    if not rights[0]:
        return WRONG_WEIGHT
    streak = next((number for number, right in enumerate(rights) if not right), len(rights))
    return max(NEW_WEIGHT * KNOWN_FACTOR**streak, LEAST_WEIGHT)


def choose_line(
    lines: Sequence[str], history: Mapping[str, Sequence[bool]], random: Random, last: str | None = None
) -> str:
    """The line that is asked next: weak ones come more often, and never twice in a row if there are others.

    `history` has, by line, whether its answers were right, the last one first; doubles come up half as often as other
    rolls, as at the table.
    """
    candidates = [line for line in lines if line != last] or list(lines)
    weights = [weight_of(history.get(line, ())) * (0.5 if line[-1] == line[-2] else 1.0) for line in candidates]
    return random.choices(candidates, weights)[0]


def situation_of(book: OpeningBook, line: str) -> Situation:
    """The question of a line: its last roll is on the table."""
    checked_line(line)
    return Situation(book.position(line), roll=Roll.of(line[-2:]))


def finding_of(book: OpeningBook, line: str) -> PlaysFinding | None:
    """What the book says about a line; None for third rolls."""
    checked_line(line)
    if not book.has(line):
        return None
    situation = situation_of(book, line)
    candidates = []
    for entry in book.plays(line):
        play = book.play(line, entry)
        candidates.append(
            PlayCandidate(play.pairs, entry.chances, entry.equity, 0, games=entry.games, error=entry.error)
        )
    legal = len(situation.position.legal_plays(Roll.of(line[-2:])))
    return PlaysFinding(tuple(candidates), legal, candidates[0].equity - candidates[-1].equity)


def judge_line(book: OpeningBook, line: str, play: Play, engine: Engine, explainer: Explainer) -> JudgedAnswer:
    """What a play of a line gives away, and why."""
    return judge(situation_of(book, line), play, engine, explainer, finding_of(book, line))
