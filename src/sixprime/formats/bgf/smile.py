"""Reads Smile, a binary form of JSON, without recursion and with limits on depth and number of values.

A document begins with a smiley. Names and short texts that have occurred before are referred to by number.
"""

from __future__ import annotations

import struct

from sixprime.core import SixprimeError
from sixprime.messages import text

MAGIC = b":)\n"
MAX_DEPTH = 100
MAX_VALUES = 3_000_000
MAX_SHARED = 1024
_LONGEST_SHARED = 64

_END_OF_TEXT = 0xFC
_SIMPLE: dict[int, object] = {0x20: "", 0x21: None, 0x22: False, 0x23: True}


class InvalidSmile(SixprimeError):
    """This is not a Smile document, or it is damaged."""


def read_smile(data: bytes) -> object:
    """The value of a document, made of dictionaries, lists, texts and numbers.

    Of a document that breaks off, the part that is there is returned if it has begun an object or a list.
    """
    return _SmileReader(data).read()


class _Shared:
    """Texts that can be referred to; if there are too many, the numbers start again."""

    def __init__(self, *, is_used: bool) -> None:
        self._is_used = is_used
        self._texts: list[str] = []

    def add(self, written: str, size: int) -> str:
        if self._is_used and size <= _LONGEST_SHARED:
            if len(self._texts) >= MAX_SHARED:
                self._texts.clear()
            self._texts.append(written)
        return written

    def at(self, index: int) -> str:
        if not 0 <= index < len(self._texts):
            raise InvalidSmile(text("the document refers to a text that it does not have"))
        return self._texts[index]


class _SmileReader:
    def __init__(self, data: bytes) -> None:
        if len(data) < 4 or not data.startswith(MAGIC) or data[3] >> 4:
            raise InvalidSmile(text("this is not a Smile document"))
        self._data = data
        self._place = 4
        self._names = _Shared(is_used=bool(data[3] & 1))
        self._texts = _Shared(is_used=bool(data[3] & 2))

    def read(self) -> object:
        root: object = None
        open_values: list[dict[str, object] | list[object]] = []
        name = ""
        try:
            for _ in range(MAX_VALUES):
                inside = open_values[-1] if open_values else None
                token = self._byte()
                if isinstance(inside, dict):
                    if token in (0xFB, 0xFF):
                        open_values.pop()
                        if not open_values:
                            return root
                        continue
                    name = self._name(token)
                    token = self._byte()
                elif isinstance(inside, list) and token in (0xF9, 0xFF):
                    open_values.pop()
                    if not open_values:
                        return root
                    continue
                value: object
                if token == 0xFA:
                    value = {}
                elif token == 0xF8:
                    value = []
                else:
                    value = self._value(token)
                if isinstance(inside, dict):
                    inside[name] = value
                elif isinstance(inside, list):
                    inside.append(value)
                else:
                    root = value
                if isinstance(value, dict | list):
                    open_values.append(value)
                    if len(open_values) > MAX_DEPTH:
                        raise InvalidSmile(text("the document is nested too deep"))
                elif inside is None:
                    return root
        except EOFError:
            if open_values:
                return root
            raise InvalidSmile(text("the document is cut off")) from None
        raise InvalidSmile(text("the document has more than {most} values", most=MAX_VALUES))

    # Bytes

    def _byte(self) -> int:
        if self._place >= len(self._data):
            raise EOFError
        self._place += 1
        return self._data[self._place - 1]

    def _bytes(self, count: int) -> bytes:
        if count < 0 or self._place + count > len(self._data):
            raise EOFError
        self._place += count
        return self._data[self._place - count : self._place]

    def _whole(self) -> int:
        """A number of any size: seven bits in each byte, six in the last, which is marked."""
        number = 0
        for _ in range(11):
            byte = self._byte()
            if byte & 0x80:
                return number << 6 | byte & 0x3F
            number = number << 7 | byte
        raise InvalidSmile(text("a number in the document is too long"))

    def _sevens(self, count: int) -> int:
        """Bits in groups of seven."""
        number = 0
        for byte in self._bytes(count):
            number = number << 7 | byte & 0x7F
        return number

    def _packed(self) -> bytes:
        """Bytes whose bits are in groups of seven; the last group is filled from the right."""
        size = self._whole()
        whole, rest = divmod(size, 7)
        packed = self._bytes(whole * 8 + (rest + 1 if rest else 0))
        groups = [packed[place : place + 8] for place in range(0, len(packed), 8)]
        unpacked = bytearray()
        for group in groups:
            number = 0
            for byte in group[:-1]:
                number = number << 7 | byte & 0x7F
            last_bits = 7 if len(group) == 8 else len(group) - 1
            number = number << last_bits | group[-1] & 0x7F
            unpacked += (number & (1 << 8 * (len(group) - 1)) - 1).to_bytes(len(group) - 1, "big")
        return bytes(unpacked)

    def _long_text(self) -> str:
        end = self._data.find(_END_OF_TEXT, self._place)
        if end < 0:
            raise EOFError
        written = self._data[self._place : end]
        self._place = end + 1
        return written.decode("utf-8", "replace")

    # Names and values

    def _name(self, token: int) -> str:
        if token == 0x20:
            return ""
        if 0x30 <= token <= 0x33:
            return self._names.at((token & 3) << 8 | self._byte())
        if token == 0x34:
            return self._long_text()
        if 0x40 <= token <= 0x7F:
            return self._names.at(token - 0x40)
        if 0x80 <= token <= 0xBF:
            size = token - 0x7F
        elif 0xC0 <= token <= 0xF7:
            size = token - 0xBE
        else:
            raise InvalidSmile(text("{token} is not the name of anything", token=hex(token)))
        return self._names.add(self._bytes(size).decode("utf-8", "replace"), size)

    def _value(self, token: int) -> object:
        if token in _SIMPLE:
            return _SIMPLE[token]
        if 0x01 <= token <= 0x1F:
            return self._texts.at(token - 1)
        if token in (0x24, 0x25):
            return _signed(self._whole())
        if token == 0x26:
            return int.from_bytes(self._packed()[:64], "big", signed=True)
        if token == 0x28:
            return float(struct.unpack(">f", (self._sevens(5) & 0xFFFFFFFF).to_bytes(4, "big"))[0])
        if token == 0x29:
            return float(struct.unpack(">d", (self._sevens(10) & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "big"))[0])
        if token == 0x2A:
            scale = _signed(self._whole())
            number = int.from_bytes(self._packed()[:64], "big", signed=True)
            return number * 10.0**-scale if abs(scale) < 200 else 0.0
        if 0x40 <= token <= 0xBF:
            size = token - 0x3F if token < 0x80 else token - 0x7E
            return self._texts.add(self._bytes(size).decode("utf-8", "replace"), size)
        if 0xC0 <= token <= 0xDF:
            return _signed(token - 0xC0)
        if token in (0xE0, 0xE4):
            return self._long_text()
        if token == 0xE8:
            return self._packed()
        if 0xEC <= token <= 0xEF:
            return self._texts.at((token & 3) << 8 | self._byte())
        if token == 0xFD:
            return self._bytes(self._whole())
        raise InvalidSmile(text("{token} is not the beginning of a value", token=hex(token)))


def _signed(number: int) -> int:
    """The lowest bit of a number is its sign."""
    return number >> 1 ^ -(number & 1)
