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
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from sixprime.analysis.decisions import DecisionKind, MadeRoll, MatchDecision, decisions_of, rolls_of
from sixprime.analysis.depths import DEFAULT_DEPTH, Depth, depth_named
from sixprime.analysis.finders import Finder, number_of
from sixprime.analysis.reviews import (
    ActionsFinding,
    DecisionReview,
    Finding,
    MatchReview,
    PlaysFinding,
    RollReview,
    fingerprint_of,
)
from sixprime.core import Match, Play, Player, State
from sixprime.core.match import events as ev
from sixprime.core.match.events import Action
from sixprime.engine.net.evaluators import shared_tables

if TYPE_CHECKING:
    from sixprime.engine.engines import Engine
    from sixprime.engine.match_equity.equities import MatchEquities
    from sixprime.engine.net.nets import Net

ReviewEntry = MatchDecision | MadeRoll
"""Something in a match that is reviewed."""
EntryReview = DecisionReview | RollReview
Entry = TypeVar("Entry")
Result = TypeVar("Result")


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
    shared_tables()  # made once, before threads would all begin to make them
    wanted = depth_named(depth)
    with Finder(wanted, net=net, equities=equities) as finder:
        reviewer = Reviewer(match, wanted, finder, cache=cache, stop=stop)
        if known is not None:
            reviewer.go_on_from(known)
        return reviewer.run(progress, threads or os.cpu_count() or 1)


class Reviewer:
    """A review being made. What is left of it can be done in threads, by `run`, or piece by piece."""

    def __init__(
        self,
        match: Match,
        depth: Depth,
        finder: Finder,
        *,
        cache: FindingCache | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        self.match = match
        self.depth = depth
        self._finder = finder
        self._cache = cache
        self._stop = stop or threading.Event()
        self._events = match.events
        self._fingerprint = fingerprint_of(match)
        self._decisions, self._rolls = list(decisions_of(match)), list(rolls_of(match))
        self._found: dict[ReviewEntry, EntryReview] = {}

    @property
    def total(self) -> int:
        """How many decisions and rolls the match has."""
        return len(self._decisions) + len(self._rolls)

    @property
    def done(self) -> int:
        """How many of them have been reviewed."""
        return len(self._found)

    @property
    def left(self) -> list[ReviewEntry]:
        """What has not been reviewed yet, in the order of the match."""
        everything: list[ReviewEntry] = [*self._decisions, *self._rolls]
        return sorted((entry for entry in everything if entry not in self._found), key=lambda entry: entry.event)

    def go_on_from(self, known: MatchReview, events: int | None = None) -> None:
        """Take over what an earlier review has found, if it was made by the same engine at the same depth.

        It must be of the same match, or of one of which the first `events` were the same.
        """
        if (known.engine, known.depth) != (self._finder.identity, self.depth.name):
            return
        if events is None:
            if known.fingerprint != self._fingerprint:
                return
            events = len(self._events)
        decisions = {entry.decision: entry for entry in known.decisions if entry.decision.event < events}
        rolls = {entry.event: entry for entry in known.rolls if entry.event < events}
        self._found.update({entry: decisions[entry] for entry in self._decisions if entry in decisions})
        self._found.update({roll: rolls[roll.event] for roll in self._rolls if roll.event in rolls})

    def add(self, entry: ReviewEntry, review: EntryReview) -> None:
        """Keep what was found about a decision or a roll."""
        self._found[entry] = review

    @property
    def review(self) -> MatchReview:
        """What has been found so far."""
        match, found = self.match, self._found
        return MatchReview(
            names=(match.names[Player.WHITE], match.names[Player.BLACK]),
            length=match.length,
            depth=self.depth.name,
            engine=self._finder.identity,
            fingerprint=self._fingerprint,
            decisions=tuple(one for entry in self._decisions if isinstance(one := found.get(entry), DecisionReview)),
            rolls=tuple(one for entry in self._rolls if isinstance(one := found.get(entry), RollReview)),
            total=self.total,
        )

    def run(self, progress: Callable[[ReviewProgress], object] | None = None, threads: int = 1) -> MatchReview:
        """Review what is left."""

        def look(entry: ReviewEntry) -> EntryReview | None:
            latest = None
            if not self._stop.is_set():
                for piece in self.pieces(entry):
                    if self._stop.is_set():
                        return None  # a search that was stopped on its way has looked less far than it should
                    latest = piece
            return latest

        for entry, found in _in_threads(self.left, look, threads, self._stop, self._finder):
            if found is not None:
                self.add(entry, found)
                if progress is not None:
                    progress(ReviewProgress(self.done, self.total, found))
        return self.review

    def pieces(self, entry: ReviewEntry) -> Iterator[EntryReview]:
        """Review a decision or a roll, a piece of work with every step; the last one is the answer."""
        if isinstance(entry, MadeRoll):
            yield review_roll(self.match, entry, self._finder.first)
            return
        state, made = decision_at(self.match, entry, self._events[entry.event])
        kept = None if self._cache is None else _DecisionCache(self._cache, state, made, self._finder, self._stop)
        for look in self._finder.pieces(state, entry.kind, made, action=entry.action, kept=kept):
            yield review_of(entry, look.finding, made)


@dataclass(frozen=True, slots=True)
class _DecisionCache:
    """What a cache keeps about one decision, each look by itself."""

    cache: FindingCache
    state: State
    made: Play | None
    finder: Finder
    stop: threading.Event

    def get(self, look: tuple[int, ...]) -> Finding | None:
        return self.cache.get(self._key(look))

    def put(self, look: tuple[int, ...], finding: Finding) -> None:
        if not self.stop.is_set():  # else it has looked less far than it should
            self.cache.put(self._key(look), finding)

    def _key(self, look: tuple[int, ...]) -> str:
        return _key_of(self.state, self.made, self.finder.identity, look, self.finder.equities)


def review_roll(match: Match, roll: MadeRoll, engine: Engine) -> RollReview:
    """How lucky a roll of a match was."""
    before = match.state_at(roll.event + 1 if roll.is_opening else roll.event)
    rolls = engine.analyse_rolls(before, opening=roll.is_opening)
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


def decision_at(match: Match, decision: MatchDecision, event: ev.Event) -> tuple[State, Play | None]:
    """The state that a decision is judged in, and the play that was made, if it was one."""
    state = match.state_at(decision.event)
    if decision.kind is DecisionKind.RESIGNATION:
        state = match.state_at(decision.event + 1)
    return state, Play.of_legal_steps(state.position, event.steps) if isinstance(event, ev.Played) else None


def review_of(decision: MatchDecision, finding: Finding, made: Play | None) -> DecisionReview:
    """What a decision gave away, by what was found about it."""
    if isinstance(finding, PlaysFinding):
        return _of_play(decision, finding, made)
    return _of_action(decision, finding)


def _of_play(decision: MatchDecision, finding: PlaysFinding, made: Play | None) -> DecisionReview:
    played = 0 if made is None else number_of(finding, made)
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
    finder: Finder,
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
                    finder.cancel()
                for future in done:
                    yield waiting.pop(future), future.result()
                    for entry in islice(left, 1):
                        waiting[pool.submit(look, entry)] = entry
        finally:
            stop_waiting = [future.cancel() for future in waiting]
            if not all(stop_waiting):
                finder.cancel()
