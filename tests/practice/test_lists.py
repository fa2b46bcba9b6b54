"""Lists of positions as text, and what they refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixprime import Situation
from sixprime.core import SixprimeError
from sixprime.messages import Message
from sixprime.practice.lists import ListedPosition, clean_tags, read_list, write_list

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:62:0:0:0:5:10"


def test_a_list_is_read_as_it_was_written() -> None:
    listed = [
        ListedPosition(Situation.parse(OPENING), ("opening", "reply to 31")),
        ListedPosition(Situation.parse(OPENING.replace(":62:", ":00:"))),
    ]
    written = write_list(listed)
    assert written.splitlines()[1] == f"{OPENING}  # opening, reply to 31"
    assert list(read_list(written)) == listed


def test_lines_that_cannot_be_read_are_told_by_number() -> None:
    found = list(read_list(f"# heading\n\n{OPENING}\nnonsense # tag\n{OPENING} # {'x' * 41}\n"))
    assert isinstance(found[0], ListedPosition)
    assert [str(one).partition(":")[0] for one in found[1:]] == ["line 4", "line 5"]


@given(st.text(max_size=200))
def test_any_text_is_read_without_a_failure(written: str) -> None:
    for found in read_list(written):
        assert isinstance(found, ListedPosition | Message)


def test_tags() -> None:
    assert clean_tags([" b ", "a  b", "", "b"]) == ("a b", "b")
    for bad in (["x" * 41], ["a,b"], ["a\x00b"], [f"t{number}" for number in range(21)]):
        with pytest.raises(SixprimeError):
            clean_tags(bad)
