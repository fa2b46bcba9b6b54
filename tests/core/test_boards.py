"""The board in plain characters, as `print(position)` shows it."""

import pytest
from hypothesis import given

from core.strategies import examples, positions
from sixprime import Position

START = """\
+13-14-15-16-17-18-+---+19-20-21-22-23-24-+
| X           O    |   | O              X |  O: 167 pips, 0 off
| X           O    |   | O              X |
| X           O    |   | O                |
| X                |   | O                |
| X                |   | O                |
|                  |BAR|                  |
| O                |   | X                |
| O                |   | X                |
| O           X    |   | X                |
| O           X    |   | X              O |
| O           X    |   | X              O |  X: 167 pips, 0 off
+12-11-10--9--8--7-+---+-6--5--4--3--2--1-+"""

BARS_AND_PILES = """\
+13-14-15-16-17-18-+---+19-20-21-22-23-24-+
|                  | O | O     X          |  O: 110 pips, 3 off
|                  | O | O                |
|                  |   | O                |
|                  |   | O                |
|                  |   |10                |
|                  |BAR|                  |
|                  |   | 6                |
|                  |   | X                |
|                  |   | X                |
|                  |   | X                |
|                  | X | X                |  X: 82 pips, 7 off
+12-11-10--9--8--7-+---+-6--5--4--3--2--1-+"""

HYPERGAMMON = """\
+13-14-15-16-17-18-+---+19-20-21-22-23-24-+
|                  |   |          X  X  X |  O: 69 pips, 0 off
|                  |   |                  |
|                  |   |                  |
|                  |   |                  |
|                  |   |                  |
|                  |BAR|                  |
|                  |   |                  |
|                  |   |                  |
|                  |   |                  |
|                  |   |                  |
|                  |   |          O  O  O |  X: 69 pips, 0 off
+12-11-10--9--8--7-+---+-6--5--4--3--2--1-+"""


@pytest.mark.parametrize(
    ("position", "board"),
    [
        (Position.standard(), START),
        (Position.of({25: 1, 21: 1, 6: 6}, {25: 2, 6: 10}), BARS_AND_PILES),
        (Position.hypergammon(), HYPERGAMMON),
    ],
    ids=["start", "bars-and-piles", "hypergammon"],
)
def test_boards(position: Position, board: str) -> None:
    assert str(position) == board


@examples(50)
@given(positions())
def test_the_frame_never_moves(position: Position) -> None:
    lines = str(position).splitlines()
    assert len(lines) == 13
    assert all(len(line.split("  O: ")[0].split("  X: ")[0]) == 43 for line in lines)
    assert all(line == line.rstrip() for line in lines)
