"""`Live`: one match over a WebSocket. It reconnects by itself and resends commands that were not acknowledged.

A task of its own receives messages; the user of a `Live` sends commands and waits for states.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, WebSocketException

from sixprime.client.followed_matches import Entry, FollowedMatch, Gap
from sixprime.client.pinned_dice import PinnedDice
from sixprime.client.refusals import ProtocolProblem, Refused, Unreachable
from sixprime.client.seeds import Seed
from sixprime.client.states import MatchState
from sixprime.messages import text

PING_SECONDS = 5.0
SILENCE_SECONDS = 15.0
"""Seconds without a message from the server after which the connection counts as lost."""
FIRST_DELAY, LAST_DELAY = 0.05, 5.0
"""Seconds to wait before reconnecting, at first and at most."""
HASTE_SECONDS = 1.0
"""Seconds to wait when the server says that messages come too fast."""
ANSWER_SECONDS = 60.0
MAX_MESSAGE = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Ack:
    """The acknowledgement of a command: the entries it has added, and how many seconds the server took."""

    key: str
    version: int
    entries: Sequence[Entry]
    seconds: float


@dataclass(slots=True)
class _Sent:
    """A command that has not been answered yet."""

    message: str
    at: float
    answer: asyncio.Future[Ack]


@dataclass(slots=True)
class _News:
    """What has happened on the connection so far, as counts and lists that can be waited for."""

    connected: int = 0
    lost: int = 0
    refused: int = 0
    errors: list[Refused] = field(default_factory=list)
    presence: Mapping[str, bool] = field(default_factory=dict)


class Live:
    """A match that a client follows, and plays if it holds a seat. Made by `Client.live`."""

    def __init__(
        self,
        url: str,
        *,
        headers: Mapping[str, str],
        seed: Seed | None = None,
        language: str = "en",
        folding: bool = True,
        proxy: bool = True,
        pinned: PinnedDice | None = None,
    ) -> None:
        self._url = url
        self._headers = dict(headers)
        self._seed = seed
        self._language = language
        self._proxy: Any = True if proxy else None
        self.pinned = PinnedDice() if pinned is None else pinned
        """What this client has pinned of the dice, to be compared with their transcript at the end."""
        self.followed = FollowedMatch(folding=folding, rolls=self.pinned.rolls)
        """The match as this client has seen it grow."""
        self.news = _News()
        self._state: MatchState | None = None
        self._waiting: dict[str, _Sent] = {}
        self._connection: ClientConnection | None = None
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None
        self._failure: Exception | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name=f"live {self._url}")
        try:
            await self.until(lambda state: True)  # noqa: ARG005  # the first state, whatever it is
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnect. Commands that were not acknowledged may or may not have been executed."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for sent in self._waiting.values():
            sent.answer.cancel()
        self._waiting.clear()

    # What is known

    @property
    def state(self) -> MatchState:
        """The match as the server last told it."""
        if self._state is None:
            raise ProtocolProblem(text("nothing is known of the match yet"))
        return self._state

    @property
    def version(self) -> int:
        return self.followed.version

    async def until(self, wanted: Callable[[MatchState], bool], seconds: float | None = ANSWER_SECONDS) -> MatchState:
        """Wait for a state that fulfils a condition; the present one may."""

        def found() -> bool:
            return self._failure is not None or (self._state is not None and wanted(self._state))

        async with self._changed:
            try:
                async with asyncio.timeout(seconds):
                    await self._changed.wait_for(found)
            except TimeoutError:
                raise Unreachable.at(self._url, text("no answer in time")) from None
        if self._failure is not None:
            raise self._failure
        return self.state

    async def turns(self, *seats: str) -> AsyncIterator[MatchState]:
        """Each state in which one of the seats (all of one's own, if none is named) has to act, until the end."""
        seen = 0
        while True:
            version = seen

            def due(state: MatchState, version: int = version) -> bool:
                return state.is_over or (state.version > version and self._has_to_act(state, seats or state.you))

            state = await self.until(due, None)
            if state.is_over:
                return
            seen = state.version
            yield state

    @staticmethod
    def _has_to_act(state: MatchState, seats: Sequence[str]) -> bool:
        if state.to_act is None:  # the opening roll is for whoever is there first
            return any("open" in state.actions(seat) for seat in seats)
        return state.to_act in seats

    # What is done

    async def send(
        self,
        action: str,
        *,
        seat: str | None = None,
        version: int | None = None,
        key: str | None = None,
        seconds: float = ANSWER_SECONDS,
        **fields: object,
    ) -> Ack:
        """Send a command and wait until it is acknowledged, and its state has come; `Refused` if it is not granted.

        Without a seat it is that of this client to which the action is open. The version is the one of the last state.
        """
        state = self.state
        if seat is None:
            seat = next(iter(state.seats_that_may(action) or state.you), None)
            if seat is None:
                raise Refused("forbidden", str(text("you are a spectator here: only seated players can act")))
        chosen = key or secrets.token_hex(8)
        message = {
            "type": "command",
            "key": chosen,
            "version": state.version if version is None else version,
            "seat": seat,
            "action": action,
            **fields,
        }
        sent = _Sent(json.dumps(message), time.perf_counter(), asyncio.get_running_loop().create_future())
        self._waiting[chosen] = sent
        try:
            async with asyncio.timeout(seconds):
                await self._transmit(sent.message)
                ack = await sent.answer
            await self.until(lambda now: now.version >= ack.version, seconds)
        except TimeoutError:
            raise Unreachable.at(self._url, text("no answer in time")) from None
        finally:
            self._waiting.pop(chosen, None)
        return ack

    async def transmit(self, message: str | bytes) -> None:
        """Send anything, for tests of servers; errors that it brings are in `news.errors`."""
        await self._transmit(message)

    async def _transmit(self, message: str | bytes) -> None:
        if self._connection is not None:
            with contextlib.suppress(ConnectionClosed):  # it is sent again when there is a new one
                await self._connection.send(message)

    # The connection

    async def _run(self) -> None:
        delay = FIRST_DELAY
        try:
            while True:
                welcomed = self.news.connected
                with contextlib.suppress(OSError, TimeoutError, Gap, InvalidHandshake, WebSocketException):
                    await self._converse()
                self.news.lost += 1
                delay = FIRST_DELAY if self.news.connected > welcomed else min(delay * 1.5, LAST_DELAY)
                await asyncio.sleep(delay)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001  # whoever waits has to be told, whatever it is
            await self._fail(error)

    async def _fail(self, error: Exception) -> None:
        async with self._changed:
            self._failure = error
            self._changed.notify_all()
        for sent in self._waiting.values():
            if not sent.answer.done():
                sent.answer.set_exception(error)

    async def _converse(self) -> None:
        """One connection, from hello to its end."""
        try:
            connection = await connect(
                self._url,
                additional_headers=self._headers,
                compression=None,
                max_size=MAX_MESSAGE,
                open_timeout=SILENCE_SECONDS,
                close_timeout=1,
                ping_interval=None,
                proxy=self._proxy,
            )
        except InvalidStatus as error:
            if 400 <= error.response.status_code < 500 and error.response.status_code != 429:
                raise refusal_of(error) from None
            raise
        pings = asyncio.create_task(self._ping(connection))
        try:
            hello = {"type": "hello", "version": self.followed.version, "language": self._language}
            with contextlib.suppress(ConnectionClosed):  # what the server said before it hung up is worth hearing
                await connection.send(json.dumps(hello))
            while True:
                async with asyncio.timeout(SILENCE_SECONDS):
                    written = await connection.recv()
                await self._hear(connection, json.loads(written))
        finally:
            self._connection = None
            pings.cancel()
            await asyncio.gather(pings, connection.close(), return_exceptions=True)

    async def _ping(self, connection: ClientConnection) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            await connection.send('{"type":"ping"}')

    async def _hear(self, connection: ClientConnection, message: Any) -> None:
        match message.get("type"):
            case "welcome":
                await self._grow(connection, message["missed"], message["state"])
            case "entries":
                await self._grow(connection, message["entries"], message["state"])
            case "ack":
                self.followed.add(message["entries"])
                self._answer(message)
            case "refused":
                self.news.refused += 1
                self._answer(message)
            case "presence":
                self.news.presence = message["seats"]
            case "rematch":
                await self._note_rematch(message["rematch"])
            case "error":
                self._refuse(Refused.of(message.get("error")))
                if self.news.errors[-1].code == "too-fast" and self._waiting:
                    await asyncio.sleep(HASTE_SECONDS)
                    await self._send_again(connection)
            case _:
                pass  # `thinking`, `pong`, `closing`, and types that a later version of the protocol may add

    async def _note_rematch(self, rematch: Mapping[str, Any] | None) -> None:
        """A player has asked for a rematch, which changes the state but adds no entry."""
        async with self._changed:
            if self._state is not None:
                self._state = MatchState({**self._state.fields, "rematch": rematch})
                self._changed.notify_all()

    async def _send_again(self, connection: ClientConnection) -> None:
        """Resend commands that were not answered; the server recognises by their keys those it has executed."""
        for sent in list(self._waiting.values()):
            await connection.send(sent.message)

    def _refuse(self, error: Refused) -> None:
        """What is not an answer to a command. If there is no such match, there is no use in asking again."""
        self.news.errors.append(error)
        if self._state is None:
            raise error

    async def _grow(self, connection: ClientConnection, entries: Sequence[Entry], state: Mapping[str, Any]) -> None:
        """Add entries. A long log comes in parts, each with the state of now; it counts once the last part is here."""
        self.followed.add(entries)
        if self.followed.version < state["version"]:
            return
        async with self._changed:
            self._state = MatchState(state)
            self._changed.notify_all()
        if self._connection is None:
            self._connection = connection
            self.news.connected += 1
            await self._send_again(connection)
        await self._add_seed(connection)

    def _answer(self, message: Mapping[str, Any]) -> None:
        sent = self._waiting.get(message["key"])
        if sent is None or sent.answer.done():
            return
        if message["type"] == "ack":
            seconds = time.perf_counter() - sent.at
            sent.answer.set_result(Ack(message["key"], message["version"], message["entries"], seconds))
        else:
            sent.answer.set_exception(Refused.of(message["error"], version=message.get("version")))

    async def _add_seed(self, connection: ClientConnection) -> None:
        """Reveal the seed when it is time; the key is the seed's own, so that it is revealed once.

        What the dice depend on is pinned first. If it has changed since, the seed is not revealed.
        """
        if self._state is None or self._state.phase == "seats":
            return
        changed = self.pinned.pin(self._state, self._seed, self.followed)
        if self._seed is None:
            return
        for seat in self._state.seats_that_may("reveal"):
            if self._state.fields["dice"]["seeds"][seat]["commitment"] != self._seed.commitment:
                continue
            if changed is not None:
                raise ProtocolProblem(text("the server has changed what the dice depend on: {why}", why=changed))
            message = {
                "type": "command",
                "key": f"reveal-{self._seed.commitment[:16]}",
                "version": self._state.version,
                "seat": seat,
                "action": "reveal",
                "seed": self._seed.revealed,
            }
            await connection.send(json.dumps(message))


def refusal_of(error: InvalidStatus) -> Refused:
    """Why the server refused a WebSocket."""
    status = error.response.status_code
    try:
        told = json.loads(error.response.body or b"null")
    except ValueError:
        told = None
    if isinstance(told, dict) and "error" in told:
        return Refused.of(told["error"], status)
    return Refused("unknown", str(error), status)
