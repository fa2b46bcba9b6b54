"""The state of a match between two events: everything that decides what may happen next.

A state is a value. How an event leads from one to the next is in `sixprime.core.match.transitions`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from operator import attrgetter
from typing import Any

from sixprime.core.choices import Choice
from sixprime.core.dice import Roll
from sixprime.core.errors import IllegalAction
from sixprime.core.match.cubes import Cube, CubeOffer
from sixprime.core.match.results import GameResult, MatchResult, Win
from sixprime.core.players import Player
from sixprime.core.plays import LegalPlays
from sixprime.core.positions import Position
from sixprime.core.rules import RuleSet
from sixprime.core.turns import Turn
from sixprime.messages import text

MAX_LENGTH = 9999


class Phase(Choice):
    """What a match waits for.

    >>> from sixprime import Match
    >>> Match().phase
    Phase.OPENING
    """

    OPENING = "opening"
    """Both throw one die: the start of a game."""
    TO_ROLL = "to-roll"
    """The player on turn rolls, or doubles before."""
    TO_PLAY = "to-play"
    """The player on turn moves."""
    TO_ANSWER_CUBE = "to-answer-cube"
    """A double, beaver or raccoon waits for its answer."""
    TO_ANSWER_RESIGNATION = "to-answer-resignation"
    """An offered resignation waits for its answer."""
    OVER = "over"
    """The match is won, or the session has been ended."""


@dataclass(frozen=True, slots=True)
class Resignation:
    """An offer to lose the game, and the phase to go back to if it is declined.

    >>> from sixprime import Match
    >>> match = Match()
    >>> _ = match.open((3, 1))
    >>> match.resign()
    >>> match.state.resignation
    Resignation(by=Player.WHITE, win=Win.SINGLE, interrupted=Phase.TO_PLAY)
    """

    by: Player
    win: Win
    interrupted: Phase


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class History:
    """A game that has ended and those before it, as a linked list: the states of a long session share it.

    Its methods use loops, because recursion would exceed Python's limit after a few hundred games.
    """

    last: GameResult
    earlier: History | None

    @staticmethod
    def of(games: tuple[GameResult, ...]) -> History | None:
        """The history of these games."""
        history: History | None = None
        for game in games:
            history = History(game, history)
        return history

    @property
    def games(self) -> tuple[GameResult, ...]:
        """All games in the order in which they were played."""
        games: list[GameResult] = []
        history: History | None = self
        while history is not None:
            games.append(history.last)
            history = history.earlier
        return tuple(reversed(games))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        return self is other or self.games == other.games

    def __hash__(self) -> int:
        return hash(self.last)

    def __repr__(self) -> str:
        return f"History.of({self.games!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return History.of, (self.games,)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that decides what may happen next.

    >>> from sixprime import Match
    >>> match = Match(length=5)
    >>> _ = match.open((3, 1))
    >>> match.state.phase, match.state.to_act, len(match.state.legal_plays)
    (Phase.TO_PLAY, Player.WHITE, 16)
    """

    rules: RuleSet
    length: int | None
    phase: Phase
    on_roll: Player | None
    position: Position
    """As the player on roll sees it; White, while nobody is."""
    cube: Cube = Cube()
    roll: Roll | None = None
    offer: CubeOffer | None = None
    resignation: Resignation | None = None
    score: tuple[int, int] = (0, 0)
    """White's points, Black's points."""
    game: int = 1
    automatic_doubles: int = 0
    is_crawford: bool = False
    crawford_over: bool = False
    history: History | None = None
    """The games that have ended, the last one first."""
    result: MatchResult | None = None

    @property
    def results(self) -> tuple[GameResult, ...]:
        """The games that have ended."""
        return self.history.games if self.history is not None else ()

    @property
    def is_money(self) -> bool:
        """Whether this is a money session."""
        return self.length is None

    @property
    def to_act(self) -> Player | None:
        """Whose decision it is; None before an opening roll, which both throw, and when the match is over."""
        phase = self.phase
        if phase is Phase.TO_PLAY or phase is Phase.TO_ROLL:
            return self.on_roll
        if phase is Phase.TO_ANSWER_CUBE and self.offer is not None:
            return self.offer.to_answer
        if phase is Phase.TO_ANSWER_RESIGNATION and self.resignation is not None:
            return self.resignation.by.opponent
        return None

    @property
    def gammons_count(self) -> bool:
        """Whether gammons score: under the Jacoby rule only once the cube has been turned."""
        return not (self.rules.jacoby and self.is_money) or self.cube.was_turned

    def points_of(self, player: Player) -> int:
        """What a player has scored."""
        return self.score[0] if player is Player.WHITE else self.score[1]

    def position_for(self, player: Player) -> Position:
        """The position as a player sees it."""
        return seen_by(player, self.position, self.on_roll)

    @property
    def legal_plays(self) -> LegalPlays:
        """The plays of the roll on the table; an error if there is none."""
        if self.roll is None or self.phase is not Phase.TO_PLAY:
            raise IllegalAction(text("there is no roll to play"))
        return _legal_plays(self.position, self.roll, self.rules)

    def turn(self) -> Turn:
        """The roll on the table, to be played step by step; an error if there is none."""
        if self.roll is None or self.phase is not Phase.TO_PLAY:
            raise IllegalAction(text("there is no roll to play"))
        return Turn(self.position, self.roll, self.rules)

    def changed(self, **changes: object) -> State:
        """A copy of this state with some fields changed. Nothing is checked."""
        state = object.__new__(State)
        for set_field, value in zip(_SETTERS.values(), _values_of(self), strict=True):
            set_field(state, value)
        for name, value in changes.items():
            _SETTERS[name](state, value)
        return state


# The slots themselves. `dataclasses.replace` does what `State.changed` does in three times the time.
_SETTERS: dict[str, Any] = {field.name: State.__dict__[field.name].__set__ for field in fields(State)}
_values_of = attrgetter(*_SETTERS)


def seen_by(player: Player, position: Position, on_roll: Player | None) -> Position:
    """A position as a player sees it, from one that is in the view of the player on roll (White's, if nobody is)."""
    return position if player is (on_roll or Player.WHITE) else position.flipped()


@lru_cache(maxsize=64)
def _legal_plays(position: Position, roll: Roll, rules: RuleSet) -> LegalPlays:
    """The plays of a roll, kept for a while: a program that looks at them mostly makes one of them next."""
    return position.legal_plays(roll, rules)
