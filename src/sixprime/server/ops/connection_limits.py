"""Limits on connections: how many there may be, and how long each may wait for its client.

uvicorn closes a connection that stays idle after an answer, but waits for ever for a first request, for the rest of a
header, and for a client that does not read. `guarded` makes subclasses of its protocols that report every connection to
a `ConnectionGuard`, which looks at all of them once in a while. A request that is being answered and a WebSocket whose
client reads are never cut. How long a body may take is decided by `sixprime.server.http.middleware`, which sees whether
it is waited for.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from sixprime.server.limits import Limits
from sixprime.server.rate_limits import is_loopback, network_of

log = logging.getLogger("sixprime.connections")

KEEP_ALIVE_SECONDS = 15
"""For so long a connection may be idle between two requests."""
BACKLOG = 128
"""The most connections that asyncio accepts before it looks at any of them."""
OWN_DESCRIPTORS = 128
"""Descriptors that are kept for the database, files and pipes."""
WANTED_DESCRIPTORS = 16_384
REPORT_SECONDS = 60.0
"""Seconds between two log lines of one kind; each says how often it has happened meanwhile."""
REFUSED_ADDRESS = "connections refused because their addresses had too many"
REFUSED = "connections refused because there were too many in all"
SILENT = "connections closed that sent no whole request in time"
UNREAD = "connections closed that did not read what was sent to them"
LEVELS = {REFUSED_ADDRESS: logging.WARNING, REFUSED: logging.WARNING, SILENT: logging.INFO, UNREAD: logging.INFO}
"""What is logged, and at which level. Browsers open connections ahead of use, so silent ones are nothing unusual."""
WAITING, ANSWERING, DRAINING, LIVE = "waiting", "answering", "draining", "live"
"""What a connection does: wait for a header, answer a request, read the rest of a body after the answer, or serve a
WebSocket."""


@dataclass(slots=True, eq=False)
class OpenConnection:
    """A connection: the protocol that serves it, and what has been seen of it."""

    protocol: Any
    transport: asyncio.Transport
    network: str | None
    """The key under which its address is counted; None if it is not."""
    since: float
    """When it began to do what it does."""
    state: str = WAITING
    request: object = None
    """The request that is being answered, or was last answered."""
    unsent: int = 0
    unsent_since: float = 0.0

    def look(self, now: float) -> None:
        """Note what the connection does, and since when."""
        state, request = self._state()
        if (state, request) != (self.state, self.request):
            self.state, self.request, self.since = state, request, now
        unsent = self.transport.get_write_buffer_size()
        if not unsent or unsent != self.unsent:
            self.unsent, self.unsent_since = unsent, now

    def _state(self) -> tuple[str, object]:
        if self.state is LIVE:
            return LIVE, None
        cycle = self.protocol.cycle  # uvicorn's last request with its answer, None before the first one
        if cycle is None:
            return WAITING, None
        if not cycle.response_complete:
            return ANSWERING, cycle
        return (DRAINING if cycle.more_body else WAITING), cycle


@dataclass(slots=True)
class Reports:
    """Logs what may happen very often: the first time at once, then once a minute with a count."""

    clock: Callable[[], float]
    _counts: Counter[str] = field(default_factory=Counter)
    _times: dict[str, float] = field(default_factory=dict)

    def note(self, what: str) -> None:
        self._counts[what] += 1
        self.write()

    def write(self) -> None:
        """Log what has not been logged for a minute."""
        now = self.clock()
        for what in list(self._counts):
            if now - self._times.get(what, -REPORT_SECONDS) >= REPORT_SECONDS:
                self._times[what] = now
                log.log(LEVELS[what], "%s: %d", what, self._counts.pop(what))


class ConnectionGuard:
    """All connections of a process. Closes those that have waited too long, and refuses those that are too many."""

    def __init__(
        self,
        limits: Limits,
        most: int,
        *,
        is_exempt: Callable[[str], bool] = is_loopback,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`most` is how many connections there may be in all; an address for which `is_exempt` holds is not limited."""
        self._limits = limits
        self._most = most
        self.is_exempt = is_exempt
        self._clock = clock
        self._open: dict[asyncio.BaseTransport, OpenConnection] = {}
        self._by_network: Counter[str] = Counter()
        self._reports = Reports(clock)
        self.interval = max(min(limits.header_time, limits.body_time, limits.read_time) / 4, 0.01)
        """Seconds from one look at all connections to the next."""

    def __len__(self) -> int:
        return len(self._open)

    # Called by the protocols

    def enter(self, protocol: Any, transport: asyncio.Transport) -> bool:
        """Note a new connection. False if there are too many; it is to be closed then."""
        peer = transport.get_extra_info("peername")
        address = peer[0] if isinstance(peer, tuple) and peer else None
        network = None if address is None or self.is_exempt(address) else network_of(address)
        now = self._clock()
        if network is not None and self._by_network[network] >= self._limits.address_connections:
            if not self._close_idle(now, network):
                self._reports.note(REFUSED_ADDRESS)
                return False
        if len(self._open) >= self._most and not self._close_idle(now, None):
            self._reports.note(REFUSED)
            return False
        self._open[transport] = OpenConnection(protocol, transport, network, now)
        if network is not None:
            self._by_network[network] += 1
        return True

    def upgrade(self, protocol: Any, transport: asyncio.BaseTransport) -> None:
        """Note that a connection has become a WebSocket."""
        known = self._open.get(transport)
        if known is not None:
            known.protocol, known.state, known.since = protocol, LIVE, self._clock()

    def leave(self, transport: asyncio.BaseTransport | None) -> None:
        """Note that a connection has ended."""
        known = None if transport is None else self._open.pop(transport, None)
        if known is not None and known.network is not None:
            self._by_network[known.network] -= 1
            if not self._by_network[known.network]:
                del self._by_network[known.network]

    # Looking after connections

    def _close_idle(self, now: float, network: str | None) -> bool:
        """Make room by closing the connection that has waited longest for a request; False if none waits."""
        waiting = []
        for known in self._open.values():
            if network is None or known.network == network:
                known.look(now)
                if known.state is WAITING and not known.transport.is_closing():
                    waiting.append(known)
        if not waiting:
            return False
        self._cut(min(waiting, key=lambda known: known.since))
        return True

    def _cut(self, known: OpenConnection) -> None:
        known.transport.abort()
        self.leave(known.transport)

    def look(self) -> None:
        """Close every connection that has waited too long for its client."""
        now = self._clock()
        limits = self._limits
        for known in list(self._open.values()):
            known.look(now)
            if now - known.since > self._patience(known):
                self._cut(known)
                self._reports.note(SILENT)
            elif known.unsent and now - known.unsent_since > limits.read_time:
                self._cut(known)
                self._reports.note(UNREAD)

        self._reports.write()

    def _patience(self, known: OpenConnection) -> float:
        """How long a connection may do what it does."""
        if known.state is WAITING:
            # After an answer uvicorn closes a connection on which nothing comes; here is for half a header.
            return self._limits.header_time + (0 if known.request is None else KEEP_ALIVE_SECONDS)
        return self._limits.body_time if known.state is DRAINING else math.inf

    async def run(self) -> None:
        """Look after all connections until cancelled."""
        while True:
            try:
                self.look()
            except Exception:  # the next look may succeed
                log.exception("connections could not be looked after")
            await asyncio.sleep(self.interval)


def guarded(guard: ConnectionGuard) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """uvicorn's protocols for HTTP and for WebSockets, which report their connections to a guard."""
    http_base: Any = AutoHTTPProtocol
    live_base: Any = AutoWebSocketsProtocol

    class GuardedHttp(http_base):  # type: ignore[misc]
        def connection_made(self, transport: asyncio.Transport) -> None:
            if guard.enter(self, transport):
                super().connection_made(transport)
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            guard.leave(self.transport)
            if self.transport is not None:  # else it was refused
                super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self.transport is not None:
                super().data_received(data)

    class GuardedLive(live_base):  # type: ignore[misc]
        def connection_made(self, transport: asyncio.Transport) -> None:
            guard.upgrade(self, transport)
            super().connection_made(transport)

        def connection_lost(self, exc: Exception | None) -> None:
            guard.leave(self.transport)
            super().connection_lost(exc)

    return GuardedHttp, GuardedLive


def raise_descriptor_limit() -> int:
    """Let this process open more files, where the system allows it; returns how many it may open."""
    with contextlib.suppress(ImportError):  # Windows has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(WANTED_DESCRIPTORS, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                soft = wanted
        return WANTED_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    return WANTED_DESCRIPTORS


def most_connections(limits: Limits, descriptors: int) -> int:
    """How many connections a process takes: never so many that descriptors run out."""
    possible = max(descriptors - BACKLOG - OWN_DESCRIPTORS, 16)
    return possible if limits.connections is None else min(limits.connections, possible)
