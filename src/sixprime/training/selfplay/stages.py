"""The first stage of training: from weights that know nothing to a sound player, by self-play alone.

What learns here is the first layer with its direct connections to the outputs, without features and second layer: they
gain little by this way of learning, and games are twice as fast without them.

The stage is cut into chunks of games. Everything random is derived from the seed and the number of the chunk, and
checkpoints are made between chunks, so that a run that was interrupted goes on to the same result.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from sixprime.engine.net.kernels import HIDDEN, OUTPUTS, RACE_PLAN
from sixprime.engine.net.nets import Net, Tables, for_all_plans
from sixprime.engine.net.quick_kernels import QuickWeights
from sixprime.files import write_atomically
from sixprime.training.selfplay.kernels import learn_by_playing
from sixprime.training.selfplay.starts import starting_boards

CHUNK = 1000
SAVE_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class SelfPlayPlan:
    """How long to play, and how fast to learn: the rate falls geometrically from the first to the last."""

    games: int = 600_000
    first_rate: float = 0.02
    last_rate: float = 0.0004
    decay: float = 0.5
    """How much a target looks beyond the next position, in the first half of the games; nothing in the second."""
    averaging: float = 0.05
    """How fast the averaged net follows the one that learns."""
    set_up: float = 0.25
    """The share of games that begin in positions of rare kinds."""
    seed: int = 1

    def rate(self, done: float) -> float:
        return float(self.first_rate * (self.last_rate / self.first_rate) ** done)


@dataclass(frozen=True, slots=True)
class Progress:
    """What a chunk of games showed."""

    games: int
    seconds: float
    rate: float
    error: float
    gammons: float
    positions: float


def layer_of(net: Net) -> QuickWeights:
    """The part of a net that learns by self-play, as a net of its own."""
    direct = slice(HIDDEN, HIDDEN + OUTPUTS)
    phases = [0, RACE_PLAN]  # all plans are still the same
    top = np.ascontiguousarray(net.top[phases, :, direct].transpose(0, 2, 1))
    return QuickWeights(net.weights.copy(), net.bias.copy(), top, net.top_bias[phases, direct].copy())


def with_layer(net: Net, layer: QuickWeights) -> Net:
    """A net with that part put in, and features that do nothing yet."""
    direct = slice(HIDDEN, HIDDEN + OUTPUTS)
    changed = net.copy()
    changed.weights[:], changed.bias[:] = layer.weights, layer.bias
    changed.top[:, :, direct] = for_all_plans(layer.top.transpose(0, 2, 1))
    changed.top_bias[:, direct] = for_all_plans(layer.top_bias)
    changed.feature_weights[:] = 0.0
    return changed


def play_and_learn(plan: SelfPlayPlan, folder: Path, report: Callable[[Progress], None]) -> Net:
    """Run the stage, or go on with it, and return the averaged net. The folder keeps checkpoints and the log."""
    folder.mkdir(parents=True, exist_ok=True)
    state_path = folder / "selfplay.json"
    beginning = Net.untrained(plan.seed)
    learning, average, chunk = layer_of(beginning), layer_of(beginning), 0
    if state_path.exists():
        state = json.loads(state_path.read_text(encoding="utf-8"))
        if state["plan"] == asdict(plan):
            chunk = state["chunk"]
            learning = layer_of(Net.load(folder / f"learning-{chunk}.net"))
            average = layer_of(Net.load(folder / f"average-{chunk}.net"))
    tables = Tables(exact_endings=False)
    totals = np.zeros(4)
    chunks = -(-plan.games // CHUNK)
    saved_at = time.monotonic()
    while chunk < chunks:
        began = time.perf_counter()
        done = chunk / chunks
        decay = plan.decay if done < 0.5 else 0.0
        seed = plan.seed * 1_000_003 + chunk
        starts = starting_boards(CHUNK, plan.set_up, f"games {plan.seed}/{chunk}")
        learn_by_playing(starts, 15, CHUNK, seed, plan.rate(done), decay, learning, tables.arrays(), totals)
        for ours, theirs in zip(average, learning, strict=True):
            ours += np.float32(plan.averaging) * (theirs - ours)
        chunk += 1
        report(
            Progress(
                games=chunk * CHUNK,
                seconds=time.perf_counter() - began,
                rate=plan.rate(done),
                error=float(totals[1] / max(totals[0], 1)),
                gammons=float(totals[2] / CHUNK),
                positions=float(totals[0] / CHUNK),
            )
        )
        if time.monotonic() - saved_at > SAVE_SECONDS or chunk == chunks:
            _save(folder, plan, with_layer(beginning, learning), with_layer(beginning, average), chunk)
            saved_at = time.monotonic()
    return with_layer(beginning, average)


def _save(folder: Path, plan: SelfPlayPlan, net: Net, average: Net, chunk: int) -> None:
    """Write both nets, then point to them, then remove the old ones: there is always a whole checkpoint."""
    net.save(folder / f"learning-{chunk}.net")
    average.save(folder / f"average-{chunk}.net")
    write_atomically(folder / "selfplay.json", json.dumps({"plan": asdict(plan), "chunk": chunk}))
    for old in folder.glob("*-*.net"):
        if not old.stem.endswith(f"-{chunk}"):
            old.unlink()
