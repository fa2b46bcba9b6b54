"""Deciding by a judge: `analyse_decision` lists the actions with what each is worth, `NetPlayer` takes the best.

Both are the same arithmetic, so that advice and play agree. How deep a judge looks, and how clearly, is its own matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol, runtime_checkable

from sixprime.core import Action, Cube, Event, IllegalAction, Match, Offer, Phase, Player, State
from sixprime.core.match import events as ev
from sixprime.core.match.transitions import advance, refusal
from sixprime.engine.analyses import AnalysedAction, AnalysedPlay, Analysis
from sixprime.engine.chances import Chances
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.cube.judges import ByChances, CubefulPlay, CubeJudge, CubeLook
from sixprime.engine.cube.kernels import CubeValues, best_value
from sixprime.engine.cube.resignations import Resignations
from sixprime.engine.cube.views import CubeView
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.engine.net.evaluators import Judge
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.messages import text

EVEN = Chances(0.5, 0.0, 0.0, 0.0, 0.0)
"""What is known of a game before its opening roll."""

Found = CubeLook | list[CubefulPlay]
"""What a judge has found at some depth."""
Report = Callable[[Found], None]


@runtime_checkable
class WatchedJudge(Protocol):
    """A judge that reports what it has found after each depth, while it goes on."""

    report: Report | None


def analyse_decision(
    state: State,
    judge: CubeJudge,
    equities: MatchEquities | None = None,
    *,
    cubeless: Judge | None = None,
    with_doubler: bool = True,
    progress: Callable[[Analysis], object] | None = None,
) -> Analysis:
    """What the player to act may do now, the best first, as the judge sees it.

    A `cubeless` judge ranks the plays by the points that they win on average for money. `with_doubler` says whether the
    analysis of an answer to a double has the doubler's decision as well, which takes another look. `progress` is called
    with what has been found so far if the judge is a `WatchedJudge`.
    """
    player = state.to_act
    if player is None:
        raise IllegalAction(text("there is nothing to decide"))
    decision = _Decision(state, player, judge, equities, cubeless=cubeless, progress=progress)
    if state.phase is Phase.TO_PLAY:
        return decision.of_play()
    if state.phase is Phase.TO_ROLL:
        return decision.of_roll()
    if state.phase is Phase.TO_ANSWER_CUBE:
        return decision.of_cube_answer(with_doubler=with_doubler)
    return decision.of_resignation_answer()


class _Decision:
    """One decision, with all that it takes to analyse it."""

    def __init__(
        self,
        state: State,
        player: Player,
        judge: CubeJudge,
        equities: MatchEquities | None,
        *,
        cubeless: Judge | None,
        progress: Callable[[Analysis], object] | None,
    ) -> None:
        self._state, self._player = state, player
        self._judge, self._equities = judge, equities
        self._cubeless, self._progress = cubeless, progress

    def of_play(self) -> Analysis:
        if self._cubeless is None:
            self._watch(lambda found: self._analysis_of_plays(found) if isinstance(found, list) else None)
            weighed = self._weighed()
        else:
            weighed = self._ranked(self._cubeless)
        if weighed:
            return self._analysis_of_plays(weighed)
        chances, value, depth = self._without_play()
        equity = chances.equity if self._cubeless is not None else self._view(self._state).equity(value)
        return Analysis(self._player, (), (), chances, equity, depth, state=self._state)

    def _analysis_of_plays(self, weighed: list[CubefulPlay]) -> Analysis:
        best = weighed[0].equity
        has_match_chance = self._cubeless is None and not self._state.is_money
        plays = tuple(
            AnalysedPlay(
                entry.play,
                entry.chances,
                entry.equity,
                max(best - entry.equity, 0.0),
                entry.plies,
                entry.value if has_match_chance else None,
            )
            for entry in weighed
        )
        return Analysis(self._player, plays, (), plays[0].chances, best, plays[0].depth, state=self._state)

    def of_roll(self) -> Analysis:
        """Rolling, or doubling before."""
        self._watch(lambda found: self._analysis_of_roll(found) if isinstance(found, CubeLook) else None)
        return self._analysis_of_roll(self._look(self._state))

    def _analysis_of_roll(self, look: CubeLook) -> Analysis:
        view = self._view(self._state)
        cube = CubeDecision.from_values(look.values, view)
        worth = {Action.ROLL: cube.no_double}
        if self._may(ev.Doubled(self._player)):
            worth[Action.DOUBLE] = cube.doubled
        first = Action.DOUBLE if cube.double and Action.DOUBLE in worth else Action.ROLL
        offer = Resignations.judge(look.values, view, winner_on_roll=False).offer()
        if offer is not None and not self._may(ev.Resigned(self._player, offer)):
            offer = None
        return replace(self._analysis(worth, look.chances, look.plies, cube, first=first), resignation=offer)

    def of_cube_answer(self, *, with_doubler: bool) -> Analysis:
        """Taking, dropping, or turning the cube once more. Equities are normalised to the cube before it was turned."""
        state, offer = self._state, self._state.offer
        assert offer is not None
        taken = replace(state, cube=Cube(offer.value, offer.owner), phase=Phase.TO_ROLL, offer=None)
        look = self._look(taken)
        chances = look.chances
        before = self._view(state, self._player)
        times = offer.value / state.cube.value if before.is_money else 1.0
        worth = look.values.no_double * times
        doubler = self._doublers_decision(worth) if with_doubler and offer.kind is Offer.DOUBLE else None
        if state.on_roll is not self._player:
            worth = -worth if before.is_money else 1 - worth
            chances = chances.for_opponent()
        equity = before.equity(worth)
        actions = {Action.TAKE: equity, Action.DROP: before.equity(self._after_drop(before))}
        for action, event in ((Action.BEAVER, ev.Beavered), (Action.RACCOON, ev.Raccooned)):
            if self._may(event(self._player)):
                # The other may drop, which costs what the cube shows now.
                actions[action] = min(2 * equity, times)
        return self._analysis(actions, chances, look.plies, doubler)

    def _doublers_decision(self, taken: float) -> CubeDecision:
        """The decision of the player who has doubled, as it stood before; `taken` is what a take is worth to them."""
        before = replace(self._state, phase=Phase.TO_ROLL, offer=None)
        view = self._view(before)
        return CubeDecision.from_values(self._look(before).values._replace(double_take=taken), view)

    def of_resignation_answer(self) -> Analysis:
        """Accepting what is at least what playing on is worth."""
        state, resignation = self._state, self._state.resignation
        assert resignation is not None
        if state.on_roll is None:
            # Before the opening roll the game is worth nothing to anybody: any resignation is a gift.
            mine = self._view(state, self._player)
            gift = mine.equity(mine.won(resignation.win))
            return self._analysis({Action.ACCEPT: gift, Action.DECLINE: 0.0}, EVEN, 0, None, first=Action.ACCEPT)
        winner_on_roll = state.on_roll is self._player
        view = self._view(state)
        if resignation.interrupted is Phase.TO_PLAY and state.roll is not None:
            # The dice have fallen: nobody doubles before the best play.
            weighed = self._weighed()
            if weighed:
                chances, value, depth = weighed[0].chances, weighed[0].value, weighed[0].plies
            else:
                chances, value, depth = self._without_play()
            values = CubeValues(value, value, -9.0)
        else:
            look = self._look(state)
            chances, values, depth = look.chances, look.values, look.plies
        offers = Resignations.judge(values, view, winner_on_roll=winner_on_roll)
        chances = chances if winner_on_roll else chances.for_opponent()
        worth = {Action.ACCEPT: offers.equity(resignation.win), Action.DECLINE: offers.playing_on}
        first = Action.ACCEPT if offers.is_acceptable(resignation.win) else Action.DECLINE
        return self._analysis(worth, chances, depth, None, first=first)

    def _without_play(self) -> tuple[Chances, float, int]:
        """Where the roll cannot be played: the chances of the player on roll, what the game is worth to that player (a
        chance to win the match, or an equity for money), and how deep was looked. The opponent rolls next."""
        state, theirs = self._state, self._view(self._state).turned()
        look = self._judge.look(state.position.flipped(), theirs, state.rules)
        best = float(best_value(look.values, theirs.situation))
        return look.chances.for_opponent(), -best if theirs.is_money else 1 - best, look.plies

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
        return Analysis(self._player, (), actions, chances, best, depth, cube, state=self._state)

    def _may(self, event: Event) -> bool:
        return refusal(self._state, event) is None

    def _watch(self, analysis_of: Callable[[Found], Analysis | None]) -> None:
        """Have the judge report to whoever watches, in the form of analyses."""
        progress = self._progress
        if progress is None or not isinstance(self._judge, WatchedJudge):
            return

        def report(found: Found) -> None:
            analysis = analysis_of(found)
            if analysis is not None:
                progress(analysis)

        self._judge.report = report

    def _weighed(self) -> list[CubefulPlay]:
        assert self._state.roll is not None
        return self._judge.weigh(self._state.position, self._state.roll, self._view(self._state), self._state.rules)

    def _ranked(self, judge: Judge) -> list[CubefulPlay]:
        """The plays by what they are worth for money without a cube."""
        assert self._state.roll is not None
        ranked = judge.rank(self._state.position, self._state.roll, self._state.rules)
        equities = [entry.chances.equity for entry in ranked]
        return [
            CubefulPlay(entry.play, entry.chances, equity, equity, entry.plies)
            for entry, equity in zip(ranked, equities, strict=True)
        ]

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
        analysis = analyse_decision(match.state, self._judge, self._equities, with_doubler=False)
        return event_of(analysis, declined=was_declined(match))


_EVENTS: Mapping[Action, Callable[[Player], Event]] = {
    Action.DOUBLE: ev.Doubled,
    Action.TAKE: ev.Taken,
    Action.DROP: ev.Dropped,
    Action.BEAVER: ev.Beavered,
    Action.RACCOON: ev.Raccooned,
    Action.ACCEPT: ev.ResignationAccepted,
    Action.DECLINE: ev.ResignationDeclined,
}


def was_declined(match: Match) -> bool:
    """Whether the last thing that has happened is that a resignation was declined."""
    return match.version > 0 and isinstance(match.events[-1], ev.ResignationDeclined)


def event_of(analysis: Analysis, *, declined: bool = False) -> Event | None:
    """How the player to act does the best of an analysis; None to roll the dice.

    A game that is lost is resigned, unless the opponent has just declined that.
    """
    if analysis.resignation is not None and not declined:
        return ev.Resigned(analysis.player, analysis.resignation)
    best = analysis.best
    if best is None or isinstance(best, AnalysedPlay):
        steps = best.play.steps if best is not None else ()
        return ev.Played(analysis.player, tuple((step.source, step.target) for step in steps))
    return None if best.action is Action.ROLL else _EVENTS[best.action](analysis.player)
