"""`Practice`: what learners of a server have, within its limits. The clock is a parameter."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

from sixprime.analysis.reasons import Explainer, Explanation
from sixprime.analysis.reviews import Finding
from sixprime.core import State
from sixprime.messages import text
from sixprime.practice.explanations import explanations_of
from sixprime.server.encoding import now
from sixprime.server.limits import Limits
from sixprime.server.live.analyses import Analyses
from sixprime.server.live.practice.collecting import CardCollector, Collected
from sixprime.server.live.rooms import Room
from sixprime.server.refusals import NotFound, TooMany
from sixprime.server.store.databases import Database
from sixprime.server.store.practice import (
    Attempt,
    AttemptStore,
    Card,
    CardStore,
    Learner,
    LearnerStore,
    RatingStore,
)
from sixprime.server.store.practice.learners import folded_name
from sixprime.server.store.storage import Storage

log = logging.getLogger("sixprime.practice")

TIDY_SECONDS = 3600.0
PAUSE_SECONDS = 0.1
CACHED_EXPLANATIONS = 300
MOST_NAMES = 500
"""Names of players about which a learner was asked."""


class Practice:
    """The learners of a server."""

    def __init__(
        self,
        database: Database,
        limits: Limits,
        analyses: Analyses,
        find_room: Callable[[str], Awaitable[Room | None]],
        clock: Callable[[], int] = now,
    ) -> None:
        self.learners = LearnerStore(database)
        self.attempts = AttemptStore(database)
        self.cards = CardStore(database)
        self.ratings = RatingStore(database)
        self.clock = clock
        self._collector = CardCollector(
            Storage(database), analyses, self.learners, self.cards, find_room, limits.visitor_cards
        )
        self._explainer = Explainer()
        self._explained: OrderedDict[tuple[str, str | None], dict[str, Explanation]] = OrderedDict()
        self._limits = limits
        self._tidying: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._tidying = asyncio.create_task(self._tidy_forever(), name="learners who are gone")

    async def close(self) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
            await asyncio.gather(self._tidying, return_exceptions=True)

    async def learner(self, holder: str, origin: str | None) -> Learner:
        """The learner of a holder, who may begin now; `TooMany` if too many have begun from an address."""
        found = await self.learners.begin(holder, origin, self._limits.address_learners, self.clock())
        if found is None:
            raise TooMany(text("too many people practise from your address; nothing more is kept"))
        return found

    async def keep(self, learner: Learner, attempts: Sequence[Attempt]) -> list[Attempt]:
        """Keep attempts of a learner, each once; returns those that are new."""
        kept = await self.attempts.add(learner, attempts, self._limits.visitor_attempts)
        if kept is None:
            raise TooMany(
                text(
                    "you have {most} answers, and more are not kept; export them, delete them and begin anew",
                    most=self._limits.visitor_attempts,
                )
            )
        return kept

    async def bring(self, learner: Learner, attempts: Sequence[Attempt]) -> int:
        """Keep attempts that a learner made elsewhere; returns how many are new."""
        return await self.attempts.bring(learner.holder, attempts, self._limits.visitor_attempts)

    async def name(self, learner: Learner, names: dict[str, bool]) -> None:
        """Note which names of players are the learner."""
        folded = {folded_name(name): known for name, known in names.items() if folded_name(name)}
        if not await self.learners.set_names(learner.holder, folded, MOST_NAMES):
            raise TooMany(text("you have named {most} players, and more are not kept", most=MOST_NAMES))

    # Cards

    async def collect(self, learner: Learner) -> Collected:
        """Make cards of the learner's errors in matches that have been analysed since the last time."""
        return await self._collector.collect(learner, self.clock())

    async def add(self, learner: Learner, cards: Sequence[Card]) -> tuple[list[Card], int]:
        """Add cards or merge them with equal ones; returns them as they are then, and how many did not fit."""
        return await self.cards.add(learner.holder, cards, self._limits.visitor_cards)

    async def card(self, holder: str | None, card: str) -> Card:
        """A card of a learner, or `NotFound`."""
        found = None if holder is None else await self.cards.get(holder, card)
        if found is None:
            raise NotFound(text("there is no such card"))
        return found

    def explain(self, card: Card, state: State, finding: Finding) -> dict[str, Explanation]:
        """Why the best answer to a card is better than others; takes a while, so call it in a thread."""
        key = card.subject, card.finding
        if key not in self._explained:
            self._explained[key] = explanations_of(state, finding, self._explainer)
            while len(self._explained) > CACHED_EXPLANATIONS:
                self._explained.popitem(last=False)
        return self._explained[key]

    # Learners who are gone

    async def _tidy_forever(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await self.tidy()
            except Exception:  # tried again later
                log.exception("learners who are gone could not be removed")

    async def tidy(self) -> int:
        """Remove learners who have not been here for too long; returns how many."""
        if self._limits.practice_time is None:
            return 0
        removed = 0
        while found := await self.learners.delete_unseen(self.clock() - 1000 * self._limits.practice_time):
            removed += found
            await asyncio.sleep(PAUSE_SECONDS)
        return removed
