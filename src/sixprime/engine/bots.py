"""The bot: a player that weighs. It moves, turns the cube and resigns as its judge's numbers say, at any score."""

from __future__ import annotations

from dataclasses import replace

from sixprime.core import Action, Cube, Event, IllegalAction, Match, Phase, Player, State, Win
from sixprime.core import events as ev
from sixprime.engine.cube_decisions import CubeDecision
from sixprime.engine.cube_judges import ByChances, CubeJudge, CubeLook
from sixprime.engine.cube_search import CubeSearcher
from sixprime.engine.cube_values import CubeView
from sixprime.engine.evaluators import Judge
from sixprime.engine.match_equities import MatchEquities
from sixprime.engine.resignations import Resignations
from sixprime.messages import text


class NetPlayer:
    """Plays by a judge: a search with the cube, a level, or one of chances alone; the net if none is given."""

    def __init__(self, judge: CubeJudge | Judge | None = None, equities: MatchEquities | None = None) -> None:
        if judge is None:
            judge = CubeSearcher(0)
        self._judge: CubeJudge = judge if isinstance(judge, CubeJudge) else ByChances(judge)
        self._equities = equities

    def decide(self, match: Match) -> Event | None:
        """What the player to act does now; None to roll the dice."""
        player, state = match.to_act, match.state
        if player is None:
            raise IllegalAction(text("there is nothing to decide"))
        if match.phase is Phase.TO_PLAY:
            return self._play(state, player)
        if match.phase is Phase.TO_ROLL:
            declined = match.version > 0 and isinstance(match.events[-1], ev.ResignationDeclined)
            return self._before_roll(match, player, may_resign=not declined)
        if match.phase is Phase.TO_ANSWER_CUBE:
            return self._answer_cube(match, player)
        return self._answer_resignation(state, player)

    def _view(self, state: State, player: Player | None = None) -> CubeView:
        return CubeView.of(state, player, equities=self._equities)

    def _look(self, state: State) -> CubeLook:
        return self._judge.look(state.position, self._view(state), state.rules)

    def _play(self, state: State, player: Player) -> Event:
        assert state.roll is not None
        weighed = self._judge.weigh(state.position, state.roll, self._view(state), state.rules)
        steps = weighed[0].play.steps if weighed else ()
        return ev.Played(player, tuple((step.source, step.target) for step in steps))

    def _before_roll(self, match: Match, player: Player, *, may_resign: bool) -> Event | None:
        view = self._view(match.state)
        look = self._look(match.state)
        actions = match.actions(player)
        if may_resign and Action.RESIGN in actions:
            offer = Resignations.judge(look.values, view, winner_on_roll=False).offer()
            if offer is not None and (offer is Win.SINGLE or match.state.gammons_count):
                return ev.Resigned(player, offer)
        if Action.DOUBLE in actions and CubeDecision.from_values(look.values, view).double:
            return ev.Doubled(player)
        return None

    def _answer_cube(self, match: Match, player: Player) -> Event:
        """Take what is worth more than what is lost by dropping; turn the cube again where one is the favourite."""
        state, offer = match.state, match.state.offer
        assert offer is not None
        taken = replace(state, cube=Cube(offer.value, offer.owner), phase=Phase.TO_ROLL, offer=None)
        worth = self._look(taken).values.no_double
        mine = self._view(taken, player)
        if state.on_roll is not player:
            worth = -worth if mine.is_money else 1 - worth
        actions = match.actions(player)
        if mine.is_money:
            for action, event in ((Action.BEAVER, ev.Beavered(player)), (Action.RACCOON, ev.Raccooned(player))):
                if worth > 0 and action in actions:
                    return event
            return ev.Taken(player) if worth > -0.5 else ev.Dropped(player)
        return ev.Taken(player) if worth > self._view(state, player).lost() else ev.Dropped(player)

    def _answer_resignation(self, state: State, player: Player) -> Event:
        """Accept what is at least what playing on is worth."""
        resignation = state.resignation
        assert resignation is not None
        if state.on_roll is None:
            # Before the opening roll the game is worth nothing to anybody: any resignation is a gift.
            return ev.ResignationAccepted(player)
        winner_on_roll = state.on_roll is player
        view = self._view(state)
        values = self._look(state).values
        if resignation.interrupted is Phase.TO_PLAY and state.roll is not None:
            weighed = self._judge.weigh(state.position, state.roll, view, state.rules)
            if weighed:
                # The dice have fallen: nobody doubles before the best play.
                values = values._replace(no_double=weighed[0].value, double_take=weighed[0].value, double_pass=-9.0)
        accepted = Resignations.judge(values, view, winner_on_roll=winner_on_roll).is_acceptable(resignation.win)
        return ev.ResignationAccepted(player) if accepted else ev.ResignationDeclined(player)
