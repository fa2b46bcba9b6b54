"""`sixprime show` for match files: move by move, any position, and the analyses of the file."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from conftest import Sixprime
from sixprime import Match, Player, RecordedDice, Roll, Win
from sixprime.cli.files.show import games_of, version_at
from sixprime.core.match import records
from sixprime.formats.match_files import read_match_file

OTHERS = Path(__file__).parents[2] / "fixtures" / "others"
SGF = Path(__file__).parents[2] / "fixtures" / "sgf" / "club_evening.sgf"
XG = str(OTHERS / "evening.xg")
EVENING = ["evening.xg", "evening.bgf"]


@pytest.mark.parametrize("name", EVENING)
def test_move_by_move(sixprime: Sixprime, name: str) -> None:
    said = sixprime("show", str(OTHERS / name))
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        """\
Zoë (White) against Łukasz (Black)
Match to 3

Game 1, score 0-0
      opening roll: White 3, Black 1
   1  Zoë (White) 3-1: 8/5 6/5
   2  Łukasz (Black) 6-5: 24/13
      Zoë (White) doubles
      Łukasz (Black) takes
   3  Zoë (White) 6-4: 24/14
   4  Łukasz (Black) 5-5: 13/3(2)
      Łukasz (Black) offers to resign: single game
      Zoë (White) accepts the resignation
      Zoë (White) wins 2 (single game): Black resigns

Game 2, score 2-0, Crawford game
      opening roll: White 2, Black 6
   1  Łukasz (Black) 6-2: 24/18 13/11
   2  Zoë (White) 6-6: 24/18(2) 13/7*(2)
      Łukasz (Black) offers to resign: single game
      Zoë (White) accepts the resignation
      Zoë (White) wins 1 (single game): Black resigns

Final score 3-0: White has reached 3 points
"""
    )


@pytest.mark.parametrize("path", [*sorted(OTHERS.iterdir()), SGF], ids=lambda path: path.name)
def test_every_format_has_something_to_show(sixprime: Sixprime, path: Path) -> None:
    said = sixprime("show", str(path))
    assert said.code == 0
    assert said.err == ("Note: line 13: a game that is not backgammon is left out\n" if path == SGF else "")
    plays = path.suffix not in (".pos", ".txt")
    assert ("\n   1  " in said.out) is plays
    assert ("BAR" in said.out) is not plays


class TestPlaces:
    def test_a_move(self, sixprime: Sixprime) -> None:
        out = sixprime("show", XG, "--game", "1", "--move", "3").out
        assert "Zoë (White) to play 6-4" in out
        assert "cube: 2, with Łukasz (Black)" in out
        assert out.endswith("\nPlayed: 24/14\n")

    def test_the_end_of_a_game_and_of_all(self, sixprime: Sixprime) -> None:
        assert "Łukasz (Black) offers to resign a single" in sixprime("show", XG, "--game", "1").out
        assert "Crawford game" in sixprime("show", XG, "--theme", "flat").out

    def test_a_picture(self, sixprime: Sixprime, tmp_path: Path) -> None:
        target = tmp_path / "board.svg"
        sixprime("show", XG, "--game", "1", "--move", "2", "--svg", str(target))
        assert "Łukasz" in target.read_text(encoding="utf-8")
        said = sixprime("show", XG, "--game", "1", "--move", "2", "--svg", "-", "--analysis")
        ElementTree.fromstring(said.out)

    def test_several_matches(self, sixprime: Sixprime, tmp_path: Path) -> None:
        positions = str(OTHERS / "positions.txt")
        sixprime("show", positions, "--svg", str(tmp_path / "p.svg"))
        assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["p-001.svg", "p-002.svg"]
        out = sixprime("show", positions, "--match", "2").out
        assert "Match to 7" in out
        assert out.count("BAR") == 1

    @pytest.mark.parametrize(
        ("arguments", "why"),
        [
            ([XG, "--game", "3"], "--game is a whole number from 1 to 2, not '3'"),
            ([XG, "--game", "1", "--move", "5"], "--move is a whole number from 1 to 4, not '5'"),
            ([XG, "--game", "1", "--move", "x"], "--move is a whole number from 1 to 4, not 'x'"),
            ([XG, "--move", "1"], "the match has 2 games: say which with --game"),
            ([XG, "--match", "2"], "--match is a whole number from 1 to 1, not '2'"),
            ([str(OTHERS / "positions.txt"), "--game", "1"], "the file has 2 matches: say which with --match"),
            ([str(OTHERS / "study.pos"), "--move", "1"], "game 1 has no moves"),
            (["4HPwATDgc/ABMA", "--move", "1"], "--match, --game, --move and --analysis are for files of matches"),
            (["none.mat"], "cannot read none.mat: there is no such file"),
        ],
    )
    def test_what_is_not_there(self, sixprime: Sixprime, arguments: list[str], why: str) -> None:
        said = sixprime("show", *arguments)
        assert (said.code, said.out, said.err) == (2, "", f"sixprime: {why}\n")

    def test_matches_without_a_game_and_games_without_an_end(self) -> None:
        match = Match(length=3)
        assert (games_of(match), version_at(match)) == ([], 0)
        match.open(RecordedDice(["22"]))
        match.open(RecordedDice(["31"]))
        assert games_of(match) == [range(2)]
        assert version_at(match) == version_at(match, move="1") == 2
        money = Match()
        money.open(RecordedDice(["31"]))
        money.resign(Win.GAMMON)
        money.accept()
        assert money.state_at(version_at(money)).resignation is not None
        money.end()
        assert games_of(money) == [range(3)]
        assert money.state_at(version_at(money, "1", "1")).roll == Roll(3, 1)


class TestNotes:
    def test_analyses_stand_below_the_plays(self, sixprime: Sixprime) -> None:
        lines = sixprime("show", XG, "--analysis").out.splitlines()
        at = lines.index("   2  Łukasz (Black) 6-5: 24/13")
        assert lines[at - 3].strip().startswith("cube: no double +0.750, double and take +0.875, double and drop")
        assert lines[at + 1].split()[:4] == ["*", "1.", "24/13", "+0.500"]
        assert lines[at + 2].split()[:5] == ["2.", "24/18", "13/8", "+0.438", "(-0.062)"]
        assert "luck of the roll: +0.375" in lines[at + 6]
        assert len(read_match_file(XG).matches[0].analyses) == 10
        assert sum("luck of the roll" in line for line in lines) == 6

    def test_and_below_a_position(self, sixprime: Sixprime) -> None:
        out = sixprime("show", XG, "--game", "1", "--move", "2", "--analysis").out
        assert "Played: 24/13" in out
        assert "cube: no double" in out
        assert "*  1. 24/13" in out

    def test_comments(self, sixprime: Sixprime, tmp_path: Path) -> None:
        path = tmp_path / "x.sgf"
        path.write_text(
            "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Anna]PB[Béla]\n;W[31hefe]C[Textbook.\x1b[31m\nYes.])",
            encoding="utf-8",
        )
        out = sixprime("show", str(path)).out
        assert '        "Textbook. [31m"\n        "Yes."\n' in out or '"Textbook.' in out
        assert "\x1b" not in out

    def test_problems_are_notes(self, sixprime: Sixprime, tmp_path: Path) -> None:
        path = tmp_path / "odd.mat"
        rows = "".join(f"  {n}) 66: x\n" for n in range(2, 40))
        path.write_text(f" 5 point match\n\n Game 1\n Anna : 0   Bela : 0\n  1) 31: 8/5 6/5\n{rows}", encoding="utf-8")
        said = sixprime("show", str(path))
        assert said.code == 0
        assert "Anna (White) 3-1: 8/5 6/5" in said.out
        notes = said.err.splitlines()
        assert 0 < len(notes) <= 11
        assert notes[0].startswith("Note: line ")

    def test_names_cannot_steer_the_terminal(self, sixprime: Sixprime, tmp_path: Path) -> None:
        match = Match(length=3, names={Player.WHITE: "\x1b[31mAnna\r\nx"})
        match.open(RecordedDice(["31"]))
        match.play([(8, 5), (6, 5)])
        path = tmp_path / "match.json"
        path.write_text(records.dumps(match), encoding="utf-8")
        for arguments in (["show"], ["info"]):
            out = sixprime(*arguments, str(path)).out
            assert "\x1b" not in out
            assert "Anna  x" in out


def test_texts_with_a_board_are_still_boards(sixprime: Sixprime, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("In our 7 point match: XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", encoding="utf-8")
    assert "Black to play 3-1" in sixprime("show", str(path)).out
    (tmp_path / "odd.mat").write_bytes(b'; [Event "x"]\n 5 point match\n Game 1\n')
    said = sixprime("show", str(tmp_path / "odd.mat"))
    assert said.code == 2
    assert said.err.startswith(f"sixprime: {tmp_path}/odd.mat: ")
    assert said.err.count("\n") == 1


def test_a_match_of_another_program_can_be_played_on(sixprime: Sixprime, home: Path, kept: Path) -> None:
    source = home / "study.mat"
    source.write_text(
        " 3 point match\n\n Game 1\n Anna : 0   Bela : 0\n  1) 31: 8/5 6/5    65: 24/18 18/13\n", encoding="utf-8"
    )
    before = source.read_bytes()
    said = sixprime("play", "--load", str(source), "--dice", "program", lines=[])
    assert said.code == 2
    said = sixprime("play", "--load", str(source), lines=["", "export ~/on.sgf", "export ~/on.mat"])
    assert said.code == 0
    assert source.read_bytes() == before
    match = records.loads(kept.read_text(encoding="utf-8"))
    assert match.version == 5
    for name in ("on.sgf", "on.mat"):
        assert read_match_file(home / name).match.events[:4] == match.events[:4]


def test_what_was_wrong_with_a_file_is_told_before_it_is_played_on(sixprime: Sixprime, home: Path) -> None:
    source = home / "odd.mat"
    source.write_text(
        " 3 point match\n\n Game 1\n Anna : 0   Bela : 0\n  1) 31: 8/5 6/5    65: 24/11 6/4\n", encoding="utf-8"
    )
    said = sixprime("play", "--load", str(source), lines=[])
    assert said.code == 0
    assert "line 5" in said.out
