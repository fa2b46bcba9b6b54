"""How games and matches end: who won, how much, and why."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum

from sixprime.core.choices import Choice
from sixprime.core.match.cubes import Cube
from sixprime.core.players import Player
from sixprime.core.positions import Position
from sixprime.core.rules import RuleSet, TripleWin
from sixprime.messages import Message, counted, text


class Win(IntEnum):
    """A game counts once, twice or three times the cube.

    >>> int(Win.GAMMON), str(Win.GAMMON.label)
    (2, 'gammon')
    """

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3

    @property
    def label(self) -> Message:
        return (text("single game"), text("gammon"), text("backgammon"))[self - 1]

    def __repr__(self) -> str:
        return f"Win.{self.name}"


class Ending(Choice):
    """What ended a game.

    >>> from sixprime import Match
    >>> match = Match()
    >>> _ = match.open((3, 1))
    >>> match.resign()
    >>> match.accept()
    >>> match.results[0].ending
    Ending.RESIGNED
    """

    BORNE_OFF = "borne-off"
    DROPPED = "dropped"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class GameResult:
    """The end of one game.

    `win` is what the position, or the agreed resignation, amounts to; `points` is what is scored, which the
    Jacoby rule may make less. `position` is the last one, as the winner sees it.

    >>> from sixprime import Match
    >>> match = Match()
    >>> _ = match.open((3, 1))
    >>> match.resign(Win.GAMMON)
    >>> match.accept()
    >>> game = match.results[0]
    >>> game.winner, game.points, str(game.why)
    (Player.BLACK, 2, 'White resigns')
    """

    number: int
    winner: Player
    ending: Ending
    win: Win
    cube: Cube
    points: int
    position: Position
    why: Message

    @property
    def loser(self) -> Player:
        """The player who lost the game."""
        return self.winner.opponent

    def amount(self, stake: Decimal) -> Decimal:
        """What the loser pays in money play."""
        return stake * self.points


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The end of a match or of a money session. A session can end level, without a winner.

    >>> from sixprime import Match
    >>> session = Match()
    >>> session.end()
    >>> session.result.winner, session.result.score
    (None, (0, 0))
    """

    winner: Player | None
    score: tuple[int, int]
    why: Message


def judge_position(loser_view: Position, loser: Player, rules: RuleSet) -> tuple[Win, Message]:
    """Whether a game that ended by bearing off is a single game, gammon or backgammon, and why."""
    name = loser.label
    outside = sum(count for count in loser_view.points[7:] if count > 0)
    if rules.triple_win is TripleWin.OUTSIDE_HOME:
        if outside:
            return Win.BACKGAMMON, counted(
                "{loser} has {count} checker outside home",
                "{loser} has {count} checkers outside home",
                outside, loser=name,
            )  # fmt: skip
    elif not loser_view.off:
        if loser_view.bar:
            return Win.BACKGAMMON, text("{loser} has borne off no checker and has one on the bar", loser=name)
        if any(count > 0 for count in loser_view.points[19:25]):
            return Win.BACKGAMMON, text("{loser} has borne off no checker and has one in the winner's home", loser=name)
    if not loser_view.off:
        return Win.GAMMON, text("{loser} has borne off no checker", loser=name)
    return Win.SINGLE, counted(
        "{loser} has borne off {count} checker", "{loser} has borne off {count} checkers", loser_view.off, loser=name
    )
