"""The container of eXtreme Gammon's files: a head with a picture, compressed files back to back, and their registry.

A file is unpacked piece by piece, so that a file made to exhaust memory cannot. If the registry is missing because the
file is cut off, the compressed files are searched.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from sixprime.formats.reading.results import UnreadableFile
from sixprime.messages import Message, text

MAGIC = b"RGMH"
HEAD_BYTES = 8232
GAMES, ROLLOUTS, COMMENTS = "temp.xg", "temp.xgr", "temp.xgc"
RECORD_BYTES = 2560

MAX_UNPACKED = 200_000_000
"""The most bytes that the games of a file may unpack to: a few hundred long matches."""

_TRAILER = struct.Struct("<IiiiiI12x")
_ENTRY = struct.Struct("<iiiIBB2x")
_ENTRY_BYTES = 532
_MAX_FILES = 100
_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class PackedFile:
    """A file in the archive: where its bytes are, and whether they are compressed."""

    start: int
    size: int
    is_compressed: bool
    checksum: int | None = None


class XgArchive:
    """The files inside a file of eXtreme Gammon. `problems` lists what is wrong with them."""

    def __init__(self, data: bytes) -> None:
        if not data.startswith(MAGIC):
            raise UnreadableFile(text("this is not a file of eXtreme Gammon"))
        self._data = data
        self.problems: list[Message] = []
        self._files = self._registered() or self._found()

    def unpacked(self, name: str, most: int = MAX_UNPACKED) -> Iterator[bytes]:
        """The contents of a file, piece by piece, as far as they can be read; nothing if there is no such file."""
        packed = self._files.get(name)
        if packed is None:
            return
        checksum, left = 0, most
        for piece in self._pieces(packed):
            if len(piece) > left:
                self.problems.append(text("{name} is too large, and its end is left out", name=name))
                yield piece[:left]
                return
            left -= len(piece)
            checksum = zlib.crc32(piece, checksum)
            yield piece
        if packed.checksum is not None and checksum != packed.checksum:
            self.problems.append(text("the checksum of {name} is wrong: it is damaged or cut off", name=name))

    def _pieces(self, packed: PackedFile) -> Iterator[bytes]:
        stored = memoryview(self._data)[packed.start : packed.start + packed.size]
        if not packed.is_compressed:
            for start in range(0, len(stored), _PIECE):
                yield bytes(stored[start : start + _PIECE])
            return
        unpacker = zlib.decompressobj()
        place = 0
        waiting = b""
        try:
            while not unpacker.eof:
                if not waiting:
                    if place >= len(stored):
                        break
                    waiting = bytes(stored[place : place + _PIECE])
                    place += _PIECE
                piece = unpacker.decompress(waiting, _PIECE)
                waiting = unpacker.unconsumed_tail
                if piece:
                    yield piece
        except zlib.error:
            self.problems.append(text("the file is damaged, and cannot be unpacked to its end"))

    def _registered(self) -> dict[str, PackedFile]:
        """The files that the registry at the end lists."""
        data = self._data
        end = len(data) - _TRAILER.size
        if end < HEAD_BYTES:
            return {}
        checksum, count, _, registry_size, archive_size, is_compressed = _TRAILER.unpack_from(data, end)
        archive = end - registry_size - archive_size
        if registry_size < 0 or archive_size < 0 or archive < HEAD_BYTES or not 0 < count <= _MAX_FILES:
            return {}
        registry = data[end - registry_size : end]
        if is_compressed & 0xFF:
            unpacker = zlib.decompressobj()
            try:
                registry = unpacker.decompress(registry, count * _ENTRY_BYTES)
            except zlib.error:
                return {}
        files: dict[str, PackedFile] = {}
        for place in range(0, min(len(registry), count * _ENTRY_BYTES) - _ENTRY_BYTES + 1, _ENTRY_BYTES):
            name = registry[place + 1 : place + 1 + registry[place]].decode("cp1252", "replace").lower()
            _, size, start, own_checksum, kind, _ = _ENTRY.unpack_from(registry, place + 512)
            if start < 0 or size < 0 or start + size > archive_size:
                self.problems.append(text("the place of {name} in the file is impossible", name=name))
                continue
            files.setdefault(name, PackedFile(archive + start, size, kind == 0, own_checksum))
        if GAMES in files and zlib.crc32(memoryview(data)[archive:end]) != checksum:
            self.problems.append(text("the checksum of the file is wrong: it has been changed or damaged"))
        return files if GAMES in files else {}

    def _found(self) -> dict[str, PackedFile]:
        """Without a registry: the first compressed file after the picture holds the games."""
        data = self._data
        picture = struct.unpack_from("<i", data, 20)[0] if len(data) >= 24 else 0
        start = HEAD_BYTES + picture if 0 <= picture < len(data) else HEAD_BYTES
        signs = (data.find(sign, HEAD_BYTES) for sign in (b"x\x9c", b"x\xda", b"x\x01"))
        for place in (start, HEAD_BYTES, *signs):
            if 0 <= place < len(data) and _is_games(data[place : place + _PIECE]):
                self.problems.append(text("the end of the file is missing; what is there has been read"))
                return {GAMES: PackedFile(place, len(data) - place, is_compressed=True)}
        raise UnreadableFile(text("there is no match in this file of eXtreme Gammon, or it is cut off"))


def _is_games(packed: bytes) -> bool:
    """Whether compressed bytes begin like the record of a match."""
    try:
        head = zlib.decompressobj().decompress(packed, RECORD_BYTES)
    except zlib.error:
        return False
    return len(head) > 560 and head[8] == 0 and head[556:560] == b"DMLI"
