"""`sixprime analyse`: figures and errors of match files, for people and as JSON."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from platformdirs import user_cache_path

from conftest import Sixprime
from sixprime.analysis.caches import FindingFile
from sixprime.languages import LANGUAGES

FIXTURES = Path(__file__).parents[2] / "fixtures" / "matchfiles"
MATCH = str(FIXTURES / "gnubg.mat")


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
    """`sixprime analyse` in a process of its own, with a cache in a folder; the tables that are there are used."""

    def __init__(self, folder: Path) -> None:
        cache = folder / "sixprime"
        cache.mkdir(parents=True, exist_ok=True)
        for table in user_cache_path("sixprime").glob("*.bearoff"):
            if not (cache / table.name).exists():
                (cache / table.name).symlink_to(table)
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
