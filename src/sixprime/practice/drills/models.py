"""`DrillTask`: a question of a drill, made from a seed, with everything that is needed to judge an answer.

The same drill, level and seed always give the same problem, so that nothing needs to be kept between question and
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sixprime.core import Cube, Position, Roll, SixprimeError, Turn
from sixprime.core.choices import Choice
from sixprime.messages import Message, decimal, text

LEVELS = 4
"""Levels are counted from 1."""
SEEDS = 2**31


class DrillProblem(SixprimeError):
    """A drill that does not exist, or an answer that does not fit it."""


class Drill(Choice):
    """What can be drilled."""

    PIPS = "pips"
    EQUITY = "equity"
    TAKE_POINT = "take-point"
    RACE = "race"
    BEAR_OFF = "bear-off"

    @property
    def title(self) -> Message:
        return _TITLES[self]

    @property
    def words(self) -> Message:
        """What the drill is about."""
        return _WORDS[self]


_TITLES = {
    Drill.PIPS: text("Pip count"),
    Drill.EQUITY: text("Match equity"),
    Drill.TAKE_POINT: text("Take points"),
    Drill.RACE: text("Doubling in a race"),
    Drill.BEAR_OFF: text("Bear-off"),
}
_WORDS = {
    Drill.PIPS: text("Count the pips of one side, against the clock."),
    Drill.EQUITY: text("How likely are you to win a match from a given score?"),
    Drill.TAKE_POINT: text("How often must you win to take a double at a given score?"),
    Drill.RACE: text("Double or not, take or drop: races by the pips."),
    Drill.BEAR_OFF: text("The last checkers: which play wins most often?"),
}


class AnswerKind(Choice):
    """How a problem is answered."""

    NUMBER = "number"
    PERCENT = "percent"
    PLAY = "play"
    ACTION = "action"


@dataclass(frozen=True, slots=True)
class DrillVerdict:
    """What became of an answer."""

    is_right: bool
    words: Message
    """What is right, in a sentence."""
    working: tuple[Message, ...]
    """How to get there, step by step."""


@dataclass(frozen=True, slots=True)
class DrillTask:
    """A question, and what belongs to it. The player is White, on roll unless a score alone is asked about."""

    drill: Drill
    level: int
    seed: int
    kind: AnswerKind
    question: Message
    judge: Callable[[object], DrillVerdict]
    """Judges a number, the steps of a play, or the name of an action."""
    position: Position | None = None
    roll: Roll | None = None
    cube: Cube = Cube()
    actions: tuple[str, ...] = ()

    def turn(self) -> Turn:
        """The roll on the table; `DrillProblem` if there is none."""
        if self.position is None or self.roll is None:
            raise DrillProblem(text("there is no roll to play"))
        return Turn(self.position, self.roll)


def as_number(answer: object) -> float:
    """An answer that has to be a number."""
    if isinstance(answer, bool) or not isinstance(answer, int | float):
        raise DrillProblem(text("the answer is a number"))
    return float(answer)


def as_steps(answer: object) -> Sequence[tuple[int, int]]:
    """An answer that has to be the steps of a play."""
    if not isinstance(answer, list | tuple):
        raise DrillProblem(text("the answer is a play"))
    return answer


def percent(chance: float) -> Message:
    """A chance in per cent with one digit, for sentences that say per cent themselves."""
    return decimal(100 * chance, 1)
