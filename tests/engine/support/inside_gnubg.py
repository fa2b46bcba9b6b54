"""Questions to GNU Backgammon's own Python, which answers in JSON."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from conftest import not_here
from waiting import PATIENCE

OPENING = """
import json, os
import gnubg
gnubg.command("set automatic game off")
with open(os.environ["QUESTIONS"]) as file:
    questions = json.load(file)
"""
CLOSING = """
with open(os.environ["ANSWERS"], "w") as file:
    json.dump(answers, file)
"""


def ask_gnubg(script: str, questions: object, folder: Path) -> Any:
    """Run a script inside that turns `questions` into `answers`."""
    # Debian keeps games off root's search path.
    gnubg = shutil.which("gnubg", path=f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/games")
    if gnubg is None:
        not_here("gnubg is not installed: sudo apt install gnubg")
    inside, asked, answered = folder / "inside.py", folder / "questions", folder / "answers"
    inside.write_text(OPENING + script + CLOSING)
    asked.write_text(json.dumps(questions))
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYTHONPATH")}
    told = {"HOME": str(folder), "LC_ALL": "C", "QUESTIONS": str(asked), "ANSWERS": str(answered)}
    run = subprocess.run(
        [gnubg, "--tty", "--quiet", "--no-rc", "--python", str(inside)],
        env=kept | told,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=PATIENCE,
    )
    assert answered.exists(), run.stdout + run.stderr
    return json.loads(answered.read_text())
