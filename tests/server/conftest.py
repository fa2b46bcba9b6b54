"""Servers and databases that several tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import not_here
from server.support.local_servers import LocalServer, running
from server.support.postgres import Cluster, running_cluster, why_not


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server on SQLite."""
    with running(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server."""
    problem = why_not()
    if problem is not None:
        not_here(problem)
    with running_cluster() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "fresh.db")
    found: Cluster = request.getfixturevalue("cluster")
    return found.new_database()
