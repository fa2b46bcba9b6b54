"""The lobby: all rooms of a process, how matches are opened and created, and periodic work."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakValueDictionary

from sixprime.core import Player
from sixprime.engine.bots.levels import level_named
from sixprime.messages import text
from sixprime.server.encoding import now
from sixprime.server.identities import is_id, new_id
from sixprime.server.limits import Limits
from sixprime.server.live.analyses import Analyses
from sixprime.server.live.channels import Channel
from sixprime.server.live.clock_guard import ClockGuard
from sixprime.server.live.connections import DELETED, GOING_AWAY, Connection
from sixprime.server.live.engine_threads import EngineThreads
from sixprime.server.live.expiry_rounds import ExpiryRounds
from sixprime.server.live.fair_queues import FairQueue, Lane
from sixprime.server.live.imports import ImportProcesses
from sixprime.server.live.log_pages import LogPages
from sixprime.server.live.practice import Practice
from sixprime.server.live.presence import PERIOD
from sixprime.server.live.quotas import Quotas
from sixprime.server.live.rematches import Rematches, rematch_notice
from sixprime.server.live.rooms import Room
from sixprime.server.matches.dice_boxes import DiceBox
from sixprime.server.matches.entries import MatchKind
from sixprime.server.matches.logs import Log
from sixprime.server.matches.proposals import Proposal
from sixprime.server.refusals import Invalid, NotAllowed, NotFound, Stopping, TooLarge, TooMany
from sixprime.server.schemas.messages import ClosingAnswer
from sixprime.server.store.databases import Database
from sixprime.server.store.expiry import Expiry
from sixprime.server.store.health import DatabaseHealth
from sixprime.server.store.journal import Journal, WriteFailed, WriteRefused
from sixprime.server.store.rows import match_rows
from sixprime.server.store.storage import LONG, Storage, StoredMatch
from sixprime.server.store.writes import Write

log = logging.getLogger("sixprime.lobby")

CLOSING = ClosingAnswer(type="closing").model_dump_json()
LONG_SHARE = 64
"""A match counts as long if it takes more than this part of the memory for rooms."""
WRITERS = 2
"""How many replays, files and transcripts are written at the same time."""
WRITINGS_OF_VISITOR, WRITINGS_OF_ADDRESS, MOST_WRITINGS = 20, 50, 500
"""How many of them may wait, of one visitor, of an address, and of all."""
ROUND_SECONDS = 5.0
ANNOUNCE_ROUNDS = 4
"""The presence of every player is announced to other processes once in so many rounds."""
ROOMS_AT_ONCE = 20
ELSEWHERE = 45_000
"""Milliseconds for which a player counts as present after another process announced it."""
BOT_LATE = 15_000
"""Milliseconds after which a bot that has not moved is woken: its process may have died."""


class Lobby:
    """Opens matches, creates them, and keeps bots playing."""

    def __init__(self, database: Database, engine_threads: EngineThreads, limits: Limits) -> None:
        self.process = secrets.token_hex(4)
        self._since = now()
        self._clock_guard = ClockGuard(PERIOD)
        self.storage = Storage(database)
        self.journal = Journal(database)
        self.health = DatabaseHealth(database)
        self.engine_threads = engine_threads
        self.import_processes = ImportProcesses()
        self._creating = ThreadPoolExecutor(1, thread_name_prefix="creating")
        self.writing = FairQueue("writing", [Lane(WRITERS, WRITINGS_OF_VISITOR, WRITINGS_OF_ADDRESS, MOST_WRITINGS)])
        """Where replays, files and transcripts are written, which may be long."""
        self._pages = LogPages()
        self._channel = Channel(database, self._hear, self._look_again)
        self._has_others = not database.is_sqlite
        self._rooms: OrderedDict[str, Room] = OrderedDict()  # the longest unused first
        self._sizes: dict[str, int] = {}
        self._memory = 0
        self._limits = limits
        # A room that was dropped while somebody still holds it is found here, so that no match ever has two.
        self._alive: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._quotas = Quotas(self.storage, limits)
        self.rematches = Rematches(
            self.storage, self.journal, self.process, create=self.create, find=self.find, known=self._alive.get
        )
        self.analyses = Analyses(database, engine_threads, self.find, limits, self.process)
        self.practice = Practice(database, limits, self.analyses, self.find)
        self.expiry = Expiry(database, limits)
        self.expiry_rounds = ExpiryRounds(self.expiry, self.process, self._watched, self._forget)
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._connections: set[Connection] = set()
        self._periodic: list[asyncio.Task[None]] = []
        self._latest_at_start: int | None = None
        self.is_stopping = False

    # Beginning and end

    def start(self) -> None:
        self.journal.start()
        self.engine_threads.start()
        self._channel.start()
        self.analyses.start()
        self.practice.start()
        self._periodic = [
            asyncio.create_task(self._make_rounds(), name="rounds"),
            asyncio.create_task(self.expiry_rounds.run(), name="expiry"),
        ]
        log.info("started")

    def announce_stop(self) -> None:
        """Tell everybody that the server is about to stop, and take no more commands."""
        if self.is_stopping:
            return
        self.is_stopping = True
        for connection in list(self._connections):
            connection.send(CLOSING)
            connection.close(GOING_AWAY, "closing")

    async def close(self) -> None:
        """Finish what is under way, and stop."""
        self.announce_stop()
        for task in self._periodic:
            task.cancel()
        await asyncio.gather(*self._periodic, return_exceptions=True)
        await self.practice.close()
        await self.analyses.close()
        await self._channel.close()
        await asyncio.gather(*(room.rest() for room in list(self._alive.values())))
        await self.import_processes.close()
        self._creating.shutdown(wait=False, cancel_futures=True)
        self.writing.close()
        await self.engine_threads.close()
        await self.journal.close()
        log.info("stopped", extra={"commits": self.journal.commits, "writes": self.journal.writes})

    # Rooms

    def require_open(self) -> None:
        if self.is_stopping:
            raise Stopping(text("the server is about to stop; come back in a moment"))

    async def find(self, match: str) -> Room | None:
        """The room of a match, from memory or from disk; None if there is no such match."""
        await self.engine_threads.board_is_ready.wait()
        room = self._alive.get(match)
        if room is not None:
            if match not in self._rooms:
                self._keep(room)
            self._rooms.move_to_end(match)
            return room
        if not is_id(match):
            return None
        if match not in self._loading:
            self._loading[match] = asyncio.ensure_future(self._load(match))
        return await asyncio.shield(self._loading[match])

    async def room(self, match: str) -> Room:
        """The room of a match, or `NotFound`."""
        room = await self.find(match)
        if room is None:
            raise NotFound(text("there is no such match"))
        return room

    async def _load(self, match: str) -> Room | None:
        try:
            stored = await self.storage.load(match)
            return None if stored is None else self._open(stored)
        finally:
            del self._loading[match]

    def _open(self, stored: StoredMatch) -> Room:
        room = Room(
            stored, journal=self.journal, storage=self.storage, decider=self.engine_threads, process=self.process,
            since=self._since, clock_guard=self._clock_guard, pages=self._pages,
        )  # fmt: skip
        if self._has_others:
            room.announce = self._announce
        room.rematch_ended = self.rematches.tell
        self._alive[room.id] = room
        self._keep(room)
        if not self.is_stopping:
            room.wake_bot()
        if self._has_others:
            self.journal.write_later(Write(notice=f"{self.process} who {room.id}"))
        return room

    # Memory

    @property
    def memory(self) -> int:
        """About how many bytes all rooms take, as they were last weighed."""
        return self._memory

    def _keep(self, room: Room) -> None:
        """Keep a room in memory, and drop others if that makes too much."""
        self._rooms[room.id] = room
        self._weigh(room)
        self._make_space(spared=room)

    def _weigh(self, room: Room) -> None:
        size = room.memory
        self._memory += size - self._sizes.get(room.id, 0)
        self._sizes[room.id] = size

    def _forget(self, match: str) -> None:
        self._rooms.pop(match, None)
        self._memory -= self._sizes.pop(match, 0)

    def _make_space(self, spared: Room | None = None) -> None:
        """Drop the longest unused rooms that may be dropped, until the rest is small enough."""
        if self._memory <= self._limits.rooms:
            return
        for match, room in list(self._rooms.items()):
            if not room.is_busy and room is not spared:
                self._forget(match)
                if self._memory <= self._limits.rooms:
                    return

    def known(self, match: str) -> Room | None:
        """A room that is in memory."""
        return self._rooms.get(match)

    async def create(self, proposal: Proposal, holder: str, origin: str | None = None) -> Room:
        """A new match, on disk when this returns; `TooMany` if the holder or the origin has too many.

        `WriteConflict` if it is the rematch of a match that has one already.
        """
        if proposal.details_size > self._limits.details:
            raise TooLarge(text("the details of the match take more than {most} bytes", most=self._limits.details))
        if proposal.kind is MatchKind.STUDY:
            return await self._create(proposal, holder, None)
        async with self._quotas.one_more(holder, origin):
            return await self._create(proposal, holder, origin)

    async def _create(self, proposal: Proposal, holder: str, origin: str | None) -> Room:
        self.require_open()
        await self.engine_threads.board_is_ready.wait()
        if proposal.level is not None and not self.engine_threads.can_play(proposal.level):
            title = level_named(proposal.level).title
            raise NotAllowed(text("the level {level} is being compiled; it is available in a moment", level=title))
        match = new_id()
        dice = DiceBox.new(match)
        time = now()
        holders = proposal.holders(holder)

        def prepare() -> tuple[Log, Write]:
            log_of_match = Log(match, time, proposal.entries(dice.commitment))
            over = proposal.rematch_of
            notice = None if over is None else rematch_notice(self.process, over)
            rows = match_rows(match, proposal, log_of_match, dice, holders, time, origin)
            return log_of_match, Write(rows, notice=notice)

        if len(proposal.events) > LONG:  # in a thread of its own, so that matches can be loaded meanwhile
            kept, write = await asyncio.get_running_loop().run_in_executor(self._creating, prepare)
        else:
            kept, write = prepare()
        try:
            await self.journal.write(write)
        except WriteRefused:
            raise Invalid(text("the database cannot keep this")) from None
        except WriteFailed:
            raise Stopping(text("the database does not answer; try again in a moment")) from None
        seen = {player: time if holders[player] else None for player in Player}
        awaited = {player: proposal.awaited_name(player) for player in Player if holders[player] is None}
        stored = StoredMatch(
            kept, dice, holders, seen, proposal.invitation, proposal.details, time, awaited, proposal.rematch_of
        )
        return self._open(stored)

    # Visits

    async def let_in(self, room: Room) -> None:
        """Before somebody connects to a room: note the visit, so that its match does not expire.

        `NotFound` if it has expired, `TooMany` if long matches that people are connected to take too much memory.
        """
        if not room.is_busy and room.memory > self._limits.rooms / LONG_SHARE:
            self._make_space(spared=room)
            if self._memory - self._sizes.get(room.id, 0) > self._limits.rooms:
                raise TooMany(text("too many long matches are being watched at the moment; try again later"))
        await self._note_visit(room)

    async def _note_visit(self, room: Room) -> None:
        if not room.may_expire or not self.expiry.is_due(room.visited):
            return
        noted = await self.expiry.note_visit(room.id)
        if noted is None:
            await self._close_deleted(room)
            raise NotFound(text("there is no such match"))
        room.visited = noted

    def _watched(self) -> set[str]:
        """The matches that somebody is connected to, or that are about to change."""
        return {match for match, room in self._alive.items() if room.is_busy}

    async def remove(self, match: str, holder: str | None) -> bool:
        """Take a match off the list of a holder; returns whether it was deleted, because nobody else lists it."""
        self.require_open()
        room = await self.room(match)
        is_deleted = await room.remove(holder)
        if is_deleted:
            await self._close_deleted(room)
            if room.rematch_of is not None:
                await self.rematches.tell(room.rematch_of)
        return is_deleted

    async def _close_deleted(self, room: Room) -> None:
        """Close the room of a match that has been deleted. Whoever still holds the room is the last to see it."""
        self._forget(room.id)
        self._alive.pop(room.id, None)
        for connection in list(self._connections):
            if connection.room is room:
                connection.close(DELETED, "deleted")
        await room.rest()

    # Connections

    async def serve(self, connection: Connection) -> None:
        """Serve a connection until it ends."""
        self._connections.add(connection)
        connection.room.connections += 1
        try:
            await connection.serve()
        finally:
            connection.room.connections -= 1
            self._connections.discard(connection)

    # Periodic work

    async def _make_rounds(self) -> None:
        late = now() + 1  # at the start: every bot whose turn it is
        turn = 0
        while True:
            try:
                self._clock_guard.look()
                if self._latest_at_start is None:
                    self._latest_at_start = await self.storage.latest_change() or self._since
                    self._clock_guard.compare(self._latest_at_start)
                await self._wake_bots(late)
                for number, room in enumerate(list(self._rooms.values())):
                    if self._rooms.get(room.id) is not room:  # forgotten since the round began
                        continue
                    room.note_presence()
                    self._weigh(room)
                    if room.connections:
                        with contextlib.suppress(NotFound):
                            await self._note_visit(room)
                    if self._has_others and hash(room.id) % ANNOUNCE_ROUNDS == turn:  # not all in one round
                        self._announce(room)
                    if number % ROOMS_AT_ONCE == 0:
                        await asyncio.sleep(0)  # let commands of players go first
                self._make_space()
                turn = (turn + 1) % ANNOUNCE_ROUNDS
            except Exception:  # tried again on the next round
                log.exception("a round failed")
            await asyncio.sleep(ROUND_SECONDS)
            late = now() - BOT_LATE

    async def _wake_bots(self, older_than: int) -> None:
        for match in await self.storage.waiting_for_bot(older_than):
            room = await self.find(match)
            if room is not None:
                room.wake_bot()

    # Other processes

    def _announce(self, room: Room) -> None:
        """Tell other processes which players of a room are connected here."""
        here = room.present_here()
        if any(here.values()):
            sides = "+".join(player.value for player in Player if here[player])
            self.journal.write_later(Write(notice=f"{self.process} here {room.id} {sides}"))

    async def _hear(self, notice: str) -> None:
        """Act on a notice of another process."""
        words = notice.split(" ")
        if len(words) < 3 or words[0] == self.process:
            return
        room = self._alive.get(words[2])
        if room is None:
            return
        match words[1:]:
            case ["expired", match]:
                self._forget(match)
            case ["entries", _, version]:
                await room.catch_up(int(version))
            case ["who", _]:
                self._announce(room)
            case ["removed", match]:
                if not await self.storage.is_kept(match):
                    await self._close_deleted(room)
            case ["rematch", _]:
                await room.look_for_rematch()
            case ["here", _, sides]:
                room.hear_of({Player(side) for side in sides.split("+") if side}, now() + ELSEWHERE)

    async def _look_again(self) -> None:
        """Read every watched match again, because notices may have been missed; forget the others."""
        for match in [match for match, room in self._rooms.items() if not room.is_busy]:
            self._forget(match)
        for room in list(self._alive.values()):
            await room.look_again()
