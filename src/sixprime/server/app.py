"""The ASGI application: routes, middleware, error answers, and what starts and stops with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from sixprime import __version__
from sixprime.messages import text
from sixprime.server.http import ROUTERS
from sixprime.server.http.client_addresses import ClientAddresses
from sixprime.server.http.dice_counts import DiceCounts
from sixprime.server.http.middleware import AllowedHosts, RequestGuard
from sixprime.server.http.request_context import language_of
from sixprime.server.http.routes.pages import missing_page, wants_page
from sixprime.server.live.engine_threads import EngineThreads
from sixprime.server.live.lobby import Lobby
from sixprime.server.matches.commands import describe_fault
from sixprime.server.rate_limits import AddressCounts, AddressLimits
from sixprime.server.refusals import Malformed, NotFound, Refusal
from sixprime.server.settings import Settings
from sixprime.server.store.databases import open_database
from sixprime.server.store.migrating import migrate
from sixprime.server.views.refusals import error_answer
from sixprime.web.bundles import page_folder


def create_app(settings: Settings) -> FastAPI:
    """The whole server as one application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        database = open_database(settings.database)
        await migrate(database.writing)
        lobby = Lobby(database, EngineThreads(settings.thinkers, settings.analysis_threads), settings.limits)
        app.state.lobby = lobby
        app.state.dice_counts = DiceCounts(lobby.storage)
        lobby.start()
        try:
            yield
        finally:
            await lobby.close()
            await database.close()

    app = FastAPI(
        title="sixprime",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.page_folder = page_folder(bundled=settings.scripts == "bundled")
    for router in ROUTERS:
        app.include_router(router)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http_problem)
    is_behind_proxy = bool(settings.proxies)
    app.add_middleware(
        RequestGuard,
        hosts=AllowedHosts(settings.hosts),
        limits=settings.limits,
        public=settings.public_url,
        addresses=AddressLimits(50, 300, with_loopback=is_behind_proxy),
        open_requests=AddressCounts(settings.limits.address_connections, with_loopback=is_behind_proxy),
    )
    app.add_middleware(ClientAddresses, proxies=settings.proxies)
    return app


def _answer(request: Request, refusal: Refusal, status: int | None = None) -> Response:
    error = error_answer(refusal, language_of(request))
    return JSONResponse(error.model_dump(), status or refusal.status)


async def _refused(request: Request, error: Any) -> Response:
    if isinstance(error, NotFound) and wants_page(request):
        return missing_page(request)
    return _answer(request, error)


async def _malformed(request: Request, error: Any) -> Response:
    fault = error.errors()[0]
    return _answer(request, Malformed(describe_fault(fault)), 400 if fault["type"] == "json_invalid" else 422)


async def _http_problem(request: Request, error: Any) -> Response:
    if error.status_code == 404:
        return await _refused(request, NotFound(text("there is nothing at this address")))
    if error.status_code == 405:
        response = _answer(request, Malformed(text("this address does not support that method")), 405)
        response.headers.update(error.headers or {})
        return response
    return _answer(request, Malformed(text("the request is not understood")), error.status_code)
