"""`sixprime info`: what files hold, for people and as JSON."""

import json
from pathlib import Path

import pytest

from conftest import Sixprime
from sixprime import RuleSet
from sixprime.languages import LANGUAGES

FIXTURES = Path(__file__).parents[2] / "fixtures"
OTHERS = FIXTURES / "others"


def test_for_people(sixprime: Sixprime) -> None:
    said = sixprime("info", str(OTHERS / "evening.xg"))
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        str(OTHERS / "evening.xg"),
        "  Format: xg, written by eXtreme Gammon",
        "  Zoë (White) against Łukasz (Black)",
        "  Match to 3",
        "  2 games, 6 plays",
        "  Final score 3-0: White has reached 3 points",
        "  event: Club evening",
        "  round: 2",
        "  site: Kraków",
        "  match id: 4711",
        "  date: 2023-11-26",
        "  time: 09.30",
        "  rating of White: 1600.00/0",
        "  rating of Black: 1712.50/30",
        "  With analyses of 6 plays and 4 decisions about the cube",
        "  No problems",
    ]


def test_several_matches_and_files(sixprime: Sixprime) -> None:
    out = sixprime("info", str(OTHERS / "positions.txt"), str(OTHERS / "session.gam")).out
    first, second = out.split("\n\n")
    assert "  Match 2 of 2\n    Anna (White) against Bela (Black)\n    Match to 7\n" in first
    assert "    Score 5-2, a game is under way\n" in first
    assert "  Score 0-5, between two games\n  Without analyses\n" in second


def test_as_json(sixprime: Sixprime) -> None:
    paths = [str(OTHERS / "evening.xg"), "none.mat", str(OTHERS / "evening.fibs")]
    said = sixprime("info", "--json", *paths)
    assert (said.code, said.err) == (1, "")
    evening, missing, fibs = map(json.loads, said.out.splitlines())
    assert missing == {"file": "none.mat", "error": "cannot read none.mat: there is no such file"}
    assert (evening["format"], evening["writer"], evening["problems"]) == ("xg", "eXtreme Gammon", [])
    (match,) = evening["matches"]
    assert match["players"] == {"white": "Zoë", "black": "Łukasz"}
    assert (match["length"], match["games"], match["plays"], match["winner"]) == (3, 2, 6, "white")
    assert match["score"] == {"white": 3, "black": 0}
    assert match["results"][0] == {"winner": "white", "points": 2, "win": "single", "ending": "resigned"}
    assert match["analyses"] == {"plays": 6, "cube": 4}
    assert match["details"]["date"] == "2023-11-26"
    assert RuleSet.from_json(match["rules"]).crawford
    assert (fibs["matches"][0]["is_over"], fibs["matches"][0]["winner"]) == (False, None)


def test_problems_with_their_lines(sixprime: Sixprime, tmp_path: Path) -> None:
    path = tmp_path / "odd.mat"
    path.write_text(
        " 5 point match\n\n Game 1\n Anna : 0   Bela : 0\n  1) 31: 8/5 6/5    65: 24/23\n", encoding="utf-8"
    )
    said = sixprime("info", str(path))
    assert said.code == 0
    assert "  1 problem:\n    line 5: " in said.out
    told = json.loads(sixprime("info", "--json", str(path)).out)["problems"]
    assert [problem["line"] for problem in told] == [5]


def test_files_that_cannot_be_read(sixprime: Sixprime, tmp_path: Path) -> None:
    empty = tmp_path / "empty.mat"
    empty.touch()
    noise = tmp_path / "noise.xg"
    noise.write_bytes(b"RGMH" + bytes(range(256)) * 40)
    said = sixprime("info", str(empty), str(tmp_path), str(noise), str(OTHERS / "study.pos"))
    assert said.code == 1
    first, second, third = said.err.splitlines()
    assert first == f"sixprime: {empty}: the file is empty"
    assert second == f"sixprime: cannot read {tmp_path}: it is a folder"
    assert third.startswith(f"sixprime: {noise}: ")
    assert "Änne (White) against Bob (Black)" in said.out


def test_long_details_are_cut(sixprime: Sixprime, tmp_path: Path) -> None:
    path = tmp_path / "long.mat"
    path.write_text(
        f'; [Event "{"x" * 1000}"]\n 5 point match\n\n Game 1\n Anna : 0   Bela : 0\n  1) 31: 8/5 6/5\n',
        encoding="utf-8",
    )
    assert max(map(len, sixprime("info", str(path)).out.splitlines())) < 250


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language(sixprime: Sixprime, language: str) -> None:
    said = sixprime("info", str(OTHERS / "evening.xg"), "--language", language)
    assert (said.code, said.err) == (0, "")
    assert "Łukasz" in said.out


def test_names_are_shown_as_they_are_written(sixprime: Sixprime, tmp_path: Path) -> None:
    """Neither colons nor brackets mean anything, as they do to the library that prints."""
    file = tmp_path / "names.mat"
    file.write_text(
        " 1 point match\n\n Game 1\n :smile: : 0              [red]Bo[/red] : 0\n"
        "  1) 31: 8/5 6/5               65: 24/18 18/13\n",
        encoding="utf-8",
    )
    said = sixprime("info", str(file))
    assert "  :smile: (White) against [red]Bo[/red] (Black)" in said.out.splitlines()
