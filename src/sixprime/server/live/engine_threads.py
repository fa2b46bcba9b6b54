"""Thread pools in which the engine computes: one for bots, one for hints. The event loop never waits for them.

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
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sixprime.core import Event, Match, Player, Position, Roll, Turn
from sixprime.core.turn_graphs import turn_graph
from sixprime.engine.bots.levels import DEFAULT_LEVEL
from sixprime.engine.bots.players import RandomPlayer
from sixprime.engine.engines import Engine
from sixprime.engine.readiness import get_ready
from sixprime.messages import text
from sixprime.server.matches.logs import Moment
from sixprime.server.refusals import TooFast

log = logging.getLogger("sixprime.engine_threads")

MOST_QUESTIONS = 50
CACHED_MATCHES = 500
"""How many matches are kept as `core.Match`; any other is replayed when a bot has to act in it."""
HINT_LEVEL = "champion"
"""The level that gives hints: it errs nowhere and looks as far ahead as a bot can."""

Result = TypeVar("Result")


class EngineThreads:
    """The thread pools, an engine for each level, and a cache of the matches in which bots play."""

    def __init__(self, threads: int) -> None:
        self._bots = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._hints = ThreadPoolExecutor(1, thread_name_prefix="hint")
        self._cache = MatchCache()
        self._engines: dict[str, Engine] = {}
        self._engines_lock = threading.Lock()
        self._waiting_questions = 0
        self._computing = 0
        self._count_lock = threading.Lock()
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
            await self._run(self._hints, _warm_up_rules)
            self.board_is_ready.set()
            await self._run(self._hints, get_ready)
            self.bot_is_ready.set()
        except Exception:
            log.exception("the engine could not be made ready")
            raise

    async def close(self) -> None:
        """Drop what waits in the pools, and stop what is being computed."""
        self._bots.shutdown(wait=False, cancel_futures=True)
        self._hints.shutdown(wait=False, cancel_futures=True)
        with self._engines_lock:
            for engine in self._engines.values():
                engine.close()
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)

    async def decide(self, match: str, moment: Moment, player: Player) -> Event | None:
        """The event by which a bot acts at a moment; None to roll."""
        level = moment.seat(player).level or DEFAULT_LEVEL
        return await self._run(self._bots, lambda: self._decide(match, moment, level))

    def engine(self, level: str = HINT_LEVEL) -> Engine:
        """The engine of a level. It computes in the thread that asks."""
        with self._engines_lock:
            if level not in self._engines:
                self._engines[level] = Engine(level=level, threads=1)
            return self._engines[level]

    async def ask(self, question: Callable[[], Result]) -> Result:
        """Run a question in the pool for hints, one after another; `TooFast` if too many wait."""
        if self._waiting_questions >= MOST_QUESTIONS:
            raise TooFast(text("too many questions wait for an answer; ask again in a moment"))
        self._waiting_questions += 1
        try:
            return await self._run(self._hints, question)
        finally:
            self._waiting_questions -= 1

    async def _run(self, pool: ThreadPoolExecutor, question: Callable[[], Result]) -> Result:
        def compute() -> Result:
            with self._count_lock:
                self._computing += 1
            try:
                return question()
            finally:
                with self._count_lock:
                    self._computing -= 1

        return await asyncio.get_running_loop().run_in_executor(pool, compute)

    @property
    def is_ready(self) -> bool:
        """Whether boards and bots are ready."""
        return self.bot_is_ready.is_set()

    @property
    def is_computing(self) -> bool:
        """Whether a thread is at work; nothing can interrupt it."""
        return self._computing > 0

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

    def __init__(self, most: int = CACHED_MATCHES) -> None:
        self._most = most
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._lock = threading.Lock()

    def match_at(self, match_id: str, moment: Moment) -> Match:
        """The match at a moment. The caller may use it until the next call for the same match."""
        with self._lock:
            match = self._matches.pop(match_id, None)
        if match is None:
            match = Match(moment.start.rules, length=moment.start.length)
        catch_up(match, moment.events())
        with self._lock:
            self._matches[match_id] = match
            while len(self._matches) > self._most:
                self._matches.popitem(last=False)
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
