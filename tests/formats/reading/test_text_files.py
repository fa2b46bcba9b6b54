"""Lines of text in every encoding."""

import pytest

from sixprime.formats.reading.text_files import MAX_LINE, head_of, numbered_lines

WORDS = "Béla : 0\tÖzil"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(encoding: str, end: str) -> None:
    data = (WORDS + end + "second line of plain words" + end + end + "last").encode(encoding)
    assert list(numbered_lines(data)) == [
        (1, WORDS.expandtabs()),
        (2, "second line of plain words"),
        (3, ""),
        (4, "last"),
    ]
    assert head_of(data).split("\n")[0] == WORDS


def test_undefined_bytes() -> None:
    assert list(numbered_lines(b"caf\xe9 \x81\n")) == [(1, "café \x81")]


def test_a_cut_character_at_the_end() -> None:
    assert [line for _, line in numbered_lines("Bé".encode()[:-1] + b"\n")] != []


def test_long_lines_are_cut() -> None:
    lines = list(numbered_lines(b"x" * 1_000_000 + b"\nnext\n" + b"y" * MAX_LINE))
    assert [(number, len(line)) for number, line in lines] == [(1, MAX_LINE), (2, 4), (3, MAX_LINE)]
