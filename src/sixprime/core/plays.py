"""`Play`, all of a turn's steps; `Step`, one checker by one die; `LegalPlays`, what a roll allows.

Two plays are the same when they lead from the same position to the same position, whatever checkers
are moved in whatever order: players compare results, not words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from sixprime.core.dice import Roll
from sixprime.core.errors import IllegalPlay
from sixprime.core.positions import BAR, OFF, Position
from sixprime.messages import shown, text

if TYPE_CHECKING:
    from sixprime.core.rules import RuleSet


def point_name(point: int, *, target: bool = False, label: Callable[[int], str] = str) -> str:
    """A point in standard notation; 25 is the bar, and 0 as a target is off the board.

    `label` gives the name of the points 1 to 24, for boards that number them otherwise.
    """
    if point == BAR:
        return "bar"
    return "off" if target and point == OFF else label(point)


@dataclass(frozen=True, slots=True)
class Step:
    """One checker moved by one die: from `source` (25: the bar) to `target` (0: off the board)."""

    source: int
    target: int
    die: int
    hit: bool = False

    def __str__(self) -> str:
        return f"{point_name(self.source)}/{point_name(self.target, target=True)}{'*' if self.hit else ''}"


def move_checker(points: list[int], source: int, target: int) -> bool:
    """Move one of the mover's checkers on a board of 26 numbers, in place, and tell whether it hit.

    Nothing is checked. This is the only place in plain Python where a checker moves; `kernels.make_step` is its
    compiled twin, and a test compares the two.
    """
    points[source] -= 1
    if target == OFF:
        return False
    hit = points[target] == -1
    if hit:
        points[target] = 0
        points[OFF] -= 1
    points[target] += 1
    return hit


def as_list(pairs: object) -> list[object]:
    """What should be the pairs of a play, of which there are at most four."""
    if isinstance(pairs, str):
        raise IllegalPlay(text("steps are pairs of points, not {value}", value=shown(pairs)))
    try:
        listed = list(islice(pairs, 5))  # type: ignore[call-overload]
    except TypeError:
        raise IllegalPlay(text("steps are pairs of points, not {value}", value=shown(pairs))) from None
    if len(listed) > 4:
        raise IllegalPlay(text("a play has at most four steps"))
    return listed


def as_pair(pair: object) -> tuple[int, int]:
    """A step as two whole numbers."""
    if isinstance(pair, tuple | list) and len(pair) == 2:
        source, target = pair
        if all(
            isinstance(point, int) and not isinstance(point, bool) and abs(point) < 100 for point in (source, target)
        ):
            return source, target
    raise IllegalPlay(text("steps are pairs of points, not {value}", value=shown(pair)))


class Play:
    """A whole turn: the steps in an order in which they can be played, and the position they lead to.

    `position` is before the play, `result` after it, both seen by the player who made it. A turn in
    which nothing could be moved is a play without steps. Plays are values: nothing about them changes.
    """

    __slots__ = ("_moves", "_steps", "position", "result")

    position: Position
    result: Position
    _steps: tuple[Step, ...] | None
    _moves: tuple[tuple[int, int], ...]

    def __init__(self, position: Position, steps: tuple[Step, ...], result: Position) -> None:
        self._set(position, result, steps, ())

    def _set(
        self, position: Position, result: Position, steps: tuple[Step, ...] | None, moves: tuple[tuple[int, int], ...]
    ) -> None:
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "result", result)
        object.__setattr__(self, "_steps", steps)
        object.__setattr__(self, "_moves", moves)

    @classmethod
    def _of_moves(cls, position: Position, moves: tuple[tuple[int, int], ...], result: Position) -> Play:
        """A play of known (source, die) moves, whose steps are worked out when somebody looks at them."""
        play = object.__new__(cls)
        play._set(position, result, None, moves)
        return play

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a play does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a play does not change: {name} cannot be removed")

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, in an order in which they can be played."""
        if self._steps is None:
            object.__setattr__(self, "_steps", _with_hits(self.position, self._moves))
        return self._steps or ()

    def __reduce__(self) -> tuple[object, ...]:
        return Play, (self.position, self.steps, self.result)

    def __repr__(self) -> str:
        return f"Play({self.position!r}, {self.steps!r}, {self.result!r})"

    @classmethod
    def of_legal_steps(cls, position: Position, pairs: Iterable[tuple[int, int]]) -> Play:
        """The play of steps, given as (source, target), that are known to be legal: they are not checked again.

        The die of a checker that is borne off is taken to be its point, which says nothing about the roll.
        """
        points = list(position.points)
        steps = [
            Step(source, target, source - target, move_checker(points, source, target)) for source, target in pairs
        ]
        return cls(position, tuple(steps), Position._known_good(tuple(points), position.checkers))

    @classmethod
    def nothing(cls, position: Position) -> Play:
        """The play of a roll that allows no step."""
        return cls(position, (), position)

    @property
    def hits(self) -> int:
        """How many enemy checkers go to the bar."""
        return sum(step.hit for step in self.steps)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        return self.position == other.position and self.result == other.result

    def __hash__(self) -> int:
        return hash((self.position, self.result))

    def __bool__(self) -> bool:
        return bool(self.steps)

    def notation(self, label: Callable[[int], str] = str) -> str:
        """Standard notation: `8/5 6/5`, `24/18*/13`, `bar/20`, `6/off(2)`; empty where nothing moves.

        The checkers from the rear come first, steps of one checker are joined unless it hits on the way,
        equal moves are written once with their number. `label` names the points, as in `point_name`.
        """
        words: list[str] = []
        for leg in sorted(_legs(self.steps), key=lambda leg: (-leg[0].source, -leg[-1].target)):
            stops = "".join(f"{point_name(step.target, label=label)}*/" for step in leg[:-1] if step.hit)
            end = point_name(leg[-1].target, target=True, label=label)
            words.append(f"{point_name(leg[0].source, label=label)}/{stops}{end}{'*' if leg[-1].hit else ''}")
        return " ".join(_counted(words))

    def __str__(self) -> str:
        return self.notation()


def _legs(steps: tuple[Step, ...]) -> list[list[Step]]:
    """Steps of one and the same checker joined. A checker goes on from where another landed, if one did."""
    legs: list[list[Step]] = []
    for step in steps:
        arrived = next((leg for leg in legs if leg[-1].target == step.source and step.source != OFF), None)
        if arrived is None:
            legs.append([step])
        else:
            arrived.append(step)
    return legs


def _counted(words: list[str]) -> list[str]:
    """Equal words written once with their number. A point hit by the first of several is starred once."""
    written: list[tuple[str, int]] = []
    for word in words:
        place = next((n for n, (known, _) in enumerate(written) if known.rstrip("*") == word.rstrip("*")), None)
        if place is None:
            written.append((word, 1))
        else:
            known, count = written[place]
            written[place] = (max(known, word, key=len), count + 1)
    return [word if count == 1 else f"{word}({count})" for word, count in written]


class LegalPlays(Collection[Play]):
    """The legal plays of a roll, found when first asked for. Empty, and so false, where nothing can be moved.

    As many dice as possible must be played, and the larger where only one of the two can be. Each position
    that can be reached stands for one play; where several orders of steps reach it, the play shows the
    one with the larger die first and the rearmost checkers first.
    """

    def __init__(self, position: Position, roll: Roll | tuple[int, int], rules: RuleSet | None = None) -> None:
        from sixprime.core.rules import STANDARD

        self.position = position
        self.roll = Roll.of(roll)
        self.rules = rules or STANDARD
        self._plays: dict[Position, Play] | None = None

    def _found(self) -> dict[Position, Play]:
        if self._plays is None:
            from sixprime.core.movegen import plays_with_dice

            position = self.position
            plays: dict[Position, Play] = {}
            if not position.is_over:
                for moves, result in plays_with_dice(position, self.roll, self.rules.bear_off):
                    plays[result] = Play._of_moves(position, moves, result)
            self._plays = plays  # whole at once, for whoever looks from another thread
        return self._plays

    def __iter__(self) -> Iterator[Play]:
        return iter(self._found().values())

    def __len__(self) -> int:
        return len(self._found())

    def __contains__(self, play: object) -> bool:
        """Whether a play is legal; a play without steps is where no step is possible."""
        if not isinstance(play, Play) or play.position != self.position:
            return False
        if not self._found():
            return play.result == self.position
        return play.result in self._found()

    def reaching(self, result: Position) -> Play | None:
        """The play that leads to a position, if there is one."""
        return self._found().get(result)

    def __repr__(self) -> str:
        return f"<LegalPlays of {self.roll}: {', '.join(map(str, self)) or 'none'}>"


def _with_hits(position: Position, moves: tuple[tuple[int, int], ...]) -> tuple[Step, ...]:
    """Moves of (source, die) with their targets and hits."""
    points = list(position.points)
    played: list[Step] = []
    for source, die in moves:
        target = max(source - die, OFF)
        played.append(Step(source, target, die, move_checker(points, source, target)))
    return tuple(played)
