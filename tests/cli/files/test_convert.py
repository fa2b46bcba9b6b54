"""`sixprime convert`: every format, many files, and whatever can be in the way."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import Sixprime
from sixprime.cli.files.convert import plan_of, write_file
from sixprime.cli.shared.options import BadOption
from sixprime.cli.shared.saves import FileProblem
from sixprime.core.match import records
from sixprime.formats.match_files import read_match_file

FIXTURES = Path(__file__).parents[2] / "fixtures"
OTHERS = FIXTURES / "others"
MAT = FIXTURES / "matchfiles" / "gnubg.mat"
BROKEN = b" 5 point match\n\n Game 1\n Anna : 0   Bela : 0\n  1) 31: 8/5 6/5    65: 24/23\n  2) 66: x\n"


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


SOURCES = [
    *sorted(path for path in OTHERS.iterdir() if path.name != "positions.txt"),  # which holds two matches
    MAT,
    FIXTURES / "sgf" / "club_evening.sgf",
    FIXTURES / "matchfiles" / "gnubg.json",
]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
@pytest.mark.parametrize("extension", [".mat", ".sgf", ".json", ".txt"])
def test_every_format(sixprime: Sixprime, tmp_path: Path, source: Path, extension: str) -> None:
    if source.name == "study.pos" and extension == ".mat":
        said = sixprime("convert", str(source), str(tmp_path / "x.mat"))
        assert (said.code, said.err.count("\n")) == (1, 1)
        assert "study.pos holds a position without a play: .mat has no room for it" in said.err
        return
    target = tmp_path / f"new{extension}"
    said = sixprime("convert", str(source), str(target))
    assert said.code == 0
    if source.name == "club_evening.sgf":
        assert said.err == f"sixprime: {source}: line 13: a game that is not backgammon is left out\n"
    else:
        assert said.err == ""
    assert f"Written to {target}" in said.out
    if extension != ".txt":
        before, after = read_match_file(source).match, read_match_file(target).match
        assert after.results == before.results
        assert after.state.position == before.state.position
        assert after.names == before.names
    assert names(tmp_path) == [target.name]


def test_comments_and_analyses_go_into_sgf_and_json(sixprime: Sixprime, tmp_path: Path) -> None:
    left_out = "Comments and analyses are left out"
    assert left_out in sixprime("convert", str(OTHERS / "evening.xg"), str(tmp_path / "x.mat")).out
    whole = read_match_file(OTHERS / "evening.xg").matches[0].analyses
    assert sum(map(len, whole.values())) == 10
    for name in ("x.sgf", "x.json"):
        assert left_out not in sixprime("convert", str(OTHERS / "evening.xg"), str(tmp_path / name)).out
        kept = read_match_file(tmp_path / name).matches[0].analyses
        assert kept == whole
    assert left_out not in sixprime("convert", str(OTHERS / "evening.bgf"), str(tmp_path / "y.mat")).out


def test_files_of_several_matches_are_numbered(sixprime: Sixprime, tmp_path: Path) -> None:
    said = sixprime("convert", str(OTHERS / "positions.txt"), str(tmp_path / "p.json"))
    assert said.code == 0
    assert names(tmp_path) == ["p-001.json", "p-002.json"]
    lengths = [records.loads((tmp_path / name).read_text(encoding="utf-8")).length for name in names(tmp_path)]
    assert lengths == [None, 7]
    again = sixprime("convert", str(OTHERS / "positions.txt"), str(tmp_path / "p.json"))
    assert again.code == 1
    assert again.err == f"sixprime: {tmp_path}/p-001.json is there already; --force writes over it\n"


class TestMany:
    def test_into_a_folder(self, sixprime: Sixprime, tmp_path: Path) -> None:
        out = tmp_path / "new" / "out"
        said = sixprime("convert", str(OTHERS / "session.gam"), str(MAT), str(out), "--to", "sgf")
        assert (said.code, said.err) == (0, "")
        assert said.out == f"2 files of 2 converted, to {out}\n"
        assert names(out) == ["gnubg.sgf", "session.sgf"]

    def test_beside_the_files(self, sixprime: Sixprime, tmp_path: Path) -> None:
        for name in ("a.gam", "b 7.10", "c.GAM"):
            shutil.copy(OTHERS / "session.gam", tmp_path / name)
        said = sixprime("convert", *(str(tmp_path / name) for name in names(tmp_path)), "--to", "JSON")
        assert (said.code, said.err) == (0, "")
        assert names(tmp_path) == ["a.gam", "a.json", "b 7.10", "b 7.10.json", "c.GAM", "c.json"]

    def test_whole_folders(self, sixprime: Sixprime, tmp_path: Path) -> None:
        inside = tmp_path / "in"
        shutil.copytree(OTHERS, inside / "deep")
        shutil.copy(MAT, inside)
        (inside / "letter.doc").write_text("Dear Anna", encoding="utf-8")
        said = sixprime("convert", str(inside), str(tmp_path / "out"), "--to", "sgf")
        assert (said.code, said.err) == (0, "")
        assert names(tmp_path / "out") == [
            "deep/evening.bgf.sgf",
            "deep/evening.fibs.sgf",
            "deep/evening.xg.sgf",
            "deep/positions-001.sgf",
            "deep/positions-002.sgf",
            "deep/session.sgf",
            "deep/study.sgf",
            "gnubg.sgf",
        ]

    def test_a_folder_in_its_place(self, sixprime: Sixprime, tmp_path: Path) -> None:
        shutil.copy(MAT, tmp_path / "a.mat")
        shutil.copy(OTHERS / "session.gam", tmp_path / "b.gam")
        said = sixprime("convert", str(tmp_path), "--to", "mat")
        assert (said.code, said.err) == (0, "")
        assert names(tmp_path) == ["a.mat", "b.gam", "b.mat"]
        empty = tmp_path / "empty"
        empty.mkdir()
        assert sixprime("convert", str(empty), "--to", "mat").err == f"sixprime: there are no match files in {empty}\n"

    def test_one_bad_file_does_not_stop_the_rest(self, sixprime: Sixprime, tmp_path: Path) -> None:
        (tmp_path / "bad.mat").write_bytes(b"\x00\xffnonsense" * 100)
        (tmp_path / "odd.mat").write_bytes(BROKEN)
        sources = [tmp_path / "bad.mat", tmp_path / "none.mat", tmp_path / "odd.mat", MAT]
        said = sixprime("convert", *map(str, sources), str(tmp_path / "out"), "--to", "sgf")
        assert said.code == 1
        assert names(tmp_path / "out") == ["gnubg.sgf", "odd.sgf"]
        bad, missing, *odd = said.err.splitlines()
        assert bad.startswith(f"sixprime: {tmp_path}/bad.mat: this is not a match file")
        assert missing == f"sixprime: cannot read {tmp_path}/none.mat: there is no such file"
        assert odd
        assert all(line.startswith(f"sixprime: {tmp_path}/odd.mat: line ") for line in odd)
        assert said.out.splitlines() == [
            f"2 files of 4 converted, to {tmp_path}/out",
            "1 file was read with problems",
            "2 files could not be converted",
        ]

    def test_two_files_of_one_name(self, sixprime: Sixprime, tmp_path: Path) -> None:
        for folder in ("a", "b"):
            (tmp_path / folder).mkdir()
            shutil.copy(MAT, tmp_path / folder / "x.mat")
        said = sixprime(
            "convert", f"{tmp_path}/a/x.mat", f"{tmp_path}/b/x.mat", f"{tmp_path}/out/", "--to", "json", "--force"
        )
        assert said.code == 1
        assert said.err == f"sixprime: {tmp_path}/b/x.mat: {tmp_path}/out/x.mat.json has just been written\n"


class TestInTheWay:
    def test_nothing_is_overwritten_unasked(self, sixprime: Sixprime, tmp_path: Path) -> None:
        target = tmp_path / "x.json"
        target.write_text("mine", encoding="utf-8")
        said = sixprime("convert", str(MAT), str(target))
        assert (said.code, said.out) == (1, "")
        assert said.err == f"sixprime: {target} is there already; --force writes over it\n"
        assert target.read_text(encoding="utf-8") == "mine"
        assert sixprime("convert", str(MAT), str(target), "--force").code == 0
        assert records.loads(target.read_text(encoding="utf-8")).version > 0

    def test_never_the_file_itself(self, sixprime: Sixprime, tmp_path: Path) -> None:
        copy = tmp_path / "x.mat"
        shutil.copy(MAT, copy)
        said = sixprime("convert", str(copy), str(copy), "--force")
        assert (said.code, said.err) == (1, f"sixprime: {copy} would be written over itself\n")
        assert copy.read_bytes() == MAT.read_bytes()

    def test_a_folder_of_that_name(self, sixprime: Sixprime, tmp_path: Path) -> None:
        shutil.copy(MAT, tmp_path / "x.mat")
        (tmp_path / "x.sgf").mkdir()
        for flags in ([], ["--force"]):
            said = sixprime("convert", str(tmp_path / "x.mat"), "--to", "sgf", *flags)
            assert said.code == 1
            assert said.err.count("\n") == 1

    def test_where_nothing_can_be_written(self, sixprime: Sixprime, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        said = sixprime("convert", str(MAT), str(tmp_path / "file" / "x.sgf"))
        assert said.code == 1
        assert said.err.startswith(f"sixprime: cannot write {tmp_path}/file/x.sgf: ")
        assert said.err.count("\n") == 1
        with pytest.raises(FileProblem, match="is not a file name"):
            write_file(Path("\0"), "", force=True)

    def test_a_file_that_appears_meanwhile(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        target = tmp_path / "x.mat"
        target.write_text("mine", encoding="utf-8")
        with pytest.raises(FileProblem, match="is there already"):
            write_file(target, "new", force=False)

        def refuse(*_: object) -> None:
            raise PermissionError

        monkeypatch.setattr(Path, "hardlink_to", refuse)  # a disk without second names
        with pytest.raises(FileProblem, match="is there already"):
            write_file(target, "new", force=False)
        assert target.read_text(encoding="utf-8") == "mine"
        write_file(tmp_path / "y.mat", "new", force=False)
        assert names(tmp_path) == ["x.mat", "y.mat"]

    def test_unicode_and_strange_names(self, sixprime: Sixprime, tmp_path: Path) -> None:
        folder = tmp_path / "Évening ○ 対局"
        folder.mkdir()
        shutil.copy(OTHERS / "evening.xg", folder / "Zoë – Łukasz.xg")
        said = sixprime("convert", str(folder), "--to", "mat")
        assert said.code == 0
        assert "Zoë – Łukasz.mat" in said.out
        strange = os.fsdecode(b"a\xff\x1b[31m\nb.xg")
        shutil.copy(OTHERS / "evening.xg", tmp_path / strange)
        said = sixprime("convert", str(tmp_path / strange), str(tmp_path / "missing.mat"), "--to", "sgf")
        assert said.code == 1
        assert "\x1b" not in said.out + said.err
        assert said.err.count("\n") == 1
        assert (tmp_path / strange).with_suffix(".sgf").exists()


class TestInterrupted:
    def test_no_half_written_files(self, sixprime: Sixprime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in "abc":
            shutil.copy(MAT, tmp_path / f"{name}.mat")
        calls: list[int] = []
        sync = os.fsync

        def interrupted(handle: int) -> None:
            calls.append(handle)
            if len(calls) == 3:  # the file and its folder are synced for each
                raise KeyboardInterrupt
            sync(handle)

        monkeypatch.setattr("os.fsync", interrupted)
        said = sixprime("convert", str(tmp_path), "--to", "json")
        assert said.code == 130
        assert said.out == "1 file of 3 converted\n"
        assert names(tmp_path) == ["a.json", "a.mat", "b.mat", "c.mat"]

    def test_a_full_disk(self, sixprime: Sixprime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("os.fsync", full)
        said = sixprime("convert", str(MAT), str(tmp_path / "x.sgf"))
        assert (said.code, said.err) == (1, f"sixprime: cannot write {tmp_path}/x.sgf: the disk is full\n")
        assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "FILE is missing; see sixprime convert --help"),
        (["x.mat"], "say into which file to convert, or into which format with --to"),
        (["x.mat", "."], "say into which format to convert with --to"),
        (["x.mat", "y"], "say into which format to convert with --to"),
        (["x.mat", "y.xg"], "y.xg cannot be written; there are .mat, .sgf, .json, .txt"),
        (["x.mat", "y.mat", "z.sgf"], "several files go into a folder, in a format that --to names"),
        (["x.mat", "--to", "xg"], "--to is one of mat, sgf, json, text, not 'xg'"),
    ],
)
def test_bad_command_lines(sixprime: Sixprime, arguments: list[str], why: str) -> None:
    said = sixprime("convert", *arguments)
    assert (said.code, said.out, said.err) == (2, "", f"sixprime: {why}\n")


def test_what_the_last_path_means(tmp_path: Path) -> None:
    folder, file = tmp_path / "folder", tmp_path / "a.mat"
    folder.mkdir()
    file.touch()
    new = tmp_path / "new"
    assert plan_of([file, folder], "json").folder == folder
    assert plan_of([file, new], "json").folder == new
    assert plan_of([file, tmp_path / "new.json"], "json").file == tmp_path / "new.json"
    assert plan_of([file, tmp_path / "new.mat"], "json").inputs == (file, tmp_path / "new.mat")
    assert plan_of([file, file], "json").inputs == (file, file)
    assert plan_of([folder], "json").inputs == (folder,)
    with pytest.raises(BadOption):
        plan_of([folder, tmp_path / "new.mat"], None)


def test_a_bar_shows_the_progress_at_a_terminal(tmp_path: Path) -> None:
    for name in "ab":
        shutil.copy(MAT, tmp_path / f"{name}.mat")
    program = "from sixprime.cli.app import main; main()"
    environment = os.environ | {"FORCE_COLOR": "1", "TERM": "xterm", "LANG": "C.UTF-8", "COLUMNS": "80"}
    done = subprocess.run(
        [sys.executable, "-c", program, "convert", str(tmp_path), "--to", "sgf"],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    assert "converting" in done.stderr
    assert "2 files of 2 converted" in done.stdout
