"""What can happen in a match. A match is nothing but the list of these events under its rules.

Events are plain values; whether one is legal now is for `Match` to say. Each knows its form in JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from sixprime.core.choices import Choice
from sixprime.core.dice import Roll
from sixprime.core.errors import IllegalAction
from sixprime.core.match.cubes import Cube
from sixprime.core.match.results import Win
from sixprime.core.players import Player
from sixprime.core.plays import as_list, as_pair, point_name
from sixprime.core.positions import Position
from sixprime.messages import Message, shown, text

Naming = Callable[[Player], Message]
"""What a player is called in a description."""


def colour(player: Player) -> Message:
    """White or Black, where a description has no other name for the player."""
    return player.label


class Action(Choice):
    """The kinds of decision; the value is also the event's type in JSON.

    >>> from sixprime import Match
    >>> Match().actions(Player.WHITE)
    (Action.OPEN, Action.RESIGN, Action.END)
    """

    SET_UP = "set-up"
    OPEN = "open"
    ROLL = "roll"
    PLAY = "play"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    RESIGN = "resign"
    ACCEPT = "accept"
    DECLINE = "decline"
    END = "end"


def _check_player(player: object) -> None:
    if not isinstance(player, Player):
        raise IllegalAction(text("{value} is not a player", value=shown(player)))


@dataclass(frozen=True, slots=True)
class PositionSet:
    """A position is set up by hand: `on_roll` is about to roll or double.

    In place of an opening roll it begins a game, for studies and for records that begin in the middle. Later in a game
    it replaces the board: after a roll, it is an illegal play that was let stand, and the opponent is on roll.

    `position` is as `on_roll` sees it, `score` is White's points and Black's. `crawford` says whether this is the
    Crawford game, `crawford_over` whether it has been.
    """

    action: ClassVar = Action.SET_UP
    position: Position
    on_roll: Player
    cube: Cube = Cube()
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    crawford_over: bool = False

    def __post_init__(self) -> None:
        _check_player(self.on_roll)
        if not isinstance(self.cube, Cube) or not isinstance(self.score, tuple):
            raise IllegalAction(text("a set-up needs a position, a cube and two scores in whole numbers"))
        if self.cube.owner is not None:
            _check_player(self.cube.owner)
        numbers = (self.cube.value, *self.score)
        whole = all(isinstance(number, int) and not isinstance(number, bool) for number in numbers)
        if not isinstance(self.position, Position) or not whole or len(self.score) != 2:
            raise IllegalAction(text("a set-up needs a position, a cube and two scores in whole numbers"))

    def describe(self, name: Naming = colour) -> Message:
        return text("a position is set up, {player} to roll", player=name(self.on_roll))


@dataclass(frozen=True, slots=True)
class OpeningRolled:
    """Each player throws one die. The player with the higher number plays both; on a tie both throw again."""

    action: ClassVar = Action.OPEN
    white: int
    black: int

    def describe(self, name: Naming = colour) -> Message:  # noqa: ARG002
        return text("opening roll: White {white}, Black {black}", white=self.white, black=self.black)


@dataclass(frozen=True, slots=True)
class Rolled:
    """The player on turn rolls."""

    action: ClassVar = Action.ROLL
    player: Player
    roll: Roll

    def __post_init__(self) -> None:
        _check_player(self.player)
        if type(self.roll) is not Roll:
            object.__setattr__(self, "roll", Roll.of(self.roll))

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} rolls {roll}", player=name(self.player), roll=self.roll)


@dataclass(frozen=True, slots=True)
class Played:
    """The steps of a turn as (source, target), in an order in which they can be played; none if none is possible."""

    action: ClassVar = Action.PLAY
    player: Player
    steps: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        _check_player(self.player)
        steps = self.steps if type(self.steps) is tuple and len(self.steps) <= 4 else as_list(self.steps)
        object.__setattr__(self, "steps", tuple([as_pair(step) for step in steps]))

    def describe(self, name: Naming = colour) -> Message:
        if not self.steps:
            return text("{player} cannot move", player=name(self.player))
        play = " ".join(f"{point_name(source)}/{point_name(target, target=True)}" for source, target in self.steps)
        return text("{player} plays {play}", player=name(self.player), play=play)


@dataclass(frozen=True, slots=True)
class Doubled:
    """The player on roll offers to double the cube."""

    action: ClassVar = Action.DOUBLE
    player: Player

    def __post_init__(self) -> None:
        _check_player(self.player)

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} doubles", player=name(self.player))


@dataclass(frozen=True, slots=True)
class Taken:
    """A player accepts the offered cube."""

    action: ClassVar = Action.TAKE
    player: Player

    def __post_init__(self) -> None:
        _check_player(self.player)

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} takes", player=name(self.player))


@dataclass(frozen=True, slots=True)
class Dropped:
    """A player gives up the game instead of accepting the offered cube."""

    action: ClassVar = Action.DROP
    player: Player

    def __post_init__(self) -> None:
        _check_player(self.player)

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} drops", player=name(self.player))


@dataclass(frozen=True, slots=True)
class Beavered:
    """The doubled player turns the cube once more and keeps it."""

    action: ClassVar = Action.BEAVER
    player: Player

    def __post_init__(self) -> None:
        _check_player(self.player)

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} beavers", player=name(self.player))


@dataclass(frozen=True, slots=True)
class Raccooned:
    """The doubler answers a beaver by turning the cube yet again; the beavering player keeps it."""

    action: ClassVar = Action.RACCOON
    player: Player

    def __post_init__(self) -> None:
        _check_player(self.player)

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} raccoons", player=name(self.player))


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player offers to lose the game as a single game, a gammon or a backgammon."""

    action: ClassVar = Action.RESIGN
    player: Player
    win: Win

    def __post_init__(self) -> None:
        _check_player(self.player)
        if not isinstance(self.win, Win):
            raise IllegalAction(text("a resignation is 1, 2 or 3, not {value}", value=shown(self.win)))

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} offers to resign: {win}", player=name(self.player), win=self.win.label)


@dataclass(frozen=True, slots=True)
class ResignationAccepted:
    """A player accepts the resignation, which ends the game."""

    action: ClassVar = Action.ACCEPT
    player: Player

    def __post_init__(self) -> None:
        _check_player(self.player)

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} accepts the resignation", player=name(self.player))


@dataclass(frozen=True, slots=True)
class ResignationDeclined:
    """A player declines the resignation: the game goes on."""

    action: ClassVar = Action.DECLINE
    player: Player

    def __post_init__(self) -> None:
        _check_player(self.player)

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} declines the resignation", player=name(self.player))


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """The players end a money session between two games."""

    action: ClassVar = Action.END

    def describe(self, name: Naming = colour) -> Message:  # noqa: ARG002
        return text("the session ends")


Event = (
    PositionSet
    | OpeningRolled
    | Rolled
    | Played
    | Doubled
    | Taken
    | Dropped
    | Beavered
    | Raccooned
    | Resigned
    | ResignationAccepted
    | ResignationDeclined
    | SessionEnded
)
"""Any event of a match."""
