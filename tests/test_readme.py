"""What the README shows works: its library examples run, its commands exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sixprime.cli.shared.flags import FLAGS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 2
    assert len([line for line in EXAMPLES[0].splitlines() if line.strip()]) >= 30


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_runs(example: str) -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", example], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_commands_are_targets_of_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"make ([a-z]+)", README)) <= targets
    assert {"play", "test", "check", "bench"} <= targets


def test_flags_exist() -> None:
    known = {part for flag in FLAGS.values() for part in flag.written.split("/")}
    shown = {flag for line in README.splitlines() if "sixprime play" in line for flag in re.findall(r"--[a-z-]+", line)}
    assert shown
    assert shown <= known | {"--help"}


def test_links_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
