"""The address of a client: that of the connection, or what trusted proxies tell in `X-Forwarded-For`.

Each proxy adds the address that it was asked from at the right end of the list; what stands further left may have been
made up by the client. So the list is read from the right, past the proxies that are trusted, up to the first address
that is not one of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import ip_address

from starlette.types import ASGIApp, Receive, Scope, Send

from sixprime.server.rate_limits import Network, is_in, plain_address

MOST_HOPS = 20
_SCHEMES = {"http": ("http", "ws"), "https": ("https", "wss")}
_WITH_PORT = re.compile(r"\[(?P<six>[^\]]*)\](?::[0-9]+)?|(?P<four>[0-9.]+):[0-9]+")


class ClientAddresses:
    """ASGI middleware that replaces the address and the scheme of a request that came through trusted proxies.

    An IPv4 client of a socket for IPv6 gets its IPv4 address.
    """

    def __init__(self, app: ASGIApp, *, proxies: Sequence[Network] = ()) -> None:
        self._app = app
        self._proxies = tuple(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and scope.get("client"):
            host, port = scope["client"]
            scope["client"] = (plain_address(host), port)
            if self._is_trusted(host):
                forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
                scope["client"] = (self._client(plain_address(host), forwarded.decode("latin-1")), port)
                self._set_scheme(scope)
        await self._app(scope, receive, send)

    def _is_trusted(self, address: str) -> bool:
        return is_in(address, self._proxies)

    def _client(self, nearest: str, forwarded: str) -> str:
        """The first address from the right that is not a trusted proxy's; the last good one if the list has no such."""
        for hop in [hop.strip() for hop in forwarded.split(",")][: -MOST_HOPS - 1 : -1]:
            address = _address(hop)
            if address is None:
                return nearest
            nearest = address
            if not self._is_trusted(address):
                return nearest
        return nearest

    def _set_scheme(self, scope: Scope) -> None:
        told = [value for name, value in scope["headers"] if name == b"x-forwarded-proto"]
        # A proxy of ours has set it; in a list the last one is that of the nearest proxy.
        written = told[-1].decode("latin-1").split(",")[-1].strip().lower() if told else ""
        if written in _SCHEMES:
            scope["scheme"] = _SCHEMES[written][scope["type"] == "websocket"]


def _address(hop: str) -> str | None:
    """The address of a hop, with or without a port; None if it is none."""
    if (found := _WITH_PORT.fullmatch(hop)) is not None:
        hop = found["six"] or found["four"] or ""
    try:
        ip_address(hop)
    except ValueError:
        return None
    return plain_address(hop)
