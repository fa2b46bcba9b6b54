"""What a request says about who sends it: the secret of the browser, the language, and the address of the server."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from sixprime.server.http.language_negotiation import tongue_of
from sixprime.server.identities import COOKIE, COOKIE_SECONDS, holder_of, new_secret
from sixprime.server.live.lobby import Lobby
from sixprime.server.settings import Settings


def lobby_of(request: HTTPConnection) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


def settings_of(request: HTTPConnection) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def caller(request: HTTPConnection) -> str | None:
    """The holder whose secret the request carries, if any."""
    return holder_of(request.cookies.get(COOKIE))


def language_of(request: HTTPConnection) -> str:
    return tongue_of(request.headers.get("accept-language"), request.query_params.get("language"))


def base_of(request: HTTPConnection) -> str:
    """The address under which the server was asked for, without a slash at the end."""
    public = settings_of(request).public_url
    return public or f"{request.url.scheme}://{request.headers['host']}"


class Introduction:
    """Gives a browser its secret when it first needs one."""

    def __init__(self, request: HTTPConnection) -> None:
        known = caller(request)
        self._fresh = new_secret() if known is None else None
        holder = known or holder_of(self._fresh)
        assert holder is not None
        self.holder: str = holder
        self._secure = base_of(request).startswith("https:")

    def answer(self, response: Response) -> Response:
        """The response, with the cookie if it is new."""
        if self._fresh is not None:
            secure = self._secure
            response.set_cookie(COOKIE, self._fresh, COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)
        return response
