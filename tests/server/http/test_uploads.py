"""Files in forms: found wherever a browser puts them, and no form takes long, whatever is in it."""

import time

import httpx
import pytest

from sixprime.server.http.uploads import Upload, _from_form
from sixprime.server.refusals import Malformed

KIND = "multipart/form-data; boundary=x"
FILE = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.mat"\r\nContent-Type: text/plain\r\n\r\n'


def form(*parts: bytes) -> bytes:
    return b"".join(parts) + b"--x--\r\n"


@pytest.mark.parametrize(
    "contents", [b"", b"\r\n", b" 5 point match\r\n\r\n Game 1\r\n", b"--y\r\n\r\n", bytes(range(256))]
)
def test_a_file_is_found_as_it_was(contents: bytes) -> None:
    note = b'--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n'
    assert _from_form(KIND, form(FILE + contents + b"\r\n")) == Upload("a.mat", contents)
    assert _from_form(KIND, form(note, FILE + contents + b"\r\n", note)) == Upload("a.mat", contents)
    request = httpx.Request("POST", "http://x", files={"file": ("Zoë; a.mat", contents)}, data={"note": "hello"})
    found = _from_form(request.headers["content-type"], request.read())
    assert found.contents == contents


def test_names() -> None:
    named = b"--x\r\ncontent-disposition: form-data; filename=%s; name=f\r\n\r\n1\r\n"
    names = {b'"Zo\xc3\xab.mat"': "Zoë.mat", b"a.mat": "a.mat", b'""': "", b'"%s"' % (b"n" * 900): "n" * 200}
    for written, name in names.items():
        assert _from_form('multipart/form-data; charset=utf-8; Boundary="x"', form(named % written)).name == name


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
    began = time.process_time()
    with pytest.raises(Malformed, match="the form has no file in it"):
        _from_form(kind, body)
    assert time.process_time() - began < 0.5
