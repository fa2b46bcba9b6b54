"""Collecting cards: the errors of a learner in matches that have been analysed become cards by themselves.

In matches played here the learner's side is the seat they hold. In imported matches, and at one screen, it is the side
whose name is theirs; a name that is not known yet is asked about once, and a side without a name in each match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from sixprime.analysis import MatchReview
from sixprime.core import Match, Player
from sixprime.practice.cards import CardError, dump_finding, errors_of
from sixprime.practice.schedules import CardSchedule
from sixprime.server.encoding import compact_json
from sixprime.server.identities import new_id
from sixprime.server.live.analyses import Analyses
from sixprime.server.live.rooms import Room
from sixprime.server.matches.entries import MatchKind
from sixprime.server.store.analyses import AnalysisJob
from sixprime.server.store.practice import Card, CardStore, Learner, LearnerStore
from sixprime.server.store.practice.learners import folded_name
from sixprime.server.store.storage import MatchSummary, Storage

MOST_MATCHES = 500
"""The latest matches of a learner that are looked at."""
AT_ONCE = 5
"""Analyses whose errors are collected at a time; the rest follow at the next look."""
BY_NAME = (MatchKind.STUDY.value, MatchKind.SCREEN.value)
"""Kinds of matches whose seats do not tell who somebody was."""


@dataclass(frozen=True, slots=True)
class UnnamedMatch:
    """A match of which it is not known which side was the learner."""

    match: str
    names: Mapping[Player, str]
    """Only names that were not asked about yet; a side without a name is called by the match and the side."""


@dataclass(frozen=True, slots=True)
class Collected:
    """What a look at the matches of a learner has brought."""

    cards: int
    """How many errors have become cards, or were added to one."""
    left_out: int
    """How many did not fit."""
    more: bool
    """Whether there are analyses left that have not been looked at."""
    unnamed: Sequence[UnnamedMatch]


class CardCollector:
    """Makes cards of errors."""

    def __init__(
        self,
        storage: Storage,
        analyses: Analyses,
        learners: LearnerStore,
        cards: CardStore,
        find_room: Callable[[str], Awaitable[Room | None]],
        most: int,
    ) -> None:
        self._storage = storage
        self._analyses = analyses
        self._learners = learners
        self._cards = cards
        self._find_room = find_room
        self._most = most

    async def collect(self, learner: Learner, time: int) -> Collected:
        """Make cards of what has been analysed since the last time."""
        matches, _ = await self._storage.matches_of(learner.holder, most=MOST_MATCHES)
        summaries = {one.match: one for one in matches}
        waiting = await self._cards.uncollected(learner.holder, list(summaries)) if summaries else []
        names = await self._learners.names(learner.holder) if waiting else {}
        unnamed: dict[str, UnnamedMatch] = {}
        made = left_out = looked_at = 0
        for match, analysis, updated in waiting:
            sides = _sides(summaries[match], names)
            if isinstance(sides, UnnamedMatch):
                unnamed[match] = sides
                continue
            if looked_at == AT_ONCE:
                return Collected(made, left_out, True, list(unnamed.values()))
            looked_at += 1
            cards = [
                new_card(error, match, time, job.engine, job.depth)
                for error, job in await self._errors(match, analysis, sides)
            ]
            if cards:
                _, lost = await self._cards.add(learner.holder, cards, self._most)
                made += len(cards) - lost
                left_out += lost
            await self._cards.note_collected(learner.holder, analysis, updated)
        return Collected(made, left_out, False, list(unnamed.values()))

    async def _errors(self, match: str, analysis: str, sides: Sequence[Player]) -> list[tuple[CardError, AnalysisJob]]:
        """The errors of some sides, each with the analysis that has found it."""
        room = await self._find_room(match)
        if room is None or not sides:
            return []
        job = await self._analyses.job(analysis)
        review = await self._analyses.review_of(room, job)
        if review is None:
            return []
        analysed = await self._analyses.match_at(room, job.version)
        found = await asyncio.to_thread(_errors_of, analysed.match, review, sides)
        return [(error, job) for error in found]


def _errors_of(match: Match, review: MatchReview, sides: Sequence[Player]) -> list[CardError]:
    return [error for player in sides for error in errors_of(match, review, player)]


def _sides(match: MatchSummary, names: Mapping[str, bool]) -> list[Player] | UnnamedMatch:
    """Which sides were the learner, or the names that are to be asked about."""
    if match.kind not in BY_NAME:
        return [player for player in Player if match.seats[player].is_mine]
    called = {player: match.seats[player].name or f"{match.match}/{player.value}" for player in Player}
    known = {player: names.get(folded_name(called[player])) for player in Player}
    mine = [player for player in Player if known[player]]
    if mine or all(answer is False for answer in known.values()):
        return mine
    return UnnamedMatch(match.match, {player: called[player] if known[player] is None else "" for player in Player})


def new_card(error: CardError, match: str | None, time: int, engine: str, depth: str, tags: Sequence[str] = ()) -> Card:
    """A card of an error."""
    question = error.question
    return Card(
        id=new_id(),
        subject=question.subject,
        situation=question.record,
        kind=question.kind.value,
        topic=question.topic,
        schedule=CardSchedule(due=time),
        created=time,
        finding=dump_finding(error.finding),
        engine=engine,
        depth=depth,
        played=compact_json(error.played),
        loss=error.loss,
        times=1,
        match=match,
        event=error.event,
        tags=compact_json(sorted(tags)),
    )
