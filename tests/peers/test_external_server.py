"""The socket behind `sixprime external`: many connections, and none that does harm."""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from peers_tables import PlainEngine

from sixprime.core import Player, Position, Roll
from sixprime.core.situations import Situation
from sixprime.formats.protocols.external import MAX_LINE, board_line
from sixprime.peers.external_server import Address, AddressProblem, ExternalServer, parse_address
from sixprime.peers.external_sessions import ExternalSession
from waiting import PATIENCE

LINE = board_line(Situation(Position.standard(), Player.WHITE, roll=Roll(3, 1), length=7)).encode() + b"\n\0"


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("127.0.0.1:1234", Address("127.0.0.1", 1234)),
        ("1234", Address("127.0.0.1", 1234)),
        ("localhost:0", Address("localhost", 0)),
        ("[::1]:9", Address("::1", 9)),
        ("127.8.8.8:65535", Address("127.8.8.8", 65535)),
        ("/tmp/a:b", Address(path=Path("/tmp/a:b"))),
    ],
)
def test_addresses(written: str, address: Address) -> None:
    assert parse_address(written) == address
    assert parse_address(str(address)) == address


@pytest.mark.parametrize("written", ["", "host", "127.0.0.1:", "127.0.0.1:70000", "::1:5", "a b:1", "/" + "x" * 200])
def test_what_is_no_address(written: str) -> None:
    with pytest.raises(AddressProblem):
        parse_address(written)


@pytest.mark.parametrize("written", ["0.0.0.0:5", "[::]:5", "192.168.1.2:5", "example.org:5"])
def test_other_machines_only_if_asked_for(written: str) -> None:
    with pytest.raises(AddressProblem, match="--anywhere"):
        parse_address(written)
    assert parse_address(written, anywhere=True).port == 5


Talk = Callable[[Address, ExternalServer], Awaitable[None]]


def with_server(talk: Talk, address: str = "127.0.0.1:0", **limits: float) -> None:
    async def run() -> None:
        server = ExternalServer(lambda: ExternalSession(PlainEngine()), **limits)  # type: ignore[arg-type]
        where = await server.start(parse_address(address))
        try:
            async with asyncio.timeout(PATIENCE):
                await talk(where, server)
        finally:
            await server.close()

    asyncio.run(run())


async def said(reader: asyncio.StreamReader) -> str:
    return (await reader.readline()).decode()


def test_several_connections_and_reconnecting() -> None:
    async def talk(where: Address, _: ExternalServer) -> None:
        first = await asyncio.open_connection(where.host, where.port)
        second = await asyncio.open_connection(where.host, where.port)
        for reader, writer in (second, first, second):
            writer.write(LINE)
            assert await said(reader) == "8/5 6/5\n"
        first[1].close()
        third = await asyncio.open_connection(where.host, where.port)
        third[1].write(b"version\r\n" + LINE + b"exit\n")
        lines = [await said(third[0]) for _ in range(5)]
        assert lines[0] == "Interface: 2\n"
        assert lines[4] == "8/5 6/5\n"
        assert await said(third[0]) == ""
        second[1].close()
        third[1].close()

    with_server(talk)


def test_lines_may_come_in_pieces() -> None:
    async def talk(where: Address, _: ExternalServer) -> None:
        reader, writer = await asyncio.open_connection(where.host, where.port)
        for piece in (LINE[:10], LINE[10:60], LINE[60:]):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.02)
        assert await said(reader) == "8/5 6/5\n"
        writer.close()

    with_server(talk)


def test_long_binary_and_empty_lines() -> None:
    async def talk(where: Address, _: ExternalServer) -> None:
        reader, writer = await asyncio.open_connection(where.host, where.port)
        writer.write(b"\xff\xfe\x00\x01binary\n\n")
        assert (await said(reader)).startswith("Error: there is no command")
        assert await said(reader) == "Error: no command given\n"
        writer.write(b"x" * (10 * MAX_LINE))
        assert await said(reader) == f"Error: the line is longer than {MAX_LINE} characters\n"
        assert await said(reader) == ""
        writer.close()

    with_server(talk)


def test_endless_lines_are_not_kept() -> None:
    async def talk(where: Address, _: ExternalServer) -> None:
        reader, writer = await asyncio.open_connection(where.host, where.port)

        async def go_on() -> None:
            while reader is not None:
                writer.write(b"x" * 10_000)
                await writer.drain()

        with pytest.raises(ConnectionError):
            await go_on()
        writer.close()

    with_server(talk)


def test_a_line_that_does_not_end_is_hung_up_on() -> None:
    async def talk(where: Address, _: ExternalServer) -> None:
        reader, writer = await asyncio.open_connection(where.host, where.port)
        writer.write(b"board:")
        assert await said(reader) == "Error: the line was begun and not ended\n"
        assert await said(reader) == ""
        writer.close()

    with_server(talk, line_seconds=0.1)


def test_too_many_connections_are_refused_until_one_leaves() -> None:
    async def talk(where: Address, _: ExternalServer) -> None:
        first = await asyncio.open_connection(where.host, where.port)
        first[1].write(LINE)
        assert await said(first[0]) == "8/5 6/5\n"
        second = await asyncio.open_connection(where.host, where.port)
        assert await said(second[0]) == "Error: there are 1 connections already\n"
        first[1].write(b"exit\n")
        assert await said(first[0]) == ""
        third = await asyncio.open_connection(where.host, where.port)
        third[1].write(LINE)
        assert await said(third[0]) == "8/5 6/5\n"
        for connection in (first, second, third):
            connection[1].close()

    with_server(talk, most_connections=1)


def test_sockets_in_the_file_system(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    stale = socket.socket(socket.AF_UNIX)
    stale.bind(str(path))
    stale.close()

    async def talk(where: Address, _: ExternalServer) -> None:
        assert where.path == path
        assert os.stat(path).st_mode & 0o077 == 0  # noqa: PTH116
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(LINE)
        assert await said(reader) == "8/5 6/5\n"
        writer.close()
        with pytest.raises(AddressProblem, match="somebody listens"):
            await ExternalServer(lambda: ExternalSession(PlainEngine())).start(Address(path=path))

    with_server(talk, str(path))
    assert not path.exists()


def test_files_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("precious")
    with pytest.raises(AddressProblem, match="is not a socket"):
        asyncio.run(ExternalServer(lambda: ExternalSession(PlainEngine())).start(Address(path=path)))
    assert path.read_text() == "precious"


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(AddressProblem, match="cannot listen at"):
        asyncio.run(
            ExternalServer(lambda: ExternalSession(PlainEngine())).start(Address("127.0.0.1", taken.getsockname()[1]))
        )
