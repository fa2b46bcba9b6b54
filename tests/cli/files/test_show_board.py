"""What `sixprime show` shows: ids, pasted boards and files, in the terminal and as pictures."""

import io
import struct
from dataclasses import fields
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sixprime import Cube, IllegalPlay, Match, Player, Position, RecordedDice, Roll, SixprimeError, Win
from sixprime.cli.files import show_board
from sixprime.cli.files.show_board import Found, PictureOptions, read_play, show, situations_of
from sixprime.cli.shared import saves
from sixprime.cli.shared.options import BadOption
from sixprime.cli.shared.picture_flags import PICTURE_FLAGS
from sixprime.cli.shared.saves import FileProblem
from sixprime.core.numbering import Numbering
from sixprime.core.situations import Situation
from sixprime.formats.boards import gnubg_board, xg_board
from sixprime.formats.ids import InvalidId, gnubg_id, recognise, xgid
from sixprime.formats.svg import THEMES
from sixprime.formats.svg.rasters import rasterisers
from sixprime.languages import LANGUAGES, catalogue
from sixprime.messages import ENGLISH

ID = "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:3:0:7:10"
SITUATION = recognise(ID)
NAMES = {Player.WHITE: "Anna", Player.BLACK: "Béla"}


@pytest.fixture(autouse=True)
def _plain_terminal(home: Path) -> None:
    """A home of its own, and a plain terminal of 100 columns."""


def saved_match(path: Path, *, over: bool = False) -> Match:
    match = Match(length=3, names=NAMES)
    match.open(RecordedDice(["31"]))
    if over:
        match.resign(Win.BACKGAMMON)
        match.accept()
    saves.save(match, path)
    return match


class TestSources:
    @pytest.mark.parametrize("source", [ID, gnubg_id(SITUATION), f"My play? {xgid(SITUATION)} please"])
    def test_ids(self, source: str) -> None:
        found = situations_of(source)
        assert [item.situation.position for item in found] == [SITUATION.position]
        assert found[0].situation.roll == Roll(3, 1)

    @pytest.mark.parametrize("write", [gnubg_board, xg_board])
    def test_pasted_boards(self, write: "object") -> None:
        assert callable(write)
        assert situations_of(f"Look:\n{write(SITUATION, names=NAMES)}") == [Found(SITUATION, NAMES)]

    def test_boards_that_contradict_their_id_come_with_a_note(self) -> None:
        (found,) = situations_of(gnubg_board(SITUATION).replace("Rolled 31", "Rolled 32"))
        assert found.situation == SITUATION
        assert [str(note) for note in found.notes] == ["picture and id differ in the dice"]

    @pytest.mark.parametrize("content", [ID, gnubg_board(SITUATION), "\ufeff" + xg_board(SITUATION)])
    def test_text_files(self, tmp_path: Path, content: str) -> None:
        path = tmp_path / "board.txt"
        path.write_text(content, encoding="utf-8")
        assert situations_of(str(path))[0].situation == SITUATION

    def test_standard_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(ID))
        assert situations_of("-")[0].situation == SITUATION

    def test_saved_matches(self, tmp_path: Path) -> None:
        match = saved_match(tmp_path / "match.json")
        assert situations_of(str(tmp_path / "match.json")) == [Found(Situation.from_match(match), NAMES)]

    def test_a_match_that_is_over_shows_its_last_moment(self, tmp_path: Path) -> None:
        saved_match(tmp_path / "match.json", over=True)
        (found,) = situations_of(str(tmp_path / "match.json"))
        assert found.situation.resignation is Win.BACKGAMMON

    def test_other_files_are_read_by_whoever_knows_them(self, tmp_path: Path) -> None:
        path = tmp_path / "match.mat"
        path.write_bytes(b"\x00\xff")
        asked: list[Path] = []

        def read(path: Path) -> list[Found]:
            asked.append(path)
            return [Found(SITUATION), Found(SITUATION)]

        assert len(situations_of(str(path), read)) == 2
        assert asked == [path]

    @pytest.mark.parametrize(
        ("source", "error", "why"),
        [
            ("nowhere.mat", FileProblem, "cannot read nowhere.mat: there is no such file"),
            ("/nowhere/x", FileProblem, "cannot read /nowhere/x: there is no such file"),
            ("", InvalidId, "there is no id here"),
            ("hello", InvalidId, "there is no id here"),
            ("\x00", SixprimeError, ""),
            ("a" * 300_000, SixprimeError, "300000 characters"),
            (ID.replace(":31:", ":71:"), InvalidId, "the dice"),
            ("4HPwATDgc/ABM!", SixprimeError, ""),
        ],
    )
    def test_what_is_nothing(self, source: str, error: type[SixprimeError], why: str) -> None:
        with pytest.raises(error) as refused:
            situations_of(source)
        assert why in str(refused.value)

    def test_files_without_a_board_are_named(self, tmp_path: Path) -> None:
        path = tmp_path / "letter.txt"
        path.write_text("Dear Anna", encoding="utf-8")
        with pytest.raises(FileProblem, match=r"letter\.txt: there is no id here"):
            situations_of(str(path))
        with pytest.raises(FileProblem, match="it is a folder"):
            situations_of(str(tmp_path))


class TestTerminal:
    def test_board_score_and_turn(self, capsys: pytest.CaptureFixture[str]) -> None:
        show(ID, PictureOptions(), ENGLISH)
        out = capsys.readouterr().out
        for words in ("Match to 7", "cube: 2, with Black", "Black to play 3-1", "points: 3", "pips: 167", "▶ ● Black"):
            assert words in out
        assert out.splitlines()[0].split()[:3] == ["13", "14", "15"]

    def test_the_other_side_and_numbering(self, capsys: pytest.CaptureFixture[str]) -> None:
        show(ID, PictureOptions(direction="left", numbering="12a", bottom="white"), ENGLISH)
        assert capsys.readouterr().out.splitlines()[0].split()[:3] == ["1A", "2A", "3A"]

    def test_a_play_and_what_it_leads_to(self, capsys: pytest.CaptureFixture[str]) -> None:
        show(ID, PictureOptions(play="8-5 6-5"), ENGLISH)
        out = capsys.readouterr().out
        assert "Play: 8/5 6/5" in out
        assert out.count("BAR") == 2

    def test_no_cube_in_the_crawford_game(self, capsys: pytest.CaptureFixture[str]) -> None:
        show("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:6:1:7:10", PictureOptions(), ENGLISH)
        out = capsys.readouterr().out
        assert "Match to 7, Crawford game" in out
        assert "cube" not in out

    def test_narrow_terminals(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "60")
        show(ID, PictureOptions(), ENGLISH)
        assert max(len(line) for line in capsys.readouterr().out.splitlines()) <= 60

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_in_the_readers_language(self, language: str, capsys: pytest.CaptureFixture[str]) -> None:
        words = catalogue(language)
        show(ID, PictureOptions(), words)
        assert Player.BLACK.label.in_language(words) in capsys.readouterr().out

    def test_notes_go_to_standard_error(self, capsys: pytest.CaptureFixture[str]) -> None:
        show(gnubg_board(SITUATION).replace("Rolled 31", "Rolled 32"), PictureOptions(), ENGLISH)
        said = capsys.readouterr()
        assert said.err == "Note: picture and id differ in the dice\n"
        assert "Black to play 3-1" in said.out

    def test_saved_matches_are_shown_move_by_move(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        saved_match(tmp_path / "match.json")
        show(str(tmp_path / "match.json"), PictureOptions(), ENGLISH)
        assert "Anna (White) against Béla (Black)" in capsys.readouterr().out
        show(str(tmp_path / "match.json"), PictureOptions(theme="flat"), ENGLISH)
        assert "Anna (White) to play 3-1" in capsys.readouterr().out


class TestFiles:
    def test_svg(self, tmp_path: Path) -> None:
        path = tmp_path / "new" / "board.svg"
        show(ID, PictureOptions(svg=str(path), theme="Felt", play="8/5 6/5"), ENGLISH)
        picture = ElementTree.parse(path).getroot()
        assert picture.tag.endswith("svg")
        assert "Play: 8/5 6/5" in path.read_text(encoding="utf-8")

    def test_svg_to_standard_output(self, capsys: pytest.CaptureFixture[str]) -> None:
        show(ID, PictureOptions(svg="-"), ENGLISH)
        ElementTree.fromstring(capsys.readouterr().out)

    def test_png(self, tmp_path: Path) -> None:
        if not rasterisers():
            pytest.skip("nothing here turns SVG into PNG: sudo apt install librsvg2-bin")
        path = tmp_path / "board.png"
        show(ID, PictureOptions(png=str(path), width="152"), ENGLISH)
        png = path.read_bytes()
        assert struct.unpack(">I", png[16:20]) == (152,)

    def test_png_without_a_rasteriser(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sixprime.formats.svg.rasters.rasterisers", dict)
        with pytest.raises(SixprimeError, match="nothing here turns SVG into PNG; install one of these"):
            show(ID, PictureOptions(png=str(tmp_path / "board.png")), ENGLISH)

    def test_where_nothing_can_be_written(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(show_board, "png_of", lambda *_: b"...")
        for options in (PictureOptions(svg=str(tmp_path)), PictureOptions(png=str(tmp_path))):
            with pytest.raises(FileProblem, match="cannot write"):
                show(ID, options, ENGLISH)
        with pytest.raises(FileProblem, match="is not a file name"):
            show(ID, PictureOptions(png="\x00"), ENGLISH)

    def test_several_pictures_are_numbered(self, tmp_path: Path) -> None:
        (tmp_path / "match.xyz").touch()
        show(
            str(tmp_path / "match.xyz"),
            PictureOptions(svg=str(tmp_path / "board.svg")),
            ENGLISH,
            read_file=lambda _: [Found(SITUATION), Found(SITUATION)],
        )
        assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["board-001.svg", "board-002.svg"]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (PictureOptions(theme="wood"), "--theme is one of classic, felt, flat, dark, contrast, not 'wood'"),
        (PictureOptions(direction="up"), "--direction is one of right, left, not 'up'"),
        (PictureOptions(numbering="13"), "--numbering is one of 24, 12a, not '13'"),
        (PictureOptions(bottom="red"), "--bottom is one of white, black, not 'red'"),
        (PictureOptions(width="x"), "--width is a whole number from 16 to 10000, not 'x'"),
    ],
)
def test_wishes_that_cannot_be_fulfilled(options: PictureOptions, why: str) -> None:
    with pytest.raises(BadOption) as refused:
        show(ID, options, ENGLISH)
    assert str(refused.value) == why


def test_every_wish_has_its_flag() -> None:
    assert {*PICTURE_FLAGS, "numbering"} == {field.name for field in fields(PictureOptions)}
    assert PICTURE_FLAGS["theme"].takes == "|".join(THEMES)


class TestPlays:
    def test_with_the_dice_on_the_table_or_its_own(self) -> None:
        assert str(read_play("24/20", SITUATION)) == "24/20"
        assert str(read_play("6-5: 24/13", SITUATION)) == "24/13"

    def test_in_the_numbering_of_the_board(self) -> None:
        situation = Situation(Position.standard(), Player.BLACK, Cube(), Roll(3, 1))
        assert str(read_play("8A/5A 6A/5A", situation, Numbering.SHEET)) == "8/5 6/5"

    def test_what_cannot_be_played(self) -> None:
        with pytest.raises(IllegalPlay):
            read_play("8/4 6/5", SITUATION)
        with pytest.raises(BadOption, match="the dice are missing: write them before the play, like 31: 8/5 6/5"):
            read_play("8/5 6/5", Situation(Position.standard(), Player.BLACK))
