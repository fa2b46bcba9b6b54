"""Threads in which the engine computes: some for bots, one for hints, and for analyses those that are left.

The event loop never waits for them.

The engine is given events and positions, and nothing from which future dice could be derived. Kernels release the GIL
while they compute. There is one `Engine` for each level; it is made when first needed and kept.

A server begins in plain Python, with the net alone. Meanwhile everything is compiled in other processes, unless that
has been done on this machine; then machine code takes over, and levels that look ahead become available.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from sixprime.analysis.depths import depth_named
from sixprime.analysis.finders import Finder
from sixprime.analysis.readiness import STEPS
from sixprime.analysis.tutor import Tutor
from sixprime.compiled import jit
from sixprime.compiled.preparation import Preparation, PreparationFailed, is_prepared
from sixprime.core import Event, Match, Player
from sixprime.engine.bots.levels import DEFAULT_LEVEL, level_named
from sixprime.engine.bots.players import RandomPlayer
from sixprime.engine.engines import Engine
from sixprime.engine.readiness import get_ready, prepare_evaluation, prepare_moves
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
        """Set once boards and rules can be used; nobody can move before."""
        self.bot_is_ready = asyncio.Event()
        """Set once bots can play, if only by the net alone."""
        self.is_compiled = asyncio.Event()
        """Set once everything is machine code: levels that look ahead, hints at full strength, analyses."""
        self._warming: asyncio.Task[None] | None = None
        self._preparation: Preparation | None = None

    def start(self) -> None:
        """Get ready, in the background."""
        self._warming = asyncio.create_task(self._warm_up(), name="warming up")

    async def _warm_up(self) -> None:
        try:
            await self.queue.run(prepare_moves, lane=HINTS)
            self.board_is_ready.set()
            if jit.is_plain():
                await self.queue.run(prepare_evaluation, lane=HINTS)
                self.bot_is_ready.set()
                await self._compile()
            await self.queue.run(get_ready, lane=HINTS)
            self.bot_is_ready.set()
            self.is_compiled.set()
        except PreparationFailed:
            log.exception("the engine could not be compiled; bots play by the net alone")
        except Exception:
            log.exception("the engine could not be made ready")
            raise

    async def _compile(self) -> None:
        """From plain Python to machine code, while the bots play on."""
        loop = asyncio.get_running_loop()
        if not await loop.run_in_executor(None, is_prepared, STEPS):
            log.info("compiling, once on this machine")
            self._preparation = Preparation(STEPS)
            await loop.run_in_executor(None, self._preparation.run)
            self._preparation = None
            log.info("compiled")
        await loop.run_in_executor(None, jit.load_compiled)
        async with self.queue.held():
            jit.start_compiled()
            self._forget_engines()

    def _forget_engines(self) -> None:
        """Let new engines be made, after those that have computed in plain Python; whoever has one may use it up."""
        with self._engines_lock:
            self._engines.clear()
            self._finders.clear()
            self._tutor = None

    @property
    def compiled_share(self) -> float:
        """How much of the compiling is done, from 0 to 1."""
        if self.is_compiled.is_set():
            return 1.0
        return 0.0 if self._preparation is None else min(self._preparation.share, 0.99)

    def can_play(self, level: str) -> bool:
        """Whether a level is available now: looking ahead takes machine code."""
        return self.is_compiled.is_set() or level_named(level).plies == 0

    async def close(self) -> None:
        """Drop what waits in the queue, and stop what is being computed and compiled."""
        self.queue.close()
        with self._engines_lock:
            for engine in self._engines.values():
                engine.close()
            for finder in self._finders.values():
                finder.close_engines()
            if self._tutor is not None:
                self._tutor.close()
        if self._preparation is not None:
            self._preparation.stop()
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)

    async def decide(self, match: str, moment: Moment, player: Player, visitor: str = "") -> Event | None:
        """The event by which a bot acts at a moment; None to roll. `visitor` is who plays against it."""
        level = moment.seat(player).level or DEFAULT_LEVEL
        return await self.queue.run(lambda: self._decide(match, moment, level), Asker(visitor), BOTS)

    def engine(self, level: str = HINT_LEVEL) -> Engine:
        """The engine of a level, which does not look ahead while nothing is compiled. It computes in the thread that
        asks."""
        with self._engines_lock:
            if level not in self._engines:
                self._engines[level] = _new_engine(level)
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
                self._tutor = Tutor(_new_engine(HINT_LEVEL))
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


def _new_engine(level: str) -> Engine:
    """An engine of a level, which looks ahead only in machine code: plain Python would take minutes."""
    known = level_named(level)
    return Engine(level=replace(known, plies=0) if jit.is_plain() else known, threads=1)


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
