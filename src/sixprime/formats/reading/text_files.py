"""Reads the lines of a text file in any encoding and with any line ends, with only one copy of it in memory.

UTF-8 and UTF-16 are recognised with and without a byte-order mark; anything else is read as Windows-1252, and its few
undefined bytes as Latin-1, so that every file can be decoded.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator

HEAD_BYTES = 65536
MAX_LINE = 2000
"""Longer lines are cut; no row of a match is so long."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def _latin_1_where_undefined(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("sixprime-latin-1", _latin_1_where_undefined)


def encoding_of(data: bytes) -> str:
    """The encoding of a text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    head = data[:4096]
    zeros = head.count(0)
    if zeros * 3 > len(head):
        return "utf-16-le" if head[1::2].count(0) > head[0::2].count(0) else "utf-16-be"
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        view = memoryview(data)
        for start in range(0, len(view), 1 << 20):
            decoder.decode(view[start : start + (1 << 20)])
        decoder.decode(b"", final=len(data) < HEAD_BYTES)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def numbered_lines(data: bytes) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers from 1, without line ends, tabs as spaces."""
    encoding = encoding_of(data)
    errors = "sixprime-latin-1" if encoding == "cp1252" else "replace"
    with io.TextIOWrapper(io.BytesIO(data), encoding=encoding, errors=errors, newline=None) as lines:
        number = 0
        while line := lines.readline(MAX_LINE):
            number += 1
            if not line.endswith("\n"):
                while (rest := lines.readline(1 << 16)) and not rest.endswith("\n"):
                    pass
            line = line.rstrip("\n\x1a")  # the end of a file in DOS
            yield number, line.expandtabs() if "\t" in line else line


def head_of(data: bytes) -> str:
    """The beginning of a text, for recognising its format."""
    part = data[:HEAD_BYTES]
    encoding = encoding_of(part)
    decoded = part.decode(encoding, errors="sixprime-latin-1" if encoding == "cp1252" else "replace")
    return decoded.replace("\r\n", "\n").replace("\r", "\n")
