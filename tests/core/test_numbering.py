"""The two numberings of the points."""

from sixprime import Player
from sixprime.core.numbering import Numbering


def test_own_numbers_are_the_same_for_both() -> None:
    for player in Player:
        assert [Numbering.OWN.label(point, player) for point in (1, 6, 13, 24)] == ["1", "6", "13", "24"]


def test_white_runs_from_1a_over_12a_and_12_to_1() -> None:
    way = [Numbering.SHEET.label(point, Player.WHITE) for point in range(24, 0, -1)]
    assert way == [f"{n}A" for n in range(1, 13)] + [str(n) for n in range(12, 0, -1)]


def test_black_runs_from_1_over_12_and_12a_to_1a() -> None:
    way = [Numbering.SHEET.label(point, Player.BLACK) for point in range(24, 0, -1)]
    assert way == [str(n) for n in range(1, 13)] + [f"{n}A" for n in range(12, 0, -1)]


def test_a_point_has_one_name_for_both_on_a_sheet() -> None:
    for point in range(1, 25):
        assert Numbering.SHEET.label(point, Player.WHITE) == Numbering.SHEET.label(25 - point, Player.BLACK)


def test_names_are_read_back_and_others_refused() -> None:
    for numbering in Numbering:
        for player in Player:
            for point in range(1, 25):
                label = numbering.label(point, player)
                assert numbering.point(label, player) == numbering.point(label.lower(), player) == point
            assert numbering.point("25", player) is None
            assert numbering.point("0", player) is None
            assert numbering.point("", player) is None
    assert Numbering.SHEET.point("13", Player.WHITE) is None
