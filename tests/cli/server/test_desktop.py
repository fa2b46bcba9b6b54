"""`sixprime --install-desktop` writes an entry that desktops understand, and an icon."""

import configparser
import subprocess
import sys
from pathlib import Path

import pytest

from sixprime.cli.app import run
from sixprime.cli.server.desktop import desktop_entry


def read(entry: str) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(entry)
    return parser["Desktop Entry"]


def test_an_entry_and_an_icon_are_written_and_replaced(tmp_path: Path) -> None:
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-m", "sixprime", "--install-desktop", "--language", "en"],
            capture_output=True,
            text=True,
            check=True,
            env={"XDG_DATA_HOME": str(tmp_path), "PATH": "/usr/bin"},
        )
        path = tmp_path / "applications" / "sixprime.desktop"
        assert done.stdout == f"sixprime is in the menu now: {path}\n"
    entry = read(path.read_text(encoding="utf-8"))
    assert entry["Type"] == "Application"
    assert entry["Exec"] == f"{sys.executable} -m sixprime"
    assert entry["Terminal"] == "true"
    assert entry["Comment[de]"] != entry["Comment"] != ""
    assert {f"Comment[{language}]" for language in ("de", "fr", "it", "hu")} <= set(entry)
    assert (tmp_path / "icons/hicolor/scalable/apps/sixprime.svg").read_text(encoding="utf-8").startswith("<svg")
    assert len(list(tmp_path.rglob("*.*"))) == 2


def test_paths_with_blanks_and_signs_are_quoted() -> None:
    assert read(desktop_entry(['/opt/my games/50%/six"prime']))["Exec"] == '"/opt/my games/50%%/six\\\\"prime"'


def test_a_folder_that_cannot_be_written_to_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert run(["--install-desktop", "--language", "en"]) != 0
    said = capsys.readouterr().err
    assert said.startswith("sixprime: cannot write ")
    assert said.count("\n") == 1
