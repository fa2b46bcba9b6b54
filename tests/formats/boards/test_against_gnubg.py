"""GNU Backgammon shows its board for our ids: we write the same picture, and read what it writes."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from conftest import not_here
from formats.places import sample
from formats.strategies import kept, random_situation
from sixprime import Offer, Player, Win
from sixprime.core.situations import Situation
from sixprime.formats.boards import gnubg_board, read_ascii_board
from sixprime.formats.ids import IdKind, gnubg_id

SCRIPT = Path(__file__).with_name("inside_gnubg.py")
DEBIAN_PLACE = Path("/usr/games/gnubg")  # not on root's search path
NAMES = {Player.WHITE: "Anna", Player.BLACK: "Bela"}
RESIGN = {Win.SINGLE: "resign single", Win.GAMMON: "resign gammon", Win.BACKGAMMON: "resign backgammon"}


def ask(questions: Sequence[Sequence[str]]) -> list[str]:
    """The board that GNU Backgammon shows after the commands of each question."""
    gnubg = shutil.which("gnubg") or (str(DEBIAN_PLACE) if DEBIAN_PLACE.exists() else None)
    if gnubg is None:
        not_here("GNU Backgammon is not installed: sudo apt install gnubg")
    with tempfile.TemporaryDirectory() as home:
        asked = Path(home, "questions")
        asked.write_text("".join(json.dumps(question) + "\n" for question in questions))
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYTHONPATH")}
        run = subprocess.run(
            [gnubg, "--tty", "--quiet", "--no-rc", "--python", str(SCRIPT)],
            env={**environment, "HOME": home, "LC_ALL": "C", "QUESTIONS": str(asked)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=600,
        )
    shown = re.findall(r"=== [0-9]+ ===\n(.*?)=== end ===", run.stdout, re.DOTALL)
    assert len(shown) == len(questions), f"{run.stdout[-500:]}{run.stderr[-500:]}"
    return shown


def commands(situation: Situation, *, home_right: bool) -> list[str]:
    """How GNU Backgammon gets into a situation: it forgets offers that are in an id."""
    quiet = replace(situation, offer=None, resignation=None, resigned_by=None)
    told = [f"set clockwise {'off' if home_right else 'on'}", f"set gnubgid {gnubg_id(quiet)}"]
    if situation.offer is not None:
        told.append("double")
    if situation.offer is Offer.BEAVER:
        told.append("redouble")
    if situation.resignation is not None:
        told.append(RESIGN[situation.resignation])
    return told


def some_situations(count: int) -> list[Situation]:
    """What GNU Backgammon can be brought into: who resigns is on roll, and the cube goes where it can count."""
    rng = Random(16)
    found: list[Situation] = []
    while len(found) < count:
        situation = random_situation(rng, checkers=15, opening=False, longest=64, highest=32)
        if situation.resignation is not None and situation.resigned_by is not situation.on_roll:
            situation = replace(situation, resigned_by=situation.on_roll)
        if situation.offer is Offer.RACCOON or (situation.offer is not None and not situation.is_money):
            situation = replace(situation, offer=Offer.DOUBLE if situation.is_money else None)
        found.append(replace(situation, cube_limit=None, beavers=None))
    return found


@pytest.mark.parametrize("home_right", [True, False])
def test_we_write_the_same_board_and_read_its_board(home_right: bool) -> None:
    asked = some_situations(60)
    answers = ask([commands(situation, home_right=home_right) for situation in asked])
    compared = 0
    for situation, answer in zip(asked, answers, strict=True):
        lines = [line.rstrip() for line in answer.strip("\n").splitlines()]
        if gnubg_id(situation).split(":")[1] not in answer:
            continue  # it would not double here, or has finished the game
        compared += 1
        assert lines == gnubg_board(situation, names=NAMES, home_right=home_right).splitlines()
        board = read_ascii_board(answer)
        assert board.disagreements == ()
        assert board.situation == kept(situation, IdKind.GNUBG_ID)
        assert board.names == NAMES
        assert board.home_right is home_right
    assert compared >= 50
    assert {situation.offer for situation in asked} == {None, Offer.DOUBLE, Offer.BEAVER}


def test_every_board_of_an_analysis_is_read() -> None:
    boards = 0
    for path in sorted(sample("gnubgtxt").glob("*.txt")):
        for piece in path.read_text(encoding="utf-8", errors="replace").split("GNU Backgammon  Position ID:")[1:]:
            board = read_ascii_board("GNU Backgammon  Position ID:" + piece)
            assert board.disagreements == (), piece[:1500]
            assert board.id is not None
            boards += 1
    assert boards > 5


def test_boards_of_other_variations_have_fewer_checkers() -> None:
    answer = ask([["set variation 3-chequer-hypergammon", "new session", "set clockwise off"]])[0]
    board = read_ascii_board(answer)
    assert board.disagreements == ()
    assert board.situation.position.checkers == 3
