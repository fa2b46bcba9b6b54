"""What docs/env.md shows runs as it stands, and the examples that need NumPy only do what they say."""

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np

from sixprime import Position
from sixprime.env import BatchedBackgammon
from sixprime.env.actions import action_count
from sixprime.env.observations import BOARD_SIZES, observation_size

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "env.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def example(name: str) -> ModuleType:
    spec = spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_code_on_the_page_runs() -> None:
    """All blocks in one process, which is quicker; each has all of its imports."""
    assert len(BLOCKS) == 5
    program = "\n".join(f"exec(compile({block!r}, 'block {n}', 'exec'), {{}})" for n, block in enumerate(BLOCKS))
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "points won:" in done.stdout
    assert re.search(r"the linear evaluator won [12]\.\d\d points a game", done.stdout), done.stdout
    assert "(64, 218)" in done.stdout


def test_sizes_on_the_page_are_the_real_ones() -> None:
    for style in ("steps", "afterstates"):
        for cube in (False, True):
            assert f"`Discrete({action_count(style, cube=cube)})`" in PAGE
    for encoding, size in BOARD_SIZES.items():
        assert f"| `{encoding}` | {size} + {observation_size(encoding) - size}," in PAGE


def test_td_learns() -> None:
    """Some games of what takes two minutes: enough to know a won race from a lost one."""
    td = example("td")
    net, batch = td.ValueNet(), BatchedBackgammon(td.GAMES)
    games: list[list[object]] = [[] for _ in range(td.GAMES)]
    batch.reset(seed=1)
    for _ in range(200):
        td.self_play(net, batch, games, 1.0)
    ahead = Position.of({1: 2}, {6: 5, 8: 5, 13: 5})
    won, lost = net.values(np.array([ahead.points, ahead.flipped().points], dtype=np.int8))
    assert won > lost
    assert 0 <= td.wins_against_random(net, games=4) <= 1


def test_tree_search_finds_the_winning_play() -> None:
    mcts = example("mcts")
    batch = BatchedBackgammon(1, autoreset=False)
    batch.set_positions([Position.of({3: 1, 2: 1}, {1: 2})], [(3, 2)])
    assert len(batch.afterstates) == 2
    action = mcts.search(batch.get_state(), 12, np.random.default_rng(1))
    assert batch.step([action]).rewards.tolist() == [1]
