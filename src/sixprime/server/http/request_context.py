"""What belongs to a request: lobby and settings, the holder of its cookie, its language, and the server's address."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from sixprime.server.http.language_negotiation import negotiate_language
from sixprime.server.identities import COOKIE, COOKIE_SECONDS, holder_of, new_secret
from sixprime.server.live.lobby import Lobby
from sixprime.server.settings import Settings


def lobby_of(request: HTTPConnection) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


def settings_of(request: HTTPConnection) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def holder_of_request(request: HTTPConnection) -> str | None:
    """The hash of the secret in the request's cookie; None if it has none."""
    return holder_of(request.cookies.get(COOKIE))


def language_of(request: HTTPConnection) -> str:
    return negotiate_language(request.headers.get("accept-language"), request.query_params.get("language"))


def base_url(request: HTTPConnection) -> str:
    """The address by which the client reached the server, without a slash at the end."""
    public = settings_of(request).public_url
    return public or f"{request.url.scheme}://{request.headers['host']}"


class SessionCookie:
    """The cookie by which a browser holds its seats; a browser without one is given a fresh secret."""

    def __init__(self, request: HTTPConnection) -> None:
        known = holder_of_request(request)
        self._fresh = new_secret() if known is None else None
        holder = known or holder_of(self._fresh)
        assert holder is not None
        self.holder: str = holder
        self._secure = base_url(request).startswith("https:")

    def set_on(self, response: Response) -> Response:
        """Add the cookie to a response if it is new; returns the response."""
        if self._fresh is not None:
            secure = self._secure
            response.set_cookie(COOKIE, self._fresh, COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)
        return response
