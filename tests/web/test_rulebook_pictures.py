"""The rule book's pictures against the rules of the game: each shows what it claims to show."""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sixprime import IllegalPlay, Player, Position, Roll, RuleSet, Turn
from sixprime.core.match.results import judge_position
from waiting import PATIENCE

STATIC = Path(__file__).parents[2] / "src" / "sixprime" / "web" / "static"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


@functools.cache
def pictures() -> dict[str, Any]:
    module = (STATIC / "app" / "rulebook" / "pictures.js").as_uri()
    program = f"import {{PICTURES}} from {json.dumps(module)}; console.log(JSON.stringify(PICTURES));"
    assert NODE is not None
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", program], capture_output=True, check=True, timeout=PATIENCE
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_picture_is_a_possible_position() -> None:
    for name, picture in pictures().items():
        position = Position(tuple(picture["board"]))
        in_play = sum(count for count in picture["board"] if count > 0)
        assert picture["claim"] in ("single", "gammon", "backgammon") or in_play, name
        assert position.opponent_off < 15, name


def test_every_play_shown_is_what_the_book_says_of_it() -> None:
    checked = 0
    for name, picture in pictures().items():
        if picture["roll"] is None:
            continue
        rules = RuleSet.preset(picture["rules"])
        position, roll = Position(tuple(picture["board"])), Roll(*picture["roll"])
        legal = position.legal_plays(roll, rules)
        turn = Turn(position, roll, rules)
        match picture["claim"]:
            case "legal":
                assert turn.play_of(picture["steps"]) in legal, name
                assert len(legal) > 1, f"{name}: it is the only play"
            case "only":
                assert list(legal) == [turn.play_of(picture["steps"])], name
            case "illegal":
                with pytest.raises(IllegalPlay):
                    turn.play_of(picture["steps"])
            case "none":
                assert not legal, name
            case claim:
                pytest.fail(f"{name} claims {claim}")
        checked += 1
    assert checked >= 20


def test_every_finished_game_counts_as_the_book_says() -> None:
    finished = {name: it for name, it in pictures().items() if it["claim"] in ("single", "gammon", "backgammon")}
    assert {"single", "gammon", "backgammon", "outsideHome"} <= set(finished)
    for name, picture in finished.items():
        loser_view = Position(tuple(picture["board"])).flipped()
        win, _ = judge_position(loser_view, Player.BLACK, RuleSet.preset(picture["rules"]))
        assert win.name.lower() == picture["claim"], name


def test_the_leaflets_ways_of_bearing_off_differ_from_the_usual_one() -> None:
    """What the usual rule plays on the same boards is refused by leaflet 003, and by leaflet 000 in Italian."""
    rear, exact = pictures()["rearmostOnly"], pictures()["exactOnly"]
    for picture, usual in ((rear, [(4, 0), (3, 0)]), (exact, [(4, 0), (4, 0)])):
        position, roll = Position(tuple(picture["board"])), Roll(*picture["roll"])
        assert Turn(position, roll, RuleSet.preset("standard")).play_of(usual)
        with pytest.raises(IllegalPlay):
            Turn(position, roll, RuleSet.preset(picture["rules"])).play_of(usual)
