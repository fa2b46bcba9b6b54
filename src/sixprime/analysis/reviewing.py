"""Reviewing a match: every decision is analysed by the engine, and every roll by what the others would have been worth.

Decisions do not depend on each other, so they are shared among threads. What was found before is taken from a cache, if
one is given. A review that is stopped keeps what it has.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from sixprime.analysis.decisions import DecisionKind, MadeRoll, MatchDecision, decisions_of, rolls_of
from sixprime.analysis.depths import DEFAULT_DEPTH, Depth, depth_named
from sixprime.analysis.reviews import (
    ActionsFinding,
    ActionValue,
    DecisionReview,
    DoubleValues,
    Finding,
    MatchReview,
    PlayCandidate,
    PlaysFinding,
    RollReview,
    fingerprint_of,
)
from sixprime.core import Match, Phase, Play, Player, State
from sixprime.core.match import events as ev
from sixprime.core.match.events import Action
from sixprime.engine.engines import Engine
from sixprime.engine.net.evaluators import shared_tables

if TYPE_CHECKING:
    from sixprime.engine.analyses import Analysis
    from sixprime.engine.cube.decisions import CubeDecision
    from sixprime.engine.cube.views import CubeView
    from sixprime.engine.match_equity.equities import MatchEquities
    from sixprime.engine.net.nets import Net
    from sixprime.engine.rollout.results import RolloutResult

Entry = TypeVar("Entry")
Result = TypeVar("Result")

KEPT = 10
"""Candidates that a review keeps of each roll, besides the play that was made."""
CLOSE_CUBE = 0.04
"""A cube decision is close if the two best actions differ by less."""
ROLLED_OUT = 0.04
"""Plays that come so near the best are rolled out with it, three at most."""


class FindingCache(Protocol):
    """Keeps what was found about decisions."""

    def get(self, key: str) -> Finding | None:
        """What was found, or None."""
        ...

    def put(self, key: str, finding: Finding) -> None:
        """Keep what was found."""
        ...


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far a review has come, and what was found last."""

    done: int
    total: int
    latest: DecisionReview | RollReview


def review(
    match: Match,
    depth: str | Depth = DEFAULT_DEPTH,
    *,
    progress: Callable[[ReviewProgress], object] | None = None,
    threads: int | None = None,
    stop: threading.Event | None = None,
    cache: FindingCache | None = None,
    known: MatchReview | None = None,
    net: Net | str | Path | None = None,
    equities: MatchEquities | None = None,
) -> MatchReview:
    """Review all decisions and rolls of a match.

    `depth` is `instant`, `fast`, `deep` or `rollout`. `progress` is called after each decision and roll, from the
    thread that called. If `stop` is set, what has been found so far is the review. `known` is an incomplete review of
    the same match at the same depth to go on with. The threads are as many as the machine has, if not told otherwise.

    >>> from sixprime import Match
    >>> match = Match(length=5)
    >>> _ = match.open((3, 1))
    >>> match.play("24/23 13/10")
    >>> found = review(match, "instant", threads=1)
    >>> found.is_complete, found.decisions[0].loss > 0.15
    (True, True)
    """
    reviewer = Reviewer(match, depth_named(depth), cache=cache, net=net, equities=equities)
    return reviewer.run(progress, threads=threads, stop=stop, known=known)


@dataclass(slots=True)
class _Engines:
    """The engines of a review: for the first look, and for close decisions."""

    first: Engine
    close: Engine

    def cancel(self) -> None:
        """Stop what they are doing now."""
        self.first.cancel()
        self.close.cancel()


@dataclass(slots=True)
class Reviewer:
    """A review being made."""

    match: Match
    depth: Depth
    cache: FindingCache | None = None
    net: Net | str | Path | None = None
    equities: MatchEquities | None = None
    _stop: threading.Event = field(default_factory=threading.Event)

    def run(
        self,
        progress: Callable[[ReviewProgress], object] | None = None,
        *,
        threads: int | None = None,
        stop: threading.Event | None = None,
        known: MatchReview | None = None,
    ) -> MatchReview:
        """Review what is not known yet."""
        if stop is not None:
            self._stop = stop
        shared_tables()  # made once, before threads would all begin to make them
        with ExitStack() as stack:
            engines = [
                stack.enter_context(Engine(plies=plies, threads=1, net=self.net, equities=self.equities))
                for plies in (self.depth.plies, self.depth.close_plies)
            ]
            return self._run(_Engines(*engines), progress, threads or os.cpu_count() or 1, known)

    def _run(
        self,
        engines: _Engines,
        progress: Callable[[ReviewProgress], object] | None,
        threads: int,
        known: MatchReview | None,
    ) -> MatchReview:
        match = self.match
        decisions, rolls = list(decisions_of(match)), list(rolls_of(match))
        found: dict[MatchDecision | MadeRoll, DecisionReview | RollReview] = {}
        identity, fingerprint = engines.first.identity, fingerprint_of(match)
        if known is not None and (known.engine, known.depth, known.fingerprint) == (
            identity, self.depth.name, fingerprint,
        ):  # fmt: skip
            by_event = {entry.event: entry for entry in known.rolls}
            found.update({entry.decision: entry for entry in known.decisions})
            found.update({roll: by_event[roll.event] for roll in rolls if roll.event in by_event})
        everything: list[MatchDecision | MadeRoll] = [*decisions, *rolls]
        work = [entry for entry in everything if entry not in found]
        work.sort(key=lambda entry: entry.event)
        total = len(decisions) + len(rolls)

        def look(entry: MatchDecision | MadeRoll) -> DecisionReview | RollReview | None:
            if self._stop.is_set():
                return None
            if isinstance(entry, MadeRoll):
                return self._review_roll(entry, engines)
            made = self._review_decision(entry, engines)
            # A search that was stopped on its way has looked less far than it should.
            return None if self._stop.is_set() else made

        for entry, result in _in_threads(work, look, threads, self._stop, engines):
            if result is not None:
                found[entry] = result
                if progress is not None:
                    progress(ReviewProgress(len(found), total, result))
        return MatchReview(
            names=(match.names[Player.WHITE], match.names[Player.BLACK]),
            length=match.length,
            depth=self.depth.name,
            engine=identity,
            fingerprint=fingerprint,
            decisions=tuple(one for entry in decisions if isinstance(one := found.get(entry), DecisionReview)),
            rolls=tuple(one for entry in rolls if isinstance(one := found.get(entry), RollReview)),
            total=total,
        )

    # Rolls

    def _review_roll(self, roll: MadeRoll, engines: _Engines) -> RollReview:
        before = self.match.state_at(roll.event + 1 if roll.is_opening else roll.event)
        rolls = engines.first.analyse_rolls(before, opening=roll.is_opening)
        return RollReview(
            roll.event,
            roll.game,
            roll.player,
            rolls.luck(roll.roll),
            before.cube.value,
            rolls.match_luck(roll.roll),
            rolls.chances.win,
            rolls.mean_match_chance,
        )

    # Decisions

    def _review_decision(self, decision: MatchDecision, engines: _Engines) -> DecisionReview:
        event = self.match.events[decision.event]
        state = self.match.state_at(decision.event)
        if decision.kind is DecisionKind.RESIGNATION:
            state = self.match.state_at(decision.event + 1)
        made = Play.of_legal_steps(state.position, event.steps) if isinstance(event, ev.Played) else None
        finding = self._finding(decision, state, made, engines)
        if isinstance(finding, PlaysFinding):
            return _of_play(decision, finding, made)
        return _of_action(decision, finding)

    def _finding(self, decision: MatchDecision, state: State, made: Play | None, engines: _Engines) -> Finding:
        """What is known about a decision, after as many looks as it needs. Each look is kept by itself."""
        depth = self.depth

        def kept(look: tuple[int, ...], find: Callable[[], Finding]) -> Finding:
            if self.cache is None:
                return find()
            key = _key_of(state, made, engines.first.identity, look, self.equities)
            known = self.cache.get(key)
            if known is not None:
                return known
            found = find()
            if not self._stop.is_set():
                self.cache.put(key, found)
            return found

        finding = kept((depth.plies,), lambda: self._look(state, made, engines.first))
        if depth.close_plies > depth.plies and _is_close(finding, decision, made, depth):
            finding = kept((depth.close_plies,), lambda: self._look(state, made, engines.close))
        if depth.games and _is_close(finding, decision, made, depth):
            searched = finding
            rolled_out = (depth.close_plies, depth.games)
            finding = kept(rolled_out, lambda: self._rolled_out(searched, state, made, engines.close))
        return finding

    def _look(self, state: State, made: Play | None, engine: Engine) -> Finding:
        """What the engine finds."""
        analysis = engine.analyse(state, including=(made,) if made else ())
        if state.phase is Phase.TO_PLAY:
            return _plays_finding(analysis, made)
        return _actions_finding(analysis, self._view(state, analysis.player))

    def _view(self, state: State, player: Player) -> CubeView:
        from sixprime.engine.cube.views import CubeView

        return CubeView.of(state, player, equities=self.equities)

    def _rolled_out(self, finding: Finding, state: State, made: Play | None, engine: Engine) -> Finding:
        """The finding with the candidates that matter rolled out."""

        def watch(_: object) -> None:
            if self._stop.is_set():
                engine.cancel()

        if isinstance(finding, PlaysFinding):
            near = [entry for entry in finding.candidates if entry.equity > finding.candidates[0].equity - ROLLED_OUT][
                :3
            ]
            plays = {Play.of_legal_steps(state.position, entry.steps) for entry in near} | ({made} if made else set())
            result = engine.rollout(state, games=self.depth.games, plays=list(plays), progress=watch)
            return _with_rolled_out_plays(finding, result, state)
        # The answer to a double is rolled out where the double was made.
        before = replace(state, phase=Phase.TO_ROLL, offer=None)
        result = engine.rollout(before, games=self.depth.games, progress=watch)
        if result.cube is None:
            return finding
        return _with_rolled_out_cube(finding, result, self._view(state, state.to_act or Player.WHITE))


def _plays_finding(analysis: Analysis, made: Play | None) -> PlaysFinding:
    """The best candidates, and the play that was made."""
    plays = analysis.plays
    kept = [entry for rank, entry in enumerate(plays) if rank < KEPT or entry.play == made]
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
            entry.equity.error,
        )
        for entry in result.candidates
        if entry.play is not None
    }
    others = [entry for entry in finding.candidates if Play.of_legal_steps(state.position, entry.steps) not in rolled]
    return replace(
        finding, candidates=tuple(sorted((*rolled.values(), *others), key=lambda one: one.rank, reverse=True))
    )


def _with_rolled_out_cube(finding: ActionsFinding, result: RolloutResult, view: CubeView) -> ActionsFinding:
    cube = result.cube
    assert cube is not None
    worth = {
        Action.ROLL: cube.no_double,
        Action.DOUBLE: cube.doubled,
        Action.TAKE: -cube.double_take,
        Action.DROP: -cube.double_pass,
        Action.BEAVER: min(-2 * cube.double_take, 2.0),
    }
    actions = [
        ActionValue(entry.action, worth[entry.action], None if view.is_money else view.chance(worth[entry.action]))
        for entry in finding.actions
    ]
    actions.sort(key=lambda entry: -entry.equity)
    error = result.difference(0, 1).error if len(result.candidates) > 1 else None
    chances = result.candidates[0].chances
    if Action.TAKE in {entry.action for entry in actions}:
        chances = chances.for_opponent()
    return replace(
        finding, actions=tuple(actions), depth=0, double=_double_values(cube), games=result.games, error=error,
        chances=chances,
    )  # fmt: skip


def _is_close(finding: Finding, decision: MatchDecision, made: Play | None, depth: Depth) -> bool:
    """Whether a deeper look might change what is said about a decision."""
    if isinstance(finding, PlaysFinding):
        if finding.legal < 2 or made is None:
            return False
        loss = _of_play(decision, finding, made).loss
        return depth.close[0] <= loss < depth.close[1]
    if finding.double is not None and decision.kind in (DecisionKind.DOUBLE, DecisionKind.ANSWER):
        double = finding.double
        if decision.kind is DecisionKind.DOUBLE:
            return abs(double.no_double - double.doubled) < CLOSE_CUBE
        return abs(double.double_take - double.double_pass) < CLOSE_CUBE
    return False


def _of_play(decision: MatchDecision, finding: PlaysFinding, made: Play | None) -> DecisionReview:
    position = made.position if made is not None else None
    played = next(
        (
            number
            for number, entry in enumerate(finding.candidates)
            if position is not None and Play.of_legal_steps(position, entry.steps) == made
        ),
        0,
    )
    best, chosen = finding.candidates[0], finding.candidates[played]
    match_loss = None
    if best.match_chance is not None and chosen.match_chance is not None:
        match_loss = max(best.match_chance - chosen.match_chance, 0.0)
    return DecisionReview(decision, finding, max(best.equity - chosen.equity, 0.0), match_loss, played)


def _of_action(decision: MatchDecision, finding: ActionsFinding) -> DecisionReview:
    values = {entry.action: entry for entry in finding.actions}
    if decision.kind is DecisionKind.RESIGNATION:
        # What the offer gives away if it is accepted; the values are those of the player who answers.
        chosen, best = values[Action.DECLINE], values[Action.ACCEPT]
    else:
        chosen, best = values[decision.action], max(finding.actions, key=lambda entry: entry.equity)
    match_loss = None
    if best.match_chance is not None and chosen.match_chance is not None:
        match_loss = max(best.match_chance - chosen.match_chance, 0.0)
    return DecisionReview(decision, finding, max(best.equity - chosen.equity, 0.0), match_loss)


def _key_of(
    state: State, made: Play | None, identity: str, look: tuple[int, ...], equities: MatchEquities | None
) -> str:
    """What a finding depends on: where the checkers stand, roll, cube, score, rules; the play that was made, which is
    searched in any case; the engine, how it looked, and the match equities if they are not the usual ones.

    The colours and the games before do not matter.
    """
    me, other = state.on_roll or Player.WHITE, (state.on_roll or Player.WHITE).opponent

    def side(player: Player | None) -> str:
        return "" if player is None else "mine" if player is me else "theirs"

    rules = {name: value for name, value in state.rules.to_json().items() if name != "stake"}
    offer, resignation = state.offer, state.resignation
    told = [
        identity,
        look,
        None if equities is None else (equities.name, equities.table.before, equities.table.after, equities.crawford),
        state.phase.value,
        state.position.points,
        state.position.checkers,
        state.roll.numbers if state.roll is not None else None,
        None if made is None else made.result.points,
        (state.cube.value, side(state.cube.owner)),
        None if offer is None else (offer.kind.value, side(offer.by), offer.value, side(offer.owner)),
        None if resignation is None else (side(resignation.by), int(resignation.win), resignation.interrupted.value),
        None if state.length is None else [state.length - state.points_of(player) for player in (me, other)],
        (state.is_crawford, state.crawford_over),
        rules,
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _in_threads(
    work: list[Entry],
    look: Callable[[Entry], Result],
    threads: int,
    stop: threading.Event,
    engines: _Engines,
) -> Iterator[tuple[Entry, Result]]:
    """Do the work in threads, and give each result as soon as it is there."""
    if threads == 1 or len(work) < 2:
        for entry in work:
            yield entry, look(entry)
        return
    with ThreadPoolExecutor(threads, thread_name_prefix="review") as pool:
        waiting: dict[Future[Result], Entry] = {}
        left = iter(work)
        try:
            for entry in islice(left, 2 * threads):
                waiting[pool.submit(look, entry)] = entry
            while waiting:
                done, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                if stop.is_set():
                    engines.cancel()
                for future in done:
                    yield waiting.pop(future), future.result()
                    for entry in islice(left, 1):
                        waiting[pool.submit(look, entry)] = entry
        finally:
            stop_waiting = [future.cancel() for future in waiting]
            if not all(stop_waiting):
                engines.cancel()
