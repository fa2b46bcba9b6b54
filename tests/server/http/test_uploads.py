"""Files in forms: found wherever a browser puts them, and no form takes long, whatever is in it."""

import asyncio
import time

import httpx
import pytest
from starlette.requests import Request
from starlette.types import Message

from sixprime.server.http.uploads import Upload, read_upload
from sixprime.server.refusals import Malformed

CHUNK = 65_536
"""So much of a body comes at once."""

KIND = "multipart/form-data; boundary=x"
FILE = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.mat"\r\nContent-Type: text/plain\r\n\r\n'


def upload(kind: str, body: bytes) -> Upload:
    """What is found in a request with this content type and body."""
    chunks = [body[start : start + CHUNK] for start in range(0, max(len(body), 1), CHUNK)]
    chunks.reverse()

    async def receive() -> Message:
        return {"type": "http.request", "body": chunks.pop(), "more_body": bool(chunks)}

    scope = {"type": "http", "method": "POST", "headers": [(b"content-type", kind.encode())]}
    return asyncio.run(read_upload(Request(scope, receive), "bare", 20_000_000))


def form(*parts: bytes) -> bytes:
    return b"".join(parts) + b"--x--\r\n"


@pytest.mark.parametrize(
    "contents", [b"", b"\r\n", b" 5 point match\r\n\r\n Game 1\r\n", b"--y\r\n\r\n", bytes(range(256))]
)
def test_a_file_is_found_as_it_was(contents: bytes) -> None:
    note = b'--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n'
    assert upload(KIND, form(FILE + contents + b"\r\n")) == Upload("a.mat", contents)
    assert upload(KIND, form(note, FILE + contents + b"\r\n", note)) == Upload("a.mat", contents)
    request = httpx.Request("POST", "http://x", files={"file": ("Zoë; a.mat", contents)}, data={"note": "hello"})
    found = upload(request.headers["content-type"], request.read())
    assert found.contents == contents


def test_a_file_without_a_form_has_the_name_that_was_told() -> None:
    assert upload("application/octet-stream", b"--x") == Upload("bare", b"--x")


def test_names() -> None:
    named = b"--x\r\ncontent-disposition: form-data; filename=%s; name=f\r\n\r\n1\r\n"
    names = {b'"Zo\xc3\xab.mat"': "Zoë.mat", b"a.mat": "a.mat", b'""': "", b'"%s"' % (b"n" * 900): "n" * 200}
    for written, name in names.items():
        assert upload('multipart/form-data; charset=utf-8; Boundary="x"', form(named % written)).name == name


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (KIND, b""),
        (KIND, b"--x--"),
        (KIND, FILE),
        (KIND, FILE.rstrip()),
        ("multipart/form-data", FILE + b"1\r\n--x--"),
        ("multipart/form-data; boundary=", FILE + b"1\r\n--x--"),
        ("multipart/form-data; boundary=y", FILE + b"1\r\n--x--"),
        (KIND, b"--x\r\n" * 1_000_000),
        (KIND, b"--x\r\n\r\n\r\n" * 500_000),
        (KIND, b"--x\r\n" + b"a: b\r\n" * 500_000),
        (KIND, b"\n" * 5_000_000),
        (KIND, b"--x\r\nContent-Disposition: form-data; filename=" + b"a;" * 500_000 + b"\r\n\r\nx\r\n--x--"),
        (KIND, b"--x\r\nContent-Disposition: " + b"; " * 1900 + b"\r\n\r\nx\r\n--x--"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_has_no_file_is_refused_at_once(kind: str, body: bytes) -> None:
    began = time.thread_time()
    with pytest.raises(Malformed, match="the form has no file in it"):
        upload(kind, body)
    assert time.thread_time() - began < 0.5  # of the processor, which a busy machine hardly changes
