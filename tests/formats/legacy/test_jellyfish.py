"""Jellyfish: games without a match, and positions in numbers."""

import struct

import pytest

from sixprime import Cube, Player, Position, Roll
from sixprime.formats.legacy import read_gam, read_pos
from sixprime.formats.match_files import read_match_bytes
from sixprime.formats.reading import UnreadableFile
from sixprime.formats.reading.growing_matches import GrowingMatch

WHITE, BLACK = Player.WHITE, Player.BLACK

GAME = """\
 Anna                            Bela
  1) 31: 8/5 6/5                 65: 24/18 18/13
  2)  Doubles => 2                Beavers => 4
  3) 21: 13/11 6/5               64: 24/18 13/9
"""


def test_games() -> None:
    file = read_match_bytes((GAME + "      Wins 4 points\n\n" + GAME + "  4)  Resigns\n").encode(), "x.gam")
    assert file.format == "gam"
    assert [str(problem) for problem in file.problems] == [
        "line 11: it is not told how much was resigned; it counts as a single game"
    ]
    assert file.match.names == {WHITE: "Anna", BLACK: "Bela"}
    assert file.match.is_money
    assert file.match.rules.beavers
    assert [(game.winner, game.points) for game in file.match.results] == [(WHITE, 4), (BLACK, 4)]


def position_file(
    version: int = 126,
    turn: int = 4,
    dice: tuple[int, int] = (0, 0),
    *,
    length: int = 9,
    score: tuple[int, int] = (4, 2),
    crawford: int = 1,
    cube: tuple[int, int] = (2, 2),
) -> bytes:
    def numbers(*values: int) -> bytes:
        return struct.pack(f"<{len(values)}h", *values)

    def words(text: str) -> bytes:
        encoded = text.encode("cp1252")
        return bytes([len(encoded)]) + encoded

    head = numbers(version) + (numbers(0, 0) if version == 126 else b"")
    head += numbers(1, 1, 0) if version >= 125 else b""
    head += numbers(*cube, turn, 0, 0, 0, 1 if length else 3, 2, 7, length, *score)
    points = [value + 20 for value in reversed(Position.standard().points)]
    board = b"".join(numbers(value, value) for value in points)
    names = words("Änne") + words("Bob")
    return head + names + numbers(0, crawford, 0) + words("") + numbers(*dice) + board


@pytest.mark.parametrize("version", [124, 125, 126])
def test_a_position(version: int) -> None:
    file = read_match_bytes(position_file(version))
    state = file.match.state
    assert file.format == "pos"
    assert file.match.names == {WHITE: "Änne", BLACK: "Bob"}
    assert (state.length, state.score) == (9, (4, 2))
    assert (state.on_roll, state.position, state.cube) == (BLACK, Position.standard(), Cube(2, BLACK))


def test_a_position_with_dice_and_one_before_them() -> None:
    state = read_pos(position_file(turn=1, dice=(-3, 1))).match.state
    assert (state.on_roll, state.roll) == (WHITE, Roll(3, 1))
    money = read_pos(position_file(turn=3, length=0, score=(0, 0), cube=(1, 0))).match
    assert money.is_money
    assert money.rules.jacoby
    assert money.on_roll is WHITE


def test_the_crawford_game() -> None:
    file = read_pos(position_file(length=5, score=(4, 2), crawford=2, cube=(1, 0)))
    assert file.match.state.is_crawford


def test_broken_positions() -> None:
    whole = position_file()
    for end in range(len(whole)):
        with pytest.raises(UnreadableFile):
            read_pos(whole[:end])
    with pytest.raises(UnreadableFile, match="Jellyfish"):
        read_pos(whole[:-4] + b"\x40\x00\x40\x00")


def test_no_game() -> None:
    with pytest.raises(UnreadableFile):
        read_gam(b" Anna    Bela\n")


def test_results_that_no_rule_explains_do_not_play_the_session_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []
    adopt = GrowingMatch.adopt

    def count(part: GrowingMatch, **rules: object) -> bool:
        tries.append(rules)
        return adopt(part, **rules)

    monkeypatch.setattr(GrowingMatch, "adopt", count)
    game = " Anna                            Bela\n  1) 31: 8/5 6/5                 65: 24/18 18/13\n  2)  Resigns\n"
    wrong = game + " " * 33 + " Wins 5 points\n\n"
    file = read_gam((wrong * 40).encode())
    assert len(file.match.state.results) == 40
    assert 0 < len(tries) < 10
