"""The lobby: all rooms of a process, how matches are opened and created, and periodic work."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict

from sixprime.core import Player
from sixprime.messages import text
from sixprime.server.encoding import now
from sixprime.server.identities import is_id, new_id
from sixprime.server.live.channels import Channel
from sixprime.server.live.connections import GOING_AWAY, Connection
from sixprime.server.live.engine_threads import EngineThreads
from sixprime.server.live.rooms import Room
from sixprime.server.matches.dice_boxes import DiceBox
from sixprime.server.matches.logs import Log
from sixprime.server.matches.proposals import Proposal
from sixprime.server.refusals import NotFound, Stopping
from sixprime.server.schemas.messages import ClosingAnswer
from sixprime.server.store.databases import Database
from sixprime.server.store.journal import Journal, WriteFailed
from sixprime.server.store.rows import match_rows
from sixprime.server.store.storage import LONG, Storage, StoredMatch
from sixprime.server.store.writes import Write

log = logging.getLogger("sixprime.lobby")

CLOSING = ClosingAnswer(type="closing").model_dump_json()
MOST_ROOMS = 500
"""How many matches may stay in memory; above that, idle ones are dropped."""
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

    def __init__(self, database: Database, engine_threads: EngineThreads) -> None:
        self.process = secrets.token_hex(4)
        self._since = now()
        self.storage = Storage(database)
        self.journal = Journal(database)
        self.engine_threads = engine_threads
        self._channel = Channel(database, self._hear, self._look_again)
        self._has_others = not database.is_sqlite
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._connections: set[Connection] = set()
        self._rounds: asyncio.Task[None] | None = None
        self.is_stopping = False

    # Beginning and end

    def start(self) -> None:
        self.journal.start()
        self.engine_threads.start()
        self._channel.start()
        self._rounds = asyncio.create_task(self._make_rounds(), name="rounds")
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
        if self._rounds is not None:
            self._rounds.cancel()
            await asyncio.gather(self._rounds, return_exceptions=True)
        await self._channel.close()
        await asyncio.gather(*(room.rest() for room in self._rooms.values()))
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
        room = self._rooms.get(match)
        if room is not None:
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
            since=self._since,
        )  # fmt: skip
        if self._has_others:
            room.announce = self._announce
        self._rooms[room.id] = room
        self._make_space()
        if not self.is_stopping:
            room.wake_bot()
        if self._has_others:
            self.journal.write_later(Write(notice=f"{self.process} who {room.id}"))
        return room

    def _make_space(self) -> None:
        if len(self._rooms) <= MOST_ROOMS:
            return
        idle = [match for match, room in self._rooms.items() if not room.is_busy]
        for match in idle[: len(self._rooms) - MOST_ROOMS]:
            del self._rooms[match]

    def known(self, match: str) -> Room | None:
        """A room that is in memory."""
        return self._rooms.get(match)

    async def create(self, proposal: Proposal, holder: str) -> Room:
        """A new match, on disk when this returns."""
        self.require_open()
        await self.engine_threads.board_is_ready.wait()
        match = new_id()
        dice = DiceBox.new(match)
        time = now()
        holders = proposal.holders(holder)

        def prepare() -> tuple[Log, Write]:
            log_of_match = Log(match, time, proposal.entries(dice.commitment))
            return log_of_match, Write(match_rows(match, proposal, log_of_match, dice, holders, time))

        kept, write = await asyncio.to_thread(prepare) if len(proposal.events) > LONG else prepare()
        try:
            await self.journal.write(write)
        except WriteFailed:
            raise Stopping(text("the database does not answer; try again in a moment")) from None
        seen = {player: time if holders[player] else None for player in Player}
        return self._open(StoredMatch(kept, dice, holders, seen, proposal.invitation, proposal.details))

    # Connections

    async def serve(self, connection: Connection) -> None:
        """Serve a connection until it ends."""
        self._connections.add(connection)
        try:
            await connection.serve()
        finally:
            self._connections.discard(connection)

    @property
    def connection_count(self) -> int:
        return len(self._connections)

    # Periodic work

    async def _make_rounds(self) -> None:
        late = now() + 1  # at the start: every bot whose turn it is
        turn = 0
        while True:
            try:
                await self._wake_bots(late)
                for number, room in enumerate(list(self._rooms.values())):
                    room.note_presence()
                    if self._has_others and hash(room.id) % ANNOUNCE_ROUNDS == turn:  # not all in one round
                        self._announce(room)
                    if number % ROOMS_AT_ONCE == 0:
                        await asyncio.sleep(0)  # let commands of players go first
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
        room = self._rooms.get(words[2])
        if room is None:
            return
        match words[1:]:
            case ["entries", _, version]:
                await room.catch_up(int(version))
            case ["who", _]:
                self._announce(room)
            case ["here", _, sides]:
                room.hear_of({Player(side) for side in sides.split("+") if side}, now() + ELSEWHERE)

    async def _look_again(self) -> None:
        """Read every watched match again, because notices may have been missed; forget the others."""
        for room in list(self._rooms.values()):
            if room.is_busy:
                await room.look_again()
            else:
                del self._rooms[room.id]
