"""Rows whose columns have lost their distance, as text does that was copied from a web page."""

import re
from pathlib import Path

import pytest

from sixprime.core import Player
from sixprime.core.match.events import Played
from sixprime.formats.match_files import read_match_bytes

FILES = sorted((Path(__file__).parents[2] / "fixtures" / "matchfiles").glob("*.mat"))
ROW = re.compile(r"(\s*\d+\) )(.*)")


def shrunk(written: str, spaces: int) -> str:
    """The file with so many spaces between the columns, and before a right cell without a left one."""
    gap, lines = " " * spaces, []
    for line in written.splitlines():
        row = ROW.fullmatch(line)
        if row is not None:
            cells = gap.join(re.split(r"\s{2,}", row[2].strip()))
            line = row[1] + gap * row[2].startswith("   ") + cells
        lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_read_as_it_was(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    whole = read_match_bytes(written.encode(), path.name)
    for spaces in (1, 2, 3, 5):
        found = read_match_bytes(shrunk(written, spaces).encode(), path.name)
        assert list(map(str, found.problems)) == list(map(str, whole.problems)), spaces
        assert [list(one.match.events) for one in found.matches] == [list(one.match.events) for one in whole.matches]


def test_a_lone_roll_in_the_left_column_stays_there() -> None:
    """The move of the right player is missing, and that is told."""
    written = " 1 point match\n\n Game 1\n Ann : 0   Bob : 0\n  1) 31: 8/5 6/5\n  2) 52: 13/8 24/22   64: 24/14\n"
    found = read_match_bytes(written.encode(), "x.mat")
    assert found.matches[0].match.events[1] == Played(Player.WHITE, ((8, 5), (6, 5)))
    assert "line 6: White rolls 5-2: not White's turn" in str(found.problems[0])
