"""`sixprime openings` and `sixprime puzzles` at the command line."""

import json
from dataclasses import replace
from pathlib import Path

from conftest import Sixprime
from sixprime.practice.openings.books import OWN_FILE
from sixprime.practice.puzzles.sets import puzzle_set, save_set


def test_the_opening_book_in_the_terminal(sixprime: Sixprime, tmp_path: Path) -> None:
    said = sixprime("openings")
    assert said.code == 0
    assert "8/5 6/5" in said.out
    assert len([line for line in said.out.splitlines() if " ± " in line]) == 16
    said = sixprime("openings", "--show", "13")
    for words in ("8/5 6/5", "makes the 5 point", "1296", "standard error"):
        assert words in said.out
    said = sixprime("openings", "--show", "31-24", "--json")
    assert next(play["notation"] for play in json.loads(said.out)["31-42"]) == "8/4 6/4"
    for wrong in ("11", "7", "31-64-11", ""):
        said = sixprime("openings", "--show", wrong)
        assert said.code == 2
        assert said.err.startswith("sixprime: ")
        assert said.err.count("\n") == 1
    damaged = tmp_path / "book.json"
    damaged.write_text("{}")
    for arguments in (("--book", str(damaged)), ("--make", str(damaged)), ("--make", "x", "--games", "5")):
        said = sixprime("openings", *arguments)
        assert (said.code, said.err.count("\n")) == (2, 1)


def test_files_that_are_complete_are_left_as_they_are(sixprime: Sixprime, tmp_path: Path) -> None:
    own = puzzle_set()
    count = len(own.puzzles)
    save_set(replace(own, settings=replace(own.settings, puzzles=count)), tmp_path / "puzzles.json")
    (tmp_path / "openings.json").write_bytes(OWN_FILE.read_bytes())
    for command, *options in (("openings",), ("puzzles", "--puzzles", str(count))):
        copy = tmp_path / f"{command}.json"
        before = copy.read_bytes()
        said = sixprime(command, "--make", str(copy), *options)
        assert said.code == 0, said.err
        assert str(copy) in said.out.replace("\n", "")
        assert copy.read_bytes() == before


def test_the_puzzle_of_a_day(sixprime: Sixprime) -> None:
    said = sixprime("puzzles", "--day", "2026-11-18")
    assert said.code == 0
    assert "XGID=" in said.out
    assert "best:" not in said.out
    answered = sixprime("puzzles", "--day", "2026-11-18", "--answer")
    assert answered.out.startswith(said.out.rstrip()[:200])
    assert "best: " in answered.out
    said = sixprime("puzzles", "--day", "tomorrow")
    assert (said.code, said.err.count("\n")) == (2, 1)
