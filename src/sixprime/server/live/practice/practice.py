"""`Practice`: what learners of a server have, within its limits. The clock is a parameter."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from sixprime.messages import text
from sixprime.server.encoding import now
from sixprime.server.limits import Limits
from sixprime.server.refusals import TooMany
from sixprime.server.store.databases import Database
from sixprime.server.store.practice import (
    Attempt,
    AttemptStore,
    CardStore,
    Learner,
    LearnerStore,
    RatingStore,
)
from sixprime.server.store.practice.learners import folded_name

log = logging.getLogger("sixprime.practice")

TIDY_SECONDS = 3600.0
PAUSE_SECONDS = 0.1
MOST_NAMES = 500
"""Names of players about which a learner was asked."""


class Practice:
    """The learners of a server."""

    def __init__(self, database: Database, limits: Limits, clock: Callable[[], int] = now) -> None:
        self.learners = LearnerStore(database)
        self.attempts = AttemptStore(database)
        self.cards = CardStore(database)
        self.ratings = RatingStore(database)
        self.clock = clock
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
