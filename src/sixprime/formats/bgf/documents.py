"""Reads the container of BGBlitz' files: a line with the encoding, then JSON or Smile, compressed or not."""

from __future__ import annotations

import json
import re
import zlib

from sixprime.formats.bgf.smile import MAGIC, MAX_VALUES, read_smile
from sixprime.formats.reading.results import UnreadableFile
from sixprime.messages import text

MAX_UNPACKED = 64_000_000
_MAX_HEAD = 4096

_SIGNS = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*\{[^\n]{0,4000}?(?:\"BGF\"|\"useSmile\"|\"nameGreen\"|\"matchlen\")")


def looks_like_bgf(data: bytes) -> bool:
    """Whether a file begins with the line that those of BGBlitz have."""
    return _SIGNS.match(data[:8192]) is not None


def read_document(data: bytes) -> tuple[dict[str, object], bool]:
    """The document of a file, and whether its end is missing."""
    head, line_end, payload = data.partition(b"\n")
    if not line_end or len(head) > _MAX_HEAD or b'"games"' in head:
        payload = data  # there is no such line: the file is the document
    payload, is_cut = _unpacked(payload)
    if payload.startswith(MAGIC):
        document = read_smile(payload)
    else:
        document = _read_json(payload)
    if not isinstance(document, dict):
        raise UnreadableFile(text("there is no match in this file of BGBlitz"))
    return document, is_cut


def _unpacked(payload: bytes) -> tuple[bytes, bool]:
    """The payload, unpacked if it is compressed, and whether it breaks off."""
    if payload.startswith(b"\x1f\x8b"):
        unpacker = zlib.decompressobj(wbits=31)
    elif payload[:2] in (b"x\x01", b"x\x5e", b"x\x9c", b"x\xda"):
        unpacker = zlib.decompressobj()
    else:
        return payload, False
    pieces: list[bytes] = []
    size, place, waiting = 0, 0, b""
    try:
        while not unpacker.eof:
            if not waiting:
                waiting = payload[place : place + 65536]
                place += 65536
                if not waiting:
                    return b"".join(pieces), True
            piece = unpacker.decompress(waiting, 1 << 20)
            waiting = unpacker.unconsumed_tail
            size += len(piece)
            if size > MAX_UNPACKED:
                raise UnreadableFile(text("the file unpacks to more than {most} bytes", most=MAX_UNPACKED))
            pieces.append(piece)
    except zlib.error:
        return b"".join(pieces), True
    return b"".join(pieces), False


def _read_json(payload: bytes) -> object:
    if len(payload) > MAX_UNPACKED or sum(map(payload.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise UnreadableFile(text("the document has more than {most} values", most=MAX_VALUES))
    try:
        return json.loads(payload.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        raise UnreadableFile(text("the document is damaged or cut off, and cannot be read")) from None
