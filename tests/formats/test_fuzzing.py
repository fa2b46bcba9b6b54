"""A short run of scripts/fuzz-formats: damaged files of every format give matches or clear errors."""

import subprocess
import sys
from pathlib import Path

from formats.places import ROOT

SCRIPT = ROOT / "scripts" / "fuzz-formats"


def test_a_short_run_finds_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "3s", "--seed", "1", "--keep", str(tmp_path / "findings")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert ": 0 findings" in done.stdout
    assert not (tmp_path / "findings").exists()
