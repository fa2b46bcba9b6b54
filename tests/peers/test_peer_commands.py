"""The commands as processes of their own, as others start them."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sixprime.cli.peers import serve_external, speak_ubgi
from sixprime.core import Player, Position, Roll, SixprimeError
from sixprime.core.situations import Situation
from sixprime.formats.protocols.external import board_line
from sixprime.messages import ENGLISH
from waiting import PATIENCE

START = Situation(Position.standard(), Player.WHITE, roll=Roll(3, 1), length=7)
# Where tests run in the background Ctrl-C is ignored, and children inherit that.
EXTERNAL = """
import signal
from pathlib import Path
from sixprime.cli.peers import serve_external
from sixprime.messages import ENGLISH
signal.signal(signal.SIGINT, signal.default_int_handler)
serve_external({address!r}, anywhere=False, jacoby=True, beavers="3", plies="0", keep=Path({keep!r}), words=ENGLISH)
"""
UBGI = "from sixprime.cli.peers import speak_ubgi; speak_ubgi(protocol=None, plies='0')"


@contextmanager
def external(folder: Path, address: str = "127.0.0.1:0") -> Iterator[tuple["subprocess.Popen[str]", str]]:
    command = [sys.executable, "-c", EXTERNAL.format(address=address, keep=str(folder))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = re.fullmatch(r"listening at (\S+)\n", process.stdout.readline())
            assert said is not None
            yield process, said[1]
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                raise


def test_the_server_plays_keeps_the_match_and_goes_with_ctrl_c(tmp_path: Path) -> None:
    with external(tmp_path) as (process, address):
        host, port = address.split(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
            lines = connection.makefile("rb")
            connection.sendall(b"nonsense\n" + board_line(START).encode() + b"\n\0")
            assert lines.readline().startswith(b"Error: there is no command")
            assert lines.readline() == b"8/5 6/5\n"
            lines.close()
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(3)] == [
            "a program connects\n",
            f"the match is in {tmp_path / 'external-0001.json'}\n",
            "a program hangs up\n",
        ]
    kept = json.loads((tmp_path / "external-0001.json").read_text(encoding="utf-8"))
    assert kept["events"][1]["steps"] == [[8, 5], [6, 5]]


def test_the_socket_goes_with_the_server(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    with external(tmp_path, str(path)):
        assert path.is_socket()
    assert not path.exists()


def test_ubgi_on_standard_input() -> None:
    said = "ubgi\nisready\nposition gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo role chequer\nrubbish\nquit\n"
    done = subprocess.run(
        [sys.executable, "-c", UBGI], input=said, capture_output=True, text=True, timeout=PATIENCE, env=dict(os.environ)
    )
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "id name sixprime"
    assert "ubgiok" in lines
    assert "bestmove 8/5 6/5" in lines
    assert lines[-1] == "error unknown_command 'rubbish' is not a command"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"address": "0.0.0.0:1"}, "--anywhere"),
        ({"address": "nowhere"}, "an address is"),
        ({"beavers": "9"}, "--beavers is a whole number"),
        ({"plies": "99"}, "--plies is a whole number"),
        ({"keep": Path("/nonexistent/folder")}, "is not a folder"),
    ],
)
def test_problems_with_the_command_line(options: dict[str, object], words: str) -> None:
    usual: dict[str, object] = {"address": "127.0.0.1:0", "anywhere": False, "jacoby": True, "beavers": "3"}
    usual |= {"plies": "0", "keep": None, "words": ENGLISH}
    with pytest.raises(SixprimeError, match=words):
        serve_external(**(usual | options))  # type: ignore[arg-type]


def test_there_is_no_such_generation() -> None:
    with pytest.raises(SixprimeError, match=r"the generations of UBGI are .* not '7'"):
        speak_ubgi(protocol="7", plies="0")
