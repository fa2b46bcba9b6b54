"""Threads that think: for the bot, and for people who ask for a hint. The event loop never waits for them.

They get events and positions, and nothing that could tell the dice to come. Kernels release the interpreter while they
compute; each decision has an evaluator of its own, because evaluators cannot be shared by threads.
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
from sixprime.engine.bots import NetPlayer
from sixprime.engine.levels import DEFAULT_LEVEL, LevelEvaluator, level_named
from sixprime.engine.players import RandomPlayer
from sixprime.engine.readiness import get_ready
from sixprime.messages import text
from sixprime.server.matches.logs import Moment
from sixprime.server.refusals import TooFast

log = logging.getLogger("sixprime.thinkers")

MOST_QUESTIONS = 50
REMEMBERED = 500
"""So many matches are kept as the bot knows them; others are replayed when it is their turn."""

Answer = TypeVar("Answer")


class Thinkers:
    """The threads, and what the bot remembers of its matches."""

    def __init__(self, threads: int) -> None:
        self._bots = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._hints = ThreadPoolExecutor(1, thread_name_prefix="hint")
        self._memory = Memory()
        self._asked = 0
        self._thinking = 0
        self._counting = threading.Lock()
        self.board_is_ready = asyncio.Event()
        """Whether boards and rules are compiled: until then nobody moves."""
        self.bot_is_ready = asyncio.Event()
        """Whether the bot is."""
        self._warming: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Compile or load what is needed, beside everything else."""
        self._warming = asyncio.create_task(self._warm_up(), name="warming up")

    async def _warm_up(self) -> None:
        try:
            await self._think(self._hints, _ready_board)
            self.board_is_ready.set()
            await self._think(self._hints, get_ready)
            self.bot_is_ready.set()
        except Exception:
            log.exception("the engine could not be made ready")
            raise

    async def close(self) -> None:
        """Forget what waits; what is being thought about is thought to its end."""
        self._bots.shutdown(wait=False, cancel_futures=True)
        self._hints.shutdown(wait=False, cancel_futures=True)
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)

    async def decide(self, match: str, moment: Moment, player: Player) -> Event | None:
        """What the bot does at a moment; None to roll."""
        level = moment.seat(player).level or DEFAULT_LEVEL
        return await self._think(self._bots, lambda: self._decide(match, moment, level))

    async def ask(self, question: Callable[[], Answer]) -> Answer:
        """Have a question answered in the thread for hints, one after another; `TooFast` if too many wait."""
        if self._asked >= MOST_QUESTIONS:
            raise TooFast(text("too many questions wait for an answer; ask again in a moment"))
        self._asked += 1
        try:
            return await self._think(self._hints, question)
        finally:
            self._asked -= 1

    async def _think(self, pool: ThreadPoolExecutor, question: Callable[[], Answer]) -> Answer:
        def think() -> Answer:
            with self._counting:
                self._thinking += 1
            try:
                return question()
            finally:
                with self._counting:
                    self._thinking -= 1

        return await asyncio.get_running_loop().run_in_executor(pool, think)

    @property
    def is_ready(self) -> bool:
        """Whether boards and bot are ready."""
        return self.bot_is_ready.is_set()

    @property
    def is_thinking(self) -> bool:
        """Whether a thread is at work. Nothing can interrupt it, least of all while it compiles."""
        return self._thinking > 0

    def _decide(self, match_id: str, moment: Moment, level: str) -> Event | None:
        match = self._memory.recall(match_id, moment)
        try:
            judge = LevelEvaluator(level_named(level), zlib.crc32(match_id.encode()), threads=1)
            event = NetPlayer(judge).decide(match)
            refused = None if event is None else match.refusal(event)
            if refused is None:
                return event
            log.error("the bot wanted what the rules refuse: %s", refused, extra={"match": match_id})
        except Exception:  # a match must go on
            log.exception("the bot failed", extra={"match": match_id})
        return RandomPlayer().decide(match)


class Memory:
    """Matches as the bot knows them, so that each decision need not replay all that went before."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most = most
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._lock = threading.Lock()

    def recall(self, match_id: str, moment: Moment) -> Match:
        """A match at a moment. Nobody else uses it until the next call for the same match."""
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
    """Bring a match to the events in force, from wherever it stands."""
    known = match.events
    shared = 0
    while shared < min(len(known), len(events)) and known[shared] == events[shared]:
        shared += 1
    if shared < len(known):
        match.undo_to(shared)
    for event in events[shared:]:
        match.apply(event)


def _ready_board() -> None:
    """Everything that a play, and the refusal of one, goes through; else the first of a kind would stop the server."""
    start = Position.standard()
    turn_graph(start, Roll(3, 1))
    for roll in (Roll(3, 1), Roll(4, 4)):
        list(start.legal_plays(roll))
        turn = Turn(start, roll)
        while turn.next_steps:
            turn = turn.step(turn.next_steps[0])
        Turn(start, roll).complaint(24, 0)
