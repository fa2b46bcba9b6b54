"""Players that are programs. A player sees the match and decides; it never sees or throws the dice."""

from __future__ import annotations

import random
from typing import Protocol, runtime_checkable

from sixprime.core import Action, Event, IllegalAction, Match, Phase, Win
from sixprime.core.match import events as ev
from sixprime.messages import text


@runtime_checkable
class MatchPlayer(Protocol):
    """Decides for one side of a match."""

    def decide(self, match: Match) -> Event | None:
        """What the player to act does now; None to roll the dice."""
        ...


class RandomPlayer:
    """Plays any legal play, each equally likely; doubles now and then, and takes more often than not."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def decide(self, match: Match) -> Event | None:
        player = match.to_act
        if player is None:
            raise IllegalAction(text("there is nothing to decide"))
        chance = self._random.random()
        if match.phase is Phase.TO_PLAY:
            plays = list(match.legal_plays)
            steps = self._random.choice(plays).steps if plays else ()
            return ev.Played(player, tuple((step.source, step.target) for step in steps))
        if match.phase is Phase.TO_ROLL:
            doubles = chance < 0.04 and Action.DOUBLE in match.actions(player)
            return ev.Doubled(player) if doubles else None
        if match.phase is Phase.TO_ANSWER_CUBE:
            actions = match.actions(player)
            if chance < 0.05 and Action.BEAVER in actions:
                return ev.Beavered(player)
            if chance < 0.05 and Action.RACCOON in actions:
                return ev.Raccooned(player)
            return ev.Taken(player) if chance < 0.7 else ev.Dropped(player)
        return self._answer_resignation(match)

    def _answer_resignation(self, match: Match) -> Event:
        """Accept what is at least as good as the worst this board can still become for the loser."""
        resignation = match.state.resignation
        player = match.to_act
        assert resignation is not None
        assert player is not None
        gammon_possible = match.state.gammons_count and match.position_for(resignation.by).off == 0
        if resignation.win is Win.SINGLE and gammon_possible and self._random.random() < 0.5:
            return ev.ResignationDeclined(player)
        return ev.ResignationAccepted(player)
