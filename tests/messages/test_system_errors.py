"""Why the operating system has refused something, in the user's language."""

import errno
import os
import socket
from pathlib import Path

import pytest

import sixprime
from sixprime.client.refusals import Unreachable
from sixprime.formats.match_files import UnreadableFile, read_match_file
from sixprime.languages import catalogue
from sixprime.messages import Message
from sixprime.messages.system_errors import reason

COMMON = (
    "ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR", "EEXIST", "ENAMETOOLONG", "ELOOP", "EROFS", "ENOSPC", "EDQUOT",
    "EFBIG", "EIO", "EBUSY", "ETXTBSY", "EMFILE", "ENFILE", "ENOMEM", "EADDRINUSE", "EADDRNOTAVAIL", "ECONNREFUSED",
    "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH",
)  # fmt: skip


@pytest.mark.parametrize("name", COMMON)
def test_common_reasons_are_said_in_every_language(name: str) -> None:
    number = getattr(errno, name)
    why = reason(OSError(number, os.strerror(number)))
    assert isinstance(why, Message)
    told = {why.in_language(catalogue(language)) for language in ("en", "de", "fr", "it", "hu")}
    assert len(told) == 5
    assert os.strerror(number) not in told


def test_errors_without_a_number() -> None:
    assert str(reason(socket.gaierror(socket.EAI_NONAME, "Name or service not known"))) == "the address is unknown"
    assert str(reason(TimeoutError())) == "no answer in time"
    assert str(reason(ConnectionResetError("reset by peer"))) == "the connection was lost"


def test_rare_reasons_are_the_systems_own() -> None:
    assert reason(OSError(errno.EXDEV, "Invalid cross-device link")) == "Invalid cross-device link"
    assert reason(OSError("odd")) == "odd"
    assert reason(OSError()) == "OSError"


def test_only_one_module_reads_what_the_system_says() -> None:
    root = Path(sixprime.__file__).parent
    reading = {str(path.relative_to(root)) for path in root.rglob("*.py") if "strerror" in path.read_text("utf-8")}
    assert reading == {"messages/system_errors.py"}


def test_reasons_are_translated_within_their_sentences(tmp_path: Path) -> None:
    german = catalogue("de")
    refused = ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused")
    assert "refused" not in Unreachable.at("http://localhost:1", refused).in_language(german)
    with pytest.raises(UnreadableFile) as no_file:
        read_match_file(tmp_path)
    assert no_file.value.in_language(german).endswith("das ist ein Ordner")
    with pytest.raises(UnreadableFile, match="is not a file name"):
        read_match_file("a\0b.mat")
