"""GNU Backgammon imports what we write without a complaint, and we read what it exports back to the same record."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from conftest import not_here
from formats.random_matches import random_match, with_illegal_play
from sixprime import Match, Position, RuleSet
from sixprime.core.match import events as ev
from sixprime.formats.mat import write_mat
from sixprime.formats.match_files import read_match_file
from waiting import PATIENCE

DEBIAN_PLACE = Path("/usr/games/gnubg")  # not on everybody's search path
COMPLAINTS = re.compile(
    r"warning|invalid|illegal|error|unrecogni[sz]ed|doesn't follow|garbage|not a valid", re.IGNORECASE
)


def matches() -> list[Match]:
    rng = Random(20)
    played = [random_match(rng, length) for length in (1, 2, 3, 3, 5, 5, 7, 7)]
    for jacoby in (True, False, True, False):
        rules = RuleSet(jacoby=jacoby, beavers=True, raccoons=True)
        played.append(random_match(rng, None, rules, cube=0.1))
    played += [with_illegal_play(seed) for seed in (1, 2, 3, 4)]
    played.append(random_match(rng, 5, RuleSet(start=Position.nackgammon())))
    return played


def is_illegal(match: Match) -> bool:
    """Whether a position is set up in the middle of a game; GNU Backgammon exports this only as Snowie's text."""
    return any(isinstance(event, ev.PositionSet) for event in match.events)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Match, Path]]:
    """Our matches, and what GNU Backgammon made of them."""
    gnubg = shutil.which("gnubg") or str(DEBIAN_PLACE)
    if not Path(gnubg).exists():
        not_here("GNU Backgammon is not installed: sudo apt install gnubg")
    home = tmp_path_factory.mktemp("gnubg")
    commands, pairs = [], []
    for number, match in enumerate(matches()):
        ours, theirs = home / f"{number}.mat", home / f"{number}-exported.mat"
        ours.write_text(write_mat(match), encoding="utf-8")
        commands += [
            f"set jacoby {'on' if match.rules.jacoby else 'off'}",
            f'import mat "{ours}"',
            f'export match {"snowietxt" if is_illegal(match) else "mat"} "{theirs}"',
        ]
        pairs.append((match, theirs))
    (home / "commands").write_text("\n".join(commands) + "\n")
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYTHONPATH")}
    run = subprocess.run(
        [gnubg, "--tty", "--quiet", "--no-rc", "--commands", str(home / "commands")],
        env={**environment, "HOME": str(home), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=PATIENCE,
    )
    said = [line for line in (run.stdout + run.stderr).splitlines() if COMPLAINTS.search(line)]
    assert said == []
    return pairs


def test_it_exports_the_same_matches(exported: list[tuple[Match, Path]]) -> None:
    for match, path in exported:
        if match.rules.start_name == "nackgammon":
            continue  # it does not write which start it was
        file = read_match_file(path)
        assert not file.problems, [str(problem) for problem in file.problems]
        assert file.match.events == match.events
        assert file.match.results == match.results
        assert file.match.names == match.names
        assert file.match.score == match.score


def test_nackgammon_is_found_out(exported: list[tuple[Match, Path]]) -> None:
    match, path = exported[-1]
    assert read_match_file(path).match.events == match.events
