"""`Play`, all of a turn's steps; `Step`, one checker by one die; `LegalPlays`, what a roll allows.

Two plays are the same when they lead from the same position to the same position, whatever checkers
are moved in whatever order: players compare results, not words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from struct import Struct
from types import ModuleType
from typing import Any, NamedTuple, overload

from sixprime.core.dice import Roll, RollLike
from sixprime.core.errors import IllegalPlay
from sixprime.core.positions import BAR, OFF, Position
from sixprime.core.rules import STANDARD, RuleSet
from sixprime.messages import shown, text

ROW = Struct("26b")
"""A board as kernels have it: 26 numbers of eight bits."""

Pair = tuple[int, int]
"""A step without its die: source and target."""


def point_name(point: int, *, target: bool = False, label: Callable[[int], str] = str) -> str:
    """A point in standard notation; 25 is the bar, and 0 as a target is off the board.

    `label` gives the name of the points 1 to 24, for boards that number them otherwise.
    """
    if point == BAR:
        return "bar"
    return "off" if target and point == OFF else label(point)


@dataclass(frozen=True, slots=True)
class Step:
    """One checker moved by one die: from `source` (25: the bar) to `target` (0: off the board).

    >>> print(Step(25, 20, 5, hit=True), Step(3, 0, 6))
    bar/20* 3/off
    """

    source: int
    target: int
    die: int
    hit: bool = False

    def __str__(self) -> str:
        return f"{point_name(self.source)}/{point_name(self.target, target=True)}{'*' if self.hit else ''}"


def move_checker(points: list[int], source: int, target: int) -> bool:
    """Move one of the mover's checkers on a board of 26 numbers, in place, and tell whether it hit.

    Nothing is checked. This is the only place in plain Python where a checker moves; `compiled.moves.make_step` does it
    in machine code, and a test compares the two.
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
    """The steps of a play, of which there are at most four, as a list; each is still to be checked."""
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
    if type(pair) is tuple and len(pair) == 2:
        source, target = pair
        if type(source) is type(target) is int and -100 < source < 100 and -100 < target < 100:
            return pair
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

    >>> play = Position.standard().legal_plays((6, 5))[0]
    >>> print(play, play.steps[0].die, play.result.pips)
    24/13 6 156
    """

    __slots__ = ("_dice", "_pairs", "_sources", "_steps", "position", "result")

    position: Position
    result: Position
    _steps: tuple[Step, ...] | None
    _pairs: tuple[Pair, ...] | None
    _sources: tuple[int, ...]
    _dice: tuple[int, ...]

    def __init__(self, position: Position, steps: tuple[Step, ...], result: Position) -> None:
        _set_position(self, position)
        _set_result(self, result)
        _set_steps(self, steps)
        _set_pairs(self, None)

    @classmethod
    def _of_sources(cls, position: Position, sources: tuple[int, ...], dice: tuple[int, ...], result: Position) -> Play:
        """A legal play by the points its steps start from and their dice; its steps are made when they are needed."""
        play = object.__new__(cls)
        _set_position(play, position)
        _set_result(play, result)
        _set_steps(play, None)
        _set_pairs(play, None)
        _set_sources(play, sources)
        _set_dice(play, dice)
        return play

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a play does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a play does not change: {name} cannot be removed")

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, in an order in which they can be played."""
        if self._steps is None:
            _set_steps(self, _with_hits(self.position, self._sources, self._dice))
        return self._steps or ()

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The steps as (source, target), as the event of a play has them.

        >>> next(iter(Position.standard().legal_plays((3, 1)))).pairs
        ((24, 21), (24, 23))
        """
        if self._pairs is None:
            if self._steps is None:
                moves = zip(self._sources, self._dice, strict=False)
                pairs = [(source, source - die if source > die else OFF) for source, die in moves]
            else:
                pairs = [(step.source, step.target) for step in self._steps]
            _set_pairs(self, tuple(pairs))
        return self._pairs or ()

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
        return bool(self._sources if self._steps is None else self._steps)

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


# The slots themselves: `Play.__setattr__` refuses, and `object.__setattr__` takes longer.
_set_position: Any = Play.__dict__["position"].__set__
_set_result: Any = Play.__dict__["result"].__set__
_set_steps: Any = Play.__dict__["_steps"].__set__
_set_pairs: Any = Play.__dict__["_pairs"].__set__
_set_sources: Any = Play.__dict__["_sources"].__set__
_set_dice: Any = Play.__dict__["_dice"].__set__


def _legs(steps: tuple[Step, ...]) -> list[list[Step]]:
    """The steps in groups, one for each checker: a step belongs to the checker that landed on its source."""
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


class PlayRows(NamedTuple):
    """The legal plays of a roll as kernels list them, each a row of bytes."""

    found: int
    results: bytes | bytearray
    """The boards after each play, 26 bytes each, in the mover's view."""
    sources: bytes | bytearray
    """The points that the steps of each play start from, four bytes each; 0 for no step."""
    low_first: bytes | bytearray
    """Whether the smaller die is played first, a byte each."""
    dice_used: int
    """How many dice each play uses."""


NO_ROWS = PlayRows(0, b"", b"", b"", 0)


@cache
def _movegen() -> ModuleType:
    """The module that generates moves, which loads numba: imported when it is first needed."""
    from sixprime.core import movegen

    return movegen


class LegalPlays(Sequence[Play]):
    """The legal plays of a roll, found when first asked for. Empty, and so false, where nothing can be moved.

    As many dice as possible must be played, and the larger where only one of the two can be. Each position
    that can be reached stands for one play; where several orders of steps reach it, the play shows the
    one with the larger die first and the rearmost checkers first.

    This is a view: a play becomes an object when it is looked at.

    >>> plays = Position.standard().legal_plays((3, 1))
    >>> len(plays), str(plays[0]), plays[0] in plays
    (16, '24/23 24/21', True)
    """

    __slots__ = ("_known_rows", "_made", "position", "roll", "rules")

    def __init__(self, position: Position, roll: RollLike, rules: RuleSet | None = None) -> None:
        self.position = position
        self.roll = roll if type(roll) is Roll else Roll.of(roll)
        self.rules = rules or STANDARD
        self._known_rows: PlayRows | None = None
        self._made: dict[int, Play] = {}

    def _rows(self) -> PlayRows:
        rows = self._known_rows
        if rows is None:
            position = self.position
            rows = NO_ROWS if position.is_over else _movegen().play_rows(position, self.roll, self.rules.bear_off)
            self._known_rows = rows  # in one assignment, so that other threads see all rows or none
        return rows

    def _play(self, number: int) -> Play:
        """The play of a row, always the same object."""
        play = self._made.get(number)
        if play is None:
            rows, roll, position = self._rows(), self.roll, self.position
            sources = tuple(rows.sources[4 * number : 4 * number + rows.dice_used])
            dice = (roll.low, roll.high) if rows.low_first[number] else roll.numbers
            result = Position._known_good(ROW.unpack_from(rows.results, ROW.size * number), position.checkers)
            play = self._made.setdefault(number, Play._of_sources(position, sources, dice, result))
        return play

    def __iter__(self) -> Iterator[Play]:
        return map(self._play, range(self._rows().found))

    def __len__(self) -> int:
        return (self._known_rows or self._rows()).found

    @overload
    def __getitem__(self, index: int) -> Play: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Play]: ...

    def __getitem__(self, index: int | slice) -> Play | Sequence[Play]:
        count = len(self)
        if isinstance(index, slice):
            return tuple(map(self._play, range(count)[index]))
        try:
            return self._play(range(count)[index])
        except IndexError:
            raise IndexError(f"no legal play has the number {index}: there are {count}, from 0") from None

    def __contains__(self, play: object) -> bool:
        """Whether a play is legal; a play without steps is where no step is possible.

        Text in standard notation is read first, and refused if it is malformed or ambiguous.

        >>> "8/5 6/5" in Position.standard().legal_plays((3, 1))
        True
        """
        if isinstance(play, str):
            from sixprime.core.notation import parse_play  # loaded when first needed
            from sixprime.core.turns import Turn

            try:
                play = parse_play(play, Turn(self.position, self.roll, self.rules))
            except IllegalPlay:
                return False
        if not isinstance(play, Play) or play.position != self.position:
            return False
        if not self._rows().found:
            return play.result == self.position
        return self.reaching(play.result) is not None

    @property
    def result_bytes(self) -> bytes:
        """The positions after each play in the mover's view, in order: 26 signed bytes each, for arrays."""
        return bytes(self._rows().results)

    def reaching(self, result: Position) -> Play | None:
        """The play that leads to a position, if there is one."""
        return self._with_result(result.points) if result.checkers == self.position.checkers else None

    def with_pairs(self, pairs: tuple[Pair, ...]) -> Play | None:
        """The play that is listed with exactly these steps in this order, given as (source, target), if there is one.

        Steps that reach a legal position in another order, which may be legal or not, are not found.
        """
        if not pairs:
            return Play.nothing(self.position) if not self else None
        if len(pairs) > 4:
            return None
        points = list(self.position.points)
        for source, target in pairs:
            if not 1 <= source <= BAR or not OFF <= target <= 24:
                return None
            move_checker(points, source, target)
        play = self._with_result(points)
        return play if play is not None and play.pairs == pairs else None

    def _with_result(self, points: Sequence[int]) -> Play | None:
        row, results = ROW.pack(*points), self._rows().results
        place = results.find(row)
        while place % ROW.size and place >= 0:
            place = results.find(row, place + 1)
        return self._play(place // ROW.size) if place >= 0 else None

    def __repr__(self) -> str:
        return f"<LegalPlays of {self.roll}: {', '.join(map(str, self)) or 'none'}>"


def _with_hits(position: Position, sources: tuple[int, ...], dice: tuple[int, ...]) -> tuple[Step, ...]:
    """The steps of a play, each with its target and whether it hits."""
    points = list(position.points)
    played: list[Step] = []
    for source, die in zip(sources, dice, strict=False):
        target = max(source - die, OFF)
        played.append(Step(source, target, die, move_checker(points, source, target)))
    return tuple(played)
