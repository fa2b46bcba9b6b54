"""`sixprime analyse`: figures and errors of match files, for people and as JSON."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from conftest import Sixprime
from sixprime.analysis.caches import FindingFile
from sixprime.languages import LANGUAGES

FIXTURES = Path(__file__).parents[2] / "fixtures" / "matchfiles"
MATCH = str(FIXTURES / "gnubg.mat")
ANALYSED = str(FIXTURES.parent / "others" / "evening.xg")
"""With analyses by eXtreme Gammon."""


@pytest.fixture(autouse=True)
def cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what tests find out of the user's cache, but use the tables that are there."""
    usual = FindingFile.__init__
    monkeypatch.setattr(FindingFile, "__init__", lambda self: usual(self, tmp_path / "findings.db"))


def test_for_people(sixprime: Sixprime) -> None:
    said = sixprime("analyse", MATCH, "--depth", "instant")
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[:2] == [MATCH, "depth: instant: the net alone"]
    figures = {line[:30].strip(): line[30:].split() for line in lines[3:20]}
    assert [float(figure) > 30 for figure in figures["PR"]] == [True, True]
    assert figures["decisions"] == ["33", "28"]
    assert "Game 1: Ada (White) loses" in said.out
    assert "played: drop (wrong pass)" in said.out
    assert "best: take" in said.out


def test_as_json(sixprime: Sixprime) -> None:
    said = sixprime("analyse", MATCH, "--depth", "instant", "--json")
    (line,) = said.out.splitlines()
    found = json.loads(line)
    assert [(one["name"], one["colour"]) for one in found["players"]] == [("Ada", "white"), ("Bruno Conti", "black")]
    assert all(one["pr"] > 0 for one in found["players"])
    assert found["complete"] is True
    for player in found["players"]:
        lost = [
            one["loss"]
            for one in found["decisions"]
            if one["player"] == player["colour"] and not one["kind"].startswith("resignation")
        ]
        assert sum(lost) == pytest.approx(player["error"], abs=0.01)


def test_several_files_and_one_that_cannot_be_read(sixprime: Sixprime, tmp_path: Path) -> None:
    (tmp_path / "broken.mat").write_text("nothing")
    said = sixprime("analyse", MATCH, str(tmp_path / "broken.mat"), "--depth", "instant", "--json")
    assert said.code == 1
    assert len(said.out.splitlines()) == 1
    assert "broken.mat" in said.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no-such-file.mat"], "no-such-file.mat"),
        ([MATCH, "--depth", "abyss"], "there is no depth 'abyss'; there are instant, fast, deep, rollout"),
        ([MATCH, "--threads", "0"], "--threads"),
        ([MATCH, "--worst", "many"], "--worst"),
        (
            [MATCH, "--decisions", "luckiest"],
            "--decisions is one of pr, all, errors, inaccuracy, error, blunder, plays",
        ),
        ([MATCH, "--marks", "0.02"], "--marks are three rising numbers"),
        ([MATCH, "--marks", "0.08,0.04,0.02"], "like 0.02,0.04,0.08, not '0.08,0.04,0.02'"),
        ([MATCH, "--marks", "nan,nan,nan"], "--marks are three rising numbers"),
        ([MATCH, "--write", "out.mat"], "a review can be written to .sgf, .json, not to"),
        ([MATCH, "--html", "out.txt"], "--html is the name of a file that ends in .html"),
        ([MATCH, "--write", str(FIXTURES / "gnubg.json")], "gnubg.json is there already; --force writes over it"),
    ],
)
def test_bad_input_is_refused_in_one_line(sixprime: Sixprime, arguments: list[str], words: str) -> None:
    said = sixprime("analyse", *arguments)
    assert said.code == 2
    assert len(said.err.splitlines()) == 1
    assert words in said.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language(sixprime: Sixprime, language: str) -> None:
    said = sixprime("analyse", MATCH, "--depth", "instant", "--language", language)
    assert said.code == 0
    assert ("equity lost" in said.out) == (language == "en")
    assert bool(re.search(r"\d\.\d", said.out)) == (language == "en")  # 1.979 is a large number to an Italian
    assert bool(re.search(r"\d,\d", said.out)) == (language != "en")


# Figures and the decisions behind them


def test_marks_are_a_setting(sixprime: Sixprime) -> None:
    def marks(*options: str) -> list[dict[str, int]]:
        said = sixprime("analyse", MATCH, "--depth", "instant", "--json", *options)
        return [one["marks"] for one in json.loads(said.out)["players"]]

    usual, strict, mild = marks(), marks("--marks", "0.001,0.002,0.003"), marks("--marks", "1,2,3")
    for one, other, last in zip(usual, strict, mild, strict=True):
        assert one["blunder"] < other["blunder"]
        assert last["blunder"] == 0
        assert sum(one.values()) == sum(other.values())


@pytest.mark.parametrize("figure", ["pr", "errors", "blunder", "cube", "wrong-drop", "lucky", "resignations"])
def test_a_figure_opens_to_its_decisions(sixprime: Sixprime, figure: str) -> None:
    said = sixprime("analyse", MATCH, "--depth", "instant", "--decisions", figure, "--worst", "0")
    assert said.code == 0, said.err
    found = json.loads(sixprime("analyse", MATCH, "--depth", "instant", "--json").out)
    lines = said.out.rpartition("\n\n")[2].splitlines()
    expected = {
        "pr": sum(one["decisions"] for one in found["players"]),
        "blunder": sum(one["marks"]["blunder"] for one in found["players"]),
        "wrong-drop": sum(one["cube_errors"]["wrong-drop"]["count"] for one in found["players"]),
    }
    if figure == "resignations":
        assert lines == ["resignations", "–"] or len(lines) > 2
    if figure in expected:
        rows = [line for line in lines[2:] if line[:4].strip().isdigit()]
        assert len(rows) == expected[figure]


# Other programs


def test_what_the_file_says_stands_beside_ours(sixprime: Sixprime) -> None:
    said = sixprime("analyse", ANALYSED, "--depth", "instant", "--worst", "0")
    assert "beside eXtreme Gammon: the same best in" in said.out
    assert "equity lost by eXtreme Gammon" in said.out
    found = json.loads(sixprime("analyse", ANALYSED, "--depth", "instant", "--json").out)
    assert found["programs"] == ["eXtreme Gammon"]
    others = [one for decision in found["decisions"] for one in decision["others"]]
    assert others
    assert {*others[0]} == {"program", "level", "best", "loss", "agrees"}


# Reviews in files


@pytest.mark.parametrize("kind", ["json", "sgf"])
def test_a_written_review_is_read_again(sixprime: Sixprime, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"reviewed.{kind}"
    first = sixprime("analyse", ANALYSED, "--depth", "instant", "--json", "--write", str(path))
    assert (first.code, first.err) == (0, f"Written to {path}\n")
    (tmp_path / "findings.db").unlink()
    again = sixprime("analyse", str(path), "--json")
    one, other = (json.loads(said.out) for said in (first, again))
    assert (other["depth"], other["current"]) == ("instant", True)
    assert not any(_entries(found) for found in tmp_path.glob("findings.db"))  # nothing was computed
    assert [player["pr"] for player in one["players"]] == [player["pr"] for player in other["players"]]
    assert one["programs"] == other["programs"]
    assert len(one["decisions"]) == len(other["decisions"])
    # Converted, it stays as it is.
    other_kind = "sgf" if kind == "json" else "json"
    converted = tmp_path / f"converted.{other_kind}"
    assert sixprime("convert", str(path), str(converted)).code == 0
    assert json.loads(sixprime("analyse", str(converted), "--json").out)["players"] == other["players"]


def test_other_commands_know_of_a_review(sixprime: Sixprime, tmp_path: Path) -> None:
    path = str(tmp_path / "reviewed.json")
    sixprime("analyse", MATCH, "--depth", "instant", "--write", path)
    assert "With an analysis by sixprime" in sixprime("info", path).out
    assert json.loads(sixprime("info", path, "--json").out)["matches"][0]["review"] is True
    assert json.loads(sixprime("info", MATCH, "--json").out)["matches"][0]["review"] is False
    shown, plain = (sixprime("show", *arguments).out for arguments in ((path, "--analysis"), (MATCH, "--analysis")))
    assert len(shown.splitlines()) > 3 * len(plain.splitlines())
    assert "0-ply" in shown


def test_a_review_of_an_older_engine_is_shown_as_such(sixprime: Sixprime, tmp_path: Path) -> None:
    path = tmp_path / "reviewed.json"
    sixprime("analyse", MATCH, "--depth", "instant", "--write", str(path))
    record = json.loads(path.read_text())
    record["review"]["engine"] = "1-older"
    path.write_text(json.dumps(record))
    said = sixprime("analyse", str(path))
    assert "by another version of the engine: --again analyses it again" in said.out
    assert json.loads(sixprime("analyse", str(path), "--json").out)["current"] is False
    again = json.loads(sixprime("analyse", str(path), "--json", "--again", "--depth", "instant").out)
    assert again["current"] is True
    # Statistics are by one engine.
    assert sixprime("stats", str(path), "--depth", "instant", "--json").code == 0
    # Another depth is another question.
    assert json.loads(sixprime("analyse", str(path), "--json", "--depth", "fast").out)["depth"] == "fast"


def test_a_damaged_review_is_made_again(sixprime: Sixprime, tmp_path: Path) -> None:
    path = tmp_path / "reviewed.json"
    sixprime("analyse", MATCH, "--depth", "instant", "--write", str(path))
    record = json.loads(path.read_text())
    whole = json.loads(sixprime("analyse", str(path), "--json").out)
    record["review"]["decisions"][0]["loss"] = "much"
    path.write_text(json.dumps(record))
    again = json.loads(sixprime("analyse", str(path), "--json", "--depth", "instant").out)
    assert again["players"] == whole["players"]


def test_an_incomplete_review_goes_on(sixprime: Sixprime, tmp_path: Path) -> None:
    path = tmp_path / "reviewed.json"
    sixprime("analyse", MATCH, "--depth", "instant", "--write", str(path))
    record = json.loads(path.read_text())
    whole = json.loads(sixprime("analyse", str(path), "--json").out)
    del record["review"]["decisions"][10:]
    path.write_text(json.dumps(record))
    found = json.loads(sixprime("analyse", str(path), "--json", "--write", str(path), "--force").out)
    assert found["complete"] is True
    assert found["players"] == whole["players"]
    assert len(json.loads(path.read_text())["review"]["decisions"]) > 10


def test_several_matches_are_written_with_numbers(sixprime: Sixprime, tmp_path: Path) -> None:
    files = (MATCH, ANALYSED)
    said = sixprime("analyse", *files, "--depth", "instant", "--json", "--write", str(tmp_path / "all.sgf"))
    assert said.code == 0
    assert sorted(path.name for path in tmp_path.glob("*.sgf")) == ["all-001.sgf", "all-002.sgf"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_several_matches(sixprime: Sixprime, tmp_path: Path, language: str) -> None:
    path = tmp_path / "both.html"
    arguments = (MATCH, ANALYSED, "--depth", "instant", "--worst", "0", "--html", str(path), "--language", language)
    said = sixprime("analyse", *arguments)
    assert said.code == 0, said.err
    written = path.read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in written
    assert str(path) in said.err
    data = json.loads(written.partition('id="saved">')[2].partition("</script>")[0])
    # Others need not know in which folder the files were.
    assert [match["label"] for match in data["content"]["matches"]] == ["gnubg.mat", "evening.xg"]
    assert str(FIXTURES) not in written
    assert bool(data["texts"]) == (language != "en")


# Stopped and started again


def test_a_cluster_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    """Killed in the middle, the same command does not review again what was finished."""
    pytest.importorskip("ray")
    home = tmp_path / "home"
    home.mkdir()
    environment = {**os.environ, "XDG_CACHE_HOME": str(home), "SIXPRIME_LANGUAGE": "en", "LC_ALL": "C.UTF-8"}
    others = sorted(str(path) for path in FIXTURES.glob("*.mat") if path.name != "gnubg.mat")
    start = [sys.executable, "-c", "from sixprime.cli.app import main; main()", "analyse"]
    options = ["--depth", "instant", "--threads", "1", "--json"]
    with subprocess.Popen(
        [*start, MATCH, *others, *options, "--ray", "local"],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        process.kill()
    # No cluster is needed, or asked, for what was finished.
    nowhere = [*start, MATCH, *options, "--ray", "127.0.0.1:1"]
    again = subprocess.run(nowhere, env=environment, capture_output=True, text=True, check=True, timeout=600)
    assert json.loads(again.stdout)["players"] == first["players"]
    (home / "sixprime" / "findings.db").unlink()
    lost = subprocess.run(nowhere, env=environment, capture_output=True, text=True, check=False, timeout=600)
    assert (lost.returncode, "127.0.0.1:1" in lost.stderr) == (2, True)


def test_interrupted_and_started_again(tmp_path: Path) -> None:
    """Ctrl-C shows what there is and keeps it; the second run goes on."""
    home = tmp_path / "home"
    home.mkdir()
    environment = {**os.environ, "XDG_CACHE_HOME": str(home), "SIXPRIME_LANGUAGE": "en", "LC_ALL": "C.UTF-8"}
    command = [
        sys.executable,
        "-c",
        "from sixprime.cli.app import main; main()",
        "analyse",
        MATCH,
        "--depth",
        "rollout",
        "--threads",
        "1",
        "--json",
    ]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    findings = home / "sixprime" / "findings.db"
    deadline = time.monotonic() + 300
    while process.poll() is None and not (findings.exists() and _entries(findings)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    found = json.loads(out)
    assert found["complete"] is False
    assert "goes on from there" in err
    before = _entries(findings)
    assert before > 0
    again = subprocess.run(
        [*command[:-4], "instant", "--json"], env=environment, capture_output=True, text=True, check=True, timeout=600
    )
    assert json.loads(again.stdout)["complete"] is True


def test_killed_and_started_again(tmp_path: Path) -> None:
    """A process that is killed loses nothing that it has found: the next one computes only what is missing, and says
    the same as one that nobody killed. A damaged file is computed again."""
    whole = _analysed(tmp_path / "whole")
    findings = tmp_path / "killed" / "sixprime" / "findings.db"
    with _Analysis(tmp_path / "killed") as process:
        deadline = time.monotonic() + 300
        while process.poll() is None and _entries(findings) < 20:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.kill()
        process.wait()
    before = _entries(findings)
    assert 20 <= before < _entries(tmp_path / "whole" / "sixprime" / "findings.db")
    _ask(
        findings,
        "CREATE TABLE twice (key TEXT)",
        "CREATE TRIGGER again BEFORE INSERT ON findings WHEN EXISTS (SELECT 1 FROM findings WHERE key = NEW.key) "
        "BEGIN INSERT INTO twice VALUES (NEW.key); END",
    )
    assert _analysed(tmp_path / "killed") == whole
    assert _ask(findings, "SELECT COUNT(*) FROM twice") == [(0,)]
    assert _entries(findings) == _entries(tmp_path / "whole" / "sixprime" / "findings.db")
    content = bytearray(findings.read_bytes())
    content[100 : len(content) // 2] = os.urandom(len(content) // 2 - 100)
    findings.write_bytes(content)
    assert _analysed(tmp_path / "killed") == whole


class _Analysis(subprocess.Popen[str]):
    """`sixprime analyse` in a process of its own, which keeps what it finds in a folder."""

    def __init__(self, folder: Path) -> None:
        command = "from sixprime.cli.app import main; main()"
        super().__init__(
            [sys.executable, "-c", command, "analyse", MATCH, "--depth", "fast", "--threads", "1", "--json"],
            env={**os.environ, "XDG_CACHE_HOME": str(folder), "SIXPRIME_LANGUAGE": "en", "LC_ALL": "C.UTF-8"},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip


def _analysed(folder: Path) -> dict[str, Any]:
    """What a whole analysis says."""
    with _Analysis(folder) as process:
        out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    found: dict[str, Any] = json.loads(out)
    assert found["complete"] is True
    return found


def _entries(path: Path) -> int:
    try:
        return int(_ask(path, "SELECT COUNT(*) FROM findings")[0][0])
    except sqlite3.Error:
        return 0


def _ask(path: Path, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements on a file that exists, and fetch what the last one finds."""
    database = sqlite3.connect(f"file:{path}?mode=rw", uri=True, timeout=60)
    try:
        with database:
            return [database.execute(statement).fetchall() for statement in statements][-1]
    finally:
        database.close()
