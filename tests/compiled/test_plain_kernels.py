"""Kernels in plain Python and as machine code: the same answers, and one replaces the other while a program runs."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """\
import gc, json, random, sys, threading
from sixprime.compiled import jit

assert jit.start_plain()
import numpy as np
from sixprime.core import Position, Roll, Turn
from sixprime.core.dice import ALL_ROLLS
from sixprime.core.rules import BearOff, RuleSet
from sixprime.core.turn_graphs import turn_graph
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net import deep_nets
from sixprime.engine.net.deep_kernels import Deep
from sixprime.engine.net.evaluators import NetEvaluator, default_net, shared_tables
from sixprime.engine.net.nets import Tables
from sixprime.engine.search.cube_searchers import CubeSearcher
from dataclasses import replace

chance = random.Random(5)
RULES = [RuleSet(bear_off=way) for way in BearOff]

def deep_net():
    net = default_net()
    contact = deep_nets.untrained(net.weights[0], net.feature_weights[0], net.bias[0], deep_nets.CONTACT_WIDTHS, 1)
    race = deep_nets.untrained(net.weights[1], net.feature_weights[1][:0], net.bias[1], deep_nets.RACE_WIDTHS, 2)
    return replace(net, deep=Deep(contact, race))

def positions():
    found, position = [], Position.standard()
    while len(found) < 60:
        plays = list(position.legal_plays(chance.choice(ALL_ROLLS)))
        position = chance.choice(plays).result.flipped() if plays else position.flipped()
        if position.is_over or len(found) % 20 == 19:
            position = Position.standard()
        found.append(position)
    race = Position.of({6: 5, 5: 5, 3: 5}, {6: 5, 4: 5, 2: 5})
    shut_out = Position.of({25: 2, 1: 13}, {4: 3, 5: 3, 6: 9})
    return [*found, race, shut_out]

PLACES = [(position, chance.choice(ALL_ROLLS), chance.choice(RULES)) for position in positions()]
NETS = [default_net(), deep_net()]
assert NETS[1].has_deep

def plays():
    return [sorted(str(play) for play in position.legal_plays(roll, rules)) for position, roll, rules in PLACES]

def graphs():
    return [turn_graph(position, roll, rules) for position, roll, rules in PLACES[::3]]

def refusals():
    return [str(Turn(position, roll).why_not(24, 20)) for position, roll, _ in PLACES[:10]]

def chances():
    numbers = []
    for net in NETS:
        evaluator = NetEvaluator(net)
        evaluator._tables = Tables(exact_endings=False)
        boards = np.array([position.points for position, _, _ in PLACES], dtype=np.int8)
        numbers += evaluator.after_plays(boards, 15).ravel().tolist()
    return numbers

def weights():
    numbers = []
    for net in NETS:
        searcher = CubeSearcher(0, net=net, threads=1)
        for position, roll, rules in PLACES[:8]:
            for view in (CubeView.money(), CubeView.match(3, 5)):
                numbers += sorted(entry.value for entry in searcher.weigh(position, roll, view, rules))
                numbers += searcher.look(position, view, rules).values
    return numbers

def answers():
    return plays(), graphs(), refusals(), chances(), weights()

before = answers()
assert "numba" not in sys.modules, "plain kernels need no compiler"
waiting = [plain.function for plain in jit._Mode.waiting]
jit.load_compiled()
assert jit.is_plain()
jit.start_compiled()
after = answers()
left = [
    f"{holder['__name__']}.{function.__name__}"
    for function in waiting
    for holder in gc.get_referrers(function)
    if isinstance(holder, dict) and str(holder.get("__name__", "")).startswith("sixprime.")
]
print(json.dumps({
    "same": [one == other for one, other in zip(before[:3], after[:3])],
    "apart": [max(abs(x - y) for x, y in zip(one, other, strict=True)) for one, other in zip(before[3:], after[3:])],
    "spread": float(np.std(after[3])),
    "kernels": len(waiting),
    "left": left,
    "compiled": "numba" in sys.modules and not jit.is_plain(),
}))
"""


@pytest.mark.slow
def test_plain_kernels_answer_like_machine_code_and_are_replaced_by_it() -> None:
    """Legal plays, graphs and refusals are equal; chances and values differ by rounding only."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT], capture_output=True, text=True, check=False, env=os.environ
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["same"] == [True, True, True]
    assert max(found["apart"]) <= 1e-5
    assert found["spread"] > 0.1
    assert found["kernels"] > 100
    assert found["left"] == []
    assert found["compiled"]


def test_kernels_that_are_loaded_already_stay_compiled() -> None:
    script = (
        "import sixprime.compiled.moves; from sixprime.compiled import jit; print(jit.start_plain(), jit.is_plain())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


def test_nothing_is_compiled_where_the_environment_says_so() -> None:
    script = (
        "import sys; from sixprime.compiled import jit, moves; jit.start_compiled();"
        "print(jit.is_plain(), 'numba' in sys.modules, moves.landing(__import__('numpy').zeros(26, 'b'), 6, 1, 0, 6))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.stdout == "True False 5\n"


OUTER = """\
import numpy as np

from sixprime.compiled.jit import inlined_float_kernel, kernel


@inlined_float_kernel
def half(number):
    return number / 2


@kernel
def inner(number, times):
    return number * times


@kernel
def middle(number):
    return inner(number, 3) + inner(number, 4)


@kernel
def outer(number):
    small = np.int8(number)
    return middle(number) + inner(small, np.int16(2)) + half(number) + half(small) + 1
"""


@pytest.mark.slow
def test_kernels_called_by_kernels_are_kept_as_bitcode_alone(tmp_path: Path) -> None:
    """Machine code is made for what Python calls; constants in a call and small numbers make no other version."""
    (tmp_path / "outer.py").write_text(OUTER, encoding="utf-8")

    def run(script: str) -> str:
        return subprocess.run(
            [sys.executable, "-W", "error", "-c", f"import outer; {script}"],
            cwd=tmp_path,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    def kept(*, bitcode: bool) -> int:
        return sum(("bitcode" in path.name) == bitcode for path in (tmp_path / "cache").rglob("*.nbc"))

    assert run("print(outer.outer(2))") == "21.0\n"
    assert (kept(bitcode=True), kept(bitcode=False)) == (3, 1)
    called = "outer.outer(2), outer.middle(3), outer.inner(2, 5), outer.half(3)"  # Python may call any
    assert run(f"print({called})") == "21.0 21 10 1.5\n"
    assert (kept(bitcode=True), kept(bitcode=False)) == (3, 4)
