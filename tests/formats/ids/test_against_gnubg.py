"""GNU Backgammon reads our ids, says what it understood, and writes its own: they must be the same."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from conftest import not_here
from formats.strategies import kept, random_situation
from sixprime import Offer, Player
from sixprime.core.situations import Situation
from sixprime.formats.ids import IdKind, from_gnubg_id, gnubg_id, xgid

SCRIPT = Path(__file__).with_name("inside_gnubg.py")
DEBIAN_PLACE = Path("/usr/games/gnubg")  # not on root's search path
SITUATIONS = 250
NUMBERS = {Player.WHITE: 0, Player.BLACK: 1, None: -1}


def ask(questions: Sequence[Mapping[str, object]]) -> list[dict[str, Any]]:
    """What GNU Backgammon answers, to all questions in one run."""
    gnubg = shutil.which("gnubg") or (str(DEBIAN_PLACE) if DEBIAN_PLACE.exists() else None)
    if gnubg is None:
        not_here("GNU Backgammon is not installed: sudo apt install gnubg")
    with tempfile.TemporaryDirectory() as home:
        asked, answered = Path(home, "questions"), Path(home, "answers")
        asked.write_text("".join(json.dumps(question) + "\n" for question in questions))
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYTHONPATH")}
        run = subprocess.run(
            [gnubg, "--tty", "--quiet", "--no-rc", "--python", str(SCRIPT)],
            env={**environment, "HOME": home, "LC_ALL": "C", "QUESTIONS": str(asked), "ANSWERS": str(answered)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=600,
        )
        lines = answered.read_text().splitlines() if answered.exists() else []
    assert len(lines) == len(questions), f"{len(lines)} answers:\n{run.stdout[-500:]}{run.stderr[-500:]}"
    return [json.loads(line) for line in lines]


def some_situations(seed: int) -> list[Situation]:
    """With fifteen checkers a side, somebody on roll, and no numbers that GNU Backgammon cannot take."""
    rng = Random(seed)
    return [random_situation(rng, checkers=15, opening=False, longest=64, highest=64) for _ in range(SITUATIONS)]


def test_it_writes_the_same_ids() -> None:
    asked = some_situations(1)
    for situation, answer in zip(asked, ask([in_its_terms(situation) for situation in asked]), strict=True):
        assert answer["id"] == gnubg_id(situation)
        assert from_gnubg_id(answer["id"]) == kept(situation, IdKind.GNUBG_ID)


def test_it_reads_our_gnubg_ids() -> None:
    # GNU Backgammon 1.07 forgets a double or resignation when it sets up an id.
    asked = [with_nothing_offered(situation) for situation in some_situations(2)]
    answers = ask([{"set": f"set gnubgid {gnubg_id(situation)}"} for situation in asked])
    for situation, answer in zip(asked, answers, strict=True):
        assert answer["id"] == gnubg_id(situation)
        terms = in_its_terms(situation)
        if situation.is_money:
            del terms["cube"]["score"]  # means nothing to its cube, but it is in the id
        assert answer["board"] == terms["board"]
        for part in ("cube", "position"):
            assert {name: answer[part][name] for name in terms[part]} == terms[part], gnubg_id(situation)


def test_it_reads_our_xgids() -> None:
    asked = [with_nothing_offered(situation) for situation in some_situations(3)]
    answers = ask([{"set": f"set xgid {xgid(situation)}"} for situation in asked])
    for situation, answer in zip(asked, answers, strict=True):
        understood, meant = from_gnubg_id(answer["id"]), kept(situation, IdKind.GNUBG_ID)
        if situation.on_roll is Player.WHITE and understood.on_roll is Player.BLACK:
            # GNU Backgammon likes who is on roll to sit at the bottom of the board, and may swap the players for it.
            understood = understood.with_colours_swapped()
        assert understood == meant, xgid(situation)


def with_nothing_offered(situation: Situation) -> Situation:
    return replace(situation, offer=None, resignation=None, resigned_by=None)


def in_its_terms(situation: Situation) -> dict[str, Any]:
    """A situation as GNU Backgammon tells it: the checkers of the player not on roll and of the one who is, from each
    one's ace point to the bar; the cube, which has been turned already where somebody beavers; and all else.
    """
    position, on_roll = situation.position, situation.on_roll
    assert on_roll is not None
    turns = {Offer.BEAVER: 2, Offer.RACCOON: 4}.get(situation.offer or Offer.DOUBLE, 1)
    return {
        "board": [[max(side.points[point], 0) for point in range(1, 26)] for side in (position.flipped(), position)],
        "cube": {
            "cube": situation.cube.value * turns,
            "cubeowner": NUMBERS[on_roll.opponent if turns > 1 else situation.cube.owner],
            "move": NUMBERS[on_roll],
            "matchto": situation.length or 0,
            "score": list(situation.score),
            "crawford": int(situation.crawford),
            "jacoby": int(bool(situation.jacoby)),
        },
        "position": {
            "dice": [situation.roll.high, situation.roll.low] if situation.roll else [0, 0],
            "turn": NUMBERS[situation.to_act],
            "resigned": int(situation.resignation or 0),
            "doubled": int(situation.offer is not None),
            "gamestate": 1,
        },
    }


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_questions_are_about_everything(seed: int) -> None:
    asked = some_situations(seed)
    assert {situation.offer for situation in asked} == {None, *Offer}
    assert {situation.on_roll for situation in asked} == set(Player)
    assert {situation.cube.owner for situation in asked} == {None, *Player}
    assert len({(situation.resignation, situation.resigned_by) for situation in asked}) == 7
    assert sum(situation.crawford for situation in asked) > 5
    assert sum(situation.roll is not None for situation in asked) > 40
    assert sum(situation.is_money and bool(situation.jacoby) for situation in asked) > 10
