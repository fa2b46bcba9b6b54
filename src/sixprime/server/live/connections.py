"""One WebSocket: incoming messages are handled one after another, outgoing ones go through a bounded queue.

A client that reads too slowly is disconnected and can reconnect; one that writes too fast is refused, and disconnected
if it does not slow down.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sixprime.languages import LANGUAGES
from sixprime.messages import text
from sixprime.server.live.rooms import Room
from sixprime.server.matches.commands import first_fault, read_command
from sixprime.server.rate_limits import TokenBucket
from sixprime.server.refusals import Malformed, Refusal, TooFast
from sixprime.server.schemas.matches import RefusedAnswer
from sixprime.server.schemas.messages import LiveErrorAnswer, PongAnswer
from sixprime.server.views.refusals import refusal_answer

log = logging.getLogger("sixprime.connections")

AWAY_AFTER = 30.0
"""Seconds of silence after which somebody counts as away."""
SEND_SECONDS = 20.0
MOST_WAITING = 256
MESSAGES_A_SECOND = 20
MESSAGES_AT_ONCE = 60
CHARACTERS_A_MESSAGE = 16_384
"""The answer to a hello counts as a message for every so many characters."""
PATIENCE = 300
"""How many messages that come too fast are refused before the connection is closed."""

NORMAL, GOING_AWAY, NOT_ALLOWED, TRY_AGAIN = 1000, 1001, 1008, 1013
DELETED = 4404
"""The code with which a connection to a match is closed that has been deleted."""
PONG = PongAnswer(type="pong").model_dump_json()


class Hello(BaseModel):
    """The first message of a client."""

    model_config = ConfigDict(extra="forbid", strict=True)

    type: str = Field(pattern="^hello$")
    version: int | None = Field(default=None, ge=0, le=2**31)
    language: str | None = Field(default=None, max_length=20)


class Connection:
    """A client that watches a match, and acts in it if it holds a seat."""

    def __init__(self, socket: WebSocket, room: Room, holder: str | None, language: str) -> None:
        self.holder = holder
        self.language = language
        self._socket = socket
        self._room = room
        self._outgoing: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self._bucket = TokenBucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._too_fast = 0
        self._heard = time.monotonic()
        self._greeted = False
        self.is_catching_up = False
        self._all_sent = asyncio.Event()
        self._closing: tuple[int, str] | None = None

    @property
    def room(self) -> Room:
        return self._room

    @property
    def is_awake(self) -> bool:
        return time.monotonic() - self._heard < AWAY_AFTER

    # Out

    def send(self, message: str) -> None:
        """Queue a message. A client whose queue is full is disconnected."""
        try:
            self._outgoing.put_nowait(message)
        except asyncio.QueueFull:
            self.close(TRY_AGAIN, "too slow")

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection once the queue is sent; a full queue is dropped."""
        if self._closing is not None:
            return
        self._closing = (code, reason)
        if self._outgoing.full():
            while not self._outgoing.empty():
                self._outgoing.get_nowait()
        self._outgoing.put_nowait(None)

    async def _write(self) -> None:
        while (message := await self._outgoing.get()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_text(message)
            if self._outgoing.empty():
                self._all_sent.set()

    # In

    async def serve(self) -> None:
        """Read and write until either side closes."""
        writing = asyncio.create_task(self._write())
        reading = asyncio.create_task(self._read())
        try:
            await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._room.leave(self)
            if not writing.done() and reading.done():
                self.close(NORMAL)
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(SEND_SECONDS):
                        await asyncio.shield(writing)
            for task in (reading, writing):
                task.cancel()
            for result in await asyncio.gather(reading, writing, return_exceptions=True):
                if isinstance(result, Exception) and not _is_disconnect(result):
                    log.error("a connection failed", exc_info=result)
            await self._close_socket()

    async def _close_socket(self) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            code, reason = self._closing or (NORMAL, "")
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
                await self._socket.close(code, reason)

    async def _read(self) -> None:
        while self._closing is None:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            was_awake, self._heard = self.is_awake, time.monotonic()
            if not was_awake:
                self._room.note_presence()
            if not self._bucket.take():
                self._refuse_too_fast()
                continue
            await self._answer(message)

    def _refuse_too_fast(self) -> None:
        self._too_fast += 1
        if self._too_fast > PATIENCE:
            self.close(NOT_ALLOWED, "too fast")
        elif self._too_fast % 10 == 1:  # an answer to each would only add to the load
            self._send_error(TooFast(text("too many messages; wait a little")))

    async def _answer(self, message: Any) -> None:
        written = message.get("text")
        if written is None:
            self._send_error(Malformed(text("messages are text, not bytes")))
            return
        try:
            kind = _type_of(written)
            if kind == "ping":
                self.send(PONG)
            elif kind == "hello":
                await self._welcome(written)
            elif kind == "command":
                await self._command(written)
            else:
                raise Malformed(text("a message is a hello, a command or a ping"))
        except Refusal as refusal:
            self._send_error(refusal)

    async def _welcome(self, written: str) -> None:
        """Answer a hello. A long answer is paid for by its length, and goes on when the client has read its parts."""
        try:
            hello = Hello.model_validate_json(written)
        except ValidationError as error:
            raise Malformed(first_fault(error)) from None
        if hello.language is not None and hello.language in LANGUAGES:
            self.language = hello.language
        self.is_catching_up = True
        try:
            async for message in self._room.welcome(self, hello.version):
                self._all_sent.clear()
                self.send(message)
                seconds = self._bucket.charge(len(message) / CHARACTERS_A_MESSAGE)
                if seconds:
                    await asyncio.sleep(seconds)
                await self._all_sent.wait()
        finally:
            self.is_catching_up = False
        if not self._greeted:
            self._greeted = True
            self._room.enter(self)

    async def _command(self, written: str) -> None:
        command = read_command(written)
        try:
            await self._room.command(self.holder, command, self.send)
        except Refusal as refusal:
            version, error = self._room.log.version, refusal_answer(refusal, self.language)
            refused = RefusedAnswer(type="refused", key=command.key, version=version, error=error)
            self.send(refused.model_dump_json())

    def _send_error(self, refusal: Refusal) -> None:
        error = LiveErrorAnswer(type="error", error=refusal_answer(refusal, self.language))
        self.send(error.model_dump_json())


def _type_of(written: str) -> str | None:
    """The type of a message."""
    try:
        message = json.loads(written)
    except (ValueError, RecursionError):
        raise Malformed(text("this is not JSON")) from None
    kind = message.get("type") if isinstance(message, dict) else None
    return kind if isinstance(kind, str) else None


def _is_disconnect(error: Exception) -> bool:
    return isinstance(error, WebSocketDisconnect | TimeoutError | ConnectionError | RuntimeError)
