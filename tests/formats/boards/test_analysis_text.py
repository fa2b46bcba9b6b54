"""The tables below a pasted board: eXtreme Gammon's and BGBlitz', in every language they write."""

from dataclasses import replace
from pathlib import Path

import pytest

from formats.places import FIXTURES
from sixprime import Player
from sixprime.formats import read_ascii_board, read_match_bytes, read_match_file, write_match
from sixprime.formats.boards.analysis_text import read_analyses
from sixprime.formats.reading import CheckerAnalysis, CubeAnalysis, FileChances

POSITIONS = FIXTURES / "positions"
LANGUAGES = ("en", "de", "fr", "ja")
BEST = FileChances(0.5512, 0.1603, 0.0071, 0.112, 0.0043)


def pasted(name: str) -> str:
    return (POSITIONS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_plays_of_extreme_gammon(language: str) -> None:
    board = read_ascii_board(pasted(f"xg-plays-{language}"))
    assert board.disagreements == ()
    (analysis,) = board.analyses
    assert isinstance(analysis, CheckerAnalysis)
    assert analysis.played is None
    assert [(play.play, play.equity) for play in analysis.candidates] == [
        ("8/4 6/4", 0.212),
        ("24/18", 0.155),
        ("13/11 8/4", -0.034),
    ]
    assert [play.steps for play in analysis.candidates][1] == ((24, 20), (20, 18))
    assert [(play.level, play.plies, play.is_rollout) for play in analysis.candidates] == [
        ("Rollout 1296", None, True),
        ("XG Roller+", None, False),
        ("4-ply", 3, False),
    ]
    assert analysis.candidates[0].chances == BEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_cube_actions_of_extreme_gammon(language: str) -> None:
    board = read_ascii_board(pasted(f"xg-cube-{language}"))
    assert board.disagreements == ()
    (analysis,) = board.analyses
    assert isinstance(analysis, CubeAnalysis)
    assert (analysis.no_double, analysis.double_take, analysis.double_drop) == (0.672, 0.713, 1.0)
    assert (analysis.level, analysis.plies, analysis.is_rollout) == ("XG Roller++", None, False)
    assert analysis.cubeless == 0.436
    assert not analysis.is_match_winning_chance
    assert analysis.chances is not None
    assert (analysis.chances.win, analysis.chances.lose_gammon) == pytest.approx((0.6431, 0.0904))


@pytest.mark.parametrize("language", LANGUAGES)
def test_plays_of_bgblitz(language: str) -> None:
    board = read_ascii_board(pasted(f"bgblitz-plays-{language}"))
    assert board.disagreements == ()
    (analysis,) = board.analyses
    assert isinstance(analysis, CheckerAnalysis)
    assert [(play.play, play.equity, play.win_chance) for play in analysis.candidates] == [
        ("8/4 6/4", 0.212, 0.471),
        ("24/18", 0.155, 0.466),
        ("13/11 8/4", -0.034, 0.447),
    ]
    assert analysis.candidates[0].chances == FileChances(0.551, 0.16, 0.007, 0.112, 0.004)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cube_actions_of_bgblitz(language: str) -> None:
    board = read_ascii_board(pasted(f"bgblitz-cube-{language}"))
    assert board.disagreements == ()
    (analysis,) = board.analyses
    assert isinstance(analysis, CubeAnalysis)
    assert (analysis.no_double, analysis.double_take, analysis.double_drop) == (0.672, 0.713, 1.0)
    assert (analysis.cubeless, analysis.is_match_winning_chance) == (0.436, False)
    assert analysis.chances is not None
    assert (analysis.chances.win, analysis.chances.lose_gammon) == pytest.approx((0.643, 0.094))


@pytest.mark.parametrize(
    ("language", "green", "red"),
    [("en", "Green", "Red"), ("de", "Grün", "Rot"), ("fr", "Vert", "Rouge"), ("ja", "緑", "赤")],
)
def test_a_pip_count_is_no_part_of_a_name(language: str, green: str, red: str) -> None:
    for kind in ("plays", "cube"):
        board = read_ascii_board(pasted(f"bgblitz-{kind}-{language}"))
        assert board.names == {Player.WHITE: green, Player.BLACK: red}
    wrong = pasted(f"bgblitz-plays-{language}").replace(f"X: {red}  152", f"X: {red}  151")
    assert [str(problem) for problem in read_ascii_board(wrong).disagreements] == [
        "Black is said to have 151 pips, and has 152"
    ]


def test_the_player_on_roll_may_be_the_first_in_the_table() -> None:
    lines = pasted("bgblitz-cube-en").replace("Equity Red", "Equity Green").splitlines()
    situation = read_ascii_board(pasted("bgblitz-cube-en")).situation
    (analysis,) = read_analyses(lines, situation)
    assert isinstance(analysis, CubeAnalysis)
    assert analysis.chances is not None
    assert analysis.chances.win == pytest.approx(0.357)


def test_one_column_of_a_match_has_chances_to_win_it() -> None:
    text = pasted("bgblitz-cube-en")
    lines = [line[: line.index(")") + 1] if line.count(")") == 2 else line for line in text.splitlines()]
    situation = read_ascii_board(text).situation
    (analysis,) = read_analyses(lines, situation)
    assert isinstance(analysis, CubeAnalysis)
    assert analysis.is_match_winning_chance
    assert (analysis.no_double, analysis.double_take) == (0.399, 0.402)
    money = replace(situation, length=None, score=(0, 0))
    (analysis,) = read_analyses(lines, money)
    assert isinstance(analysis, CubeAnalysis)
    assert not analysis.is_match_winning_chance


@pytest.mark.parametrize("path", sorted(POSITIONS.iterdir()), ids=lambda path: path.stem)
def test_files_with_a_position_are_read_with_their_analysis(path: Path) -> None:
    file = read_match_file(path)
    assert file.format == "board"
    assert not file.problems
    (read,) = file.matches
    assert [len(found) for found in read.analyses.values()] == [1]
    for kind in ("json", "sgf"):
        again = read_match_bytes(write_match(read, kind).encode(), f"again.{kind}").matches[0]
        assert list(again.analyses.values()) == list(read.analyses.values()), kind


def test_without_a_table_there_is_no_analysis() -> None:
    head = pasted("xg-plays-en").partition("    1. ")[0]
    assert read_ascii_board(head).analyses == ()
    assert read_ascii_board(head + "    1. 4-ply       nonsense     eq:+0.1\n").analyses == ()
