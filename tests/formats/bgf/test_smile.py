"""Smile documents: all kinds of values, and what is not one."""

import contextlib
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.bgf.writer import smile_bytes, vint
from sixprime import SixprimeError
from sixprime.formats.bgf.smile import InvalidSmile, read_smile

HEAD = b":)\n\x00"
SMILES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**62), 2**62) | st.floats(allow_nan=False) | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=70), inner, max_size=5),
    max_leaves=30,
)


@settings(max_examples=200, deadline=None)
@given(SMILES, st.booleans())
def test_all_values(value: object, shared: bool) -> None:
    assert read_smile(smile_bytes(value, shared=shared)) == value


def test_texts_that_come_again() -> None:
    names = [f"name {number}" for number in range(1500)]
    value = [{name: name} for name in names * 2]
    assert read_smile(smile_bytes(value)) == value


def packed(data: bytes) -> bytes:
    """Bits in groups of seven, as texts of zeros and ones would have them; the last group stands at the right."""
    written = bytearray(vint(len(data)))
    for start in range(0, len(data), 7):
        bits = "".join(f"{byte:08b}" for byte in data[start : start + 7])
        written += bytes(int(bits[place : place + 7], 2) for place in range(0, len(bits), 7))
    return bytes(written)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (b"\x28" + bytes(0x3FA00000 >> shift & 0x7F for shift in (28, 21, 14, 7, 0)), 1.25),
        (b"\x26\x82\x00\x20\x01", 129),
        (b"\x26" + packed((-5).to_bytes(9, "big", signed=True)), -5),
        (b"\x2a" + vint(4) + packed(b"\x7d"), 1.25),
        (b"\xe8\x83\x30\x58\x4c\x03", b"abc"),
        (b"\xe8" + packed(b"fourteen bytes"), b"fourteen bytes"),
        (b"\xe8" + packed(bytes(range(200))), bytes(range(200))),
        (b"\xfd" + vint(3) + b"abc", b"abc"),
    ],
)
def test_rare_values(written: bytes, value: object) -> None:
    assert read_smile(HEAD + written) == value


def test_what_breaks_off_is_read_as_far_as_it_goes() -> None:
    whole = smile_bytes({"a": [1, 2, {"b": "text"}], "c": 3.5})
    assert read_smile(whole[:-1]) == {"a": [1, 2, {"b": "text"}], "c": 3.5}
    for cut in range(5, len(whole)):
        assert isinstance(read_smile(whole[:cut]), dict)


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b":)\n",
        b":)\n\x10\xfa\xfb",
        b"{}",
        HEAD,
        HEAD + b"\x27",
        HEAD + b"\x05",
        HEAD + b"\xec\x09",
        HEAD + b"\xfa\x45\x21\xfb",
        HEAD + b"\xfa\x21\x21\xfb",
        HEAD + b"\x24" + b"\x01" * 20,
        HEAD + b"\xf8" * 1000,
        HEAD + b"\xf9",
    ],
)
def test_what_is_not_smile(written: bytes) -> None:
    with pytest.raises(InvalidSmile):
        read_smile(written)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200), st.integers(0, 7))
def test_any_bytes_are_no_crash(written: bytes, features: int) -> None:
    with contextlib.suppress(SixprimeError):
        read_smile(b":)\n" + struct.pack("B", features) + b"\xfa" + written)
