"""`Lesson`: a small board to solve, as data. The player is White, and sees the board from White's side.

A lesson either has goals, which a play on the board must reach, or options, one of which is right. Legal plays and
refusals come from `sixprime.core`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sixprime.core import STANDARD, Cube, Offer, Player, Position, Roll, RuleSet, SixprimeError, Turn
from sixprime.core.choices import Choice
from sixprime.core.situations import Situation
from sixprime.messages import Message, shown, text
from sixprime.practice.lessons.goals import Goal


class LessonProblem(SixprimeError):
    """A lesson that does not exist, or an answer that does not fit it."""


class Chapter(Choice):
    """The parts of the course, in their order."""

    MOVING = "moving"
    HITTING = "hitting"
    POINTS = "points"
    BEARING_OFF = "bearing-off"
    WINNING = "winning"
    CUBE = "cube"
    FIRST_GAME = "first-game"

    @property
    def title(self) -> Message:
        return _TITLES[self]


_TITLES = {
    Chapter.MOVING: text("Moving the checkers"),
    Chapter.HITTING: text("Hitting and entering"),
    Chapter.POINTS: text("Points, walls and the race"),
    Chapter.BEARING_OFF: text("Bearing off"),
    Chapter.WINNING: text("What a win counts"),
    Chapter.CUBE: text("The doubling cube"),
    Chapter.FIRST_GAME: text("The first roll"),
}


@dataclass(frozen=True, slots=True)
class Setting:
    """What lies on the table: a position in White's view, and what belongs to it."""

    position: Position
    roll: Roll | None = None
    cube: Cube = Cube()
    is_doubled: bool = False
    """Whether Black has just doubled, and White has to answer."""
    length: int | None = None
    score: tuple[int, int] = (0, 0)
    crawford: bool = False

    @property
    def situation(self) -> Situation:
        """The moment of a game, with the player on roll."""
        return Situation(
            self.position.flipped() if self.is_doubled else self.position,
            Player.BLACK if self.is_doubled else Player.WHITE,
            self.cube,
            self.roll,
            Offer.DOUBLE if self.is_doubled else None,
            length=self.length,
            score=self.score,
            crawford=self.crawford,
        )


@dataclass(frozen=True, slots=True)
class LessonOption:
    """One of the answers to choose from, and what is said when it is chosen."""

    name: str
    label: Message
    why: Message
    is_right: bool = False


@dataclass(frozen=True, slots=True)
class LessonVerdict:
    """What became of an answer."""

    is_right: bool
    words: Message


@dataclass(frozen=True, slots=True)
class Lesson:
    """A board, what is to be done on it, and what is said about it."""

    name: str
    chapter: Chapter
    title: Message
    words: Message
    """What there is to know."""
    task: Message
    hint: Message
    solved: Message
    """What is said when the answer is right; options say it themselves."""
    rule: str
    """The rule in the rule book: the name of its place on the page."""
    setting: Setting
    goals: tuple[Goal, ...] = ()
    solution: str = ""
    """A play that reaches all goals."""
    mistake: str = ""
    """A play that does not, or that is not legal."""
    options: tuple[LessonOption, ...] = ()
    leaflet: Message | None = None
    """What the rules of the chosen leaflet say differently here."""
    rules: RuleSet = field(default=STANDARD)

    def turn(self) -> Turn:
        """The roll on the table, to be played step by step."""
        if self.setting.roll is None or self.options:
            raise LessonProblem(text("there is no roll to play"))
        return Turn(self.setting.position, self.setting.roll, self.rules)

    def check_play(self, pairs: Sequence[tuple[int, int]]) -> LessonVerdict:
        """What a play is, given by its steps; one that is not legal is refused by the rules."""
        play = self.turn().play_of(pairs)
        for goal in self.goals:
            refusal = goal.refusal(play)
            if refusal is not None:
                return LessonVerdict(False, refusal)
        return LessonVerdict(True, self.solved)

    def check_option(self, name: str) -> LessonVerdict:
        """What an option is."""
        for option in self.options:
            if option.name == name:
                return LessonVerdict(option.is_right, option.why)
        raise LessonProblem(text("{option} is not one of the answers", option=shown(name)))
