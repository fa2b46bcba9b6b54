"""The kinds of positions by which a net's errors are reported.

They are the phases, but for two things. What a backgame is worth is asked of the side that plays it and of the side
against it separately: a net that underrates one side overrates the other, and together the two would cancel out. And
late backgames, with many checkers back against a side that bears in or off, are kinds of their own, because nets that
learn from their own games hardly ever see them. Bear-offs are left out: tables know what they are worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from sixprime.core import Position
from sixprime.engine.phases import GamePhase, phase_of, plays_backgame, plays_late_backgame


class PositionKind(Enum):
    """Kinds of positions after a play, in the view of the player who has just moved."""

    OPENING = "opening"
    MIDDLE_GAME = "middle game"
    HOLDING = "holding"
    PRIMING = "priming"
    BLITZ = "blitz"
    PRIME_AGAINST_PRIME = "prime against prime"
    CONTAINMENT = "containment"
    BEAR_IN = "bear-in"
    BACKGAME = "backgame"
    """The player who has just moved plays the backgame."""
    AGAINST_BACKGAME = "against backgame"
    """The opponent of the player who has just moved plays it."""
    LATE_BACKGAME = "late backgame"
    """The player who has just moved has five to nine checkers back; the opponent bears in or off."""
    AGAINST_LATE_BACKGAME = "against late backgame"
    """The player who has just moved bears in or off; the opponent has five to nine checkers back."""
    RACE = "race"
    GAMMON_RACE = "gammon race"


_KINDS_BY_PHASE: Mapping[GamePhase, PositionKind] = {
    GamePhase.OPENING: PositionKind.OPENING,
    GamePhase.MIDDLE_GAME: PositionKind.MIDDLE_GAME,
    GamePhase.HOLDING: PositionKind.HOLDING,
    GamePhase.PRIMING: PositionKind.PRIMING,
    GamePhase.BLITZ: PositionKind.BLITZ,
    GamePhase.PRIME_AGAINST_PRIME: PositionKind.PRIME_AGAINST_PRIME,
    GamePhase.CONTAINMENT: PositionKind.CONTAINMENT,
    GamePhase.BEAR_IN: PositionKind.BEAR_IN,
    GamePhase.RACE: PositionKind.RACE,
    GamePhase.GAMMON_RACE: PositionKind.GAMMON_RACE,
}


def kind_of(position: Position) -> PositionKind | None:
    """The kind of a position in the view of the player who has just moved; None for bear-offs and finished games."""
    if position.is_over:
        return None
    if not position.is_race:
        if plays_late_backgame(position):
            return PositionKind.LATE_BACKGAME
        if plays_late_backgame(position.flipped()):
            return PositionKind.AGAINST_LATE_BACKGAME
    phase = phase_of(position)
    if phase is GamePhase.BACKGAME:
        return PositionKind.BACKGAME if plays_backgame(position) else PositionKind.AGAINST_BACKGAME
    return _KINDS_BY_PHASE.get(phase)
