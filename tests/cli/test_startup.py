"""What a command loads before it answers: a hint has to come within a second."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sixprime import __version__

FULL = Path("/dev/full")
HELP_ONLY = {"typer.rich_utils", "rich.markdown"}
NEVER = {"pydantic", "scipy.linalg", "numba.np.arraymath", "coverage", "torch", "ray"}


def modules_after(*arguments: str) -> set[str]:
    script = (
        f"import sys; from sixprime.cli.app import run; run({list(arguments)!r}); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ)
    return set(done.stderr.split())


@pytest.mark.parametrize("plies", ["0", "2"])
def test_a_hint_loads_what_it_needs_and_no_more(plies: str) -> None:
    arguments = ("hint", "4HPwATDgc/ABMA", "31", "--plies", plies)
    modules_after(*arguments)  # compiles what is not compiled yet
    loaded = modules_after(*arguments)
    assert "sixprime.engine.net.kernels" in loaded
    assert (NEVER | HELP_ONLY).isdisjoint(loaded)


def test_help_is_drawn_and_needs_no_engine() -> None:
    loaded = modules_after("rules", "--help")
    assert loaded >= HELP_ONLY
    assert {"numba", "numpy"}.isdisjoint(loaded)


def test_the_package_can_be_run() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "sixprime", "--version"], capture_output=True, text=True, check=True, timeout=300
    )
    assert said.stdout == f"sixprime {__version__}\n"


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("arguments", [["--version"], ["rules"], ["rules", "003-de"], ["show", "4HPwATDgc/ABMA"]])
def test_output_that_cannot_be_written_is_told_in_one_line(arguments: list[str]) -> None:
    with FULL.open("w", encoding="utf-8") as full:
        said = subprocess.run(
            [sys.executable, "-m", "sixprime", *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=300
        )
    assert said.returncode == 2
    assert said.stderr == "sixprime: the output cannot be written: the disk is full\n"
