"""`sixprime stats`: one player over many matches."""

import json
import shutil
from pathlib import Path

import pytest

from conftest import Sixprime
from sixprime import Match, Player
from sixprime.analysis.caches import FindingFile
from sixprime.core.match import records

FIXTURES = Path(__file__).parents[2] / "fixtures" / "matchfiles"


@pytest.fixture(autouse=True)
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what tests find out of the user's cache."""
    usual, path = FindingFile.__init__, tmp_path_factory.mktemp("cache") / "findings.db"
    monkeypatch.setattr(FindingFile, "__init__", lambda self: usual(self, path))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("gnubg.mat", "nackgammon.mat", "jellyfish.mat"):
        shutil.copy(FIXTURES / name, tmp_path / name)
    (tmp_path / "notes.txt").write_text("not a match")
    return tmp_path


def test_a_player_by_name(sixprime: Sixprime, folder: Path) -> None:
    said = sixprime("stats", str(folder), "--player", "nick", "--depth", "instant", "--json")
    found = json.loads(said.out)
    assert found["name"] == "nick"
    assert (len(found["matches"]), found["wins"] + found["losses"]) == (1, 1)
    assert set(found["opponents"]) == {"Nora"}
    decisions = sum(one["decisions"] for one in found["matches"])
    assert found["decisions"] == decisions
    assert found["pr"] == pytest.approx(
        sum(one["pr"] * one["decisions"] for one in found["matches"]) / decisions, abs=0.01
    )
    assert found["matches"][-1]["pr_so_far"] == pytest.approx(found["pr"], abs=0.001)
    assert found["opponents"]["Nora"]["pr"] == found["pr"]
    assert "notes.txt" in said.err


def test_names_of_one_player(sixprime: Sixprime, folder: Path) -> None:
    arguments = ("--player", "Ada", "--alias", "Ada=Nick", "--depth", "instant", "--json")
    found = json.loads(sixprime("stats", str(folder), *arguments).out)
    assert len(found["matches"]) == 2
    assert set(found["opponents"]) == {"Bruno Conti", "Nora"}


def test_for_people(sixprime: Sixprime, folder: Path) -> None:
    said = sixprime("stats", str(folder), "--player", "Nick", "--depth", "instant")
    assert said.code == 1  # one file was no match
    headings = said.out.split("\n\n")[1].splitlines()[:2]
    assert {"PR", "so", "far"} <= set(" ".join(headings).split())  # in one line or broken into two
    for words in ("phase", "opening", "errors with the cube", "Nora"):
        assert words in said.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--player", "Nobody"], "there is no match of Nobody here"),
        (["--alias", "Ada"], "--alias is written like NAME=OTHER, not Ada"),
        (["--depth", "x"], "there is no depth 'x'"),
    ],
)
def test_bad_input_is_refused_in_one_line(sixprime: Sixprime, folder: Path, arguments: list[str], words: str) -> None:
    (folder / "notes.txt").unlink()
    said = sixprime("stats", str(folder), *arguments)
    assert (said.code, len(said.err.splitlines())) == (2, 1)
    assert words in said.err


def test_a_folder_that_is_missing(sixprime: Sixprime, tmp_path: Path) -> None:
    said = sixprime("stats", str(tmp_path / "missing"))
    assert (said.code, len(said.err.splitlines())) == (2, 1)


def test_matches_with_a_tutor_are_marked(sixprime: Sixprime, tmp_path: Path) -> None:
    match = Match(length=1, names={Player.WHITE: "Ann", Player.BLACK: "Bot"}, details={"tutor": "white"})
    match.open((3, 1))
    match.play("8/5 6/5")
    (tmp_path / "match.json").write_text(records.dumps(match))
    arguments = ("stats", str(tmp_path), "--depth", "instant", "--player")
    for name, is_tutored in (("Ann", True), ("Bot", False)):
        (found,) = json.loads(sixprime(*arguments, name, "--json").out)["matches"]
        assert found["tutored"] is is_tutored
        assert ("with tutor" in sixprime(*arguments, name).out) is is_tutored
