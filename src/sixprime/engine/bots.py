"""The bot: a player that evaluates. It moves as its judge says and handles the cube by plain rules of thumb.

The cube rules look at chances only, as in a money game without a cube to come; the score of a match is not
taken into account.
"""

from __future__ import annotations

from sixprime.core import Action, Event, IllegalAction, Match, Phase, Win
from sixprime.core import events as ev
from sixprime.engine.evaluators import Chances, Judge, NetEvaluator
from sixprime.messages import text

DOUBLE_FROM = 0.45
"""The equity from which the bot doubles: a good advantage, with something still to lose."""
TOO_GOOD_FROM = 0.95
"""The equity from which it plays on for a gammon instead, if gammons are likely."""
GAMMONS_TO_PLAY_ON = 0.35
TAKE_FROM = -0.55
"""The equity, at the cube before the double, down to which it takes: the owner of a cube can wait a little longer."""
BEAVER_FROM = 0.1
RESIGN_BELOW = 0.002
"""The chance to win below which it gives up a game, where no gammon is left to be lost."""
CLOSE_ENOUGH = 0.01
"""What it gives away for the sake of ending a game that is decided."""


class NetPlayer:
    """Plays by a judge: the net alone, a search, or a level; the net if none is given."""

    def __init__(self, judge: Judge | None = None) -> None:
        self._judge = judge or NetEvaluator.default()

    def decide(self, match: Match) -> Event | None:
        player = match.to_act
        if player is None:
            raise IllegalAction(text("there is nothing to decide"))
        if match.phase is Phase.TO_PLAY:
            return self._play(match)
        actions = match.actions(player)
        # The opponent is on roll where an answer is asked for, and this player where a roll or a double is.
        chances = self._judge.chances(match.position, match.rules)
        if match.on_roll is not player:
            chances = chances.for_opponent()
        if match.phase is Phase.TO_ROLL:
            declined = match.version > 0 and isinstance(match.events[-1], ev.ResignationDeclined)
            if Action.RESIGN in actions and self._is_hopeless(chances) and not declined:
                return ev.Resigned(player, Win.SINGLE)
            doubles = Action.DOUBLE in actions and self._doubles(chances, gammons_count=match.state.gammons_count)
            return ev.Doubled(player) if doubles else None
        if match.phase is Phase.TO_ANSWER_CUBE:
            if Action.BEAVER in actions and chances.equity > BEAVER_FROM:
                return ev.Beavered(player)
            return ev.Taken(player) if chances.equity > TAKE_FROM else ev.Dropped(player)
        return self._answer_resignation(match, chances)

    def _play(self, match: Match) -> Event:
        state = match.state
        assert state.roll is not None
        assert match.to_act is not None
        ranked = self._judge.rank(match.position, state.roll, match.rules)
        steps = ranked[0].play.steps if ranked else ()
        return ev.Played(match.to_act, tuple((step.source, step.target) for step in steps))

    @staticmethod
    def _doubles(chances: Chances, *, gammons_count: bool) -> bool:
        if gammons_count and chances.equity > TOO_GOOD_FROM and chances.win_gammon > GAMMONS_TO_PLAY_ON:
            return False
        return chances.equity > DOUBLE_FROM

    @staticmethod
    def _is_hopeless(chances: Chances) -> bool:
        return chances.win < RESIGN_BELOW and chances.lose_gammon < RESIGN_BELOW

    @staticmethod
    def _answer_resignation(match: Match, chances: Chances) -> Event:
        """Accept what is at least what playing on is worth."""
        resignation = match.state.resignation
        player = match.to_act
        assert resignation is not None
        assert player is not None
        worth = chances.equity if match.state.gammons_count else 2 * chances.win - 1
        accepted = int(resignation.win) >= worth - CLOSE_ENOUGH
        return ev.ResignationAccepted(player) if accepted else ev.ResignationDeclined(player)
