"""`Turn`: a roll being played step by step, as a person at a board does it.

A turn knows which steps can still be completed to a legal play, so that a board can offer exactly those, and it can say
in words why any other step is refused. A turn is a value: a step gives a new turn, and `undo` the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sixprime.core.dice import Roll, RollLike
from sixprime.core.errors import IllegalPlay
from sixprime.core.plays import Play, Step, as_list, as_pair
from sixprime.core.positions import BAR, OFF, Position
from sixprime.core.refusals import why_not, why_not_from
from sixprime.core.rules import STANDARD, RuleSet
from sixprime.messages import Message, counted, shown, text


@dataclass(frozen=True)
class Turn:
    """The position at the start of the turn, the roll, and the steps made so far.

    >>> turn = Turn(Position.standard(), (3, 1)).move(8, 5)
    >>> turn.dice_left, turn.is_complete
    ((1,), False)
    >>> print(turn.move(6, 5).play())
    8/5 6/5
    """

    start: Position
    roll: Roll
    rules: RuleSet = STANDARD
    steps: tuple[Step, ...] = ()

    if TYPE_CHECKING:  # what type checkers cannot see in the fields: a roll may be given in any form

        def __init__(
            self, start: Position, roll: RollLike, rules: RuleSet = STANDARD, steps: tuple[Step, ...] = ()
        ) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "roll", Roll.of(self.roll))
        turn = Turn(self.start, self.roll, self.rules) if self.steps else self
        for step in self.steps:
            turn = turn.step(step)

    @classmethod
    def _after(cls, turn: Turn, step: Step, position: Position) -> Turn:
        """The turn after a step that is known to be possible."""
        after = object.__new__(cls)
        after.__dict__.update(
            start=turn.start, roll=turn.roll, rules=turn.rules, steps=(*turn.steps, step), position=position
        )
        return after

    @cached_property
    def position(self) -> Position:
        """Where the checkers stand now."""
        turn = Turn(self.start, self.roll, self.rules)
        for step in self.steps:
            turn = turn.step(step)
        return self.start if not self.steps else turn.position

    @cached_property
    def dice_left(self) -> tuple[int, ...]:
        """The numbers not yet played, the higher first."""
        left = list(self.roll.numbers)
        for step in self.steps:
            left.remove(step.die)
        return tuple(left)

    @cached_property
    def next_steps(self) -> tuple[Step, ...]:
        """The steps that can still be completed to a legal play; none when the turn is complete."""
        from sixprime.core import movegen

        if self.position.is_over:
            return ()
        table = movegen.shared_table()
        board = movegen.to_board(self.position)
        bear_off = self.rules.bear_off
        possible: list[tuple[int, Step]] = []
        for die in dict.fromkeys(self.dice_left):
            rest = list(self.dice_left)
            rest.remove(die)
            for source in [BAR] if self.position.bar else range(24, 0, -1):
                if self.position.points[source] <= 0:
                    continue
                target = movegen.landing(board, source, die, bear_off)
                if target >= 0:
                    after, hit = movegen.after_step(board, source, target)
                    more = movegen.most_steps(after, tuple(rest), bear_off, table)
                    possible.append((more, Step(source, target, die, hit)))
        longest = max((more for more, _ in possible), default=0)
        steps = [step for more, step in possible if more == longest]
        if longest == 0 and not self.steps and not self.roll.is_double:
            larger = [step for step in steps if step.die == self.roll.high]
            steps = larger or steps
        return tuple(steps)

    @property
    def is_complete(self) -> bool:
        """Whether nothing more can be played, so that the turn is a legal play."""
        return not self.next_steps

    def step(self, step: Step) -> Turn:
        """The turn after one more step."""
        if step not in self.next_steps:
            if any((step.source, step.target) == (other.source, other.target) for other in self.next_steps):
                raise IllegalPlay(text("{step} cannot be made like this with a {die}", step=step, die=shown(step.die)))
            raise IllegalPlay(self.why_not(step.source, step.target))
        from sixprime.core import movegen

        board, _ = movegen.after_step(movegen.to_board(self.position), step.source, step.target)
        return Turn._after(self, step, movegen.to_position(board, self.start.checkers))

    def move(self, source: int, target: int) -> Turn:
        """The turn after moving a checker from `source` to `target` by one die (the exact one if it has the choice)."""
        fitting = [step for step in self.next_steps if (step.source, step.target) == (source, target)]
        if not fitting:
            raise IllegalPlay(self.why_not(source, target))
        return self.step(min(fitting, key=lambda step: step.die))

    def undo(self) -> Turn:
        """The turn without its last step; at the start of the turn, the turn itself."""
        return Turn(self.start, self.roll, self.rules, self.steps[:-1]) if self.steps else self

    def restarted(self) -> Turn:
        """The turn without any step."""
        return Turn(self.start, self.roll, self.rules)

    def journeys(self, source: int) -> dict[int, Turn]:
        """Everywhere the checker on `source` can get to, by one die or several in a row, and the turn after that.

        Of several ways to a place the one with fewest steps is chosen, then the one that hits least, then
        the one by the smaller die, which leaves the larger.
        """
        found: dict[int, Turn] = {}
        frontier = [(source, self)]
        while frontier:
            arrivals: dict[int, Turn] = {}
            for place, turn in frontier:
                for step in turn.next_steps:
                    if step.source == place:
                        after = turn.step(step)
                        known = arrivals.get(step.target)
                        if known is None or _preference(after) < _preference(known):
                            arrivals[step.target] = after
            frontier = [(target, turn) for target, turn in arrivals.items() if target != OFF]
            for target, turn in arrivals.items():
                found.setdefault(target, turn)
        return found

    def play(self) -> Play:
        """The complete play; an error while more can, and therefore must, be played."""
        if not self.is_complete:
            raise IllegalPlay(
                counted(
                    "the turn is not over: {count} more number must be played",
                    "the turn is not over: {count} more numbers must be played",
                    self._numbers_to_play(),
                )
            )
        return Play(self.start, self.steps, self.position)

    def _numbers_to_play(self) -> int:
        turn = self
        while turn.next_steps:
            turn = turn.step(turn.next_steps[0])
        return len(turn.steps) - len(self.steps)

    def play_of(self, pairs: Iterable[tuple[int, int]]) -> Play:
        """The play that makes these steps, each given as (source, target), in this order."""
        wanted = [as_pair(pair) for pair in as_list(pairs)]
        furthest: Turn = self
        stack = [self]
        while stack:
            turn = stack.pop()
            if len(turn.steps) > len(furthest.steps):
                furthest = turn
            made = len(turn.steps) - len(self.steps)
            if made == len(wanted):
                if turn.is_complete:
                    return turn.play()
                continue
            fitting = [step for step in turn.next_steps if (step.source, step.target) == wanted[made]]
            stack.extend(turn.step(step) for step in sorted(fitting, key=lambda step: -step.die))
        made = len(furthest.steps) - len(self.steps)
        if made < len(wanted):
            raise IllegalPlay(furthest.why_not(*wanted[made]))
        return furthest.play()

    def why_not(self, source: int, target: int, label: Callable[[int], str] = str) -> Message:
        """Why a checker may not go from `source` to `target` by one of the dice left; `label` names the points."""
        return why_not(self, source, target, label)

    def why_not_from(self, source: int, label: Callable[[int], str] = str) -> Message:
        """Why nothing can be played from a point, or why the roll does not make it where the player has no checker."""
        return why_not_from(self, source, label)


def _preference(turn: Turn) -> tuple[int, int]:
    return sum(step.hit for step in turn.steps), turn.steps[-1].die
