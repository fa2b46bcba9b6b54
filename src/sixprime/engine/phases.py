"""Which kind of game a position belongs to, by simple rules, so that strength can be reported by kind.

The kinds are those players speak of. A position can be several at once; the first rule that fits names it, in
the order of `GamePhase`. Every rule looks at both sides alike, so that it does not matter who is on roll.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from itertools import groupby

from sixprime.core import BAR, Position
from sixprime.core.positions import MAX_CHECKERS, STANDARD_SETUP
from sixprime.messages import Message, text


class GamePhase(Enum):
    """Kinds of positions, in the order in which the rules are tried."""

    BEAR_OFF = "bear-off"
    """No contact, and both sides are all home."""
    GAMMON_RACE = "gammon race"
    """No contact, and a side that has borne off none may come too late with its first checker: the pips it needs for
    that are less than twenty short of all those that the enemy needs. GNU Backgammon is no good judge of these:
    on some of them its search changes its mind by a tenth of a point and more when it looks two plies further."""
    RACE = "race"
    """No contact."""
    OPENING = "opening"
    """At most eight of the thirty checkers have left the places where they start."""
    BACKGAME = "backgame"
    """One side holds two points of the enemy's home board, and is twenty pips behind or more."""
    BEAR_IN = "bear-in"
    """One side has all its checkers in its own half, and the enemy has an anchor in its home board; or is home but for
    four checkers, and the enemy has a checker there or on the bar."""
    CONTAINMENT = "containment"
    """One side is home or off but for one to three checkers, and the last of them is on the bar or a blot in the far
    half."""
    PRIME_AGAINST_PRIME = "prime against prime"
    """Each side has an enemy checker behind four points in a row."""
    BLITZ = "blitz"
    """A side on the bar against three or more made home points, without an anchor among them."""
    PRIMING = "priming"
    """One side has an enemy checker behind four points in a row."""
    HOLDING = "holding"
    """The rear of one side is an anchor no deeper than the enemy's 3 point; that of the other is the same, or has come
    near the midpoint or past it."""
    MIDDLE_GAME = "middle game"
    """Everything else with contact."""

    @property
    def label(self) -> Message:
        return _LABELS[self]


_LABELS: Mapping[GamePhase, Message] = {
    GamePhase.BEAR_OFF: text("bear-off"),
    GamePhase.GAMMON_RACE: text("gammon race"),
    GamePhase.RACE: text("race"),
    GamePhase.OPENING: text("opening"),
    GamePhase.BACKGAME: text("backgame"),
    GamePhase.BEAR_IN: text("bear-in against contact"),
    GamePhase.CONTAINMENT: text("containment"),
    GamePhase.PRIME_AGAINST_PRIME: text("prime against prime"),
    GamePhase.BLITZ: text("blitz"),
    GamePhase.PRIMING: text("priming"),
    GamePhase.HOLDING: text("holding"),
    GamePhase.MIDDLE_GAME: text("middle game"),
}


PRIME_LENGTH = 4
OPENING_MOVES = 8
BACKGAME_PIPS = 20
GAMMON_PIPS = 20
LATE_BACKGAME_CHECKERS = range(5, 10)
"""How many checkers the side that plays a late backgame has in the enemy's home board and on the bar."""


class _Side:
    """One side's checkers and the enemy's, counted from this side's home: 1..24 the points, 25 the bar."""

    def __init__(self, position: Position) -> None:
        points = position.points
        self.own = [0, *(max(points[point], 0) for point in range(1, BAR + 1))]
        self.enemy = [max(-points[point], 0) for point in range(BAR)]
        """The enemy's at our points; at 0 those on its bar."""
        self.rear = position.rearmost
        self.pips = position.pips
        self.behind = position.pips - position.opponent_pips

    def made(self, low: int, high: int) -> list[int]:
        """The points from low to high that hold two checkers or more."""
        return [point for point in range(low, high + 1) if self.own[point] >= 2]

    @property
    def has_prime(self) -> bool:
        """Whether an enemy checker stands behind enough points in a row."""
        made = self.made(1, 24)
        # Points in a row differ from their place in the list by the same number.
        for _, row in groupby(enumerate(made), key=lambda pair: pair[1] - pair[0]):
            points = [point for _, point in row]
            if len(points) >= PRIME_LENGTH and any(self.enemy[: points[0]]):
                return True
        return False

    @property
    def may_lose_gammon(self) -> bool:
        """In a race: whether the first checker may come off too late."""
        to_first_off = 1 + sum((point - 6) * count for point, count in enumerate(self.own) if point > 6)
        return sum(self.own) == MAX_CHECKERS and to_first_off > self.pips - self.behind - GAMMON_PIPS

    @property
    def outside(self) -> int:
        return sum(self.own[7:])

    @property
    def is_contained(self) -> bool:
        return 1 <= self.outside <= 3 and (self.rear == BAR or (self.rear > 12 and self.own[self.rear] == 1))

    @property
    def is_bearing_in(self) -> bool:
        if self.rear > 12:
            return False
        return any(count >= 2 for count in self.enemy[1:7]) or (self.outside <= 4 and any(self.enemy[:7]))

    @property
    def plays_backgame(self) -> bool:
        return len(self.made(19, 24)) >= 2 and self.behind >= BACKGAME_PIPS

    @property
    def plays_late_backgame(self) -> bool:
        enemy_is_in_own_half = not self.enemy[0] and not any(self.enemy[1:13])
        return sum(self.own[19:]) in LATE_BACKGAME_CHECKERS and enemy_is_in_own_half

    @property
    def is_blitzed(self) -> bool:
        enemy_points = sum(self.enemy[point] >= 2 for point in range(19, 25))
        return self.own[BAR] > 0 and enemy_points >= 3 and not self.made(19, 24)

    @property
    def holds(self) -> bool:
        return 16 <= self.rear <= 22 and self.own[self.rear] >= 2

    @property
    def has_come_round(self) -> bool:
        return self.rear <= 15


def _is_opening(mover: _Side, opponent: _Side) -> bool:
    moved = sum(
        max(count - side.own[point], 0) for side in (mover, opponent) for point, count in STANDARD_SETUP.items()
    )
    return moved <= OPENING_MOVES


def _is_holding(mover: _Side, opponent: _Side) -> bool:
    settled = all(side.holds or side.has_come_round for side in (mover, opponent))
    return settled and (mover.holds or opponent.holds)


CONTACT_RULES: Mapping[GamePhase, Callable[[_Side, _Side], bool]] = {
    GamePhase.OPENING: _is_opening,
    GamePhase.BACKGAME: lambda mover, opponent: mover.plays_backgame or opponent.plays_backgame,
    GamePhase.BEAR_IN: lambda mover, opponent: mover.is_bearing_in or opponent.is_bearing_in,
    GamePhase.CONTAINMENT: lambda mover, opponent: mover.is_contained or opponent.is_contained,
    GamePhase.PRIME_AGAINST_PRIME: lambda mover, opponent: mover.has_prime and opponent.has_prime,
    GamePhase.BLITZ: lambda mover, opponent: mover.is_blitzed or opponent.is_blitzed,
    GamePhase.PRIMING: lambda mover, opponent: mover.has_prime or opponent.has_prime,
    GamePhase.HOLDING: _is_holding,
}


def plays_backgame(position: Position) -> bool:
    """Whether the player whose view this is plays a backgame: holds two points of the enemy's home board or more, and
    is twenty pips behind or more. It is asked of positions with contact."""
    return _Side(position).plays_backgame


def plays_late_backgame(position: Position) -> bool:
    """Whether the player whose view this is has five to nine checkers in the enemy's home board and on the bar, on
    points or as blots, while the enemy bears in or off: all its checkers are in its own half of the board. It is asked
    of positions with contact."""
    return _Side(position).plays_late_backgame


def phase_of(position: Position) -> GamePhase:
    """The kind of game that a position belongs to."""
    mover, opponent = _Side(position), _Side(position.flipped())
    if position.is_race:
        if max(mover.rear, opponent.rear) <= 6:
            return GamePhase.BEAR_OFF
        return GamePhase.GAMMON_RACE if mover.may_lose_gammon or opponent.may_lose_gammon else GamePhase.RACE
    return next((phase for phase, rule in CONTACT_RULES.items() if rule(mover, opponent)), GamePhase.MIDDLE_GAME)
