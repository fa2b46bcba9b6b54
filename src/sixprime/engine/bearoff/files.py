"""Tables that are worked out once and kept in the user's cache folder: written whole, checked, mapped into memory.

A file is one line of text that says what it holds, with the SHA-256 of the rest, and then the float32 numbers of its
arrays. Whatever does not match is worked out again. Several processes may do so at once: each writes a file of
its own and moves it into place, and what they write is the same.
"""

from __future__ import annotations

import hashlib
import mmap
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import platformdirs

from sixprime import notices
from sixprime.compiled.arrays import Floats
from sixprime.files import atomic_file
from sixprime.messages import text
from sixprime.messages.system_errors import reason

VERSION = 1
"""Raise it when the numbers in a file would change or mean something else."""

HEADER_BYTES = 256
NUMBER = np.dtype("<f4")


def cache_folder() -> Path:
    """Where tables are kept: the folder that SIXPRIME_CACHE names, or the user's cache folder."""
    named = os.environ.get("SIXPRIME_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("sixprime"))


@dataclass(frozen=True, slots=True)
class Layout:
    """What a file holds: its name, and the shapes of its arrays in their order."""

    name: str
    shapes: tuple[tuple[int, ...], ...]

    @property
    def file_name(self) -> str:
        return f"{self.name}.v{VERSION}.bearoff"

    @property
    def sizes(self) -> list[int]:
        """How many numbers each array has."""
        return [int(np.prod(shape)) for shape in self.shapes]

    def header(self, checksum: str) -> bytes:
        """The line that a good file begins with, filled up with blanks."""
        shapes = " ".join("x".join(map(str, shape)) for shape in self.shapes)
        line = f"sixprime bearoff {VERSION} {self.name} {NUMBER.str} {shapes} sha256 {checksum}"
        return line.ljust(HEADER_BYTES - 1).encode("ascii") + b"\n"


def kept_tables(
    layout: Layout, make: Callable[[], tuple[Floats, ...]], folder: Path | None = None
) -> tuple[Floats, ...]:
    """The tables of a layout: mapped from their file, or worked out by `make` and kept for the next time.

    Where nothing can be kept, a notice says why and the tables are those that were just made. All are read-only.
    """
    path = (cache_folder() if folder is None else folder) / layout.file_name
    found = _mapped(layout, path)
    if found is not None:
        return found
    if path.exists():
        notices.tell(text("{path} is damaged or cannot be read: it is made again", path=path))
    made = make()
    for table in made:
        table.flags.writeable = False
    try:
        _write(layout, made, path)
    except OSError as error:
        # On Windows a file in use cannot be replaced: somebody else has made a good one in the meantime.
        found = _mapped(layout, path)
        if found is None:
            why = reason(error)
            notices.tell(text("cannot keep {path} for the next time: {why}", path=path, why=why))
        return found or made
    return _mapped(layout, path) or made


def is_kept(layout: Layout, folder: Path | None = None) -> bool:
    """Whether the tables of a layout have been made and kept; whether they are sound, loading them will tell."""
    return ((cache_folder() if folder is None else folder) / layout.file_name).exists()


def _mapped(layout: Layout, path: Path) -> tuple[Floats, ...] | None:
    """The tables in a file, None if it is not there or is not exactly what the layout wants."""
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size != HEADER_BYTES + NUMBER.itemsize * sum(layout.sizes):
                return None
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError:
        return None
    with memoryview(content) as view:
        if view[:HEADER_BYTES] != layout.header(hashlib.sha256(view[HEADER_BYTES:]).hexdigest()):
            return None
    tables: list[Floats] = []
    offset = HEADER_BYTES
    for shape, size in zip(layout.shapes, layout.sizes, strict=True):
        tables.append(np.frombuffer(content, NUMBER, size, offset).reshape(shape))
        offset += NUMBER.itemsize * size
    return tuple(tables)


def _write(layout: Layout, tables: tuple[Floats, ...], path: Path) -> None:
    """Write a file atomically: readers find all of it or none."""
    checksum = hashlib.sha256()
    for table in tables:
        checksum.update(table.data)
    with atomic_file(path) as file:
        file.write(layout.header(checksum.hexdigest()))
        for table in tables:
            file.write(table.data)
