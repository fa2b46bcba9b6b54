"""Requests that break the description of the HTTP interface, in all kinds of matches: refused, never a server error."""

import contextlib
import warnings
from functools import cache
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from server.support.local_servers import LocalServer, Table, create
from sixprime.server.app import create_app
from sixprime.server.http import ROUTERS
from sixprime.server.settings import Settings
from sixprime.server.store.databases import database_url
from waiting import PATIENCE

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what its own dependencies have to say
    import schemathesis
    from schemathesis import GenerationMode

EXAMPLES = 12


@cache
def application() -> FastAPI:
    return create_app(Settings(database_url("nowhere.db")))


@cache
def description() -> Any:
    """The description, read by what makes requests from it; while tests are collected it is not needed yet."""
    return schemathesis.openapi.from_dict(application().openapi())


OPERATIONS = [
    (method, route.path_format)
    for router in ROUTERS
    for route in router.routes
    if isinstance(route, APIRoute) and route.include_in_schema
    for method in sorted(route.methods or ())
]


@pytest.fixture(scope="module")
def visitor(server: LocalServer) -> httpx.Client:
    return server.visitor()


@pytest.fixture(scope="module")
def matches(visitor: httpx.Client) -> list[str]:
    """Matches in which something has happened: waiting, in the middle of a game, over, imported."""
    waiting = create(visitor, kind="link", seat="white")["state"]["match"]
    middle = Table(visitor, create(visitor)["state"]["match"])
    middle.open()
    middle.turn()
    ended = Table(visitor, create(visitor, length=1)["state"]["match"])
    ended.open()
    ended.act("white", "resign", value=1)
    ended.act("black", "accept")
    record = visitor.get(f"/api/matches/{ended.match}/export/json").content
    imported = visitor.post("/api/imports", content=record).json()
    return [waiting, middle.match, ended.match, *(one["match"] for one in imported["matches"])]


@pytest.mark.parametrize("asked", OPERATIONS, ids=" ".join)
def test_no_broken_request_breaks_the_server(
    server: LocalServer, visitor: httpx.Client, matches: list[str], asked: tuple[str, str]
) -> None:
    method, path = asked
    operation = description()[path][method]
    headers = {**visitor.headers, "Cookie": f"sixprime={visitor.cookies['sixprime']}"}

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
        match=st.sampled_from([*matches, None]),
    )
    def ask(case: schemathesis.Case[Any], match: str | None) -> None:
        if match is not None and "match" in case.path_parameters:
            case.path_parameters["match"] = match
        answer = case.call(base_url=server.url, headers=headers, timeout=PATIENCE)
        assert answer.status_code < 500, (answer.status_code, answer.text[:500])
        if answer.status_code >= 400 and path.startswith("/api"):
            error = answer.json()["error"]
            assert set(error) == {"code", "message"}
            assert error["message"]

    with contextlib.suppress(Unsatisfiable):  # nothing can be wrong with a request that has no fields
        ask()


def test_nothing_is_left_out() -> None:
    described = application().openapi()["paths"]
    assert sorted(OPERATIONS) == sorted((method.upper(), path) for path in described for method in described[path])
    assert len(OPERATIONS) > 15
