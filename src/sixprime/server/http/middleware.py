"""Middleware before every request: checks host, origin, size and rate, and adds security headers to the answer."""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sixprime.messages import text
from sixprime.server.http.language_negotiation import negotiate_language
from sixprime.server.rate_limits import AddressLimits
from sixprime.server.refusals import ForeignOrigin, Malformed, Refusal, TooFast, TooLarge
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
IMPORT_BYTES = 20_000_000
IMPORTS = "/api/imports"
SAFE = ("GET", "HEAD", "OPTIONS")
COSTS = {"/api/matches": 10.0, IMPORTS: 20.0}
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
        self, app: ASGIApp, *, hosts: AllowedHosts, public: str | None = None, addresses: AddressLimits | None = None
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._public = public
        self._addresses = addresses or AddressLimits(50, 300)

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
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            began = time.perf_counter()
            exchange = _Exchange(scope, receive, send)
            await self._app(scope, exchange.receive, exchange.send)
            _report(scope, exchange.status, time.perf_counter() - began)

    def _check(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "")
        if not self._hosts.allow(host):
            raise ForeignOrigin(text("this server does not answer to the name {host}", host=host[:100]))
        origin = headers.get("origin")
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            if origin is not None and not is_own_origin(origin, host, self._public):
                raise ForeignOrigin(text("the page that asked is not one of this server's"))
        if scope["type"] == "http" and scope["method"] not in SAFE:
            if origin is None and headers.get("x-sixprime") != "1":
                raise ForeignOrigin(text("a program that changes something sends the header X-Sixprime: 1"))
            self._check_body(scope["path"], headers)
        address = scope["client"][0] if scope.get("client") else None
        changes = scope["type"] == "http" and scope["method"] not in SAFE
        if not self._addresses.take(address, COSTS.get(scope["path"], 1.0) if changes else 1.0):
            raise TooFast(text("too many requests; wait a little"))

    @staticmethod
    def _check_body(path: str, headers: Headers) -> None:
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if path != IMPORTS and kind != "application/json":
            raise Malformed(text("send application/json"))
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > most_bytes(path):
            raise TooLarge(text("more than {most} bytes are not read", most=most_bytes(path)))


def most_bytes(path: str) -> int:
    return IMPORT_BYTES if path == IMPORTS else BODY_BYTES


def _report(scope: Scope, status: int, seconds: float) -> None:
    """Log a request. The id of a match lets anybody watch it, so ids are shortened."""
    if log.isEnabledFor(logging.INFO):
        log.info(
            "request",
            extra={
                "method": scope.get("method", "WEBSOCKET"),
                "path": _LONG_WORD.sub(lambda word: word[0][:6] + "...", scope["path"])[:200],
                "status": status,
                "milliseconds": round(seconds * 1000, 1),
                "client": scope["client"][0] if scope.get("client") else None,
            },
        )


class _Exchange:
    """A request and its answer: stops reading a body that is too large, and adds our headers to the answer."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self._most = most_bytes(scope["path"])
        self._read = 0
        self._too_large: TooLarge | None = None
        self._refused = False
        self.status = 0

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._read += len(message.get("body", b""))
            if self._read > self._most:  # a chunked body has no Content-Length
                self._too_large = TooLarge(text("more than {most} bytes are not read", most=self._most))
                raise self._too_large
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"] if self._too_large is None else self._too_large.status
        if self._too_large is not None:
            # The route saw a broken body; the client is told that it was too large instead of what the route answers.
            if not self._refused:
                self._refused = True
                await _refuse(self._too_large, self._scope, self._receive, self._send)
            return
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await self._send(message)


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
    headers = {**HEADERS, "connection": "close"} if refusal.code == "too-large" else HEADERS
    await JSONResponse(body, refusal.status, headers=headers)(scope, receive, send)
