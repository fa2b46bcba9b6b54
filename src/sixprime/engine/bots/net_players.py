"""Deciding by a judge: `analyse_decision` says what may be done and what each is worth, `NetPlayer` does the best.

Both are the same arithmetic, so that advice and play agree. How deep a judge looks, and how clearly, is its own matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from sixprime.core import Action, Cube, Event, IllegalAction, Match, Phase, Player, State, Win
from sixprime.core.match import events as ev
from sixprime.core.match.transitions import advance
from sixprime.engine.analyses import AnalysedAction, AnalysedPlay, Analysis
from sixprime.engine.chances import Chances
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.cube.judges import ByChances, CubefulPlay, CubeJudge, CubeLook
from sixprime.engine.cube.resignations import Resignations
from sixprime.engine.cube.views import CubeView
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.engine.net.evaluators import Judge
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.messages import text

EVEN = Chances(0.5, 0.0, 0.0, 0.0, 0.0)
"""What is known of a game before its opening roll."""


def analyse_decision(match: Match, judge: CubeJudge, equities: MatchEquities | None = None) -> Analysis:
    """What the player to act may do now, the best first, as the judge sees it."""
    player, state = match.to_act, match.state
    if player is None:
        raise IllegalAction(text("there is nothing to decide"))
    decision = _Decision(match, state, player, judge, equities)
    if match.phase is Phase.TO_PLAY:
        return decision.of_play()
    if match.phase is Phase.TO_ROLL:
        return decision.of_roll()
    if match.phase is Phase.TO_ANSWER_CUBE:
        return decision.of_cube_answer()
    return decision.of_resignation_answer()


class _Decision:
    """One decision, with all that it takes to analyse it."""

    def __init__(
        self, match: Match, state: State, player: Player, judge: CubeJudge, equities: MatchEquities | None
    ) -> None:
        self._match, self._state, self._player = match, state, player
        self._judge, self._equities = judge, equities

    def of_play(self) -> Analysis:
        weighed = self._weighed()
        if not weighed:
            look = self._look(replace(self._state, roll=None, phase=Phase.TO_ROLL))
            return Analysis(self._player, (), (), look.chances, 0.0, look.plies)
        best = weighed[0].equity
        plays = tuple(
            AnalysedPlay(
                entry.play,
                entry.chances,
                entry.equity,
                max(best - entry.equity, 0.0),
                entry.plies,
                None if self._state.is_money else entry.value,
            )
            for entry in weighed
        )
        return Analysis(self._player, plays, (), plays[0].chances, best, plays[0].depth)

    def of_roll(self) -> Analysis:
        """Rolling, or doubling before."""
        view, look = self._view(self._state), self._look(self._state)
        cube = CubeDecision.from_values(look.values, view)
        worth = {Action.ROLL: cube.no_double}
        if Action.DOUBLE in self._match.actions(self._player):
            worth[Action.DOUBLE] = cube.doubled
        return self._analysis(
            worth, look.chances, look.plies, cube, first=Action.DOUBLE if cube.double else Action.ROLL
        )

    def of_cube_answer(self) -> Analysis:
        """Taking, dropping, or turning the cube once more. Equities are normalised to the cube before the offer."""
        state, offer = self._state, self._state.offer
        assert offer is not None
        taken = replace(state, cube=Cube(offer.value, offer.owner), phase=Phase.TO_ROLL, offer=None)
        look = self._look(taken)
        worth = look.values.no_double
        chances = look.chances
        mine, before = self._view(taken, self._player), self._view(state, self._player)
        if state.on_roll is not self._player:
            worth = -worth if mine.is_money else 1 - worth
            chances = chances.for_opponent()
        times = offer.value / state.cube.value if mine.is_money else 1.0
        equity = before.equity(worth * times)
        actions = {Action.TAKE: equity, Action.DROP: before.equity(self._after_drop(before))}
        for action in (Action.BEAVER, Action.RACCOON):
            if action in self._match.actions(self._player):
                actions[action] = 2 * equity
        return self._analysis(actions, chances, look.plies, None)

    def of_resignation_answer(self) -> Analysis:
        """Accepting what is at least what playing on is worth."""
        state, resignation = self._state, self._state.resignation
        assert resignation is not None
        if state.on_roll is None:
            # Before the opening roll the game is worth nothing to anybody: any resignation is a gift.
            return self._analysis({Action.ACCEPT: float(resignation.win), Action.DECLINE: 0.0}, EVEN, 0, None)
        winner_on_roll = state.on_roll is self._player
        view, look = self._view(state), self._look(state)
        values = look.values
        if resignation.interrupted is Phase.TO_PLAY and state.roll is not None:
            weighed = self._weighed()
            if weighed:
                # The dice have fallen: nobody doubles before the best play.
                values = values._replace(no_double=weighed[0].value, double_take=weighed[0].value, double_pass=-9.0)
        offers = Resignations.judge(values, view, winner_on_roll=winner_on_roll)
        chances = look.chances if winner_on_roll else look.chances.for_opponent()
        worth = {Action.ACCEPT: offers.equity(resignation.win), Action.DECLINE: offers.playing_on}
        first = Action.ACCEPT if offers.is_acceptable(resignation.win) else Action.DECLINE
        return self._analysis(worth, chances, look.plies, None, first=first)

    def resignation_to_offer(self) -> Win | None:
        """What to resign before a roll, in a game that is decided; None to play on."""
        look = self._look(self._state)
        offer = Resignations.judge(look.values, self._view(self._state), winner_on_roll=False).offer()
        return offer if offer is Win.SINGLE or self._state.gammons_count else None

    def _after_drop(self, before: CubeView) -> float:
        """What dropping is worth, as a chance to win the match, or as an equity for money."""
        if not before.is_money:
            return before.lost()
        dropped = advance(self._state, ev.Dropped(self._player))
        return -dropped.results[-1].points / self._state.cube.value

    def _analysis(
        self,
        worth: dict[Action, float],
        chances: Chances,
        depth: int,
        cube: CubeDecision | None,
        *,
        first: Action | None = None,
    ) -> Analysis:
        """Actions with what each is worth, the best first, or the one that is to be first."""
        ranked = sorted(worth, key=lambda action: (action is not first, -worth[action]))
        best = worth[ranked[0]]
        actions = tuple(AnalysedAction(action, worth[action], max(best - worth[action], 0.0)) for action in ranked)
        return Analysis(self._player, (), actions, chances, best, depth, cube)

    def _weighed(self) -> list[CubefulPlay]:
        assert self._state.roll is not None
        return self._judge.weigh(self._state.position, self._state.roll, self._view(self._state), self._state.rules)

    def _view(self, state: State, player: Player | None = None) -> CubeView:
        return CubeView.of(state, player, equities=self._equities)

    def _look(self, state: State) -> CubeLook:
        return self._judge.look(state.position, self._view(state), state.rules)


class NetPlayer:
    """Plays by a judge: a search with the cube, a level, or one of chances alone; the net if none is given."""

    def __init__(self, judge: CubeJudge | Judge | None = None, equities: MatchEquities | None = None) -> None:
        if judge is None:
            judge = CubeSearcher(0)
        self._judge: CubeJudge = judge if isinstance(judge, CubeJudge) else ByChances(judge)
        self._equities = equities

    def decide(self, match: Match) -> Event | None:
        """What the player to act does now; None to roll the dice."""
        player = match.to_act
        if player is not None and match.phase is Phase.TO_ROLL:
            declined = match.version > 0 and isinstance(match.events[-1], ev.ResignationDeclined)
            if not declined and Action.RESIGN in match.actions(player):
                decision = _Decision(match, match.state, player, self._judge, self._equities)
                offer = decision.resignation_to_offer()
                if offer is not None:
                    return ev.Resigned(player, offer)
        return event_of(analyse_decision(match, self._judge, self._equities))


_EVENTS: Mapping[Action, Callable[[Player], Event]] = {
    Action.DOUBLE: ev.Doubled,
    Action.TAKE: ev.Taken,
    Action.DROP: ev.Dropped,
    Action.BEAVER: ev.Beavered,
    Action.RACCOON: ev.Raccooned,
    Action.ACCEPT: ev.ResignationAccepted,
    Action.DECLINE: ev.ResignationDeclined,
}


def event_of(analysis: Analysis) -> Event | None:
    """What doing the best of an analysis is; None to roll the dice."""
    best = analysis.best
    if best is None or isinstance(best, AnalysedPlay):
        steps = best.play.steps if best is not None else ()
        return ev.Played(analysis.player, tuple((step.source, step.target) for step in steps))
    return None if best.action is Action.ROLL else _EVENTS[best.action](analysis.player)
