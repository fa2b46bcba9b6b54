"""Servers in processes of their own, for tests of live play that misbehave."""

from collections.abc import Iterator

import pytest

from server.support.server_processes import Nursery, ServerProcess, serving


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """The process that starts servers."""
    with Nursery(tmp_path_factory.mktemp("nursery") / "log") as waiting:
        yield waiting


@pytest.fixture(scope="module")
def server_process(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on SQLite; it must not have logged a traceback in the end."""
    folder = tmp_path_factory.mktemp("server-process")
    with serving(nursery, str(folder / "matches.db")) as running:
        yield running
    assert "Traceback" not in nursery.said
