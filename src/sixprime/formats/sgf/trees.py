"""Reads the nodes of an SGF file: properties and their values along the main line of each game tree.

Variations are skipped. There is no recursion, so that a file may nest to any depth.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sixprime.formats.reading.results import MAX_COMMENT
from sixprime.formats.reading.text_files import encoding_of

MAX_VALUES = 400
"""How many values of a property are kept; a set-up has thirty, an analysis a few dozen."""
MAX_TOKENS = 3_000_000

_TOKEN = re.compile(rb"\(+|\)+|;+|\[|[A-Za-z]+")
_VALUE = re.compile(rb"[^\]\\]*+(?:\\.[^\]\\]*+)*+\]", re.DOTALL)
_CHARSET = re.compile(rb"\bCA\s*\[\s*([A-Za-z0-9_.:\-]{1,40})\s*\]")
_ONE_BYTE = re.compile(r"iso8859-\d+|cp125\d|cp437|cp85\d|cp866|koi8-[ru]|mac-roman|ascii|euc_(jp|kr)")
_SEVERAL_BYTES = re.compile(
    r"shift_jis\w*|cp9\d\d|gb2312|gbk|gb18030|big5\w*|utf-16(-[lb]e)?|utf-32(-[lb]e)?|iso2022_\w+"
)


@dataclass(frozen=True, slots=True)
class Node:
    """A node: the values of its properties as bytes, and the line on which it begins."""

    line: int
    values: Mapping[str, tuple[bytes, ...]]
    is_root: bool
    charset: str

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def texts(self, name: str) -> tuple[str, ...]:
        """The values of a property; none if the node does not have it."""
        return tuple(_unescaped(value.decode(self.charset, "replace")) for value in self.values.get(name, ()))

    def first(self, name: str) -> str:
        """The first value of a property; empty if there is none."""
        values = self.values.get(name)
        return _unescaped(values[0].decode(self.charset, "replace")) if values else ""


def _unescaped(written: str) -> str:
    if "\\" not in written:
        return written
    return re.sub(r"\\(\r\n|\n\r|.)", lambda found: "" if found[1][0] in "\r\n" else found[1], written, flags=re.DOTALL)


class SgfNodes:
    """Iterates over the nodes of all games. Afterwards `is_cut` says whether the file is cut off."""

    def __init__(self, data: bytes) -> None:
        self._data, self._charset = _prepared(data)
        self._line, self._counted_to = 1, 0
        self.is_cut = False
        self.is_too_long = False

    def __iter__(self) -> Iterator[Node]:
        data = self._data
        place = depth = 0
        on_main_line = root_is_next = is_root = False
        start: int | None = None
        """Where the current node begins, if it is to be read."""
        properties: dict[str, list[bytes]] = {}
        values: list[bytes] = []
        for _ in range(MAX_TOKENS):
            token = _TOKEN.search(data, place)
            if token is None:
                break
            place = token.end()
            mark = token[0][:1]
            if mark == b"[":
                value = _VALUE.match(data, place)
                if value is None:
                    break
                if len(values) < MAX_VALUES:
                    values.append(data[place : min(value.end() - 1, place + MAX_COMMENT)])
                place = value.end()
            elif mark not in b"(;)":
                if start is not None:
                    # Old versions of SGF allow lower-case letters in the names of properties, which are ignored.
                    name = "".join(letter for letter in token[0].decode("ascii") if letter.isupper())
                    values = properties.setdefault(name, [])
            else:
                if start is not None and (properties or is_root):
                    yield self._node(start, properties, is_root)
                start, properties, values = None, {}, []
                if mark == b"(":
                    if depth == 0:
                        on_main_line = root_is_next = True
                    depth += len(token[0])
                elif mark == b")":
                    # The first variation that ends is the main line; the others are not read.
                    on_main_line = False
                    depth = max(depth - len(token[0]), 0)
                elif on_main_line:
                    start = token.start()
                    is_root, root_is_next = root_is_next, False
        else:
            self.is_too_long = True
        self.is_cut = depth > 0
        if start is not None and (properties or is_root):
            yield self._node(start, properties, is_root)

    def _node(self, start: int, properties: Mapping[str, list[bytes]], is_root: bool) -> Node:
        self._line += self._data.count(b"\n", self._counted_to, start)
        self._counted_to = start
        return Node(self._line, {name: tuple(found) for name, found in properties.items()}, is_root, self._charset)


def _prepared(data: bytes) -> tuple[bytes, str]:
    """The file in an encoding in which brackets are single bytes, and the name of that encoding."""
    guessed = encoding_of(data)
    if guessed.startswith("utf-16"):
        return data.decode(guessed, "replace").encode("utf-8", "replace"), "utf-8"
    named = _CHARSET.search(data, 0, 65536)
    if named is not None:
        try:
            charset = codecs.lookup(named[1].decode("ascii")).name
        except LookupError:
            charset = ""
        if _SEVERAL_BYTES.fullmatch(charset):
            return data.decode(charset, "replace").encode("utf-8", "replace"), "utf-8"
        if _ONE_BYTE.fullmatch(charset):
            return data, charset
    return data, "utf-8" if guessed.startswith("utf-8") else "cp1252"
