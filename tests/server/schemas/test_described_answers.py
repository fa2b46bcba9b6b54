"""What is made from the models of answers is up to date: the tables of docs/protocol.md and the web client's types."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_tables_and_types_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "describe-answers"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
