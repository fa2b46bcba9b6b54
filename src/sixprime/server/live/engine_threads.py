"""Threads in which the engine computes: some for bots, one for hints, and for analyses those that are left.

The event loop never waits for them.

The engine is given events and positions, and nothing from which future dice could be derived. Kernels release the GIL
while they compute. There is one `Engine` for each level; it is made when first needed and kept.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeVar

from sixprime.analysis.depths import depth_named
from sixprime.analysis.finders import Finder
from sixprime.analysis.tutor import Tutor
from sixprime.core import Event, Match, Player, Position, Roll, Turn
from sixprime.core.turn_graphs import turn_graph
from sixprime.engine.bots.levels import DEFAULT_LEVEL
from sixprime.engine.bots.players import RandomPlayer
from sixprime.engine.engines import Engine
from sixprime.engine.readiness import get_ready
from sixprime.server.live.fair_queues import Asker, FairQueue, Lane
from sixprime.server.matches.logs import Moment

log = logging.getLogger("sixprime.engine_threads")

BOTS, HINTS, ANALYSES = 0, 1, 2
"""Lanes of the queue: nobody's hint keeps a bot waiting, and nobody's analysis either of them."""
ANALYSIS_NICENESS = 10
QUESTIONS_OF_VISITOR = 5
QUESTIONS_OF_ADDRESS = 20
MOST_QUESTIONS = 200
"""How many questions may wait for an answer, of one visitor, of an address, and of all."""
CACHED_EVENTS = 100_000
"""How many events all matches have that are kept as `core.Match`, which takes less than 100 MB. Any other match is
replayed when a bot has to act in it."""
HINT_LEVEL = "champion"
"""The level that gives hints: it errs nowhere and looks as far ahead as a bot can."""

Result = TypeVar("Result")


class EngineThreads:
    """The threads, an engine for each level, and a cache of the matches in which bots play."""

    def __init__(self, threads: int, analysis_threads: int = 1) -> None:
        questions = Lane(1, QUESTIONS_OF_VISITOR, QUESTIONS_OF_ADDRESS, MOST_QUESTIONS)
        self.analysis_threads = analysis_threads
        analyses = Lane(analysis_threads, busy=analysis_threads, niceness=ANALYSIS_NICENESS)
        self.queue = FairQueue("engine", [Lane(threads), questions, analyses])
        self._cache = MatchCache()
        self._engines: dict[str, Engine] = {}
        self._finders: dict[tuple[str, bool], Finder] = {}
        self._tutor: Tutor | None = None
        self._engines_lock = threading.Lock()
        self.board_is_ready = asyncio.Event()
        """Set once boards and rules are compiled; nobody can move before."""
        self.bot_is_ready = asyncio.Event()
        """Set once the engine is compiled and its nets are loaded."""
        self._warming: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Compile or load what is needed, in the background."""
        self._warming = asyncio.create_task(self._warm_up(), name="warming up")

    async def _warm_up(self) -> None:
        try:
            await self.queue.run(_warm_up_rules, lane=HINTS)
            self.board_is_ready.set()
            await self.queue.run(get_ready, lane=HINTS)
            self.bot_is_ready.set()
        except Exception:
            log.exception("the engine could not be made ready")
            raise

    async def close(self) -> None:
        """Drop what waits in the queue, and stop what is being computed."""
        self.queue.close()
        with self._engines_lock:
            for engine in self._engines.values():
                engine.close()
            for finder in self._finders.values():
                finder.close_engines()
            if self._tutor is not None:
                self._tutor.close()
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)

    async def decide(self, match: str, moment: Moment, player: Player, visitor: str = "") -> Event | None:
        """The event by which a bot acts at a moment; None to roll. `visitor` is who plays against it."""
        level = moment.seat(player).level or DEFAULT_LEVEL
        return await self.queue.run(lambda: self._decide(match, moment, level), Asker(visitor), BOTS)

    def engine(self, level: str = HINT_LEVEL) -> Engine:
        """The engine of a level. It computes in the thread that asks."""
        with self._engines_lock:
            if level not in self._engines:
                self._engines[level] = Engine(level=level, threads=1)
            return self._engines[level]

    def finder(self, depth: str, *, thorough: bool) -> Finder:
        """What looks at decisions for analyses of a depth; `thorough` if it was asked about one decision alone."""
        with self._engines_lock:
            if (depth, thorough) not in self._finders:
                self._finders[depth, thorough] = Finder(depth_named(depth), thorough=thorough)
            return self._finders[depth, thorough]

    @property
    def tutor(self) -> Tutor:
        """The tutor, which looks as far ahead as hints do. Its engine is its own, so it changes nothing for bots."""
        with self._engines_lock:
            if self._tutor is None:
                self._tutor = Tutor(Engine(level=HINT_LEVEL, threads=1))
            return self._tutor

    async def analyse(self, work: Callable[[], Result], asker: Asker) -> Result:
        """Do a short piece of an analysis when no bot and no hint needs the machine, by turns."""
        return await self.queue.run(work, asker, ANALYSES)

    async def ask(self, question: Callable[[], Result], asker: Asker) -> Result:
        """Answer a question in the thread for hints when it is the asker's turn; `TooFast` if too many wait."""
        return await self.queue.run(question, asker, HINTS)

    @property
    def is_ready(self) -> bool:
        """Whether boards and bots are ready."""
        return self.bot_is_ready.is_set()

    @property
    def is_computing(self) -> bool:
        """Whether a thread is at work; nothing can interrupt it."""
        return self.queue.is_computing

    def _decide(self, match_id: str, moment: Moment, level: str) -> Event | None:
        match = self._cache.match_at(match_id, moment)
        try:
            event = self.engine(level).decide(match, seed=zlib.crc32(match_id.encode()))
            refused = None if event is None else match.refusal(event)
            if refused is None:
                return event
            log.error("the bot wanted what the rules refuse: %s", refused, extra={"match": match_id})
        except Exception:  # the match goes on with a random play
            log.exception("the bot failed", extra={"match": match_id})
        return RandomPlayer().decide(match)


class MatchCache:
    """Matches in which bots play, so that a decision need not replay all events before it."""

    def __init__(self, most_events: int = CACHED_EVENTS) -> None:
        self._most = most_events
        self._matches: OrderedDict[str, tuple[Match, int]] = OrderedDict()  # with the number of events
        self._lock = threading.Lock()
        self.events = 0
        """How many events all matches have that are kept."""

    def __len__(self) -> int:
        return len(self._matches)

    def match_at(self, match_id: str, moment: Moment) -> Match:
        """The match at a moment. The caller may use it until the next call for the same match."""
        with self._lock:
            match, count = self._matches.pop(match_id, (None, 0))
            self.events -= count
        if match is None:
            match = Match(moment.start.rules, length=moment.start.length)
        catch_up(match, moment.events())
        with self._lock:
            self._matches[match_id] = match, match.version
            self.events += match.version
            while self.events > self._most and len(self._matches) > 1:
                _, (_, count) = self._matches.popitem(last=False)
                self.events -= count
        return match


def catch_up(match: Match, events: Sequence[Event]) -> None:
    """Undo and apply events until a match has exactly these."""
    known = match.events
    shared = 0
    while shared < min(len(known), len(events)) and known[shared] == events[shared]:
        shared += 1
    if shared < len(known):
        match.undo_to(shared)
    for event in events[shared:]:
        match.apply(event)


def _warm_up_rules() -> None:
    """Run everything that a play or its refusal calls, so that no player has to wait for compilation."""
    start = Position.standard()
    turn_graph(start, Roll(3, 1))
    for roll in (Roll(3, 1), Roll(4, 4)):
        list(start.legal_plays(roll))
        turn = Turn(start, roll)
        while turn.next_steps:
            turn = turn.step(turn.next_steps[0])
        Turn(start, roll).why_not(24, 0)
