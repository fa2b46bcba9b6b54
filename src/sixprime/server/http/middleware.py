"""Middleware before every request: checks host, origin, size, time and rate, and adds security headers to answers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
import time
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from sixprime.messages import text
from sixprime.server.http.language_negotiation import negotiate_language
from sixprime.server.limits import Limits
from sixprime.server.rate_limits import AddressCounts, AddressLimits
from sixprime.server.refusals import (
    ForeignOrigin,
    Malformed,
    Refusal,
    ServerFault,
    TooFast,
    TooLarge,
    TooMany,
    TooSlow,
)
from sixprime.server.views.refusals import error_answer

CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
BODY_BYTES = 1_000_000
IMPORTS = "/api/imports"
SAFE = ("GET", "HEAD", "OPTIONS")
PRACTICE_IMPORT = "/api/practice/import"
COSTS = {"/api/matches": 10.0, "/api/analyses": 10.0, IMPORTS: 20.0, PRACTICE_IMPORT: 20.0}
"""How many tokens of an address's allowance a changing request costs; any other costs 1."""

log = logging.getLogger("sixprime.requests")

_LONG_WORD = re.compile(r"[A-Za-z0-9]{20,}")
_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?")


class AllowedHosts:
    """The values of the `Host` header that the server answers to.

    A foreign page whose name points to this machine (DNS rebinding) sends that name and is refused. Numeric addresses
    cannot be rebound, so all of them are allowed.
    """

    def __init__(self, names: Iterable[str]) -> None:
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local", *(name.lower() for name in names)}

    def allow(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found["name"].lower().strip("[]")
        return name in self._names or is_address(name)


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_own_origin(origin: str, host: str, public: str | None) -> bool:
    """Whether an `Origin` header is that of this server: the host of the request, or the public address."""
    if public is not None and origin.lower() == public.lower():
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


class RequestGuard:
    """ASGI middleware that refuses what must not reach a route."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: AllowedHosts,
        limits: Limits,
        public: str | None = None,
        addresses: AddressLimits | None = None,
        open_requests: AddressCounts | None = None,
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._public = public
        self._limits = limits
        self._addresses = addresses or AddressLimits(50, 300)
        # Behind a proxy all connections come from one address; this counts what each client has open.
        self._open = open_requests or AddressCounts(limits.address_connections)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self._check(scope, headers)
        except Refusal as refusal:
            _report(scope, refusal.status, 0.0)
            await _refuse(refusal, scope, receive, send)
            return
        with self._open.one_more(_address(scope)) as is_allowed:
            if is_allowed:
                await self._exchange(scope, receive, send)
            else:
                too_many = TooMany(text("too many connections at once; close some"))
                _report(scope, too_many.status, 0.0)
                await _refuse(too_many, scope, receive, send)

    async def _exchange(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        exchange = _Exchange(scope, receive, send, self._most_bytes(scope["path"]), self._limits.body_time)
        is_live = scope["type"] == "websocket"
        # What can be asked for can be asked about: HEAD is answered as GET, without the body.
        asked = {**scope, "method": "GET"} if scope.get("method") == "HEAD" else scope
        try:
            await self._app(asked, receive if is_live else exchange.receive, exchange.send)
        except (ClientDisconnect, ClientDisconnected):
            pass  # in the middle of a body, or before a WebSocket was accepted: nobody is left to be answered
        except Exception:
            log.exception("a request failed: %s %s", scope.get("method", "WEBSOCKET"), _shown_path(scope))
            await exchange.fail()
        if not is_live or exchange.status:  # a WebSocket has a status only if it was refused
            _report(scope, exchange.status, time.perf_counter() - began)

    def _most_bytes(self, path: str) -> int:
        if path == PRACTICE_IMPORT:
            return 2 * self._limits.upload
        return self._limits.upload if path == IMPORTS else BODY_BYTES

    def _check(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "")
        if not self._hosts.allow(host):
            raise ForeignOrigin(text("this server does not answer to the name {host}", host=host[:100]))
        if b"%00" in scope["query_string"]:  # PostgreSQL keeps no text with a NUL, so it could not even look for one
            raise Malformed(text("the request is not understood"))
        origin = headers.get("origin")
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            if origin is not None and not is_own_origin(origin, host, self._public):
                raise ForeignOrigin(text("the page that asked is not one of this server's"))
        if scope["type"] == "http" and scope["method"] not in SAFE:
            if origin is None and headers.get("x-sixprime") != "1":
                raise ForeignOrigin(text("a program that changes something sends the header X-Sixprime: 1"))
            self._check_body(scope["path"], headers)
        changes = scope["type"] == "http" and scope["method"] not in SAFE
        if not self._addresses.take(_address(scope), _cost(scope["path"]) if changes else 1.0):
            raise TooFast(text("too many requests; wait a little"))

    def _check_body(self, path: str, headers: Headers) -> None:
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if path != IMPORTS and kind != "application/json":
            raise Malformed(text("send application/json"))
        length = headers.get("content-length", "0")
        if "content-length" in headers and "transfer-encoding" in headers:  # a proxy may have believed the other one
            raise Malformed(text("a request has a length or comes in chunks, not both"))
        most = self._most_bytes(path)
        if not length.isdigit() or len(length) > 15 or int(length) > most:
            raise TooLarge(text("more than {most} bytes are not read", most=most))


def _cost(path: str) -> float:
    """What a changing request to a path costs; a rematch is a new match."""
    return COSTS["/api/matches"] if path.endswith("/rematch") else COSTS.get(path, 1.0)


def _address(scope: Scope) -> str | None:
    """The address of the client, as a trusted proxy tells it."""
    return scope["client"][0] if scope.get("client") else None


def _shown_path(scope: Scope) -> str:
    """The path of a request for the log. The id of a match lets anybody watch it, so ids are shortened."""
    return _LONG_WORD.sub(lambda word: word[0][:6] + "...", scope["path"])[:200]


def _report(scope: Scope, status: int, seconds: float) -> None:
    """Log a request."""
    if log.isEnabledFor(logging.INFO):
        log.info(
            "request",
            extra={
                "method": scope.get("method", "WEBSOCKET"),
                "path": _shown_path(scope),
                "status": status,
                "milliseconds": round(seconds * 1000, 1),
                "client": _address(scope),
            },
        )


class BrokenAnswer(Exception):
    """The server failed in the middle of an answer; uvicorn then closes the connection, so that the client notices."""


class _Exchange:
    """A request and its answer: stops reading a body that is too large or too slow, and adds our headers to the
    answer."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, most_bytes: int, most_seconds: float) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self._most = most_bytes
        self._read = 0
        self._seconds = most_seconds
        self._seconds_left = most_seconds
        self._is_whole = False
        self._refusal: Refusal | None = None
        self._refused = False
        self._has_begun = False
        self.status = 0

    async def receive(self) -> Message:
        if self._is_whole:  # what may come is the end of the connection
            return await self._receive()
        began = time.monotonic()
        try:
            async with asyncio.timeout(max(self._seconds_left, 0)):
                message = await self._receive()
        except TimeoutError:
            self._refusal = TooSlow(
                text("the request has not arrived within {seconds} seconds", seconds=f"{self._seconds:g}")
            )
            raise self._refusal from None
        self._seconds_left -= time.monotonic() - began
        if message["type"] == "http.request":
            self._is_whole = not message.get("more_body", False)
            self._read += len(message.get("body", b""))
            if self._read > self._most:  # a chunked body has no Content-Length
                self._refusal = TooLarge(text("more than {most} bytes are not read", most=self._most))
                raise self._refusal
        return message

    async def fail(self) -> None:
        """Answer a request that failed in the server; an answer that has begun breaks off."""
        if self._has_begun:
            if self._scope["type"] == "http":
                raise BrokenAnswer
            with contextlib.suppress(Exception):  # the client may be gone
                await self._send({"type": "websocket.close", "code": 1011})
            return
        self.status = ServerFault.status
        fault = ServerFault(text("something went wrong in the server; its log says what"))
        await _refuse(fault, self._scope, _connected, self._send)

    async def send(self, message: Message) -> None:
        self._has_begun = True
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"] if self._refusal is None else self._refusal.status
        if self._refusal is not None:
            # The route saw a broken body; the client is told what was wrong with it instead of what the route answers.
            if not self._refused:
                self._refused = True
                await _refuse(self._refusal, self._scope, self._receive, self._send)
            return
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        elif self._scope.get("method") == "HEAD":
            message = {**message, "body": b""}
        await self._send(message)


async def _connected() -> Message:
    """What a server receives first from a WebSocket; a route may have received it already."""
    return {"type": "websocket.connect"}


async def _refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    language = negotiate_language(Headers(scope=scope).get("accept-language"))
    body = error_answer(refusal, language).model_dump()
    if scope["type"] == "websocket":
        if "websocket.http.response" in scope.get("extensions", {}):
            await receive()
            response = JSONResponse(body, refusal.status, headers=HEADERS)
            await send(
                {
                    "type": "websocket.http.response.start",
                    "status": response.status_code,
                    "headers": response.raw_headers,
                }
            )
            await send({"type": "websocket.http.response.body", "body": response.body})
        else:
            await send({"type": "websocket.close", "code": 1008})
        return
    # Where the request ends is not known, or not waited for: what follows cannot be taken for the next one.
    is_open_ended = isinstance(refusal, TooLarge | TooSlow) or "transfer-encoding" in Headers(scope=scope)
    headers = {**HEADERS, "connection": "close"} if is_open_ended else HEADERS
    await JSONResponse(body, refusal.status, headers=headers)(scope, receive, send)
