"""The server of `sixprime external`: a socket at which GNU Backgammon asks our bot.

Each connection has a session and an engine of its own, which decides in a thread, so that no client waits for another.
Length of lines, number of connections and waiting times are limited; a client that exceeds a limit is told so and
disconnected.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import re
import socket
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sixprime.core import SixprimeError
from sixprime.formats.protocols.external import MAX_LINE, ProtocolError, error_line
from sixprime.messages import Message, shown, text
from sixprime.messages.system_errors import reason
from sixprime.peers.external_sessions import Answer, ExternalSession

MOST_CONNECTIONS = 32
LINE_SECONDS = 30.0
"""Seconds to complete a line that has begun, and to fetch an answer. Between lines there is no limit."""
LONGEST_PATH = 100
"""The longest path of a socket; systems allow about this many bytes."""


class AddressProblem(SixprimeError):
    """The text is not an address, or the server cannot listen there."""


@dataclass(frozen=True, slots=True)
class Address:
    """A host and port, or the path of a socket in the file system."""

    host: str = "127.0.0.1"
    port: int = 0
    path: Path | None = None

    def __str__(self) -> str:
        if self.path is not None:
            return str(self.path)
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(written: str, *, anywhere: bool = False) -> Address:
    """An address like `127.0.0.1:1234`, `localhost:1234`, `[::1]:1234`, `1234`, or a path with a slash in it.

    A host that other machines can reach is refused unless `anywhere` is set, because there are no passwords.
    """
    if "/" in written:
        if len(os.fsencode(written)) > LONGEST_PATH or "\0" in written:
            raise AddressProblem(text("the path of a socket has at most {most} characters", most=LONGEST_PATH))
        return Address(path=Path(written))
    parsed = re.fullmatch(r"(?:(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[^\s:\[\]]+)):)?(?P<port>[0-9]{1,5})", written)
    if parsed is None or int(parsed["port"]) > 65535:
        raise AddressProblem(
            text("an address is HOST:PORT, a port, or the path of a socket, not {written}", written=shown(written))
        )
    host = parsed["six"] or parsed["name"] or "127.0.0.1"
    if not anywhere and not _is_loopback(host):
        raise AddressProblem(
            text("{host} can be reached by other machines; say --anywhere if that is what you want", host=shown(host))
        )
    return Address(host, int(parsed["port"]))


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class ExternalServer:
    """Listens at an address and gives each connection a session."""

    def __init__(
        self,
        make_session: Callable[[], ExternalSession],
        *,
        most_connections: int = MOST_CONNECTIONS,
        line_seconds: float = LINE_SECONDS,
        report: Callable[[Message], None] = lambda _: None,
    ) -> None:
        self._make_session = make_session
        self._most_connections = most_connections
        self._line_seconds = line_seconds
        self._report = report
        self._connections: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._path: Path | None = None

    async def start(self, address: Address) -> Address:
        """Listen, and return the address; for port 0 it has the port that was chosen."""
        try:
            if address.path is not None:
                _clear(address.path)
                mask = os.umask(0o177)  # the socket is for its owner only
                try:
                    self._server = await asyncio.start_unix_server(self._welcome, address.path, limit=MAX_LINE)
                finally:
                    os.umask(mask)
                self._path = address.path
                return address
            self._server = await asyncio.start_server(self._welcome, address.host, address.port, limit=MAX_LINE)
        except OSError as error:
            why = reason(error)
            raise AddressProblem(text("cannot listen at {address}: {why}", address=address, why=why)) from error
        return Address(address.host, int(self._server.sockets[0].getsockname()[1]))

    async def serve_forever(self) -> None:
        """Serve until cancelled."""
        assert self._server is not None
        try:
            await self._server.serve_forever()
        finally:
            await self.close()

    async def close(self) -> None:
        """Close all connections and stop listening."""
        if self._server is None:
            return
        self._server.close()
        for connection in list(self._connections):
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        self._server = None
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        crowded = len(self._connections) >= self._most_connections
        self._connections.add(task)
        try:
            if crowded:
                full = text("there are {count} connections already", count=self._most_connections)
                await self._send(writer, Answer((error_line(ProtocolError(full)),)))
            else:
                await self._converse(reader, writer)
        except (OSError, TimeoutError):
            pass  # the other side is gone, or does not listen
        except asyncio.CancelledError:
            pass  # the server closes
        finally:
            self._connections.discard(task)
            writer.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection: socket.socket | None = writer.get_extra_info("socket")
        if connection is not None and connection.family != socket.AF_UNIX:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        session = self._make_session()
        self._report(text("a program connects"))
        try:
            while (line := await self._line(reader)) is not None:
                answer = await asyncio.to_thread(session.answer, line)
                await self._send(writer, answer)
                if answer.is_last:
                    break
        except ProtocolError as error:
            await self._send(writer, Answer((error_line(error),)))
        finally:
            session.close()
            self._report(text("a program hangs up"))

    async def _line(self, reader: asyncio.StreamReader) -> str | None:
        """The next line without its end, None at the end of input; NULs, which GNU Backgammon sends, are dropped."""
        while (first := await reader.read(1)) in (b"\0", b"\r"):
            pass
        if first in (b"", b"\n"):
            return "" if first else None
        try:
            async with asyncio.timeout(self._line_seconds):
                rest = await reader.readuntil(b"\n")
        except asyncio.IncompleteReadError:
            return None
        except asyncio.LimitOverrunError as error:
            raise ProtocolError(text("the line is longer than {most} characters", most=MAX_LINE)) from error
        except TimeoutError as error:
            raise ProtocolError(text("the line was begun and not ended")) from error
        return (first + rest).decode("utf-8", "replace").replace("\0", "").strip()

    async def _send(self, writer: asyncio.StreamWriter, answer: Answer) -> None:
        writer.write("".join(f"{line}\n" for line in answer.lines).encode())
        async with asyncio.timeout(self._line_seconds):
            await writer.drain()


def _clear(path: Path) -> None:
    """Remove a socket left behind by a server that has ended; leave anything else in place."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise AddressProblem(text("{path} is there already and is not a socket", path=path))
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
        except OSError:
            pass
        else:
            raise AddressProblem(text("somebody listens at {path} already", path=path))
