"""The decisions of a match: who decided what, when, and what else could have been done.

A decision belongs to the event that made it. Rolling is a decision where the player might have doubled. What the rules
forbid is no decision: no cube in the Crawford game, none where the rules have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sixprime.core import Match, Player, Roll
from sixprime.core.choices import Choice
from sixprime.core.match import events as ev
from sixprime.core.match.events import Action, Event
from sixprime.core.match.transitions import refusal


class DecisionKind(Choice):
    """What a decision is about.

    >>> DecisionKind("play")
    DecisionKind.PLAY
    """

    PLAY = "play"
    DOUBLE = "double"
    """To double, or to roll."""
    ANSWER = "answer"
    """To take a double, drop it, or turn the cube once more."""
    RESIGNATION = "resignation"
    """To offer a resignation."""
    RESIGNATION_ANSWER = "resignation-answer"


@dataclass(frozen=True, slots=True)
class MatchDecision:
    """A decision of a match, by the number of its event, counted from 0.

    `match.state_at(event)` is where it stood.

    >>> from sixprime import Match
    >>> match = Match(length=3)
    >>> _ = match.open((3, 1))
    >>> match.play("8/5 6/5")
    >>> list(decisions_of(match))
    [MatchDecision(event=1, game=1, player=Player.WHITE, kind=DecisionKind.PLAY, action=Action.PLAY)]
    """

    event: int
    game: int
    player: Player
    kind: DecisionKind
    action: Action
    """What the player did."""


@dataclass(frozen=True, slots=True)
class MadeRoll:
    """A roll of a match, by the number of its event. The player of an opening roll is the one who starts."""

    event: int
    game: int
    player: Player
    roll: Roll
    is_opening: bool


_ANSWERS = (ev.Taken, ev.Dropped, ev.Beavered, ev.Raccooned)
_RESIGNATION_ANSWERS = (ev.ResignationAccepted, ev.ResignationDeclined)


def decisions_of(match: Match) -> Iterator[MatchDecision]:
    """The decisions of a match in the order in which they were made; plays that were forced are among them."""
    for number, event in enumerate(match.events):
        kind = _kind_of(match, number, event)
        if kind is not None:
            player: Player = event.player  # type: ignore[union-attr]  # events without one decide nothing
            yield MatchDecision(number, match.state_at(number).game, player, kind, event.action)


def _kind_of(match: Match, number: int, event: Event) -> DecisionKind | None:
    if isinstance(event, ev.Played):
        return DecisionKind.PLAY
    if isinstance(event, ev.Doubled):
        return DecisionKind.DOUBLE
    if isinstance(event, ev.Rolled):
        may_double = refusal(match.state_at(number), ev.Doubled(event.player)) is None
        return DecisionKind.DOUBLE if may_double else None
    if isinstance(event, _ANSWERS):
        return DecisionKind.ANSWER
    if isinstance(event, ev.Resigned):
        return DecisionKind.RESIGNATION
    if isinstance(event, _RESIGNATION_ANSWERS):
        return DecisionKind.RESIGNATION_ANSWER
    return None


def rolls_of(match: Match) -> Iterator[MadeRoll]:
    """The rolls of a match that somebody played; ties in the opening are not among them."""
    for number, event in enumerate(match.events):
        after = match.state_at(number + 1)
        if isinstance(event, ev.Rolled):
            yield MadeRoll(number, after.game, event.player, event.roll, is_opening=False)
        elif isinstance(event, ev.OpeningRolled) and after.on_roll is not None:
            yield MadeRoll(number, after.game, after.on_roll, Roll(event.white, event.black), is_opening=True)
