"""Rematches: the two players of a finished match play again, by one click each and without an invitation.

A rematch belongs to the finished match. Who asks first creates it; the other seat is kept for the other player, who
takes it by asking as well. The database keeps one rematch of a match at a time, so both come to the same board, whoever
was first and at whichever process.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from sixprime.core import Player
from sixprime.messages import text
from sixprime.server.live.rooms import Room
from sixprime.server.matches.entries import MatchKind
from sixprime.server.matches.proposals import Proposal, propose_rematch
from sixprime.server.refusals import Forbidden, NotAllowed, Stale
from sixprime.server.store.journal import Journal, WriteConflict
from sixprime.server.store.storage import Storage
from sixprime.server.store.writes import Write

TRIES = 3
"""How often a rematch is looked for, because it may be begun or abandoned elsewhere at the same moment."""


class Creating(Protocol):
    """Creates a match within the quotas of its creator; `WriteConflict` if another process was faster."""

    def __call__(self, proposal: Proposal, holder: str, origin: str | None) -> Awaitable[Room]: ...


class Rematches:
    """Begins rematches, and tells the players of finished matches of them."""

    def __init__(
        self, storage: Storage, journal: Journal, process: str, *, create: Creating,
        find: Callable[[str], Awaitable[Room | None]], known: Callable[[str], Room | None],
    ) -> None:  # fmt: skip
        """`find` loads a match, `known` gives those that are in memory."""
        self._storage = storage
        self._journal = journal
        self._process = process
        self._create = create
        self._find = find
        self._known = known

    async def ask(self, over: Room, holder: str | None, origin: str | None, seed_commitment: str | None) -> Room:
        """The rematch of a finished match, in which the holder has a seat when this returns."""
        player = _player_of(over, holder)
        assert holder is not None  # who holds a seat
        for _ in range(TRIES):
            rematch = await self._storage.rematch_of(over.id)
            try:
                if rematch is None:
                    proposal = propose_rematch(over.id, over.moment, player, seed_commitment)
                    room = await self._create(proposal, holder, origin)
                else:
                    found = await self._find(rematch.match)
                    if found is None:  # it has just expired
                        continue
                    room = found
                    await room.take_kept_seat(player, holder, over.moment.seat(player).name, seed_commitment)
            except (WriteConflict, Stale):  # the other player was faster, or abandons it just now
                continue
            await self.tell(over.id)
            return room
        raise Stale(text("the match has moved on: somebody else was faster"))

    async def tell(self, over: str) -> None:
        """Tell the players of a finished match, here and at other processes, what is on disk about its rematch."""
        self._journal.write_later(Write(notice=rematch_notice(self._process, over)))
        room = self._known(over)
        if room is not None:
            await room.look_for_rematch()


def rematch_notice(process: str, over: str) -> str:
    """What a process tells the others when the rematch of a match has changed."""
    return f"{process} rematch {over}"


def _player_of(over: Room, holder: str | None) -> Player:
    """The player who asks for a rematch; an error says why there is none."""
    mine = over.seats_of(holder)
    moment = over.moment
    if not mine:
        raise Forbidden(text("only the players of a match can ask for a rematch"))
    if moment.kind is not MatchKind.LINK:
        raise NotAllowed(text("only a match by link has a rematch for both players; begin a new match instead"))
    if not moment.is_finished:
        raise NotAllowed(text("the match is not over yet"))
    if over.holders.get(mine[0].opponent) is None:
        raise NotAllowed(text("nobody had taken the other seat; begin a new match instead"))
    return mine[0]
