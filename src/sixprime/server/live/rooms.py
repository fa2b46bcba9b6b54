"""`Room`: one match in memory with its watchers. Commands go through it one after another.

A command is checked, committed, acknowledged, and only then broadcast, so what a room shows is always on disk. Where
several processes serve one database, a conflict or a notice tells a room that another process has added entries, and
it reads them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Protocol

from sixprime.core import Event, Player, SixprimeError
from sixprime.core.match import events as ev
from sixprime.languages import catalogue
from sixprime.messages import Message, text
from sixprime.server.encoding import json_fields, json_object, now
from sixprime.server.identities import is_invitation
from sixprime.server.live.clock_guard import ClockGuard
from sixprime.server.live.log_pages import LogPages
from sixprime.server.live.presence import Absence, Presence, Watcher
from sixprime.server.live.room_memory import room_memory
from sixprime.server.matches.actions import seat_actions
from sixprime.server.matches.commands import SeatCommand, entries_of, number_entries
from sixprime.server.matches.entries import Entry, MatchKind, Seated, SeatKind
from sixprime.server.matches.logs import SEATS, Log, LogEntry, Moment
from sixprime.server.refusals import Forbidden, Invalid, NotAllowed, NotFound, Refusal, Stale, Stopping
from sixprime.server.schemas.base import AnswerModel
from sixprime.server.schemas.messages import (
    AbsencesAnswer,
    PresenceAnswer,
    PresentAnswer,
    RematchOfferedAnswer,
    ThinkingAnswer,
)
from sixprime.server.shielded_tasks import run_to_completion
from sixprime.server.store import schema
from sixprime.server.store.journal import Journal, WriteConflict, WriteFailed, WriteRefused
from sixprime.server.store.rows import Row, entry_rows, standing_row
from sixprime.server.store.storage import LONG, Rematch, Storage, StoredMatch
from sixprime.server.store.writes import Write
from sixprime.server.views.entries import ack_text, entries_text
from sixprime.server.views.states import (
    PastGames,
    SharedStateFields,
    Viewer,
    absences_json,
    rematch_answer,
    seats_json,
    turn_json,
)

log = logging.getLogger("sixprime.rooms")

PAGE_CHARACTERS = 16_384
"""A message with entries that somebody has missed has about so many characters of them, or more where the state has."""


class Decider(Protocol):
    """Decides for bots. It is given events, never future dice."""

    async def decide(self, match: str, moment: Moment, player: Player, visitor: str) -> Event | None: ...


class Room:
    """A match and its watchers."""

    def __init__(
        self, stored: StoredMatch, *, journal: Journal, storage: Storage, decider: Decider, process: str = "",
        since: int = 0, clock_guard: ClockGuard | None = None, pages: LogPages | None = None,
    ) -> None:  # fmt: skip
        """`since` is when this process began to serve."""
        self.id = stored.log.match_id
        self._take_over(stored)
        self.presence = Presence(stored.seen, since, clock_guard)
        self._journal = journal
        self._storage = storage
        self._decider = decider
        self._process = process
        self.pages = LogPages() if pages is None else pages
        self._lock = asyncio.Lock()
        self.announce: Callable[[Room], None] | None = None
        """Called when a player has come or gone, besides telling the watchers."""
        self.rematch_ended: Callable[[str], Awaitable[None]] | None = None
        """Called with the finished match when this one, its rematch, has been abandoned."""
        self._shared_fields: dict[str, SharedStateFields] = {}
        self._past_games: dict[str, PastGames] = {}
        self._turn_cache: tuple[int, str] = (0, "null")
        self._actions_cache: tuple[tuple[int, ...], dict[str, list[str]]] = ((), {})
        self._bot: asyncio.Task[None] | None = None
        self._is_resting = False
        self._present = self.present()
        self.tutored_games: set[tuple[Player, int]] = set()
        """The games in which it is written that a player's tutor was asked."""
        self.connections = 0
        """How many are connected, also those that have not said hello."""

    def _take_over(self, stored: StoredMatch) -> None:
        self.log: Log = stored.log
        self._dice = stored.dice
        self.holders = dict(stored.holders)
        self._invitation = stored.invitation
        self.details = stored.details
        self.visited = stored.visited
        """When it was last written that somebody is connected."""
        self._awaited = stored.awaited
        self.rematch_of = stored.rematch_of
        """The finished match of which this is the rematch."""
        self.rematch = stored.rematch
        """The rematch of this match, as it was last read."""

    @property
    def moment(self) -> Moment:
        return self.log.now

    @property
    def memory(self) -> int:
        """About how many bytes the room takes."""
        return room_memory(self.log, self.details, [*self._shared_fields.values(), *self._past_games.values()])

    @property
    def may_expire(self) -> bool:
        """Whether the match may be removed when nobody has come for long."""
        return self.moment.kind is not MatchKind.STUDY and not self.moment.is_finished

    # Who is there

    def seats_of(self, holder: str | None) -> tuple[Player, ...]:
        """The seats of a holder; a study has none."""
        if holder is None or self.moment.kind is MatchKind.STUDY:
            return ()
        return tuple(player for player in Player if self.holders.get(player) == holder)

    @property
    def watchers(self) -> set[Watcher]:
        return self.presence.watchers

    def present(self) -> dict[Player, bool]:
        """By player, whether anybody is there now; a bot always is."""
        return self.presence.present(self.moment, self.holders)

    def present_here(self) -> dict[Player, bool]:
        """By player, whether the holder of the seat is connected to this process."""
        return self.presence.here(self.holders)

    def hear_of(self, players: set[Player], until: int) -> None:
        """Note that another process has these players connected, until a time in milliseconds."""
        self.presence.hear_of(players, until)
        self.note_presence()

    def absences(self) -> dict[Player, Absence]:
        """Those players of a match of two that goes on who are away, and since when."""
        return self.presence.absences(self.moment, self.holders)

    def is_gone(self, player: Player) -> bool:
        """Whether a player has been away so long that the opponent may abort the match."""
        return self.presence.is_gone(player, self.moment, self.holders)

    def enter(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        if self.rematch is not None:  # it may have been asked for after the state was sent
            self._tell_rematch([watcher])
        self.note_presence()

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.note_presence()

    def note_presence(self) -> None:
        """Tell the watchers if a player has come or gone, and write when players were last seen."""
        present = self.present()
        changed = {player for player in Player if present[player] != self._present[player]}
        time = now()
        if seen := self.presence.see(changed, self.moment, self.holders, time):
            rows = [{"match": self.id, "side": player.value, "seen": time} for player in seen]
            self._journal.write_later(Write(seen=rows))
        if not changed:
            return
        self._present = present
        seats = PresentAnswer(white=present[Player.WHITE], black=present[Player.BLACK])
        away = AbsencesAnswer.model_validate(absences_json(self.absences()))
        self.send_all(PresenceAnswer(type="presence", seats=seats, away=away))
        if self.announce is not None:
            self.announce(self)

    def show_rematch(self, rematch: Rematch | None) -> None:
        """Tell the players of this match of its rematch, if anything has changed."""
        if rematch != self.rematch:
            self.rematch = rematch
            self._tell_rematch(list(self.watchers))

    def _tell_rematch(self, watchers: Sequence[Watcher]) -> None:
        rematch = None if self.rematch is None else rematch_answer(self.rematch)
        written = RematchOfferedAnswer(type="rematch", rematch=rematch).model_dump_json()
        for watcher in watchers:
            if self.seats_of(watcher.holder):
                watcher.send(written)

    # What is shown

    def state(self, viewer: Viewer, moment: Moment | None = None) -> str:
        """The state as JSON, for a viewer. In an earlier moment nobody can act."""
        shown = moment or self.moment
        is_now = shown.version == self.log.version
        mine = viewer.seats
        actions = self._actions() if is_now else {player.value: [] for player in Player}
        head: dict[str, object] = {
            "you": [player.value for player in mine],
            "seats": seats_json(shown, self.present(), self.absences(), catalogue(viewer.language), self._awaited),
            "actions": actions,
            "can_take_back": any("take-back" in actions[player.value] for player in mine),
        }
        if mine and is_now and shown.phase == SEATS:
            head["invitation"] = self._invitation
        if mine and is_now and self.rematch is not None:
            head["rematch"] = rematch_answer(self.rematch).model_dump()
        turn = self._turn_json() if is_now and shown.to_act in mine else "null"
        return json_object(json_fields(head), self._fields_for_all(viewer.language, shown), turn=turn)

    def _actions(self) -> dict[str, list[str]]:
        """What each seat may do now, worked out once for each version."""
        gone = tuple(self.is_gone(player) for player in Player)
        if self._actions_cache[0] != (self.log.version, *gone):
            moment = self.moment
            actions = {
                player.value: seat_actions(moment, player, other_is_gone=self.is_gone(player.opponent))
                for player in Player
            }
            self._actions_cache = ((self.log.version, *gone), actions)
        return self._actions_cache[1]

    def _fields_for_all(self, language: str, moment: Moment) -> str:
        """The fields that are the same for all viewers of a language."""
        body = self._shared_fields.get(language)
        if body is None or moment is not self.moment:
            past = self._past_games.setdefault(language, PastGames(catalogue(language)))
            body = SharedStateFields(self.id, self.log.created, catalogue(language), past)
            if moment is self.moment:
                self._shared_fields[language] = body
        return body.text(moment)

    async def prepare(self, language: str, moment: Moment | None = None) -> None:
        """Describe the games that have ended, in a thread if there are many; `state` then takes no time."""
        past = self._past_games.setdefault(language, PastGames(catalogue(language)))
        shown = moment or self.moment
        if past.missing(shown) > LONG:
            past.take_over(await asyncio.to_thread(past.described, shown))

    def _turn_json(self) -> str:
        if self._turn_cache[0] != self.log.version:
            self._turn_cache = (self.log.version, turn_json(self.moment))
        return self._turn_cache[1]

    def viewer(self, holder: str | None, language: str) -> Viewer:
        return Viewer(self.seats_of(holder), language)

    def send_all(self, message: AnswerModel) -> None:
        """Send a message to every watcher."""
        written = message.model_dump_json()
        for watcher in list(self.watchers):
            watcher.send(written)

    def _broadcast(self, entries: str, watchers: Sequence[Watcher]) -> None:
        """Send new entries, which are JSON, and the state; viewers who see the same share one text."""
        written: dict[Viewer, str] = {}
        for watcher in watchers:
            if watcher not in self.watchers or watcher.is_catching_up:
                continue
            viewer = self.viewer(watcher.holder, watcher.language)
            if viewer not in written:
                written[viewer] = json_object(type='"entries"', entries=entries, state=self.state(viewer))
            watcher.send(written[viewer])

    async def welcome(self, watcher: Watcher, version: int | None) -> AsyncIterator[str]:
        """The answer to a hello: the entries after a version and the state, in several messages if they are many.

        Each message has the state of now, as clients expect, and entries of at least the same length, so that all of
        them together are at most twice as long as they need be.
        """
        await self.prepare(watcher.language)
        viewer = self.viewer(watcher.holder, watcher.language)
        last = self.log.version if version is None else min(version, self.log.version)
        is_first = True
        while is_first or last < self.log.version:
            characters = max(PAGE_CHARACTERS, len(self.state(viewer)))
            entries, last = await self.pages.page(self.log, last, characters=characters)
            state = self.state(viewer)
            if is_first:
                yield json_object(type='"welcome"', version=str(last), missed=entries, state=state)
            else:
                yield json_object(type='"entries"', entries=entries, state=state)
            is_first = False

    # What happens

    async def command(
        self, holder: str | None, command: SeatCommand, answer: Callable[[str], None] | None = None
    ) -> Sequence[LogEntry]:
        """Execute a command, once for each key; returns the entries that it has added.

        `answer` gets the acknowledgement as JSON before anything is broadcast.
        """
        return await run_to_completion(self._command(holder, command, answer))

    async def _command(
        self, holder: str | None, command: SeatCommand, answer: Callable[[str], None] | None
    ) -> Sequence[LogEntry]:
        async with self._lock:
            player = command.player
            self.require_seat(holder, player)
            known = self.log.of_command(player, command.key)
            if known:
                if answer is not None:
                    answer(ack_text(command.key, known[-1].seq, entries_text(known)))
                return known
            self.require_version(command.version)
            try:
                brought = entries_of(command, self.moment, self._dice, other_is_gone=self.is_gone(player.opponent))
            except Refusal:
                raise
            except SixprimeError as error:
                raise NotAllowed(error.message) from None
            entries, moments = number_entries(self.log, brought, self._dice, by=player, key=command.key)
            version = entries[-1].seq
            acknowledge = None if answer is None else lambda written: answer(ack_text(command.key, version, written))
            await self._commit(entries, moments, seen=player, answer=acknowledge)
        if self.moment.is_aborted and self.rematch_of is not None and self.rematch_ended is not None:
            await self.rematch_ended(self.rematch_of)
        self.wake_bot()
        return entries

    def require_seat(self, holder: str | None, player: Player) -> None:
        """`Forbidden` for who does not hold a seat."""
        if player not in self.seats_of(holder):
            raise Forbidden(_not_your_seat(self.seats_of(holder)))

    def require_version(self, version: int) -> None:
        """`Stale` for who has not seen the last entry."""
        if version != self.log.version:
            raise Stale(
                text(
                    "the match has moved on: it has version {current}, and the command was for {version}",
                    current=self.log.version,
                    version=version,
                )
            )

    async def join(self, holder: str, invitation: str, name: str, seed_commitment: str | None) -> None:
        """Take the free seat; a holder of a seat keeps that one."""
        await run_to_completion(self._join(holder, invitation, name, seed_commitment))

    async def _join(self, holder: str, invitation: str, name: str, seed_commitment: str | None) -> None:
        async with self._lock:
            if self.seats_of(holder):
                return
            if self._invitation is None or not is_invitation(invitation, self._invitation):
                raise Forbidden(text("the invitation is not for this match"))
            free = [player for player in Player if not self.moment.seat(player).is_taken]
            if not free:
                raise NotAllowed(text("the seat has been taken"))
            await self._seat(free[0], holder, name, seed_commitment)

    async def take_kept_seat(self, player: Player, holder: str, name: str, seed_commitment: str | None) -> None:
        """Seat the player for whom the free seat of a rematch is kept; a holder of a seat keeps that one."""
        await run_to_completion(self._take_kept_seat(player, holder, name, seed_commitment))

    async def _take_kept_seat(self, player: Player, holder: str, name: str, seed_commitment: str | None) -> None:
        async with self._lock:
            if self.seats_of(holder):
                return
            if self.moment.is_aborted:
                raise Stale(text("the match has moved on: somebody else was faster"))
            await self._seat(player, holder, name, seed_commitment)

    async def _seat(self, player: Player, holder: str, name: str, seed_commitment: str | None) -> None:
        seated = Seated(player, SeatKind.PERSON, None, name, seed_commitment)
        entries, moments = number_entries(self.log, [seated], self._dice, by=player)
        time = now()
        seat = {
            "match": self.id, "side": player.value, "kind": SeatKind.PERSON.value,
            "level": None, "name": name, "holder": holder, "seen": time,
        }  # fmt: skip
        self.holders[player] = holder
        try:
            await self._commit(entries, moments, seats=[seat])
        except Refusal:
            if not self.moment.seat(player).is_taken:  # otherwise the match was read again, with who sits there
                self.holders[player] = None
            raise
        self.presence.seen[player] = time
        self._present = self.present()

    async def remove(self, holder: str | None) -> bool:
        """Take the match off the list of a holder. Who else sits there keeps it, and the holder keeps the seat; a match
        that nobody lists any more is deleted. Returns whether it was."""
        return await run_to_completion(self._remove(holder))

    async def _remove(self, holder: str | None) -> bool:
        async with self._lock:
            mine = [player for player in Player if holder is not None and self.holders.get(player) == holder]
            if not mine:
                raise Forbidden(text("only a player can remove a match from the list"))
            time = now()
            rows = [{"match": self.id, "side": player.value, "removed": time} for player in mine]
            try:
                await self._journal.write(Write(removed=rows, notice=f"{self._process} removed {self.id}"))
            except WriteFailed:
                raise Stopping(text("the database does not answer; try again in a moment")) from None
            return not await self._storage.is_kept(self.id)

    async def _commit(
        self,
        entries: Sequence[LogEntry],
        moments: Sequence[Moment],
        *,
        seats: Sequence[Row] = (),
        seen: Player | None = None,
        answer: Callable[[str], None] | None = None,
    ) -> None:
        """Write entries to disk, then add them to the log, answer with them as JSON, and broadcast them.

        `seats` are rows of seats that change; `seen` is the player who has acted.
        """
        time = now()
        here: Sequence[Row] = ()
        if seen is not None and self.moment.kind is MatchKind.LINK:
            here = [{"match": self.id, "side": seen.value, "seen": time}]
            self.presence.seen[seen] = time
        last = moments[-1]
        rows = entry_rows(self.id, self.moment.rolls_thrown, entries, moments, time)
        written = entries_text(entries, [row["entry"] for row in rows])
        write = Write(
            {schema.entries: rows},
            standing_row(self.id, last, time),
            seats,
            here,
            notice=f"{self._process} entries {self.id} {last.version}",
        )
        try:
            await self._journal.write(write)
        except (WriteConflict, WriteFailed) as error:
            # Another process was faster, or the answer of the database was lost: read what is on disk.
            await self._reload()
            is_ours = self.log.version >= last.version and self.log.entries[entries[0].seq - 1] == entries[0]
            if is_ours:
                if answer is not None:
                    answer(written)
                return
            if isinstance(error, WriteConflict):
                raise Stale(text("the match has moved on: somebody else was faster")) from None
            if isinstance(error, WriteRefused):
                raise Invalid(text("the database cannot keep this")) from None
            raise Stopping(text("the database does not answer; try again in a moment")) from None
        self.log.extend(entries, moments)
        watchers = tuple(self.watchers)  # later ones get the entries with their welcome
        if answer is not None:
            answer(written)
            await _let_acknowledgements_go_first()
        self._broadcast(written, watchers)

    async def _reload(self) -> None:
        """Read the match again, and send the watchers what they have not seen."""
        before = self.log.version
        try:
            stored = await self._storage.load(self.id)
        except Exception:
            log.exception("a match could not be read again", extra={"match": self.id})
            raise Stopping(text("the database does not answer; try again in a moment")) from None
        if stored is None:  # it has been removed, or has expired
            raise NotFound(text("there is no such match"))
        self._take_over(stored)
        self._shared_fields.clear()
        self._turn_cache, self._actions_cache = (0, "null"), ((), {})
        if self.log.version > before:
            self._broadcast(entries_text(self.log.after(before)), tuple(self.watchers))

    async def catch_up(self, version: int) -> None:
        """Read the entries by which another process has brought the match to a version."""
        async with self._lock:
            if self.log.version >= version:
                return
            entries = await self._storage.entries_after(self.id, self.log.version)
            before = self.log.version
            self.log.extend(entries)
            if any(isinstance(logged.entry, Seated) for logged in entries):
                for player, (holder, seen) in (await self._storage.seats_of(self.id)).items():
                    self.holders[player], self.presence.seen[player] = holder, seen
            self._broadcast(entries_text(self.log.after(before)), tuple(self.watchers))

    async def look_again(self) -> None:
        """Read any entries that other processes have written, and whether there is a rematch."""
        await self.catch_up(self.log.version + 1)
        if self.moment.kind is MatchKind.LINK and self.moment.is_finished:
            await self.look_for_rematch()

    async def look_for_rematch(self) -> None:
        """Read whether there is a rematch of this match, and tell its players."""
        self.show_rematch(await self._storage.rematch_of(self.id))

    # The bot

    def wake_bot(self) -> None:
        """Start the bot's task if it is its turn and the task is not running."""
        is_idle = self._bot is None or self._bot.done()
        if is_idle and not self._is_resting and self.moment.bot_to_act is not None:
            self._bot = asyncio.create_task(self._play_bot(), name=f"bot {self.id}")

    @property
    def is_busy(self) -> bool:
        """Whether the room must stay in memory."""
        is_in_use = self.connections > 0 or bool(self.watchers) or self._lock.locked()
        return is_in_use or (self._bot is not None and not self._bot.done())

    async def rest(self) -> None:
        """Finish the commit under way and cancel the bot's task; it starts again when the match is next opened."""
        self._is_resting = True
        if self._bot is not None:
            self._bot.cancel()
            await asyncio.gather(self._bot, return_exceptions=True)
        async with self._lock:
            pass

    async def _play_bot(self) -> None:
        """Let the bot act until it is no longer its turn."""
        while (player := self.moment.bot_to_act) is not None:
            moment = self.moment
            self.send_all(ThinkingAnswer(type="thinking", seat=player.value))
            try:
                event = await self._decider.decide(self.id, moment, player, self.holders.get(player.opponent) or "")
                await run_to_completion(self._act_for_bot(moment, player, event))
            except Stale:
                continue
            except Stopping:
                await asyncio.sleep(1)
            except NotFound:
                return
            except Exception:  # the lobby wakes it again
                log.exception("the bot could not act", extra={"match": self.id})
                return

    async def _act_for_bot(self, moment: Moment, player: Player, event: Event | None) -> None:
        async with self._lock:
            if self.moment is not moment:
                return
            entry: Entry = ev.Rolled(player, self._dice.throw(moment)) if event is None else event
            entries, moments = number_entries(self.log, [entry], self._dice, by=player)
            await self._commit(entries, moments)


async def _let_acknowledgements_go_first() -> None:
    """Give way to other rooms, so that all commands of one commit are acknowledged, which is quick, before anybody is
    sent a state, which takes longer to make."""
    await asyncio.sleep(0)  # the other rooms of this commit queue their acknowledgements
    await asyncio.sleep(0)  # and these are sent


def _not_your_seat(mine: tuple[Player, ...]) -> Message:
    if mine:
        return text("this is not your seat")
    return text("you are a spectator here: only seated players can act")
