"""HTTP requests of the client, by the standard library in threads; the cookie is kept between requests.

Live play goes over WebSockets, so requests are rare and need no connection pool.
"""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import json
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from sixprime.client.refusals import ProtocolProblem, Refused, Unreachable
from sixprime.messages import shown, text

COOKIE = "sixprime"
SECURE_COOKIE = "__Host-sixprime"
"""The cookie's name on http, which older servers use on https as well, and its name on https."""
SECONDS = 30.0
MAX_ANSWER = 100_000_000


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirects, because the cookie must not be sent to another server."""

    def redirect_request(self, *arguments: object) -> None:  # noqa: ARG002
        return None


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, which is reached without a proxy."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Requests:
    """Requests to one server by one holder of a cookie."""

    def __init__(self, url: str, *, cookie: str | None = None, language: str = "en") -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Unreachable.at(shown(url), text("a server has a URL like http://127.0.0.1:8615"))
        self.base = url.rstrip("/")
        self.is_near = is_loopback(parts.hostname)
        self._language = language
        self._cookie = cookie
        self._opener = build_opener(_NoRedirects(), *([ProxyHandler({})] if self.is_near else []))

    @property
    def cookie(self) -> str | None:
        """The secret by which the server knows this client; whoever has it can play its seats."""
        return self._cookie

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every request, also of WebSockets."""
        headers = {"X-Sixprime": "1", "Accept-Language": self._language}
        if self._cookie is not None:
            names = (SECURE_COOKIE, COOKIE) if self.base.startswith("https:") else (COOKIE,)
            headers["Cookie"] = "; ".join(f"{name}={self._cookie}" for name in names)
        return headers

    async def get(self, *path: str, **query: object) -> Any:
        return json_of(await self.fetch("GET", *path, query=query))

    async def post(self, *path: str, body: Mapping[str, object]) -> Any:
        written = json.dumps(body).encode()
        return json_of(await self.fetch("POST", *path, body=written, kind="application/json"))

    async def put(self, *path: str, body: Mapping[str, object]) -> Any:
        written = json.dumps(body).encode()
        return json_of(await self.fetch("PUT", *path, body=written, kind="application/json"))

    async def delete(self, *path: str) -> Any:
        return json_of(await self.fetch("DELETE", *path, kind="application/json"))

    async def fetch(
        self,
        method: str,
        *path: str,
        body: bytes | None = None,
        kind: str | None = None,
        query: Mapping[str, object] | None = None,
    ) -> bytes:
        """The body of the answer."""
        url = "/".join((self.base, "api", *(quote(part, safe="") for part in path)))
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        if asked:
            url += "?" + urlencode(asked)
        return await asyncio.to_thread(self._fetch, method, url, body, kind)

    def _fetch(self, method: str, url: str, body: bytes | None, kind: str | None) -> bytes:
        headers = self.headers
        if kind is not None:
            headers["Content-Type"] = kind
        request = Request(url, data=body, headers=headers, method=method)  # the scheme was checked
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                self._keep(answer.headers.get_all("Set-Cookie", []))
                found: bytes = answer.read(MAX_ANSWER + 1)
                promised = answer.headers.get("Content-Length", "")
        except HTTPError as error:
            with error:
                raise refusal(error.code, error.read(MAX_ANSWER)) from None
        except URLError as error:
            raise Unreachable.at(self.base, error.reason) from None
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable.at(self.base, error) from None
        if len(found) > MAX_ANSWER:
            raise ProtocolProblem(text("the answer of {url} has no end", url=self.base))
        if promised.isdecimal() and len(found) < int(promised):
            raise Unreachable.at(self.base, text("the connection was lost"))
        return found

    def _keep(self, given: list[str]) -> None:
        for written in given:
            try:
                cookies = SimpleCookie(written)
            except CookieError:
                continue
            for name in (COOKIE, SECURE_COOKIE):
                if name in cookies and cookies[name].value:
                    self._cookie = cookies[name].value


def json_of(octets: bytes) -> Any:
    """Parse an answer; `ProtocolProblem` if it is not JSON."""
    try:
        return json.loads(octets)
    except (ValueError, RecursionError):
        raise ProtocolProblem(text("the server did not answer in JSON")) from None


def refusal(status: int, octets: bytes) -> Refused:
    """The error for an answer with a status that is not a success."""
    try:
        told = json.loads(octets)
    except (ValueError, RecursionError):
        told = None
    if isinstance(told, dict) and "error" in told:
        return Refused.of(told["error"], status)
    return Refused("unknown", f"HTTP {status}", status)
