"""`Finder`: what the engine finds about one decision, in pieces of work that take a fraction of a second each.

A search is a piece, a rollout is many. Whoever has more urgent work takes the pieces one by one, and may stop between
any two of them. A rollout that was kept (`Look.rollout`) goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.depths import Depth
from sixprime.analysis.reviews import (
    ActionsFinding,
    ActionValue,
    DoubleValues,
    Finding,
    PlayCandidate,
    PlaysFinding,
)
from sixprime.core import Offer, Phase, Play, Player, State
from sixprime.core.match.events import Action
from sixprime.engine.engines import Engine

if TYPE_CHECKING:
    from pathlib import Path

    from sixprime.engine.analyses import Analysis
    from sixprime.engine.cube.decisions import CubeDecision
    from sixprime.engine.cube.views import CubeView
    from sixprime.engine.match_equity.equities import MatchEquities
    from sixprime.engine.net.nets import Net
    from sixprime.engine.rollout.results import RolloutResult
    from sixprime.engine.rollout.rollouts import Rollout

KEPT = 10
"""Candidates that a finding keeps of each roll, besides the play that was made."""
ROLLED_OUT, MOST_ROLLED_OUT = 0.04, 3
"""Plays that come so near the best are rolled out with it, and how many at most."""
BRIEFLY, MOST_BRIEFLY = 0.03, 2
"""So near and so many they are where the games are cut off."""
THOROUGH, MOST_THOROUGH = 0.1, 5
"""How near and how many, where somebody asks for a rollout of one decision."""
GAMES_AT_ONCE = 36
"""A piece of a rollout has so many games, of all candidates together."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is known after a piece of the work."""

    finding: Finding
    rollout: Rollout | None = None
    """The games that have been played, to go on with; None for a search."""

    @property
    def games(self) -> int:
        """How many games of each candidate have been played."""
        return 0 if self.rollout is None else self.rollout.tally.games


class KeptLooks(Protocol):
    """What was found about one decision by each way of looking at it: the plies of a search, or of the players of a
    rollout, its games, and the rolls after which they are cut off."""

    def get(self, look: tuple[int, ...]) -> Finding | None:
        """What was found, or None."""
        ...

    def put(self, look: tuple[int, ...], finding: Finding) -> None:
        """Keep what was found."""
        ...


class NothingKept:
    """Knows nothing, and keeps nothing."""

    def get(self, look: tuple[int, ...]) -> None:  # noqa: ARG002
        return None

    def put(self, look: tuple[int, ...], finding: Finding) -> None:
        pass


class Finder:
    """Looks at decisions to a depth. Any number of threads may ask one finder; leave its `with` block to end it.

    `thorough` finders look at every decision as at a close one, and roll out all candidates that matter.
    """

    def __init__(
        self,
        depth: Depth,
        *,
        net: Net | str | Path | None = None,
        equities: MatchEquities | None = None,
        thorough: bool = False,
    ) -> None:
        self.depth = depth
        self.equities = equities
        self.thorough = thorough
        self.first = Engine(plies=depth.plies, threads=1, net=net, equities=equities)
        """Which looks at every decision."""
        self.close = Engine(plies=depth.close_plies, threads=1, net=net, equities=equities)
        """Which looks at close ones once more."""

    @property
    def identity(self) -> str:
        """Which engine answers: `Engine.identity`."""
        return self.first.identity

    def cancel(self) -> None:
        """Stop the searches that are under way; what they find is less than it should be."""
        self.first.cancel()
        self.close.cancel()

    def close_engines(self) -> None:
        self.first.close()
        self.close.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close_engines()

    def pieces(
        self,
        state: State,
        kind: DecisionKind,
        made: Play | None = None,
        *,
        action: Action | None = None,
        earlier: Rollout | None = None,
        games: int | None = None,
        kept: KeptLooks | None = None,
    ) -> Iterator[Look]:
        """Look at the decision of a state, a piece of work with every step; the last look is the answer.

        `made` is the play that was made, which is searched as deeply as the best one; `action` is what was done instead
        of a play. `earlier` is a rollout of the same decision to go on with, `games` how many a rollout has, if not as
        many as usual. `kept` has what was found about the decision before, and keeps what is found now.
        """
        depth = self.depth
        kept = kept or NothingKept()
        is_deeper = depth.close_plies > depth.plies
        finding = self._search(state, made, kept, deeply=self.thorough and is_deeper)
        if not self.thorough and is_deeper and is_close(finding, kind, made, depth, action):
            yield Look(finding)
            finding = self._search(state, made, kept, deeply=True)
        yield Look(finding)
        if not depth.games or not (self.thorough or is_close(finding, kind, made, depth, action)):
            return
        games = games or depth.games
        look = (depth.close_plies, games, depth.truncate) if depth.truncate else (depth.close_plies, games)
        rolled_out = kept.get(look)
        if rolled_out is not None:
            yield Look(rolled_out)
            return
        rollout = self._rollout(finding, state, made, games)
        if rollout is None:
            return
        if earlier is not None:
            rollout.go_on_from(earlier)
        for found in self._rolled_out(finding, state, rollout):
            yield found
            if rollout.is_done:
                kept.put(look, found.finding)

    def _search(self, state: State, made: Play | None, kept: KeptLooks, *, deeply: bool) -> Finding:
        """What is kept of a search, or what it finds now."""
        look = (self.depth.close_plies if deeply else self.depth.plies,)
        finding = kept.get(look)
        if finding is None:
            finding = self._look(state, made, self.close if deeply else self.first)
            kept.put(look, finding)
        return finding

    def _look(self, state: State, made: Play | None, engine: Engine) -> Finding:
        """What a search finds."""
        analysis = engine.analyse(state, including=(made,) if made else ())
        return finding_of(analysis, state, made, self.equities)

    def _view(self, state: State, player: Player) -> CubeView:
        from sixprime.engine.cube.views import CubeView

        return CubeView.of(state, player, equities=self.equities)

    def _rolled_out(self, finding: Finding, state: State, rollout: Rollout) -> Iterator[Look]:
        """The finding with the candidates that matter rolled out, further with every step."""
        games = max(GAMES_AT_ONCE // len(rollout.candidates), 1)
        while True:
            rollout.play(games)
            yield Look(self._with_result(finding, rollout.result, state), rollout)
            if rollout.is_done:
                return

    def _rollout(self, finding: Finding, state: State, made: Play | None, games: int) -> Rollout | None:
        """The rollout of a decision; None where a search already says all that can be said."""
        from sixprime.engine.rollout.rollouts import RolloutSettings

        truncate = self.depth.truncate
        settings = RolloutSettings(games=games, truncate=truncate, deep=truncate > 0)
        if isinstance(finding, PlaysFinding):
            plays = self._plays_that_matter(finding, state, made)
            if not plays or any(play.result.is_over for play in plays):
                return None
            return self.close.plan_rollout(state, plays=plays, settings=settings)
        is_double = state.offer is not None and state.offer.kind is Offer.DOUBLE
        if state.phase is not Phase.TO_ROLL and not is_double:
            return None
        return self.close.plan_rollout(state, settings=settings)

    def _plays_that_matter(self, finding: PlaysFinding, state: State, made: Play | None) -> list[Play]:
        """The plays to be rolled out, the best first."""
        margin, most = (BRIEFLY, MOST_BRIEFLY) if self.depth.truncate else (ROLLED_OUT, MOST_ROLLED_OUT)
        if self.thorough:
            margin, most = THOROUGH, MOST_THOROUGH
        least_count = 2 if self.thorough else 1  # one to compare the best play with
        if not finding.legal:
            return []
        least = finding.candidates[0].equity - margin
        ranked = enumerate(finding.candidates[:most])
        near = [entry for rank, entry in ranked if rank < least_count or entry.equity > least]
        plays = [Play.of_legal_steps(state.position, entry.steps) for entry in near]
        return plays if made is None or made in plays else [*plays, made]

    def _with_result(self, finding: Finding, result: RolloutResult, state: State) -> Finding:
        if isinstance(finding, PlaysFinding):
            return _with_rolled_out_plays(finding, result, state)
        player = state.to_act or Player.WHITE
        return _with_rolled_out_cube(finding, result, self._view(state, player), is_answer=state.offer is not None)


def finding_of(
    analysis: Analysis,
    state: State,
    made: Play | None = None,
    equities: MatchEquities | None = None,
    *,
    most: int = KEPT,
) -> Finding:
    """What an analysis says about the decision of a state: the `most` best candidates, and the play that was made."""
    from sixprime.engine.cube.views import CubeView

    if state.phase is Phase.TO_PLAY:
        return _plays_finding(analysis, made, most)
    return _actions_finding(analysis, CubeView.of(state, analysis.player, equities=equities))


def is_close(
    finding: Finding, kind: DecisionKind, made: Play | None, depth: Depth, action: Action | None = None
) -> bool:
    """Whether a deeper look might change what is said about a decision.

    Without an `action` a cube decision is close where any of the two would be right by little.
    """
    if isinstance(finding, PlaysFinding):
        if finding.legal < 2 or made is None:
            return False
        loss = finding.candidates[0].equity - finding.candidates[number_of(finding, made)].equity
        return depth.close[0] <= max(loss, 0.0) < depth.close[1]
    if finding.double is None or kind not in (DecisionKind.DOUBLE, DecisionKind.ANSWER):
        return False
    double, (least, most) = finding.double, depth.close_cube
    if kind is DecisionKind.DOUBLE:
        loss = double.doubled - double.no_double  # of waiting
        is_other = action is Action.DOUBLE
    else:
        loss = double.double_take - double.double_pass  # of taking
        is_other = action is Action.DROP
    if action is None:
        return abs(loss) < -least
    return least < (-loss if is_other else loss) < most


def number_of(finding: PlaysFinding, made: Play) -> int:
    """The number of the candidate that is a play; 0 if none is."""
    position = made.position
    for number, entry in enumerate(finding.candidates):
        if Play.of_legal_steps(position, entry.steps) == made:
            return number
    return 0


def _plays_finding(analysis: Analysis, made: Play | None, most: int) -> PlaysFinding:
    """The best candidates, and the play that was made."""
    plays = analysis.plays
    kept = [entry for rank, entry in enumerate(plays) if rank < most or entry.play == made]
    return PlaysFinding(
        tuple(
            PlayCandidate(entry.play.pairs, entry.chances, entry.equity, entry.depth, entry.match_chance)
            for entry in kept
        )
        or (PlayCandidate((), analysis.chances, analysis.equity, analysis.depth),),
        len(plays),
        max((entry.loss for entry in plays), default=0.0),
    )


def _actions_finding(analysis: Analysis, view: CubeView) -> ActionsFinding:
    return ActionsFinding(
        tuple(
            ActionValue(entry.action, entry.equity, None if view.is_money else view.chance(entry.equity))
            for entry in analysis.actions
        ),
        analysis.chances,
        analysis.depth,
        None if analysis.cube is None else _double_values(analysis.cube),
    )


def _double_values(cube: CubeDecision) -> DoubleValues:
    return DoubleValues(cube.no_double, cube.double_take, cube.double_pass, cube.verdict, cube.is_redouble, cube.beaver)


def _with_rolled_out_plays(finding: PlaysFinding, result: RolloutResult, state: State) -> PlaysFinding:
    rolled = {
        entry.play: PlayCandidate(
            entry.play.pairs,
            entry.chances,
            entry.equity.value,
            0,
            None if entry.mwc is None else entry.mwc.value,
            result.games,
            _finite(entry.equity.error),
        )
        for entry in result.candidates
        if entry.play is not None
    }
    others = [entry for entry in finding.candidates if Play.of_legal_steps(state.position, entry.steps) not in rolled]
    return replace(
        finding, candidates=tuple(sorted((*rolled.values(), *others), key=lambda one: one.rank, reverse=True))
    )


def _with_rolled_out_cube(
    finding: ActionsFinding, result: RolloutResult, view: CubeView, *, is_answer: bool
) -> ActionsFinding:
    """The finding with what the games came to; `view` is that of the player who decides."""
    cube = result.cube
    if cube is None:  # there was no double to compare with
        alone = result.candidates[0]
        worth, error = {Action.ROLL: alone.equity.value}, alone.equity.error
    elif is_answer:
        take = -cube.double_take
        times = 2.0 if view.is_money else 1.0
        turned = min(2 * take, times)
        worth = {Action.TAKE: take, Action.DROP: -cube.double_pass, Action.BEAVER: turned, Action.RACCOON: turned}
        error = result.candidates[1].equity.error
    else:
        worth, error = {Action.ROLL: cube.no_double, Action.DOUBLE: cube.doubled}, result.difference(0, 1).error
    actions = [
        ActionValue(entry.action, worth[entry.action], None if view.is_money else view.chance(worth[entry.action]))
        for entry in finding.actions
    ]
    actions.sort(key=lambda entry: -entry.equity)
    chances = result.candidates[1].chances.for_opponent() if is_answer else result.candidates[0].chances
    return replace(
        finding, actions=tuple(actions), depth=0, double=finding.double if cube is None else _double_values(cube),
        games=result.games, error=_finite(error), chances=chances,
    )  # fmt: skip


def _finite(error: float) -> float | None:
    """A standard error; None of a single game, which has none."""
    return error if error < float("inf") else None
