"""What belongs to a request: lobby and settings, the holder of its cookie, its language, and the server's address."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from sixprime.server.http.language_negotiation import negotiate_language
from sixprime.server.identities import COOKIE, COOKIE_SECONDS, SECURE_COOKIE, holder_of, new_secret
from sixprime.server.live.lobby import Lobby
from sixprime.server.rate_limits import network_of
from sixprime.server.settings import Settings


def lobby_of(request: HTTPConnection) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


def settings_of(request: HTTPConnection) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def is_https(request: HTTPConnection) -> bool:
    """Whether browsers reach the server by https."""
    return base_url(request).startswith("https:")


def _secret_of(request: HTTPConnection) -> str | None:
    """The secret in the request's cookie, if it can be one.

    On https a cookie of the plain name counts only as long as there is none of the safe one.
    """
    names = (SECURE_COOKIE, COOKIE) if is_https(request) else (COOKIE,)
    return next((found for name in names if holder_of(found := request.cookies.get(name)) is not None), None)


def holder_of_request(request: HTTPConnection) -> str | None:
    """The hash of the secret in the request's cookie; None if it has none."""
    return holder_of(_secret_of(request))


def visitor_of(request: HTTPConnection) -> str:
    """By whom work is counted that is shared out fairly: the address, because cookies cost nothing."""
    return network_of(request.client.host) if request.client is not None else ""


def language_of(request: HTTPConnection) -> str:
    return negotiate_language(request.headers.get("accept-language"), request.query_params.get("language"))


def base_url(request: HTTPConnection) -> str:
    """The address by which the client reached the server, without a slash at the end."""
    public = settings_of(request).public_url
    return public or f"{request.url.scheme}://{request.headers['host']}"


class SessionCookie:
    """The cookie by which a browser holds its seats; a browser without one is given a fresh secret."""

    def __init__(self, request: HTTPConnection) -> None:
        self._secret = _secret_of(request) or new_secret()
        holder = holder_of(self._secret)
        assert holder is not None
        self.holder: str = holder
        self._is_https = is_https(request)
        self._has_plain = COOKIE in request.cookies

    def set_on(self, response: Response) -> Response:
        """Add the cookie to a response, which renews an old one; returns the response.

        On https a cookie of the plain name is exchanged for one of the safe name with the same secret.
        """
        name, secure = (SECURE_COOKIE, True) if self._is_https else (COOKIE, False)
        response.set_cookie(name, self._secret, COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)
        if secure and self._has_plain:
            response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=True)
        return response


def renew_cookie(request: HTTPConnection, response: Response) -> Response:
    """Renew the cookie of a browser that has one; returns the response.

    Browsers forget a cookie after 400 days. Only answers that nobody may store carry it.
    """
    return response if _secret_of(request) is None else SessionCookie(request).set_on(response)


def renewing_headers(request: HTTPConnection) -> list[tuple[bytes, bytes]]:
    """The headers that renew the cookie, for the answer to the handshake of a WebSocket."""
    return [(name, value) for name, value in renew_cookie(request, Response()).raw_headers if name == b"set-cookie"]
