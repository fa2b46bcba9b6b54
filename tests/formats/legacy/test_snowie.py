"""Snowie's position line."""

import pytest

from sixprime import Cube, Player, Position, Roll, SixprimeError
from sixprime.formats.ids.snowie_lines import parse_snowie_position
from sixprime.formats.legacy import read_snowie
from sixprime.formats.match_files import read_match_bytes

WHITE, BLACK = Player.WHITE, Player.BLACK

START = "0;1;0;1;1;Anna;Bela;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;"


def test_a_line() -> None:
    found = parse_snowie_position(START)
    assert found.names == {BLACK: "Anna", WHITE: "Bela"}
    situation = found.situation
    assert situation.position == Position.standard()
    assert (situation.on_roll, situation.roll) == (BLACK, Roll(3, 1))
    assert (situation.length, situation.jacoby, situation.beavers) == (None, True, True)


def test_a_match_line() -> None:
    line = (
        START.replace("0;1;0;1;1", "7;0;0;0;0", 1)
        .replace(";0;0;0;1;0;0;-2", ";0;5;2;4;-1;0;-2")
        .replace("3;1;", "0;0;")
    )
    situation = parse_snowie_position(line).situation
    assert (situation.length, situation.score) == (7, (5, 2))
    assert (situation.on_roll, situation.cube, situation.roll) == (WHITE, Cube(4, BLACK), None)


def test_a_file() -> None:
    file = read_match_bytes((START + "\n" + START + "\nnonsense\n").encode())
    assert file.format == "snowie"
    assert len(file.matches) == 2
    assert [problem.line for problem in file.problems] == [3]


@pytest.mark.parametrize(
    "line",
    [
        START[:-4],
        START.replace("-5;5", "x;5"),
        START.replace("3;1;", "3;0;"),
        START.replace(";1;1;Anna", ";1;2;Anna"),
        START.replace("5;0;3", "5;9;3"),
        START + "1;2;3;",
    ],
)
def test_broken_lines(line: str) -> None:
    with pytest.raises(SixprimeError, match="Snowie cannot be read"):
        parse_snowie_position(line)
    with pytest.raises(SixprimeError):
        read_snowie(line.encode())
