"""Analyses in words: plays with the best first, the cube, and what is not known left out."""

import pytest

from sixprime.formats.reading import CheckerAnalysis, CubeAnalysis, FileChances, ImportedAnalysis, ImportedPlay
from sixprime.formats.text import analysis_lines
from sixprime.formats.text.analyses import chances_in_numbers
from sixprime.languages import LANGUAGES, catalogue
from sixprime.messages import ENGLISH

CHANCES = FileChances(0.55, 0.125, 0.01, 0.1, 0.005)


def lines(analysis: ImportedAnalysis) -> list[str]:
    return list(analysis_lines(analysis, ENGLISH))


def test_chances() -> None:
    assert chances_in_numbers(CHANCES) == "55.0 12.5 1.0 - 45.0 10.0 0.5"


def test_plays() -> None:
    best = ImportedPlay("8/5 6/5", ((8, 5), (6, 5)), 0.159, CHANCES, "2-ply", 2)
    second = ImportedPlay("24/20", ((24, 23), (23, 20)), -0.01, None, "2-ply", 2)
    assert lines(CheckerAnalysis((best, second), 1, luck=-0.25, error=0.169)) == [
        "   1. 8/5 6/5  +0.159            55.0 12.5 1.0 - 45.0 10.0 0.5  2-ply",
        "*  2. 24/20    -0.010  (-0.169)  2-ply",
        "  the play lost 0.169, luck of the roll: -0.250",
    ]


def test_many_plays_and_the_one_that_was_made() -> None:
    plays = tuple(ImportedPlay(f"{number}/off", ((number, 0),), -number / 10) for number in range(1, 10))
    shown = lines(CheckerAnalysis(plays, 8))
    assert [line.split(".")[0].strip() for line in shown] == ["1", "2", "3", "4", "5", "*  9"]
    assert len(lines(CheckerAnalysis(plays, 99))) == 5


def test_what_is_not_known_is_left_out() -> None:
    assert lines(CheckerAnalysis(())) == []
    assert lines(CubeAnalysis()) == []
    assert lines(CheckerAnalysis((ImportedPlay("", ()),))) == ["   1. cannot move"]
    assert lines(CheckerAnalysis((ImportedPlay("6/5", ((6, 5),), win_chance=0.5),))) == ["   1. 6/5  50.00%"]
    assert lines(CubeAnalysis(no_double=0.5)) == ["  cube: no double +0.500"]


def test_the_cube() -> None:
    assert lines(CubeAnalysis(0.5, 0.75, 1.0, CHANCES, level="3-ply", error=0.25, answer_error=0.125)) == [
        "  cube: no double +0.500, double and take +0.750, double and drop +1.000  3-ply",
        "  55.0 12.5 1.0 - 45.0 10.0 0.5",
        "  the decision to double or not lost 0.250, the answer lost 0.125",
    ]
    assert lines(CubeAnalysis(0.5, 0.75, is_match_winning_chance=True)) == [
        "  cube: no double 50.00%, double and take 75.00%"
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language(language: str) -> None:
    words = catalogue(language)
    assert any("+0.500" in line for line in analysis_lines(CubeAnalysis(0.5, 0.75, 1.0), words))
