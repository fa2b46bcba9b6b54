"""Running the server: the socket, uvicorn in one process or several, and a stop that clients are told of."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from sixprime.messages import text
from sixprime.messages.system_errors import reason
from sixprime.server.app import create_app
from sixprime.server.live.lobby import Lobby
from sixprime.server.ops.connection_limits import (
    BACKLOG,
    KEEP_ALIVE_SECONDS,
    ConnectionGuard,
    guarded,
    most_connections,
    raise_descriptor_limit,
)
from sixprime.server.ops.gc_tuning import collect_when_idle, configure, freeze_when_loaded
from sixprime.server.ops.log_output import set_up_logging
from sixprime.server.ops.processes import WorkerProcesses
from sixprime.server.rate_limits import THIS_MACHINE, is_in
from sixprime.server.settings import BadSetting, Settings
from sixprime.server.store.databases import Database, is_sqlite, open_database
from sixprime.server.store.errors import first_line
from sixprime.server.store.locks import FileLock
from sixprime.server.store.migrating import DatabaseProblem, is_known, migrate, newest, revision_of
from sixprime.server.store.upkeep.backups import keep_old

MESSAGE_BYTES = 64 * 1024
"""The most that a WebSocket message may have."""
WAITING_CONNECTIONS = 1024
"""How many connections the system keeps until they are accepted."""


class Server(uvicorn.Server):
    """uvicorn that looks after its connections, tells clients before it stops, and does not count a requested stop as a
    failure."""

    _collecting: asyncio.Task[None] | None = None
    _guarding: asyncio.Task[None] | None = None

    def __init__(self, settings: Settings, app: Any) -> None:
        limits = settings.limits
        most = most_connections(limits, raise_descriptor_limit())
        self.guard = ConnectionGuard(
            limits, most, is_exempt=partial(is_in, networks=(*THIS_MACHINE, *settings.proxies))
        )
        super().__init__(uvicorn_config(app, self.guard))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    @property
    def lobby(self) -> Lobby | None:
        """The lobby of the application, once it has started."""
        return getattr(getattr(self.config.app, "state", None), "lobby", None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(WAITING_CONNECTIONS)  # uvicorn has set it to the number that is accepted at a time
        self._guarding = asyncio.create_task(self.guard.run(), name="connections")
        if self.lobby is not None:
            self._collecting = asyncio.create_task(self._collect_garbage(self.lobby), name="garbage collection")

    @staticmethod
    async def _collect_garbage(lobby: Lobby) -> None:
        await freeze_when_loaded(lobby.engine_threads.bot_is_ready, lobby.engine_threads.is_compiled)
        await collect_when_idle(lambda: lobby.journal.writes)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in (self._collecting, self._guarding):
            if task is not None:
                task.cancel()
        lobby = self.lobby
        if lobby is not None:
            lobby.announce_stop()
            await asyncio.sleep(0)
        await super().shutdown(sockets)


def listen(settings: Settings) -> socket.socket:
    """A listening socket at the address of the settings; `BadSetting` if that fails."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(WAITING_CONNECTIONS)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(text("port {port} is in use; choose another with --port", port=settings.port)) from None
        raise BadSetting(
            text(
                "cannot listen at {host}, port {port}: {why}", host=settings.host, port=settings.port, why=reason(error)
            )
        ) from None
    listening.set_inheritable(True)
    return listening


class PortInUse(BadSetting):
    """Another program listens at the port."""


def is_sixprime(settings: Settings) -> bool:
    """Whether the program that listens at the address of the settings is a sixprime server."""
    connection = HTTPConnection(settings.host, settings.port, timeout=2)
    try:
        connection.request("GET", "/api/health")
        answer = json.loads(connection.getresponse().read(1000))
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(answer, dict) and answer.get("name") == "sixprime"


def uvicorn_config(app: Any, guard: ConnectionGuard) -> uvicorn.Config:
    """How uvicorn runs the application."""
    http, live = guarded(guard)
    return uvicorn.Config(
        app,
        http=http,
        ws=live,
        backlog=BACKLOG,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=30.0,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # our middleware reads them
        timeout_graceful_shutdown=10,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
    )


async def check_database(settings: Settings) -> None:
    """Migrate the database; `DatabaseProblem` says why it cannot be used."""
    database = open_database(settings.database)
    try:
        await bring_up_to_date(database)
    finally:
        await database.close()


async def bring_up_to_date(database: Database) -> tuple[str | None, str]:
    """Migrate a database; every error of the database becomes a `DatabaseProblem`.

    A SQLite file of an older revision is first copied to a file beside it.
    """
    try:
        async with database.writing.connect() as connection:
            before = await connection.run_sync(revision_of)
        if database.is_sqlite and before is not None and before != newest() and is_known(before):
            keep_old(Path(database.url.database or ""), before)
        return await migrate(database.writing)
    except (SQLAlchemyError, OSError) as error:
        raise DatabaseProblem(text("the database cannot be used: {why}", why=first_line(error))) from None


def serve(
    settings: Settings,
    *,
    on_start: Callable[[Settings], None] | None = None,
    on_compiling: Callable[[float], None] | None = None,
) -> None:
    """Serve until a signal stops it; `on_start` is called with the settings and the port that is used.

    While the engine is compiled, `on_compiling` is called with how much of it is, from 0 to 1, if one process serves.
    """
    set_up_logging(settings.log)
    lock = _lock_of(settings)
    listening = listen(settings)
    settings = settings.at_port(listening.getsockname()[1])
    if lock is not None:
        lock.take()
    try:
        asyncio.run(check_database(settings))
        if settings.workers > 1:
            _serve_in_processes(settings, listening, on_start)
        else:
            configure()
            server = Server(settings, create_app(settings))
            if on_start is not None:
                _when_started(server, partial(on_start, settings))
            if on_compiling is not None:
                _when_started(server, partial(_watch_compiling, server, on_compiling))
            server.run([listening])
            exit_if_computing(server)
    finally:
        listening.close()
        if lock is not None:
            lock.release()


def exit_if_computing(server: Server) -> None:
    """End the process at once if a thread still computes. Everything is committed and closed, and Python would wait for
    the thread, which may take minutes while it compiles."""
    if server.lobby is not None and server.lobby.engine_threads.is_computing:
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _lock_of(settings: Settings) -> FileLock | None:
    if not is_sqlite(settings.database) or settings.database.database is None:
        return None
    path = Path(settings.database.database)
    open_database(settings.database)  # makes the folder
    return FileLock(path)


def _when_started(server: uvicorn.Server, tell: Callable[[], None]) -> None:
    def wait() -> None:
        for _ in range(600):
            if server.started:
                tell()
                return
            if server.should_exit:
                return
            threading.Event().wait(0.05)

    threading.Thread(target=wait, daemon=True).start()


def _watch_compiling(server: Server, tell: Callable[[float], None]) -> None:
    """Tell how far compiling is until it is done."""
    share = -1.0
    while share < 1.0 and not server.should_exit and server.lobby is not None:
        before, share = share, server.lobby.engine_threads.compiled_share
        if share > before:
            tell(share)
        threading.Event().wait(0.2)


# Several processes


def _work(settings: Settings, listening: socket.socket) -> None:
    """Run the server in one of several processes."""
    set_up_logging(settings.log)
    configure()
    server = Server(settings, create_app(settings))
    server.run([listening])
    exit_if_computing(server)


def _serve_in_processes(
    settings: Settings, listening: socket.socket, on_start: Callable[[Settings], None] | None
) -> None:
    if on_start is not None:
        on_start(settings)
    if not WorkerProcesses(settings.workers, partial(_work, settings), listening).run():
        raise BadSetting(text("the server could not be started; its messages say why"))
